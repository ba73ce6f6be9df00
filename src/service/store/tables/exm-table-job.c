/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-job.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>

/* Empty for what is no address: its job fails as soon as somebody looks at it. */
static char *
dup_host (const char *url)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  return g_ascii_strdown (host != NULL ? host : "", -1);
}

gboolean
exm_table_job_insert (ExmDb *db, gint64 task, const ExmJob *job, GError **error)
{
  g_autofree char *host = dup_host (job->url);

  return exm_db_run (db,
                     "INSERT INTO job (task, run, kind, url, url_key, due, payload,"
                     " host) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                     " ON CONFLICT (task, kind, url_key) DO NOTHING",
                     EXM_VALUES (EXM_INT (task), EXM_INT_OR_NULL (job->run_id),
                                 EXM_TEXT (job->kind), EXM_TEXT (job->url),
                                 EXM_TEXT (job->url_key), EXM_INT (job->due_usec),
                                 EXM_TEXT (job->payload), EXM_TEXT (host)),
                     error);
}

static gpointer
read_job (ExmStatement *row)
{
  ExmJob *job = exm_job_new ();

  job->id = exm_statement_get_int (row, 0);
  job->task_uid = exm_statement_dup_text (row, 1);
  job->run_id = exm_statement_get_int (row, 2);
  job->kind = exm_statement_dup_text (row, 3);
  job->url = exm_statement_dup_text (row, 4);
  job->url_key = exm_statement_dup_text (row, 5);
  job->due_usec = exm_statement_get_int (row, 6);
  job->attempts = (guint) exm_statement_get_int (row, 7);
  job->payload = exm_statement_dup_text (row, 8);
  job->host = exm_statement_dup_text (row, 9);
  job->backlog = exm_statement_get_int (row, 10) != 0;
  job->page_url = exm_statement_dup_text (row, 11);
  job->page_number = (guint) exm_statement_get_int (row, 12);
  job->n_pages = (guint) exm_statement_get_int (row, 13);
  return job;
}

static int
compare_jobs (gconstpointer a, gconstpointer b)
{
  const ExmJob *one = *(const ExmJob *const *) a;
  const ExmJob *other = *(const ExmJob *const *) b;

  if (one->due_usec != other->due_usec)
    return one->due_usec < other->due_usec ? -1 : 1;
  return one->id < other->id ? -1 : one->id > other->id;
}

GPtrArray *
exm_table_job_claim (ExmDb *db,
                     const char *host,
                     const char *owner,
                     gint64 now_usec,
                     gint64 until_usec,
                     guint limit,
                     GError **error)
{
  GPtrArray *jobs = exm_db_query_list (db, EXM_SQL_JOB_CLAIM,
                                       EXM_VALUES (EXM_TEXT (owner), EXM_INT (until_usec),
                                                   EXM_INT (now_usec), EXM_INT (limit),
                                                   EXM_TEXT (host)),
                                       read_job, (GDestroyNotify) exm_job_unref, error);

  /* RETURNING promises no order. */
  if (jobs != NULL)
    g_ptr_array_sort (jobs, compare_jobs);
  return jobs;
}

/* After a change of a leased job. */
static gboolean
check_lease (ExmDb *db, GError **error)
{
  if (exm_db_get_changes (db) == 1)
    return TRUE;
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_LEASE_LOST,
                      N_ ("The page was given to another worker meanwhile; what this one "
                          "found was dropped."));
  return FALSE;
}

gboolean
exm_table_job_delete (ExmDb *db, gint64 id, const char *owner, GError **error)
{
  return exm_db_run (db, "DELETE FROM job WHERE id = ? AND lease_owner = ?",
                     EXM_VALUES (EXM_INT (id), EXM_TEXT (owner)), error)
         && check_lease (db, error);
}

gboolean
exm_table_job_release (ExmDb *db,
                       gint64 id,
                       const char *owner,
                       gint64 due_usec,
                       gboolean was_tried,
                       GError **error)
{
  return exm_db_run (db,
                     "UPDATE job SET due = ?, lease_owner = NULL, lease_until = NULL,"
                     " attempts = attempts - ? WHERE id = ? AND lease_owner = ?",
                     EXM_VALUES (EXM_INT (due_usec), EXM_INT (was_tried ? 0 : 1),
                                 EXM_INT (id), EXM_TEXT (owner)),
                     error)
         && check_lease (db, error);
}

