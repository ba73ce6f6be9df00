/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds on a page the body that is known as text: a passage that the operator pasted, a
 * gold body, an article stored before. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-region.h"

G_BEGIN_DECLS

/**
 * exm_region_locate:
 * @page: the page
 * @body: the text of the body, UTF-8, lines in the page's order, "[…]" in a line of its
 *   own where lines of the page were left out: see %EXM_REGION_GAP
 *
 * Lines are found whatever their white space, case and digits. If most of @body are
 * lines of the page, these are inside (exm_region_align()), and what is left is looked
 * for between them; if not, a line is inside if its squeezed text occurs in the squeezed
 * @body at or after where the line before it was found. The region is the stretch of the
 * page that has the most of it, lines that "[…]" stands for left aside. Cost: O(n log n)
 * in the lines but for those that occur many times.
 *
 * Returns: (transfer full) (nullable): the region; %NULL if nothing of @body is there
 */
ExmRegion *exm_region_locate (const ExmPageText *page, const char *body);

/**
 * exm_region_write:
 * @page: the page
 * @region: lines of it
 *
 * Returns: (transfer full): the lines of @region that are not flagged, for
 *   exm_region_locate() to find again; "" if there are none
 */
char *exm_region_write (const ExmPageText *page, const ExmRegion *region);

G_END_DECLS
