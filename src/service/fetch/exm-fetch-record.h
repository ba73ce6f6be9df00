/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The record of a fetch: what an archive needs and cannot be had later, as compact JSON.
 * It is what page_meta.headers holds:
 *
 *   {"version": 1,
 *    "exchanges": [
 *      {"time": "2026-01-31T08:00:00.123Z",      when the request went out, UTC
 *       "url": "https://a.example/1",            without user name and password
 *       "peer": "192.0.2.7:443",                 null where it is not known
 *       "proxy": true,                           only where the peer is a proxy
 *       "request": "GET /1 HTTP/1.1",
 *       "request_headers": [["Accept", "text/html"], ["Cookie", null]],
 *       "status": "HTTP/1.1 301 Moved Permanently",
 *       "headers": [["Location", "/2"], ["Set-Cookie", null]],
 *       "left_out": 3}                           headers beyond EXM_MAX_EXCHANGE_BYTES
 *    ],
 *    "body": {"stored": "decoded", "removed": ["gzip", "chunked"], "bytes": 1234},
 *    "incomplete": "…"}                          only of a part: see #ExmFetched
 *
 * Redirects are exchanges before the last one. Headers are pairs, repeated ones as often
 * as they came, in the order that libsoup gives them: that of the wire among the names
 * that it knows, then among the others. A value of null is a secret that was sent or
 * received and is not kept: of requests all but well-known harmless headers, of answers
 * Set-Cookie. Bytes that are no UTF-8 are U+FFFD, as libsoup hands them out.
 *
 * The body is stored as "received", "decoded" (the content and transfer encodings in
 * "removed" were taken off) or "rendered" (what a browser made of it); "bytes" are those
 * that came, before content decoding. */

#pragma once

#include <libsoup/soup.h>

#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

/**
 * exm_fetched_add_exchange:
 * @self: one that is still being filled, at the hop that @message is
 * @message: after its answer's header was read
 * @peer: (nullable): whom the connection leads to
 * @via_proxy: that is a proxy
 * @time_usec: when the request went out, Unix time in microseconds
 *
 * Cost: the bytes of its headers, of which %EXM_MAX_EXCHANGE_BYTES are kept.
 */
void exm_fetched_add_exchange (ExmFetched *self,
                               SoupMessage *message,
                               GSocketAddress *peer,
                               gboolean via_proxy,
                               gint64 time_usec);

/**
 * exm_fetched_write_record:
 * @self: what was fetched
 *
 * Any thread.
 *
 * Returns: (transfer full) (nullable): its record; %NULL where nothing was asked
 */
char *exm_fetched_write_record (const ExmFetched *self);

/**
 * exm_fetch_record_dup_incomplete:
 * @record: (nullable): as exm_fetched_write_record() gives it, or any other text
 *
 * Returns: (transfer full) (nullable): why the page did not come whole, as exm_said_new()
 *   has it; %NULL if it did, or @record says nothing
 */
char *exm_fetch_record_dup_incomplete (const char *record);

typedef void (*ExmFetchHeaderFunc) (const char *name, const char *value, gpointer data);

/**
 * exm_fetch_record_foreach_header:
 * @record: (nullable): as exm_fetched_write_record() gives it, or any other text
 * @func: called for each header of the last answer whose value is kept
 *
 * Any thread; parses all of it.
 */
void exm_fetch_record_foreach_header (const char *record,
                                      ExmFetchHeaderFunc func,
                                      gpointer data);

G_END_DECLS
