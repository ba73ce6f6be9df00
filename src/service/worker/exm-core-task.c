/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core-examples.h"

#include "base/exm-said-error.h"
#include "fetch/exm-url-key.h"
#include "store/exm-store-older.h"
#include "store/exm-store-problem.h"
#include "url/exm-url-pattern.h"
#include "worker/exm-core-first-run.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Addresses that one source pattern may make in one run. */
#define MAX_SOURCE_ADDRESSES 1000u

void
exm_core_task_free (ExmCoreTask *task)
{
  g_clear_pointer (&task->task, exm_task_unref);
  g_clear_pointer (&task->filter, exm_url_filter_unref);
  g_clear_pointer (&task->examples, g_ptr_array_unref);
  g_clear_pointer (&task->model, exm_method_model_unref);
  g_clear_object (&task->fetcher);
  g_clear_object (&task->resource_fetcher);
  g_clear_pointer (&task->example_keys, g_ptr_array_unref);
  g_clear_pointer (&task->publishers, g_hash_table_unref);
  g_clear_pointer (&task->revived, g_hash_table_unref);
  g_clear_pointer (&task->slow_hosts, g_hash_table_unref);
  g_clear_pointer (&task->told_rests, g_hash_table_unref);
  g_clear_pointer (&task->listed, g_hash_table_unref);
  g_clear_pointer (&task->left_out, g_hash_table_unref);
  g_clear_pointer (&task->waiting, g_hash_table_unref);
  g_clear_pointer (&task->progress, exm_worker_event_free);
  g_clear_pointer (&task->site, exm_site_stat_unref);
  g_clear_pointer (&task->second_pass, exm_second_pass_free);
  exm_problem_clear (&task->problem);
  exm_problem_clear (&task->lost_list);
  g_clear_error (&task->store_error);
  exm_engine_forget_unused (task->engine);
  g_object_unref (task->engine);
  g_free (task->read_url);
  g_free (task);
}

ExmCoreTask *
exm_core_get_task (ExmCore *self, const char *uid, GError **error)
{
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, uid);
  if (task != NULL)
    return task;

  task = g_new0 (ExmCoreTask, 1);
  task->engine = g_object_ref (self->engine);
  task->task = exm_store_get_task (self->store, uid, &task->version, error);
  if (task->task == NULL)
    {
      exm_core_task_free (task);
      return NULL;
    }
  const ExmTaskFields *fields = exm_task_get (task->task);
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  options.user_agent = fields->user_agent;
  if (fields->timeout_ms > 0)
    options.timeout_ms = fields->timeout_ms;
  task->fetcher = exm_fetcher_new (&options);
  task->progress = exm_worker_event_new (EXM_WORKER_RUN_PROGRESS);
  task->progress->task_uid = g_strdup (uid);
  task->progress->task_name = g_strdup (fields->name);
  task->publishers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  task->revived = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  task->slow_hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  task->told_rests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  task->listed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  task->waiting = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  task->left_out = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  task->filter = exm_url_filter_new (fields->include, fields->exclude, error);
  if (task->filter == NULL || !exm_core_gather_examples (self, task, error))
    {
      exm_core_task_free (task);
      return NULL;
    }
  /* Use the program's model where the task's own is unusable, which is told once a run.
   */
  task->model = exm_method_model_find (fields->models, fields->method, NULL);
  g_hash_table_insert (self->tasks, g_strdup (uid), task);
  return task;
}

void
exm_core_count (ExmCore *self, ExmCoreTask *task, const ExmRunCounts *counts)
{
  ExmWorkerEvent *progress = task->progress;

  progress->n_found += counts->n_found;
  progress->n_new += counts->n_new;
  progress->n_done += counts->n_fetched + counts->n_failed;
  progress->n_articles += counts->n_articles;
  progress->n_flagged += counts->n_flagged;
  progress->n_failed += counts->n_failed;
  progress->n_passed += counts->n_passed;
  progress->n_older += counts->n_older;
  progress->n_backlog += counts->n_backlog;
  progress->n_backlog_flagged += counts->n_backlog_flagged;
  exm_core_emit (self, exm_worker_event_copy (progress));
}

static const char *
get_job_kind (ExmSourceKind kind)
{
  switch (kind)
    {
    case EXM_SOURCE_LIST:
      return EXM_JOB_LIST;
    case EXM_SOURCE_FEED:
      return EXM_JOB_FEED;
    case EXM_SOURCE_SITEMAP:
      return EXM_JOB_SITEMAP;
    case EXM_SOURCE_PAGES:
    default:
      return EXM_JOB_ARTICLE;
    }
}

