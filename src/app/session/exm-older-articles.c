/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-older-articles.h"

struct _ExmOlderArticles
{
  char *uid;        /* (owned) */
  ExmTask *task;    /* (owned) (nullable): while they are read */
  GPtrArray *older; /* (owned) (nullable) (element-type ExmPassedOver): the same */
  guint n_left_out;
};

void
exm_older_articles_free (ExmOlderArticles *self)
{
  g_free (self->uid);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->older, g_ptr_array_unref);
  g_free (self);
}

static void
read_in_thread (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  const char *uid = data;
  ExmStoreReader *reader = exm_session_get_reader (source);
  const ExmStoreQuery of_task = { .kind = EXM_READ_TASK, .uid = uid };
  const ExmStoreQuery of_passed = { .kind = EXM_READ_PASSED_OVER, .uid = uid };
  g_autoptr (ExmOlderArticles) self = g_new0 (ExmOlderArticles, 1);
  GError *error = NULL;

  self->uid = g_strdup (uid);
  self->task = exm_store_reader_read (reader, &of_task, cancellable, &error);
  g_autoptr (GPtrArray) passed
      = self->task != NULL
            ? exm_store_reader_read (reader, &of_passed, cancellable, &error)
            : NULL;
  if (passed != NULL)
    self->older = exm_older_new (self->task, passed, &self->n_left_out, &error);
  if (self->older != NULL)
    g_task_return_pointer (gtask, g_steal_pointer (&self),
                           (GDestroyNotify) exm_older_articles_free);
  else
    g_task_return_error (gtask, error);
}

void
exm_older_articles_read_async (ExmSession *session,
                               const char *uid,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  g_autoptr (GTask) gtask = g_task_new (session, cancellable, callback, data);

  g_task_set_source_tag (gtask, exm_older_articles_read_async);
  g_task_set_task_data (gtask, g_strdup (uid), g_free);
  g_task_run_in_thread (gtask, read_in_thread);
}

ExmOlderArticles *
exm_older_articles_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, exm_older_articles_read_async),
                        NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

const ExmTask *
exm_older_articles_get_task (const ExmOlderArticles *self)
{
  return self->task;
}

guint
exm_older_articles_get_n_left_out (const ExmOlderArticles *self)
{
  return self->n_left_out;
}

guint
exm_older_articles_count (const ExmOlderArticles *self, const ExmOlderChoice *choice)
{
  return exm_older_count (self->older, choice, g_get_real_time ());
}

/* On the thread of the worker. */
static gboolean
write_older (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmOlderArticles *self = data;
  guint n_jobs = 0;

  return exm_store_collect_older (store, self->uid, self->older, now_usec, &n_jobs,
                                  error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) gtask = data;
  ExmSession *session = EXM_SESSION (source);
  GError *error = NULL;

  if (!exm_session_write_finish (session, result, &error))
    {
      g_task_return_error (gtask, error);
      return;
    }
  exm_session_run_task (session, g_task_get_task_data (gtask));
  g_task_return_boolean (gtask, TRUE);
}

void
exm_older_articles_collect_async (ExmOlderArticles *self,
                                  const ExmOlderChoice *choice,
                                  ExmSession *session,
                                  GAsyncReadyCallback callback,
                                  gpointer data)
{
  GTask *gtask = g_task_new (session, NULL, callback, data);

  g_task_set_source_tag (gtask, exm_older_articles_collect_async);
  g_task_set_task_data (gtask, g_strdup (self->uid), g_free);
  g_ptr_array_set_size (self->older, (gint) exm_older_articles_count (self, choice));
  exm_session_write_async (session, self->uid, write_older, self,
                           (GDestroyNotify) exm_older_articles_free, on_written, gtask);
}
