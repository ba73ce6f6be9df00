/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-publish-queue.h"

#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"

#include <glib/gi18n-lib.h>

gboolean
exm_table_publish_insert (ExmDb *db,
                          gint64 article,
                          const char *output_key,
                          const char *idempotency_key,
                          const char *search,
                          const char *state,
                          gint64 now_usec,
                          GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO publish_queue (article, output_key, idempotency_key, search, state,"
      " next_try) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING",
      EXM_VALUES (EXM_INT (article), EXM_TEXT (output_key), EXM_TEXT (idempotency_key),
                  EXM_TEXT (search), EXM_TEXT (state), EXM_INT (now_usec)),
      error);
}

static gpointer
read_publication (ExmStatement *row)
{
  ExmPublication *publication = exm_publication_new ();

  publication->id = exm_statement_get_int (row, 0);
  publication->article_id = exm_statement_get_int (row, 1);
  publication->task_uid = exm_statement_dup_text (row, 2);
  publication->output_key = exm_statement_dup_text (row, 3);
  publication->idempotency_key = exm_statement_dup_text (row, 4);
  publication->state = exm_statement_dup_text (row, 5);
  publication->attempts = (guint) exm_statement_get_int (row, 6);
  publication->next_try_usec = exm_statement_get_int (row, 7);
  publication->published_usec = exm_statement_get_int (row, 8);
  publication->place = exm_statement_dup_text (row, 9);
  publication->said = exm_statement_dup_text (row, 11);
  publication->search = exm_statement_dup_text (row, 12);
  publication->message
      = exm_statement_dup_said (row, publication->said != NULL ? 11 : 10);
  return publication;
}

GPtrArray *
exm_table_publish_list_due (
    ExmDb *db, gint64 now_usec, guint limit, const char *busy, GError **error)
{
  return exm_db_query_list (db, EXM_SQL_PUBLISH_DUE,
                            EXM_VALUES (EXM_INT (now_usec), EXM_INT (limit),
                                        EXM_TEXT (busy != NULL ? busy : "")),
                            read_publication, (GDestroyNotify) exm_publication_unref,
                            error);
}

#define SELECT_PUBLICATIONS                                                              \
  "SELECT q.id, q.article, t.uid, q.output_key, q.idempotency_key, q.state,"             \
  " q.attempts, q.next_try, q.published, q.place, q.message, q.said, q.search FROM "     \
  "publish_queue q"                                                                      \
  " JOIN article a ON a.id = q.article JOIN task t ON t.id = a.task"                     \
  " WHERE " EXM_SQL_NOT_TRASHED ("a.task") " AND "

GPtrArray *
exm_table_publish_list_gathered (ExmDb *db,
                                 const ExmPublication *first,
                                 gint64 from_usec,
                                 gint64 to_usec,
                                 guint limit,
                                 GError **error)
{
  return exm_db_query_list (
      db,
      SELECT_PUBLICATIONS
      "q.state = 'waiting' AND q.next_try BETWEEN ? AND ? AND q.output_key = ?"
      " AND q.attempts = ? AND q.search IS ? AND (q.search IS NOT NULL OR t.uid = ?)"
      " ORDER BY q.id LIMIT ?",
      EXM_VALUES (EXM_INT (from_usec), EXM_INT (to_usec), EXM_TEXT (first->output_key),
                  EXM_INT (first->attempts), EXM_TEXT (first->search),
                  EXM_TEXT (first->task_uid), EXM_INT (limit)),
      read_publication, (GDestroyNotify) exm_publication_unref, error);
}

GPtrArray *
exm_table_publish_list_state (ExmDb *db, const char *state, GError **error)
{
  return exm_db_query_list (db, SELECT_PUBLICATIONS "q.state = ? ORDER BY q.id",
                            EXM_VALUES (EXM_TEXT (state)), read_publication,
                            (GDestroyNotify) exm_publication_unref, error);
}

