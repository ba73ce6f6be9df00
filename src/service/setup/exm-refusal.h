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
 * @EXM_PROPOSAL_ERROR_NO_SOURCE: the example does not say where articles are listed
 * @EXM_PROPOSAL_ERROR_NO_PAGE: the example is a feed or sitemap
 * @EXM_PROPOSAL_ERROR_NO_ADDRESS: the page of a file does not tell its address
 */
typedef enum
{
  EXM_PROPOSAL_ERROR_NO_ARTICLE,
  EXM_PROPOSAL_ERROR_SCRIPTED,
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

G_END_DECLS
