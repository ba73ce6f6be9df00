/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-output.h"

#include "store/db/exm-statement.h"

/* Tasks may share an output: where it is is the same for all of them. */
gboolean
exm_table_output_take (ExmDb *db, gint64 publication, gint64 device, GError **error)
{
  return exm_db_run (db,
                     "INSERT INTO output (task, output_key, took)"
                     " SELECT a.task, q.output_key, 1 FROM publish_queue q"
                     " JOIN article a ON a.id = q.article WHERE q.id = ?"
                     " ON CONFLICT (task, output_key) DO UPDATE SET took = 1"
                     " WHERE took = 0",
                     EXM_VALUES (EXM_INT (publication)), error)
         && exm_db_run (db,
                        "UPDATE output SET device = ?1 WHERE device IS NOT ?1 AND"
                        " output_key = (SELECT output_key FROM publish_queue"
                        " WHERE id = ?2)",
                        EXM_VALUES (EXM_INT_OR_NULL (device), EXM_INT (publication)),
                        error);
}

gboolean
exm_table_output_get_took (
    ExmDb *db, const char *output_key, gboolean *took, gint64 *device, GError **error)
{
  gint64 found = -1;
  gboolean ok = exm_db_query_int (db, EXM_SQL_OUTPUT_TOOK,
                                  EXM_VALUES (EXM_TEXT (output_key)), &found, error);

  *took = found != -1;
  *device = *took ? found : 0;
  return ok;
}

gboolean
exm_table_output_fail (ExmDb *db,
                       gint64 task,
                       const char *output_key,
                       guint n_articles,
                       guint n_others,
                       const char *message,
                       const char *said,
                       gint64 now_usec,
                       GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO output"
      " (task, output_key, failing_since, n_articles, n_attempts, message, said)"
      " VALUES (?1, ?2, ?3, ?7, 1, ?5, ?6)"
      " ON CONFLICT (task, output_key) DO UPDATE SET"
      " n_articles = iif (failing_since IS NULL, ?7, n_articles + ?4),"
      " n_attempts = iif (failing_since IS NULL, 1, n_attempts + 1),"
      " failing_since = ifnull (failing_since, ?3), message = ?5, said = ?6",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (output_key), EXM_INT (now_usec),
                  EXM_INT (n_others), EXM_TEXT (message), EXM_TEXT (said),
                  EXM_INT (n_articles)),
      error);
}

gboolean
exm_table_output_set_event (
    ExmDb *db, gint64 task, const char *output_key, gint64 event, GError **error)
{
  return exm_db_run (db, "UPDATE output SET event = ? WHERE task = ? AND output_key = ?",
                     EXM_VALUES (EXM_INT (event), EXM_INT (task), EXM_TEXT (output_key)),
                     error);
}

gboolean
exm_table_output_recover (ExmDb *db, gint64 task, const char *output_key, GError **error)
{
  return exm_db_run (db,
                     "UPDATE output SET failing_since = NULL, event = NULL,"
                     " message = NULL, said = NULL WHERE task = ? AND output_key = ?",
                     EXM_VALUES (EXM_INT (task), EXM_TEXT (output_key)), error);
}

static gpointer
read_output_failure (ExmStatement *row)
{
  ExmOutputFailure *output_failure = g_new0 (ExmOutputFailure, 1);

  output_failure->since_usec = exm_statement_get_int (row, 0);
  output_failure->event_id = exm_statement_get_int (row, 1);
  output_failure->n_articles = (guint) exm_statement_get_int (row, 2);
  output_failure->n_attempts = (guint) exm_statement_get_int (row, 3);
  output_failure->message = exm_statement_dup_text (row, 4);
  output_failure->said = exm_statement_dup_text (row, 5);
  return output_failure;
}

gboolean
exm_table_output_get_output_failure (ExmDb *db,
                                     gint64 task,
                                     const char *output_key,
                                     ExmOutputFailure *output_failure,
                                     GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autofree ExmOutputFailure *found = exm_db_query_one (
      db,
      "SELECT failing_since, event, n_articles, n_attempts, message, said FROM output"
      " WHERE task = ? AND output_key = ? AND failing_since IS NOT NULL",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (output_key)), read_output_failure, &failure);

  *output_failure = found != NULL ? *found : (ExmOutputFailure){ 0 };
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
