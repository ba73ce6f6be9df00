/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-edits.h"

#include "store/exm-store.h"

typedef struct
{
  GArray *ids;   /* (owned) (nullable) (element-type gint64) */
  char *uid;     /* (owned) (nullable) */
  char *url;     /* (owned) (nullable) */
  char *url_key; /* (owned) (nullable) */
} Edit;

static void
edit_free (gpointer data)
{
  Edit *self = data;

  g_clear_pointer (&self->ids, g_array_unref);
  g_free (self->uid);
  g_free (self->url);
  g_free (self->url_key);
  g_free (self);
}

/* Each by itself: what is written before an error stays. */
static gboolean
write_deletion (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Edit *self = data;

  for (guint i = 0; i < self->ids->len; i++)
    {
      g_autoptr (GError) failure = NULL;
      if (!exm_store_delete_article (store, g_array_index (self->ids, gint64, i),
                                     &failure)
          && !g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
write_retry (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Edit *self = data;

  return exm_store_retry_page (store, self->uid, self->url, self->url_key, now_usec,
                               error);
}

void
exm_edits_delete_async (ExmWorker *worker,
                        GArray *ids,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  Edit *edit = g_new0 (Edit, 1);

  edit->ids = g_array_ref (ids);
  exm_worker_write_async (worker, write_deletion, edit, edit_free, NULL, callback, data);
}

void
exm_edits_retry_async (ExmWorker *worker,
                       const char *uid,
                       const char *url,
                       const char *url_key,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  Edit *edit = g_new0 (Edit, 1);

  edit->uid = g_strdup (uid);
  edit->url = g_strdup (url);
  edit->url_key = g_strdup (url_key);
  exm_worker_write_async (worker, write_retry, edit, edit_free, NULL, callback, data);
}
