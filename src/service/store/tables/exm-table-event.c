/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-event.h"

#include "store/db/exm-statement.h"
#include "store/tables/exm-table-trash.h"

#define EVENT_COLUMNS                                                                    \
  "SELECT e.id, e.time, t.uid, e.level,"                                                 \
  " ifnull (e.said, e.message)"                                                          \
  " FROM event e LEFT JOIN task t ON t.id = e.task"

gboolean
exm_table_event_insert (ExmDb *db,
                        gint64 task,
                        ExmEventLevel level,
                        const char *message,
                        const char *said,
                        gint64 now_usec,
                        GError **error)
{
  return exm_db_run (
      db, "INSERT INTO event (time, task, level, message, said) VALUES (?, ?, ?, ?, ?)",
      EXM_VALUES (EXM_INT (now_usec), EXM_INT_OR_NULL (task),
                  EXM_TEXT (exm_event_level_get_name (level)), EXM_TEXT (message),
                  EXM_TEXT (said)),
      error);
}

gboolean
exm_table_event_change (ExmDb *db,
                        gint64 event,
                        const char *message,
                        const char *said,
                        gboolean *changed,
                        GError **error)
{
  gboolean ok = exm_db_run (
      db, "UPDATE event SET message = ?, said = ? WHERE id = ?",
      EXM_VALUES (EXM_TEXT (message), EXM_TEXT (said), EXM_INT (event)), error);

  *changed = ok && exm_db_get_changes (db) > 0;
  return ok;
}

static ExmEventLevel
parse_level (const char *name)
{
  for (ExmEventLevel level = EXM_EVENT_INFO; level < EXM_EVENT_ERROR; level++)
    if (g_strcmp0 (name, exm_event_level_get_name (level)) == 0)
      return level;
  return EXM_EVENT_ERROR;
}

static gpointer
read_event (ExmStatement *row)
{
  ExmEvent *event = exm_event_new ();

  event->id = exm_statement_get_int (row, 0);
  event->time_usec = exm_statement_get_int (row, 1);
  event->task_uid = exm_statement_dup_text (row, 2);
  event->level = parse_level (exm_statement_get_text (row, 3));
  event->message = exm_statement_dup_said (row, 4);
  return event;
}

GPtrArray *
exm_table_event_list (
    ExmDb *db, gint64 task, gint64 before_id, guint limit, GError **error)
{
  gint64 before = before_id != 0 ? before_id : G_MAXINT64;

  if (task == 0)
    return exm_db_query_list (
        db,
        EVENT_COLUMNS " WHERE e.id < ? AND (e.task IS NULL OR " EXM_SQL_NOT_TRASHED (
            "e.task") ") ORDER BY e.id DESC LIMIT ?",
        EXM_VALUES (EXM_INT (before), EXM_INT (limit)), read_event,
        (GDestroyNotify) exm_event_unref, error);
  return exm_db_query_list (
      db, EVENT_COLUMNS " WHERE e.task = ? AND e.id < ? ORDER BY e.id DESC LIMIT ?",
      EXM_VALUES (EXM_INT (task), EXM_INT (before), EXM_INT (limit)), read_event,
      (GDestroyNotify) exm_event_unref, error);
}

gboolean
exm_table_event_prune (ExmDb *db, guint n_kept, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM event WHERE id <= (SELECT id FROM event"
                     " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                     EXM_VALUES (EXM_INT (n_kept)), error);
}
