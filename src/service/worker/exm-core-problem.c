/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems that a run finds of its task: whether a person should look at it, and why. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "report/exm-yield-problem.h"
#include "store/exm-store-problem.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pages that all came to nothing before that is more than bad luck. */
#define FEW_PAGES 3u

static ExmProblemKind
judge_status (const ExmFetched *fetched, gboolean asks_verification)
{
  if (fetched == NULL)
    return EXM_PROBLEM_FAILED;
  if (fetched->challenged || asks_verification)
    return EXM_PROBLEM_VERIFICATION;
  if (fetched->status >= 500 || fetched->status == 408)
    return EXM_PROBLEM_UNREACHABLE;
  return fetched->status == 404 || fetched->status == 410 ? EXM_PROBLEM_GONE
                                                          : EXM_PROBLEM_REFUSED;
}

static ExmProblemKind
judge_error (const GError *error, gboolean asks_verification)
{
  if (g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_TOO_LONG))
    return EXM_PROBLEM_UNREACHABLE;
  if (error->domain != EXM_FETCH_ERROR)
    return EXM_PROBLEM_FAILED;
  switch ((ExmFetchErrorCode) error->code)
    {
    case EXM_FETCH_ERROR_DNS:
    case EXM_FETCH_ERROR_CONNECT:
    case EXM_FETCH_ERROR_PROXY:
    case EXM_FETCH_ERROR_TLS:
    case EXM_FETCH_ERROR_TIMED_OUT:
    case EXM_FETCH_ERROR_TRUNCATED:
    case EXM_FETCH_ERROR_FAILED:
      return EXM_PROBLEM_UNREACHABLE;
    case EXM_FETCH_ERROR_FORBIDDEN:
      return EXM_PROBLEM_FORBIDDEN;
    case EXM_FETCH_ERROR_HTTP:
      return judge_status (exm_fetch_error_get_fetched (error), asks_verification);
    case EXM_FETCH_ERROR_URL:
    case EXM_FETCH_ERROR_SCHEME:
    case EXM_FETCH_ERROR_REQUEST:
    case EXM_FETCH_ERROR_PRIVATE:
      return EXM_PROBLEM_BROKEN;
    case EXM_FETCH_ERROR_REDIRECT:
    case EXM_FETCH_ERROR_NOT_HTML:
    case EXM_FETCH_ERROR_TOO_LARGE:
    default:
      return EXM_PROBLEM_FAILED;
    }
}

void
exm_core_note (ExmCoreTask *task,
               ExmProblemKind kind,
               const char *url,
               const char *message,
               const char *said)
{
  exm_problem_clear (&task->problem);
  task->problem.kind = kind;
  task->problem.url = g_strdup (url);
  task->problem.message = g_strdup (message);
  task->problem.said = g_strdup (said);
}

/* Names the page, where its failure does not: a cause may know its host alone.
 *
 * @message: (out): (transfer full)
 * @said: (out): (transfer full) (nullable) */
static void
name_failure (const char *url, const GError *error, char **message, char **said)
{
  const char *cause = exm_said_from_error (error);
  gboolean names_it = strstr (error->message, url) != NULL;

  *message = names_it ? g_strdup (error->message)
                      : g_strdup_printf ("%s: %s", url, error->message);
  *said = cause == NULL || names_it ? g_strdup (cause)
                                    : exm_said_new ("%s: %s", url, cause);
}

/* The first one is named, with its cause. */
static void
note_list (ExmProblem *lost, const char *url, const GError *error)
{
  if (lost->amount++ > 0)
    return;
  lost->kind = EXM_PROBLEM_LIST;
  lost->url = g_strdup (url);
  name_failure (url, error, &lost->message, &lost->said);
}

gboolean
exm_core_notes_failure_of (const ExmCoreTask *task, const ExmJob *job)
{
  /* Without its lists a task has nothing to do; one page among many says less. */
  return !exm_core_is_resource_job (job)
         && (task->problem.kind == EXM_PROBLEM_NONE
             || strcmp (job->kind, EXM_JOB_ARTICLE) != 0);
}

