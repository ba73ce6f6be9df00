/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Whether a page holds all of its article. Pure, any thread. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_completeness_find:
 * @page: a page that knows its address
 * @result: its body
 *
 * Looks for further pages (exm_further_pages_find()), and for a declared paywall
 * (exm_metadata_read_paid()) or a form to log in where only a short body stands. O(page).
 *
 * Returns: (transfer full) (nullable): why it is only a part, as exm_said_new() has it
 */
char *exm_completeness_find (const ExmPageText *page, const ExmResult *result);

/* Returns: the byte of the page's source, which is read once, where it asks for a
 * password; 0 if it does not */
gsize exm_completeness_find_password (const ExmPageText *page);

G_END_DECLS
