/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds on a page the body that is known as text: a passage that the operator pasted, a
 * gold body, an article stored before. */

#pragma once

#include "exm-page-text.h"
#include "exm-region.h"

G_BEGIN_DECLS

/**
 * exm_region_locate:
 * @page: the page
 * @body: the text of the body, UTF-8, lines in the page's order
 *
 * Lines are found whatever their white space, case and line breaks: a line is inside if
 * its squeezed text occurs in the squeezed @body at or after where the line before it was
 * found, and the region is the stretch of the page that has the most of it. Cost: linear
 * but for lines that occur many times.
 *
 * Returns: (transfer full) (nullable): the region; %NULL if nothing of @body is there
 */
ExmRegion *
exm_region_locate (const ExmPageText *page, const char *body);

G_END_DECLS