/* The addresses that a source's pattern makes, as jobs of the run. */
static gboolean
add_source (ExmCore *self,
            ExmCoreTask *task,
            const ExmTaskSource *source,
            gint64 now_usec,
            GError **error)
{
  const char *uid = exm_task_get (task->task)->uid;
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (source->pattern, error);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autoptr (GPtrArray) jobs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  guint n_new = 0;

  if (pattern == NULL)
    return FALSE;
  g_autoptr (GPtrArray) urls
      = exm_url_pattern_generate (pattern, now_usec, zone, MAX_SOURCE_ADDRESSES, error);
  if (urls == NULL)
    return FALSE;
  for (guint i = 0; i < urls->len; i++)
    {
      g_autoptr (ExmJob) job = exm_job_new ();
      job->run_id = task->run_id;
      job->kind = g_strdup (get_job_kind (source->kind));
      job->url = g_strdup (g_ptr_array_index (urls, i));
      job->url_key = exm_url_get_key (job->url, error);
      job->due_usec = now_usec;
      /* A list's payload is how many further pages are read, a sitemap's its depth. */
      job->payload = g_strdup_printf (
          "%u", source->kind == EXM_SOURCE_LIST ? source->max_pages : 0);
      job->backlog = task->first_run;
      if (job->url_key == NULL)
        return FALSE;
      if (source->kind == EXM_SOURCE_PAGES)
        g_ptr_array_add (jobs, exm_job_ref (job));
      else if (!exm_store_add_job (self->store, uid, job, error))
        return FALSE;
    }
  /* Addresses that are articles themselves go the way of those that a list names. */
  return jobs->len == 0
         || exm_store_discover (self->store, uid, jobs, FALSE, now_usec, &n_new, error);
}

/* Reports that the task's own model cannot be used. */
static void
tell_of_model (ExmCore *self, ExmCoreTask *task)
{
  const ExmTaskFields *fields = exm_task_get (task->task);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmMethodModel) model
      = exm_method_model_find (fields->models, fields->method, &error);

  if (model == NULL && error != NULL)
    exm_core_problem (self, task, NULL, error);
}

static void
emit_run (ExmCore *self,
          ExmCoreTask *task,
          ExmWorkerEventKind kind,
          const char *state,
          const char *message)
{
  ExmWorkerEvent *event = exm_worker_event_copy (task->progress);

  event->kind = kind;
  event->state = g_strdup (state);
  event->message = g_strdup (message);
  exm_core_emit (self, event);
}

/* Leaves the rest of a stopped run to the next one; but older articles, which were asked
 * for once, are passed over again. */
static gboolean
park_jobs (ExmCore *self, const ExmCoreTask *task, GError **error)
{
  return exm_store_put_back_older (self->store, task->run_id, error)
         && exm_store_park_jobs (self->store, task->run_id, error);
}

/* All or nothing: a first run that has ended must not be followed by another first run.
 */