gboolean
exm_table_job_renew (
    ExmDb *db, gint64 id, const char *owner, gint64 until_usec, GError **error)
{
  return exm_db_run (
             db, "UPDATE job SET lease_until = ? WHERE id = ? AND lease_owner = ?",
             EXM_VALUES (EXM_INT (until_usec), EXM_INT (id), EXM_TEXT (owner)), error)
         && check_lease (db, error);
}

gboolean
exm_table_job_release_all (ExmDb *db, const char *owner, GError **error)
{
  return exm_db_run (db,
                     "UPDATE job SET lease_owner = NULL, lease_until = NULL,"
                     " attempts = attempts - 1 WHERE lease_owner = ?",
                     EXM_VALUES (EXM_TEXT (owner)), error);
}

gboolean
exm_table_job_park (ExmDb *db, gint64 run, GError **error)
{
  return exm_db_run (db,
                     "UPDATE job SET run = NULL, due = ? WHERE run = ?"
                     " AND lease_owner IS NULL",
                     EXM_VALUES (EXM_INT (EXM_JOB_PARKED_USEC), EXM_INT (run)), error);
}

gboolean
exm_table_job_park_task (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (db,
                     "UPDATE job SET run = NULL, due = ? WHERE task = ?"
                     " AND lease_owner IS NULL",
                     EXM_VALUES (EXM_INT (EXM_JOB_PARKED_USEC), EXM_INT (task)), error);
}

gboolean
exm_table_job_unpark (ExmDb *db, gint64 task, gint64 due_usec, GError **error)
{
  return exm_db_run (
      db, "UPDATE job SET due = ? WHERE task = ? AND due = ?",
      EXM_VALUES (EXM_INT (due_usec), EXM_INT (task), EXM_INT (EXM_JOB_PARKED_USEC)),
      error);
}

gboolean
exm_table_job_shift (ExmDb *db, gint64 now_usec, gint64 step_usec, GError **error)
{
  return exm_db_run (
      db, "UPDATE job SET due = due - ? WHERE due > ? AND due < ?",
      EXM_VALUES (EXM_INT (step_usec), EXM_INT (now_usec), EXM_INT (EXM_JOB_PARKED_USEC)),
      error);
}

gboolean
exm_table_job_limit (
    ExmDb *db, gint64 now_usec, gint64 limit_usec, guint *n_changed, GError **error)
{
  if (!exm_db_run (db, "UPDATE job SET due = ? WHERE due > ? AND due < ?",
                   EXM_VALUES (EXM_INT (now_usec), EXM_INT (now_usec + limit_usec),
                               EXM_INT (EXM_JOB_PARKED_USEC)),
                   error))
    return FALSE;
  *n_changed = exm_db_get_changes (db);
  return TRUE;
}

static gpointer
read_host_job (ExmStatement *row)
{
  ExmHostJob *job = exm_host_job_new ();

  job->host = exm_statement_dup_text (row, 0);
  job->task_uid = exm_statement_dup_text (row, 1);
  job->due_usec = exm_statement_get_int (row, 2);
  return job;
}

static int
compare_host_jobs (gconstpointer a, gconstpointer b)
{
  const ExmHostJob *one = *(const ExmHostJob *const *) a;
  const ExmHostJob *other = *(const ExmHostJob *const *) b;

  return (one->due_usec > other->due_usec) - (one->due_usec < other->due_usec);
}

GPtrArray *
exm_table_job_list_hosts (ExmDb *db, gint64 now_usec, GError **error)
{
  GPtrArray *list
      = exm_db_query_list (db, EXM_SQL_JOB_HOSTS, EXM_VALUES (EXM_INT (now_usec)),
                           read_host_job, (GDestroyNotify) exm_host_job_unref, error);

  if (list != NULL)
    g_ptr_array_sort (list, compare_host_jobs);
  return list;
}

gboolean
exm_table_job_count (ExmDb *db, gint64 run, gint64 *n_jobs, GError **error)
{
  *n_jobs = 0;
  if (run == 0)
    return exm_db_query_int (
        db, "SELECT count(*) FROM job WHERE " EXM_SQL_NOT_TRASHED ("task"), NULL, n_jobs,
        error);
  return exm_db_query_int (db, "SELECT count(*) FROM job WHERE run = ?",
                           EXM_VALUES (EXM_INT (run)), n_jobs, error);
}

