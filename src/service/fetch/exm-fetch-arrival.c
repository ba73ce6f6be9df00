/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-arrival-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/exm-said.h"
#include "fetch/exm-fetch-response-private.h"
#include "fetch/exm-wire-stream.h"

/* More than libsoup reads at once while it looks for the end of the header. */
#define FIRST_BYTES (64u * 1024u)

struct _ExmFetchArrival
{
  SoupMessage *message;       /* (owned) */
  GInputStream *stream;       /* (owned) */
  GInputStream *raw;          /* (owned): inside @stream, before content decoding */
  GFilterInputStream *buffer; /* (owned) (nullable): libsoup's, inside @raw, over @wire */
  ExmWireStream *wire;        /* (owned) (nullable): of a body in chunks */
};

static GInputStream *
get_base (GInputStream *stream)
{
  return G_IS_FILTER_INPUT_STREAM (stream)
             ? g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (stream))
             : NULL;
}

static GInputStream *
find_raw (GInputStream *stream)
{
  GInputStream *raw = stream;

  for (GInputStream *s = stream; s != NULL; s = get_base (s))
    if (G_IS_CONVERTER_INPUT_STREAM (s))
      raw = get_base (s);
  return raw;
}

static gboolean
is_type (GInputStream *stream, const char *name)
{
  return stream != NULL && g_str_equal (G_OBJECT_TYPE_NAME (stream), name);
}

/* Sets a protected field, since libsoup has no other place to look at the bytes of a
 * connection. */
static void
set_base (GFilterInputStream *stream, GInputStream *base)
{
  g_set_object (&stream->base_stream, base);
}

/* Puts a stream that looks on between libsoup's buffer and its connection. What the
 * buffer has of the body is taken out first; it comes back through the new stream. */
static void
watch_chunks (ExmFetchArrival *self)
{
  GInputStream *body = self->raw;
  g_autoptr (GByteArray) first = NULL;

  while (body != NULL && !is_type (body, "SoupBodyInputStream"))
    body = get_base (body);
  GInputStream *buffer = get_base (body);
  GInputStream *connection = get_base (buffer);
  if (!is_type (buffer, "SoupFilterInputStream")
      || !G_IS_POLLABLE_INPUT_STREAM (connection))
    return;
  first = g_byte_array_sized_new (FIRST_BYTES);
  g_byte_array_set_size (first, FIRST_BYTES);
  gssize n = g_pollable_input_stream_read_nonblocking (
      G_POLLABLE_INPUT_STREAM (buffer), first->data, FIRST_BYTES, NULL, NULL);
  g_byte_array_set_size (first, (guint) MAX (n, 0));
  self->buffer = G_FILTER_INPUT_STREAM (g_object_ref (buffer));
  self->wire = exm_wire_stream_new (connection, g_steal_pointer (&first));
  set_base (self->buffer, G_INPUT_STREAM (self->wire));
}

ExmFetchArrival *
exm_fetch_arrival_new (SoupMessage *message, GInputStream *stream)
{
  ExmFetchArrival *self = g_new0 (ExmFetchArrival, 1);

  self->message = g_object_ref (message);
  self->stream = g_object_ref (stream);
  self->raw = g_object_ref (find_raw (stream));
  if (soup_message_headers_get_encoding (soup_message_get_response_headers (message))
      == SOUP_ENCODING_CHUNKED)
    watch_chunks (self);
  return self;
}

void
exm_fetch_arrival_free (ExmFetchArrival *self)
{
  if (self->buffer != NULL)
    set_base (self->buffer,
              g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self->wire)));
  g_clear_object (&self->buffer);
  g_clear_object (&self->wire);
  g_object_unref (self->raw);
  g_object_unref (self->stream);
  g_object_unref (self->message);
  g_free (self);
}

GInputStream *
exm_fetch_arrival_get_raw (ExmFetchArrival *self)
{
  return self->raw;
}

guint
exm_fetch_arrival_get_codings (ExmFetchArrival *self)
{
  guint n = 0;

  for (GInputStream *s = self->stream; s != self->raw; s = get_base (s))
    n += G_IS_CONVERTER_INPUT_STREAM (s);
  return n;
}

