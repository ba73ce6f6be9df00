/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which lines of a page are the lines of a text that was once copied from it. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* A line of its own in a body's text: lines of the page were left out here. */
#define EXM_REGION_GAP "[…]"

/**
 * ExmAlignedLine:
 * @text: (unowned): where it begins in the body's text
 * @n_bytes: its length
 * @n_tokens: words, each CJK character being one
 * @behind_gap: an %EXM_REGION_GAP stands before it
 * @line: the line of the page, %EXM_NONE if it was not found
 */
typedef struct
{
  const char *text;
  gsize n_bytes;
  guint n_tokens;
  gboolean behind_gap;
  guint line;
} ExmAlignedLine;

/**
 * exm_region_align:
 * @page: the page
 * @body: UTF-8, a line each of the page, in its order
 *
 * The lines of both with equal keys are put in pairs so that as much of @body as possible
 * is found, in its order. Of equally good ways that one is taken in which lines next to
 * each other in @body are so on the page too, and an %EXM_REGION_GAP stands for
 * something. Flagged lines are not looked at. Cost: O(n log n) in the lines of both.
 *
 * Returns: (transfer full) (element-type ExmAlignedLine): the lines of @body but for
 *   empty ones and gaps
 */
GArray *exm_region_align (const ExmPageText *page, const char *body);

G_END_DECLS
