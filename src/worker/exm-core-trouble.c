/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a run says of its task: whether a person should look at it, and why. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-core.h"
#include "exm-page-reader.h"
#include "exm-said-error.h"
#include "exm-verification.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pages that all came to nothing before that is more than bad luck. */
#define FEW_PAGES 3u

/* A task is silent after this, and after so many times its usual pause. Whether pauses
 * are usual is known when something came on so many days. */
#define SILENT_USEC (3 * G_TIME_SPAN_DAY)
#define SILENT_PAUSES 4
#define SILENT_KNOWN_DAYS 5u

/* What was read of a refusal is short: it may be read here. */
static gboolean
asks_verification (ExmFetched *fetched)
{
  const ExmPageHints hints
      = { .url = fetched->final_url, .http_charset = fetched->charset };
  g_autoptr (ExmPageText) page
      = fetched->body != NULL && g_bytes_get_size (fetched->body) > 0
            ? exm_page_read (fetched->body, &hints, NULL)
            : NULL;

  return fetched->challenged || (page != NULL && exm_page_asks_verification (page));
}

static ExmTroubleKind
judge_status (ExmFetched *fetched)
{
  if (fetched == NULL)
    return EXM_TROUBLE_FAILED;
  if (asks_verification (fetched))
    return EXM_TROUBLE_VERIFICATION;
  if (fetched->status >= 500 || fetched->status == 408)
    return EXM_TROUBLE_UNREACHABLE;
  return fetched->status == 404 || fetched->status == 410 ? EXM_TROUBLE_GONE
                                                          : EXM_TROUBLE_REFUSED;
}

static ExmTroubleKind
judge_error (const GError *error)
{
  if (g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_TOO_LONG))
    return EXM_TROUBLE_UNREACHABLE;
  if (error->domain != EXM_FETCH_ERROR)
    return EXM_TROUBLE_FAILED;
  switch ((ExmFetchErrorCode) error->code)
    {
    case EXM_FETCH_ERROR_DNS:
    case EXM_FETCH_ERROR_CONNECT:
    case EXM_FETCH_ERROR_PROXY:
    case EXM_FETCH_ERROR_TLS:
    case EXM_FETCH_ERROR_TIMED_OUT:
    case EXM_FETCH_ERROR_TRUNCATED:
    case EXM_FETCH_ERROR_FAILED:
      return EXM_TROUBLE_UNREACHABLE;
    case EXM_FETCH_ERROR_FORBIDDEN:
      return EXM_TROUBLE_FORBIDDEN;
    case EXM_FETCH_ERROR_HTTP:
      return judge_status (exm_fetch_error_get_fetched (error));
    case EXM_FETCH_ERROR_URL:
    case EXM_FETCH_ERROR_SCHEME:
    case EXM_FETCH_ERROR_REQUEST:
    case EXM_FETCH_ERROR_PRIVATE:
      return EXM_TROUBLE_BROKEN;
    case EXM_FETCH_ERROR_REDIRECT:
    case EXM_FETCH_ERROR_NOT_HTML:
    case EXM_FETCH_ERROR_TOO_LARGE:
    default:
      return EXM_TROUBLE_FAILED;
    }
}

void
exm_core_note (ExmCoreTask *task,
               ExmTroubleKind kind,
               const char *url,
               const char *message,
               const char *said)
{
  exm_trouble_clear (&task->trouble);
  task->trouble.kind = kind;
  task->trouble.url = g_strdup (url);
  task->trouble.message = g_strdup (message);
  task->trouble.said = g_strdup (said);
}

/* The first one is named, with its cause. */
static void
note_list (ExmTrouble *lost, const char *url, const GError *error)
{
  const char *said = exm_said_from_error (error);
  gboolean names_it = strstr (error->message, url) != NULL;

  if (lost->amount++ > 0)
    return;
  lost->kind = EXM_TROUBLE_LIST;
  lost->url = g_strdup (url);
  lost->message = names_it ? g_strdup (error->message)
                           : g_strdup_printf ("%s: %s", url, error->message);
  lost->said
      = said == NULL || names_it ? g_strdup (said) : exm_said_new ("%s: %s", url, said);
}

