/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-said-error.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-publish-error.h"
#include "resources/exm-held-pictures.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>

/* Publications of one step: each waits for the disk, and fetches should not wait long. */
#define MAX_A_STEP 16u

char *
exm_core_output_key (const ExmTaskOutput *output)
{
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
  gint64 device = 0;
  ExmCoreTask *task = exm_core_get_task (self, publication->task_uid, error);

  if (task == NULL)
    return NULL;
  ExmFolderPublisher *publisher
      = g_hash_table_lookup (task->publishers, publication->output_key);
  if (publisher != NULL)
    return publisher;
  const ExmTaskOutput *output
      = exm_core_find_output (task->task, publication->output_key);
  if (output == NULL)
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                          N_ ("The task does not have this output any more"));
      return NULL;
    }
  if (!exm_store_has_published (self->store, publication->output_key, &was_used, &device,
                                error))
    return NULL;
  publisher = exm_folder_publisher_new (output, exm_task_get (task->task)->name, error);
  if (publisher != NULL && was_used)
    exm_folder_publisher_expect_folder (publisher, device);
  if (publisher != NULL)
    g_hash_table_insert (task->publishers, g_strdup (publication->output_key), publisher);
  return publisher;
}

/* A folder that was away takes what waits, and what was given up meanwhile. Once while
 * the task is at it: what fails again by then has no better chance. */
static gboolean
revive (ExmCore *self,
        ExmCoreTask *task,
        const ExmPublication *publication,
        GError **error)
{
  if (!g_hash_table_add (task->revived, g_strdup (publication->output_key))
      || exm_store_revive_publications (self->store, publication->output_key,
                                        exm_core_now (self), error))
    return TRUE;
  g_hash_table_remove (task->revived, publication->output_key);
  return FALSE;
}

/* Goes on with publications that waited for this one to the same output. */
static void
go_on (ExmCore *self, const ExmPublication *publication)
{
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);
  g_autoptr (GError) error = NULL;

  if (task != NULL
      && (!revive (self, task, publication, &error)
          || !exm_core_end_output_failure (self, task, publication, &error)))
    exm_core_problem (self, task, NULL, error);
}

/* Pictures that are kept with an article go with it. */
static void
set_pictures (ExmCore *self, ExmFolderPublisher *publisher)
{
  ExmResourceStore *store = exm_core_get_resources (self, FALSE);
  const ExmPictureSource source = exm_held_pictures_get_source (store);

  exm_folder_publisher_set_pictures (publisher, store != NULL ? &source : NULL);
}

/* @of_article: (out): on error, whether others can be published even so */
static gboolean
publish_one (ExmCore *self,
             const ExmPublication *publication,
             gboolean *of_article,
             GError **error)
{
  g_auto (ExmPublished) published = { 0 };
  ExmFolderPublisher *publisher = get_publisher (self, publication, error);

  *of_article = FALSE;
  if (publisher == NULL)
    return FALSE;
  g_autoptr (ExmArticle) article
      = exm_store_get_article (self->store, publication->article_id, error);
  *of_article = article == NULL;
  exm_folder_publisher_set_time (publisher, exm_core_now (self));
  set_pictures (self, publisher);
  if (article == NULL
      || !exm_folder_publisher_publish (publisher, article, self->cancellable, &published,
                                        error))
    return FALSE;
  if (!exm_store_set_published (self->store, publication->id, published.path,
                                published.device, exm_core_now (self), error))
    return FALSE;
  go_on (self, publication);

  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PUBLISHED);
  event->task_uid = g_strdup (publication->task_uid);
  event->url = g_strdup (exm_article_get (article)->url);
  event->message = g_strdup (published.path);
  exm_core_emit (self, event);
  return TRUE;
}

/* Whether it is about one article alone. The name of a file that all articles share is
 * none of theirs. */
static gboolean
is_of_article (ExmCore *self, const ExmPublication *publication, const GError *error)
{
  const ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);
  const ExmTaskOutput *output
      = task != NULL ? exm_core_find_output (task->task, publication->output_key) : NULL;

  if (g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NAME))
    return output == NULL || !exm_output_format_is_shared (output->format);
  return g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE);
}

/* Stores why it came to nothing, of the article and of its output. @for_good: trying
 * again would not help; @begins: (out): whether it is the first that the output does not
 * take */
static gboolean
store_failure (ExmCore *self,
               const ExmPublication *publication,
               const GError *cause,
               gboolean of_article,
               gboolean for_good,
               gboolean *begins,
               GError **error)
{
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (exm_store_publish_failed (self->store, publication->id, cause->message,
                                exm_said_from_error (cause), for_good,
                                exm_core_now (self), NULL, error)
      && (of_article
          || exm_core_record_output_failure (self, publication, cause, begins, error)))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

/* Whoever is told reads what is stored. */
static void
fail (ExmCore *self,
      const ExmPublication *publication,
      const GError *cause,
      gboolean of_article)
{
  ExmCoreTask *task = g_hash_table_lookup (self->tasks, publication->task_uid);
  g_autoptr (GError) error = NULL;
  gboolean begins = FALSE;

  gboolean is_own = is_of_article (self, publication, cause);
  gboolean for_good
      = is_own || g_error_matches (cause, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE)
        || g_error_matches (cause, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM);
  of_article = of_article || is_own;
  if (!store_failure (self, publication, cause, of_article, for_good, &begins, &error))
    exm_core_problem (self, task, NULL, error);
  else if (of_article)
    exm_core_problem (self, task, NULL, cause);
  else if (begins)
    exm_core_emit_problem (self, task, NULL, cause);
}

static gboolean
is_of_gone_task (ExmCore *self, const ExmPublication *publication, const GError *error)
{
  gboolean gone = FALSE;

  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
         && exm_core_find_gone (self, publication->task_uid, &gone, NULL) && gone;
}

gboolean
exm_core_publish (ExmCore *self)
{
  g_assert (g_thread_self () == self->thread);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) due = exm_store_list_due_publications (
      self->store, exm_core_now (self), MAX_A_STEP, &failure);

  if (due == NULL)
    exm_core_store_failed_or_report (self, NULL, failure);
  for (guint i = 0; due != NULL && i < due->len && !self->stopping; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (due, i);
      g_autoptr (GError) error = NULL;
      gboolean of_article = FALSE;
      if (publish_one (self, publication, &of_article, &error))
        continue;
      /* Its task was deleted meanwhile: in the trash it waits. */
      if (is_of_gone_task (self, publication, error))
        continue;
      /* It stays due: the output is not to blame. */
      if (exm_core_is_store_failure (error))
        {
          exm_core_problem (self,
                            g_hash_table_lookup (self->tasks, publication->task_uid),
                            NULL, error);
          break;
        }
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        fail (self, publication, error, of_article);
    }
  return due != NULL && due->len > 0;
}
