/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-stale-copies.h"

#include "store/exm-store-approve.h"
#include "worker/exm-reextract.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  GPtrArray *old; /* (owned) (element-type ExmArticle) */
  GArray *ids;    /* (owned) (nullable) (element-type gint64): what is found */
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_ptr_array_unref (self->old);
  g_clear_pointer (&self->ids, g_array_unref);
  g_free (self);
}

static gboolean
find (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Search *self = data;

  self->ids = exm_reextract_list_copies (store, self->old, error);
  return self->ids != NULL;
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Search *search = g_task_get_task_data (task);
  GError *error = NULL;

  if (exm_worker_write_finish (EXM_WORKER (source), result, &error))
    g_task_return_pointer (task, g_steal_pointer (&search->ids),
                           (GDestroyNotify) g_array_unref);
  else
    g_task_return_error (task, error);
}

void
exm_stale_copies_find_async (ExmSession *session,
                             GPtrArray *old,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  ExmWorker *worker = exm_session_get_worker (session);
  GTask *task = g_task_new (session, NULL, callback, data);
  Search *search = g_new0 (Search, 1);

  search->old = g_ptr_array_ref (old);
  g_task_set_source_tag (task, exm_stale_copies_find_async);
  g_task_set_task_data (task, search, search_free);
  if (worker != NULL)
    {
      exm_worker_write_async (worker, find, search, NULL, NULL, on_found, task);
      return;
    }
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED,
                           _ ("The data folder is not open; nothing was changed"));
  g_object_unref (task);
}

GArray *
exm_stale_copies_find_finish (ExmSession *session, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);
  return g_task_propagate_pointer (G_TASK (result), error);
}

static gboolean
update (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const GArray *ids = data;

  for (guint i = 0; i < ids->len; i++)
    if (!exm_store_publish_again (store, g_array_index (ids, gint64, i), now_usec, error))
      return FALSE;
  return TRUE;
}

void
exm_stale_copies_update_async (ExmSession *session,
                               GArray *ids,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  exm_session_write_async (session, NULL, update, g_array_ref (ids),
                           (GDestroyNotify) g_array_unref, callback, data);
}

gboolean
exm_stale_copies_update_finish (ExmSession *session, GAsyncResult *result, GError **error)
{
  return exm_session_write_finish (session, result, error);
}
