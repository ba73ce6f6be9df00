/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "store/exm-store-times.h"
#include "worker/exm-core-storage.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>

/* Longest time that a worker which runs once waits for work that becomes due. */
#define SOON_USEC G_TIME_SPAN_MINUTE

/* Keeping of records of hosts: as long as they may matter, since a robots.txt that fails
 * is taken for none after 30 days. */
#define KEEP_HOSTS_USEC (60 * G_TIME_SPAN_DAY)

/* Clocks that are set right by less are not noticed. */
#define SET_BACK_USEC G_TIME_SPAN_MINUTE

/* Runs begun in one step: with thousands of tasks due, the rest waits its turn. */
#define MAX_RUNS_A_STEP 64u

gint64
exm_core_now (const ExmCore *self)
{
  return self->clock != NULL ? self->clock (self->clock_data) : g_get_real_time ();
}

void
exm_core_emit (ExmCore *self, ExmWorkerEvent *event)
{
  g_assert (g_thread_self () == self->thread);
  if (event->kind == EXM_WORKER_ARTICLE || event->kind == EXM_WORKER_CHANGED)
    exm_core_index_later (self);
  self->emit (event, self->emit_data);
}

void
exm_core_emit_problem (ExmCore *self,
                       ExmCoreTask *task,
                       const char *url,
                       const GError *error)
{
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PROBLEM);

  event->task_uid = task != NULL ? g_strdup (exm_task_get (task->task)->uid) : NULL;
  event->task_name = task != NULL ? g_strdup (exm_task_get (task->task)->name) : NULL;
  event->url = g_strdup (url);
  event->message = g_strdup (error->message);
  exm_core_emit (self, event);
}

/* Logs nothing of a task that was deleted meanwhile. */
void
exm_core_log_or_report (ExmCore *self,
                        ExmCoreTask *task,
                        ExmEventLevel level,
                        const char *message,
                        const char *said)
{
  const char *uid = task != NULL ? exm_task_get (task->task)->uid : NULL;
  g_autoptr (GError) error = NULL;

  if (!exm_store_add_event (self->store, uid, level, message, said, exm_core_now (self),
                            &error)
      && exm_core_is_store_failure (error))
    exm_core_store_failed_or_report (self, task, error);
}

void
exm_core_problem (ExmCore *self, ExmCoreTask *task, const char *url, const GError *error)
{
  if (exm_core_is_store_failure (error))
    {
      exm_core_store_failed_or_report (self, task, error);
      return;
    }
  exm_core_emit_problem (self, task, url, error);
  exm_core_log_or_report (self, task, EXM_EVENT_WARNING, error->message,
                          exm_said_from_error (error));
}

void
exm_core_tell (ExmCore *self, ExmCoreTask *task, const char *said)
{
  g_autofree char *words = exm_said_to_words (said);

  exm_core_log_or_report (self, task, EXM_EVENT_INFO, words, said);
}

void
exm_core_tell_notices (ExmCore *self, GPtrArray *notices)
{
  for (guint i = 0; i < notices->len; i++)
    {
      ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NOTICE);
      event->message = g_strdup (g_ptr_array_index (notices, i));
      exm_core_emit (self, event);
    }
}

/* Also when the clock was set, or the computer slept over it. */
static void
on_timer (ExmWallTimerReason reason, gpointer data)
{
  ExmCore *self = data;

  self->timer_usec = G_MAXINT64;
  exm_core_step (self);
}

/* Something of the weekly report is to be told, or was done. */
static void
on_week (const GError *problem, const char *said, gpointer data)
{
  ExmCore *self = data;

  if (problem != NULL)
    exm_core_problem (self, NULL, NULL, problem);
  else if (said != NULL)
    exm_core_tell (self, NULL, said);
  else
    {
      exm_core_emit (self, exm_worker_event_new (EXM_WORKER_CHANGED));
      exm_core_step (self);
    }
}

