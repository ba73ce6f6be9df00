/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fetching one page for an operator, in the manner of a task: its user agent, its
 * patience, its private hosts. Blocks; any thread; robots.txt is not asked. */

#pragma once

#include "fetch/exm-fetcher.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

/**
 * exm_fetch_named:
 * @options: (nullable): as for exm_fetcher_fetch_sync()
 * @url: as for exm_fetcher_fetch_sync()
 * @request: (nullable): as for exm_fetcher_fetch_sync()
 * @error: names the address and the cause
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *exm_fetch_named (const ExmFetchOptions *options,
                             const char *url,
                             const ExmFetchRequest *request,
                             GCancellable *cancellable,
                             GError **error);

/**
 * exm_task_fetch:
 * @fields: says how to fetch
 * @url: an address that a page or a task names
 * @any_type: also what is no page, such as a feed
 * @error: names the address and the cause
 *
 * Private hosts are refused, but for those that the task names.
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *exm_task_fetch (const ExmTaskFields *fields,
                            const char *url,
                            gboolean any_type,
                            GCancellable *cancellable,
                            GError **error);

/**
 * exm_task_fetch_asked:
 * @fields: (inout): gets the host, where that is private, among its private hosts
 * @url: an address that the operator asks for
 * @any_type: see exm_task_fetch()
 * @error: names the address and the cause
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *exm_task_fetch_asked (ExmTaskFields *fields,
                                  const char *url,
                                  gboolean any_type,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
