/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a line has its verdict, in words that an operator understands. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_line_reasons_dup:
 * @page: the target
 * @data: what was extracted from it, with its lanes
 * @line: a line of it
 * @kept: whether reasons for keeping the line come first, or those against it
 *
 * Reads back what each lane added to the line's evidence. Any thread; O(lanes), and up to
 * O(lines) to find the heading that a line stands under.
 *
 * Returns: (transfer full) (array zero-terminated=1): translated words, the weightiest
 *   first
 */
char **exm_line_reasons_dup (const ExmPageText *page,
                             const ExmResultData *data,
                             guint line,
                             gboolean kept);

G_END_DECLS
