/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the chart draws of an analysis: it comes after the result, and anew when only the
 * drawn windows are others. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-analysis-private.h"

/* Shorter pages are there at once. */
#define LEAST_IN_PARTS 50000u

typedef struct
{
  ExmPrepared *target;  /* (owned) */
  ExmPrepared *example; /* (owned) (nullable) */
  ExmResult *result;    /* (owned) */
  ExmCurvesPair *pair;  /* (owned) (nullable): with @example */
  guint window;
  gboolean literal;
  ExmChartSpan part; /* empty: all of it */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  exm_prepared_unref (request->target);
  g_clear_pointer (&request->example, exm_prepared_unref);
  exm_result_unref (request->result);
  g_clear_pointer (&request->pair, exm_curves_pair_unref);
  g_free (request);
}

static gboolean
is_part (const Request *request)
{
  return request->part.begin < request->part.end;
}

static void
run_chart (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  GError *error = NULL;
  ExmChartData *chart = exm_chart_data_new (
      request->target, request->example, request->result, request->pair, request->window,
      request->literal, is_part (request) ? &request->part : NULL, cancellable, &error);

  if (chart != NULL)
    g_task_return_pointer (task, chart, (GDestroyNotify) exm_chart_data_unref);
  else
    g_task_return_error (task, error);
}

static gboolean
can_start_chart (ExmAnalysis *self)
{
  return self->result != NULL && self->target != NULL && self->target->prepared != NULL;
}

static void start_chart (ExmAnalysis *self, gboolean all);

static void
on_chart_made (GObject *source, GAsyncResult *result, gpointer data)
{
  const Request *request = g_task_get_task_data (G_TASK (result));
  GWeakRef *weak = data;
  g_autoptr (ExmAnalysis) self = g_weak_ref_get (weak);
  g_autoptr (GError) error = NULL;

  g_weak_ref_clear (weak);
  g_free (weak);
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->chart_cancellable)
    return;
  g_clear_object (&self->chart_cancellable);
  g_clear_pointer (&self->chart, exm_chart_data_unref);
  self->chart = g_task_propagate_pointer (G_TASK (result), &error);
  if (error != NULL)
    g_warning ("The curves could not be drawn: %s", error->message);
  else if (is_part (request) && can_start_chart (self))
    start_chart (self, TRUE);
  exm_analysis_emit_chart_changed (self);
}

void
exm_analysis_stop_chart (ExmAnalysis *self)
{
  g_cancellable_cancel (self->chart_cancellable);
  g_clear_object (&self->chart_cancellable);
}

static gboolean
has_pair (ExmAnalysis *self, ExmPrepared *example)
{
  return self->pair != NULL
         && exm_curves_pair_is_of (self->pair, self->target->prepared, example);
}

/* Kept as long as the pages are the same. */
static ExmCurvesPair *
get_pair (ExmAnalysis *self, ExmPrepared *example)
{
  if (has_pair (self, example))
    return self->pair;
  g_clear_pointer (&self->pair, exm_curves_pair_unref);
  self->pair = exm_curves_pair_new (self->target->prepared, example);
  return self->pair;
}

/* What is seen of a long page, while most of it is not. */
static ExmChartSpan
find_part (ExmAnalysis *self)
{
  guint n = exm_page_text_get_n_chars (exm_prepared_get_page (self->target->prepared));
  ExmChartSpan part = { MAX (self->seen.begin, 0), MIN (self->seen.end, n) };

  if (self->literal || n < LEAST_IN_PARTS || 2 * (part.end - part.begin) > n)
    part.end = part.begin;
  return part;
}

static void
start_chart (ExmAnalysis *self, gboolean all)
{
  Request *request = g_new0 (Request, 1);
  GWeakRef *weak = g_new (GWeakRef, 1);

  request->target = exm_prepared_ref (self->target->prepared);
  if (self->compared != NULL)
    {
      request->example = exm_prepared_ref (self->compared);
      /* Of other pages something else will be seen. */
      if (!all && has_pair (self, self->compared))
        request->part = find_part (self);
      request->pair = exm_curves_pair_ref (get_pair (self, self->compared));
    }
  request->result = exm_result_ref (self->result);
  request->window = self->window;
  request->literal = self->literal;
  g_weak_ref_init (weak, self);
  self->chart_cancellable = g_cancellable_new ();
  g_autoptr (GTask) task
      = g_task_new (NULL, self->chart_cancellable, on_chart_made, weak);
  g_task_set_source_tag (task, exm_analysis_restart_chart);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, run_chart);
}

void
exm_analysis_restart_chart (ExmAnalysis *self)
{
  exm_analysis_stop_chart (self);
  if (can_start_chart (self))
    start_chart (self, FALSE);
}

void
exm_analysis_set_chart_seen (ExmAnalysis *self, double begin, double end)
{
  g_return_if_fail (EXM_IS_ANALYSIS (self));

  self->seen = (ExmChartSpan){ begin, end };
}

ExmChartData *
exm_analysis_get_chart_data (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), NULL);

  return self->chart;
}

gboolean
exm_analysis_get_chart_busy (ExmAnalysis *self)
{
  g_return_val_if_fail (EXM_IS_ANALYSIS (self), FALSE);

  return self->busy || self->chart_cancellable != NULL;
}
