/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A difference as the rows of a list: long runs of lines that both texts have are folded
 * to one row until they are opened. Items are made when a view asks for them, and views
 * are told of many new rows step by step, since their widgets take longer than a frame.
 * Main thread. */

#pragma once

#include "exm-line-diff.h"

#include <gio/gio.h>

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

#define EXM_TYPE_COMPARISON_ITEM (exm_comparison_item_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonItem, exm_comparison_item, EXM, COMPARISON_ITEM, GObject)

/* Returns: (transfer none) */
const ExmComparedRow *
exm_comparison_item_get_row (ExmComparisonItem *self);

#define EXM_TYPE_COMPARISON_ROWS (exm_comparison_rows_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonRows, exm_comparison_rows, EXM, COMPARISON_ROWS, GObject)

/* Equal lines that are shown beside a difference, and that fold if there are more. */
#define EXM_COMPARISON_CONTEXT 3u
#define EXM_COMPARISON_FOLD 5u

/**
 * exm_comparison_rows_new:
 *
 * Returns: (transfer full): no rows
 */
ExmComparisonRows *
exm_comparison_rows_new (void);

/**
 * exm_comparison_rows_set:
 * @diff: (nullable): what is shown; kept
 * @beside: lines that only one text has stand beside such ones of the other, where there
 *   are some; else they follow each other
 *
 * Cost: O(lines).
 */
void
exm_comparison_rows_set (ExmComparisonRows *self, ExmLineDiff *diff, gboolean beside);

/* Returns: (transfer none) (nullable): the row, until any changes; %NULL behind the last
 * that views were told of */
const ExmComparedRow *
exm_comparison_rows_get (ExmComparisonRows *self, guint position);

/* Returns: as it was set */
gboolean
exm_comparison_rows_get_beside (ExmComparisonRows *self);

/**
 * exm_comparison_rows_open:
 * @position: of a fold
 *
 * Shows its lines from there on.
 */
void
exm_comparison_rows_open (ExmComparisonRows *self, guint position);

/**
 * exm_comparison_rows_find:
 * @right: a line of the right text, not of the left one
 * @index: which line
 *
 * Returns: the row with it, or of the fold that it is in; %G_MAXUINT if there is none
 *   yet. O(rows)
 */
guint
exm_comparison_rows_find (ExmComparisonRows *self, gboolean right, guint index);

/**
 * exm_comparison_rows_step:
 * @position: where to begin, %G_MAXUINT for the end that is stepped away from
 * @forward: to the next difference, not to the one before
 *
 * Returns: the first row of that run of differences, %G_MAXUINT if there is none
 */
guint
exm_comparison_rows_step (ExmComparisonRows *self, guint position, gboolean forward);

/**
 * exm_comparison_rows_count:
 * @position: a row
 * @n: (out): runs of differences in all
 *
 * Returns: how many of them begin at or before that row
 */
guint
exm_comparison_rows_count (ExmComparisonRows *self, guint position, guint *n);

G_END_DECLS
