/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every line of the target with its verdict and the reasons, the two boundaries as
 * numbers, and what the operator says otherwise. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_INSPECTOR_LINES (exm_inspector_lines_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorLines, exm_inspector_lines, EXM, INSPECTOR_LINES, GtkWidget)

/* @analysis: (nullable) */
void exm_inspector_lines_set_analysis (ExmInspectorLines *self, ExmAnalysis *analysis);

G_END_DECLS
