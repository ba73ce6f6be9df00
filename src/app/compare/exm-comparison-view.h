/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two texts line by line: what is compared, how they differ in words, the lines, and in
 * full the one that is selected. Both texts stand beside each other where there is room
 * for it, else in one column. A line that is selected is shown in the other views. */

#pragma once

#include "app/compare/exm-line-comparison.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Actions: "compare.next", "compare.previous", "compare.copy", "compare.open-window". */
#define EXM_TYPE_COMPARISON_VIEW (exm_comparison_view_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonView, exm_comparison_view, EXM, COMPARISON_VIEW, AdwBin)

/* From this width on both texts stand beside each other. */
#define EXM_COMPARISON_WIDE 560

/**
 * exm_comparison_view_new:
 *
 * Returns: (transfer floating): a view of nothing
 */
GtkWidget *exm_comparison_view_new (void);

/* @comparison: (nullable): what is shown; held while the view is on the screen */
void exm_comparison_view_set (ExmComparisonView *self, ExmLineComparison *comparison);

/* Goes to the next difference, or to the one before. */
void exm_comparison_view_step (ExmComparisonView *self, gboolean forward);

G_END_DECLS
