/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A request that outlives the call it came with; for exm-fetch-job.c alone. */

#pragma once

#include <libsoup/soup.h>

#include "fetch/exm-fetcher.h"

G_BEGIN_DECLS

/**
 * exm_fetch_request_copy:
 * @request: (nullable): what to copy; %NULL for a plain page fetch
 *
 * Returns: (transfer full): owns its strings
 */
ExmFetchRequest *exm_fetch_request_copy (const ExmFetchRequest *request);

/**
 * exm_fetch_request_free:
 * @self: (transfer full): a copy
 */
void exm_fetch_request_free (ExmFetchRequest *self);

/**
 * exm_fetch_request_check:
 * @self: a request
 * @error: where to put %EXM_FETCH_ERROR_REQUEST
 *
 * Returns: whether its headers can be sent as they are
 */
gboolean exm_fetch_request_check (const ExmFetchRequest *self, GError **error);

/**
 * exm_fetch_request_is_conditional:
 * @self: a request
 *
 * Returns: whether "304 Not Modified" answers it
 */
gboolean exm_fetch_request_is_conditional (const ExmFetchRequest *self);

/**
 * exm_fetch_request_apply:
 * @self: a request that was checked
 * @message: what is about to be sent
 * @first: what was asked for at first; headers that may be secrets go to its origin alone
 */
void
exm_fetch_request_apply (const ExmFetchRequest *self, SoupMessage *message, GUri *first);

G_END_DECLS
