/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-frame.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAGIC "EXR1"
#define MAGIC_BYTES 4u
#define PREFIX_BYTES 12u

ExmRenderFrame *
exm_render_frame_new (JsonObject *header, GBytes *body)
{
  ExmRenderFrame *self = g_new0 (ExmRenderFrame, 1);

  self->header = header;
  self->body = body != NULL ? g_bytes_ref (body) : g_bytes_new (NULL, 0);
  return self;
}

void
exm_render_frame_free (ExmRenderFrame *self)
{
  json_object_unref (self->header);
  g_bytes_unref (self->body);
  g_free (self);
}

const char *
exm_render_frame_get_string (const ExmRenderFrame *self, const char *name)
{
  JsonNode *node = json_object_get_member (self->header, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  /* An escape such as \ud800 is read into bytes that are no UTF-8. */
  const char *text = json_node_get_string (node);
  return g_utf8_validate (text, -1, NULL) ? text : NULL;
}

guint
exm_render_frame_get_uint (const ExmRenderFrame *self, const char *name, guint otherwise)
{
  JsonNode *node = json_object_get_member (self->header, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return otherwise;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return json_node_get_boolean (node) ? 1 : 0;
  if (json_node_get_value_type (node) != G_TYPE_INT64)
    return otherwise;
  gint64 value = json_node_get_int (node);
  return value >= 0 && value <= G_MAXUINT32 ? (guint) value : otherwise;
}

static void
append_length (GByteArray *bytes, gsize length)
{
  guint32 number = GUINT32_TO_BE ((guint32) length);

  g_byte_array_append (bytes, (const guint8 *) &number, sizeof number);
}

GBytes *
exm_render_frame_encode (const ExmRenderFrame *self)
{
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  GByteArray *bytes = g_byte_array_new ();
  gsize n_body;
  gconstpointer body = g_bytes_get_data (self->body, &n_body);

  json_node_set_object (node, self->header);
  g_autofree char *header = json_to_string (node, FALSE);
  exm_json_repair_exponents (header);
  gsize n_header = strlen (header);
  g_byte_array_append (bytes, (const guint8 *) MAGIC, MAGIC_BYTES);
  append_length (bytes, n_header);
  append_length (bytes, n_body);
  g_byte_array_append (bytes, (const guint8 *) header, (guint) n_header);
  if (n_body > 0)
    g_byte_array_append (bytes, body, (guint) n_body);
  return g_byte_array_free_to_bytes (bytes);
}

static gsize
length_at (const guint8 *bytes)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT32_FROM_BE (number);
}

static gboolean
read_exactly (GInputStream *stream,
              gpointer bytes,
              gsize n,
              GCancellable *cancellable,
              GError **error)
{
  gsize n_read = 0;

  if (!g_input_stream_read_all (stream, bytes, n, &n_read, cancellable, error))
    return FALSE;
  if (n_read == n)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT,
                       _ ("The message ends too early"));
  return FALSE;
}

static JsonObject *
parse_header (char *text, gsize n, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  n = exm_json_repair_escapes (text, n);
  if (exm_json_is_shallow (text, n, EXM_MAX_JSON_DEPTH) && exm_json_is_plain (text, n))
    {
      if (!json_parser_load_from_data (parser, text, (gssize) n, error))
        return NULL;
      JsonNode *root = json_parser_get_root (parser);
      if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
        return json_object_ref (json_node_get_object (root));
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("The message's header is no object"));
  return NULL;
}

ExmRenderFrame *
exm_render_frame_read (GInputStream *stream, GCancellable *cancellable, GError **error)
{
  guint8 prefix[PREFIX_BYTES];

  if (!read_exactly (stream, prefix, sizeof prefix, cancellable, error))
    return NULL;
  gsize n_header = length_at (prefix + MAGIC_BYTES);
  gsize n_body = length_at (prefix + MAGIC_BYTES + sizeof (guint32));
  if (memcmp (prefix, MAGIC, MAGIC_BYTES) != 0 || n_header > EXM_RENDER_MAX_HEADER_BYTES
      || n_body > EXM_RENDER_MAX_BODY_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                           _ ("That is no message of the renderer"));
      return NULL;
    }
  g_autofree char *header = g_malloc (n_header + 1);
  g_autofree guint8 *body = g_malloc (n_body + 1);
  if (!read_exactly (stream, header, n_header, cancellable, error)
      || !read_exactly (stream, body, n_body, cancellable, error))
    return NULL;
  header[n_header] = '\0';
  JsonObject *object = parse_header (header, n_header, error);
  if (object == NULL)
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&body), n_body);
  return exm_render_frame_new (object, bytes);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  ExmRenderFrame *frame
      = exm_render_frame_read (G_INPUT_STREAM (source), cancellable, &error);

  if (frame != NULL)
    g_task_return_pointer (task, frame, (GDestroyNotify) exm_render_frame_free);
  else
    g_task_return_error (task, error);
}

void
exm_render_frame_read_async (GInputStream *stream,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  g_autoptr (GTask) task = g_task_new (stream, cancellable, callback, data);

  g_task_set_source_tag (task, exm_render_frame_read_async);
  g_task_run_in_thread (task, read_in_thread);
}

ExmRenderFrame *
exm_render_frame_read_finish (GInputStream *stream, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
