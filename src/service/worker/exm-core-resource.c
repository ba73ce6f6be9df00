/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources of articles: a job each, so that pace, robots.txt, rests and restarts are
 * those of pages. In the order of what is written: what an article wants, the article
 * with its jobs, the bytes, the end of the job. A kill between two of them leaves wants
 * of an article that is not there, which are swept, or a job whose bytes have come. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "resources/exm-article-resources.h"
#include "resources/exm-page-sheets.h"
#include "resources/exm-resource-check.h"
#include "store/exm-resource-holders.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>

gboolean
exm_core_is_resource_job (const ExmJob *job)
{
  ExmResourceKind kind;

  return exm_article_resources_find_kind (job, &kind);
}

/* Adds jobs for what a style sheet asks for. */
static gboolean
add_imports (ExmCore *self, const ExmJob *job, GError **error)
{
  g_autoptr (GPtrArray) jobs
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  ExmResourceKind kind = EXM_N_RESOURCE_KINDS;

  if (!exm_article_resources_find_kind (job, &kind) || kind != EXM_RESOURCE_STYLE)
    return TRUE;
  if (!exm_article_resources_list_jobs (self->resources, job, jobs, error))
    return FALSE;
  for (guint i = 0; i < jobs->len; i++)
    if (!exm_store_add_job (self->store, job->task_uid, g_ptr_array_index (jobs, i),
                            error))
      return FALSE;
  return TRUE;
}

/* Ends @job, and lets articles go that want nothing any more. What is extracted twice
 * waits for the end of its run. */
