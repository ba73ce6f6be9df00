/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-host.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_host_put (ExmDb *db, const ExmHostRecord *record, GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO host (host, next_time, back_off, robots, robots_until,"
      " robots_failing_since) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (host) DO UPDATE SET"
      " next_time = excluded.next_time, back_off = excluded.back_off,"
      " robots = excluded.robots, robots_until = excluded.robots_until,"
      " robots_failing_since = excluded.robots_failing_since",
      EXM_VALUES (EXM_TEXT (record->host), EXM_INT (record->next_time_usec),
                  EXM_INT (record->back_off_usec), EXM_TEXT (record->robots),
                  EXM_INT (record->robots_until_usec),
                  EXM_INT (record->robots_failing_since_usec)),
      error);
}

gboolean
exm_table_host_put_tdmrep (
    ExmDb *db, const char *host, const char *text, gint64 until_usec, GError **error)
{
  return exm_db_run (db,
                     "INSERT INTO host (host, next_time, back_off, robots, robots_until,"
                     " tdm, tdm_until) VALUES (?1, 0, 0, NULL, 0, ?2, ?3)"
                     " ON CONFLICT (host) DO UPDATE SET tdm = ?2, tdm_until = ?3",
                     EXM_VALUES (EXM_TEXT (host), EXM_TEXT (text), EXM_INT (until_usec)),
                     error);
}

static gpointer
read_host (ExmStatement *row)
{
  ExmHostRecord *record = exm_host_record_new ();

  record->host = exm_statement_dup_text (row, 0);
  record->next_time_usec = exm_statement_get_int (row, 1);
  record->back_off_usec = exm_statement_get_int (row, 2);
  record->robots = exm_statement_dup_text (row, 3);
  record->robots_until_usec = exm_statement_get_int (row, 4);
  record->robots_failing_since_usec = exm_statement_get_int (row, 5);
  record->tdmrep = exm_statement_dup_text (row, 6);
  record->tdmrep_until_usec = exm_statement_get_int (row, 7);
  return record;
}

ExmHostRecord *
exm_table_host_get (ExmDb *db, const char *host, GError **error)
{
  return exm_db_query_one (
      db,
      "SELECT host, next_time, back_off, robots, robots_until, robots_failing_since,"
      " tdm, tdm_until FROM host WHERE host = ?",
      EXM_VALUES (EXM_TEXT (host)), read_host, error);
}

gboolean
exm_table_host_prune (ExmDb *db, gint64 before_usec, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM host WHERE max (next_time, robots_until, "
                     "robots_failing_since, tdm_until) < ?",
                     EXM_VALUES (EXM_INT (before_usec)), error);
}

gboolean
exm_table_host_limit (ExmDb *db,
                      gint64 now_usec,
                      gint64 rest_usec,
                      gint64 robots_usec,
                      guint *n_changed,
                      GError **error)
{
  if (!exm_db_run (
          db,
          "UPDATE host SET next_time = min (next_time, ?1), robots_until ="
          " iif (robots_until > ?3, 0, robots_until), robots_failing_since ="
          " min (robots_failing_since, ?1), tdm_until = iif (tdm_until > ?3, 0, "
          "tdm_until)"
          " WHERE next_time > ?2 OR robots_until > ?3 OR robots_failing_since > ?1"
          " OR tdm_until > ?3",
          EXM_VALUES (EXM_INT (now_usec), EXM_INT (now_usec + rest_usec),
                      EXM_INT (now_usec + robots_usec)),
          error))
    return FALSE;
  *n_changed = exm_db_get_changes (db);
  return TRUE;
}
