/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/exm-store-problem.h"
#include "store/tables/exm-table-problem.h"
#include "store/tables/exm-table-task.h"

/* 1 January 1970 was a Thursday. */
#define EPOCH_WEEKDAY 3

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

/* Figures */

/* A day and its numbers, or an article and its. */
typedef struct
{
  gint64 day;
  gint64 n;
  gint64 n_backlog; /* of an article: whether it is a part of one */
  double sureness;
} Row;

static gpointer
read_row (ExmStatement *statement)
{
  Row *row = g_new0 (Row, 1);

  row->day = exm_statement_get_int (statement, 0);
  row->n = exm_statement_get_int (statement, 1);
  row->n_backlog = exm_statement_get_int (statement, 2);
  row->sureness = exm_statement_get_double (statement, 3);
  return row;
}

static void
take_days (ExmYield *yield,
           const GPtrArray *articles,
           const GPtrArray *runs,
           gint64 today)
{
  for (guint i = 0; i < articles->len; i++)
    {
      const Row *row = g_ptr_array_index (articles, i);
      if (row->day <= today && row->day >= today - (gint64) EXM_YIELD_DAYS)
        yield->counts[today - row->day] = (guint) row->n;
    }
  for (guint i = 0; i < runs->len; i++)
    {
      const Row *row = g_ptr_array_index (runs, i);
      if (row->day > today || row->day < today - (gint64) EXM_YIELD_DAYS)
        continue;
      guint *count = &yield->counts[today - row->day];
      *count -= MIN (*count, (guint) MAX (row->n_backlog, 0));
      yield->n_runs[today - row->day] = (guint) row->n;
    }
}

static gboolean
read_days (ExmStore *self,
           gint64 task,
           gint64 now_usec,
           gint64 offset_usec,
           ExmYield *yield,
           GError **error)
{
  gint64 today = (now_usec + offset_usec) / G_TIME_SPAN_DAY, oldest = 0;
  gint64 from_usec = (today - EXM_YIELD_DAYS) * G_TIME_SPAN_DAY - offset_usec - 1;

  if (!exm_db_query_int (self->main, "SELECT min (collected) FROM article WHERE task = ?",
                         EXM_VALUES (EXM_INT (task)), &oldest, error)
      || !exm_db_query_int (self->main,
                            "SELECT max (collected) FROM article WHERE task = ?",
                            EXM_VALUES (EXM_INT (task)), &yield->newest_usec, error))
    return FALSE;
  const ExmValue *values = EXM_VALUES (EXM_INT (task), EXM_INT (from_usec),
                                       EXM_INT (offset_usec), EXM_INT (G_TIME_SPAN_DAY));
  g_autoptr (GPtrArray) articles
      = exm_db_query_list (self->main,
                           "SELECT (collected + ?3) / ?4, count(*), 0, 0 FROM article"
                           " WHERE task = ?1 AND collected > ?2 GROUP BY 1",
                           values, read_row, g_free, error);
  if (articles == NULL)
    return FALSE;
  g_autoptr (GPtrArray) runs = exm_db_query_list (
      self->main,
      "SELECT (started + ?3) / ?4, count(*), sum(n_backlog), 0 FROM"
      " (SELECT started, n_backlog FROM run WHERE task = ?1 ORDER BY id DESC LIMIT 5000)"
      " WHERE started > ?2 GROUP BY 1",
      values, read_row, g_free, error);
  if (runs == NULL)
    return FALSE;
  gint64 first = (oldest + offset_usec) / G_TIME_SPAN_DAY;
  yield->weekday = (guint) ((today + EPOCH_WEEKDAY) % 7);
  yield->n_days = (guint) CLAMP (today - first - 1, 0, (gint64) EXM_YIELD_DAYS);
  if (yield->newest_usec != 0)
    take_days (yield, articles, runs, today);
  return TRUE;
}

static gboolean
read_quality (ExmStore *self, gint64 task, ExmYield *yield, GError **error)
{
  g_autoptr (GPtrArray) rows = exm_db_query_list (
      self->main,
      "SELECT id, n_chars, state = 'incomplete', confidence FROM article WHERE task = ?1"
      " AND (n_chars > 0 AND state IN ('good', 'unsure') OR state = 'incomplete')"
      " ORDER BY collected DESC, id DESC LIMIT ?2",
      EXM_VALUES (EXM_INT (task), EXM_INT (EXM_YIELD_ARTICLES)), read_row, g_free, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const Row *row = g_ptr_array_index (rows, i);
      gboolean is_part = row->n_backlog != 0;
      yield->all_chars[yield->n_all++] = is_part ? -1 : (double) row->n;
      if (is_part)
        continue;
      yield->chars[yield->n_articles] = (double) row->n;
      yield->sureness[yield->n_articles++] = row->sureness;
    }
  return rows != NULL;
}

gboolean
exm_store_get_yield (ExmStore *self,
                     const char *uid,
                     gint64 now_usec,
                     gint64 offset_usec,
                     ExmYield *yield,
                     GError **error)
{
  gint64 task = 0;

  *yield = (ExmYield){ 0 };
  return exm_table_task_find (self->main, uid, &task, error)
         && read_days (self, task, now_usec, offset_usec, yield, error)
         && read_quality (self, task, yield, error);
}