GPtrArray *
exm_table_publish_list (ExmDb *db, gint64 article, GError **error)
{
  return exm_db_query_list (db, SELECT_PUBLICATIONS "q.article = ? ORDER BY q.id",
                            EXM_VALUES (EXM_INT (article)), read_publication,
                            (GDestroyNotify) exm_publication_unref, error);
}

/* After a change of a row that had to be waiting. */
static gboolean
check_waiting (ExmDb *db, GError **error)
{
  if (exm_db_get_changes (db) == 1)
    return TRUE;
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                      N_ ("The article does not wait to be published any more."));
  return FALSE;
}

gboolean
exm_table_publish_set_published (
    ExmDb *db, gint64 id, const char *place, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = 'published', published = ?,"
                     " place = ?, message = NULL, said = NULL, attempts = attempts + 1"
                     " WHERE id = ? AND state IN ('waiting', 'asked')",
                     EXM_VALUES (EXM_INT (now_usec), EXM_TEXT (place), EXM_INT (id)),
                     error)
         && check_waiting (db, error);
}

gboolean
exm_table_publish_set_failed (ExmDb *db,
                              gint64 id,
                              const char *message,
                              const char *said,
                              gint64 next_usec,
                              GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = ?, next_try = ?, message = ?,"
                     " said = ?, attempts = attempts + 1 WHERE id = ?"
                     " AND state IN ('waiting', 'asked')",
                     EXM_VALUES (EXM_TEXT (next_usec != 0 ? "waiting" : "failed"),
                                 EXM_INT (next_usec), EXM_TEXT (message), EXM_TEXT (said),
                                 EXM_INT (id)),
                     error)
         && check_waiting (db, error);
}

gboolean
exm_table_publish_change (ExmDb *db,
                          gint64 id,
                          const char *from,
                          const char *to,
                          gint64 next_usec,
                          const char *message,
                          const char *said,
                          GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = ?, next_try = ?, message = ?,"
                     " said = ?, attempts = attempts + (state = 'asked')"
                     " WHERE id = ? AND state = ?",
                     EXM_VALUES (EXM_TEXT (to), EXM_INT (next_usec), EXM_TEXT (message),
                                 EXM_TEXT (said), EXM_INT (id), EXM_TEXT (from)),
                     error)
         && check_waiting (db, error);
}

gboolean
exm_table_publish_count_state (ExmDb *db,
                               gint64 task,
                               const char *search,
                               const char *output_key,
                               const char *state,
                               gint64 *n,
                               GError **error)
{
  *n = 0;
  if (search != NULL)
    return exm_db_query_int (
        db,
        "SELECT count(*) FROM publish_queue WHERE search = ? AND output_key = ?"
        " AND state = ?",
        EXM_VALUES (EXM_TEXT (search), EXM_TEXT (output_key), EXM_TEXT (state)), n,
        error);
  return exm_db_query_int (
      db,
      "SELECT count(*) FROM article a JOIN publish_queue q ON q.article = a.id"
      " WHERE a.task = ? AND q.output_key = ? AND q.state = ? AND q.search IS NULL",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (output_key), EXM_TEXT (state)), n, error);
}

gboolean
exm_table_publish_retry (
    ExmDb *db, gint64 task, gboolean perhaps, gint64 now_usec, guint *n, GError **error)
{
  if (!exm_db_run (
          db,
          "UPDATE publish_queue SET state = 'waiting', next_try = ?, attempts = 0"
          " WHERE article IN (SELECT id FROM article WHERE task = ?)"
          " AND (state = 'failed' OR (state = 'waiting' AND attempts > 0)"
          " OR (state = 'perhaps' AND ?))",
          EXM_VALUES (EXM_INT (now_usec), EXM_INT (task), EXM_INT (perhaps)), error))
    return FALSE;
  *n = exm_db_get_changes (db);
  return TRUE;
}

