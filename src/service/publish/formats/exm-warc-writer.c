/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-warc-writer.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "publish/formats/exm-article-json.h"
#include "publish/formats/exm-article-values.h"

#include <gio/gio.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Records that a writer remembers; beyond, bytes are written again. */
#define MAX_KNOWN 200000u

#define SHA1_BYTES 20u
#define BUFFER_BYTES 65536u

#define ORIGINAL "X-Archive-Orig-"
#define PROFILE "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"

/* Record that holds a page's bytes. */
typedef struct
{
  char *id;   /* (owned) */
  char *url;  /* (owned) */
  char *time; /* (owned) */
} Holder;

struct _ExmWarcWriter
{
  GHashTable *holders; /* (owned) (element-type utf8 Holder): by digest of the payload */
  GHashTable *ids;     /* (owned) (element-type utf8): of captures that are there */
  GPtrArray *entries;  /* (owned) (nullable) (element-type ExmWarcEntry) */
};

/* One record before it is written. */
typedef struct
{
  const char *type;    /* (unowned) */
  const char *id;      /* (unowned) */
  const char *time;    /* (unowned) */
  const char *url;     /* (unowned) (nullable) */
  const char *content; /* (unowned): media type of the block */
  GString *more;       /* (owned) (nullable): header lines of its own */
  const char *block;   /* (unowned) */
  gsize n_block;
  const char *payload; /* (unowned) (nullable): digest of the payload */
} Record;

static void
holder_free (gpointer data)
{
  Holder *holder = data;

  g_free (holder->id);
  g_free (holder->url);
  g_free (holder->time);
  g_free (holder);
}

static void
entry_free (gpointer data)
{
  ExmWarcEntry *entry = data;

  g_free (entry->url);
  g_free (entry->type);
  g_free (entry->digest);
  g_free (entry);
}

ExmWarcWriter *
exm_warc_writer_new (gboolean indexes)
{
  ExmWarcWriter *self = g_new0 (ExmWarcWriter, 1);

  self->holders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, holder_free);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->entries = indexes ? g_ptr_array_new_with_free_func (entry_free) : NULL;
  return self;
}

void
exm_warc_writer_free (ExmWarcWriter *self)
{
  g_hash_table_unref (self->holders);
  g_hash_table_unref (self->ids);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_free (self);
}

GPtrArray *
exm_warc_writer_take_entries (ExmWarcWriter *self)
{
  GPtrArray *entries = g_steal_pointer (&self->entries);

  self->entries = g_ptr_array_new_with_free_func (entry_free);
  return entries;
}

/* Base 32 of RFC 4648, as archives write digests. Returns: (transfer full) */
static char *
make_digest (const char *bytes, gsize n_bytes)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  g_autoptr (GChecksum) sha1 = g_checksum_new (G_CHECKSUM_SHA1);
  guint8 hash[SHA1_BYTES];
  gsize n_hash = sizeof hash;
  GString *text = g_string_new ("sha1:");
  guint bits = 0, n_bits = 0;

  g_checksum_update (sha1, (const guchar *) bytes, (gssize) n_bytes);
  g_checksum_get_digest (sha1, hash, &n_hash);
  for (gsize i = 0; i < n_hash; i++)
    {
      bits = bits << 8 | hash[i];
      for (n_bits += 8; n_bits >= 5; n_bits -= 5)
        g_string_append_c (text, digits[bits >> (n_bits - 5) & 31u]);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): an id of those parts, the same for the same */
static char *
make_id (const char *kind, const char *url, const char *time, const char *rest)
{
  g_autofree char *text = g_strjoin ("\n", kind, url, time, rest, NULL);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *urn = exm_article_format_urn (hash);

  return g_strconcat ("<", urn, ">", NULL);
}

/* To the millisecond; 1970 for what has no year of four digits. */
static char *
format_time (gint64 usec)
{
  g_autofree char *second = exm_article_format_rfc3339 (usec);
  gint64 ms = usec > 0 ? usec % G_USEC_PER_SEC / 1000 : 0;

  second[strlen (second) - 1] = '\0';
  return g_strdup_printf ("%s.%03" PRId64 "Z", second, ms);
}

