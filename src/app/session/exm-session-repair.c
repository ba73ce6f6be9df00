/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-session-repair.h"

#include "app/session/exm-session-private.h"
#include "control/exm-role-lock.h"
#include "store/db/exm-store-backup.h"
#include "store/db/exm-store-folder.h"

#include <glib/gi18n-lib.h>

/* Work of the thread. */
typedef struct
{
  char *folder;           /* (owned) */
  char *backup;           /* (owned) (nullable) */
  ExmStoreReader *reader; /* (owned) */
  ExmWorker *worker;      /* (owned) (nullable): to be stopped */
  gboolean suspended;     /* the session was, for it */
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_free (work->folder);
  g_free (work->backup);
  g_object_unref (work->reader);
  g_clear_object (&work->worker);
  g_free (work);
}

void
exm_session_repair_free (ExmSessionRepair *self)
{
  exm_store_repair_clear (&self->repair);
  g_free (self->kept);
  g_free (self);
}

static gboolean
run (const Work *work, ExmSessionRepair *result, GError **error)
{
  g_autoptr (ExmRoleLock) role = exm_store_folder_check (work->folder, error)
                                     ? exm_role_lock_take (work->folder, error)
                                     : NULL;

  if (role == NULL)
    return FALSE;
  if (work->backup == NULL)
    return exm_store_repair (work->folder, &result->repair, error);
  return exm_store_backup_restore (work->folder, work->backup, &result->n_articles,
                                   &result->kept, error);
}

static void
run_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Work *work = data;
  g_autoptr (ExmSessionRepair) result = g_new0 (ExmSessionRepair, 1);
  GError *error = NULL;

  if (work->worker != NULL)
    exm_worker_stop (work->worker);
  exm_store_reader_release (work->reader);
  gboolean done = run (work, result, &error);
  /* Something may have been read meanwhile, of the file that is not there any more. */
  exm_store_reader_release (work->reader);
  if (done)
    g_task_return_pointer (task, g_steal_pointer (&result),
                           (GDestroyNotify) exm_session_repair_free);
  else
    g_task_return_error (task, error);
}

void
exm_session_repair_async (ExmSession *self,
                          const char *backup,
                          GAsyncReadyCallback callback,
                          gpointer data)
{
  g_return_if_fail (EXM_IS_SESSION (self));

  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  Work *work = g_new0 (Work, 1);

  g_task_set_source_tag (task, exm_session_repair_async);
  g_task_set_task_data (task, work, work_free);
  work->folder = g_strdup (exm_session_get_folder (self));
  work->backup = g_strdup (backup);
  work->reader = g_object_ref (exm_session_get_reader (self));
  work->suspended = exm_session_suspend (self, &work->worker);
  if (work->suspended)
    g_task_run_in_thread (task, run_in_thread);
  else
    g_task_return_new_error (
        task, G_IO_ERROR, G_IO_ERROR_BUSY,
        _ ("The data folder is just being opened; nothing was changed."));
}

ExmSessionRepair *
exm_session_repair_finish (ExmSession *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  const Work *work = g_task_get_task_data (G_TASK (result));
  if (work->suspended)
    {
      /* Events that are still on their way find nobody any more. */
      if (work->worker != NULL)
        g_object_run_dispose (G_OBJECT (work->worker));
      exm_session_resume (self);
    }
  return g_task_propagate_pointer (G_TASK (result), error);
}
