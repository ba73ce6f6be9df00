/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A boundary's flag as assistive tools and the keyboard meet it: it can have the focus,
 * and it has a name, a value and a description. The chart draws it. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_CHART_FLAG (exm_chart_flag_get_type ())
G_DECLARE_FINAL_TYPE (ExmChartFlag, exm_chart_flag, EXM, CHART_FLAG, GtkWidget)

/**
 * exm_chart_flag_new:
 * @tail: of the body's end, not its start
 */
GtkWidget *exm_chart_flag_new (gboolean tail);

/**
 * exm_chart_flag_set_line:
 * @line: where it stands
 * @n_lines: lines of the page
 */
void exm_chart_flag_set_line (ExmChartFlag *self, guint line, guint n_lines);

/**
 * exm_chart_flag_get_words:
 *
 * Returns: (transfer none): "Body starts at line 118 of 310", translated
 */
const char *exm_chart_flag_get_words (ExmChartFlag *self);

G_END_DECLS
