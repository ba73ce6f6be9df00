/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers that refuse a page, on their way through the pool: their own text tells whether
 * a person has to verify first. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-verification.h"
#include "page/exm-page-reader.h"
#include "worker/exm-core.h"

typedef struct
{
  ExmCore *core;       /* (unowned): worker thread only */
  ExmCoreTask *task;   /* (unowned): worker thread only; lives while it has jobs */
  ExmJob *job;         /* (owned) */
  ExmWorkMarks *marks; /* (owned) */
  GError *error;       /* (owned): of the fetch, with the answer */
} Refusal;

static void
refusal_free (gpointer data)
{
  Refusal *refusal = data;

  exm_job_unref (refusal->job);
  exm_work_marks_unref (refusal->marks);
  g_error_free (refusal->error);
  g_free (refusal);
}

static gboolean
asks_verification (const ExmFetched *fetched)
{
  const ExmPageHints hints
      = { .url = fetched->final_url, .http_charset = fetched->charset };
  g_autoptr (ExmPageText) page = exm_page_read (fetched->body, &hints, NULL);

  /* A page that cannot be read asks nothing. */
  return page != NULL && exm_page_asks_verification (page);
}

static void
read_in_pool (GTask *gtask, gpointer object, gpointer data, GCancellable *cancellable)
{
  const Refusal *refusal = data;
  guint mark = exm_work_marks_begin (refusal->marks, refusal->job->id);

  /* The parser looks at it between two chunks. */
  g_cancellable_push_current (cancellable);
  gboolean asks = asks_verification (exm_fetch_error_get_fetched (refusal->error));
  g_cancellable_pop_current (cancellable);
  exm_work_marks_end (refusal->marks, mark);
  if (!g_task_return_error_if_cancelled (gtask))
    g_task_return_boolean (gtask, asks);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  const Refusal *refusal = g_task_get_task_data (G_TASK (result));
  ExmCore *self = refusal->core;
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  gboolean asks = g_task_propagate_boolean (G_TASK (result), &error);
  if (error != NULL)
    exm_core_fail_job (self, refusal->task, refusal->job, error);
  else
    exm_core_fail_refused_job (self, refusal->task, refusal->job, refusal->error, asks);
  exm_core_end_job (self, refusal->task, refusal->job);
}

void
exm_core_read_refusal (ExmCore *self, ExmCoreTask *task, ExmJob *job, const GError *error)
{
  Refusal *refusal = g_new0 (Refusal, 1);

  g_assert (g_thread_self () == self->thread);
  refusal->core = self;
  refusal->task = task;
  refusal->job = exm_job_ref (job);
  refusal->marks = exm_work_marks_ref (self->marks);
  refusal->error = g_error_copy (error);
  exm_core_watch_work (self, job);
  g_autoptr (GTask) gtask
      = g_task_new (NULL, exm_core_get_cancellable (self, job), on_read, NULL);
  /* A parser that looks at its cancellable late goes on alone. */
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_core_read_refusal);
  g_task_set_task_data (gtask, refusal, refusal_free);
  g_task_run_in_thread (gtask, read_in_pool);
  /* Its host is free meanwhile. */
  exm_core_step (self);
}