gboolean
exm_core_open (ExmCore *self, gboolean check, GError **error)
{
  g_assert (g_thread_self () == self->thread);
  g_autoptr (GPtrArray) notices = g_ptr_array_new_with_free_func (g_free);
  const ExmStoreOptions options = { .check = check };

  self->store = exm_store_open (self->folder, &options, notices, error);
  if (self->store == NULL)
    return FALSE;
  exm_core_tell_notices (self, notices);
  self->fetcher = exm_fetcher_new (NULL);
  self->engine = exm_engine_new ();
  if (self->renderer != NULL)
    exm_engine_set_lay_out (self->engine, exm_renderer_lay_out_offline,
                            g_object_ref (self->renderer), g_object_unref);
  self->gate = exm_host_gate_new (self->max_fetches);
  self->icons = exm_icon_queue_new (self->icons_folder);
  self->kept = exm_kept_pages_new ();
  self->cancellable = g_cancellable_new ();
  exm_core_init_sending (self);
  self->week_mailer = exm_week_mailer_new (self->folder, self->store,
                                           self->send_cancellable, on_week, self);
  self->timer = exm_wall_timer_new (self->context, on_timer, self);
  self->work
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, exm_core_work_free);
  self->finished = g_ptr_array_new_with_free_func (g_object_unref);
  self->taken
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, exm_core_taken_free);
  self->alone = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->suspects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->portal_sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->known_hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->tdmrep_until = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->tasks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) exm_core_task_free);
  self->unstarted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->searches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) exm_core_task_free);
  self->unreleased = exm_core_new_unreleased ();
  return TRUE;
}

gboolean
exm_core_collect (ExmCore *self, GError **error)
{
  g_assert (g_thread_self () == self->thread);

  if (!exm_core_take_up_marks (self, error)
      || !exm_store_release_jobs (self->store, EXM_CORE_OWNER, error)
      || !exm_core_settle_asked (self, error)
      || !exm_week_mailer_settle (self->week_mailer, error)
      || !exm_core_take_up_renamings (self, error)
      || !exm_store_prune_hosts (self->store, exm_core_now (self) - KEEP_HOSTS_USEC,
                                 error))
    return FALSE;
  self->collecting = TRUE;
  exm_core_index_later (self);
  exm_core_check_resources (self, TRUE);
  return exm_core_check_times (self, error) && exm_core_resume_runs (self, error);
}

/* The next process gives them back where this one cannot. */
static void
release_jobs_or_report (ExmCore *self)
{
  g_autoptr (GError) error = NULL;

  if (!exm_store_release_jobs (self->store, EXM_CORE_OWNER, &error))
    exm_core_store_failed_or_report (self, NULL, error);
}

void
exm_core_close (ExmCore *self)
{
  g_assert (g_thread_self () == self->thread);

  self->stopping = TRUE;
  exm_week_mailer_stop (self->week_mailer);
  g_cancellable_cancel (self->cancellable);
  exm_core_cancel_work (self, NULL);
  exm_core_commit_finished (self);
  while (self->n_active > 0 || self->upkeep_active || self->indexing || self->n_icons > 0)
    g_main_context_iteration (self->context, TRUE);
  exm_core_end_sending (self);
  g_clear_pointer (&self->week_mailer, exm_week_mailer_free);
  g_clear_pointer (&self->timer, exm_wall_timer_free);
  if (self->collecting)
    release_jobs_or_report (self);
  g_clear_pointer (&self->unreleased, g_array_unref);
  g_clear_pointer (&self->unstarted, g_hash_table_unref);
  g_clear_pointer (&self->searches, g_hash_table_unref);
  g_clear_error (&self->store_error);
  g_clear_pointer (&self->tasks, g_hash_table_unref);
  g_clear_pointer (&self->work, g_hash_table_unref);
  if (self->marks != NULL)
    exm_work_marks_close (self->marks);
  g_clear_pointer (&self->marks, exm_work_marks_unref);
  g_clear_pointer (&self->alone, g_array_unref);
  g_clear_pointer (&self->finished, g_ptr_array_unref);
  g_clear_pointer (&self->taken, g_hash_table_unref);
  g_clear_pointer (&self->suspects, g_hash_table_unref);
  g_clear_pointer (&self->portal_sites, g_hash_table_unref);
  g_clear_pointer (&self->portal, g_free);
  g_clear_pointer (&self->known_hosts, g_hash_table_unref);
  g_clear_pointer (&self->tdmrep_until, g_hash_table_unref);
  g_clear_pointer (&self->icons, exm_icon_queue_free);
  g_clear_pointer (&self->gate, exm_host_gate_free);
  g_clear_pointer (&self->kept, exm_kept_pages_free);
  g_clear_object (&self->fetcher);
  g_clear_object (&self->engine);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->send_cancellable);
  g_clear_pointer (&self->rests, g_hash_table_unref);
  g_clear_pointer (&self->opened, g_hash_table_unref);
  g_clear_pointer (&self->resources, exm_resource_store_close);
  g_clear_pointer (&self->store, exm_store_close);
}

