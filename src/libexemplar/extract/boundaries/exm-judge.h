/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The method "exemplar" from measured columns on: training judges the same pages by many
 * tables. */

#pragma once

#include "extract/boundaries/exm-choose.h"

G_BEGIN_DECLS

/**
 * exm_method_exemplar_judge:
 * @input: the pages
 * @features: what exm_features_measure() measured of them
 * @parts: the table
 * @data: (inout): set up for the target's lines; the body and its confidence are set
 * @signs: (out): what the confidence was made of
 */
void exm_method_exemplar_judge (const ExmMethodInput *input,
                                const ExmFeatures *features,
                                const ExmWeightsParts *parts,
                                ExmResultData *data,
                                double signs[EXM_N_SIGNS]);

G_END_DECLS
