/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store's tasks, their versions, schedule and runs. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store.h"

#include "base/exm-said-error.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-backlog.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-run.h"
#include "store/tables/exm-table-task.h"
#include "store/tables/exm-table-trash.h"

#include <glib/gi18n-lib.h>

/* An identity is one task's alone, wherever that is. */
static gboolean
check_not_in_trash (ExmDb *db, const ExmTask *task, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  gint64 found = 0;

  if (!exm_table_trash_has_uid (db, fields->uid, &found, error))
    return FALSE;
  if (found == 0)
    return TRUE;
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT,
      /* translators: the name of a task */
      N_ ("The task “%s” is in the Trash: restore it, or empty the Trash, "
          "first."),
      fields->name);
  return FALSE;
}

gboolean
exm_store_add_task (ExmStore *self, const ExmTask *task, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && check_not_in_trash (self->main, task, error)
         && exm_table_task_insert (self->main, task, now_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_update_task (
    ExmStore *self, const ExmTask *task, gint64 now_usec, guint *version, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL
         && exm_table_task_update (self->main, task, now_usec, version, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_delete_task (ExmStore *self, const char *uid, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && exm_table_task_delete (self->main, uid, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_paused (ExmStore *self, const char *uid, gboolean paused, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL && exm_table_task_set_paused (self->main, uid, paused, error)
         && exm_transaction_commit (transaction, error);
}

ExmTask *
exm_store_get_task (ExmStore *self, const char *uid, guint *version, GError **error)
{
  return exm_table_task_read (self->main, uid, 0, version, error);
}

ExmTask *
exm_store_get_task_version (ExmStore *self,
                            const char *uid,
                            guint version,
                            GError **error)
{
  return exm_table_task_read (self->main, uid, version, NULL, error);
}

GPtrArray *
exm_store_list_tasks (ExmStore *self, GError **error)
{
  return exm_table_task_list (self->main, error);
}

GPtrArray *
exm_store_list_task_versions (ExmStore *self, const char *uid, GError **error)
{
  return exm_table_task_list_versions (self->main, uid, error);
}

gboolean
exm_store_restore_task (
    ExmStore *self, const char *uid, guint version, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  if (transaction == NULL)
    return FALSE;
  g_autoptr (ExmTask) task = exm_table_task_read (self->main, uid, version, NULL, error);
  return task != NULL && exm_table_task_update (self->main, task, now_usec, NULL, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_next_due (ExmStore *self, const char *uid, gint64 next_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  return transaction != NULL
         && exm_table_task_set_next_due (self->main, uid, next_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_get_next_due (ExmStore *self, gint64 *next_usec, GError **error)
{
  return exm_table_task_get_next_due (self->main, next_usec, error);
}

GPtrArray *
exm_store_list_due (ExmStore *self, gint64 now_usec, guint limit, GError **error)
{
  return exm_table_task_list_due (self->main, now_usec, limit, error);
}

/* Counts the older articles that waited for the run. */
static gboolean
count_older (ExmStore *self, gint64 run_id, GError **error)
{
  ExmRunCounts counts = { 0 };

  return exm_table_passed_over_count_jobs (self->main, run_id, &counts.n_older, error)
         && (counts.n_older == 0
             || exm_table_run_add_counts (self->main, run_id, &counts, error));
}

gboolean
exm_store_start_run (
    ExmStore *self, const char *uid, gint64 now_usec, gint64 *run_id, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_RUN, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_run_insert (self->main, task, now_usec, run_id, error)
         && exm_table_job_unpark (self->main, task, now_usec, error)
         && exm_table_job_adopt (self->main, task, *run_id, error)
         && count_older (self, *run_id, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_add_run_counts (ExmStore *self,
                          gint64 run_id,
                          const ExmRunCounts *counts,
                          GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_RUN, error);

  return transaction != NULL
         && exm_table_run_add_counts (self->main, run_id, counts, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_finish_run (ExmStore *self,
                      gint64 run_id,
                      const char *state,
                      const char *message,
                      const char *said,
                      gint64 now_usec,
                      GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_RUN, error);

  return transaction != NULL
         && exm_table_run_finish (self->main, run_id, now_usec, state, message, said,
                                  error)
         && exm_table_run_find_task (self->main, run_id, &task, error)
         && (task == 0
             || exm_table_publish_end_deferral (self->main, task, now_usec, error))
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_open_runs (ExmStore *self, GError **error)
{
  return exm_table_run_list (self->main, 0, 0, EXM_RUNS_OPEN, G_MAXINT32, error);
}

gboolean
exm_store_close_open_runs (ExmStore *self, gint64 now_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_RUN, error);

  return transaction != NULL && exm_table_run_close_open (self->main, now_usec, error)
         && exm_table_publish_end_deferral (self->main, 0, now_usec, error)
         && exm_transaction_commit (transaction, error);
}