static gboolean
store_end (ExmCore *self,
           ExmCoreTask *task,
           const char *state,
           const char *message,
           const char *said,
           GError **error)
{
  const char *uid = exm_task_get (task->task)->uid;
  gboolean ends_first = task->first_run && strcmp (state, "done") == 0;

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if ((!task->stopped || park_jobs (self, task, error))
      && exm_store_finish_run (self->store, task->run_id, state, message, said,
                               exm_core_now (self), error)
      && (!ends_first || exm_core_end_first_run (self, uid, error))
      && (task->stopped || exm_core_judge_run (self, task, error)))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

/* Ends a run that met a failure of the store: its rest is part of the next one. */
static gboolean
store_failed_end (ExmCore *self, ExmCoreTask *task, GError **error)
{
  const char *said = exm_said_from_error (task->store_error);
  const ExmProblem problem = {
    .kind = EXM_PROBLEM_FAILED,
    .since_usec = exm_core_now (self),
    .message = task->store_error->message,
    .said = (char *) said,
  };

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (exm_core_release_rest (self, task, error)
      && exm_store_park_jobs (self->store, task->run_id, error)
      && exm_store_finish_run (self->store, task->run_id, "failed", problem.message, said,
                               exm_core_now (self), error)
      && exm_store_set_problem (self->store, exm_task_get (task->task)->uid, &problem,
                                error))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

static void
drop_run (ExmCore *self, ExmCoreTask *task, const char *state, const char *message)
{
  emit_run (self, task, EXM_WORKER_RUN_FINISHED, state, message);
  if (task->progress->n_articles > task->progress->n_backlog)
    exm_core_index_later (self);
  exm_core_forget_rest (self, task);
  g_hash_table_remove (self->tasks, exm_task_get (task->task)->uid);
}

/* Keeps the run open where not even its end can be stored: this process or the next one
 * tries again. */
static void
fail_run (ExmCore *self, ExmCoreTask *task)
{
  g_autoptr (GError) error = NULL;
  gboolean stored = store_failed_end (self, task, &error);

  if (!stored)
    exm_core_store_failed_or_report (self, task, error);
  if (stored || self->once)
    drop_run (self, task, "failed", task->store_error->message);
}

/* Ends the run of @task, which is dropped: the next run reads it anew. */
static void
finish_run (ExmCore *self, ExmCoreTask *task)
{
  gboolean nothing = exm_core_has_failed (task);
  const char *state = task->stopped ? "stopped" : nothing ? "failed" : "done";
  g_autofree char *summary = exm_core_say_summary (task);
  g_autofree char *words = exm_said_to_words (summary);
  const char *message = nothing ? task->problem.message : words;
  g_autoptr (GError) error = NULL;

  if (task->store_error == NULL
      && store_end (self, task, state, message, nothing ? task->problem.said : summary,
                    &error))
    {
      drop_run (self, task, state, message);
      return;
    }
  if (error != NULL)
    exm_core_store_failed_or_report (self, task, error);
  fail_run (self, task);
}

/* The addresses of all sources. One that is wrong is told of, and passed over. */
static gboolean
add_sources (ExmCore *self, ExmCoreTask *task, gint64 now_usec, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task->task);

  for (guint i = 0; i < fields->sources->len; i++)
    {
      const ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);
      g_autoptr (GError) problem = NULL;
      if (add_source (self, task, source, now_usec, &problem))
        continue;
      if (problem->domain == EXM_STORE_ERROR)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      exm_core_note (task, EXM_PROBLEM_BROKEN, NULL, problem->message,
                     exm_said_from_error (problem));
      exm_core_problem (self, task, source->pattern, problem);
    }
  return TRUE;
}

/* The run, its sources as jobs and the time of the next one: all or nothing, so that a
 * run that a crash left open has all its sources. */
static gboolean
begin_run (ExmCore *self, ExmCoreTask *task, gint64 now_usec, GError **error)
{
  const char *uid = exm_task_get (task->task)->uid;
  ExmWorkerEvent *progress = task->progress;

  if (!exm_core_is_first_run (self, uid, &task->first_run, error)
      || !exm_store_begin_group (self->store, error))
    return FALSE;
  task->run_started_usec = now_usec;
  task->least_site = G_MAXUINT;
  if (exm_core_set_next_due (self, task->task, now_usec, error)
      && exm_store_start_run (self->store, uid, now_usec, &task->run_id, error)
      && exm_store_count_older (self->store, task->run_id, &progress->n_older, error)
      && add_sources (self, task, now_usec, error)
      && exm_store_commit_group (self->store, error))
    return TRUE;
  exm_store_drop_group (self->store);
  task->run_id = 0;
  return FALSE;
}

/* @at_it: (out): whether there is more to the run of @task than pages to be tried again
 * later: those are no reason to leave the lists unread */
static gboolean
is_at_it (ExmCore *self, const ExmCoreTask *task, gboolean *at_it, GError **error)
{
  gint64 n_untried = 0;

  *at_it = task->n_active > 0 || exm_core_has_taken (self, task);
  if (*at_it)
    return TRUE;
  if (!exm_store_count_untried_jobs (self->store, task->run_id, &n_untried, error))
    return FALSE;
  *at_it = n_untried > 0;
  return TRUE;
}

/* The run will begin when the store works again. */
static void
keep_for_later (ExmCore *self, const char *uid, ExmCoreTask *task, const GError *error)
{
  g_hash_table_add (self->unstarted, g_strdup (uid));
  exm_core_store_failed_or_report (self, task, error);
}

