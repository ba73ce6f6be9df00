/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs of a task by their keys, and those that take nothing for a while, told once: by
 * an event that counts while it lasts, by what ails the task, and by an event when it is
 * over. Each article's own way keeps why it did not go out. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "base/exm-said-error.h"
#include "task/exm-output-format.h"
#include "store/outputs/exm-store-output-failure.h"
#include "store/exm-store-problem.h"
#include "worker/exm-core.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
exm_worker_dup_output_key (const ExmTaskOutput *output)
{
  if (output->kind != NULL)
    return g_strjoin ("\n", output->kind, output->to, "", NULL);
  return g_strjoin ("\n", exm_output_format_get_name (output->format), output->folder,
                    output->name_template != NULL ? output->name_template : "", NULL);
}

const ExmTaskOutput *
exm_core_find_output (const ExmTask *task, const char *key)
{
  const GArray *outputs = exm_task_get (task)->outputs;

  for (guint i = 0; i < outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (outputs, ExmTaskOutput, i);
      g_autofree char *own = exm_worker_dup_output_key (output);
      if (strcmp (own, key) == 0)
        return output;
    }
  return NULL;
}

static void
make_problem (const ExmOutputFailure *output_failure, ExmProblem *problem)
{
  exm_problem_clear (problem);
  problem->kind = EXM_PROBLEM_OUTPUT;
  problem->since_usec = output_failure->since_usec;
  problem->message = g_strdup (output_failure->message);
  problem->said = g_strdup (output_failure->said);
  problem->amount = output_failure->n_articles;
}

static gboolean
tell (ExmCore *self,
      const ExmPublication *publication,
      const ExmOutputFailure *output_failure,
      GError **error)
{
  const char *cause
      = output_failure->said != NULL ? output_failure->said : output_failure->message;
  g_autofree char *said = exm_said_new (
      /* translators: why articles are not published, a sentence; how many articles; how
       * often it was tried */
      N_ ("%s (articles waiting: %u; attempts: %u)"), cause, output_failure->n_articles,
      output_failure->n_attempts);
  g_autofree char *words = exm_said_to_words (said);

  if (output_failure->n_attempts == 1)
    return exm_store_tell_output_failure (self->store, publication, output_failure,
                                          output_failure->message, output_failure->said,
                                          error);
  return exm_store_tell_output_failure (self->store, publication, output_failure, words,
                                        said, error);
}

gboolean
exm_core_record_output_failure (ExmCore *self,
                                const GPtrArray *publications,
                                const GError *cause,
                                gboolean *begins,
                                GError **error)
{
  g_auto (ExmOutputFailure) output_failure = { 0 };
  g_auto (ExmProblem) problem = { 0 };
  const ExmPublication *publication = g_ptr_array_index (publications, 0);
  const ExmCoreTask *task = publication->search == NULL
                                ? g_hash_table_lookup (self->tasks, publication->task_uid)
                                : NULL;
  guint n_others = 0;

  for (guint i = 0; i < publications->len; i++)
    n_others
        += ((const ExmPublication *) g_ptr_array_index (publications, i))->attempts == 0;
  if (!exm_store_count_output_failure (
          self->store, publication, publications->len, n_others, cause->message,
          exm_said_from_error (cause), exm_core_now (self), &output_failure, error)
      || !tell (self, publication, &output_failure, error))
    return FALSE;
  *begins = output_failure.n_attempts == 1;
  /* An article whose output was removed from the task is no problem of it. */
  if (task == NULL || exm_core_find_output (task->task, publication->output_key) == NULL)
    return TRUE;
  make_problem (&output_failure, &problem);
  return exm_store_offer_problem (self->store, publication->task_uid, &problem, error);
}

gboolean
exm_core_end_output_failure (ExmCore *self,
                             ExmCoreTask *task,
                             const ExmPublication *publication,
                             GError **error)
{
  const ExmTaskOutput *output
      = exm_core_find_output (task->task, publication->output_key);
  g_auto (ExmOutputFailure) ended = { 0 };

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (!exm_store_end_output_failure (self->store, publication, &ended, error)
      || (ended.since_usec != 0
          && !exm_store_withdraw_problem (self->store, publication->task_uid,
                                          EXM_PROBLEM_OUTPUT, error)))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  if (!exm_store_commit_group (self->store, error))
    return FALSE;
  if (ended.since_usec == 0 || output == NULL)
    return TRUE;
  g_autofree char *said = exm_said_new (
      /* translators: a folder; how many articles had to wait; how often it was tried */
      N_ ("Published to %s again (articles that had to wait: %u; attempts in vain: %u)"),
      output->kind != NULL ? output->to : output->folder, ended.n_articles,
      ended.n_attempts);
  exm_core_tell (self, publication->search == NULL ? task : NULL, said);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_RECOVERED);
  event->task_uid = g_strdup (publication->task_uid);
  event->task_name = g_strdup (exm_task_get (task->task)->name);
  event->message = exm_said_to_words (said);
  exm_core_emit (self, event);
  return TRUE;
}

typedef gboolean (*OutputFailureFunc) (ExmCore *self,
                                       const char *uid,
                                       const char *output_key,
                                       const ExmOutputFailure *output_failure,
                                       gpointer data,
                                       GError **error);

/* Calls @func with each output failure of an output that the task has. */
static gboolean
for_each_output_failure (ExmCore *self,
                         const ExmTask *task,
                         OutputFailureFunc func,
                         gpointer data,
                         GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);

  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      g_autofree char *key = exm_worker_dup_output_key (output);
      g_auto (ExmOutputFailure) output_failure = { 0 };
      if (!exm_store_get_output_failure (self->store, fields->uid, key, &output_failure,
                                         error)
          || (output_failure.since_usec != 0
              && !func (self, fields->uid, key, &output_failure, data, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_oldest (ExmCore *self,
             const char *uid,
             const char *output_key,
             const ExmOutputFailure *output_failure,
             gpointer problem,
             GError **error)
{
  const ExmProblem *oldest = problem;

  if (oldest->kind == EXM_PROBLEM_NONE || output_failure->since_usec < oldest->since_usec)
    make_problem (output_failure, problem);
  return TRUE;
}

gboolean
exm_core_find_output_failure (ExmCore *self,
                              const ExmCoreTask *task,
                              ExmProblem *problem,
                              GError **error)
{
  return for_each_output_failure (self, task->task, take_oldest, problem, error);
}

static gboolean
probe (ExmCore *self,
       const char *uid,
       const char *output_key,
       const ExmOutputFailure *output_failure,
       gpointer unused,
       GError **error)
{
  return exm_store_probe_output (self->store, uid, output_key, exm_core_now (self),
                                 error);
}

gboolean
exm_core_probe_outputs (ExmCore *self, const ExmCoreTask *task, GError **error)
{
  return for_each_output_failure (self, task->task, probe, NULL, error);
}
