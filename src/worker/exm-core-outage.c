/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Outputs that take nothing for a while, told once: by an event that counts while it
 * lasts, by what ails the task, and by an event when it is over. Each article's own way
 * keeps why it did not go out. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-core.h"
#include "exm-said-error.h"

#include <glib/gi18n-lib.h>

static void
make_trouble (const ExmOutage *outage, ExmTrouble *trouble)
{
  exm_trouble_clear (trouble);
  trouble->kind = EXM_TROUBLE_OUTPUT;
  trouble->since_usec = outage->since_usec;
  trouble->message = g_strdup (outage->message);
  trouble->said = g_strdup (outage->said);
  trouble->amount = outage->n_articles;
}

static gboolean
tell (ExmCore *self,
      const ExmPublication *publication,
      const ExmOutage *outage,
      GError **error)
{
  const char *cause = outage->said != NULL ? outage->said : outage->message;
  g_autofree char *said = exm_said_new (
      /* translators: why articles are not published, a sentence; how many articles; how
       * often it was tried */
      N_ ("%s (articles waiting: %u; attempts: %u)"), cause, outage->n_articles,
      outage->n_attempts);
  g_autofree char *words = exm_said_to_words (said);

  if (outage->n_attempts == 1)
    return exm_store_tell_outage (self->store, publication, outage, outage->message,
                                  outage->said, error);
  return exm_store_tell_outage (self->store, publication, outage, words, said, error);
}

gboolean
exm_core_meet_outage (ExmCore *self,
                      const ExmPublication *publication,
                      const GError *cause,
                      gboolean *begins,
                      GError **error)
{
  g_auto (ExmOutage) outage = { 0 };
  g_auto (ExmTrouble) trouble = { 0 };
  const ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);

  if (!exm_store_count_outage (self->store, publication, cause->message,
                               exm_said_from_error (cause), exm_core_now (self), &outage,
                               error)
      || !tell (self, publication, &outage, error))
    return FALSE;
  *begins = outage.n_attempts == 1;
  /* What goes nowhere because the task was changed does not ail it. */
  if (task == NULL || exm_core_find_output (task->task, publication->output_key) == NULL)
    return TRUE;
  make_trouble (&outage, &trouble);
  return exm_store_offer_trouble (self->store, publication->task_uid, &trouble, error);
}

gboolean
exm_core_end_outage (ExmCore *self,
                     ExmCoreTask *task,
                     const ExmPublication *publication,
                     GError **error)
{
  const ExmTaskOutput *output
      = exm_core_find_output (task->task, publication->output_key);
  g_auto (ExmOutage) ended = { 0 };

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (!exm_store_end_outage (self->store, publication, &ended, error)
      || (ended.since_usec != 0
          && !exm_store_withdraw_trouble (self->store, publication->task_uid,
                                          EXM_TROUBLE_OUTPUT, error)))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  if (!exm_store_commit_group (self->store, error))
    return FALSE;
  if (ended.since_usec == 0)
    return TRUE;
  g_autofree char *said = exm_said_new (
      /* translators: a folder; how many articles had to wait; how often it was tried */
      N_ ("Published to %s again (articles that had to wait: %u; attempts in vain: %u)"),
      output->folder, ended.n_articles, ended.n_attempts);
  exm_core_tell (self, task, said);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_RECOVERED);
  event->task_uid = g_strdup (publication->task_uid);
  event->task_name = g_strdup (exm_task_get (task->task)->name);
  event->message = exm_said_to_words (said);
  exm_core_emit (self, event);
  return TRUE;
}

typedef gboolean (*OutageFunc) (ExmCore *self,
                                const char *uid,
                                const char *output_key,
                                const ExmOutage *outage,
                                gpointer data,
                                GError **error);

/* Calls @func with each outage of an output that the task has. */
static gboolean
for_each_outage (
    ExmCore *self, const ExmTask *task, OutageFunc func, gpointer data, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);

  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      g_autofree char *key = exm_core_output_key (output);
      g_auto (ExmOutage) outage = { 0 };
      if (!exm_store_get_outage (self->store, fields->uid, key, &outage, error)
          || (outage.since_usec != 0
              && !func (self, fields->uid, key, &outage, data, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_oldest (ExmCore *self,
             const char *uid,
             const char *output_key,
             const ExmOutage *outage,
             gpointer trouble,
             GError **error)
{
  const ExmTrouble *oldest = trouble;

  if (oldest->kind == EXM_TROUBLE_NONE || outage->since_usec < oldest->since_usec)
    make_trouble (outage, trouble);
  return TRUE;
}

gboolean
exm_core_find_outage (ExmCore *self,
                      const ExmCoreTask *task,
                      ExmTrouble *trouble,
                      GError **error)
{
  return for_each_outage (self, task->task, take_oldest, trouble, error);
}

static gboolean
probe (ExmCore *self,
       const char *uid,
       const char *output_key,
       const ExmOutage *outage,
       gpointer unused,
       GError **error)
{
  return exm_store_probe_output (self->store, uid, output_key, exm_core_now (self),
                                 error);
}

gboolean
exm_core_probe_outputs (ExmCore *self, const ExmCoreTask *task, GError **error)
{
  return for_each_outage (self, task->task, probe, NULL, error);
}
