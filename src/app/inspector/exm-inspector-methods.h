/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The methods of extraction on the target: what each one finds, how far that agrees with
 * the body that is shown, and where they differ. Filled, and worked out, while it is
 * seen. */

#pragma once

#include "app/analysis/exm-analysis.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_INSPECTOR_METHODS (exm_inspector_methods_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmInspectorMethods, exm_inspector_methods, EXM, INSPECTOR_METHODS, AdwBin)

/* @analysis: (nullable) */
void exm_inspector_methods_set_analysis (ExmInspectorMethods *self,
                                         ExmAnalysis *analysis);

G_END_DECLS
