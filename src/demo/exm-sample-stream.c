/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-stream.h"

struct _ExmSampleStream
{
  GIOStream *connection; /* (owned) */
  GBytes *bytes;         /* (owned) (nullable): being written */
  GBytes *again;         /* (owned) (nullable) */
  gsize at;              /* bytes of them that were written */
  guint interval_ms;
  GSource *source; /* (owned) (nullable) */
  void (*on_end) (ExmSampleStream *stream, gpointer user_data);
  gpointer user_data; /* (unowned) */
};

/* Writes what may be written now; FALSE when the stream has come to its end. */
static gboolean
write_some (ExmSampleStream *self)
{
  GPollableOutputStream *out
      = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (self->connection));
  g_autoptr (GError) error = NULL;
  gsize size = 0;
  const guint8 *bytes = g_bytes_get_data (self->bytes, &size);
  gsize count = self->interval_ms > 0 ? MIN (size - self->at, 1) : size - self->at;
  gssize written = g_pollable_output_stream_write_nonblocking (out, bytes + self->at,
                                                               count, NULL, &error);
  if (written < 0)
    return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  self->at += (gsize) written;
  if (self->at < size)
    return TRUE;
  if (self->again == NULL)
    return FALSE;
  g_bytes_unref (self->bytes);
  self->bytes = g_bytes_ref (self->again);
  self->at = 0;
  return TRUE;
}

static gboolean
step (ExmSampleStream *self)
{
  if (write_some (self))
    return G_SOURCE_CONTINUE;
  self->on_end (self, self->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
on_timeout (gpointer user_data)
{
  return step (user_data);
}

static gboolean
on_writable (GObject *out, gpointer user_data)
{
  return step (user_data);
}

static void
add_source (ExmSampleStream *self)
{
  if (self->interval_ms > 0)
    {
      self->source = g_timeout_source_new (self->interval_ms);
      g_source_set_callback (self->source, on_timeout, self, NULL);
    }
  else
    {
      GOutputStream *out = g_io_stream_get_output_stream (self->connection);
      self->source
          = g_pollable_output_stream_create_source (G_POLLABLE_OUTPUT_STREAM (out), NULL);
      g_source_set_callback (self->source, G_SOURCE_FUNC (on_writable), self, NULL);
    }
  g_source_attach (self->source, g_main_context_get_thread_default ());
}

ExmSampleStream *
exm_sample_stream_new (GIOStream *connection,
                       GBytes *first,
                       GBytes *again,
                       guint interval_ms,
                       void (*on_end) (ExmSampleStream *stream, gpointer user_data),
                       gpointer user_data)
{
  ExmSampleStream *self = g_new0 (ExmSampleStream, 1);
  self->connection = connection;
  self->bytes = first != NULL ? g_bytes_ref (first) : NULL;
  self->again = again != NULL ? g_bytes_ref (again) : NULL;
  self->interval_ms = interval_ms;
  self->on_end = on_end;
  self->user_data = user_data;
  if (first != NULL)
    add_source (self);
  return self;
}

void
exm_sample_stream_free (ExmSampleStream *self)
{
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_source_unref (self->source);
    }
  g_io_stream_close (self->connection, NULL, NULL);
  g_object_unref (self->connection);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->again, g_bytes_unref);
  g_free (self);
}
