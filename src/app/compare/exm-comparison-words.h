/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Words about a comparison, translated. Main thread. */

#pragma once

#include "app/compare/exm-comparison-rows.h"
#include "app/compare/exm-line-comparison.h"

G_BEGIN_DECLS

/* Returns: (transfer full) (array zero-terminated=1): what can be compared, as "Example ↔
 * Page" */
char **exm_comparison_dup_choices (ExmLineComparison *comparison);

/**
 * exm_comparison_get_side_name:
 * @right: the right text, not the left one
 *
 * Returns: (transfer none): as "Example"
 */
const char *exm_comparison_get_side_name (ExmComparedKind kind, gboolean right);

/**
 * exm_comparison_dup_summary:
 *
 * Returns: (transfer full): as "Template 94% alike · 42 lines only here"; "" unless it is
 *   ready
 */
char *exm_comparison_dup_summary (ExmLineComparison *comparison);

/* Returns: (transfer full): as "38 equal lines" */
char *exm_comparison_dup_fold_words (guint n);

/**
 * exm_comparison_dup_row_words:
 * @comparison: that is ready
 * @row: of its difference
 *
 * Returns: (transfer full): what a row is, for who does not see it: "line 12, only in the
 *   example: …"
 */
char *exm_comparison_dup_row_words (ExmLineComparison *comparison,
                                    const ExmComparedRow *row);

G_END_DECLS