static gboolean
end_resource (ExmCore *self,
              ExmCoreTask *task,
              const ExmJob *job,
              const ExmRunCounts *counts,
              GError **error)
{
  g_autoptr (GPtrArray) settled = exm_resource_store_list_articles (
      self->resources, job->task_uid, job->url, TRUE, error);

  if (settled == NULL || !exm_store_begin_group (self->store, error))
    return FALSE;
  gboolean done
      = exm_store_finish_job (self->store, job, EXM_CORE_OWNER, NULL, counts, error)
        && add_imports (self, job, error);
  for (guint i = 0; done && i < settled->len && !exm_core_makes_two_passes (task); i++)
    done = exm_store_end_deferral (self->store, job->task_uid,
                                   g_ptr_array_index (settled, i), exm_core_now (self),
                                   error);
  exm_fail_point ("worker.resource.end");
  if (done)
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

gboolean
exm_core_end_unwanted (ExmCore *self, ExmCoreTask *task, const ExmJob *job)
{
  const ExmRunCounts counts = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean wanted = TRUE;

  if (exm_core_get_resources (self, TRUE) == NULL
      || !exm_resource_store_is_wanted (self->resources, job->task_uid, job->url, &wanted,
                                        &error)
      || wanted)
    {
      /* It is asked for even so. */
      if (error != NULL)
        exm_core_problem (self, task, job->url, error);
      return FALSE;
    }
  if (end_resource (self, task, job, &counts, &error))
    return TRUE;
  exm_core_problem (self, task, job->url, error);
  return FALSE;
}

/* For the address that an article shows, where a wider source of it cannot be had. */
static gboolean
add_second_job (const ExmJob *job, gpointer data, GError **error)
{
  ExmCore *self = data;

  if (!exm_store_add_job (self->store, job->task_uid, job, error))
    return FALSE;
  exm_fail_point ("worker.resource.second");
  return TRUE;
}

gboolean
exm_core_lose_resource (ExmCore *self,
                        ExmCoreTask *task,
                        const ExmJob *job,
                        const GError *cause,
                        GError **error)
{
  const ExmRunCounts counts = { 0 };

  if (exm_core_get_resources (self, TRUE) == NULL)
    return exm_store_finish_job (self->store, job, EXM_CORE_OWNER, NULL, &counts, error);
  return exm_article_resources_fall_back (self->resources, job, add_second_job, self,
                                          error)
         && exm_resource_store_give_up (self->resources, job->task_uid, job->url,
                                        cause != NULL ? cause->message : "", error)
         && end_resource (self, task, job, &counts, error);
}

/* One resource on its way through the pool. */
typedef struct
{
  ExmCore *core;         /* (unowned): worker thread only */
  ExmCoreTask *task;     /* (unowned): worker thread only */
  ExmJob *job;           /* (owned) */
  ExmResource *resource; /* (owned) */
  ExmResourceKind kind;
  GPtrArray *imports;  /* (owned) (element-type ExmHeldResource): of a style sheet */
  ExmWorkMarks *marks; /* (owned) */
  gsize n_fetched;     /* bytes that came */
} Reading;

static void
resource_reading_free (gpointer data)
{
  Reading *reading = data;

  exm_job_unref (reading->job);
  exm_resource_free (reading->resource);
  g_ptr_array_unref (reading->imports);
  exm_work_marks_unref (reading->marks);
  g_free (reading);
}

static void
check_in_pool (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  GError *error = NULL;
  guint mark = exm_work_marks_begin (reading->marks, reading->job->id);
  gboolean good = exm_resource_check (reading->resource, reading->kind, &error)
                  && exm_resource_clean (reading->resource, &error);

  if (good && reading->kind == EXM_RESOURCE_STYLE)
    exm_page_sheets_list_imports (reading->resource->bytes, reading->resource->final_url,
                                  reading->job->url, reading->imports,
                                  EXM_ARTICLE_MAX_KEPT);
  exm_work_marks_end (reading->marks, mark);
  if (good)
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

/* Notes what a style sheet asks for, before the sheet itself is held. */
static gboolean
want_imports (ExmCore *self, const Reading *reading, GError **error)
{
  gboolean all = TRUE;
  g_autoptr (GError) problem = NULL;

  if (!exm_article_resources_want_imports (self->resources, reading->job,
                                           reading->imports, &all, error))
    return FALSE;
  if (all && reading->imports->len < EXM_ARTICLE_MAX_KEPT)
    return TRUE;
  exm_said_set_error (&problem, EXM_RESOURCE_ERROR, EXM_RESOURCE_ERROR_TOO_MANY,
                      /* translators: an address, a number */
                      N_ ("%s asks for more than %u style sheets and fonts; the rest is "
                          "not kept"),
                      reading->job->url, EXM_ARTICLE_MAX_KEPT);
  exm_core_problem (self, reading->task, reading->job->url, problem);
  return TRUE;
}

static gboolean
keep_resource (ExmCore *self, const Reading *reading, GError **error)
{
  const ExmRunCounts counts = { .n_bytes = reading->n_fetched };

  if (exm_core_get_resources (self, TRUE) == NULL)
    return exm_core_lose_resource (self, reading->task, reading->job, NULL, error);
  if (!exm_article_resources_check_room (self->resources, reading->job,
                                         g_bytes_get_size (reading->resource->bytes),
                                         error))
    return FALSE;
  exm_fail_point ("worker.resource.before");
  if (reading->imports->len > 0 && !want_imports (self, reading, error))
    return FALSE;
  if (!exm_resource_store_hold (self->resources, reading->job->url, reading->resource,
                                exm_core_now (self), error))
    return FALSE;
  exm_fail_point ("worker.resource.held");
  if (!end_resource (self, reading->task, reading->job, &counts, error))
    return FALSE;
  exm_fail_point ("worker.resource.after");
  return TRUE;
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = g_task_get_task_data (G_TASK (result));
  ExmCore *self = reading->core;
  ExmCoreTask *task = reading->task;
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  exm_core_end_alone (self, reading->job);
  if (good && keep_resource (self, reading, &error))
    exm_core_clear_suspect (self, reading->job);
  else
    exm_core_fail_job (self, task, reading->job, error);
  exm_core_end_job (self, task, reading->job);
}

void
exm_core_read_resource (ExmCore *self,
                        ExmCoreTask *task,
                        ExmJob *job,
                        const ExmFetched *fetched)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->core = self;
  reading->task = task;
  reading->job = exm_job_ref (job);
  reading->marks = exm_work_marks_ref (self->marks);
  reading->n_fetched = g_bytes_get_size (fetched->body);
  reading->imports
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);
  exm_article_resources_find_kind (job, &reading->kind);
  reading->resource = g_new0 (ExmResource, 1);
  reading->resource->bytes = g_bytes_ref (fetched->body);
  reading->resource->type = g_strdup (fetched->content_type);
  reading->resource->final_url = g_strdup (fetched->final_url);
  reading->resource->charset = g_strdup (fetched->charset);
  exm_core_watch_work (self, job);

  g_autoptr (GTask) gtask
      = g_task_new (NULL, exm_core_get_cancellable (self, job), on_checked, NULL);
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_core_read_resource);
  g_task_set_task_data (gtask, reading, resource_reading_free);
  g_task_run_in_thread (gtask, check_in_pool);
  /* Its host is free meanwhile. */
  exm_core_step (self);
}
