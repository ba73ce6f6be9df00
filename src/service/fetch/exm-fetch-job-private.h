/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One fetch from its first hop to its last byte; for exm-fetcher.c alone. */

#pragma once

#include <libsoup/soup.h>

#include "fetch/exm-fetch-options.h"

G_BEGIN_DECLS

/* Connections by what they may lead to. Over HTTP/2 a request is on its way before
 * anything can be said against the connection, so those that lead to private addresses
 * must not be found by requests without the right to. */
typedef struct
{
  SoupSession *open;   /* for hops that may be at a private address */
  SoupSession *closed; /* for all others */
} ExmFetchSessions;

/**
 * exm_fetch_job_start:
 * @task: (transfer full): returns an #ExmFetched or an error at the end, in the
 *   thread-default main context
 * @sessions: the connections; must live as long as @task
 * @options: limits; must live as long as @task
 * @url: as pasted or found
 * @request: (nullable): what holds for this fetch; copied
 */
void exm_fetch_job_start (GTask *task,
                          const ExmFetchSessions *sessions,
                          const ExmFetchOptions *options,
                          const char *url,
                          const ExmFetchRequest *request);

G_END_DECLS
