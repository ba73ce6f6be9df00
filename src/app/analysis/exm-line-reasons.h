/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reasons of a result, in words that an operator understands. */

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

/**
 * exm_body_reasons_dup:
 * @page: (nullable): the target
 * @data: its result
 *
 * Returns: (transfer full): the sureness in translated words, as "94% same layout"; "" if
 *   there is nothing to say
 */
char *exm_body_reasons_dup (const ExmPageText *page, const ExmResultData *data);

G_END_DECLS
