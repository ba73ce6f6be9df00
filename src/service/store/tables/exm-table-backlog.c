/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-backlog.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_backlog_add (ExmDb *db, gint64 task, const char *url_key, GError **error)
{
  return exm_db_run (
      db, "INSERT INTO backlog (task, url_key) VALUES (?, ?) ON CONFLICT DO NOTHING",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error);
}

gboolean
exm_table_passed_over_insert (ExmDb *db, gint64 task, const ExmJob *job, GError **error)
{
  gboolean is_key = g_strcmp0 (job->url, job->url_key) == 0;

  return exm_db_run (
      db,
      "INSERT INTO passed_over (task, url_key, url, title, published, place)"
      " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (job->url_key),
                  EXM_TEXT (is_key ? NULL : job->url), EXM_TEXT (job->payload),
                  EXM_INT_OR_NULL (job->published_usec), EXM_INT (job->place)),
      error);
}

static gpointer
read_passed (ExmStatement *row)
{
  ExmPassedOver *passed = exm_passed_over_new ();

  passed->url_key = exm_statement_dup_text (row, 0);
  passed->url = exm_statement_dup_text (row, 1);
  passed->title = exm_statement_dup_text (row, 2);
  passed->published_usec = exm_statement_get_int (row, 3);
  return passed;
}

/* Addresses of which nothing is known besides: those that count up or hold a date have
 * the newest last. */
GPtrArray *
exm_table_passed_over_list (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT p.url_key, ifnull (p.url, p.url_key), p.title, p.published"
      " FROM passed_over p JOIN url_seen s ON s.task = p.task AND s.url_key = p.url_key"
      " WHERE p.task = ? AND s.state = 'skipped'"
      " ORDER BY p.published IS NULL, p.published DESC, s.first_seen DESC, p.place,"
      " p.url_key DESC",
      EXM_VALUES (EXM_INT (task)), read_passed, (GDestroyNotify) exm_passed_over_unref,
      error);
}

gboolean
exm_table_passed_over_take (
    ExmDb *db, gint64 task, const char *url_key, gboolean *taken, GError **error)
{
  if (!exm_db_run (db,
                   "UPDATE url_seen SET state = 'found'"
                   " WHERE task = ? AND url_key = ? AND state = 'skipped'",
                   EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error))
    return FALSE;
  *taken = exm_db_get_changes (db) == 1;
  return TRUE;
}

#define SQL_ALL_JOBS                                                                     \
  " FROM job j JOIN passed_over p ON p.task = j.task AND p.url_key = j.url_key"          \
  " WHERE j.kind = 'article'"
#define SQL_JOBS SQL_ALL_JOBS " AND j.run = ?"
#define SQL_TO_PUT_BACK SQL_JOBS " AND j.lease_owner IS NULL"

static gboolean
count_jobs (ExmDb *db, const char *sql, gint64 of, guint *n_jobs, GError **error)
{
  gint64 n = 0;

  if (!exm_db_query_int (db, sql, EXM_VALUES (EXM_INT (of)), &n, error))
    return FALSE;
  *n_jobs = (guint) n;
  return TRUE;
}

gboolean
exm_table_passed_over_count_jobs (ExmDb *db, gint64 run, guint *n_jobs, GError **error)
{
  return count_jobs (db, "SELECT count(*)" SQL_JOBS, run, n_jobs, error);
}

gboolean
exm_table_passed_over_count_waiting (ExmDb *db,
                                     gint64 task,
                                     guint *n_jobs,
                                     GError **error)
{
  return count_jobs (db, "SELECT count(*)" SQL_ALL_JOBS " AND j.task = ?", task, n_jobs,
                     error);
}

gboolean
exm_table_passed_over_put_back (ExmDb *db, gint64 run, GError **error)
{
  return exm_db_run (db,
                     "UPDATE url_seen SET state = 'skipped' WHERE (task, url_key) IN"
                     " (SELECT j.task, j.url_key" SQL_TO_PUT_BACK ")",
                     EXM_VALUES (EXM_INT (run)), error)
         && exm_db_run (db,
                        "DELETE FROM job WHERE id IN (SELECT j.id" SQL_TO_PUT_BACK ")",
                        EXM_VALUES (EXM_INT (run)), error);
}