/* A task that cannot run must not be due again at once. */
static void
put_off_broken (ExmCore *self, const char *uid, gint64 now_usec, const GError *cause)
{
  g_autoptr (GError) error = NULL;
  const ExmProblem broken = {
    .kind = EXM_PROBLEM_BROKEN,
    .since_usec = now_usec,
    .message = cause->message,
    .said = (char *) exm_said_from_error (cause),
  };

  exm_core_emit_problem (self, NULL, NULL, cause);
  if (!exm_store_add_event (self->store, NULL, EXM_EVENT_WARNING, broken.message,
                            broken.said, now_usec, &error)
      || !exm_store_set_next_due (self->store, uid, now_usec + EXM_CORE_BROKEN_USEC,
                                  &error)
      || !exm_store_set_problem (self->store, uid, &broken, &error))
    exm_core_problem (self, NULL, NULL, error);
}

static void
adopt_older (ExmCore *self, ExmCoreTask *task, gint64 now_usec, GError **error)
{
  ExmRunCounts counts = { 0 };

  if (exm_store_adopt_older (self->store, exm_task_get (task->task)->uid, task->run_id,
                             now_usec, &counts.n_older, error)
      && counts.n_older > 0)
    exm_core_count (self, task, &counts);
}

/* Ends what is left of an earlier run. Returns: whether another one may begin */
static gboolean
make_room (ExmCore *self, const char *uid, gint64 now_usec, GError **error)
{
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, uid);
  gboolean at_it = FALSE;

  if (task == NULL)
    return TRUE;
  if (task->starting)
    return FALSE;
  if (task->run_id == 0)
    {
      if (task->n_active == 0)
        g_hash_table_remove (self->tasks, uid);
      return TRUE;
    }
  if (!is_at_it (self, task, &at_it, error))
    return FALSE;
  if (at_it)
    {
      /* Skip this time; but what waits for the next run need wait no longer. */
      if (exm_core_set_next_due (self, task->task, now_usec, error))
        adopt_older (self, task, now_usec, error);
      return FALSE;
    }
  finish_run (self, task);
  task = g_hash_table_lookup (self->tasks, uid);
  return task == NULL || task->run_id == 0;
}

gboolean
exm_core_find_gone (ExmCore *self, const char *uid, gboolean *gone, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (self->store, uid, NULL, &problem);

  *gone = g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  if (task != NULL || *gone)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static void
begin_prepared_run (ExmCore *self, ExmCoreTask *task)
{
  const char *uid = exm_task_get (task->task)->uid;
  g_autoptr (GError) error = NULL;

  if (!begin_run (self, task, exm_core_now (self), &error))
    {
      keep_for_later (self, uid, task, error);
      return;
    }
  emit_run (self, task, EXM_WORKER_RUN_STARTED, "running", NULL);
  tell_of_model (self, task);
  if (!exm_core_probe_outputs (self, task, &error))
    exm_core_problem (self, task, NULL, error);
  exm_core_check_run (self, task);
}

/* A run that was asked for, and the worker ends before it began: the next one takes it
 * up. */
static void
leave_run (ExmCore *self, ExmCoreTask *task)
{
  g_autoptr (GError) error = NULL;
  gboolean gone = FALSE;

  if (task->run_id != 0 || task->stopped)
    return;
  if (exm_core_find_gone (self, exm_task_get (task->task)->uid, &gone, &error)
      && (gone || begin_run (self, task, exm_core_now (self), &error)))
    return;
  exm_core_problem (self, task, NULL, error);
}

void
exm_core_end_starting (ExmCore *self, ExmCoreTask *task, const GError *error)
{
  g_autofree char *uid = g_strdup (exm_task_get (task->task)->uid);
  g_autoptr (GError) failure = NULL;
  gboolean gone = FALSE;

  if (self->once && self->store_failed)
    {
      exm_core_step (self); /* pages may wait for their group */
      return;
    }
  if (self->stopping)
    {
      leave_run (self, task);
      return;
    }
  if (error != NULL)
    put_off_broken (self, uid, exm_core_now (self), error);
  else if (task->run_id == 0 && !exm_core_find_gone (self, uid, &gone, &failure))
    keep_for_later (self, uid, task, failure);
  else if (task->run_id == 0 && !gone)
    begin_prepared_run (self, task);
  if (error != NULL && task->run_id == 0 && task->n_active == 0)
    g_hash_table_remove (self->tasks, uid);
  exm_core_step (self);
}

void
exm_core_start_run (ExmCore *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  gint64 now_usec = exm_core_now (self);

  if (self->once && self->store_failed)
    return;
  if (!make_room (self, uid, now_usec, &error))
    {
      if (error != NULL)
        exm_core_problem (self, g_hash_table_lookup (self->tasks, uid), NULL, error);
      return;
    }
  ExmCoreTask *task = exm_core_get_task (self, uid, &error);
  if (task == NULL)
    {
      if (exm_core_is_store_failure (error))
        keep_for_later (self, uid, NULL, error);
      else
        put_off_broken (self, uid, now_usec, error);
      return;
    }
  if (task->examples->len > 0)
    exm_core_prepare_examples (self, task);
  else
    begin_prepared_run (self, task);
}

void
exm_core_check_run (ExmCore *self, ExmCoreTask *task)
{
  g_autoptr (GError) error = NULL;
  gint64 n_jobs = 0;

  if (task->run_id == 0 || task->n_active > 0)
    return;
  if (task->stopped || self->ending)
    finish_run (self, task);
  else if (exm_core_get_store_retry (self, exm_core_now (self)) != 0)
    return; /* looked at again then */
  else if (!exm_store_count_jobs (self->store, task->run_id, &n_jobs, &error))
    exm_core_store_failed_or_report (self, task, error);
  else if (n_jobs == 0 && !exm_core_run_second_pass (self, task))
    finish_run (self, task);
}

void
exm_core_check_runs (ExmCore *self)
{
  g_autoptr (GPtrArray) uids = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (uids, g_strdup (key));
  for (guint i = 0; i < uids->len; i++)
    {
      ExmCoreTask *task = g_hash_table_lookup (self->tasks, g_ptr_array_index (uids, i));
      if (task != NULL && task->run_id != 0)
        exm_core_check_run (self, task);
    }
}

void
exm_core_stop_run (ExmCore *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, uid);

  if (task != NULL && task->starting)
    task->stopped = TRUE; /* ends as soon as it begins */
  if (task == NULL || task->run_id == 0)
    return;
  task->stopped = TRUE;
  exm_core_cancel_work (self, task);
  exm_core_give_back (self);
  /* Work under way gives its jobs back when it ends. */
  if (!park_jobs (self, task, &error))
    exm_core_problem (self, task, NULL, error);
  exm_core_check_run (self, task);
}