/* A header of WARC is one line of UTF-8, whatever a page says. */
static void
append_header (GString *out, const char *name, const char *value)
{
  g_autofree char *valid = value != NULL ? g_utf8_make_valid (value, -1) : NULL;

  if (valid == NULL)
    return;
  for (char *p = valid; *p != '\0'; p++)
    if ((guchar) *p < ' ' || *p == 0x7f)
      *p = ' ';
  g_string_append_printf (out, "%s: %s\r\n", name, valid);
}

/* Appends one member of gzip: the same bytes give the same member. */
static void
append_member (GString *out, const GString *record)
{
  g_autoptr (GZlibCompressor) gzip
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autofree char *buffer = g_malloc (BUFFER_BYTES);
  const char *from = record->str;
  gsize n_left = record->len;
  GConverterResult result;

  do
    {
      gsize n_read = 0, n_written = 0;
      result
          = g_converter_convert (G_CONVERTER (gzip), from, n_left, buffer, BUFFER_BYTES,
                                 G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);
      from += n_read;
      n_left -= n_read;
      g_string_append_len (out, buffer, (gssize) n_written);
    }
  while (result == G_CONVERTER_CONVERTED);
}

static void
write_record (GString *out, const Record *record)
{
  g_autofree char *digest = make_digest (record->block, record->n_block);
  g_autoptr (GString) text = g_string_sized_new (record->n_block + 1024);

  g_string_append (text, "WARC/1.1\r\n");
  append_header (text, "WARC-Type", record->type);
  append_header (text, "WARC-Record-ID", record->id);
  append_header (text, "WARC-Date", record->time);
  append_header (text, "WARC-Target-URI", record->url);
  if (record->more != NULL)
    g_string_append (text, record->more->str);
  append_header (text, "WARC-Block-Digest", digest);
  append_header (text, "WARC-Payload-Digest", record->payload);
  append_header (text, "Content-Type", record->content);
  g_string_append_printf (text, "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                          record->n_block);
  g_string_append_len (text, record->block, (gssize) record->n_block);
  g_string_append (text, "\r\n\r\n");
  append_member (out, text);
}

void
exm_warc_writer_add_info (ExmWarcWriter *self, GString *out, gint64 time_usec)
{
  static const char block[] = "software: Exemplar/" EXM_VERSION "\r\n"
                              "format: WARC File Format 1.1\r\n"
                              "conformsTo: http://iipc.github.io/warc-specifications/"
                              "specifications/warc-format/warc-1.1/\r\n";
  g_autofree char *time = format_time (time_usec);
  g_autofree char *id = make_id ("warcinfo", "", time, block);
  const Record record = { .type = "warcinfo",
                          .id = id,
                          .time = time,
                          .content = "application/warc-fields",
                          .block = block,
                          .n_block = strlen (block) };

  write_record (out, &record);
}

/* The string @name of @object; (nullable). */
static const char *
get_string (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

static const char *
get_text_at (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                          : NULL;
}

/* One exchange of a page, or what stands for the only one. */
typedef struct
{
  const ExmArchivePage *page; /* (unowned) */
  JsonObject *object;         /* (unowned): the exchange */
  const char *url;            /* (unowned) */
  const char *time;           /* (unowned) */
  gboolean last;              /* its answer is the page */
  gboolean decoded;           /* the page is stored without its encodings */
  gboolean cut;               /* it did not come whole */
} Exchange;

/* Headers that tell of bytes that are not those that are stored. */
static gboolean
is_about_encoding (const char *name)
{
  static const char *const names[]
      = { "Content-Encoding", "Transfer-Encoding", "Content-Length" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (name, names[i]) == 0)
      return TRUE;
  return FALSE;
}

/* Appends the headers that are kept. @rename: those about encodings are called otherwise
 */
static void
append_headers (GString *out, JsonObject *object, const char *member, gboolean rename)
{
  JsonNode *node = json_object_get_member (object, member);
  JsonArray *headers
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; headers != NULL && i < json_array_get_length (headers); i++)
    {
      JsonNode *at = json_array_get_element (headers, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (at) ? json_node_get_array (at) : NULL;
      if (pair == NULL || json_array_get_length (pair) != 2)
        continue;
      const char *name = get_text_at (pair, 0);
      if (name == NULL || *name == '\0')
        continue;
      g_autofree char *called = rename && is_about_encoding (name)
                                    ? g_strconcat (ORIGINAL, name, NULL)
                                    : g_strdup (name);
      append_header (out, called, get_text_at (pair, 1));
    }
}

/* HTTP/2 has no such lines; archives write them as of 1.1. */
static void
append_line (GString *out, const char *line)
{
  const char *at = line != NULL ? strstr (line, "HTTP/2") : NULL;

  if (line == NULL)
    return;
  g_autofree char *start
      = g_strndup (line, at != NULL ? (gsize) (at - line) : strlen (line));
  g_autofree char *whole
      = at != NULL ? g_strconcat (start, "HTTP/1.1", at + strlen ("HTTP/2"), NULL)
                   : g_strdup (line);
  for (char *p = whole; *p != '\0'; p++)
    if ((guchar) *p < ' ')
      *p = ' ';
  g_string_append_printf (out, "%s\r\n", whole);
}

/* The peer's address, without its port; %NULL behind a proxy. */
static char *
dup_peer (JsonObject *object)
{
  const char *peer = get_string (object, "peer");
  const char *colon = peer != NULL ? strrchr (peer, ':') : NULL;

  if (colon == NULL || json_object_has_member (object, "proxy"))
    return NULL;
  char *address = g_strndup (peer, (gsize) (colon - peer));
  if (*address == '[')
    {
      memmove (address, address + 1, strlen (address));
      g_strdelimit (address, "]", '\0');
    }
  return address;
}

/* Whether @id is new, and from now on it is not. */
static gboolean
note_id (ExmWarcWriter *self, const char *id)
{
  if (g_hash_table_contains (self->ids, id))
    return FALSE;
  if (g_hash_table_size (self->ids) < MAX_KNOWN)
    g_hash_table_add (self->ids, g_strdup (id));
  return TRUE;
}

static void
note_holder (ExmWarcWriter *self, const char *digest, const Record *record)
{
  if (g_hash_table_size (self->holders) >= MAX_KNOWN)
    return;
  Holder *holder = g_new0 (Holder, 1);
  holder->id = g_strdup (record->id);
  holder->url = g_strdup (record->url);
  holder->time = g_strdup (record->time);
  g_hash_table_insert (self->holders, g_strdup (digest), holder);
}

static void
index_record (ExmWarcWriter *self,
              const GString *out,
              gsize offset,
              const Record *record,
              guint status,
              const char *type)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (record->time, NULL);

  if (self->entries == NULL)
    return;
  ExmWarcEntry *entry = g_new0 (ExmWarcEntry, 1);
  entry->url = g_strdup (record->url);
  entry->time_usec = time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
  entry->status = status;
  entry->type = g_strdup (type);
  entry->digest = g_strdup (record->payload);
  entry->offset = offset;
  entry->n_bytes = out->len - offset;
  g_ptr_array_add (self->entries, entry);
}

static void
add_request (GString *out, const Exchange *exchange, const char *answer)
{
  g_autofree char *id = make_id ("request", exchange->url, exchange->time, answer);
  g_autoptr (GString) block = g_string_new (NULL);
  g_autoptr (GString) more = g_string_new (NULL);
  g_autofree char *peer = dup_peer (exchange->object);

  append_line (block, get_string (exchange->object, "request"));
  append_headers (block, exchange->object, "request_headers", FALSE);
  g_string_append (block, "\r\n");
  append_header (more, "WARC-IP-Address", peer);
  append_header (more, "WARC-Concurrent-To", answer);
  const Record record = { .type = "request",
                          .id = id,
                          .time = exchange->time,
                          .url = exchange->url,
                          .content = "application/http; msgtype=request",
                          .more = more,
                          .block = block->str,
                          .n_block = block->len };
  write_record (out, &record);
}

/* The head of an answer, up to its empty line. @n_payload: bytes that follow */
static GString *
write_head (const Exchange *exchange, gsize n_payload)
{
  GString *head = g_string_new (NULL);
  gboolean rename = exchange->decoded || !exchange->last || exchange->cut;

  append_line (head, get_string (exchange->object, "status"));
  append_headers (head, exchange->object, "headers", rename);
  if (rename)
    g_string_append_printf (head, "Content-Length: %" G_GSIZE_FORMAT "\r\n", n_payload);
  g_string_append (head, "\r\n");
  return head;
}

static guint
find_status (JsonObject *object)
{
  const char *line = get_string (object, "status");
  const char *space = line != NULL ? strchr (line, ' ') : NULL;

  return space != NULL ? (guint) g_ascii_strtoull (space + 1, NULL, 10) : 0;
}

/* Writes an answer, with the page where that is the last one; one whose bytes are there
 * as a revisit. */
static void
add_response (ExmWarcWriter *self,
              GString *out,
              const Exchange *exchange,
              const char *id,
              const char *digest)
{
  gsize n_payload = 0, offset = out->len;
  const char *payload
      = exchange->last ? g_bytes_get_data (exchange->page->bytes, &n_payload) : NULL;
  g_autoptr (GString) head = write_head (exchange, n_payload);
  g_autoptr (GString) more = g_string_new (NULL);
  g_autofree char *peer = dup_peer (exchange->object);
  const Holder *holder
      = n_payload > 0 ? g_hash_table_lookup (self->holders, digest) : NULL;

  append_header (more, "WARC-IP-Address", peer);
  if (exchange->cut)
    append_header (more, "WARC-Truncated", "disconnect");
  else if (!exchange->last)
    append_header (more, "WARC-Truncated", "unspecified");
  if (holder != NULL)
    {
      append_header (more, "WARC-Profile", PROFILE);
      append_header (more, "WARC-Refers-To", holder->id);
      append_header (more, "WARC-Refers-To-Target-URI", holder->url);
      append_header (more, "WARC-Refers-To-Date", holder->time);
    }
  else if (n_payload > 0)
    g_string_append_len (head, payload, (gssize) n_payload);
  const Record record = { .type = holder != NULL ? "revisit" : "response",
                          .id = id,
                          .time = exchange->time,
                          .url = exchange->url,
                          .content = "application/http; msgtype=response",
                          .more = more,
                          .block = head->str,
                          .n_block = head->len,
                          .payload = digest };
  write_record (out, &record);
  index_record (self, out, offset, &record, find_status (exchange->object),
                holder != NULL ? "warc/revisit" : "text/html");
  if (holder == NULL && n_payload > 0)
    note_holder (self, digest, &record);
}

/* A page of which only the bytes are known. Returns: (transfer full): its id */
static char *
add_resource (ExmWarcWriter *self, GString *out, const ExmArchivePage *page)
{
  gsize n_bytes = 0, offset = out->len;
  const char *bytes = g_bytes_get_data (page->bytes, &n_bytes);
  g_autofree char *digest = make_digest (bytes, n_bytes);
  g_autofree char *time = format_time (page->fetched_usec);
  g_autofree char *id = make_id ("resource", page->url, time, digest);
  g_autofree char *type = page->charset != NULL
                              ? g_strconcat ("text/html; charset=", page->charset, NULL)
                              : g_strdup ("text/html");
  const Record record = { .type = "resource",
                          .id = id,
                          .time = time,
                          .url = page->url,
                          .content = type,
                          .block = bytes,
                          .n_block = n_bytes,
                          .payload = digest };

  if (!note_id (self, id))
    return g_steal_pointer (&id);
  write_record (out, &record);
  index_record (self, out, offset, &record, 200, "text/html");
  return g_steal_pointer (&id);
}

/* Writes all exchanges of a page, the redirects first. Returns: (transfer full)
 * (nullable): the id of the last answer; %NULL where the record tells of none */
static char *
add_exchanges (ExmWarcWriter *self,
               GString *out,
               const ExmArchivePage *page,
               JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "exchanges");
  JsonArray *exchanges
      = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = exchanges != NULL ? json_array_get_length (exchanges) : 0;
  JsonNode *body = json_object_get_member (object, "body");
  const char *stored = body != NULL && JSON_NODE_HOLDS_OBJECT (body)
                           ? get_string (json_node_get_object (body), "stored")
                           : NULL;
  char *id = NULL;

  /* A page that a browser made is no answer of a server. */
  if (stored == NULL || strcmp (stored, "rendered") == 0)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *at = json_array_get_element (exchanges, i);
      Exchange exchange = { .page = page, .last = i + 1 == n };
      exchange.object = JSON_NODE_HOLDS_OBJECT (at) ? json_node_get_object (at) : NULL;
      exchange.url = get_string (exchange.object, "url");
      exchange.time = get_string (exchange.object, "time");
      if (exchange.url == NULL || exchange.time == NULL
          || get_string (exchange.object, "status") == NULL)
        continue;
      exchange.decoded = strcmp (stored, "decoded") == 0;
      exchange.cut = exchange.last && json_object_has_member (object, "incomplete");
      gsize n_payload = 0;
      const char *payload
          = exchange.last ? g_bytes_get_data (page->bytes, &n_payload) : NULL;
      g_autofree char *digest = make_digest (payload != NULL ? payload : "", n_payload);
      g_free (id);
      id = make_id ("response", exchange.url, exchange.time, digest);
      if (!note_id (self, id))
        continue;
      add_response (self, out, &exchange, id, digest);
      add_request (out, &exchange, id);
    }
  return id;
}

