/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a body came whole. libsoup 3.2 says "end" in many cases where it did not: a
 * connection that is not kept may close before the announced length is reached, sizes of
 * chunks that it cannot read count as 0, and compressed data may stop anywhere. For
 * exm-fetch-job.c alone; the fetcher's thread. */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

typedef struct _ExmFetchArrival ExmFetchArrival;

/**
 * exm_fetch_arrival_new:
 * @message: an answer whose header was read
 * @stream: its body, of which nothing was read
 *
 * Checks the connection's bytes of a chunked body from now on until
 * exm_fetch_arrival_free().
 *
 * Returns: (transfer full): what watches the body come
 */
ExmFetchArrival *exm_fetch_arrival_new (SoupMessage *message, GInputStream *stream);

/* Before the body's stream is closed. */
void exm_fetch_arrival_free (ExmFetchArrival *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFetchArrival, exm_fetch_arrival_free)

/**
 * exm_fetch_arrival_get_raw:
 *
 * Returns: (transfer none): the stream of the body before it is decoded, which a decoder
 *   may leave unread
 */
GInputStream *exm_fetch_arrival_get_raw (ExmFetchArrival *self);

/**
 * exm_fetch_arrival_get_wire_bytes:
 * @n_decoded: bytes that came out of the stream
 *
 * Returns: bytes of the body that came, before content decoding, without chunks' framing
 */
guint64 exm_fetch_arrival_get_wire_bytes (ExmFetchArrival *self, gsize n_decoded);

/**
 * exm_fetch_arrival_get_codings:
 *
 * Returns: content encodings that were removed from what the stream gives
 */
guint exm_fetch_arrival_get_codings (ExmFetchArrival *self);

/**
 * exm_fetch_arrival_find_problem:
 * @n_decoded: bytes that came out of the stream
 * @ended: the stream said "end"; else it was cut off
 *
 * Call once, at the end of the body, before exm_fetch_arrival_free().
 *
 * Returns: (transfer full) (nullable): why the body is not whole, as exm_said_new() has
 *   it; %NULL if it is
 */
char *
exm_fetch_arrival_find_problem (ExmFetchArrival *self, gsize n_decoded, gboolean ended);

/* Returns: whether the connection ended before the body did */
gboolean exm_error_is_early_end (const GError *error);

G_END_DECLS
