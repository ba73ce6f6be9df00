/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a difference, and the beginnings of its runs of differences, for both ways in
 * which texts are shown: made where the texts were compared, because 200,000 lines take
 * longer than half a frame. Immutable. */

#pragma once

#include "diff/exm-line-diff.h"

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_ROW_SAME,    /* a line of both */
  EXM_ROW_CHANGED, /* a line of both, in other words */
  EXM_ROW_APART,   /* a line of the one, or one of each with nothing in common */
  EXM_ROW_FOLD,    /* lines of both */
} ExmComparedRowKind;

/* @left and @right are lines of the two texts, %EXM_NONE for none; of a fold, the first
 * of its @n lines. */
typedef struct
{
  ExmComparedRowKind kind;
  guint left;
  guint right;
  guint n;
} ExmComparedRow;

/* Returns: (transfer none) (nullable): the line of one text of @diff that @row shows */
const ExmDiffLine *exm_compared_row_get_line (const ExmComparedRow *row,
                                              const ExmLineDiff *diff,
                                              gboolean right);

/* Equal lines that are shown beside a difference, and that fold if there are more. */
#define EXM_COMPARISON_CONTEXT 3u
#define EXM_COMPARISON_FOLD 5u

typedef struct _ExmComparisonLayout ExmComparisonLayout;

/**
 * exm_comparison_layout_new:
 * @diff: kept
 *
 * Any thread. Cost: O(lines).
 */
ExmComparisonLayout *exm_comparison_layout_new (ExmLineDiff *diff);

ExmComparisonLayout *exm_comparison_layout_ref (ExmComparisonLayout *self);
void exm_comparison_layout_unref (ExmComparisonLayout *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmComparisonLayout, exm_comparison_layout_unref)

/* Returns: (transfer none) */
ExmLineDiff *exm_comparison_layout_get_diff (const ExmComparisonLayout *self);

/**
 * exm_comparison_layout_get_rows:
 * @beside: lines that only one text has stand beside such ones of the other, where there
 *   are some; else they follow each other
 *
 * Returns: (transfer none) (element-type ExmComparedRow): not to be changed
 */
GArray *exm_comparison_layout_get_rows (const ExmComparisonLayout *self, gboolean beside);

/* Returns: (transfer none) (element-type guint): the rows with which runs of differences
 * begin; not to be changed */
GArray *exm_comparison_layout_get_starts (const ExmComparisonLayout *self,
                                          gboolean beside);

G_END_DECLS
