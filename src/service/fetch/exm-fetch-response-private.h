/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an answer's header to the fields of ExmFetched; for exm-fetch-job.c alone. */

#pragma once

#include <libsoup/soup.h>

#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

/**
 * exm_fetched_read_headers:
 * @out: one that is still being filled
 * @message: after its response header was read
 *
 * Status, reason, type and validators replace those of the hop before. Fields over 1,024
 * bytes or not UTF-8 are taken for absent.
 */
void exm_fetched_read_headers (ExmFetched *out, SoupMessage *message);

/**
 * exm_message_follow:
 * @message: an answer that redirects
 * @out: is at its hop, which becomes one of those that went elsewhere
 * @max_redirects: how many of them there may be
 *
 * Returns: (transfer full) (nullable): where it leads; %NULL with @error,
 *   %EXM_FETCH_ERROR
 */
GUri *exm_message_follow (SoupMessage *message,
                          ExmFetched *out,
                          guint max_redirects,
                          GError **error);

/* Returns: bytes that the server announced, before decoding; −1 where it did not */
goffset exm_message_get_announced_bytes (SoupMessage *message);

G_END_DECLS
