/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-confidence.h"

#include "extract/boundaries/exm-choose.h"

#include <math.h>
#include <string.h>

#define N EXM_N_SIGNS

/* Newton's method doubles the digits each round. */
#define N_ROUNDS 25u

/* Penalty on weights, so that signs that agree share theirs. */
#define PENALTY 1.0

/* Solves the symmetric positive @matrix · @x = @values, which become @x. */
static void
solve (double matrix[N][N], double values[N])
{
  for (guint i = 0; i < N; i++)
    for (guint row = i + 1; row < N; row++)
      {
        double factor = matrix[row][i] / matrix[i][i];
        for (guint k = i; k < N; k++)
          matrix[row][k] -= factor * matrix[i][k];
        values[row] -= factor * values[i];
      }
  for (guint i = N; i-- > 0;)
    {
      for (guint k = i + 1; k < N; k++)
        values[i] -= matrix[i][k] * values[k];
      values[i] /= matrix[i][i];
    }
}

void
exm_train_confidence (const ExmTrainCase *cases, guint n, double weights[EXM_N_SIGNS])
{
  memset (weights, 0, N * sizeof *weights);
  for (guint round = 0; round < N_ROUNDS && n > 0; round++)
    {
      double matrix[N][N] = { { 0 } }, gradient[N] = { 0 };
      for (guint i = 0; i < N; i++)
        {
          matrix[i][i] = PENALTY;
          gradient[i] = -PENALTY * weights[i];
        }
      for (guint c = 0; c < n; c++)
        {
          double chance = exm_confidence_weigh (cases[c].signs, weights);
          double slope = MAX (chance * (1 - chance), 1e-6);
          for (guint i = 0; i < N; i++)
            {
              gradient[i] += (cases[c].right - chance) * cases[c].signs[i];
              for (guint k = 0; k < N; k++)
                matrix[i][k] += slope * cases[c].signs[i] * cases[c].signs[k];
            }
        }
      solve (matrix, gradient);
      for (guint i = 0; i < N; i++)
        weights[i] += gradient[i];
    }
}
