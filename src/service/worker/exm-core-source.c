/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "fetch/exm-url-key.h"
#include "jobs/exm-source-reading.h"
#include "worker/exm-core-first-run.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A source on its way through the pool. */
typedef struct
{
  ExmCore *core;            /* (unowned): worker thread only */
  ExmCoreTask *task;        /* (unowned): worker thread only */
  ExmWorkMarks *marks;      /* (owned) (nullable) */
  ExmSourceReading reading; /* (owned): its fields */
} Source;

static void
source_free (gpointer data)
{
  Source *source = data;

  exm_source_reading_clear (&source->reading);
  g_clear_pointer (&source->marks, exm_work_marks_unref);
  g_free (source);
}

/* Returns: whether @mark was not in @marks yet */
static gboolean
note_mark (GHashTable *marks, guint64 mark)
{
  return g_hash_table_add (marks, g_memdup2 (&mark, sizeof mark));
}

/* Leaves no more new addresses than the run may still take. @cut: (out): whether some
 * were cut off */
static gboolean
cut_found (Source *source, gboolean *cut, GError **error)
{
  ExmSourceReading *reading = &source->reading;
  const ExmTaskFields *fields = exm_task_get (source->task->task);
  guint room
      = fields->max_articles - MIN (source->task->progress->n_new, fields->max_articles);
  guint n_new = 0, n_kept = 0;

  for (guint i = 0; i < reading->found->len; i++)
    {
      const ExmJob *job = g_ptr_array_index (reading->found, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (ExmUrlSeen) seen = exm_store_get_url_seen (
          source->core->store, fields->uid, job->url_key, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (seen == NULL && ++n_new > room)
        {
          note_mark (source->task->waiting, exm_url_get_mark (job->url_key));
          continue;
        }
      gpointer *place = &g_ptr_array_index (reading->found, n_kept);
      gpointer *from = &g_ptr_array_index (reading->found, i);
      gpointer kept = *from;
      *from = *place;
      *place = kept;
      n_kept++;
    }
  g_ptr_array_set_size (reading->found, (gint) n_kept);
  *cut = n_new > room;
  return TRUE;
}

/* @skip: (out): whether what the source lists is not wanted: a first run that takes what
 * is new alone */
static gboolean
skips_found (Source *source, gboolean *skip, GError **error)
{
  const ExmSourceReading *reading = &source->reading;
  const ExmTaskFields *fields = exm_task_get (source->task->task);
  const char *key = reading->job->url_key;

  *skip = FALSE;
  if (fields->first_run != EXM_FIRST_RUN_NEW || reading->found->len == 0)
    return TRUE;
  return exm_core_is_first_reading (source->core, fields->uid, key, skip, error)
         && (!*skip
             || exm_core_end_first_reading (source->core, fields->uid, key, error));
}

/* Leaves of what the source lists as many as a first run takes of the newest; the others
 * are passed over, as old ones are. Lists have the newest first. */
static gboolean
take_newest (Source *source, GError **error)
{
  ExmSourceReading *reading = &source->reading;
  const ExmTaskFields *fields = exm_task_get (source->task->task);
  const char *key = reading->job->url_key;
  guint n_new = source->task->progress->n_new;
  gboolean first = FALSE;

  if (fields->first_run != EXM_FIRST_RUN_NEWEST || reading->found->len == 0)
    return TRUE;
  if (!exm_core_is_first_reading (source->core, fields->uid, key, &first, error))
    return FALSE;
  guint room = fields->first_run_newest - MIN (n_new, fields->first_run_newest);
  for (guint i = room; first && i < reading->found->len; i++)
    g_ptr_array_add (reading->old, exm_job_ref (g_ptr_array_index (reading->found, i)));
  if (first)
    g_ptr_array_set_size (reading->found, (gint) MIN (room, reading->found->len));
  return !first || exm_core_end_first_reading (source->core, fields->uid, key, error);
}

/* Returns: how many of the addresses were in no source that the run read before */
static guint
note_listed (Source *source)
{
  const ExmSourceReading *reading = &source->reading;
  const GPtrArray *const lists[] = { reading->found, reading->old };
  const GArray *left_out = reading->left_out;
  guint n_new = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      {
        const ExmJob *job = g_ptr_array_index (lists[i], j);
        n_new += note_mark (source->task->listed, exm_url_get_mark (job->url_key));
      }
  for (guint i = 0; left_out != NULL && i < left_out->len; i++)
    note_mark (source->task->left_out, g_array_index (left_out, guint64, i));
  return n_new;
}

/* Articles and further pages go into the store; then the source is done. In a group. */
static gboolean
store_found (Source *source, ExmRunCounts *counts, GError **error)
{
  const ExmSourceReading *reading = &source->reading;
  const ExmFetched *fetched = reading->fetched;
  ExmCore *self = source->core;
  const ExmTaskFields *fields = exm_task_get (source->task->task);
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();
  guint n_found = note_listed (source), n_old = 0, n_new = 0;
  gboolean skip = FALSE, cut = FALSE;

  if (!skips_found (source, &skip, error) || !take_newest (source, error)
      || (fields->max_articles > 0 && !skip && !cut_found (source, &cut, error)))
    return FALSE;
  if (reading->old->len > 0
      && !exm_store_discover (self->store, fields->uid, reading->old, TRUE,
                              reading->now_usec, &n_old, error))
    return FALSE;
  if (reading->found->len > 0
      && !exm_store_discover (self->store, fields->uid, reading->found, skip,
                              reading->now_usec, &n_new, error))
    return FALSE;
  for (guint i = 0; i < reading->more->len; i++)
    if (!exm_store_add_job (self->store, fields->uid,
                            g_ptr_array_index (reading->more, i), error))
      return FALSE;
  *counts = (ExmRunCounts){
    .n_found = n_found,
    .n_new = skip ? 0 : n_new,
    .n_passed = n_old + (skip ? n_new : 0),
    .n_bytes = g_bytes_get_size (fetched->body),
  };
  seen->url_key = g_strdup (reading->job->url_key);
  seen->state = EXM_URL_SOURCE;
  seen->last_fetched_usec = reading->now_usec;
  seen->etag = g_strdup (fetched->etag);
  seen->last_modified = g_strdup (fetched->last_modified);
  return exm_store_finish_job (self->store, reading->job, EXM_CORE_OWNER, seen, counts,
                               error)
         /* The rest is for the next run, whether the sources change or not. */
         && (!cut || exm_store_forget_sources (self->store, fields->uid, error));
}

/* All or nothing: read a second time after a crash, the source would list nothing new. */
static gboolean
store_reading (Source *source, GError **error)
{
  ExmCore *self = source->core;
  ExmRunCounts counts = { 0 };

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (!store_found (source, &counts, error)
      || !exm_store_commit_group (self->store, error))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  exm_core_count (self, source->task, &counts);
  return TRUE;
}

static void
read_in_pool (GTask *gtask, gpointer object, gpointer data, GCancellable *cancellable)
{
  Source *source = data;
  GError *error = NULL;
  guint mark = exm_work_marks_begin (source->marks, source->reading.job->id);
  gboolean good = exm_source_reading_run (&source->reading, cancellable, &error);

  exm_work_marks_end (source->marks, mark);
  if (good)
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

static void
on_read (GObject *object, GAsyncResult *result, gpointer data)
{
  Source *source = g_task_get_task_data (G_TASK (result));
  ExmCore *self = source->core;
  ExmCoreTask *task = source->task;
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);
  if (good)
    {
      task->n_listed += source->reading.n_listed;
      task->asked_verification |= source->reading.asked_verification;
      exm_core_end_alone (self, source->reading.job);
      good = store_reading (source, &error);
    }
  if (good)
    exm_core_clear_suspect (self, source->reading.job);
  else
    exm_core_fail_job (self, task, source->reading.job, error);
  exm_core_end_job (self, task, source->reading.job);
}

/* There is nothing to read. */
static void
store_unchanged (Source *source)
{
  ExmCore *self = source->core;
  g_autoptr (GError) error = NULL;

  source->task->n_unchanged++;
  exm_core_end_alone (self, source->reading.job);
  source->reading.found = g_ptr_array_new ();
  source->reading.old = g_ptr_array_new ();
  source->reading.more = g_ptr_array_new ();
  if (!store_reading (source, &error))
    exm_core_fail_job (self, source->task, source->reading.job, error);
  exm_core_end_job (self, source->task, source->reading.job);
  source_free (source);
}

void
exm_core_read_source (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  Source *source = g_new0 (Source, 1);

  g_assert (g_thread_self () == self->thread);
  source->core = self;
  source->task = task;
  source->reading = (ExmSourceReading){
    .task = exm_task_ref (task->task),
    .job = exm_job_ref (job),
    .fetched = exm_fetched_ref (fetched),
    .run_id = task->run_id,
    .first_run = task->first_run,
    .now_usec = exm_core_now (self),
  };
  if (fetched->status == 304)
    {
      store_unchanged (source);
      return;
    }
  task->n_read++;
  g_free (task->read_url);
  task->read_url = g_strdup (job->url);
  source->marks = exm_work_marks_ref (self->marks);
  exm_core_watch_work (self, job);
  g_autoptr (GTask) gtask
      = g_task_new (NULL, exm_core_get_cancellable (self, job), on_read, NULL);
  /* A parser that looks at its cancellable late goes on alone. */
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_core_read_source);
  g_task_set_task_data (gtask, source, source_free);
  g_task_run_in_thread (gtask, read_in_pool);
  /* Its host is free meanwhile. */
  exm_core_step (self);
}
