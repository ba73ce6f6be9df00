/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-wire-stream.h"

#include <string.h>

struct _ExmWireStream
{
  GFilterInputStream parent_instance;

  GByteArray *first; /* (owned): what is given out before the connection is read */
  guint n_given;     /* of @first */
  ExmChunkCheck check;
};

static void pollable_init (GPollableInputStreamInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmWireStream,
                               exm_wire_stream,
                               G_TYPE_FILTER_INPUT_STREAM,
                               G_IMPLEMENT_INTERFACE (G_TYPE_POLLABLE_INPUT_STREAM,
                                                      pollable_init))

static gboolean
has_first (ExmWireStream *self)
{
  return self->n_given < self->first->len;
}

static GPollableInputStream *
get_connection (ExmWireStream *self)
{
  return G_POLLABLE_INPUT_STREAM (
      g_filter_input_stream_get_base_stream (G_FILTER_INPUT_STREAM (self)));
}

static gssize
read_either (ExmWireStream *self,
             void *buffer,
             gsize count,
             gboolean blocking,
             GCancellable *cancellable,
             GError **error)
{
  gssize n;

  if (has_first (self))
    {
      n = (gssize) MIN (count, self->first->len - self->n_given);
      memcpy (buffer, self->first->data + self->n_given, (gsize) n);
      self->n_given += (guint) n;
    }
  else
    {
      n = g_pollable_stream_read (G_INPUT_STREAM (get_connection (self)), buffer, count,
                                  blocking, cancellable, error);
    }
  if (n > 0)
    exm_chunk_check_feed (&self->check, buffer, (gsize) n);
  return n;
}

static gssize
exm_wire_stream_read (GInputStream *stream,
                      void *buffer,
                      gsize count,
                      GCancellable *cancellable,
                      GError **error)
{
  return read_either (EXM_WIRE_STREAM (stream), buffer, count, TRUE, cancellable, error);
}

/* The base class would skip bytes of the connection unseen. */
static gssize
exm_wire_stream_skip (GInputStream *stream,
                      gsize count,
                      GCancellable *cancellable,
                      GError **error)
{
  char dropped[4096];

  return exm_wire_stream_read (stream, dropped, MIN (count, sizeof dropped), cancellable,
                               error);
}

static gssize
exm_wire_stream_read_nonblocking (GPollableInputStream *stream,
                                  void *buffer,
                                  gsize count,
                                  GError **error)
{
  return read_either (EXM_WIRE_STREAM (stream), buffer, count, FALSE, NULL, error);
}

static gboolean
exm_wire_stream_can_poll (GPollableInputStream *stream)
{
  return g_pollable_input_stream_can_poll (get_connection (EXM_WIRE_STREAM (stream)));
}

static gboolean
exm_wire_stream_is_readable (GPollableInputStream *stream)
{
  ExmWireStream *self = EXM_WIRE_STREAM (stream);

  return has_first (self) || g_pollable_input_stream_is_readable (get_connection (self));
}

static GSource *
exm_wire_stream_create_source (GPollableInputStream *stream, GCancellable *cancellable)
{
  ExmWireStream *self = EXM_WIRE_STREAM (stream);
  g_autoptr (GSource) base
      = has_first (self)
            ? g_timeout_source_new (0)
            : g_pollable_input_stream_create_source (get_connection (self), cancellable);

  return g_pollable_source_new_full (stream, base, cancellable);
}

static void
pollable_init (GPollableInputStreamInterface *iface)
{
  iface->can_poll = exm_wire_stream_can_poll;
  iface->is_readable = exm_wire_stream_is_readable;
  iface->read_nonblocking = exm_wire_stream_read_nonblocking;
  iface->create_source = exm_wire_stream_create_source;
}

static void
exm_wire_stream_finalize (GObject *object)
{
  g_byte_array_unref (EXM_WIRE_STREAM (object)->first);
  G_OBJECT_CLASS (exm_wire_stream_parent_class)->finalize (object);
}

static void
exm_wire_stream_class_init (ExmWireStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_wire_stream_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = exm_wire_stream_read;
  G_INPUT_STREAM_CLASS (klass)->skip = exm_wire_stream_skip;
}

static void
exm_wire_stream_init (ExmWireStream *self)
{
}

ExmWireStream *
exm_wire_stream_new (GInputStream *connection, GByteArray *first)
{
  ExmWireStream *self = g_object_new (EXM_TYPE_WIRE_STREAM, "base-stream", connection,
                                      "close-base-stream", FALSE, NULL);

  self->first = first;
  return self;
}

const ExmChunkCheck *
exm_wire_stream_get_check (ExmWireStream *self)
{
  g_return_val_if_fail (EXM_IS_WIRE_STREAM (self), NULL);

  return &self->check;
}
