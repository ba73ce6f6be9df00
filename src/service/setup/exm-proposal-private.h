/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Proposals in the making. */

#pragma once

#include "setup/exm-proposal.h"

G_BEGIN_DECLS

/* A source whose kind is not known yet. */
#define EXM_SOURCE_ANY_KIND ((ExmSourceKind) -1)

/* Returns: (transfer full): one that lists nothing; its fields are all zero */
ExmProposal *exm_proposal_new_empty (void);

/**
 * exm_proposal_set_example:
 * @self: one without an example
 * @url: where the page is
 * @http_charset: (nullable): as its server tells
 *
 * Returns: (transfer none): the example in the fields
 */
ExmTaskExample *exm_proposal_set_example (ExmProposal *self,
                                          const char *url,
                                          const char *http_charset,
                                          GBytes *bytes);

/* The same for a page that was fetched. */
ExmTaskExample *exm_proposal_set_fetched_example (ExmProposal *self,
                                                  const ExmFetched *page);

/**
 * exm_proposal_add_targets:
 * @filter: of the task's patterns
 * @urls: (element-type utf8): addresses
 *
 * Adds those that match, but for the example and what is among the targets already.
 */
void
exm_proposal_add_targets (ExmProposal *self, ExmUrlFilter *filter, const GPtrArray *urls);

G_END_DECLS
