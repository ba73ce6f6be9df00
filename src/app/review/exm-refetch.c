/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-refetch.h"

#include "metadata/exm-page-counter.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

struct _ExmRefetch
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  gint64 article_id;
  ExmArticle *before; /* (owned) (nullable): once it was read */
  char *page_hash;    /* (owned) (nullable): of what came */
  ExmTask *task;      /* (owned) (nullable): of the article, once it was read */
  GPtrArray
      *missing;  /* (owned) (nullable) (element-type ExmArticlePage): further pages */
  guint n_tried; /* of them */
};

G_DEFINE_FINAL_TYPE (ExmRefetch, exm_refetch, G_TYPE_OBJECT)

static void
exm_refetch_finalize (GObject *object)
{
  ExmRefetch *self = EXM_REFETCH (object);

  g_object_unref (self->session);
  g_clear_pointer (&self->before, exm_article_unref);
  g_free (self->page_hash);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->missing, g_ptr_array_unref);
  G_OBJECT_CLASS (exm_refetch_parent_class)->finalize (object);
}

static void
exm_refetch_class_init (ExmRefetchClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_refetch_finalize;
}

static void
exm_refetch_init (ExmRefetch *self)
{
}

gboolean
exm_refetch_is_possible (const char *url)
{
  g_autofree char *scheme = url != NULL ? g_uri_parse_scheme (url) : NULL;

  return g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0;
}

ExmRefetch *
exm_refetch_new (ExmSession *session, gint64 article_id)
{
  ExmRefetch *self = g_object_new (EXM_TYPE_REFETCH, NULL);

  self->session = g_object_ref (session);
  self->article_id = article_id;
  return self;
}

/* And back, also where what came is of no use */

static gboolean
write_undone (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmRefetch *self = data;
  ExmUndoEnd end;

  return exm_reextract_undo (store, self->article_id, now_usec, &end, error);
}

static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *cause = g_task_get_task_data (task), *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    g_task_return_error (task, error);
  else if (cause != NULL)
    g_task_return_error (task, g_error_copy (cause));
  else
    g_task_return_boolean (task, TRUE);
}

/* @task: (transfer full) */
static void
restore (ExmRefetch *self, ExmWorkerWrite func, GTask *task)
{
  exm_session_write_async (self->session, exm_article_get (self->before)->task_uid, func,
                           g_object_ref (self), g_object_unref, on_restored, task);
}

/* The article, its task, the page, the new text */

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (exm_worker_reextract_finish (EXM_WORKER (source), result, &error))
    {
      g_task_return_boolean (task, TRUE);
      return;
    }
  g_task_set_task_data (task, error, (GDestroyNotify) g_error_free);
  restore (self, write_undone, g_object_ref (task));
}

static gboolean
write_page (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmRefetch *self = data;

  return exm_reextract_take_page (store, self->article_id, self->page_hash, now_usec,
                                  error);
}

static void fetch_missing (ExmRefetch *self, GTask *task);

static void
on_missing_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (exm_session_write_finish (EXM_SESSION (source), result, &error))
    fetch_missing (g_task_get_source_object (task), task);
  else
    g_task_return_error (task, error);
}

static gboolean
write_missing (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmRefetch *self = data;
  const ExmArticlePage *page = g_ptr_array_index (self->missing, self->n_tried - 1);

  return exm_store_set_joined_page (store, self->article_id, page->number,
                                    self->page_hash, error);
}

/* The article does without what cannot be had now, too. */
static void
on_missing_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->page_hash, g_free);
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, &self->page_hash, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_task_return_error (task, g_steal_pointer (&error));
  else if (fetched == NULL || self->page_hash == NULL)
    fetch_missing (self, task);
  else
    exm_session_write_async (self->session, exm_article_get (self->before)->task_uid,
                             write_missing, g_object_ref (self), g_object_unref,
                             on_missing_written, g_object_ref (task));
}

/* Asks for the next further page that is missing, or has the article extracted. */
static void
fetch_missing (ExmRefetch *self, GTask *task)
{
  ExmWorker *worker = exm_session_get_worker (self->session);

  if (worker == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                             _ ("The worker does not run"));
  else if (self->n_tried < self->missing->len)
    {
      const ExmArticlePage *page = g_ptr_array_index (self->missing, self->n_tried++);
      exm_session_fetch_async (self->session, self->task, page->url,
                               g_task_get_cancellable (task), on_missing_fetched,
                               g_object_ref (task));
    }
  else
    exm_worker_extract_again_async (worker, exm_session_get_engine (self->session),
                                    self->article_id, g_task_get_cancellable (task),
                                    on_extracted, g_object_ref (task));
}

static void
on_pages_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) pages
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (pages == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  self->missing
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_page_unref);
  for (guint i = 0; i < pages->len; i++)
    {
      ExmArticlePage *page = g_ptr_array_index (pages, i);
      if (page->hash == NULL)
        g_ptr_array_add (self->missing, exm_article_page_ref (page));
    }
  fetch_missing (self, task);
}

static void
on_page_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_PAGES, .id = self->article_id };
  GError *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    g_task_return_error (task, error);
  else
    exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                                 g_task_get_cancellable (task), on_pages_read,
                                 g_object_ref (task));
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, &self->page_hash, &error);

  if (fetched == NULL)
    g_task_return_error (task, error);
  else
    exm_session_write_async (self->session, exm_article_get (self->before)->task_uid,
                             write_page, g_object_ref (self), g_object_unref,
                             on_page_written, g_object_ref (task));
}

/* The address of the page that was extracted: the article's, or one with all its pages.
 */
static const char *
get_url (const ExmRefetch *self)
{
  const ExmArticleFields *fields = exm_article_get (self->before);

  return fields->final_url != NULL
                 && exm_page_counter_names_all (fields->url, fields->final_url)
             ? fields->final_url
             : fields->url;
}

static void
on_task_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  GError *error = NULL;

  self->task = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);
  if (self->task == NULL)
    g_task_return_error (task, error);
  else if (exm_session_get_worker (self->session) == NULL)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED,
                             _ ("The data folder is not open; nothing was changed"));
  else
    exm_session_fetch_async (self->session, self->task, get_url (self),
                             g_task_get_cancellable (task), on_fetched,
                             g_object_ref (task));
}

static void
on_article_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmRefetch *self = g_task_get_source_object (task);
  GError *error = NULL;

  self->before = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);
  if (self->before == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const ExmStoreQuery query = {
    .kind = EXM_READ_TASK,
    .uid = exm_article_get (self->before)->task_uid,
  };
  exm_store_reader_read_async (EXM_STORE_READER (source), &query,
                               g_task_get_cancellable (task), on_task_read,
                               g_object_ref (task));
}

void
exm_refetch_run_async (ExmRefetch *self,
                       GCancellable *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_return_if_fail (EXM_IS_REFETCH (self));
  g_return_if_fail (self->before == NULL);

  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLE, .id = self->article_id, .unchecked = TRUE };
  GTask *task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, exm_refetch_run_async);
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               cancellable, on_article_read, task);
}

void
exm_refetch_undo_async (ExmRefetch *self, GAsyncReadyCallback callback, gpointer data)
{
  g_return_if_fail (EXM_IS_REFETCH (self));
  g_return_if_fail (self->before != NULL);

  GTask *task = g_task_new (self, NULL, callback, data);
  g_task_set_source_tag (task, exm_refetch_undo_async);
  restore (self, write_undone, task);
}