void
exm_core_note_failure (ExmCoreTask *task, const ExmJob *job, const GError *error)
{
  gboolean is_source = strcmp (job->kind, EXM_JOB_ARTICLE) != 0;

  if (is_source)
    note_list (&task->lost_list, job->url, error);
  /* Without its lists a task has nothing to do; one page among many says less. */
  if (task->trouble.kind != EXM_TROUBLE_NONE && !is_source)
    return;
  exm_core_note (task, judge_error (error), job->url, error->message,
                 exm_said_from_error (error));
}

/* Whether it has been quiet for so long that the lists may have moved away. */
static gboolean
find_silence (ExmCore *self, const ExmCoreTask *task, ExmTrouble *trouble, GError **error)
{
  ExmRhythm rhythm;

  if (!exm_store_get_rhythm (self->store, exm_task_get (task->task)->uid, &rhythm, error))
    return FALSE;
  if (rhythm.n_days < SILENT_KNOWN_DAYS)
    return TRUE;
  gint64 pause = (rhythm.newest_usec - rhythm.from_usec) / rhythm.n_days;
  if (exm_core_now (self) - rhythm.newest_usec < MAX (SILENT_USEC, SILENT_PAUSES * pause))
    return TRUE;
  trouble->url = g_strdup (task->read_url);
  trouble->kind = EXM_TROUBLE_SILENT;
  trouble->since_usec = rhythm.newest_usec;
  trouble->amount = (rhythm.n_articles + rhythm.n_days / 2) / rhythm.n_days;
  return TRUE;
}

/* Nothing failed: is what came what should have come? */
static gboolean
judge_yield (ExmCore *self, ExmCoreTask *task, ExmTrouble *trouble, GError **error)
{
  gint64 n_unfit = 0;

  if (!exm_store_count_unfit (self->store, exm_task_get (task->task)->uid, &n_unfit,
                              error))
    return FALSE;
  if (n_unfit > 0)
    trouble->kind = EXM_TROUBLE_REDESIGN;
  else if (task->n_read > 0 && task->n_listed == 0 && task->n_unchanged == 0)
    {
      trouble->kind
          = task->asked_verification ? EXM_TROUBLE_VERIFICATION : EXM_TROUBLE_UNLISTED;
      trouble->url = g_strdup (task->read_url);
    }
  else
    return find_silence (self, task, trouble, error);
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
  g_auto (ExmTrouble) found = { .since_usec = exm_core_now (self) };

  if (exm_core_has_failed (task) || vain
      || (idle && task->trouble.kind == EXM_TROUBLE_BROKEN))
    {
      found.kind = task->trouble.kind != EXM_TROUBLE_NONE ? task->trouble.kind
                                                          : EXM_TROUBLE_FAILED;
      found.url = g_strdup (task->trouble.url);
      found.message = g_strdup (task->trouble.message);
      found.said = g_strdup (task->trouble.said);
    }
  else if (!judge_yield (self, task, &found, error))
    return FALSE;
  /* What others of its lists name is collected all the same. */
  if (found.kind == EXM_TROUBLE_NONE && task->lost_list.amount > 0)
    {
      found.kind = EXM_TROUBLE_LIST;
      found.url = g_strdup (task->lost_list.url);
      found.message = g_strdup (task->lost_list.message);
      found.said = g_strdup (task->lost_list.said);
      found.amount = task->lost_list.amount;
    }
  if (found.kind == EXM_TROUBLE_NONE && !exm_core_find_outage (self, task, &found, error))
    return FALSE;
  /* A list that names nothing is to be read again even if it stays as it is. */
  if ((found.kind == EXM_TROUBLE_UNLISTED || found.kind == EXM_TROUBLE_VERIFICATION)
      && !exm_store_forget_sources (self->store, uid, error))
    return FALSE;
  return exm_store_set_trouble (self->store, uid, &found, error);
}
