/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-run.h"

#include "store/db/exm-statement.h"
#include "store/tables/exm-table-trash.h"

#define RUN_COLUMNS                                                                      \
  "SELECT r.id, t.uid, r.started, r.finished, r.state, r.n_found, r.n_new, r.n_fetched," \
  " r.n_articles, r.n_flagged, r.n_failed, r.n_bytes, ifnull (r.said, r.message),"       \
  " r.n_passed, r.n_older, r.n_backlog, r.n_backlog_flagged"                             \
  " FROM run r JOIN task t ON t.id = r.task"
#define LIVE " AND " EXM_SQL_NOT_TRASHED ("r.task")
#define RUN_ORDER " ORDER BY r.id DESC LIMIT ?2"

gboolean
exm_table_run_insert (
    ExmDb *db, gint64 task, gint64 started_usec, gint64 *id, GError **error)
{
  if (!exm_db_run (db, "INSERT INTO run (task, started, state) VALUES (?, ?, 'running')",
                   EXM_VALUES (EXM_INT (task), EXM_INT (started_usec)), error))
    return FALSE;
  *id = exm_db_get_last_id (db);
  return TRUE;
}

gboolean
exm_table_run_add_counts (ExmDb *db,
                          gint64 id,
                          const ExmRunCounts *counts,
                          GError **error)
{
  return exm_db_run (
      db,
      "UPDATE run SET n_found = n_found + ?, n_new = n_new + ?,"
      " n_fetched = n_fetched + ?, n_articles = n_articles + ?,"
      " n_flagged = n_flagged + ?, n_failed = n_failed + ?,"
      " n_bytes = n_bytes + ?, n_passed = n_passed + ?,"
      " n_older = n_older + ?, n_backlog = n_backlog + ?,"
      " n_backlog_flagged = n_backlog_flagged + ? WHERE id = ?",
      EXM_VALUES (EXM_INT (counts->n_found), EXM_INT (counts->n_new),
                  EXM_INT (counts->n_fetched), EXM_INT (counts->n_articles),
                  EXM_INT (counts->n_flagged), EXM_INT (counts->n_failed),
                  EXM_INT ((gint64) counts->n_bytes), EXM_INT (counts->n_passed),
                  EXM_INT (counts->n_older), EXM_INT (counts->n_backlog),
                  EXM_INT (counts->n_backlog_flagged), EXM_INT (id)),
      error);
}

gboolean
exm_table_run_finish (ExmDb *db,
                      gint64 id,
                      gint64 finished_usec,
                      const char *state,
                      const char *message,
                      const char *said,
                      GError **error)
{
  return exm_db_run (
      db, "UPDATE run SET finished = ?, state = ?, message = ?, said = ? WHERE id = ?",
      EXM_VALUES (EXM_INT (finished_usec), EXM_TEXT (state), EXM_TEXT (message),
                  EXM_TEXT (said), EXM_INT (id)),
      error);
}

gboolean
exm_table_run_stop_open (ExmDb *db, gint64 task, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE run SET finished = ?, state = 'stopped' WHERE finished IS "
                     "NULL AND task = ?",
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (task)), error);
}

gboolean
exm_table_run_close_open (ExmDb *db, gint64 now_usec, GError **error)
{
  return exm_db_run (
      db, "UPDATE run SET finished = ?, state = 'interrupted' WHERE finished IS NULL",
      EXM_VALUES (EXM_INT (now_usec)), error);
}

static gpointer
read_run (ExmStatement *row)
{
  ExmRun *run = exm_run_new ();

  run->id = exm_statement_get_int (row, 0);
  run->task_uid = exm_statement_dup_text (row, 1);
  run->started_usec = exm_statement_get_int (row, 2);
  run->finished_usec = exm_statement_get_int (row, 3);
  run->state = exm_statement_dup_text (row, 4);
  run->counts.n_found = (guint) exm_statement_get_int (row, 5);
  run->counts.n_new = (guint) exm_statement_get_int (row, 6);
  run->counts.n_fetched = (guint) exm_statement_get_int (row, 7);
  run->counts.n_articles = (guint) exm_statement_get_int (row, 8);
  run->counts.n_flagged = (guint) exm_statement_get_int (row, 9);
  run->counts.n_failed = (guint) exm_statement_get_int (row, 10);
  run->counts.n_bytes = (guint64) exm_statement_get_int (row, 11);
  run->message = exm_statement_dup_said (row, 12);
  run->counts.n_passed = (guint) exm_statement_get_int (row, 13);
  run->counts.n_older = (guint) exm_statement_get_int (row, 14);
  run->counts.n_backlog = (guint) exm_statement_get_int (row, 15);
  run->counts.n_backlog_flagged = (guint) exm_statement_get_int (row, 16);
  return run;
}

GPtrArray *
exm_table_run_list (ExmDb *db,
                    gint64 task,
                    gint64 before_id,
                    ExmRunSelection selection,
                    guint limit,
                    GError **error)
{
  const ExmValue values[] = {
    EXM_INT (before_id != 0 ? before_id : G_MAXINT64),
    EXM_INT (limit),
    EXM_INT (task),
    { .type = EXM_VALUE_END },
  };
  static const char *const queries[] = {
    [EXM_RUNS_ALL] = RUN_COLUMNS " WHERE r.task = ?3 AND r.id < ?1" LIVE RUN_ORDER,
    [EXM_RUNS_OPEN] = RUN_COLUMNS " WHERE r.finished IS NULL AND r.id < ?1"
                                  " AND (?3 = 0 OR r.task = ?3)" LIVE RUN_ORDER,
    [EXM_RUNS_FAILED] = RUN_COLUMNS " WHERE r.id < ?1 AND (?3 = 0 OR r.task = ?3)"
                                    " AND (r.n_failed > 0 OR r.state IN ('failed',"
                                    " 'interrupted'))" LIVE RUN_ORDER,
  };
  const char *query = queries[selection];

  if (selection == EXM_RUNS_ALL && task == 0)
    query = RUN_COLUMNS " WHERE r.id < ?1 AND ?3 = 0" LIVE RUN_ORDER;
  return exm_db_query_list (db, query, values, read_run, (GDestroyNotify) exm_run_unref,
                            error);
}

gboolean
exm_table_run_find_open (ExmDb *db, gint64 task, gint64 *id, GError **error)
{
  *id = 0;
  return exm_db_query_int (db,
                           "SELECT id FROM run WHERE finished IS NULL AND task = ?"
                           " ORDER BY id DESC LIMIT 1",
                           EXM_VALUES (EXM_INT (task)), id, error);
}

gboolean
exm_table_run_find_task (ExmDb *db, gint64 id, gint64 *task, GError **error)
{
  *task = 0;
  return exm_db_query_int (db, "SELECT task FROM run WHERE id = ?",
                           EXM_VALUES (EXM_INT (id)), task, error);
}
