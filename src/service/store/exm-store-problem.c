/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/exm-store-problem.h"
#include "store/tables/exm-table-problem.h"
#include "store/tables/exm-table-task.h"

/* @task: (out): row of the task @uid.
 *
 * Returns: (transfer full) (nullable): a transaction about it */
static ExmTransaction *
begin (ExmStore *self, const char *uid, gint64 *task, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_TASK, error);

  if (transaction == NULL || !exm_table_task_find (self->main, uid, task, error))
    return NULL;
  return g_steal_pointer (&transaction);
}

gboolean
exm_store_set_problem (ExmStore *self,
                       const char *uid,
                       const ExmProblem *problem,
                       GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction = begin (self, uid, &task, error);

  return transaction != NULL && exm_table_problem_set (self->main, task, problem, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_offer_problem (ExmStore *self,
                         const char *uid,
                         const ExmProblem *problem,
                         GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction = begin (self, uid, &task, error);

  return transaction != NULL && exm_table_problem_offer (self->main, task, problem, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_withdraw_problem (ExmStore *self,
                            const char *uid,
                            ExmProblemKind kind,
                            GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction = begin (self, uid, &task, error);

  return transaction != NULL && exm_table_problem_withdraw (self->main, task, kind, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_ignore_problem (ExmStore *self,
                          const char *uid,
                          gboolean ignored,
                          GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction = begin (self, uid, &task, error);

  return transaction != NULL
         && exm_table_problem_ignore (self->main, task, ignored, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_count_unfit (ExmStore *self, const char *uid, gint64 *n, GError **error)
{
  *n = 0;
  return exm_db_query_int (
      self->main,
      "SELECT (" EXM_SQL_COUNT_UNFIT
      ") FROM task t WHERE t.uid = ? AND " EXM_SQL_NOT_TRASHED ("t.id"),
      EXM_VALUES (EXM_TEXT (uid)), n, error);
}
