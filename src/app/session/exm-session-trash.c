/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-session-trash.h"

/* A change of a task and its result; the write and its caller share it. */
typedef struct
{
  ExmWorkerWrite func; /* one slice of it */
  char *uid;           /* (owned) (nullable): %NULL for the whole trash */
  ExmTrashKeep keep;
  guint n_articles;
  char *name; /* (owned) (nullable) */
  gboolean over;
} Change;

static Change *
change_new (const char *uid, ExmWorkerWrite func)
{
  Change *change = g_atomic_rc_box_new0 (Change);

  change->func = func;
  change->uid = g_strdup (uid);
  return change;
}

static void
change_clear (gpointer data)
{
  Change *change = data;

  g_free (change->uid);
  g_free (change->name);
}

static void
change_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, change_clear);
}

/* Returns: (transfer full): a task whose data is @change */
static GTask *
make_task (ExmSession *self, Change *change, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, make_task);
  g_task_set_task_data (task, change, change_unref);
  return task;
}

static void on_written (GObject *source, GAsyncResult *result, gpointer data);

/* @task: (transfer full) */
static void
start (GTask *task)
{
  Change *change = g_task_get_task_data (task);

  exm_session_write_async (g_task_get_source_object (task), change->uid, change->func,
                           g_atomic_rc_box_acquire (change), change_unref, on_written,
                           task);
}

/* Goes on slice by slice: the worker has other things to do as well. */
static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const Change *change = g_task_get_task_data (task);
  GError *error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    g_task_return_error (task, error);
  else if (change->over)
    g_task_return_boolean (task, TRUE);
  else
    start (g_steal_pointer (&task));
}

static gboolean
trash_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Change *change = data;

  change->over = TRUE;
  return exm_store_trash_task (store, change->uid, now_usec, &change->n_articles, error);
}

void
exm_session_trash_task_async (ExmSession *self,
                              const char *uid,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  start (make_task (self, change_new (uid, trash_task), callback, data));
}

gboolean
exm_session_trash_task_finish (ExmSession *self,
                               GAsyncResult *result,
                               guint *n_articles,
                               GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  *n_articles = ((Change *) g_task_get_task_data (G_TASK (result)))->n_articles;
  return g_task_propagate_boolean (G_TASK (result), error);
}

static gboolean
restore_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Change *change = data;

  g_clear_pointer (&change->name, g_free);
  return exm_store_restore_trashed (store, change->uid, change->keep, now_usec,
                                    &change->name, &change->over, error);
}

void
exm_session_restore_task_async (ExmSession *self,
                                const char *uid,
                                ExmTrashKeep keep,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  Change *change = change_new (uid, restore_task);
  change->keep = keep;
  start (make_task (self, change, callback, data));
}

gboolean
exm_session_restore_task_finish (ExmSession *self,
                                 GAsyncResult *result,
                                 char **name,
                                 GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  *name = g_strdup (((Change *) g_task_get_task_data (G_TASK (result)))->name);
  return g_task_propagate_boolean (G_TASK (result), error);
}

/* Its worker goes on with it when it is woken after the write. */
static gboolean
begin_emptying (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_begin_emptying (store, ((const Change *) data)->uid, now_usec, error);
}

void
exm_session_empty_trash_async (ExmSession *self,
                               const char *uid,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  exm_session_write_async (self, uid, begin_emptying, change_new (uid, begin_emptying),
                           change_unref, callback, data);
}
