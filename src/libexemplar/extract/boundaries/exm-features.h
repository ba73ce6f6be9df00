/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All columns of all lines of a target page: what the learned evidence is made of. */

#pragma once

#include "extract/exm-method.h"
#include "extract/net/exm-columns.h"

G_BEGIN_DECLS

/* The hand rules' say beside a net's: they hold where a corpus has too few pages of a
 * kind, such as posts of two lines under long comments. */
#define EXM_RULES_MOST 3.0f

/* Methods that are asked beside the net. */
#define EXM_MAX_OPINIONS 4u

/**
 * ExmFeatures:
 * @n_lines: lines of the target
 * @rows: (owned) (array length=n_rows): a row of %EXM_N_COLUMNS for each line that is
 * seen
 * @lines: (owned) (array length=n_rows): which line a row is about, ascending
 * @rules: (owned) (nullable) (array length=n_rows): what the hand rules say of each, cut
 *   off at %EXM_RULES_MOST; %NULL without an example
 * @said: (owned): their lanes; empty without an example, and where the lanes are not
 *   asked for
 * @secondary_methods: (owned): of cheap methods of other kinds: whether each keeps each
 * row
 * @n_secondary_methods: how many there are
 * @n_rows: lines that are not flagged
 * @has_example: whether the columns that need an example were measured
 * @has_region: whether those that need a region were
 */
typedef struct
{
  guint n_lines;
  float *rows;
  guint *lines;
  float *rules;
  ExmResultData said;
  guint8 *secondary_methods[EXM_MAX_OPINIONS];
  guint n_secondary_methods;
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
 * Pure; any thread. Cost: the tracked curves where there is an example, and O(characters
 * + lines · depth).
 *
 * Returns: %FALSE with an error
 */
gboolean
exm_features_measure (const ExmMethodInput *input, ExmFeatures *features, GError **error);

/**
 * exm_features_add_beside:
 * @evidence: (inout) (array length=n_rows): gets what is said of each row beside the net:
 *   the hand rules' sum, and the preferences that the operator's mark shows; nothing
 * without an example
 *
 * Training knows of it, see #ExmTrainPage.
 */
void exm_features_add_beside (const ExmFeatures *features, float *evidence);

/**
 * exm_features_get_inclusion:
 * @row: a row
 *
 * Returns: the part of the operator's preferences in it
 */
float exm_features_get_inclusion (const ExmFeatures *features, guint row);

void exm_features_clear (ExmFeatures *features);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmFeatures, exm_features_clear)

/**
 * exm_secondary_methods_measure:
 * @data: a body
 * @n_close: (out): how many of the methods come to nearly the same body: the sum of the
 *   eighth power of the same F1s, so that it does not matter how far away the others are
 *
 * Returns: mean F1 of the bodies of other methods beside this one, 0 … 1
 */
double exm_secondary_methods_measure (const ExmPageText *page,
                                      const ExmFeatures *features,
                                      const ExmResultData *data,
                                      double *n_close);

G_END_DECLS
