/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The first reading of an address: an example and one page to stand beside it, to be
 * shown while the list of the articles is still looked for. */

#pragma once

#include "setup/exm-proposal.h"

G_BEGIN_DECLS

/**
 * exm_first_reading_new:
 * @fields: of the proposal that is being made: how pages are fetched
 * @page: the example
 * @beside: (nullable): address of the page beside it
 *
 * Any thread.
 *
 * Returns: (transfer full): a proposal without sources and patterns
 */
ExmProposal *exm_first_reading_new (const ExmTaskFields *fields,
                                    const ExmFetched *page,
                                    const char *beside);

/**
 * exm_first_reading_find_beside:
 * @page: an article that knows its address
 *
 * Any thread. Linear in the page's links.
 *
 * Returns: (transfer full) (nullable): the first page that it links to and whose address
 *   is built as its own
 */
char *exm_first_reading_find_beside (const ExmPageText *page);

G_END_DECLS
