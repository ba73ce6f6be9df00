/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All columns of all lines of a target page: what the learned evidence is made of. */

#pragma once

#include "exm-columns.h"
#include "exm-method.h"

G_BEGIN_DECLS

/**
 * ExmFeatures:
 * @n_lines: lines of the target
 * @rows: (owned) (array length=n_rows): a row of %EXM_N_COLUMNS for each line that is
 * seen
 * @lines: (owned) (array length=n_rows): which line a row is about, ascending
 * @n_rows: lines that are not flagged
 * @has_example: whether the columns that need an example were measured
 * @has_region: whether those that need a region were
 */
typedef struct
{
  guint n_lines;
  float *rows;
  guint *lines;
  guint n_rows;
  gboolean has_example;
  gboolean has_region;
} ExmFeatures;

/**
 * exm_features_measure:
 * @input: the pages; without examples the columns that need one are 0
 * @features: (out caller-allocated): to be cleared by exm_features_clear()
 * @error: as exm_similarity_tracked()
 *
 * Pure; any thread. Cost: the tracked curves, and O(characters + lines · depth).
 *
 * Returns: %FALSE with an error
 */
gboolean
exm_features_measure (const ExmMethodInput *input, ExmFeatures *features, GError **error);

void
exm_features_clear (ExmFeatures *features);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmFeatures, exm_features_clear)

G_END_DECLS
