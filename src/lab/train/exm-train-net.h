/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the weights of a net. The same pages in the same order with the same seed give
 * the same bits: one thread a net, sums in one order, no random numbers but our own. */

#pragma once

#include "extract/net/exm-net.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmTrainPage:
 * @rows: (unowned): rows of %EXM_N_COLUMNS columns
 * @labels: (unowned) (array length=n_rows): share of each that is body, 0 … 1
 * @weights: (unowned) (array length=n_rows): how much each counts
 * @beside: (unowned) (array length=n_rows): evidence that is added to the net's
 * @n_rows: how many
 */
typedef struct
{
  const float *rows;
  const float *labels;
  const float *weights;
  const float *beside;
  guint n_rows;
} ExmTrainPage;

/**
 * ExmTrainSettings:
 * @seed: of the first weights and of the order of the pages
 * @n_epochs: how often every page is looked at
 * @rate: the first step's length; it falls to 0 along a line
 * @decay: what of a weight is lost a step, times the step's length
 * @cancellable: (unowned) (nullable): ends it early, with what there is
 */
typedef struct
{
  guint64 seed;
  guint n_epochs;
  double rate;
  double decay;
  GCancellable *cancellable;
} ExmTrainSettings;

/**
 * exm_train_net:
 * @pages: (array length=n_pages): what is learned from
 * @columns: (array length=n_columns): what the net looks at
 *
 * Log loss, weighted within a page so that each page counts the same; AdamW
 * (I. Loshchilov, F. Hutter, 2019), 12 pages a step. Any thread. Cost: about 4 µs a row
 * and epoch.
 *
 * Returns: (transfer full): a net of one block
 */
ExmNet *exm_train_net (const ExmTrainPage *pages,
                       guint n_pages,
                       const guint *columns,
                       guint n_columns,
                       const ExmTrainSettings *settings);

G_END_DECLS