void
exm_core_refresh (ExmCore *self)
{
  g_autoptr (GPtrArray) uids = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_remove_all (self->searches);
  exm_week_mailer_look_again (self->week_mailer);
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (uids, g_strdup (key));
  for (guint i = 0; i < uids->len; i++)
    {
      const char *uid = g_ptr_array_index (uids, i);
      ExmCoreTask *task = g_hash_table_lookup (self->tasks, uid);
      g_autoptr (GError) error = NULL;
      gboolean gone = FALSE;
      if (task->run_id == 0 && task->n_active == 0)
        g_hash_table_remove (self->tasks, uid);
      else if (!exm_core_find_gone (self, uid, &gone, &error))
        exm_core_problem (self, task, NULL, error);
      else if (gone)
        exm_core_stop_run (self, uid);
      else
        g_clear_pointer (&task->site, exm_site_stat_unref); /* a line may be ruled of */
    }
  exm_core_emit (self, exm_worker_event_new (EXM_WORKER_CHANGED));
}

static gboolean
resume_run (ExmCore *self, const ExmRun *run, GError **error)
{
  g_autoptr (GError) problem = NULL;
  ExmCoreTask *task = exm_core_get_task (self, run->task_uid, &problem);

  if (exm_core_is_store_failure (problem))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (task == NULL || task->run_id != 0)
    return exm_store_finish_run (self->store, run->id, "interrupted",
                                 problem != NULL ? problem->message : NULL,
                                 problem != NULL ? exm_said_from_error (problem) : NULL,
                                 exm_core_now (self), error);
  if (!exm_core_is_first_run (self, run->task_uid, &task->first_run, error))
    return FALSE;
  task->run_id = run->id;
  task->run_started_usec = run->started_usec;
  exm_core_count (self, task, &run->counts);
  exm_core_check_run (self, task);
  return TRUE;
}

gboolean
exm_core_resume_runs (ExmCore *self, GError **error)
{
  g_autoptr (GPtrArray) runs = exm_store_list_open_runs (self->store, error);

  for (guint i = 0; runs != NULL && i < runs->len; i++)
    if (!resume_run (self, g_ptr_array_index (runs, i), error))
      return FALSE;
  return runs != NULL;
}