void
exm_core_note_failure (ExmCoreTask *task,
                       const ExmJob *job,
                       const GError *error,
                       gboolean asks_verification)
{
  gboolean is_source = strcmp (job->kind, EXM_JOB_ARTICLE) != 0;

  if (is_source)
    note_list (&task->lost_list, job->url, error);
  if (!exm_core_notes_failure_of (task, job))
    return;
  g_autofree char *message = NULL;
  g_autofree char *said = NULL;
  name_failure (job->url, error, &message, &said);
  exm_core_note (task, judge_error (error, asks_verification), job->url, message, said);
}

/* Days are those of this computer. */
static gboolean
judge_days (ExmCore *self, const ExmCoreTask *task, ExmProblem *problem, GError **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  gint64 now_usec = exm_core_now (self);
  int interval = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL,
                                            now_usec / G_USEC_PER_SEC);
  gint64 offset_usec = g_time_zone_get_offset (zone, interval) * G_USEC_PER_SEC;
  ExmYield yield;

  if (!exm_store_get_yield (self->store, exm_task_get (task->task)->uid, now_usec,
                            offset_usec, &yield, error))
    return FALSE;
  exm_yield_find_problem (&yield, now_usec, problem);
  if (problem->kind == EXM_PROBLEM_SILENT || problem->kind == EXM_PROBLEM_FLOOD)
    problem->url = g_strdup (task->read_url);
  return TRUE;
}

/* Nothing failed: is what came what should have come? */
static gboolean
judge_yield (ExmCore *self, ExmCoreTask *task, ExmProblem *problem, GError **error)
{
  gint64 n_unfit = 0;

  if (!exm_store_count_unfit (self->store, exm_task_get (task->task)->uid, &n_unfit,
                              error))
    return FALSE;
  if (n_unfit > 0)
    problem->kind = EXM_PROBLEM_REDESIGN;
  else if (task->n_read > 0 && task->n_listed == 0 && task->n_unchanged == 0)
    {
      problem->kind
          = task->asked_verification ? EXM_PROBLEM_VERIFICATION : EXM_PROBLEM_UNLISTED;
      problem->url = g_strdup (task->read_url);
    }
  else
    return judge_days (self, task, problem, error);
  return TRUE;
}

gboolean
exm_core_has_failed (const ExmCoreTask *task)
{
  const ExmWorkerEvent *progress = task->progress;

  return progress->n_found == 0 && progress->n_done > 0
         && progress->n_failed == progress->n_done;
}

gboolean
exm_core_judge_run (ExmCore *self, ExmCoreTask *task, GError **error)
{
  const char *uid = exm_task_get (task->task)->uid;
  const ExmWorkerEvent *progress = task->progress;
  gboolean vain = progress->n_failed == progress->n_done && progress->n_done >= FEW_PAGES;
  /* A task with no source that can be read has nothing that could fail. */
  gboolean idle = progress->n_done == 0 && task->n_read == 0 && task->n_unchanged == 0;
  g_auto (ExmProblem) found = { .since_usec = exm_core_now (self) };

  if (exm_core_has_failed (task) || vain
      || (idle && task->problem.kind == EXM_PROBLEM_BROKEN))
    {
      found.kind = task->problem.kind != EXM_PROBLEM_NONE ? task->problem.kind
                                                          : EXM_PROBLEM_FAILED;
      found.url = g_strdup (task->problem.url);
      found.message = g_strdup (task->problem.message);
      found.said = g_strdup (task->problem.said);
    }
  else if (!judge_yield (self, task, &found, error))
    return FALSE;
  /* Articles of its other lists are collected all the same. */
  if (found.kind == EXM_PROBLEM_NONE && task->lost_list.amount > 0)
    {
      found.kind = EXM_PROBLEM_LIST;
      found.url = g_strdup (task->lost_list.url);
      found.message = g_strdup (task->lost_list.message);
      found.said = g_strdup (task->lost_list.said);
      found.amount = task->lost_list.amount;
    }
  if (found.kind == EXM_PROBLEM_NONE
      && !exm_core_find_output_failure (self, task, &found, error))
    return FALSE;
  /* A list that names nothing is to be read again even if it stays as it is. */
  if ((found.kind == EXM_PROBLEM_UNLISTED || found.kind == EXM_PROBLEM_VERIFICATION)
      && !exm_store_forget_sources (self->store, uid, error))
    return FALSE;
  return exm_store_set_problem (self->store, uid, &found, error);
}