guint64
exm_fetch_arrival_get_wire_bytes (ExmFetchArrival *self, gsize n_decoded)
{
  SoupMessageMetrics *metrics = soup_message_get_metrics (self->message);

  if (self->wire != NULL)
    return exm_wire_stream_get_check (self->wire)->n_bytes;
  if (exm_fetch_arrival_get_codings (self) == 0 || metrics == NULL)
    return n_decoded;
  return soup_message_metrics_get_response_body_bytes_received (metrics);
}

/* libsoup takes the end of the input for the end of compressed data. A decoder that came
 * to its end says "finished" to whatever comes, or was let go. */
static gboolean
is_decoded (ExmFetchArrival *self)
{
  for (GInputStream *s = self->stream; s != self->raw; s = get_base (s))
    {
      g_autoptr (GConverter) decoder = NULL;
      char in = 0;
      char out[64];
      gsize n_read, n_written;
      if (!G_IS_CONVERTER_INPUT_STREAM (s))
        continue;
      GConverter *wrapper
          = g_converter_input_stream_get_converter (G_CONVERTER_INPUT_STREAM (s));
      if (g_object_class_find_property (G_OBJECT_GET_CLASS (wrapper), "base-converter")
          != NULL)
        g_object_get (wrapper, "base-converter", &decoder, NULL);
      if (decoder != NULL
          && g_converter_convert (decoder, &in, 1, out, sizeof out,
                                  G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL)
                 != G_CONVERTER_FINISHED)
        return FALSE;
    }
  return TRUE;
}

/* A part where all was asked for: "bytes 0-99/1000". */
static char *
describe_part (ExmFetchArrival *self, guint64 n_wire)
{
  goffset first, last, total;

  if (soup_message_headers_get_content_range (
          soup_message_get_response_headers (self->message), &first, &last, &total)
      && total > 0)
    return exm_said_new (N_ ("the server sent %" PRIu64 " of %" PRId64
                             " bytes, a part that nobody asked for"),
                         n_wire, (gint64) total);
  return exm_said_new (N_ ("the server sent a part that nobody asked for (status 206)"));
}

static gboolean
is_unasked_part (ExmFetchArrival *self)
{
  return soup_message_get_status (self->message) == SOUP_STATUS_PARTIAL_CONTENT
         && soup_message_headers_get_one (
                soup_message_get_request_headers (self->message), "Range")
                == NULL;
}

char *
exm_fetch_arrival_find_problem (ExmFetchArrival *self, gsize n_decoded, gboolean ended)
{
  goffset announced = exm_message_get_announced_bytes (self->message);
  guint64 n_wire = exm_fetch_arrival_get_wire_bytes (self, n_decoded);
  const ExmChunkCheck *chunks
      = self->wire != NULL ? exm_wire_stream_get_check (self->wire) : NULL;

  if (is_unasked_part (self))
    return describe_part (self, n_wire);
  if (chunks != NULL && chunks->state == EXM_CHUNK_BAD)
    return exm_said_new (
        N_ ("the size of a part makes no sense, after %" PRIu64 " bytes"), n_wire);
  if (chunks != NULL ? chunks->state != EXM_CHUNK_COMPLETE : !ended && announced < 0)
    return exm_said_new (N_ ("the connection ended after %" PRIu64 " bytes"), n_wire);
  gboolean decoded = !ended || n_wire == 0 || is_decoded (self);
  /* Some servers announce the length before compression; browsers take that too. */
  if (announced >= 0 && n_wire < (guint64) announced
      && !(ended && decoded && exm_fetch_arrival_get_codings (self) > 0
           && (guint64) announced == n_decoded))
    return exm_said_new (N_ ("%" PRIu64 " of %" PRId64 " bytes"), n_wire,
                         (gint64) announced);
  if (!decoded || !ended)
    return exm_said_new (N_ ("its compressed data breaks off after %" PRIu64 " bytes"),
                         n_wire);
  return NULL;
}

gboolean
exm_error_is_early_end (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
         || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED)
         || g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF);
}
