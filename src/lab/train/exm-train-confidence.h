/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the weights by which the signs of a body become the chance that it is right. */

#pragma once

#include "extract/net/exm-weights.h"

G_BEGIN_DECLS

/**
 * ExmTrainCase:
 * @signs: (unowned) (array fixed-size=EXM_N_SIGNS): of a body on a page not learned from
 * @right: what it turned out to be worth, 0 … 1
 */
typedef struct
{
  const double *signs;
  double right;
} ExmTrainCase;

/**
 * exm_train_confidence:
 * @cases: (array length=n): bodies
 * @weights: (out): of the signs
 *
 * Logistic regression by Newton's method with a small penalty. Cost: O(n).
 */
void
exm_train_confidence (const ExmTrainCase *cases, guint n, double weights[EXM_N_SIGNS]);

G_END_DECLS
