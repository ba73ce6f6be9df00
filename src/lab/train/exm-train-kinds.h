/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the weights of the kinds of pages. The same corpus and seed give the same bytes.
 */

#pragma once

#include "kinds/exm-kind-model.h"
#include "lab/train/exm-train.h"

G_BEGIN_DECLS

/**
 * ExmTrainKindPage:
 * @sample: (unowned): a page alone, of a known kind
 * @signs: (owned): of its kind
 * @answer: the kind that the model of its fold finds
 */
typedef struct
{
  ExmTrainSample *sample;
  float *signs;
  ExmKindAnswer answer;
} ExmTrainKindPage;

/**
 * exm_train_kinds:
 * @corpus: (inout): split into folds; the scores of its samples become those of models
 *   that have not seen their sites
 * @pages: (out) (transfer full) (element-type ExmTrainKindPage): the samples of known
 *   kind, in their order
 * @progress: told of each net
 *
 * Logistic regression on the signs of each page, then a net for the text of pages that
 * are no articles, which is told the chances that weights gave which had not seen the
 * page's site. Cost: as exm_train() of one variant.
 *
 * Returns: (transfer full) (nullable): the model of all sites; %NULL where it was ended
 *   early or there is no page of known kind
 */
ExmKindModel *exm_train_kinds (ExmTrainCorpus *corpus,
                               const ExmTrainOptions *options,
                               GArray **pages,
                               ExmTrainProgress progress,
                               gpointer data);

G_END_DECLS
