/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of the list of lines: verdict by icon and word, number, text, reasons, and a
 * bar of what its lanes add. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_LINE_ROW (exm_line_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmLineRow, exm_line_row, EXM, LINE_ROW, GtkWidget)

/**
 * exm_line_row_show:
 * @analysis: what the line belongs to
 * @line: a line of its target; %EXM_NONE for none
 */
void exm_line_row_show (ExmLineRow *self, ExmAnalysis *analysis, guint line);

/* The line it shows, %EXM_NONE for none. */
guint exm_line_row_get_line (ExmLineRow *self);

/* Draws the pointer's line of all views, or not. */
void exm_line_row_set_hovered (ExmLineRow *self, gboolean hovered);

/* Returns: (transfer none): a verdict in a word, translated */
const char *exm_line_row_describe (guint8 verdict);

G_END_DECLS
