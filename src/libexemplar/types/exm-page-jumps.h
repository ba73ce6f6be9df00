/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links of a page to elements of its own, and marks of footnotes among them. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmPageJump:
 * @span: index of the link's span
 * @target: the element that it leads to
 * @is_mark: it is set as marks of footnotes are, and leads on, not back
 */
typedef struct
{
  guint span;
  guint32 target;
  gboolean is_mark;
} ExmPageJump;

/**
 * exm_page_find_jumps:
 * @verdicts: (nullable): lines with another verdict than @verdict are passed over
 * @verdict: see there
 *
 * Any thread. O(spans), and O(elements) where a link has a fragment.
 *
 * Returns: (transfer full) (nullable) (element-type ExmPageJump): in the order of the
 *   page; %NULL where there is none
 */
GArray *
exm_page_find_jumps (const ExmPageText *page, const guint8 *verdicts, guint8 verdict);

/**
 * exm_page_dup_mark:
 *
 * Returns: (transfer full) (nullable): the text of a short link without the brackets
 *   around it; %NULL if it is longer
 */
char *exm_page_dup_mark (const ExmPageText *page, const ExmSpan *span);

/**
 * exm_page_find_note:
 * @line: the first line of what the jump leads to
 *
 * Returns: the block that a footnote is; %EXM_NONE where it begins before @line
 */
guint32 exm_page_find_note (const ExmPageText *page, guint32 target, guint line);

G_END_DECLS
