/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Causes why a page cannot become a task, in words that say what is missing. */

#pragma once

#include "types/exm-page-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmProposalError:
 * @EXM_PROPOSAL_ERROR_NO_ARTICLE: what lists articles does not
 * @EXM_PROPOSAL_ERROR_SCRIPTED: nor can it: scripts fill the page in
 * @EXM_PROPOSAL_ERROR_LOGIN: nor can it: the page asks for a login
 * @EXM_PROPOSAL_ERROR_NO_SOURCE: the example does not say where articles are listed
 * @EXM_PROPOSAL_ERROR_NO_PAGE: the example is a feed or sitemap
 * @EXM_PROPOSAL_ERROR_NO_ADDRESS: the page of a file does not tell its address
 */
typedef enum
{
  EXM_PROPOSAL_ERROR_NO_ARTICLE,
  EXM_PROPOSAL_ERROR_SCRIPTED,
  EXM_PROPOSAL_ERROR_LOGIN,
  EXM_PROPOSAL_ERROR_NO_SOURCE,
  EXM_PROPOSAL_ERROR_NO_PAGE,
  EXM_PROPOSAL_ERROR_NO_ADDRESS,
} ExmProposalError;

#define EXM_PROPOSAL_ERROR (exm_proposal_error_quark ())
GQuark exm_proposal_error_quark (void);

/**
 * exm_refusal_new:
 * @url: address of the page
 * @page: (nullable): as it was served, or as it is after its scripts have run
 * @rendered: whether these have run
 *
 * Any thread. Linear in the page's source.
 *
 * Returns: (transfer full): an error of %EXM_PROPOSAL_ERROR that names @url and tells why
 *   no article was found on it
 */
GError *exm_refusal_new (const char *url, const ExmPageText *page, gboolean rendered);

/* Returns: (transfer full): @cause why no article that the page at @url lists could be
 * read, with the address before it */
GError *exm_refusal_new_unread (const char *url, const GError *cause);

/* Returns: (transfer full): @refusal of a page that scripts fill in, and why it could not
 * be rendered */
GError *exm_refusal_new_unrendered (const GError *refusal, const GError *cause);

/**
 * exm_refusal_new_unmatched:
 * @list: address of a source
 * @n_listed: addresses that it lists
 * @example: (nullable): what they should be built like; %NULL where the operator gave
 *   patterns
 *
 * Returns: (transfer full): that a task with this source would find nothing
 */
GError *exm_refusal_new_unmatched (const char *list, guint n_listed, const char *example);

/* Returns: whether the server that answered so wants no more requests for now */
gboolean exm_refusal_is_wait (const GError *error);

/**
 * exm_refusal_advise:
 * @error: (inout): of a fetch; others stay as they are
 * @now_usec: Unix time
 *
 * Adds what to do about it, where the words do not say so yet. Any thread.
 */
void exm_refusal_advise (GError *error, gint64 now_usec);

G_END_DECLS
