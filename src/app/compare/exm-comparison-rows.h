/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A difference as the rows of a list: long runs of lines that both texts have are folded
 * to one row until they are opened. Items are made when a view asks for them, and views
 * are told of many new rows step by step, since their widgets take longer than a frame.
 * Main thread. */

#pragma once

#include "app/compare/exm-comparison-layout.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_COMPARISON_ITEM (exm_comparison_item_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonItem, exm_comparison_item, EXM, COMPARISON_ITEM, GObject)

/* Returns: (transfer none) */
const ExmComparedRow *exm_comparison_item_get_row (ExmComparisonItem *self);

#define EXM_TYPE_COMPARISON_ROWS (exm_comparison_rows_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonRows, exm_comparison_rows, EXM, COMPARISON_ROWS, GObject)

/**
 * exm_comparison_rows_new:
 *
 * Returns: (transfer full): no rows
 */
ExmComparisonRows *exm_comparison_rows_new (void);

/**
 * exm_comparison_rows_set:
 * @layout: (nullable): what is shown; kept
 * @beside: see exm_comparison_layout_get_rows()
 *
 * Views stay where they are; they begin at the top where there was nothing before.
 */
void exm_comparison_rows_set (ExmComparisonRows *self,
                              ExmComparisonLayout *layout,
                              gboolean beside);

/* Returns: (transfer none) (nullable): the row, until any changes; %NULL behind the last
 * that views were told of */
const ExmComparedRow *exm_comparison_rows_get (ExmComparisonRows *self, guint position);

/* Returns: as it was set */
gboolean exm_comparison_rows_get_beside (ExmComparisonRows *self);

/**
 * exm_comparison_rows_open:
 * @position: of a fold
 *
 * Shows its lines from there on.
 */
void exm_comparison_rows_open (ExmComparisonRows *self, guint position);

/**
 * exm_comparison_rows_find:
 * @right: a line of the right text, not of the left one
 * @index: which line
 *
 * Returns: the row with it, or of the fold that it is in; %G_MAXUINT if there is none
 *   yet. O(rows)
 */
guint exm_comparison_rows_find (ExmComparisonRows *self, gboolean right, guint index);

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
guint exm_comparison_rows_count (ExmComparisonRows *self, guint position, guint *n);

G_END_DECLS
