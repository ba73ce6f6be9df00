/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of a comparison, drawn without widgets of its own, so that a list of them is made
 * within a frame: both lines beside each other, or one below the other. */

#pragma once

#include "app/compare/exm-comparison-rows.h"
#include "app/compare/exm-line-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_COMPARISON_ROW (exm_comparison_row_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonRow, exm_comparison_row, EXM, COMPARISON_ROW, GtkWidget)

/**
 * exm_comparison_row_show:
 * @comparison: that is ready
 * @row: of its difference; copied
 * @beside: both lines beside each other
 */
void exm_comparison_row_show (ExmComparisonRow *self,
                              ExmLineComparison *comparison,
                              const ExmComparedRow *row,
                              gboolean beside);

/* Returns: (transfer none): what it shows; of kind fold with no lines before */
const ExmComparedRow *exm_comparison_row_get (ExmComparisonRow *self);

/**
 * exm_comparison_row_mark:
 * @widget: whose colours it is in
 * @right: of the right text
 * @spans: (element-type ExmDiffSpan): what of the line differs
 * @shift: added to each place; what comes before the first character is left out
 *
 * Returns: (transfer full): attributes that show the spans
 */
PangoAttrList *exm_comparison_row_mark (GtkWidget *widget,
                                        gboolean right,
                                        const GArray *spans,
                                        int shift);

G_END_DECLS
