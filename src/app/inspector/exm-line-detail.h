/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One line of the target: all reasons for its verdict, what each lane added to its
 * evidence, and what an operator can say of it. Its buttons activate "lines.mark". */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_LINE_DETAIL (exm_line_detail_get_type ())
G_DECLARE_FINAL_TYPE (ExmLineDetail, exm_line_detail, EXM, LINE_DETAIL, GtkWidget)

/**
 * exm_line_detail_show:
 * @analysis: (nullable)
 * @line: of its target, or EXM_NONE
 *
 * O(lanes · log lanes).
 */
void exm_line_detail_show (ExmLineDetail *self, ExmAnalysis *analysis, guint line);

G_END_DECLS
