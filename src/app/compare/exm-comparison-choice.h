/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Choice of the texts that are compared, as a drop-down list. It is made in a turn of
 * the main loop of its own, since it takes a good part of a frame. */

#pragma once

#include "app/compare/exm-line-comparison.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_COMPARISON_CHOICE (exm_comparison_choice_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonChoice, exm_comparison_choice, EXM, COMPARISON_CHOICE, AdwBin)

/* @comparison: (nullable): what is chosen for */
void exm_comparison_choice_set (ExmComparisonChoice *self, ExmLineComparison *comparison);

G_END_DECLS
