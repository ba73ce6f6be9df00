/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fetches pages over HTTP and HTTPS: redirects, caps and the ban on private addresses are
 * ours, not libsoup's, so that every hop is checked. */

#pragma once

#include <gio/gio.h>

#include "base/exm-limits.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

/**
 * ExmFetchOptions:
 *
 * Options of all fetches of one fetcher. Start from %EXM_FETCH_OPTIONS_INIT.
 */
typedef struct
{
  const char
      *user_agent;     /* (unowned) (nullable): %NULL for "Exemplar/VERSION (+contact)" */
  const char *contact; /* (unowned) (nullable): URL or mail address for the default one */
  const char *proxy;   /* (unowned) (nullable): URI of a proxy (http, socks5, …);
                        * "direct://" for none, %NULL for the system's settings */
  GTlsDatabase *tls_database; /* (unowned) (nullable): trusted authorities, %NULL for the
                               * system's */
  guint timeout_ms;           /* for the whole fetch, all hops; at least 1 */
  guint idle_timeout_ms;  /* without any progress: connecting, waiting, between bytes */
  gsize max_bytes;        /* of a body, after decoding */
  guint max_redirects;    /* 0 for none */
  gboolean allow_private; /* private addresses may be fetched: for tests and the sample
                           * site only */
} ExmFetchOptions;

#define EXM_FETCH_OPTIONS_INIT                                                           \
  {                                                                                      \
    .timeout_ms = 60000, .idle_timeout_ms = 20000, .max_bytes = EXM_MAX_PAGE_BYTES,      \
    .max_redirects = 10                                                                  \
  }

/**
 * ExmFetchRequest:
 *
 * Options of one fetch; all zero is a plain page fetch.
 */
typedef struct
{
  const char *const *headers; /* (unowned) (nullable): name, value, name, value, …, %NULL;
                               * after a redirect to another host, port or
                               * scheme only Accept and Accept-Language are sent */
  const char *if_none_match;     /* (unowned) (nullable): an ETag that was sent before */
  const char *if_modified_since; /* (unowned) (nullable): a Last-Modified sent before */
  const char *operator_host;     /* (unowned) (nullable): the host that the operator asked
                                  * for: it, and no other, may have a private address */
  gboolean any_type; /* take every content type: robots.txt, JSON feeds, images */
} ExmFetchRequest;

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
