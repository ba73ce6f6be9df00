/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "exm-fetch-response-private.h"

#include <string.h>

#include "exm-http-header.h"

#define MAX_HEADER_BYTES 1024u
#define MAX_REASON_CHARS 80

static char *
dup_header (SoupMessage *message, const char *name)
{
  const char *value
      = soup_message_headers_get_one (soup_message_get_response_headers (message), name);

  if (value == NULL || strlen (value) > MAX_HEADER_BYTES
      || !g_utf8_validate (value, -1, NULL))
    return NULL;
  return g_strdup (value);
}

/* The server's own clock, where it tells: Retry-After dates are read by it. */
static gint64
server_time_s (SoupMessage *message)
{
  g_autofree char *value = dup_header (message, "Date");
  g_autoptr (GDateTime) date
      = value != NULL ? soup_date_time_new_from_http_string (value) : NULL;

  return date != NULL ? g_date_time_to_unix (date) : g_get_real_time () / G_USEC_PER_SEC;
}

static char *
dup_reason (SoupMessage *message)
{
  const char *phrase = soup_message_get_reason_phrase (message);

  if (phrase == NULL || *phrase == '\0')
    phrase = soup_status_get_phrase (soup_message_get_status (message));
  g_autofree char *valid = g_utf8_make_valid (phrase, -1);
  for (char *p = valid; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      *p = ' ';
  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_REASON_CHARS));
}

void
exm_fetched_read_headers (ExmFetched *out, SoupMessage *message)
{
  g_autofree char *type = dup_header (message, "Content-Type");
  g_autofree char *retry_after = dup_header (message, "Retry-After");
  g_autofree char *mitigated = dup_header (message, "cf-mitigated");

  g_free (out->reason);
  g_free (out->content_type);
  g_free (out->charset);
  g_free (out->etag);
  g_free (out->last_modified);
  out->status = soup_message_get_status (message);
  out->reason = dup_reason (message);
  out->content_type = exm_http_parse_content_type (type, &out->charset);
  out->challenged = g_strcmp0 (mitigated, "challenge") == 0;
  out->etag = dup_header (message, "ETag");
  out->last_modified = dup_header (message, "Last-Modified");
  out->retry_after_s = exm_http_parse_retry_after (retry_after, server_time_s (message));
}

GInputStream *
exm_message_get_chunked_body (SoupMessage *message, GInputStream *stream)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  if (soup_message_headers_get_encoding (headers) != SOUP_ENCODING_CHUNKED)
    return NULL;
  while (g_strcmp0 (G_OBJECT_TYPE_NAME (stream), "SoupBodyInputStream") != 0)
    {
      if (!G_IS_FILTER_INPUT_STREAM (stream))
        return NULL;
      stream = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream));
    }
  return stream;
}

gboolean
exm_chunked_body_is_complete (GInputStream *body)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  char byte;

  /* After the last chunk the stream says "end" by itself; otherwise it turns to the
   * connection, where the cancellable stops it at once. */
  g_cancellable_cancel (cancelled);
  return g_input_stream_read (body, &byte, 1, cancelled, NULL) == 0;
}

gboolean
exm_message_is_decoded (GInputStream *stream)
{
  while (!G_IS_CONVERTER_INPUT_STREAM (stream))
    {
      if (!G_IS_FILTER_INPUT_STREAM (stream))
        return TRUE;
      stream = g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream));
    }

  GConverter *wrapper
      = g_converter_input_stream_get_converter (G_CONVERTER_INPUT_STREAM (stream));
  g_autoptr (GConverter) converter = NULL;
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (wrapper), "base-converter")
      == NULL)
    return TRUE;
  g_object_get (wrapper, "base-converter", &converter, NULL);
  if (!G_IS_ZLIB_DECOMPRESSOR (converter))
    return TRUE;

  /* Behind its end, zlib says "finished" to whatever comes; before it, it does not. */
  char in = 0;
  char out[64];
  gsize n_read, n_written;
  return g_converter_convert (converter, &in, 1, out, sizeof out,
                              G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL)
         == G_CONVERTER_FINISHED;
}

goffset
exm_message_get_announced_bytes (SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  if (soup_message_headers_get_encoding (headers) != SOUP_ENCODING_CONTENT_LENGTH)
    return -1;
  return soup_message_headers_get_content_length (headers);
}

gboolean
exm_error_is_early_end (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED)
         || g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF);
}
