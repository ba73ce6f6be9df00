/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-archive-payload.h"

#include "archive/exm-zstd-decompressor.h"

#include <brotli/decode.h>
#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <string.h>

#define BUFFER_BYTES 65536u

void
exm_archive_payload_clear (ExmArchivePayload *self)
{
  g_clear_pointer (&self->type, g_free);
  g_clear_pointer (&self->record, g_free);
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

/* Longest head of an answer, bytes: each of its lines becomes a node. */
#define MAX_HEAD (1u << 20)

/* Bytes that tell the status. */
#define MAX_STATUS_LINE 64u

/* Takes chunks off. Bodies that say so and have none are as they are. */
static GByteArray *
undo_chunks (const char *body, gsize n_body)
{
  GByteArray *out = g_byte_array_new ();
  gsize at = 0;

  while (at < n_body)
    {
      const char *end = memchr (body + at, '\n', n_body - at);
      char *rest = NULL;
      if (end == NULL || !g_ascii_isxdigit (body[at]))
        break;
      g_autofree char *line = g_strndup (body + at, (gsize) (end - (body + at)));
      guint64 n = g_ascii_strtoull (line, &rest, 16);
      if (*rest != '\0' && *rest != '\r' && *rest != ';' && *rest != ' ')
        break;
      at = (gsize) (end + 1 - body);
      n = MIN (n, n_body - at);
      if (n == 0)
        return out;
      g_byte_array_append (out, (const guint8 *) body + at, (guint) n);
      at += (gsize) n;
      if (at < n_body && body[at] == '\r')
        at++;
      if (at < n_body && body[at] == '\n')
        at++;
    }
  if (out->len == 0)
    g_byte_array_append (out, (const guint8 *) body, (guint) n_body);
  return out;
}

/* Returns: (transfer full) (nullable): what was compressed, as far as it can be had;
 * %NULL where nothing comes out of @converter, or too much */
static GByteArray *
unpack (const GByteArray *body, GConverter *converter, gsize max_bytes)
{
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gsize at = 0;
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result == G_CONVERTER_CONVERTED)
    {
      gsize n_read = 0, n_written = 0;
      result = g_converter_convert (converter, body->data + at, body->len - at, buffer,
                                    BUFFER_BYTES, G_CONVERTER_NO_FLAGS, &n_read,
                                    &n_written, NULL);
      at += n_read;
      if (out->len + n_written > max_bytes)
        return NULL;
      g_byte_array_append (out, buffer, (guint) n_written);
    }
  return out->len > 0 ? g_steal_pointer (&out) : NULL;
}

static GByteArray *
inflate (const GByteArray *body, GZlibCompressorFormat format, gsize max_bytes)
{
  g_autoptr (GConverter) zlib = G_CONVERTER (g_zlib_decompressor_new (format));

  return unpack (body, zlib, max_bytes);
}

static GByteArray *
undo_zstd (const GByteArray *body, gsize max_bytes)
{
  g_autoptr (GConverter) zstd = exm_zstd_decompressor_new ();

  return unpack (body, zstd, max_bytes);
}

/* As unpack() does. */
static GByteArray *
undo_brotli (const GByteArray *body, gsize max_bytes)
{
  BrotliDecoderState *state = BrotliDecoderCreateInstance (NULL, NULL, NULL);
  const guint8 *in = body->data;
  gsize n_in = body->len;
  g_autofree guint8 *buffer = g_malloc (BUFFER_BYTES);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;

  while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT && out->len <= max_bytes)
    {
      gsize n_room = BUFFER_BYTES;
      guint8 *next = buffer;
      result = BrotliDecoderDecompressStream (state, &n_in, &in, &n_room, &next, NULL);
      g_byte_array_append (out, buffer, (guint) (BUFFER_BYTES - n_room));
    }
  BrotliDecoderDestroyInstance (state);
  return out->len > 0 && out->len <= max_bytes ? g_steal_pointer (&out) : NULL;
}

