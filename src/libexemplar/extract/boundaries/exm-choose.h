/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From learned evidence to a body, and how sure it is. */

#pragma once

#include "extract/boundaries/exm-features.h"
#include "extract/net/exm-weights.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_choose_lines:
 * @page: the target
 * @features: its rows
 * @evidence: (array length=features.n_rows): z of each
 * @told: (array length=features.n_rows) (nullable): the part of it that the operator and
 *   other pages of the task told
 * @sensitivity: see #ExmMethodInput
 * @data: (inout): evidence, weights, head, tail, verdicts, margin and strength are set
 *
 * The segment of greatest weight, see exm_boundaries_choose(); then lines inside are
 * taken out that are less likely body than half of the F1 that is to be expected with the
 * rest: keeping them would lower it; a line between others of its element is given more,
 * if only its look speaks against it. Cost: O(lines · rounds), a few rounds.
 */
void exm_choose_lines (const ExmPageText *page,
                       const ExmFeatures *features,
                       const float *evidence,
                       const float *told,
                       double sensitivity,
                       ExmResultData *data);

/**
 * exm_choose_anywhere:
 * @page: the target
 * @features: its rows
 * @evidence: (array length=features.n_rows): z of each
 * @sensitivity: see #ExmMethodInput
 * @data: (inout): as exm_choose_lines() sets it
 *
 * Keeps lines from all over the page, as pages have them that are no articles: those that
 * make the expected F1 the greatest. O(lines · rounds), a few rounds.
 */
void exm_choose_anywhere (const ExmPageText *page,
                          const ExmFeatures *features,
                          const float *evidence,
                          double sensitivity,
                          ExmResultData *data);

/**
 * exm_choose_expect:
 * @n: how many lines
 * @tokens: (array length=n): of each
 * @chances: (array length=n): how likely each is body
 * @inside: (array length=n): which may be kept
 * @kept: (out) (array length=n): which should be kept
 *
 * The choice with the greatest expected F1, where that is taken as twice the expected
 * tokens kept that are body over tokens kept and expected tokens of body: a fixed point,
 * since a line pays if it is likelier than half of it.
 *
 * Returns: the expected F1, 0 … 1
 */
double exm_choose_expect (guint n,
                          const double *tokens,
                          const double *chances,
                          const guint8 *inside,
                          guint8 *kept);

/**
 * exm_confidence_measure:
 * @data: (inout): a body; gets its agreement with other methods
 * @single: the body that the page alone would have given
 * @signs: (out): what tells right from wrong bodies; the first is 1
 */
void exm_confidence_measure (const ExmPageText *page,
                             const ExmFeatures *features,
                             ExmResultData *data,
                             const ExmResultData *single,
                             double signs[EXM_N_SIGNS]);

/**
 * exm_confidence_weigh:
 * @weights: of a table
 *
 * Returns: the chance that F1 is .9 or better; 0 … 1
 */
double exm_confidence_weigh (const double signs[EXM_N_SIGNS],
                             const double weights[EXM_N_SIGNS]);

G_END_DECLS
