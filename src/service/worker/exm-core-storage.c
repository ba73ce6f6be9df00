/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A store that fails: told once, tried again with a back-off that doubles, and remembered
 * by the runs that met it, which end as failed. A worker that runs once ends instead. And
 * the store of resources, without which articles have addresses of pictures alone. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "resources/exm-article-resources.h"
#include "store/db/exm-store-folder.h"
#include "worker/exm-core-storage.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>

/* From one failure to the next attempt, doubled each time. */
#define FIRST_BACK_OFF_USEC G_USEC_PER_SEC
#define MAX_BACK_OFF_USEC (10 * G_TIME_SPAN_MINUTE)

/* A job that could not be given back. */
typedef struct
{
  gint64 id;
  gint64 due_usec;
  gboolean was_tried;
  ExmCoreTask *task; /* (unowned) (nullable): lives until its run has ended */
} Unreleased;

gboolean
exm_core_is_store_failure (const GError *error)
{
  return error != NULL && error->domain == EXM_STORE_ERROR
         && error->code != EXM_STORE_ERROR_LEASE_LOST
         && error->code != EXM_STORE_ERROR_NOT_FOUND
         && error->code != EXM_STORE_ERROR_DAMAGED;
}

/* Whether another attempt may help however often it failed. */
static gboolean
is_passing (const GError *error)
{
  switch ((ExmStoreError) error->code)
    {
    case EXM_STORE_ERROR_BUSY:
    case EXM_STORE_ERROR_FULL:
    case EXM_STORE_ERROR_READ_ONLY:
    case EXM_STORE_ERROR_IO:
      return TRUE;
    case EXM_STORE_ERROR_FAILED:
    case EXM_STORE_ERROR_DAMAGED:
    case EXM_STORE_ERROR_NEWER:
    case EXM_STORE_ERROR_OLDER:
    case EXM_STORE_ERROR_FOREIGN:
    case EXM_STORE_ERROR_NOT_FOUND:
    case EXM_STORE_ERROR_CONSTRAINT:
    case EXM_STORE_ERROR_LEASE_LOST:
    case EXM_STORE_ERROR_TOO_LONG:
    default:
      return FALSE;
    }
}

static void
mark_run (ExmCoreTask *task, const GError *error)
{
  if (task->run_id != 0 && task->store_error == NULL)
    task->store_error = g_error_copy (error);
}

/* The runs that met it: the one of @task, or where that is not known all of them. */
static void
mark_runs (ExmCore *self, ExmCoreTask *task, const GError *error)
{
  GHashTableIter iter;
  gpointer value;

  if (task != NULL)
    {
      mark_run (task, error);
      return;
    }
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    mark_run (value, error);
}

/* In the log of the store, as soon as that can be written. */
static gboolean
log_failure (ExmCore *self, GError **error)
{
  const GError *failure = self->store_error;

  if (!self->store_logged)
    self->store_logged
        = exm_store_add_event (self->store, NULL, EXM_EVENT_WARNING, failure->message,
                               exm_said_from_error (failure), exm_core_now (self), error);
  return self->store_logged;
}

/* Returns: whether it is to be told: whether it is the first one for a while. What could
 * not even be logged lasts. */
static gboolean
back_off (ExmCore *self, gint64 now_usec)
{
  gboolean lasts = self->store_error != NULL
                   && (!self->store_logged
                       || now_usec <= self->store_retry_usec + self->store_back_off_usec);

  self->store_failed = TRUE;
  self->store_waits = TRUE;
  if (lasts && self->store_retry_usec > now_usec)
    return FALSE;
  self->store_back_off_usec = lasts
                                  ? MIN (2 * self->store_back_off_usec, MAX_BACK_OFF_USEC)
                                  : FIRST_BACK_OFF_USEC;
  self->store_retry_usec = now_usec + self->store_back_off_usec;
  return !lasts;
}

void
exm_core_store_failed_or_report (ExmCore *self, ExmCoreTask *task, const GError *error)
{
  g_autoptr (GError) unlogged = NULL;

  g_assert (g_thread_self () == self->thread);
  mark_runs (self, task, error);
  if (!back_off (self, exm_core_now (self)))
    return;
  g_clear_error (&self->store_error);
  self->store_error = g_error_copy (error);
  self->store_logged = FALSE;
  exm_core_emit_problem (self, task, NULL, error);
  if (!log_failure (self, &unlogged))
    g_info ("Not logged yet: %s", unlogged->message);
}

gint64
exm_core_get_store_retry (const ExmCore *self, gint64 now_usec)
{
  gint64 wait_usec = self->store_retry_usec - now_usec;

  /* A clock that was set back must not make it wait for longer. */
  return self->store_waits && wait_usec > 0 && wait_usec <= MAX_BACK_OFF_USEC
             ? self->store_retry_usec
             : 0;
}

void
exm_core_release_later (ExmCore *self,
                        ExmCoreTask *task,
                        const ExmJob *job,
                        gint64 due_usec)
{
  const Unreleased later = { job->id, due_usec, FALSE, task };

  g_array_append_val (self->unreleased, later);
}

