/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Plans made by a clock that was wrong: those of a clock that was ahead would wait for
 * years. Times that no plan of now can give are found when the worker
 * starts, and when the clock is set back while it runs. A clock that was behind needs
 * nothing: what was planned by it is due at once. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said.h"
#include "store/exm-store-times.h"
#include "worker/exm-core-clock.h"
#include "worker/exm-core-storage.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>

/* How far ahead the times of a store can lie, besides schedules. */
static const ExmStoreLimits limits = {
  .job_usec = EXM_CORE_MAX_RETRY_USEC + G_TIME_SPAN_HOUR,
  .publication_usec = EXM_STORE_MAX_PUBLISH_PAUSE_USEC + G_TIME_SPAN_HOUR,
  .rest_usec = EXM_HOST_GATE_MAX_BACK_OFF_USEC,
  .robots_usec = EXM_HOST_GATE_MAX_ROBOTS_USEC,
};

/* Setting the clock back by less is not worth a word. */
#define TOLD_STEP_USEC G_TIME_SPAN_HOUR

static gint64
get_next (const ExmTask *task, gint64 now_usec)
{
  gint64 next
      = exm_schedule_get_next (exm_task_get (task)->schedule, now_usec, now_usec + 1);

  return next == G_MAXINT64 ? 0 : next;
}

gboolean
exm_core_set_next_due (ExmCore *self,
                       const ExmTask *task,
                       gint64 now_usec,
                       GError **error)
{
  return exm_store_set_next_due (self->store, exm_task_get (task)->uid,
                                 get_next (task, now_usec), error);
}

/* @step_usec: by how much the clock was set back, 0 where that is not known: then only
 * what its schedule cannot give from now on is planned anew. A task that cannot be read
 * is left as it is. */
static gboolean
plan_task (ExmCore *self,
           const ExmTaskInfo *info,
           gint64 now_usec,
           gint64 step_usec,
           guint *n_changed,
           GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (info->next_due_usec <= now_usec + (step_usec > 0 ? 0 : EXM_CORE_BROKEN_USEC))
    return TRUE;
  g_autoptr (ExmTask) task = exm_store_get_task (self->store, info->uid, NULL, &problem);
  if (task == NULL && exm_core_is_store_failure (problem))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (task == NULL)
    return TRUE;
  gint64 next_usec = get_next (task, now_usec);
  if (step_usec == 0 && next_usec != 0 && info->next_due_usec <= next_usec)
    return TRUE;
  (*n_changed)++;
  return exm_store_set_next_due (self->store, info->uid, next_usec, error);
}

static gboolean
plan_anew (
    ExmCore *self, gint64 now_usec, gint64 step_usec, guint *n_changed, GError **error)
{
  guint n_limited = 0;
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (self->store, error);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    if (!plan_task (self, g_ptr_array_index (infos, i), now_usec, step_usec, n_changed,
                    error))
      return FALSE;
  if (infos == NULL
      || (step_usec > 0
          && !exm_store_shift_times (self->store, now_usec, step_usec, error))
      || !exm_store_limit_times (self->store, now_usec, &limits, &n_limited, error))
    return FALSE;
  *n_changed += n_limited;
  return TRUE;
}

static void
tell (ExmCore *self)
{
  g_autofree char *said = exm_said_new (
      N_ ("The clock of the computer was wrong, or is wrong now: what lay too far ahead "
          "was planned anew. Check the date and the time of the computer"));
  g_autofree char *words = exm_said_to_words (said);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NOTICE);

  event->message = g_strdup (words);
  exm_core_emit (self, event);
  exm_core_log_or_report (self, NULL, EXM_EVENT_WARNING, words, said);
}

/* All or nothing. */
static gboolean
store_plan (
    ExmCore *self, gint64 now_usec, gint64 step_usec, guint *n_changed, GError **error)
{
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (plan_anew (self, now_usec, step_usec, n_changed, error))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

gboolean
exm_core_check_times (ExmCore *self, GError **error)
{
  guint n_changed = 0;

  g_assert (g_thread_self () == self->thread);
  if (!store_plan (self, exm_core_now (self), 0, &n_changed, error))
    return FALSE;
  if (n_changed > 0)
    tell (self);
  return TRUE;
}

/* Shifts the times that runs keep. */
static void
shift_runs (ExmCore *self, gint64 step_usec)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ((ExmCoreTask *) value)->run_started_usec -= step_usec;
}

gboolean
exm_core_set_back (ExmCore *self, gint64 now_usec, gint64 step_usec)
{
  g_autoptr (GError) error = NULL;
  guint n_changed = 0;

  if (!store_plan (self, now_usec, step_usec, &n_changed, &error))
    {
      exm_core_store_failed_or_report (self, NULL, error);
      return FALSE;
    }
  shift_runs (self, step_usec);
  if (step_usec >= TOLD_STEP_USEC)
    tell (self);
  return TRUE;
}