/* Plans made by a clock that was wrong: those of a clock that was ahead would wait for
 * years. Times that no plan of now can give are found when the worker
 * starts, and when the clock is set back while it runs. A clock that was behind needs
 * nothing: what was planned by it is due at once. */
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

  /* Jobs that were leased before their turn have times of then. */
  exm_core_give_back (self);
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

/* Whether the schedule allows a run now. What was missed is due at once, but where the
 * computer slept until its window was closed, when that opens. */
static gboolean
may_run (ExmCore *self, const char *uid, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (self->store, uid, NULL, &error);

  if (task == NULL && exm_core_is_store_failure (error))
    {
      exm_core_store_failed_or_report (self, NULL, error);
      return FALSE;
    }
  g_clear_error (&error); /* a task that cannot be read is told of when it is run */
  /* As if the last run had been long ago. */
  gint64 next = task != NULL
                    ? exm_schedule_get_next (exm_task_get (task)->schedule, 1, now_usec)
                    : G_MAXINT64;

  if (next == G_MAXINT64 || next <= now_usec)
    return TRUE;
  if (!exm_store_set_next_due (self->store, uid, next, &error))
    exm_core_store_failed_or_report (self, NULL, error);
  return FALSE;
}

static void
start_due_runs (ExmCore *self, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) due
      = exm_store_list_due (self->store, now_usec, MAX_RUNS_A_STEP, &error);

  if (due == NULL)
    exm_core_store_failed_or_report (self, NULL, error);
  for (guint i = 0; due != NULL && i < due->len; i++)
    if (may_run (self, g_ptr_array_index (due, i), now_usec))
      exm_core_start_run (self, g_ptr_array_index (due, i));
}

/* When something is due next: a run, a job, a publication; G_MAXINT64 for never. Runs
 * that were not due when it began are none of a worker's that runs once. */
static gint64
find_next (ExmCore *self, gint64 next_job_usec)
{
  gint64 run_usec = 0, publication_usec = 0, any_usec = 0, rest_usec = 0;
  gint64 next = next_job_usec;
  g_autoptr (GError) error = NULL;
  g_autofree char *busy = exm_core_list_busy (self, exm_core_now (self), &rest_usec);

  if (!exm_store_get_next_due (self->store, &run_usec, &error)
      || !exm_store_get_next_publication (self->store, busy, &publication_usec, &error)
      || !exm_store_get_next_publication (self->store, NULL, &any_usec, &error))
    exm_core_store_failed_or_report (self, NULL, error);
  /* When one that is due has begun, it is looked at the times again. */
  if (run_usec != 0 && self->n_starting == 0
      && (!self->once || run_usec <= self->began_usec))
    next = MIN (next, run_usec);
  if (publication_usec != 0)
    next = MIN (next, publication_usec);
  /* A rest matters to what waits for its end. */
  return any_usec != 0 && rest_usec != G_MAXINT64 ? MIN (next, MAX (rest_usec, any_usec))
                                                  : next;
}

