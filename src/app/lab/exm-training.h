/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A method's model is trained on what operators said of stored articles: how many these
 * are, then the training on the pool, and what came of it.
 *
 * Main thread only. */

#pragma once

#include "app/session/exm-session.h"
#include "lab/train/exm-train-model.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_TRAINING_COUNTING, /* what there is to learn from */
  EXM_TRAINING_READY,
  EXM_TRAINING_READING, /* the pages */
  EXM_TRAINING_LEARNING,
  EXM_TRAINING_DONE,   /* there is a model */
  EXM_TRAINING_FAILED, /* see exm_training_get_message() */
} ExmTrainingState;

/**
 * ExmTrainingCount:
 * @n_articles: whose body was called right or corrected
 * @n_examples: whose body was marked
 */
typedef struct
{
  guint n_articles;
  guint n_examples;
} ExmTrainingCount;

/* Signals: "changed". */
#define EXM_TYPE_TRAINING (exm_training_get_type ())
G_DECLARE_FINAL_TYPE (ExmTraining, exm_training, EXM, TRAINING, GObject)

/**
 * exm_training_new:
 * @session: whose articles
 * @task_uid: the task that the model is for
 * @method: whose model
 *
 * Returns: (transfer full): a training that counts what there is
 */
ExmTraining *
exm_training_new (ExmSession *session, const char *task_uid, const char *method);

ExmTrainingState exm_training_get_state (ExmTraining *self);

/* Returns: what the task has, or all tasks have; nothing while it counts */
ExmTrainingCount exm_training_get_count (ExmTraining *self, gboolean all_tasks);

/* Begins, where it is ready: %EXM_TRAINING_READING follows. */
void exm_training_start (ExmTraining *self, gboolean all_tasks);

/**
 * exm_training_stop:
 *
 * The model is what it is after the epoch that goes on; without one there is none.
 */
void exm_training_stop (ExmTraining *self);

/* Returns: whether it was stopped before it had come to its end */
gboolean exm_training_is_stopped (ExmTraining *self);

/* Returns: how far it is, 0 … 1 */
double exm_training_get_progress (ExmTraining *self);

/**
 * exm_training_get_losses:
 * @held_losses: (out) (transfer none) (element-type double): of the pages held back
 *
 * Returns: (transfer none) (element-type double): of each epoch so far
 */
const GArray *exm_training_get_losses (ExmTraining *self, const GArray **held_losses);

/* Returns: (transfer none) (nullable): how it went, once it is done */
const ExmTrainModelReport *exm_training_get_report (ExmTraining *self);

/* Returns: (transfer none) (nullable): what came of it, once it is done */
ExmMethodModel *exm_training_get_model (ExmTraining *self);

/* Returns: (transfer none) (nullable): why it failed */
const char *exm_training_get_message (ExmTraining *self);

G_END_DECLS
