/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* `train` for the methods whose nets are small: bp-net and density-net. */

#pragma once

#include "cli/base/exm-cli.h"
#include "extract/net/exm-method-model.h"

G_BEGIN_DECLS

/**
 * ExmCliTrainModel:
 * @method: whose model
 * @corpus: (nullable): a folder as for exm_cli_pages_open_corpus()
 * @task: (nullable): instead of it, a task whose corrected articles and marked examples
 *   are learned from
 * @data: (nullable): the data folder of the task, as --data names it
 * @path: (nullable): the file to write
 * @curve: (nullable): a file for the loss curve, SVG if it ends so, else CSV
 * @use: the model becomes the task's own
 * @about: (nullable): what it shall say it was trained on
 * @seed: of all random numbers
 * @epochs: at most
 * @held_back: share of the sites that are tested on
 * @rate: length of a step
 * @target_error: training ends when an epoch's loss is this or less
 */
typedef struct
{
  const char *method;
  const char *corpus;
  const char *task;
  const char *data;
  const char *path;
  const char *curve;
  gboolean use;
  const char *about;
  gint64 seed;
  guint epochs;
  double held_back;
  double rate;
  double target_error;
} ExmCliTrainModel;

/**
 * exm_cli_train_use:
 * @request: says of which method and task
 * @model: (nullable): the task's own from now on; %NULL: it goes by the program's again
 */
ExmExit exm_cli_train_use (const ExmCliTrainModel *request, const ExmMethodModel *model);

/**
 * exm_cli_train_model:
 *
 * Reads the pages, trains, writes the files and prints how it went. Ended from the
 * keyboard, it says how far it came, and writes the curve alone.
 */
ExmExit exm_cli_train_model (const ExmCliTrainModel *request);

G_END_DECLS