/* The timer knows the system's clock alone. */
static void
set_timer (ExmCore *self, gint64 next_usec, gint64 now_usec)
{
  if (self->finished->len > 0)
    next_usec = MIN (next_usec, self->finished_until_usec);
  self->timer_usec = next_usec;
  if (self->clock != NULL && next_usec != G_MAXINT64)
    next_usec += g_get_real_time () - now_usec;
  exm_wall_timer_set (self->timer, next_usec);
}

void
exm_core_wake_by (ExmCore *self, gint64 time_usec)
{
  if (time_usec < self->timer_usec)
    set_timer (self, time_usec, exm_core_now (self));
}

gboolean
exm_core_is_at_work (const ExmCore *self)
{
  return self->n_active > 0 || self->n_sending > 0 || self->upkeep_active
         || self->indexing || self->emptying || self->n_icons > 0
         || exm_week_mailer_is_active (self->week_mailer);
}

/* Returns: when the weekly report is due */
static gint64
mail_week (ExmCore *self, gint64 now_usec)
{
  gint64 next_usec = G_MAXINT64;
  g_autoptr (GError) error = NULL;

  if (!exm_week_mailer_run (self->week_mailer, now_usec, &next_usec, &error))
    exm_core_store_failed_or_report (self, NULL, error);
  return next_usec;
}

/* Returns: whether something is under way, or due soon */
static gboolean
do_what_is_due (ExmCore *self, gint64 now_usec)
{
  start_due_runs (self, self->once ? self->began_usec : now_usec);
  gint64 next_job_usec = exm_core_start_jobs (self, now_usec);
  gint64 next_icon_usec = G_MAXINT64;
  /* Nothing runs beside a suspect job. */
  if (self->alone->len == 0)
    {
      next_icon_usec = exm_core_start_icons (self, now_usec);
      exm_core_publish (self);
      exm_core_wake_second_passes (self);
    }
  /* Upkeep, the index and icons come last: no run waits for them. */
  gint64 upkeep_usec
      = MIN (exm_core_keep_up (self, now_usec), exm_core_index (self, now_usec));
  upkeep_usec = MIN (upkeep_usec, next_icon_usec);
  gint64 week_usec = mail_week (self, now_usec);
  gint64 next_usec = find_next (self, next_job_usec);
  gint64 retry_usec = exm_core_get_store_retry (self, now_usec);
  set_timer (self,
             retry_usec != 0 ? retry_usec : MIN (MIN (next_usec, upkeep_usec), week_usec),
             now_usec);
  return exm_core_is_at_work (self) || next_usec <= now_usec + SOON_USEC;
}

/* The store failed a worker that runs once: it ends with what is under way. */
static gboolean
end_soon (ExmCore *self)
{
  if (self->n_active == 0)
    exm_core_end_failed_runs (self);
  return self->n_active > 0 || self->n_sending > 0;
}

gboolean
exm_core_step (ExmCore *self)
{
  g_assert (g_thread_self () == self->thread);

  if (self->stopping || !self->collecting)
    return FALSE;
  exm_core_commit_finished (self);
  gint64 now_usec = exm_core_now (self);
  gint64 step_usec = self->last_usec - now_usec;
  if (step_usec <= SET_BACK_USEC || exm_core_set_back (self, now_usec, step_usec))
    self->last_usec = now_usec;
  self->began_usec = self->began_usec == 0 ? now_usec : MIN (self->began_usec, now_usec);
  if (self->once && self->store_failed)
    return end_soon (self);
  if (exm_core_get_store_retry (self, now_usec) != 0 || !exm_core_try_store_again (self))
    {
      set_timer (self, self->store_retry_usec, now_usec);
      return TRUE;
    }
  gboolean busy = do_what_is_due (self, now_usec);
  return self->once && self->store_failed ? end_soon (self) : busy;
}