static gboolean
has_token (const char *value, const char *token)
{
  g_autofree char *lower = value != NULL ? g_ascii_strdown (value, -1) : NULL;

  return lower != NULL && strstr (lower, token) != NULL;
}

/* Whether it is HTML already, whatever its headers say. */
static gboolean
begins_with_tag (const GByteArray *body)
{
  guint at = body->len > 3 && memcmp (body->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

  while (at < body->len && g_ascii_isspace (body->data[at]))
    at++;
  return at < body->len && body->data[at] == '<';
}

/* Returns: (transfer full) (nullable): the page; %NULL where its encoding is not known.
 * Bytes that are not in it, since who archived them took it off, are as they are. */
static GByteArray *
decode (const char *body,
        gsize n_body,
        const char *transfer,
        const char *content,
        gsize max_bytes)
{
  g_autoptr (GByteArray) plain = NULL;
  GByteArray *decoded = NULL;

  if (has_token (transfer, "chunked"))
    plain = undo_chunks (body, n_body);
  else
    {
      plain = g_byte_array_new ();
      g_byte_array_append (plain, (const guint8 *) body, (guint) n_body);
    }
  if (content == NULL || *content == '\0' || has_token (content, "identity")
      || begins_with_tag (plain))
    return g_steal_pointer (&plain);
  if (has_token (content, "gzip"))
    decoded = inflate (plain, G_ZLIB_COMPRESSOR_FORMAT_GZIP, max_bytes);
  else if (has_token (content, "deflate"))
    {
      decoded = inflate (plain, G_ZLIB_COMPRESSOR_FORMAT_ZLIB, max_bytes);
      if (decoded == NULL)
        decoded = inflate (plain, G_ZLIB_COMPRESSOR_FORMAT_RAW, max_bytes);
    }
  else if (has_token (content, "zstd"))
    decoded = undo_zstd (plain, max_bytes);
  else if (g_ascii_strcasecmp (content, "br") == 0)
    decoded = undo_brotli (plain, max_bytes);
  return decoded;
}

/* Adds a header to the record. */
static void
add_header (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_begin_array (builder);
  json_builder_add_string_value (builder, name);
  if (g_ascii_strncasecmp (name, "Set-Cookie", strlen ("Set-Cookie")) == 0)
    json_builder_add_null_value (builder);
  else
    json_builder_add_string_value (builder, value);
  json_builder_end_array (builder);
}

/* Adds the headers to the record, and finds those that matter here. @builder: (nullable):
 * none is made */
static void
read_headers (
    JsonBuilder *builder, char **lines, char **type, char **transfer, char **content)
{
  for (char **line = lines; *line != NULL; line++)
    {
      char *colon = strchr (*line, ':');
      if (colon == NULL || colon == *line)
        continue;
      *colon = '\0';
      char *value = g_strstrip (colon + 1);
      if (builder != NULL)
        add_header (builder, *line, value);
      if (g_ascii_strcasecmp (*line, "Content-Type") == 0)
        *type = value;
      else if (g_ascii_strcasecmp (*line, "Transfer-Encoding") == 0)
        *transfer = value;
      else if (g_ascii_strcasecmp (*line, "Content-Encoding") == 0)
        *content = value;
    }
}

static void
add_member (JsonBuilder *builder, const char *name, const char *value)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_string_value (builder, value);
}

static void
begin_record (JsonBuilder *builder, const char *url, const char *time, const char *status)
{
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "version");
  json_builder_add_int_value (builder, 1);
  json_builder_set_member_name (builder, "exchanges");
  json_builder_begin_array (builder);
  json_builder_begin_object (builder);
  add_member (builder, "time", time);
  add_member (builder, "url", url);
  json_builder_set_member_name (builder, "peer");
  json_builder_add_null_value (builder);
  add_member (builder, "status", status);
  json_builder_set_member_name (builder, "headers");
  json_builder_begin_array (builder);
}

