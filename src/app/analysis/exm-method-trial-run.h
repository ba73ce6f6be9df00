/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A method tried on a page: what is done of it on the pool. A run belongs to the main
 * thread, is lent to a pool thread while its task runs, and comes back. */

#pragma once

#include "app/analysis/exm-analysis-job.h"
#include "app/chart/exm-chart-lanes.h"

G_BEGIN_DECLS

/**
 * ExmMethodTrialRun:
 * @job: (owned): in; the pages, the method and its parameters
 * @index: in; which trial it is
 * @wants_example: in; whether @example is asked for
 * @lanes: (owned) (nullable): out
 * @excerpt: (owned) (nullable): out; the first words of the body
 * @example: (owned) (nullable): out; what the method finds in the first example
 * @n_lines: out; lines of the body
 * @n_chars: out; characters in them, as exm_analysis_count_body() counts
 */
typedef struct
{
  ExmAnalysisJob *job;
  guint index;
  gboolean wants_example;
  ExmChartLanes *lanes;
  char *excerpt;
  ExmResult *example;
  guint n_lines;
  guint n_chars;
} ExmMethodTrialRun;

/* @run: an #ExmMethodTrialRun */
void exm_method_trial_run_free (gpointer run);

/**
 * exm_method_trial_run_in_thread:
 * @data: an #ExmMethodTrialRun
 *
 * A #GTaskThreadFunc: returns an #ExmResult, the target's, or why there is none.
 */
void exm_method_trial_run_in_thread (GTask *task,
                                     gpointer source,
                                     gpointer data,
                                     GCancellable *cancellable);

G_END_DECLS
