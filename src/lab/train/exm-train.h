/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training: a corpus in, tables out. The same corpus and seed give the same bytes. */

#pragma once

#include "lab/train/exm-train-corpus.h"

G_BEGIN_DECLS

/**
 * ExmTrainOptions:
 * @seed: of all random numbers
 * @n_folds: parts of the sites for cross-validation, 2 … 20
 * @n_blocks: nets that are averaged, 1 … %EXM_NET_MAX_BLOCKS
 * @n_epochs: how often every page is looked at
 * @decay: see #ExmTrainSettings
 * @n_threads: nets that are trained at once; no matter for the outcome
 * @about: what the corpus is, for the table
 * @cancellable: (unowned) (nullable): ends it early, without tables
 */
typedef struct
{
  guint64 seed;
  guint n_folds;
  guint n_blocks;
  guint n_epochs;
  double decay;
  guint n_threads;
  const char *about;
  GCancellable *cancellable;
} ExmTrainOptions;

/* How far training is: @done of @all nets, 0 at first. Called on the training threads,
 * one at a time. */
typedef void (*ExmTrainProgress) (guint done, guint all, gpointer data);

/**
 * exm_train:
 * @corpus: (inout): split into folds; its samples' scores are those of the folds' tables
 * @folds: (out) (array length=n_folds) (transfer full): a table a fold, which has not
 * seen the sites of that fold; %NULL each where it was ended early
 *
 * Each fold's nets are trained on the others, twice: the second time without the pages
 * whose body the first could not find (F1 below .6), most of which have faults. Cost:
 * about 4 µs a line, epoch, net and fold.
 *
 * Returns: (transfer full) (nullable): the table trained on all sites; its confidence is
 * calibrated on the folds' outcomes. %NULL where it was ended early
 */
ExmWeights *exm_train (ExmTrainCorpus *corpus,
                       const ExmTrainOptions *options,
                       ExmWeights **folds,
                       ExmTrainProgress progress,
                       gpointer data);

G_END_DECLS
