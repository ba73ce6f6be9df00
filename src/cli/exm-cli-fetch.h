/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fetching in the manner of a task: its user agent, its patience, its private hosts. */

#pragma once

#include "exm-fetcher.h"
#include "exm-task.h"

G_BEGIN_DECLS

/**
 * exm_cli_fetch:
 * @options: (nullable): as for exm_fetcher_fetch_sync()
 * @url: as for exm_fetcher_fetch_sync()
 * @request: (nullable): as for exm_fetcher_fetch_sync()
 * @error: names the address and the cause
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *
exm_cli_fetch (const ExmFetchOptions *options,
               const char *url,
               const ExmFetchRequest *request,
               GError **error);

/**
 * exm_cli_fetch_for_task:
 * @url: an address that a page or a task names
 * @fields: says how to fetch
 * @any_type: also what is no page, such as a feed
 * @error: names the address and the cause
 *
 * Private hosts are refused, but for those that the task names. Blocks.
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *
exm_cli_fetch_for_task (const char *url,
                        const ExmTaskFields *fields,
                        gboolean any_type,
                        GError **error);

/**
 * exm_cli_fetch_asked:
 * @url: an address that the operator asks for
 * @fields: (inout): gets its host, where that is private, among its private hosts
 * @any_type: see exm_cli_fetch_for_task()
 * @error: names the address and the cause
 *
 * Returns: (transfer full) (nullable): what was fetched
 */
ExmFetched *
exm_cli_fetch_asked (const char *url,
                     ExmTaskFields *fields,
                     gboolean any_type,
                     GError **error);

G_END_DECLS
