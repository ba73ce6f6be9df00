/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table's rows, one file each. */

#pragma once

#include "extract/exm-alignment.h"

extern const ExmMethod exm_method_boilerpipe_article;
extern const ExmMethod exm_method_boilerpipe_default;
extern const ExmMethod exm_method_exemplar;
extern const ExmMethod exm_method_exemplar_literal;
extern const ExmMethod exm_method_exemplar_rules;
extern const ExmMethod exm_method_exemplar_single;
extern const ExmMethod exm_method_line_statistics;

/**
 * exm_boilerpipe_choose:
 * @page: a page text
 * @article: (inout): set up for its lines; gets the body of boilerpipe-article
 * @by_density: (inout): the same of boilerpipe-default
 *
 * Runs both methods of boilerpipe on the same blocks, without their lanes. O(page).
 */
void exm_boilerpipe_choose (const ExmPageText *page,
                            ExmResultData *article,
                            ExmResultData *by_density);

/**
 * exm_rules_gather:
 * @input: the pages, with an example
 * @comparison: of these
 * @data: (inout): set up for the target's lines; gets the lanes of the hand rules and, as
 *   evidence, their sum
 *
 * Measures the evidence of the hand rules for each line, without choosing lines. Any
 * thread.
 */
void exm_rules_gather (const ExmMethodInput *input,
                       const ExmAlignment *comparison,
                       ExmResultData *data);

/**
 * exm_rules_choose:
 * @input: the pages
 * @data: (inout): with evidence by exm_rules_gather(); gets weights and a body
 */
void exm_rules_choose (const ExmMethodInput *input, ExmResultData *data);
