/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-session-private.h"
#include "store/exm-store.h"

#include <glib/gi18n-lib.h>

/* A write: kept until its task is freed, so that it can be tried again. */
typedef struct
{
  char *uid; /* (owned) (nullable) */
  ExmWorkerWrite func;
  gpointer data;
  GDestroyNotify free_data; /* (nullable) */
} Write;

static void
write_free (gpointer data)
{
  Write *write = data;

  if (write->free_data != NULL)
    write->free_data (write->data);
  g_free (write->uid);
  g_free (write);
}

/* Change of a task that is to be written. */
typedef struct
{
  char *uid;     /* (owned) */
  ExmTask *task; /* (owned) (nullable): only where it is saved */
  gboolean paused;
} Change;

static Change *
change_new (const char *uid)
{
  Change *change = g_new0 (Change, 1);

  change->uid = g_strdup (uid);
  return change;
}

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->uid);
  g_clear_pointer (&change->task, exm_task_unref);
  g_free (change);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  ExmSession *self = g_task_get_source_object (task);
  GError *error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  exm_session_task_changed (self, ((const Write *) g_task_get_task_data (task))->uid);
  g_task_return_boolean (task, TRUE);
}

/* @data: (transfer full): the task */
static void
begin (ExmSession *self, gpointer data)
{
  GTask *task = data;
  ExmWorker *worker = exm_session_get_worker (self);
  const Write *write = g_task_get_task_data (task);

  if (worker != NULL)
    {
      exm_worker_write_async (worker, write->func, write->data, NULL, NULL, on_written,
                              task);
      return;
    }
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CLOSED,
                           _ ("The data folder is not open; nothing was changed"));
  g_object_unref (task);
}

/* @write: (transfer full) */
static void
start (ExmSession *self, Write *write, GAsyncReadyCallback callback, gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, exm_session_write_async);
  g_task_set_task_data (task, write, write_free);
  exm_session_when_ready (self, begin, task);
}

void
exm_session_write_async (ExmSession *self,
                         const char *uid,
                         ExmWorkerWrite func,
                         gpointer data,
                         GDestroyNotify free_data,
                         GAsyncReadyCallback callback,
                         gpointer callback_data)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  Write *write = g_new0 (Write, 1);
  write->uid = g_strdup (uid);
  write->func = func;
  write->data = data;
  write->free_data = free_data;
  start (self, write, callback, callback_data);
}

void
exm_session_write_again_async (ExmSession *self,
                               GAsyncResult *failed,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));
  g_return_if_fail (g_task_is_valid (failed, self));

  Write *old = g_task_get_task_data (G_TASK (failed));
  Write *write = g_memdup2 (old, sizeof *old);
  write->uid = g_strdup (old->uid);
  /* The new one has it now. */
  old->free_data = NULL;
  start (self, write, callback, data);
}

gboolean
exm_session_write_finish (ExmSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
exm_session_write_pass (GObject *self, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *error = NULL;

  if (exm_session_write_finish (EXM_SESSION (self), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* When the task ran last, 0 for never. */
static gboolean
get_last_run (ExmStore *store, const char *uid, gint64 *last_usec, GError **error)
{
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, error);

  *last_usec = 0;
  if (infos == NULL)
    return FALSE;
  for (guint i = 0; i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      if (g_str_equal (info->uid, uid))
        *last_usec = info->last_run_usec;
    }
  return TRUE;
}

static gboolean
plan (ExmStore *store, const ExmTask *task, gint64 now_usec, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  gint64 last_usec;

  if (!get_last_run (store, fields->uid, &last_usec, error))
    return FALSE;
  gint64 next = exm_schedule_get_next (fields->schedule, last_usec, now_usec);
  return exm_store_set_next_due (store, fields->uid, next == G_MAXINT64 ? 0 : next,
                                 error);
}

static gboolean
save (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Change *change = data;
  g_autoptr (GError) missing = NULL;
  g_autoptr (ExmTask) old = exm_store_get_task (store, change->uid, NULL, &missing);
  gboolean good;

  if (old != NULL)
    good = exm_store_update_task (store, change->task, now_usec, NULL, error);
  else if (g_error_matches (missing, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    good = exm_store_add_task (store, change->task, now_usec, error);
  else
    {
      g_propagate_error (error, g_steal_pointer (&missing));
      return FALSE;
    }
  return good && plan (store, change->task, now_usec, error);
}

void
exm_session_save_task_async (ExmSession *self,
                             ExmTask *task,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  const char *uid = exm_task_get (task)->uid;
  Change *change = change_new (uid);

  change->task = exm_task_ref (task);
  exm_session_write_async (self, uid, save, change, change_free, callback, data);
}

static gboolean
set_paused (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Change *change = data;

  if (!change->paused)
    {
      g_autoptr (ExmTask) task = exm_store_get_task (store, change->uid, NULL, error);
      if (task == NULL || !exm_task_check_resumed (task, error))
        return FALSE;
    }
  return exm_store_set_paused (store, change->uid, change->paused, error);
}

void
exm_session_set_paused_async (ExmSession *self,
                              const char *uid,
                              gboolean paused,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  Change *change = change_new (uid);

  change->paused = paused;
  exm_session_write_async (self, uid, set_paused, change, change_free, callback, data);
}

/* One page */

gboolean
exm_session_fetch_async (ExmSession *self,
                         ExmTask *task,
                         const char *url,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  const ExmTaskFields *fields = task != NULL ? exm_task_get (task) : NULL;
  ExmWorker *worker = exm_session_get_worker (self);
  g_autoptr (GPtrArray) hosts = g_ptr_array_new ();

  if (worker == NULL)
    return FALSE;
  for (guint i = 0; fields != NULL && i < fields->private_hosts->len; i++)
    g_ptr_array_add (hosts, g_ptr_array_index (fields->private_hosts, i));
  g_ptr_array_add (hosts, NULL);
  const ExmWorkerFetch fetch = {
    .url = url,
    .user_agent = fields != NULL ? fields->user_agent : NULL,
    .timeout_ms = fields != NULL ? fields->timeout_ms : 0,
    .private_hosts = (const char *const *) hosts->pdata,
    .store_page = TRUE,
    .rendered = fields != NULL && fields->rendered,
  };
  exm_worker_fetch_async (worker, &fetch, cancellable, callback, data);
  return TRUE;
}
