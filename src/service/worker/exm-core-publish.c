/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-article-writer.h"
#include "publish/exm-publish-error.h"
#include "resources/exm-held-pages.h"
#include "resources/exm-held-pictures.h"
#include "task/exm-output-rules.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Publications of one step, which share their syncs: fetches should not wait long. */
#define MAX_A_STEP 32u

/* Whose output it is, a task's or a saved search's. */
static ExmCoreTask *
get_source (ExmCore *self, const ExmPublication *publication, GError **error)
{
  return publication->search != NULL
             ? exm_core_get_search (self, publication->search, error)
             : exm_core_get_task (self, publication->task_uid, error);
}

ExmCoreTask *
exm_core_find_told (ExmCore *self, const ExmPublication *publication)
{
  return publication->search == NULL
             ? g_hash_table_lookup (self->tasks, publication->task_uid)
             : NULL;
}

/* Whether the write failed because its task was deleted meanwhile. */
static gboolean
is_gone (const GError *error)
{
  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Stores why they came to nothing, of the articles and of their output. @for_good: trying
 * again would not help; @begins: (out): whether it is the first that the output does not
 * take */
static gboolean
store_failures (ExmCore *self,
                const GPtrArray *publications,
                const GError *cause,
                gboolean of_article,
                gboolean for_good,
                gboolean *begins,
                GError **error)
{
  gboolean good = TRUE;
  guint n_stored = 0;
  /* One time for all that went out together: it is found by that. */
  gint64 now_usec = exm_core_now (self);

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  for (guint i = 0; i < publications->len && good; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (publications, i);
      g_autoptr (GError) problem = NULL;
      if (exm_store_publish_failed (self->store, publication->id, cause->message,
                                    exm_said_from_error (cause), for_good, now_usec, NULL,
                                    &problem))
        n_stored++;
      /* One that was deleted meanwhile needs nothing; the others still do. */
      else if (publications->len == 1 || !is_gone (problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          good = FALSE;
        }
    }
  if (good
      && (of_article || n_stored == 0
          || exm_core_record_output_failure (self, publications, cause, begins, error)))
    return exm_store_commit_group (self->store, error);
  exm_store_drop_group (self->store);
  return FALSE;
}

void
exm_core_fail_publications (ExmCore *self,
                            const GPtrArray *publications,
                            const GError *cause)
{
  const ExmPublication *first = g_ptr_array_index (publications, 0);
  ExmCoreTask *task = exm_core_find_told (self, first);
  g_autoptr (GError) error = NULL;
  gboolean begins = FALSE;

  if (store_failures (self, publications, cause, FALSE, FALSE, &begins, &error))
    {
      if (begins)
        exm_core_emit_problem (self, task, NULL, cause);
    }
  else if (!is_gone (error))
    exm_core_problem (self, task, NULL, error);
}

static const ExmTaskOutput *
get_output (const ExmCoreTask *task, const ExmPublication *publication, GError **error)
{
  const ExmTaskOutput *output
      = exm_core_find_output (task->task, publication->output_key);

  if (output == NULL)
    exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                        N_ ("The task does not have this output any more"));
  return output;
}

static ExmFolderPublisher *
get_publisher (ExmCore *self,
               ExmCoreTask *task,
               const ExmTaskOutput *output,
               const ExmPublication *publication,
               GError **error)
{
  gboolean was_used = FALSE;
  gint64 device = 0;
  ExmFolderPublisher *publisher
      = g_hash_table_lookup (task->publishers, publication->output_key);

  if (publisher != NULL)
    return publisher;
  if (!exm_store_has_published (self->store, publication->output_key, &was_used, &device,
                                error))
    return NULL;
  publisher = exm_folder_publisher_new (output, exm_task_get (task->task)->name, error);
  if (publisher != NULL && was_used)
    exm_folder_publisher_expect_folder (publisher, device);
  const ExmPageSource pages = exm_held_pages_get_source (self->store);
  if (publisher != NULL)
    exm_folder_publisher_set_pages (publisher, &pages);
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

void
exm_core_go_on (ExmCore *self, const ExmPublication *publication)
{
  g_autoptr (GError) error = NULL;
  ExmCoreTask *task = publication->search != NULL
                          ? exm_core_get_search (self, publication->search, NULL)
                          : exm_core_find_told (self, publication);

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

/* Whether it is about one article alone. The name of a file that all articles share is
 * none of theirs. */
static gboolean
is_of_article (ExmCore *self, const ExmPublication *publication, const GError *error)
{
  const ExmCoreTask *task = get_source (self, publication, NULL);
  const ExmTaskOutput *output
      = task != NULL ? exm_core_find_output (task->task, publication->output_key) : NULL;

  if (g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NAME))
    return output == NULL || !exm_output_format_is_shared (output->format);
  return g_error_matches (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE);
}

/* Whoever is told reads what is stored. */
static gboolean
fail (ExmCore *self,
      const ExmPublication *publication,
      const GError *cause,
      gboolean of_article)
{
  ExmCoreTask *task = exm_core_find_told (self, publication);
  g_autoptr (GError) error = NULL;
  gboolean begins = FALSE;

  gboolean is_own = is_of_article (self, publication, cause);
  gboolean for_good
      = is_own || g_error_matches (cause, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE)
        || g_error_matches (cause, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM);
  of_article = of_article || is_own;
  g_autoptr (GPtrArray) alone = g_ptr_array_new ();
  g_ptr_array_add (alone, (gpointer) publication);
  if (!store_failures (self, alone, cause, of_article, for_good, &begins, &error))
    {
      exm_core_problem (self, task, NULL, error);
      return FALSE;
    }
  if (of_article)
    exm_core_problem (self, task, NULL, cause);
  else if (begins)
    exm_core_emit_problem (self, task, NULL, cause);
  return TRUE;
}

gboolean
exm_core_fail_publication (ExmCore *self,
                           const ExmPublication *publication,
                           const GError *cause)
{
  return fail (self, publication, cause, FALSE);
}

static gboolean
is_of_gone_task (ExmCore *self, const ExmPublication *publication, const GError *error)
{
  gboolean gone = FALSE;

  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND)
         && exm_core_find_gone (self, publication->task_uid, &gone, NULL) && gone;
}

/* Records why @publication came to nothing. Returns: %FALSE if the store fails, on which
 * the others wait too */
static gboolean
not_published (ExmCore *self,
               const ExmPublication *publication,
               const GError *error,
               gboolean of_article)
{
  /* Its task was deleted meanwhile: in the trash it waits. */
  if (is_of_gone_task (self, publication, error)
      || exm_core_is_renamed (self, publication))
    return TRUE;
  /* It stays due: the output is not to blame. */
  if (exm_core_is_store_failure (error))
    {
      exm_core_problem (self, exm_core_find_told (self, publication), NULL, error);
      return FALSE;
    }
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    fail (self, publication, error, of_article);
  return TRUE;
}

/* Publications of one step that go into one folder. */
typedef struct
{
  GPtrArray *publications; /* (owned) (element-type ExmPublication) */
  GPtrArray *articles;     /* (owned) (element-type ExmArticle) */
  ExmPublished *published; /* (owned): as many */
  GError **errors;         /* (owned): as many */
} Batch;

static void
batch_clear (Batch *batch)
{
  for (guint i = 0; i < batch->publications->len; i++)
    {
      exm_published_clear (&batch->published[i]);
      g_clear_error (&batch->errors[i]);
    }
  g_free (batch->published);
  g_free (batch->errors);
  g_ptr_array_unref (batch->publications);
  g_ptr_array_unref (batch->articles);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Batch, batch_clear)

/* Stores where article @i is now, in the group. */
static gboolean
store_published (ExmCore *self, const Batch *batch, guint i, GError **error)
{
  const ExmPublication *publication = g_ptr_array_index (batch->publications, i);
  const ExmPublished *published = &batch->published[i];

  return exm_store_set_published (self->store, publication->id, published->path,
                                  published->device, exm_core_now (self), error);
}

/* Stores what was published, together; those of which that fails have an error. */
static gboolean
store_batch (ExmCore *self, Batch *batch, GError **error)
{
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  for (guint i = 0; i < batch->publications->len; i++)
    if (batch->errors[i] == NULL && !store_published (self, batch, i, &batch->errors[i]))
      g_assert (batch->errors[i] != NULL);
  return exm_store_commit_group (self->store, error);
}

static void
emit_published (ExmCore *self, const Batch *batch, guint i)
{
  const ExmPublication *publication = g_ptr_array_index (batch->publications, i);
  const ExmArticle *article = g_ptr_array_index (batch->articles, i);
  ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PUBLISHED);

  event->task_uid = g_strdup (publication->task_uid);
  event->url = g_strdup (exm_article_get (article)->url);
  event->message = g_strdup (batch->published[i].path);
  exm_core_emit (self, event);
}

