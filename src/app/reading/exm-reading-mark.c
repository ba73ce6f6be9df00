/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-reading-mark.h"

#include "store/exm-store-reading.h"

typedef struct
{
  GArray *ids; /* (owned) (element-type gint64) */
  ExmReadingMark mark;
  char *tag; /* (owned) (nullable) */
  gboolean on;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_array_unref (change->ids);
  g_free (change->tag);
  g_free (change);
}

static gboolean
write_one (ExmStore *store, const Change *change, gint64 id, GError **error)
{
  switch (change->mark)
    {
    case EXM_READING_UNREAD:
      return exm_store_set_unread (store, id, change->on, error);
    case EXM_READING_STAR:
      return exm_store_set_starred (store, id, change->on, error);
    case EXM_READING_TAG:
    default:
      return exm_store_set_tagged (store, id, change->tag, change->on, error);
    }
}

static gboolean
write_change (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Change *change = data;

  if (!exm_store_begin_group (store, error))
    return FALSE;
  for (guint i = 0; i < change->ids->len; i++)
    {
      g_autoptr (GError) failure = NULL;
      if (write_one (store, change, g_array_index (change->ids, gint64, i), &failure)
          || g_error_matches (failure, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
        continue;
      exm_store_drop_group (store);
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  return exm_store_commit_group (store, error);
}

void
exm_reading_mark_async (ExmSession *session,
                        GArray *ids,
                        ExmReadingMark mark,
                        const char *tag,
                        gboolean on,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  Change *change = g_new0 (Change, 1);

  change->ids = g_array_ref (ids);
  change->mark = mark;
  change->tag = g_strdup (tag);
  change->on = on;
  exm_session_write_async (session, NULL, write_change, change, change_free, callback,
                           data);
}
