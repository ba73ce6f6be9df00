/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Chart of an analysis, made on GLib's task pool: it follows the result, and comes anew
 * when only the drawn windows are others. Main thread.
 *
 * Signals: "changed" (there is another chart, or none). */

#pragma once

#include "app/chart/exm-chart-data.h"

G_BEGIN_DECLS

#define EXM_TYPE_CHART_JOB (exm_chart_job_get_type ())
G_DECLARE_FINAL_TYPE (ExmChartJob, exm_chart_job, EXM, CHART_JOB, GObject)

ExmChartJob *exm_chart_job_new (void);

/**
 * exm_chart_job_start:
 * @compared: (nullable): the page that @result was made with
 * @window: width of the windows, in characters
 *
 * Replaces a job under way. The last chart stays until there is another one.
 */
void exm_chart_job_start (ExmChartJob *self,
                          ExmPrepared *target,
                          ExmPrepared *compared,
                          ExmResult *result,
                          guint window,
                          gboolean literal);
void exm_chart_job_stop (ExmChartJob *self);

/* Makes no more of the last result than is under way: there is none any more. */
void exm_chart_job_forget_result (ExmChartJob *self);

/* Drops the chart, and the job under way. */
void exm_chart_job_drop (ExmChartJob *self);

/**
 * exm_chart_job_set_seen:
 * @begin: first character that is seen
 * @end: one past the last
 *
 * Tracked curves of a long page come for this part first.
 */
void exm_chart_job_set_seen (ExmChartJob *self, double begin, double end);

/* Returns: (transfer none) (nullable): the last chart */
ExmChartData *exm_chart_job_get_data (ExmChartJob *self);
gboolean exm_chart_job_is_running (ExmChartJob *self);

G_END_DECLS