gboolean
exm_table_job_count_untried (ExmDb *db, gint64 run, gint64 *n_jobs, GError **error)
{
  *n_jobs = 0;
  return exm_db_query_int (db, "SELECT count(*) FROM job WHERE run = ? AND attempts = 0",
                           EXM_VALUES (EXM_INT (run)), n_jobs, error);
}

gboolean
exm_table_job_hasten (ExmDb *db,
                      gint64 task,
                      const char *url_key,
                      gint64 now_usec,
                      gboolean *found,
                      GError **error)
{
  gint64 n_jobs = 0;

  if (!exm_db_run (db,
                   "UPDATE job SET due = ? WHERE task = ? AND url_key = ?"
                   " AND lease_until IS NULL",
                   EXM_VALUES (EXM_INT (now_usec), EXM_INT (task), EXM_TEXT (url_key)),
                   error)
      || !exm_db_query_int (db, "SELECT count(*) FROM job WHERE task = ? AND url_key = ?",
                            EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), &n_jobs,
                            error))
    return FALSE;
  *found = n_jobs > 0;
  return TRUE;
}

gboolean
exm_table_job_adopt (ExmDb *db, gint64 task, gint64 run, GError **error)
{
  return exm_db_run (db, "UPDATE job SET run = ? WHERE task = ? AND run IS NULL",
                     EXM_VALUES (EXM_INT (run), EXM_INT (task)), error);
}

ExmJob *
exm_table_job_get_leased (ExmDb *db, gint64 id, const char *owner, GError **error)
{
  return exm_db_query_one (
      db,
      "SELECT " EXM_SQL_JOB_COLUMNS
      " FROM job WHERE id = ? AND lease_owner = ? AND " EXM_SQL_NOT_TRASHED ("task"),
      EXM_VALUES (EXM_INT (id), EXM_TEXT (owner)), read_job, error);
}

ExmJob *
exm_table_job_claim_one (ExmDb *db,
                         gint64 id,
                         const char *owner,
                         gint64 now_usec,
                         gint64 until_usec,
                         GError **error)
{
  return exm_db_query_one (
      db,
      "UPDATE job SET lease_owner = ?2, lease_until = ?3, attempts = attempts + 1"
      " WHERE id = ?1 AND due <= ?4 AND (lease_until IS NULL OR lease_until <= ?4)"
      " AND " EXM_SQL_NOT_TRASHED ("task") " RETURNING " EXM_SQL_JOB_COLUMNS,
      EXM_VALUES (EXM_INT (id), EXM_TEXT (owner), EXM_INT (until_usec),
                  EXM_INT (now_usec)),
      read_job, error);
}

gboolean
exm_table_job_page_add (ExmDb *db, gint64 job, const GPtrArray *pages, GError **error)
{
  for (guint i = 0; i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      if (!exm_db_run (db,
                       "INSERT INTO job_page (job, number, url, page_hash)"
                       " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                       EXM_VALUES (EXM_INT (job), EXM_INT (page->number),
                                   EXM_TEXT (page->url), EXM_TEXT (page->hash)),
                       error))
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_table_job_page_set (
    ExmDb *db, gint64 job, guint number, const char *hash, GError **error)
{
  return exm_db_run (db, "UPDATE job_page SET page_hash = ? WHERE job = ? AND number = ?",
                     EXM_VALUES (EXM_TEXT (hash), EXM_INT (job), EXM_INT (number)),
                     error);
}

gboolean
exm_table_job_page_lose (ExmDb *db, gint64 job, guint number, GError **error)
{
  return exm_db_run (db,
                     "UPDATE job_page SET lost = 1, page_hash = NULL WHERE job = ? AND "
                     "number = ?",
                     EXM_VALUES (EXM_INT (job), EXM_INT (number)), error)
         && exm_db_run (db, "UPDATE job SET attempts = 1 WHERE id = ?",
                        EXM_VALUES (EXM_INT (job)), error);
}

gpointer
exm_table_job_read_page (ExmStatement *row)
{
  ExmArticlePage *page = exm_article_page_new ();

  page->number = (guint) exm_statement_get_int (row, 0);
  page->url = exm_statement_dup_text (row, 1);
  page->hash = exm_statement_dup_text (row, 2);
  return page;
}

GPtrArray *
exm_table_job_page_list (ExmDb *db, gint64 job, GError **error)
{
  return exm_db_query_list (
      db, "SELECT number, url, page_hash FROM job_page WHERE job = ? ORDER BY number",
      EXM_VALUES (EXM_INT (job)), exm_table_job_read_page,
      (GDestroyNotify) exm_article_page_unref, error);
}
