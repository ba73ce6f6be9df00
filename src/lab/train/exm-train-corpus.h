/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages with known bodies, measured: what training learns from. */

#pragma once

#include "engine/exm-engine.h"
#include "extract/boundaries/exm-features.h"
#include "extract/net/exm-weights.h"
#include "lab/train/exm-train-labels.h"

G_BEGIN_DECLS

/**
 * ExmTrainSample:
 * @site: (owned): pages of one site are never learned from and tested on at once
 * @set: (owned): where it came from, for figures
 * @name: (owned): of the page and its example
 * @target: (owned): the page
 * @labels: (unowned): which of its lines are body; shared by samples of the page
 * @kind: what the record says of it, %EXM_N_PAGE_KINDS where it says nothing
 * @has_body: whether its body is known; else its kind is
 * @variant: what is known beside the page
 * @features: (owned): its columns
 * @shares: (owned): a label a row
 * @weights: (owned): what a row counts
 * @beside: (owned): the share of exm_features_add_beside() that a net is taught on top of
 * @fold: the part of the sites it is in
 * @score: F1 of the body that was found for it last
 * @signs: of that body
 * @confidence: what they came to, by weights that have not seen the site
 */
typedef struct
{
  char *site;
  char *set;
  char *name;
  ExmPrepared *target;
  const ExmTrainLabels *labels;
  ExmPageKind kind;
  gboolean has_body;
  ExmVariant variant;
  ExmFeatures features;
  float *shares;
  float *weights;
  float *beside;
  guint fold;
  double score;
  double signs[EXM_N_SIGNS];
  double confidence;
} ExmTrainSample;

/**
 * ExmTrainCorpus:
 * @samples: (owned) (element-type ExmTrainSample): in the order of the records
 * @n_records: records read
 * @n_left_out: records that could not be used
 */
typedef struct
{
  GPtrArray *samples;
  guint n_records;
  guint n_left_out;
  ExmEngine *engine; /* (owned) */
  GHashTable *pages; /* (owned): labels by path of the target */
} ExmTrainCorpus;

ExmTrainCorpus *exm_train_corpus_new (void);

void exm_train_corpus_free (ExmTrainCorpus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTrainCorpus, exm_train_corpus_free)

/**
 * exm_train_corpus_add:
 * @line: a JSON record: site, set, target_path, target_body; kind where it is known,
 * without which target_body is needed; example_path with an example, example_body where
 * it is known too; url, example_url
 * @error: the record cannot be used
 *
 * The first record of a page gives a sample without an example; each with an example
 * gives one with it, and one with its body if that is known.
 */
gboolean exm_train_corpus_add (ExmTrainCorpus *self, const char *line, GError **error);

/**
 * exm_train_corpus_split:
 * @n_folds: parts to split the sites into
 *
 * Sets each sample's fold by a hash of its site's registered domain, roughly: the last
 * two labels, three where the second to last is as short as "co".
 */
void exm_train_corpus_split (ExmTrainCorpus *self, guint n_folds);

G_END_DECLS
