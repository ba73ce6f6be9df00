/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One fetch from its first hop to its last byte; for exm-fetcher.c alone. */

#pragma once

#include <libsoup/soup.h>

#include "exm-fetcher.h"

G_BEGIN_DECLS

/**
 * exm_fetch_job_start:
 * @task: (transfer full): returns an #ExmFetched or an error at the end, in the
 *   thread-default main context
 * @session: the connections; must live as long as @task
 * @options: limits; must live as long as @task
 * @url: as pasted or found
 * @request: (nullable): what holds for this fetch; copied
 */
void
exm_fetch_job_start (GTask *task,
                     SoupSession *session,
                     const ExmFetchOptions *options,
                     const char *url,
                     const ExmFetchRequest *request);

G_END_DECLS
