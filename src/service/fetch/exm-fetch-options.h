/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Options of a fetcher, and of one fetch. */

#pragma once

#include <gio/gio.h>

#include "base/exm-limits.h"

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
  gboolean no_cookies;    /* none are remembered, nor sent */
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

G_END_DECLS
