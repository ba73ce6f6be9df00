/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-core.h"

#include "exm-publish-error.h"
#include "exm-said-error.h"

#include <glib/gi18n-lib.h>

/* Publications of one step: each waits for the disk, and fetches should not wait long. */
#define MAX_A_STEP 16u

char *
exm_core_output_key (const ExmTaskOutput *output)
{
  return g_strjoin ("\n", exm_output_format_get_name (output->format), output->folder,
                    output->name_template != NULL ? output->name_template : "", NULL);
}

static const ExmTaskOutput *
find_output (const ExmTask *task, const char *key)
{
  const GArray *outputs = exm_task_get (task)->outputs;

  for (guint i = 0; i < outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (outputs, ExmTaskOutput, i);
      g_autofree char *own = exm_core_output_key (output);
      if (strcmp (own, key) == 0)
        return output;
    }
  return NULL;
}

static ExmFolderPublisher *
get_publisher (ExmCore *self, const ExmPublication *publication, GError **error)
{
  gboolean was_used = FALSE;
  ExmCoreTask *task = exm_core_get_task (self, publication->task_uid, error);

  if (task == NULL)
    return NULL;
  ExmFolderPublisher *publisher
      = g_hash_table_lookup (task->publishers, publication->output_key);
  if (publisher != NULL)
    return publisher;
  const ExmTaskOutput *output = find_output (task->task, publication->output_key);
  if (output == NULL)
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                          N_ ("The task does not have this output any more"));
      return NULL;
    }
  publisher = exm_folder_publisher_new (output, exm_task_get (task->task)->name, error);
  if (publisher != NULL
      && exm_store_has_published (self->store, publication->output_key, &was_used, NULL)
      && was_used)
    exm_folder_publisher_expect_folder (publisher);
  if (publisher != NULL)
    g_hash_table_insert (task->publishers, g_strdup (publication->output_key), publisher);
  return publisher;
}

/* A folder that was away for longer than is waited for takes what was given up meanwhile.
 * Once while the task is at it: what is given up again in the meantime has no better
 * chance. */
static void
revive (ExmCore *self, const ExmPublication *publication)
{
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);
  g_autoptr (GError) error = NULL;

  if (task == NULL
      || !g_hash_table_add (task->revived, g_strdup (publication->output_key)))
    return;
  if (!exm_store_revive_publications (self->store, publication->output_key,
                                      exm_core_now (self), &error))
    exm_core_problem (self, task, NULL, error);
}

static gboolean
publish_one (ExmCore *self, const ExmPublication *publication, GError **error)
{
  g_auto (ExmPublished) published = { 0 };
  ExmFolderPublisher *publisher = get_publisher (self, publication, error);

  if (publisher == NULL)
    return FALSE;
  g_autoptr (ExmArticle) article
      = exm_store_get_article (self->store, publication->article_id, error);
  if (article == NULL
      || !exm_folder_publisher_publish (publisher, article, self->cancellable, &published,
                                        error))
    return FALSE;
  if (!exm_store_set_published (self->store, publication->id, published.path,
                                exm_core_now (self), error))
    return FALSE;
  revive (self, publication);

  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PUBLISHED);
  event->task_uid = g_strdup (publication->task_uid);
  event->url = g_strdup (exm_article_get (article)->url);
  event->message = g_strdup (published.path);
  exm_core_emit (self, event);
  return TRUE;
}

static gboolean
is_for_good (const GError *error)
{
  return g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE)
         || g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NAME)
         || g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE);
}

gboolean
exm_core_publish (ExmCore *self)
{
  g_assert (g_thread_self () == self->thread);
  g_autoptr (GPtrArray) due = exm_store_list_due_publications (
      self->store, exm_core_now (self), MAX_A_STEP, NULL);

  for (guint i = 0; due != NULL && i < due->len && !self->stopping; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (due, i);
      g_autoptr (GError) error = NULL;
      if (publish_one (self, publication, &error))
        continue;
      ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);
      /* Whoever is told reads what is stored. */
      exm_store_publish_failed (self->store, publication->id, error->message,
                                exm_said_from_error (error), is_for_good (error),
                                exm_core_now (self), NULL, NULL);
      exm_core_problem (self, task, NULL, error);
    }
  return due != NULL && due->len > 0;
}
