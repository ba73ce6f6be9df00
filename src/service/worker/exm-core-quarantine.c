/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inputs on which work ends hard: the watchdog cancels it, a limit of exm-limits.h is
 * passed, or the process dies while it is parsed or extracted. After two such ends in a
 * row an input is set aside, and does not come back by itself. Of all that was at work
 * when the process died one at most is to blame: these are tried alone, one after the
 * other, so that the others are cleared. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "discover/exm-discover-error.h"
#include "store/exm-store-check.h"
#include "store/exm-store-quarantine.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A host that is to be left alone for longer does not hold up the others. */
#define MAX_WAIT_USEC G_TIME_SPAN_MINUTE

/* Causes of a hard end, as they are told. */
#define CAUSE_TIME N_ ("limit: a minute of computing")
#define CAUSE_DEATH N_ ("the program ended while it was at it")
#define CAUSE_SIZE N_ ("limit: values of one file")

static const char *
get_cause (const GError *error)
{
  if (g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_STUCK))
    return CAUSE_TIME;
  if (g_error_matches (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_TOO_MUCH))
    return CAUSE_SIZE;
  return NULL;
}

static void
set_error (const ExmJob *job, const char *cause, GError **error)
{
  if (strcmp (job->kind, EXM_JOB_ARTICLE) == 0)
    exm_said_set_error (
        error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SET_ASIDE,
        /* translators: an address, and what was too much; "Retry" is a button */
        N_ ("%s was set aside after two attempts that took too much work (%s); Retry in "
            "Activity tries it again"),
        job->url, cause);
  else
    exm_said_set_error (
        error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_SET_ASIDE,
        /* translators: an address, and what was too much; "Run Now" is a menu item */
        N_ ("%s was set aside after two attempts that took too much work (%s); running "
            "the task by hand tries it again"),
        job->url, cause);
}

void
exm_core_meet_hard_end (ExmCore *self,
                        const ExmJob *job,
                        const GError *error,
                        GError **aside)
{
  const char *cause = get_cause (error);
  g_autoptr (GError) failure = NULL;
  guint n_ends = 0;

  if (cause == NULL)
    return;
  if (!exm_store_add_hard_end (self->store, job->task_uid, job->url_key, cause, &n_ends,
                               &failure))
    exm_core_problem (self, NULL, job->url, failure);
  else if (n_ends >= EXM_MAX_HARD_ENDS)
    set_error (job, cause, aside);
}

gboolean
exm_core_count_hard_ends (ExmStore *store,
                          const ExmJob *job,
                          guint *n_ends,
                          GError **error)
{
  g_autofree char *cause = NULL;

  if (!exm_store_get_hard_ends (store, job->task_uid, job->url_key, n_ends, &cause,
                                error))
    return FALSE;
  if (*n_ends < EXM_MAX_HARD_ENDS)
    return TRUE;
  set_error (job, cause, error);
  return FALSE;
}

gboolean
exm_core_check_aside (ExmCore *self, const ExmJob *job, GError **error)
{
  guint n_ends = 0;

  if (!exm_core_count_hard_ends (self->store, job, &n_ends, error))
    return FALSE;
  if (n_ends > 0)
    g_hash_table_add (self->suspects, g_strdup (job->url_key));
  return TRUE;
}

void
exm_core_clear_suspect (ExmCore *self, const ExmJob *job)
{
  g_autoptr (GError) error = NULL;

  if (g_hash_table_remove (self->suspects, job->url_key)
      && !exm_store_lift_quarantine (self->store, job->task_uid, job->url_key, &error))
    exm_core_problem (self, NULL, job->url, error);
}

void
exm_core_lift_sources (ExmCore *self, const char *uid)
{
  g_autoptr (GError) error = NULL;

  if (!exm_store_lift_sources (self->store, uid, EXM_MAX_HARD_ENDS, &error)
      && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    exm_core_problem (self, NULL, NULL, error);
}

/* Counts that the process died at an article of the second pass, which tries it alone
 * then. */
static gboolean
take_up_article (ExmCore *self, gint64 id, GError **error)
{
  g_autoptr (ExmArticle) article
      = exm_store_get_article_unchecked (self->store, id, error);
  const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;
  guint n_ends = 0;

  return fields != NULL
         && exm_store_add_hard_end (self->store, fields->task_uid, fields->url_key,
                                    CAUSE_DEATH, &n_ends, error);
}

static gboolean
take_up_job (ExmCore *self, gint64 id, GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (ExmJob) job
      = exm_store_get_leased_job (self->store, id, EXM_CORE_OWNER, &failure);
  guint n_ends = 0;

  if (failure == NULL && job != NULL
      && exm_store_add_hard_end (self->store, job->task_uid, job->url_key, CAUSE_DEATH,
                                 &n_ends, &failure))
    g_array_append_val (self->alone, id);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

gboolean
exm_core_take_up_marks (ExmCore *self, GError **error)
{
  g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (gint64));

  self->marks = exm_work_marks_open (self->folder, left);
  for (guint i = 0; i < left->len; i++)
    {
      gint64 number = g_array_index (left, gint64, i);
      g_autoptr (GError) failure = NULL;
      if (number > 0 ? take_up_job (self, number, &failure)
                     : take_up_article (self, -number, &failure)
                           || g_error_matches (failure, EXM_STORE_ERROR,
                                               EXM_STORE_ERROR_NOT_FOUND))
        continue;
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return TRUE;
}

void
exm_core_end_alone (ExmCore *self, const ExmJob *job)
{
  for (guint i = 0; i < self->alone->len; i++)
    if (g_array_index (self->alone, gint64, i) == job->id)
      {
        g_array_remove_index (self->alone, i);
        return;
      }
}

/* Returns: (transfer full) (nullable): the job, if it may start now, or @wait_usec */
static ExmJob *
claim_alone (ExmCore *self, gint64 id, gint64 now_usec, gint64 *wait_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmJob) job = exm_store_claim_job (self->store, id, EXM_CORE_OWNER, now_usec,
                                                now_usec + EXM_CORE_LEASE_USEC, &error);
  ExmCoreTask *task
      = job != NULL ? exm_core_get_task (self, job->task_uid, &error) : NULL;

  *wait_usec = 0;
  if (error != NULL)
    exm_core_problem (self, NULL, job != NULL ? job->url : NULL, error);
  if (job == NULL)
    return NULL;
  if (task != NULL && exm_core_is_reachable (self, job->host))
    {
      exm_core_know_host (self, job->host);
      if (exm_host_gate_ask (self->gate, job->host, exm_task_get (task->task)->delay_ms,
                             now_usec, wait_usec))
        return g_steal_pointer (&job);
      if (*wait_usec - now_usec > MAX_WAIT_USEC)
        *wait_usec = 0;
    }
  exm_core_release_job (self, task, job, job->due_usec, FALSE);
  return NULL;
}

ExmJob *
exm_core_claim_alone (ExmCore *self, gint64 now_usec, gint64 *next_usec)
{
  *next_usec = G_MAXINT64;
  while (self->alone->len > 0 && self->n_active == 0)
    {
      gint64 wait_usec = 0;
      ExmJob *job = claim_alone (self, g_array_index (self->alone, gint64, 0), now_usec,
                                 &wait_usec);
      if (job != NULL)
        return job;
      if (wait_usec != 0)
        {
          *next_usec = wait_usec;
          return NULL;
        }
      /* It is gone, or waits for something: it goes with the others. */
      g_array_remove_index (self->alone, 0);
    }
  return NULL;
}
