/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One row of a comparison in full: both lines, and what of them differs. */

#pragma once

#include "app/compare/exm-comparison-rows.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_COMPARISON_DETAIL (exm_comparison_detail_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmComparisonDetail, exm_comparison_detail, EXM, COMPARISON_DETAIL, AdwBin)

/**
 * exm_comparison_detail_show:
 * @diff: (nullable): a difference
 * @row: (nullable): of it; copied. Nothing is shown without both, and of a fold
 */
void exm_comparison_detail_show (ExmComparisonDetail *self,
                                 ExmLineDiff *diff,
                                 const ExmComparedRow *row);

G_END_DECLS
