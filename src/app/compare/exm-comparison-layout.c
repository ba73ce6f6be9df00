/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-layout.h"

struct _ExmComparisonLayout
{
  ExmLineDiff *diff; /* (owned) */
  GArray *rows[2];   /* (owned) (element-type ExmComparedRow): below each other, beside */
  GArray *starts[2]; /* (owned) (element-type guint): of these */
};

/* From pairs to rows */

static void
add (GArray *rows, ExmComparedRowKind kind, guint left, guint right, guint n)
{
  const ExmComparedRow row = { kind, left, right, n };

  g_array_append_val (rows, row);
}

/* The same lines from @first to before @end: what is not next to a difference folds. */
static void
add_same (GArray *rows, const ExmDiffPair *pairs, guint first, guint end, guint n_pairs)
{
  guint fold_first = first > 0 ? first + EXM_COMPARISON_CONTEXT : first;
  guint fold_end = end < n_pairs ? end - MIN (end, EXM_COMPARISON_CONTEXT) : end;
  gboolean folds = fold_end >= fold_first + EXM_COMPARISON_FOLD;

  for (guint i = first; i < end; i++)
    if (!folds || i < fold_first || i >= fold_end)
      add (rows, EXM_ROW_SAME, pairs[i].left, pairs[i].right, 1);
    else if (i == fold_first)
      add (rows, EXM_ROW_FOLD, pairs[i].left, pairs[i].right, fold_end - fold_first);
}

/* The lines from @first to before @end, that one of the texts has, left ones first. */
static void
add_apart (
    GArray *rows, const ExmDiffPair *pairs, guint first, guint end, gboolean beside)
{
  guint middle = first;

  while (middle < end && pairs[middle].kind == EXM_DIFF_LEFT)
    middle++;
  if (!beside)
    {
      for (guint i = first; i < end; i++)
        add (rows, EXM_ROW_APART, pairs[i].left, pairs[i].right, 1);
      return;
    }
  for (guint k = 0; k < MAX (middle - first, end - middle); k++)
    add (rows, EXM_ROW_APART, first + k < middle ? pairs[first + k].left : EXM_NONE,
         middle + k < end ? pairs[middle + k].right : EXM_NONE, 1);
}

/* Returns: the end of the run of pairs that belong together */
static guint
find_end (const ExmDiffPair *pairs, guint n, guint first)
{
  guint end = first + 1;

  if (pairs[first].kind == EXM_DIFF_SAME)
    while (end < n && pairs[end].kind == EXM_DIFF_SAME)
      end++;
  else if (pairs[first].kind != EXM_DIFF_CHANGED)
    while (end < n
           && (pairs[end].kind == EXM_DIFF_RIGHT
               || (pairs[end].kind == EXM_DIFF_LEFT
                   && pairs[end - 1].kind == EXM_DIFF_LEFT)))
      end++;
  return end;
}

static GArray *
make_rows (ExmLineDiff *diff, gboolean beside)
{
  guint n = 0;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (diff, &n);
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (ExmComparedRow), n);

  for (guint i = 0, end; i < n; i = end)
    {
      end = find_end (pairs, n, i);
      if (pairs[i].kind == EXM_DIFF_SAME)
        add_same (rows, pairs, i, end, n);
      else if (pairs[i].kind == EXM_DIFF_CHANGED)
        add (rows, EXM_ROW_CHANGED, pairs[i].left, pairs[i].right, 1);
      else
        add_apart (rows, pairs, i, end, beside);
    }
  return rows;
}

static gboolean
differs (const ExmComparedRow *row)
{
  return row->kind == EXM_ROW_CHANGED || row->kind == EXM_ROW_APART;
}

static GArray *
find_starts (const GArray *rows)
{
  const ExmComparedRow *row = (const ExmComparedRow *) (gpointer) rows->data;
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < rows->len; i++)
    if (differs (&row[i]) && (i == 0 || !differs (&row[i - 1])))
      g_array_append_val (starts, i);
  return starts;
}

ExmComparisonLayout *
exm_comparison_layout_new (ExmLineDiff *diff)
{
  ExmComparisonLayout *self = g_atomic_rc_box_new0 (ExmComparisonLayout);

  self->diff = exm_line_diff_ref (diff);
  for (guint beside = 0; beside < 2; beside++)
    {
      self->rows[beside] = make_rows (diff, beside != 0);
      self->starts[beside] = find_starts (self->rows[beside]);
    }
  return self;
}

ExmComparisonLayout *
exm_comparison_layout_ref (ExmComparisonLayout *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ExmComparisonLayout *self = data;

  exm_line_diff_unref (self->diff);
  for (guint beside = 0; beside < 2; beside++)
    {
      g_array_unref (self->rows[beside]);
      g_array_unref (self->starts[beside]);
    }
}

void
exm_comparison_layout_unref (ExmComparisonLayout *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

ExmLineDiff *
exm_comparison_layout_get_diff (const ExmComparisonLayout *self)
{
  return self->diff;
}

GArray *
exm_comparison_layout_get_rows (const ExmComparisonLayout *self, gboolean beside)
{
  return self->rows[beside ? 1 : 0];
}

GArray *
exm_comparison_layout_get_starts (const ExmComparisonLayout *self, gboolean beside)
{
  return self->starts[beside ? 1 : 0];
}

const ExmDiffLine *
exm_compared_row_get_line (const ExmComparedRow *row,
                           const ExmLineDiff *diff,
                           gboolean right)
{
  guint n, index = right ? row->right : row->left;
  const ExmDiffLine *lines = exm_diff_text_get_lines (
      right ? exm_line_diff_get_right (diff) : exm_line_diff_get_left (diff), &n);

  return index < n ? &lines[index] : NULL;
}
