/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The jobs under way: each can be cancelled, alone or with its task's, and none takes
 * for ever, whether it waits for a server or for the extraction. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>

/* The jobs of one task, or of all, are few: at most the fetches at once. */
typedef struct
{
  ExmJob *job;               /* (owned) */
  ExmCoreTask *task;         /* (unowned): lives while it has jobs under way */
  GCancellable *cancellable; /* (owned) */
  GSource *deadline;         /* (owned) */
  GSource *watchdog;         /* (owned) (nullable): while the pool is at it */
  gboolean late;
  gboolean stuck;
} Work;

void
exm_core_work_free (gpointer data)
{
  Work *work = data;

  if (work->watchdog != NULL)
    {
      g_source_destroy (work->watchdog);
      g_source_unref (work->watchdog);
    }
  g_source_destroy (work->deadline);
  g_source_unref (work->deadline);
  g_object_unref (work->cancellable);
  exm_job_unref (work->job);
  g_free (work);
}

static gboolean
on_deadline (gpointer data)
{
  Work *work = data;

  work->late = TRUE;
  g_cancellable_cancel (work->cancellable);
  return G_SOURCE_REMOVE;
}

void
exm_core_begin_work (ExmCore *self, ExmCoreTask *task, ExmJob *job)
{
  Work *work = g_new0 (Work, 1);

  work->job = exm_job_ref (job);
  work->task = task;
  work->cancellable = g_cancellable_new ();
  work->deadline = g_timeout_source_new (self->job_timeout_ms);
  g_source_set_callback (work->deadline, on_deadline, work, NULL);
  g_source_attach (work->deadline, self->context);
  g_hash_table_insert (self->work, &work->job->id, work);
  self->n_active++;
  task->n_active++;
}

static gboolean
on_watchdog (gpointer data)
{
  Work *work = data;

  work->stuck = TRUE;
  g_cancellable_cancel (work->cancellable);
  return G_SOURCE_REMOVE;
}

void
exm_core_watch_work (ExmCore *self, const ExmJob *job)
{
  Work *work = g_hash_table_lookup (self->work, &job->id);

  g_assert (work != NULL && work->watchdog == NULL);
  work->watchdog = g_timeout_source_new (self->watchdog_ms);
  g_source_set_callback (work->watchdog, on_watchdog, work, NULL);
  g_source_attach (work->watchdog, self->context);
}

GCancellable *
exm_core_get_cancellable (ExmCore *self, const ExmJob *job)
{
  Work *work = g_hash_table_lookup (self->work, &job->id);

  g_assert (work != NULL);
  return work->cancellable;
}

gboolean
exm_core_set_late_error (ExmCore *self, const ExmJob *job, GError **error)
{
  Work *work = g_hash_table_lookup (self->work, &job->id);

  if (work != NULL && work->stuck)
    {
      exm_said_set_error (
          error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_STUCK,
          /* translators: an address, a number of seconds */
          N_ ("Reading %s took longer than %.0f seconds of computing and was given up"),
          job->url, self->watchdog_ms / 1000.);
      return TRUE;
    }
  if (work == NULL || !work->late)
    return FALSE;
  exm_said_set_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_TOO_LONG,
                      /* translators: an address, a number of seconds */
                      N_ ("%s took longer than %.0f seconds in all and was given up"),
                      job->url, self->job_timeout_ms / 1000.);
  return TRUE;
}

void
exm_core_end_work (ExmCore *self, ExmCoreTask *task, const ExmJob *job)
{
  gboolean found = g_hash_table_remove (self->work, &job->id);

  g_assert (found);
  self->n_active--;
  task->n_active--;
  exm_core_check_run (self, task);
}

void
exm_core_cancel_work (ExmCore *self, const ExmCoreTask *task)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new_with_free_func (g_object_unref);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->work);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (task == NULL || ((Work *) value)->task == task)
      g_ptr_array_add (chosen, g_object_ref (((Work *) value)->cancellable));
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const ExmSecondPass *pass = ((ExmCoreTask *) value)->second_pass;
      if (pass != NULL && (task == NULL || value == task))
        g_ptr_array_add (chosen, g_object_ref (pass->cancellable));
    }
  for (guint i = 0; i < chosen->len; i++)
    g_cancellable_cancel (g_ptr_array_index (chosen, i));
}
