/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-chart-job.h"

/* Characters; shorter pages are there at once. */
#define LEAST_IN_PARTS 50000u

typedef struct
{
  ExmPrepared *target;   /* (owned) */
  ExmPrepared *compared; /* (owned) (nullable) */
  ExmResult *result;     /* (owned) */
  ExmCurvesPair *pair;   /* (owned) (nullable): with @compared */
  guint window;
  gboolean literal;
  ExmChartSpan part; /* empty: all of it */
} Request;

struct _ExmChartJob
{
  GObject parent_instance;

  GCancellable *cancellable; /* (owned) (nullable): while a chart is made */
  ExmChartData *data;        /* (owned) (nullable) */
  ExmCurvesPair *pair;       /* (owned) (nullable): the last that was drawn */
  ExmChartSpan seen;
  gboolean has_result;
};

G_DEFINE_FINAL_TYPE (ExmChartJob, exm_chart_job, G_TYPE_OBJECT)

static guint changed_signal;

static void
request_free (gpointer data)
{
  Request *request = data;

  exm_prepared_unref (request->target);
  g_clear_pointer (&request->compared, exm_prepared_unref);
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
      request->target, request->compared, request->result, request->pair, request->window,
      request->literal, is_part (request) ? &request->part : NULL, cancellable, &error);

  if (chart != NULL)
    g_task_return_pointer (task, chart, (GDestroyNotify) exm_chart_data_unref);
  else
    g_task_return_error (task, error);
}

static gboolean
has_pair (ExmChartJob *self, ExmPrepared *target, ExmPrepared *compared)
{
  return self->pair != NULL && exm_curves_pair_is_of (self->pair, target, compared);
}

/* The seen part of a long page, while most of it is not seen. */
static ExmChartSpan
find_part (ExmChartJob *self, ExmPrepared *target)
{
  guint n = exm_page_text_get_n_chars (exm_prepared_get_page (target));
  ExmChartSpan part = { MAX (self->seen.begin, 0), MIN (self->seen.end, n) };

  if (n < LEAST_IN_PARTS || 2 * (part.end - part.begin) > n)
    part.end = part.begin;
  return part;
}

static void start (ExmChartJob *self, const Request *wanted, gboolean all);

static void
on_chart_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmChartJob) self = data;
  const Request *request = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->data, exm_chart_data_unref);
  self->data = g_task_propagate_pointer (G_TASK (result), &error);
  if (error != NULL)
    g_warning ("The curves could not be drawn: %s", error->message);
  else if (is_part (request) && self->has_result)
    start (self, request, TRUE);
  g_signal_emit (self, changed_signal, 0);
}

static void
start (ExmChartJob *self, const Request *wanted, gboolean all)
{
  Request *request = g_memdup2 (wanted, sizeof *wanted);

  request->part = (ExmChartSpan){ 0 };
  request->pair = NULL;
  exm_prepared_ref (request->target);
  exm_result_ref (request->result);
  if (request->compared != NULL)
    {
      exm_prepared_ref (request->compared);
      /* A pair is kept as long as the pages are the same. Of other pages something else
       * will be seen. */
      if (!has_pair (self, request->target, request->compared))
        {
          g_clear_pointer (&self->pair, exm_curves_pair_unref);
          self->pair = exm_curves_pair_new (request->target, request->compared);
        }
      else if (!all && !request->literal)
        request->part = find_part (self, request->target);
      request->pair = exm_curves_pair_ref (self->pair);
    }
  self->cancellable = g_cancellable_new ();
  g_autoptr (GTask) task
      = g_task_new (NULL, self->cancellable, on_chart_made, g_object_ref (self));
  g_task_set_source_tag (task, exm_chart_job_start);
  g_task_set_task_data (task, request, request_free);
  g_task_run_in_thread (task, run_chart);
}

void
exm_chart_job_start (ExmChartJob *self,
                     ExmPrepared *target,
                     ExmPrepared *compared,
                     ExmResult *result,
                     guint window,
                     gboolean literal)
{
  const Request request = { .target = target,
                            .compared = compared,
                            .result = result,
                            .window = window,
                            .literal = literal };

  exm_chart_job_stop (self);
  self->has_result = TRUE;
  start (self, &request, FALSE);
}

void
exm_chart_job_stop (ExmChartJob *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
exm_chart_job_forget_result (ExmChartJob *self)
{
  self->has_result = FALSE;
}

void
exm_chart_job_drop (ExmChartJob *self)
{
  exm_chart_job_stop (self);
  g_clear_pointer (&self->pair, exm_curves_pair_unref);
  if (self->data == NULL)
    return;
  g_clear_pointer (&self->data, exm_chart_data_unref);
  g_signal_emit (self, changed_signal, 0);
}

void
exm_chart_job_set_seen (ExmChartJob *self, double begin, double end)
{
  self->seen = (ExmChartSpan){ begin, end };
}

ExmChartData *
exm_chart_job_get_data (ExmChartJob *self)
{
  return self->data;
}

gboolean
exm_chart_job_is_running (ExmChartJob *self)
{
  return self->cancellable != NULL;
}

static void
exm_chart_job_finalize (GObject *object)
{
  ExmChartJob *self = EXM_CHART_JOB (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->data, exm_chart_data_unref);
  g_clear_pointer (&self->pair, exm_curves_pair_unref);
  G_OBJECT_CLASS (exm_chart_job_parent_class)->finalize (object);
}

static void
exm_chart_job_class_init (ExmChartJobClass *class)
{
  G_OBJECT_CLASS (class)->finalize = exm_chart_job_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_chart_job_init (ExmChartJob *self)
{
}

ExmChartJob *
exm_chart_job_new (void)
{
  return g_object_new (EXM_TYPE_CHART_JOB, NULL);
}
