/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-quarantine.h"

#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-task.h"

gboolean
exm_store_add_hard_end (ExmStore *self,
                        const char *uid,
                        const char *url_key,
                        const char *cause,
                        guint *n_ends,
                        GError **error)
{
  gint64 task = 0, n = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  *n_ends = 0;
  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error)
      || !exm_db_run (self->main,
                      "INSERT INTO quarantine (task, url_key, n_ends, cause)"
                      " VALUES (?, ?, 1, ?) ON CONFLICT (task, url_key) DO UPDATE"
                      " SET n_ends = n_ends + 1, cause = excluded.cause",
                      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key), EXM_TEXT (cause)),
                      error)
      || !exm_db_query_int (self->main,
                            "SELECT n_ends FROM quarantine"
                            " WHERE task = ? AND url_key = ?",
                            EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), &n, error)
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  *n_ends = (guint) n;
  return TRUE;
}

gboolean
exm_store_get_hard_ends (ExmStore *self,
                         const char *uid,
                         const char *url_key,
                         guint *n_ends,
                         char **cause,
                         GError **error)
{
  gint64 task = 0, n = 0;

  *n_ends = 0;
  *cause = NULL;
  if (!exm_table_task_find (self->main, uid, &task, error)
      || !exm_db_query_int (self->main,
                            "SELECT ifnull (max (n_ends), 0) FROM quarantine"
                            " WHERE task = ? AND url_key = ?",
                            EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), &n, error))
    return FALSE;
  *n_ends = (guint) n;
  return n == 0
         || exm_db_query_text (self->main,
                               "SELECT cause FROM quarantine"
                               " WHERE task = ? AND url_key = ?",
                               EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), cause,
                               error);
}

gboolean
exm_store_lift_quarantine (ExmStore *self,
                           const char *uid,
                           const char *url_key,
                           GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_db_run (self->main,
                        "DELETE FROM quarantine WHERE task = ? AND url_key = ?",
                        EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_lift_sources (ExmStore *self, const char *uid, guint n_ends, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_db_run (self->main,
                        "DELETE FROM quarantine WHERE task = ?1 AND n_ends >= ?2"
                        " AND NOT EXISTS (SELECT 1 FROM job WHERE job.task = ?1"
                        " AND job.url_key = quarantine.url_key AND kind = 'article')",
                        EXM_VALUES (EXM_INT (task), EXM_INT (n_ends)), error)
         && exm_transaction_commit (transaction, error);
}

ExmJob *
exm_store_get_leased_job (ExmStore *self, gint64 id, const char *owner, GError **error)
{
  return exm_table_job_get_leased (self->main, id, owner, error);
}

ExmJob *
exm_store_claim_job (ExmStore *self,
                     gint64 id,
                     const char *owner,
                     gint64 now_usec,
                     gint64 until_usec,
                     GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  if (transaction == NULL)
    return NULL;
  g_autoptr (ExmJob) job
      = exm_table_job_claim_one (self->main, id, owner, now_usec, until_usec, error);
  if (job == NULL || !exm_transaction_commit (transaction, error))
    return NULL;
  return g_steal_pointer (&job);
}
