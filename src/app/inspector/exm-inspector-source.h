/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The page as it was served, decoded, with the body marked in it. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_INSPECTOR_SOURCE (exm_inspector_source_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorSource, exm_inspector_source, EXM, INSPECTOR_SOURCE, GtkWidget)

/* @analysis: (nullable) */
void exm_inspector_source_set_analysis (ExmInspectorSource *self, ExmAnalysis *analysis);

G_END_DECLS