gboolean
exm_table_publish_postpone (ExmDb *db, gint64 id, gint64 least_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET next_try = ?1 WHERE id = ?2"
                     " AND state = 'waiting' AND next_try < ?1",
                     EXM_VALUES (EXM_INT (least_usec), EXM_INT (id)), error);
}

gboolean
exm_table_publish_revive (
    ExmDb *db, const char *output_key, guint n_attempts, gint64 now_usec, GError **error)
{
  return exm_db_run (
      db, EXM_SQL_PUBLISH_REVIVE,
      EXM_VALUES (EXM_INT (now_usec), EXM_TEXT (output_key), EXM_INT (n_attempts)),
      error);
}

gboolean
exm_table_publish_hurry (ExmDb *db,
                         const char *output_key,
                         gint64 now_usec,
                         GError **error)
{
  return exm_db_run (db, EXM_SQL_PUBLISH_HURRY,
                     EXM_VALUES (EXM_INT (now_usec), EXM_TEXT (output_key)), error);
}

gboolean
exm_table_publish_probe (ExmDb *db,
                         gint64 task,
                         const char *output_key,
                         guint n_attempts,
                         gint64 now_usec,
                         GError **error)
{
  return exm_db_run (db, EXM_SQL_PUBLISH_PROBE,
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (task),
                                 EXM_TEXT (output_key), EXM_INT (n_attempts)),
                     error);
}

static gboolean
has_any (ExmDb *db,
         const char *sql,
         gint64 task,
         const char *output_key,
         gboolean *has,
         GError **error)
{
  gint64 id = 0;
  gboolean ok = exm_db_query_int (
      db, sql, EXM_VALUES (EXM_TEXT (output_key), EXM_INT (task)), &id, error);

  *has = id != 0;
  return ok;
}

gboolean
exm_table_publish_has_tried (
    ExmDb *db, gint64 task, const char *output_key, gboolean *has, GError **error)
{
  return has_any (db, EXM_SQL_PUBLISH_TRIED, task, output_key, has, error);
}

gboolean
exm_table_publish_has_failed (
    ExmDb *db, gint64 task, const char *output_key, gboolean *has, GError **error)
{
  return has_any (db, EXM_SQL_PUBLISH_FAILED, task, output_key, has, error);
}

gboolean
exm_table_publish_get_attempts (ExmDb *db, gint64 id, gint64 *attempts, GError **error)
{
  *attempts = 0;
  return exm_db_query_int (db, "SELECT attempts FROM publish_queue WHERE id = ?",
                           EXM_VALUES (EXM_INT (id)), attempts, error);
}

gboolean
exm_table_publish_release (ExmDb *db, gint64 article, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = 'waiting', next_try = ?,"
                     " attempts = 0 WHERE article = ?"
                     " AND state IN ('held', 'deferred', 'failed')",
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (article)), error);
}

gboolean
exm_table_publish_rehold (ExmDb *db,
                          gint64 article,
                          const char *output_key,
                          gboolean held,
                          gint64 due_usec,
                          GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = ?, next_try = ?"
                     " WHERE article = ? AND output_key = ? AND state = ?"
                     " AND search IS NULL",
                     EXM_VALUES (EXM_TEXT (held ? "held" : "waiting"), EXM_INT (due_usec),
                                 EXM_INT (article), EXM_TEXT (output_key),
                                 EXM_TEXT (held ? "waiting" : "held")),
                     error);
}

gboolean
exm_table_publish_repeat (ExmDb *db, gint64 id, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = 'waiting', next_try = ?,"
                     " attempts = 0 WHERE id = ?"
                     " AND state IN ('published', 'perhaps', 'failed', 'skipped')",
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (id)), error);
}

gboolean
exm_table_publish_put_back (ExmDb *db, const ExmPublication *before, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = ?, next_try = ?, attempts = ?,"
                     " message = ?, said = ? WHERE id = ? AND state = 'waiting'",
                     EXM_VALUES (EXM_TEXT (before->state),
                                 EXM_INT (before->next_try_usec),
                                 EXM_INT (before->attempts), EXM_TEXT (before->message),
                                 EXM_TEXT (before->said), EXM_INT (before->id)),
                     error);
}