/* Reads the articles of @publications; those that cannot be read fail alone. Returns:
 * %FALSE if the store fails */
static gboolean
fill_batch (ExmCore *self, const GPtrArray *publications, Batch *batch)
{
  batch->published = g_new0 (ExmPublished, publications->len);
  batch->errors = g_new0 (GError *, publications->len);
  batch->publications
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_publication_unref);
  batch->articles = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  for (guint i = 0; i < publications->len; i++)
    {
      ExmPublication *publication = g_ptr_array_index (publications, i);
      g_autoptr (GError) error = NULL;
      ExmArticle *article
          = exm_store_get_article (self->store, publication->article_id, &error);
      if (article == NULL)
        {
          if (!not_published (self, publication, error, TRUE))
            return FALSE;
          continue;
        }
      g_ptr_array_add (batch->publications, exm_publication_ref (publication));
      g_ptr_array_add (batch->articles, article);
    }
  return TRUE;
}

/* Returns: %FALSE if the store fails */
static gboolean
publish_batch (ExmCore *self, ExmFolderPublisher *publisher, Batch *batch)
{
  g_autoptr (GError) error = NULL;
  guint n_published = 0;

  exm_folder_publisher_set_time (publisher, exm_core_now (self));
  set_pictures (self, publisher);
  exm_folder_publisher_publish_all (publisher, batch->articles, self->cancellable,
                                    batch->published, batch->errors);
  exm_fail_point ("worker.published");
  gboolean stored = store_batch (self, batch, &error);
  for (guint i = 0; i < batch->publications->len; i++)
    {
      if (!stored && batch->errors[i] == NULL)
        batch->errors[i] = g_error_copy (error);
      n_published += batch->errors[i] == NULL;
    }
  if (n_published > 0)
    exm_core_go_on (self, g_ptr_array_index (batch->publications, 0));
  for (guint i = 0; i < batch->publications->len; i++)
    if (batch->errors[i] == NULL)
      emit_published (self, batch, i);
  for (guint i = 0; i < batch->publications->len; i++)
    if (batch->errors[i] != NULL
        && !not_published (self, g_ptr_array_index (batch->publications, i),
                           batch->errors[i], FALSE))
      return FALSE;
  return TRUE;
}

