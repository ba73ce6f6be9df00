/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fetches pages over HTTP and HTTPS: redirects, caps and the ban on private addresses are
 * ours, not libsoup's, so that every hop is checked. */

#pragma once

#include <gio/gio.h>

#include "fetch/exm-fetch-error.h"
#include "fetch/exm-fetch-options.h"
#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

#define EXM_TYPE_FETCHER (exm_fetcher_get_type ())
G_DECLARE_FINAL_TYPE (ExmFetcher, exm_fetcher, EXM, FETCHER, GObject)

/**
 * exm_fetcher_new:
 * @options: (nullable): what holds for every fetch; %NULL for %EXM_FETCH_OPTIONS_INIT
 *
 * Connections are kept and cookies remembered for as long as it lives, nothing is stored.
 * Must be used in the thread and under the thread-default main context of this call.
 *
 * Returns: (transfer full): a fetcher
 */
ExmFetcher *exm_fetcher_new (const ExmFetchOptions *options);

/**
 * exm_fetcher_fetch_async:
 * @self: a fetcher
 * @url: as pasted or found; goes through exm_url_normalize_input()
 * @request: (nullable): what holds for this fetch; copied
 * @cancellable: (nullable): may be cancelled from any thread
 * @callback: called in the thread of @self when done
 * @data: for @callback
 *
 * Any number may run at once. Each hop's host is checked as written before connecting and
 * by the address of the connection before a byte is sent over it, also one that is used
 * again (so a name that changes its address does not help). Through a proxy the real
 * address is the proxy's to see: there only the host as written is checked.
 *
 * Memory stays within the cap on bytes, however the body was compressed.
 */
void exm_fetcher_fetch_async (ExmFetcher *self,
                              const char *url,
                              const ExmFetchRequest *request,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data);

/**
 * exm_fetcher_fetch_finish:
 * @self: a fetcher
 * @result: what the callback was given
 * @error: where to put an error: %EXM_FETCH_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Status 200 to 299, and 304 without a body where the request was conditional.
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *
exm_fetcher_fetch_finish (ExmFetcher *self, GAsyncResult *result, GError **error);

/**
 * exm_fetcher_fetch_sync:
 * @options: (nullable): as for exm_fetcher_new()
 * @url: as for exm_fetcher_fetch_async()
 * @request: (nullable): as for exm_fetcher_fetch_async()
 * @cancellable: (nullable): may be cancelled from any thread
 * @error: where to put an error
 *
 * One fetch with a fetcher of its own under a private main context; blocks the calling
 * thread, which may be any, until the end or the time-out.
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *exm_fetcher_fetch_sync (const ExmFetchOptions *options,
                                    const char *url,
                                    const ExmFetchRequest *request,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