/* Returns: (transfer full): the id of the record that holds the page */
static char *
add_page (ExmWarcWriter *self, GString *out, const ExmArchivePage *page)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonNode *root = NULL;
  char *id = NULL;

  if (page->record != NULL
      && exm_json_is_shallow (page->record, strlen (page->record), EXM_MAX_JSON_DEPTH)
      && json_parser_load_from_data (parser, page->record, -1, NULL))
    root = json_parser_get_root (parser);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    id = add_exchanges (self, out, page, json_node_get_object (root));
  return id != NULL ? id : add_resource (self, out, page);
}

void
exm_warc_writer_add_conversion (GString *out,
                                const char *url,
                                gint64 time_usec,
                                const char *key,
                                const char *page,
                                const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text != NULL ? text : "", -1);
  g_autofree char *time = format_time (time_usec);
  g_autofree char *id = make_id ("conversion", url, time, key);
  g_autoptr (GString) more = g_string_new (NULL);

  append_header (more, "WARC-Refers-To", page);
  const Record record = { .type = "conversion",
                          .id = id,
                          .time = time,
                          .url = url,
                          .content = "text/plain; charset=utf-8",
                          .more = more,
                          .block = valid,
                          .n_block = strlen (valid) };
  write_record (out, &record);
}

static void
add_metadata (GString *out,
              const ExmArticleFields *fields,
              const char *time,
              const char *key,
              const char *page)
{
  g_autofree char *id = make_id ("metadata", fields->url, time, key);
  g_autoptr (GString) more = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (json, "{\"key\":\"%s\"", key);
  exm_article_append_json_member (json, "url", fields->url);
  exm_article_append_json_member (json, "task", fields->task_uid);
  exm_article_append_json_member (json, "state",
                                  exm_article_state_get_name (fields->state));
  exm_article_append_json_member (json, "method", fields->method);
  if (exm_article_is_share (fields->confidence))
    g_string_append_printf (json, ",\"confidence\":%s",
                            exm_article_format_number (fields->confidence, number));
  exm_article_append_json_fields (json, fields->metadata);
  exm_article_append_json_member (json, "html", fields->html);
  g_string_append (json, "}\n");
  append_header (more, "WARC-Concurrent-To", page);
  const Record record = { .type = "metadata",
                          .id = id,
                          .time = time,
                          .url = fields->url,
                          .content = "application/json",
                          .more = more,
                          .block = json->str,
                          .n_block = json->len };
  write_record (out, &record);
}

void
exm_warc_writer_add_article (ExmWarcWriter *self,
                             GString *out,
                             const ExmArticle *article,
                             const char *key,
                             const GPtrArray *pages)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autofree char *time = format_time (fields->collected_usec);
  g_autofree char *first = NULL;

  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      g_autofree char *id = add_page (self, out, g_ptr_array_index (pages, i));
      if (first == NULL)
        first = g_steal_pointer (&id);
    }
  add_metadata (out, fields, time, key, first);
  exm_warc_writer_add_conversion (out, fields->url, fields->collected_usec, key, first,
                                  fields->text);
}