/* Publishes @publications, all of one output of one task or saved search. Returns: %FALSE
 * if the store fails, on which the others wait too */
static gboolean
publish_files (ExmCore *self, const GPtrArray *publications)
{
  const ExmPublication *first = g_ptr_array_index (publications, 0);
  g_autoptr (GError) error = NULL;
  ExmCoreTask *task = get_source (self, first, &error);
  const ExmTaskOutput *output = task != NULL ? get_output (task, first, &error) : NULL;
  ExmFolderPublisher *publisher
      = output != NULL ? get_publisher (self, task, output, first, &error) : NULL;

  for (guint i = 0; publisher == NULL && i < publications->len; i++)
    if (!not_published (self, g_ptr_array_index (publications, i), error, FALSE))
      return FALSE;
  if (publisher == NULL)
    return TRUE;
  g_auto (Batch) batch = { 0 };
  return fill_batch (self, publications, &batch)
         && (batch.publications->len == 0 || publish_batch (self, publisher, &batch));
}

/* @is_file: (out): whether it goes into a folder, with others of its output */
static gboolean
send_one (ExmCore *self,
          const ExmPublication *publication,
          gboolean *is_file,
          gboolean *of_article,
          GError **error)
{
  ExmCoreTask *task = get_source (self, publication, error);
  const ExmTaskOutput *output
      = task != NULL ? get_output (task, publication, error) : NULL;

  *is_file = output != NULL && output->kind == NULL;
  *of_article = FALSE;
  return *is_file
         || (output != NULL
             && exm_core_send (self, task, output, publication, of_article, error));
}

static gboolean
is_together (const ExmPublication *one, const ExmPublication *other)
{
  return strcmp (one->output_key, other->output_key) == 0
         && g_strcmp0 (one->search, other->search) == 0
         && strcmp (one->task_uid, other->task_uid) == 0;
}

/* Adds @publication to those of @folders that it goes out with. */
static void
gather (GPtrArray *folders, ExmPublication *publication)
{
  GPtrArray *found = NULL;

  for (guint i = 0; i < folders->len && found == NULL; i++)
    {
      GPtrArray *folder = g_ptr_array_index (folders, i);
      if (is_together (g_ptr_array_index (folder, 0), publication))
        found = folder;
    }
  if (found == NULL)
    {
      found = g_ptr_array_new ();
      g_ptr_array_add (folders, found);
    }
  g_ptr_array_add (found, publication);
}

gboolean
exm_core_publish (ExmCore *self)
{
  g_assert (g_thread_self () == self->thread);
  g_autoptr (GError) failure = NULL;
  g_autoptr (GPtrArray) folders
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  gint64 next_usec = 0;
  g_autofree char *busy = exm_core_list_busy (self, exm_core_now (self), &next_usec);
  g_autoptr (GPtrArray) due = exm_store_list_due_publications (
      self->store, exm_core_now (self), MAX_A_STEP, busy, &failure);

  gboolean good = due != NULL;

  if (due == NULL)
    exm_core_store_failed_or_report (self, NULL, failure);
  for (guint i = 0; due != NULL && i < due->len && !self->stopping; i++)
    {
      ExmPublication *publication = g_ptr_array_index (due, i);
      g_autoptr (GError) error = NULL;
      gboolean of_article = FALSE, is_file = FALSE;
      if (send_one (self, publication, &is_file, &of_article, &error))
        {
          if (is_file)
            gather (folders, publication);
        }
      else if (!not_published (self, publication, error, of_article))
        {
          good = FALSE;
          break;
        }
    }
  for (guint i = 0; good && i < folders->len && !self->stopping; i++)
    good = publish_files (self, g_ptr_array_index (folders, i));
  return due != NULL && due->len > 0;
}
