/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The article as it would be stored: title, source, date, author and the body. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_INSPECTOR_TEXT (exm_inspector_text_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorText, exm_inspector_text, EXM, INSPECTOR_TEXT, GtkWidget)

/* @analysis: (nullable) */
void exm_inspector_text_set_analysis (ExmInspectorText *self, ExmAnalysis *analysis);

G_END_DECLS
