/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every method of extraction on the page that an analysis shows: what each one finds by
 * itself, and how far that agrees with the body that is shown. One method after the other
 * runs on the pool, those that are wanted, while somebody looks; beside them one that has
 * the page laid out.
 *
 * Main thread only. */

#pragma once

#include "app/analysis/exm-analysis.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_TRIAL_WAITING, /* not asked for, or its turn has not come */
  EXM_TRIAL_RUNNING, /* what it found before, if anything, is still there */
  EXM_TRIAL_DONE,
  EXM_TRIAL_FAILED, /* it could not: see @message */
} ExmTrialState;

/**
 * ExmMethodTrial:
 * @method: what runs
 * @state: how far it is
 * @result: (nullable): what it found, without what the operator said of lines
 * @example: (nullable): of a method that looks at pages: the same for the first example
 * @lanes: (nullable): its lanes, for the chart
 * @message: (nullable): why it could not
 * @excerpt: (nullable): the first words of its body
 * @n_lines: lines of its body
 * @n_chars: characters in them, with the breaks between them
 * @agreement: F1 of its body's tokens beside the body that is shown, 0 … 1; -1 while one
 *   of them is not known
 * @parameters: a value for each parameter of @method
 */
typedef struct
{
  const ExmMethod *method;
  ExmTrialState state;
  ExmResult *result;    /* (owned) (nullable) */
  ExmResult *example;   /* (owned) (nullable) */
  ExmChartLanes *lanes; /* (owned) (nullable) */
  char *message;        /* (owned) (nullable) */
  char *excerpt;        /* (owned) (nullable) */
  guint n_lines;
  guint n_chars;
  double agreement;
  double *parameters; /* (owned) */
} ExmMethodTrial;

/* Signals: "changed" (guint index: what is known of a trial). */
#define EXM_TYPE_METHOD_TRIALS (exm_method_trials_get_type ())
G_DECLARE_FINAL_TYPE (ExmMethodTrials, exm_method_trials, EXM, METHOD_TRIALS, GObject)

/**
 * exm_method_trials_new:
 * @analysis: what is looked at; kept
 *
 * Returns: (transfer full): a trial a method, in the order of exm_method_get_all(); none
 *   is wanted and nothing runs yet
 */
ExmMethodTrials *exm_method_trials_new (ExmAnalysis *analysis);

guint exm_method_trials_get_n (ExmMethodTrials *self);

/* Returns: (transfer none): the trial at @index, which there must be */
const ExmMethodTrial *exm_method_trials_get (ExmMethodTrials *self, guint index);

/**
 * exm_method_trials_set_active:
 * @active: whether somebody looks; else nothing is started, and what runs is ended
 */
void exm_method_trials_set_active (ExmMethodTrials *self, gboolean active);

/**
 * exm_method_trials_set_wanted:
 * @wanted: whether to run the method at @index, for this page and those after it
 */
void exm_method_trials_set_wanted (ExmMethodTrials *self, guint index, gboolean wanted);

/**
 * exm_method_trials_set_parameter:
 * @index: which method
 * @parameter: which of its parameters
 * @value: clamped to what it may be
 *
 * The method runs anew, before all others.
 */
void exm_method_trials_set_parameter (ExmMethodTrials *self,
                                      guint index,
                                      guint parameter,
                                      double value);

/**
 * exm_method_trials_dup_parameters:
 *
 * Returns: (transfer full) (nullable): those that are not as the method has them, as
 *   exm_method_parse_parameters() reads them; %NULL for none
 */
char *exm_method_trials_dup_parameters (ExmMethodTrials *self, guint index);

/**
 * exm_method_trials_is_in_use:
 *
 * Returns: whether the task goes by the method at @index
 * @exactly: with these very parameters
 */
gboolean
exm_method_trials_is_in_use (ExmMethodTrials *self, guint index, gboolean exactly);

/* A line on which a trial and the body that is shown differ. */
typedef struct
{
  guint line;
  gboolean added; /* only the trial keeps it, else it drops it */
} ExmMethodDifference;

/**
 * exm_method_trials_list_differences:
 *
 * Returns: (transfer full) (element-type ExmMethodDifference): in the order of lines;
 *   O(lines)
 */
GArray *exm_method_trials_list_differences (ExmMethodTrials *self, guint index);

G_END_DECLS
