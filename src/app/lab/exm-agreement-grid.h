/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How far any two of the methods that were compared agree: a square of numbers, the
 * darker the nearer. */

#pragma once

#include "lab/benchmark/exm-method-comparison.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_AGREEMENT_GRID (exm_agreement_grid_get_type ())
G_DECLARE_FINAL_TYPE (ExmAgreementGrid, exm_agreement_grid, EXM, AGREEMENT_GRID, AdwBin)

/**
 * exm_agreement_grid_show:
 * @comparison: not kept
 *
 * Replaces what it shows. Main thread. O(methods²).
 */
void exm_agreement_grid_show (ExmAgreementGrid *self,
                              const ExmMethodComparison *comparison);

G_END_DECLS
