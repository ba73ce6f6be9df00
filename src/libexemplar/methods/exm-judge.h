/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The method "exemplar" from measured columns on: training judges the same pages by many
 * tables. */

#pragma once

#include "extract/boundaries/exm-choose.h"
#include "kinds/exm-kind-model.h"

G_BEGIN_DECLS

/**
 * exm_method_exemplar_judge:
 * @input: the pages
 * @features: what exm_features_measure() measured of them
 * @parts: the table
 * @data: (inout): set up for the target's lines; the body and its confidence are set
 * @signs: (out): what the confidence was made of
 * @alone: (out) (array length=n_rows): evidence of each row by the net of a page alone
 */
void exm_method_exemplar_judge (const ExmMethodInput *input,
                                const ExmFeatures *features,
                                const ExmWeightsParts *parts,
                                ExmResultData *data,
                                double signs[EXM_N_SIGNS],
                                float *alone);

/**
 * exm_method_exemplar_judge_kind:
 * @features: (inout): the columns of the lane "kind" are filled
 * @model: of the kinds of pages
 * @alone: what exm_method_exemplar_judge() set
 * @data: (inout): where it is no article, its body is chosen anew; its kind is set
 *
 * To be called behind exm_method_exemplar_judge(). With an example the body stays.
 */
void exm_method_exemplar_judge_kind (const ExmMethodInput *input,
                                     ExmFeatures *features,
                                     const ExmKindModel *model,
                                     const float *alone,
                                     ExmResultData *data);

G_END_DECLS
