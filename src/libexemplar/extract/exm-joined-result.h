/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The result on an article of several pages, put together from those on each page. Pure,
 * any thread. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_joined_result_new:
 * @page: what exm_page_join() made
 * @results: (element-type ExmResult): on each page that it was joined of
 *
 * Trims the seams: at the beginning of a page what an earlier one has said, at its end
 * what a later one says too, row of page numbers at both, and sentences that were there
 * before anywhere. The confidence is the mean by length of the kept text. O(page).
 *
 * Returns: (transfer full): the result on @page
 */
ExmResult *exm_joined_result_new (ExmPageText *page, const GPtrArray *results);

G_END_DECLS
