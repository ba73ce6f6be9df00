/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers that break HTTP or take their time: the connection is taken from the HTTP
 * server and written to by hand. For the thread of the main context it was made in. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmSampleStream:
 *
 * One connection that was taken over.
 */
typedef struct _ExmSampleStream ExmSampleStream;

/**
 * exm_sample_stream_new:
 * @connection: (transfer full): the connection
 * @first: (nullable): bytes to write, then the connection is closed; %NULL writes nothing
 *   and keeps it open
 * @again: (nullable): bytes to write after them, again and again without end
 * @interval_ms: 0 to write as fast as the client reads, else milliseconds between bytes
 * @on_end: called once when the stream closes by itself, not when it is freed
 * @user_data: for @on_end
 *
 * Returns: (transfer full): the stream
 */
ExmSampleStream *exm_sample_stream_new (GIOStream *connection,
                                        GBytes *first,
                                        GBytes *again,
                                        guint interval_ms,
                                        void (*on_end) (ExmSampleStream *stream,
                                                        gpointer user_data),
                                        gpointer user_data);

/**
 * exm_sample_stream_free:
 * @stream: (transfer full): a stream; its connection is closed
 */
void exm_sample_stream_free (ExmSampleStream *stream);

G_END_DECLS