void
exm_core_release_job (ExmCore *self,
                      ExmCoreTask *task,
                      const ExmJob *job,
                      gint64 due_usec,
                      gboolean was_tried)
{
  const Unreleased later = { job->id, due_usec, was_tried, task };
  g_autoptr (GError) error = NULL;

  /* Each attempt may wait long for the store in vain. */
  if (self->unreleased->len > 0
      && exm_core_get_store_retry (self, exm_core_now (self)) != 0)
    {
      g_array_append_val (self->unreleased, later);
      return;
    }
  if (exm_store_release_job (self->store, job->id, EXM_CORE_OWNER, due_usec, was_tried,
                             &error))
    return;
  if (exm_core_is_store_failure (error))
    g_array_append_val (self->unreleased, later);
  exm_core_problem (self, task, job->url, error);
}

gboolean
exm_core_put_back (ExmCore *self,
                   ExmCoreTask *task,
                   const ExmJob *job,
                   const GError *error)
{
  if (!exm_core_is_store_failure (error)
      && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED))
    return FALSE;
  exm_core_store_failed_or_report (self, task, error);
  if (!is_passing (error) && job->attempts >= EXM_CORE_ATTEMPTS)
    return FALSE;
  exm_core_release_job (self, task, job, self->store_retry_usec, !is_passing (error));
  return TRUE;
}

GArray *
exm_core_new_unreleased (void)
{
  return g_array_new (FALSE, FALSE, sizeof (Unreleased));
}

gboolean
exm_core_release_rest (ExmCore *self, const ExmCoreTask *task, GError **error)
{
  for (guint i = 0; i < self->unreleased->len; i++)
    {
      const Unreleased *job = &g_array_index (self->unreleased, Unreleased, i);
      g_autoptr (GError) problem = NULL;
      if ((task == NULL || job->task == task)
          && !exm_store_release_job (self->store, job->id, EXM_CORE_OWNER, job->due_usec,
                                     job->was_tried, &problem)
          && exm_core_is_store_failure (problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
    }
  return TRUE;
}

void
exm_core_forget_rest (ExmCore *self, const ExmCoreTask *task)
{
  for (guint i = self->unreleased->len; i > 0; i--)
    if (task == NULL || g_array_index (self->unreleased, Unreleased, i - 1).task == task)
      g_array_remove_index (self->unreleased, i - 1);
}

/* Runs that only the store kept from ending, or from beginning. */
static void
take_up_runs (ExmCore *self)
{
  g_autoptr (GHashTable) unstarted = g_steal_pointer (&self->unstarted);
  GHashTableIter iter;
  gpointer key;

  self->unstarted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  exm_core_check_runs (self);
  g_hash_table_iter_init (&iter, unstarted);
  while (!self->once && g_hash_table_iter_next (&iter, &key, NULL))
    exm_core_start_run (self, key);
}

gboolean
exm_core_try_store_again (ExmCore *self)
{
  g_autoptr (GError) error = NULL;

  if (!self->store_waits)
    return TRUE;
  if (!exm_core_release_rest (self, NULL, &error) || !log_failure (self, &error))
    {
      exm_core_store_failed_or_report (self, NULL, error);
      return FALSE;
    }
  exm_core_forget_rest (self, NULL);
  self->store_waits = FALSE;
  take_up_runs (self);
  return !self->store_waits;
}

void
exm_core_end_failed_runs (ExmCore *self)
{
  self->ending = TRUE;
  mark_runs (self, NULL, self->store_error);
  take_up_runs (self);
}

static void
tell_loss (ExmCore *self)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_RESOURCES_FILE, NULL);
  g_autofree char *file = g_filename_display_name (path);
  g_autofree char *said = exm_said_new (
      /* translators: the name of a file */
      N_ ("%s was damaged or removed: pictures that were kept in it are gone. Articles "
          "and the addresses of their pictures are all there."),
      file);
  g_autofree char *words = exm_said_to_words (said);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_NOTICE);

  event->message = g_strdup (words);
  exm_core_emit (self, event);
  exm_core_log_or_report (self, NULL, EXM_EVENT_WARNING, words, said);
}

ExmResourceStore *
exm_core_get_resources (ExmCore *self, gboolean create)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, EXM_STORE_RESOURCES_FILE, NULL);

  if (self->resources != NULL || self->resources_failed
      || (!create && !g_file_test (path, G_FILE_TEST_EXISTS)))
    return self->resources;
  self->resources = exm_resource_store_open_durable (self->folder, &error);
  /* Told once: articles go without pictures until the next start. */
  self->resources_failed = self->resources == NULL;
  if (self->resources_failed)
    exm_core_problem (self, NULL, NULL, error);
  return self->resources;
}

void
exm_core_check_resources (ExmCore *self, gboolean sweep)
{
  g_autoptr (GError) error = NULL;
  gboolean lost = FALSE;

  if (exm_core_get_resources (self, FALSE) == NULL)
    return;
  if (!exm_article_resources_check (self->resources, self->store, sweep, &lost, &error))
    exm_core_problem (self, NULL, NULL, error);
  if (lost)
    tell_loss (self);
}
