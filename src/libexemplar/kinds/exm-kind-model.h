/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Trained weights of the kinds of pages, as a text file: logistic regression on the signs
 * of a page, and a net that finds the text of pages which are no articles. Immutable,
 * usable from any thread. */

#pragma once

#include "extract/boundaries/exm-features.h"
#include "extract/net/exm-net.h"
#include "types/exm-page-kind.h"

G_BEGIN_DECLS

/**
 * ExmKindModel:
 * @about: (owned): what it was trained on, a line
 * @n_signs: how many signs it looks at
 * @signs: (owned) (array length=n_signs): which
 * @means: (owned) (array length=n_signs): what is taken from a sign
 * @scales: (owned) (array length=n_signs): what the rest is multiplied with
 * @weights: (owned): [sign][kind]
 * @biases: of each kind
 * @net: (owned) (nullable): of the text; %NULL while it is being trained
 */
typedef struct
{
  char *about;
  guint n_signs;
  guint *signs;
  float *means;
  float *scales;
  float *weights;
  float biases[EXM_N_PAGE_KINDS];
  ExmNet *net;
} ExmKindModel;

/* Signs are cut off at this many standard deviations. */
#define EXM_KIND_CLIP 4.0f

/**
 * exm_kind_model_new:
 * @n_signs: how many signs it will look at
 *
 * Returns: (transfer full): a model of zeros, without a net
 */
ExmKindModel *exm_kind_model_new (guint n_signs, const char *about);

void exm_kind_model_free (ExmKindModel *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmKindModel, exm_kind_model_free)

/* Returns: (transfer none): the one that the program came with */
const ExmKindModel *exm_kind_model_get_shipped (void);

/**
 * exm_kind_model_parse:
 * @text: what exm_kind_model_write() wrote
 * @error: %EXM_EXTRACT_ERROR_TABLE, naming the line
 *
 * Takes hostile input. O(bytes).
 *
 * Returns: (transfer full) (nullable): the model
 */
ExmKindModel *exm_kind_model_parse (const char *text, gsize n_bytes, GError **error);

/* Returns: (transfer full): text; weights of the net become one byte each */
char *exm_kind_model_write (const ExmKindModel *self);

/**
 * exm_kind_model_run:
 * @signs: (array): as exm_kind_signs_measure() measured them
 * @chances: (out): of each kind
 */
void exm_kind_model_run (const ExmKindModel *self,
                         const float *signs,
                         double chances[EXM_N_PAGE_KINDS]);

/**
 * exm_kind_model_ask:
 * @page: the target
 * @features: (inout): its rows, of which the columns of the lane "kind" are filled
 * @evidence: (array length=n_rows): z of each by the net of a page alone
 * @answer: (out): the kind, and why
 *
 * Pure; any thread. Cost: O(rows · columns + elements).
 */
void exm_kind_model_ask (const ExmKindModel *self,
                         const ExmPageText *page,
                         ExmFeatures *features,
                         const float *evidence,
                         ExmKindAnswer *answer);

/**
 * exm_kind_set_columns:
 * @features: (inout): gets the chances in its columns of the lane "kind"
 */
void exm_kind_set_columns (ExmFeatures *features, const double chances[EXM_N_PAGE_KINDS]);

G_END_DECLS
