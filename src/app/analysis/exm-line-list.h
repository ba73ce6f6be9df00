/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lines of an analysis' target as a list model, all of them or some.
 * Items are made when a view asks for them: a page of 100,000 lines costs what is seen of
 * it. Where there was no page before, or is none any more, views are told step by step,
 * since their widgets for it take longer than a frame. Main thread. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Which lines. */
typedef enum
{
  EXM_LINES_ALL,
  EXM_LINES_KEPT,
  EXM_LINES_TRIMMED,
  EXM_LINES_DROPPED,
  EXM_LINES_HIDDEN, /* kept, though nobody sees them on the page */
} ExmLineFilter;

#define EXM_TYPE_LINE_ITEM (exm_line_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmLineItem, exm_line_item, EXM, LINE_ITEM, GObject)

/* Returns: the line of the target, from 0 */
guint exm_line_item_get_line (ExmLineItem *self);

#define EXM_TYPE_LINE_LIST (exm_line_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmLineList, exm_line_list, EXM, LINE_LIST, GObject)

/**
 * exm_line_list_new:
 *
 * Returns: (transfer full): an empty list
 */
ExmLineList *exm_line_list_new (void);

/* @analysis: (nullable) */
void exm_line_list_set_analysis (ExmLineList *self, ExmAnalysis *analysis);

void exm_line_list_set_filter (ExmLineList *self, ExmLineFilter filter);

/* Returns: how many lines there are, views being told of them or not yet; of a page that
 * is gone, none */
guint exm_line_list_get_n_lines (ExmLineList *self);

/**
 * exm_line_list_find:
 * @line: a line of the target
 *
 * Returns: where it is in the list, or would be; O(log lines)
 */
guint exm_line_list_find (ExmLineList *self, guint line);

G_END_DECLS
