/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs that fail: tried again later, or given up. And answers that refuse a page, on
 * their way through the pool: their own text tells whether a person has to verify first.
 */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-verification.h"
#include "page/exm-page-reader.h"
#include "worker/exm-core-storage.h"
#include "worker/exm-core.h"

#include <string.h>

/* A second attempt at a page waits for its host alone; the next one this long, then four
 * times as long each time. */
#define RETRY_USEC (4 * G_TIME_SPAN_MINUTE)

/* Attempts that wait no longer than the server asks for. */
#define ASKED_ATTEMPTS 3u

/* Attempts at a picture. */
#define RESOURCE_ATTEMPTS 2u

gboolean
exm_core_is_passing (const GError *error, gint64 *retry_after_s)
{
  ExmFetched *fetched;

  *retry_after_s = -1;
  /* A screen can be given, a program installed, a busy machine have more time later. */
  if (error->domain == EXM_RENDER_ERROR)
    return error->code != EXM_RENDER_ERROR_FAILED;
  if (g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_TOO_LONG)
      || g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_STUCK))
    return TRUE;
  if (error->domain != EXM_FETCH_ERROR)
    return FALSE;
  fetched = exm_fetch_error_get_fetched (error);
  if (fetched != NULL)
    *retry_after_s = fetched->retry_after_s;
  switch ((ExmFetchErrorCode) error->code)
    {
    case EXM_FETCH_ERROR_DNS:
    case EXM_FETCH_ERROR_CONNECT:
    case EXM_FETCH_ERROR_PROXY:
    case EXM_FETCH_ERROR_TLS:
    case EXM_FETCH_ERROR_TIMED_OUT:
    case EXM_FETCH_ERROR_TRUNCATED:
    case EXM_FETCH_ERROR_FAILED:
      return TRUE;
    case EXM_FETCH_ERROR_HTTP:
      return fetched != NULL
             && (fetched->status >= 500 || fetched->status == 429
                 || fetched->status == 408);
    case EXM_FETCH_ERROR_URL:
    case EXM_FETCH_ERROR_SCHEME:
    case EXM_FETCH_ERROR_REQUEST:
    case EXM_FETCH_ERROR_PRIVATE:
    case EXM_FETCH_ERROR_REDIRECT:
    case EXM_FETCH_ERROR_NOT_HTML:
    case EXM_FETCH_ERROR_TOO_LARGE:
    case EXM_FETCH_ERROR_FORBIDDEN:
    default:
      return FALSE;
    }
}

/* Stores that @job came to nothing. */
static gboolean
give_up (ExmCore *self, const ExmJob *job, const ExmRunCounts *counts, GError **error)
{
  gboolean is_source = strcmp (job->kind, EXM_JOB_ARTICLE) != 0;
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();

  seen->url_key = g_strdup (job->url_key);
  seen->state = is_source ? EXM_URL_SOURCE : EXM_URL_FAILED;
  seen->last_fetched_usec = exm_core_now (self);
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  /* A page that points to this one has not changed since; it must be read even so. */
  if (exm_store_finish_job (self->store, job, EXM_CORE_OWNER, seen, counts, error)
      && (!is_source || exm_store_forget_sources (self->store, job->task_uid, error)))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

gboolean
exm_core_has_retry (const ExmJob *job, const GError *error, gint64 *retry_after_s)
{
  guint most = strcmp (job->kind, EXM_JOB_ARTICLE) == 0 ? EXM_CORE_ATTEMPTS
               : exm_core_is_resource_job (job)         ? RESOURCE_ATTEMPTS
                                                        : 0;

  return exm_core_is_passing (error, retry_after_s) && job->attempts < most;
}

/* Returns: for how long @job waits for its next attempt, besides for its host */
static gint64
get_retry_usec (const ExmJob *job, const GError *error, gint64 retry_after_s)
{
  gboolean asked = retry_after_s >= 0 && job->attempts <= ASKED_ATTEMPTS;
  gint64 wait_usec = 0;

  /* A busy machine is no host that is well again in a moment. */
  if (error->domain != EXM_FETCH_ERROR)
    wait_usec = G_TIME_SPAN_MINUTE << (2 * (job->attempts - 1));
  else if (job->attempts > 1 && !asked)
    wait_usec = RETRY_USEC << (2 * (job->attempts - 2));
  return MIN (MAX (wait_usec, retry_after_s * G_USEC_PER_SEC), EXM_CORE_MAX_RETRY_USEC);
}

/* Whether nothing could be stored since the task was deleted meanwhile. */
static gboolean
is_of_gone_task (ExmCore *self, const ExmJob *job, const GError *error)
{
  gboolean gone = FALSE;

  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
         && exm_core_find_gone (self, job->task_uid, &gone, NULL) && gone;
}

/* The article does without a further page that cannot be had. */
static void
lose_further (ExmCore *self, ExmCoreTask *task, ExmJob *job)
{
  g_autoptr (GError) error = NULL;

  if (exm_store_lose_job_page (self->store, job, job->page_number, &error))
    exm_core_release_job (self, task, job, exm_core_now (self), FALSE);
  else if (!exm_core_put_back (self, task, job, error))
    exm_core_problem (self, task, job->url, error);
}

/* Articles keep the address of a picture that cannot be had. */
static void
lose_resource (ExmCore *self, ExmCoreTask *task, ExmJob *job, const GError *cause)
{
  g_autoptr (GError) error = NULL;

  if (!exm_core_lose_resource (self, task, job, cause, &error)
      && !exm_core_put_back (self, task, job, error))
    exm_core_problem (self, task, job->url, error);
}

void
exm_core_fail_job (ExmCore *self, ExmCoreTask *task, ExmJob *job, const GError *error)
{
  exm_core_fail_refused_job (self, task, job, error, FALSE);
}

void
exm_core_fail_refused_job (ExmCore *self,
                           ExmCoreTask *task,
                           ExmJob *job,
                           const GError *error,
                           gboolean asks_verification)
{
  gint64 now_usec = exm_core_now (self), retry_after_s = -1;
  g_autoptr (GError) late = NULL, aside = NULL;

  exm_core_end_alone (self, job);
  /* In the trash its page waits until the task is restored. */
  if (is_of_gone_task (self, job, error))
    {
      exm_core_release_job (self, task, job, MIN (job->due_usec, now_usec), FALSE);
      return;
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      if (!exm_core_set_late_error (self, job, &late))
        {
          exm_core_release_job (self, task, job, MIN (job->due_usec, now_usec), FALSE);
          return;
        }
      error = late;
    }
  if (exm_core_put_back (self, task, job, error))
    return;
  exm_core_meet_hard_end (self, job, error, &aside);
  error = aside != NULL ? aside : error;
  exm_core_problem (self, task, job->url, error);
  if (exm_core_has_retry (job, error, &retry_after_s))
    {
      exm_core_release_job (self, task, job,
                            now_usec + get_retry_usec (job, error, retry_after_s), TRUE);
      return;
    }
  if (job->page_url != NULL)
    {
      lose_further (self, task, job);
      return;
    }
  if (exm_core_is_resource_job (job))
    {
      lose_resource (self, task, job, error);
      return;
    }
  exm_core_note_failure (task, job, error, asks_verification);
  const ExmRunCounts counts = { .n_failed = 1 };
  g_autoptr (GError) failure = NULL;
  if (give_up (self, job, &counts, &failure))
    {
      task->n_forbidden
          += g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_FORBIDDEN);
      exm_core_count (self, task, &counts);
    }
  else if (!exm_core_put_back (self, task, job, failure))
    exm_core_problem (self, task, job->url, failure);
}

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