gboolean
exm_table_publish_settle (ExmDb *db,
                          gint64 article,
                          const char *output_key,
                          gboolean held,
                          gint64 now_usec,
                          GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = ?, next_try = ?"
                     " WHERE article = ? AND output_key = ?"
                     " AND state IN ('held', 'deferred') AND search IS NULL",
                     EXM_VALUES (EXM_TEXT (held ? "held" : "waiting"), EXM_INT (now_usec),
                                 EXM_INT (article), EXM_TEXT (output_key)),
                     error);
}

gboolean
exm_table_publish_settle_searches (ExmDb *db,
                                   gint64 article,
                                   gint64 now_usec,
                                   GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET next_try = ?2, state = iif ("
                     " (SELECT state FROM article WHERE id = ?1) = 'good',"
                     " 'waiting', 'held')"
                     " WHERE article = ?1 AND search IS NOT NULL"
                     " AND state IN ('held', 'deferred')",
                     EXM_VALUES (EXM_INT (article), EXM_INT (now_usec)), error);
}

gboolean
exm_table_publish_undefer (ExmDb *db, gint64 article, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET state = 'waiting', next_try = ?"
                     " WHERE article = ? AND state = 'deferred'",
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (article)), error);
}

/* There are few that are deferred, and a task may have many articles: these come second.
 */
gboolean
exm_table_publish_end_deferral (ExmDb *db, gint64 task, gint64 now_usec, GError **error)
{
  return exm_db_run (
      db,
      "UPDATE publish_queue SET state = 'waiting', next_try = ?1 WHERE id IN"
      " (SELECT q.id FROM publish_queue q INDEXED BY publish_deferred"
      "  CROSS JOIN article a ON a.id = q.article"
      "  WHERE q.state = 'deferred' AND (?2 = 0 OR a.task = ?2))",
      EXM_VALUES (EXM_INT (now_usec), EXM_INT (task)), error);
}

gboolean
exm_table_publish_get_next (ExmDb *db,
                            const char *busy,
                            gint64 *next_usec,
                            GError **error)
{
  *next_usec = 0;
  return exm_db_query_int (db, EXM_SQL_PUBLISH_NEXT,
                           EXM_VALUES (EXM_TEXT (busy != NULL ? busy : "")), next_usec,
                           error);
}

gboolean
exm_table_publish_count (ExmDb *db, ExmStoreStats *stats, GError **error)
{
  gint64 n_waiting = 0;
  gint64 n_failed = 0;

  if (!exm_db_query_int (db, EXM_SQL_PUBLISH_COUNT ("waiting"), NULL, &n_waiting, error)
      || !exm_db_query_int (db, EXM_SQL_PUBLISH_COUNT ("failed"), NULL, &n_failed, error))
    return FALSE;
  stats->n_waiting = (guint64) n_waiting;
  stats->n_publish_failed = (guint64) n_failed;
  return TRUE;
}

gboolean
exm_table_publish_shift (ExmDb *db, gint64 now_usec, gint64 step_usec, GError **error)
{
  return exm_db_run (db,
                     "UPDATE publish_queue SET next_try = next_try - ?"
                     " WHERE state = 'waiting' AND next_try > ?",
                     EXM_VALUES (EXM_INT (step_usec), EXM_INT (now_usec)), error);
}

gboolean
exm_table_publish_limit (
    ExmDb *db, gint64 now_usec, gint64 limit_usec, guint *n_changed, GError **error)
{
  if (!exm_db_run (db,
                   "UPDATE publish_queue SET next_try = ? WHERE state = 'waiting' AND "
                   "next_try > ?",
                   EXM_VALUES (EXM_INT (now_usec), EXM_INT (now_usec + limit_usec)),
                   error))
    return FALSE;
  *n_changed = exm_db_get_changes (db);
  return TRUE;
}