static char *
end_record (JsonBuilder *builder, gboolean decoded, gsize n_body)
{
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "body");
  json_builder_begin_object (builder);
  add_member (builder, "stored", decoded ? "decoded" : "received");
  json_builder_set_member_name (builder, "removed");
  json_builder_begin_array (builder);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "bytes");
  json_builder_add_int_value (builder, (gint64) n_body);
  json_builder_end_object (builder);
  json_builder_end_object (builder);
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  return json_to_string (root, FALSE);
}

/* Returns: (nullable): the end of the head; @n_gap: (out): bytes between it and the body
 */
static const char *
find_end (const char *block, gsize n_block, gsize *n_gap)
{
  const char *end = memmem (block, n_block, "\r\n\r\n", 4);
  const char *bare
      = memmem (block, end != NULL ? (gsize) (end - block) : n_block, "\n\n", 2);

  *n_gap = bare != NULL ? 2 : 4;
  return bare != NULL ? bare : end;
}

gboolean
exm_archive_payload_read_head (const char *block,
                               gsize n_block,
                               guint *status,
                               char **type)
{
  static const char name[] = "Content-Type:";
  gsize n_name = strlen (name), n_gap = 0;
  const char *end = find_end (block, n_block, &n_gap), *value = NULL;
  gsize n_value = 0;

  if (end == NULL || n_block < 5 || memcmp (block, "HTTP/", 5) != 0)
    return FALSE;
  g_autofree char *first
      = g_strndup (block, MIN ((gsize) (end - block), MAX_STATUS_LINE));
  first[strcspn (first, "\n")] = '\0';
  const char *space = strchr (first, ' ');
  if (space == NULL)
    return FALSE;
  *status = (guint) g_ascii_strtoull (space, NULL, 10);
  for (const char *line = block; line < end;)
    {
      const char *next = memchr (line, '\n', (gsize) (end - line));
      gsize n_line = (gsize) ((next != NULL ? next : end) - line);
      if (n_line >= n_name && g_ascii_strncasecmp (line, name, n_name) == 0)
        {
          value = line + n_name;
          n_value = n_line - n_name;
        }
      line += n_line + 1;
    }
  g_autofree char *text
      = value != NULL ? g_utf8_make_valid (value, (gssize) n_value) : NULL;
  *type = text != NULL ? g_strdup (g_strstrip (text)) : NULL;
  return TRUE;
}

gboolean
exm_archive_payload_read (ExmArchivePayload *self,
                          const char *block,
                          gsize n_block,
                          const char *url,
                          const char *time,
                          gsize max_bytes)
{
  gsize n_gap = 0;
  const char *end = find_end (block, n_block, &n_gap);
  char *type = NULL, *transfer = NULL, *content = NULL;

  gsize n_head = end != NULL ? (gsize) (end - block) : n_block;
  if (n_head > MAX_HEAD)
    return FALSE;
  g_autofree char *raw = g_strndup (block, n_head);
  g_autofree char *head = g_utf8_make_valid (raw, -1);
  g_auto (GStrv) lines = g_strsplit (head, "\n", -1);
  const char *space = lines[0] != NULL ? strchr (lines[0], ' ') : NULL;
  if (space == NULL || !g_str_has_prefix (lines[0], "HTTP/"))
    return FALSE;
  self->status = (guint) g_ascii_strtoull (space, NULL, 10);
  g_strchomp (lines[0]);
  g_autoptr (JsonBuilder) builder = url != NULL ? json_builder_new () : NULL;
  if (builder != NULL)
    begin_record (builder, url, time, lines[0]);
  read_headers (builder, lines + 1, &type, &transfer, &content);
  const char *body = end != NULL ? end + n_gap : block + n_block;
  gsize n_body = n_block - (gsize) (body - block);
  self->type = g_strdup (type);
  GByteArray *page = decode (body, n_body, transfer, content, max_bytes);
  if (page == NULL)
    return FALSE;
  if (builder != NULL)
    self->record = end_record (builder, transfer != NULL || content != NULL, n_body);
  self->bytes = g_byte_array_free_to_bytes (page);
  return TRUE;
}
