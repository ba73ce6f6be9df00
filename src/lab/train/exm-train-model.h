/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the weights of a method's model (see exm-method-model.h) by back-propagation. The
 * same pages in the same order with the same seed give the same bytes. */

#pragma once

#include "extract/net/exm-method-model.h"
#include "lab/train/exm-train-labels.h"
#include "types/exm-page-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* As bp-net's authors have it. */
#define EXM_TRAIN_RATE 0.2
#define EXM_TRAIN_TARGET_ERROR 0.05

/* Number of epochs in which the loss comes near to its limit. */
#define EXM_TRAIN_EPOCHS 200u

/* Share of the sites or pages that is tested on. */
#define EXM_TRAIN_HELD_BACK 0.2

/* Pages that suffice for a site or two; with less than the other number there is nothing
 * to be learned that would hold for a next page. */
#define EXM_TRAIN_ENOUGH_PAGES 20u
#define EXM_TRAIN_LEAST_PAGES 4u

typedef enum
{
  EXM_TRAIN_ERROR_ONE_CLASS, /* all rows are body, or none is */
} ExmTrainError;

#define EXM_TRAIN_ERROR (exm_train_error_quark ())
GQuark exm_train_error_quark (void);

typedef struct _ExmTrainRows ExmTrainRows;

/**
 * exm_train_rows_new:
 * @layout: of the models that learn from them
 *
 * Returns: (transfer full): no rows yet
 */
ExmTrainRows *exm_train_rows_new (const ExmModelLayout *layout);

void exm_train_rows_free (ExmTrainRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmTrainRows, exm_train_rows_free)

/**
 * exm_train_rows_add:
 * @site: (nullable): pages of one site are never learned from and tested on at once;
 *   %NULL: the page is a site of its own
 * @page: a page; not kept
 * @labels: which of its lines are body; not kept
 *
 * A row counts as body if half of its words are. O(page).
 */
void exm_train_rows_add (ExmTrainRows *self,
                         const char *site,
                         const ExmPageText *page,
                         const ExmTrainLabels *labels);

/* Returns: how many pages with text were added */
guint exm_train_rows_get_n_pages (const ExmTrainRows *self);

/**
 * ExmTrainEpochFunc:
 * @epoch: that has ended, counted from 1
 * @loss: of the rows learned from, see #ExmTrainModelReport
 * @held_loss: of those held back, −1 where there are none
 *
 * Called on the thread that trains.
 *
 * Returns: whether to go on; if not, the model is what it is by now
 */
typedef gboolean (*ExmTrainEpochFunc) (guint epoch,
                                       double loss,
                                       double held_loss,
                                       gpointer data);

/**
 * ExmTrainModelOptions:
 * @seed: of the first weights and of the order of the rows
 * @max_epochs: how often every row is looked at, at most
 * @rate: length of a step
 * @target_error: it ends when an epoch's loss is this or less
 * @held_back: share of the sites that are tested on instead, of the pages where there is
 *   one site, 0 … .9
 * @about: what the pages are, a line
 * @trained_usec: what time it is, for #ExmModelOrigin; 0: the model shall not say, so
 * that the same pages always give the same bytes
 * @progress: (nullable): called after each epoch
 * @data: of @progress
 * @cancellable: (nullable): ends it within an epoch, without a model
 */
typedef struct
{
  guint64 seed;
  guint max_epochs;
  double rate;
  double target_error;
  double held_back;
  const char *about;
  gint64 trained_usec;
  ExmTrainEpochFunc progress;
  gpointer data;
  GCancellable *cancellable;
} ExmTrainModelOptions;

/**
 * ExmTrainCheck:
 * @precision: of the characters in rows that a model calls body, the share that is
 * @recall: of the characters in rows that are body, the share that it calls so
 * @f1: of both
 *
 * How good a model is on the pages held back, all of them together; −1 where there are
 * none.
 */
typedef struct
{
  double precision;
  double recall;
  double f1;
} ExmTrainCheck;

/**
 * ExmTrainModelReport:
 * @losses: (owned) (element-type double): of each epoch: mean square of what each row's
 *   output was beside what it should have been, before its step
 * @held_losses: (owned) (element-type double): the same on the rows held back, after the
 *   epoch; empty where there are none
 * @n_learned: pages learned from
 * @n_held_back: pages tested on
 * @check: of the model
 * @shipped: of the one that the program carries, on the same pages
 */
typedef struct
{
  GArray *losses;
  GArray *held_losses;
  guint n_learned;
  guint n_held_back;
  ExmTrainCheck check;
  ExmTrainCheck shipped;
} ExmTrainModelReport;

void exm_train_model_report_clear (ExmTrainModelReport *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmTrainModelReport, exm_train_model_report_clear)

/**
 * exm_train_model:
 * @rows: what is learned from
 * @report: (out caller-allocated): how it went, also after an error; all zero before
 * @error: %EXM_TRAIN_ERROR_ONE_CLASS, or %G_IO_ERROR_CANCELLED
 *
 * Steepest descent of the squared error, a step a row, the rows in another order each
 * epoch. Any thread. Cost: about 1 µs a row and epoch.
 *
 * Returns: (transfer full) (nullable): the model
 */
ExmMethodModel *exm_train_model (const ExmTrainRows *rows,
                                 const ExmTrainModelOptions *options,
                                 ExmTrainModelReport *report,
                                 GError **error);

G_END_DECLS
