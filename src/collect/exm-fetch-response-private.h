/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an answer's header to the fields of ExmFetched; for exm-fetch-job.c alone. */

#pragma once

#include <libsoup/soup.h>

#include "exm-fetched.h"

G_BEGIN_DECLS

/**
 * exm_fetched_read_headers:
 * @out: one that is still being filled
 * @message: after its response header was read
 *
 * Status, reason, type and validators replace those of the hop before. Fields over 1,024
 * bytes or not UTF-8 are taken for absent.
 */
void
exm_fetched_read_headers (ExmFetched *out, SoupMessage *message);

/**
 * exm_message_get_chunked_body:
 * @message: an answer
 * @stream: its body as libsoup gave it
 *
 * Returns: (transfer none) (nullable): the stream inside @stream that reads the chunks of
 *   HTTP/1; %NULL where the body did not come in chunks
 */
GInputStream *
exm_message_get_chunked_body (SoupMessage *message, GInputStream *stream);

/**
 * exm_chunked_body_is_complete:
 * @body: an answer of exm_message_get_chunked_body() that was read to its end, not closed
 *
 * libsoup 3.2 takes a connection that closes between two chunks for the end of the body.
 *
 * Returns: whether the last chunk was seen; does not block
 */
gboolean
exm_chunked_body_is_complete (GInputStream *body);

/**
 * exm_message_is_decoded:
 * @stream: a body as libsoup gave it, read to its end, not closed
 *
 * libsoup takes the end of the input for the end of compressed data.
 *
 * Returns: %FALSE where gzip or deflate data was cut off
 */
gboolean
exm_message_is_decoded (GInputStream *stream);

/* Returns: bytes that the server announced, before decoding; −1 where it did not */
goffset
exm_message_get_announced_bytes (SoupMessage *message);

/* Returns: whether the connection ended before the body did */
gboolean
exm_error_is_early_end (const GError *error);

G_END_DECLS
