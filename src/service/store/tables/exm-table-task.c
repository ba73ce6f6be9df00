/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-task.h"

#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"
#include "store/tables/exm-table-checksum.h"
#include "task/exm-task-file.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
exm_table_task_find (ExmDb *db, const char *uid, gint64 *id, GError **error)
{
  *id = 0;
  if (!exm_db_query_int (
          db, "SELECT id FROM task WHERE uid = ? AND " EXM_SQL_NOT_TRASHED ("id"),
          EXM_VALUES (EXM_TEXT (uid)), id, error))
    return FALSE;
  if (*id != 0)
    return TRUE;
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
      N_ ("There is no task with the identity %s; it may have been deleted."), uid);
  return FALSE;
}

/* The task with another pause. */
static ExmTask *
with_paused (const ExmTask *task, gboolean paused)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  fields.paused = paused;
  return exm_task_new (&fields);
}

static char *
write_definition (const ExmTask *task)
{
  g_autoptr (ExmTask) normal = with_paused (task, FALSE);

  return exm_task_file_write (normal);
}

static gboolean
insert_version (ExmDb *db,
                gint64 id,
                guint version,
                const char *definition,
                gint64 now_usec,
                GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO task_version (task, version, definition, created, checksum)"
      " VALUES (?, ?, ?, ?, ?)",
      EXM_VALUES (EXM_INT (id), EXM_INT (version), EXM_TEXT (definition),
                  EXM_INT (now_usec), EXM_INT (exm_checksum_of_texts (&definition, 1))),
      error);
}

gboolean
exm_table_task_insert (ExmDb *db, const ExmTask *task, gint64 now_usec, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autofree char *definition = write_definition (task);

  return exm_db_run (
             db,
             "INSERT INTO task (uid, version, name, grp, paused, created, changed)"
             " VALUES (?, 1, ?, ?, ?, ?, ?)",
             EXM_VALUES (EXM_TEXT (fields->uid), EXM_TEXT (fields->name),
                         EXM_TEXT (fields->group), EXM_INT (fields->paused != 0),
                         EXM_INT (now_usec), EXM_INT (now_usec)),
             error)
         && insert_version (db, exm_db_get_last_id (db), 1, definition, now_usec, error);
}

static gboolean
check_definition (ExmDb *db, ExmStatement *row, GError **error)
{
  const char *definition = exm_statement_get_text (row, 0);

  if (exm_statement_is_null (row, 2)
      || exm_statement_get_int (row, 2) == exm_checksum_of_texts (&definition, 1))
    return TRUE;
  g_autofree char *file = g_filename_display_name (exm_db_get_path (db));
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM,
      /* translators: a number, the name of a task, a file */
      N_ ("Version %d of the settings of the task “%s” in %s is not what was stored: "
          "some "
          "bytes of it changed. Restore another version of its settings, or a backup: "
          "“exemplar-cli store restore”."),
      (int) exm_statement_get_int (row, 1), exm_statement_get_text (row, 3), file);
  return FALSE;
}

/* The definition of a version, 0 for the current one, and which one that is. */
static char *
read_definition (
    ExmDb *db, gint64 id, guint version, guint *found_version, GError **error)
{
  g_autoptr (ExmStatement) statement
      = exm_statement_new (db,
                           "SELECT v.definition, v.version, v.checksum, t.name FROM task "
                           "t JOIN task_version v ON v.task = t.id"
                           " AND v.version = iif (?2 = 0, t.version, ?2) WHERE t.id = ?1",
                           EXM_VALUES (EXM_INT (id), EXM_INT (version)), error);

  if (statement == NULL)
    return NULL;
  ExmStep step = exm_statement_step (statement, error);
  if (step == EXM_STEP_ROW)
    {
      *found_version = (guint) exm_statement_get_int (statement, 1);
      return check_definition (db, statement, error)
                 ? exm_statement_dup_text (statement, 0)
                 : NULL;
    }
  if (step == EXM_STEP_DONE)
    exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                        N_ ("The task has no version %u."), version);
  return NULL;
}

gboolean
exm_table_task_update (
    ExmDb *db, const ExmTask *task, gint64 now_usec, guint *version, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (task);
  g_autofree char *definition = write_definition (task);
  gint64 id = 0;
  guint number = 0;

  if (!exm_table_task_find (db, fields->uid, &id, error))
    return FALSE;
  g_autofree char *before = read_definition (db, id, 0, &number, error);
  if (before == NULL)
    return FALSE;
  if (g_strcmp0 (before, definition) != 0
      && !insert_version (db, id, ++number, definition, now_usec, error))
    return FALSE;
  if (version != NULL)
    *version = number;
  return exm_db_run (db,
                     "UPDATE task SET version = ?, name = ?, grp = ?, paused = ?,"
                     " changed = ? WHERE id = ?",
                     EXM_VALUES (EXM_INT (number), EXM_TEXT (fields->name),
                                 EXM_TEXT (fields->group), EXM_INT (fields->paused != 0),
                                 EXM_INT (now_usec), EXM_INT (id)),
                     error);
}

gboolean
exm_table_task_delete (ExmDb *db, const char *uid, GError **error)
{
  gint64 id = 0;

  return exm_table_task_find (db, uid, &id, error)
         && exm_db_run (db, "DELETE FROM task WHERE id = ?", EXM_VALUES (EXM_INT (id)),
                        error);
}

gboolean
exm_table_task_set_paused (ExmDb *db, const char *uid, gboolean paused, GError **error)
{
  gint64 id = 0;

  return exm_table_task_find (db, uid, &id, error)
         && exm_db_run (db, "UPDATE task SET paused = ? WHERE id = ?",
                        EXM_VALUES (EXM_INT (paused != 0), EXM_INT (id)), error);
}

ExmTask *
exm_table_task_read (
    ExmDb *db, const char *uid, guint version, guint *found_version, GError **error)
{
  gint64 id = 0;
  gint64 paused = 0;
  guint number = 0;

  if (!exm_table_task_find (db, uid, &id, error)
      || !exm_db_query_int (db, "SELECT paused FROM task WHERE id = ?",
                            EXM_VALUES (EXM_INT (id)), &paused, error))
    return NULL;
  g_autofree char *definition = read_definition (db, id, version, &number, error);
  if (definition == NULL)
    return NULL;
  g_autoptr (ExmTask) task
      = exm_task_file_read (definition, strlen (definition), FALSE, NULL, error);
  if (task == NULL)
    return NULL;
  if (found_version != NULL)
    *found_version = number;
  return paused ? with_paused (task, TRUE) : g_steal_pointer (&task);
}

/* A redesign is over as soon as the newest articles fit: when they were extracted anew
 * with another example. A run that failed before problems were kept is one even so. */
static void
read_problem (ExmStatement *row, ExmTaskInfo *info)
{
  g_autofree char *kind = exm_statement_dup_text (row, 13);
  ExmProblem *problem = &info->problem;
  guint n_unfit = (guint) exm_statement_get_int (row, 19);

  problem->kind = exm_problem_kind_from_name (kind);
  if (problem->kind == EXM_PROBLEM_REDESIGN && n_unfit == 0)
    problem->kind = EXM_PROBLEM_NONE;
  if (problem->kind == EXM_PROBLEM_NONE)
    {
      if (g_strcmp0 (info->last_run_state, "failed") != 0)
        return;
      problem->kind = EXM_PROBLEM_FAILED;
      problem->since_usec = info->last_run_usec;
      problem->message = g_strdup (info->last_run_message);
      return;
    }
  problem->since_usec = exm_statement_get_int (row, 14);
  problem->message = exm_statement_dup_said (row, 15);
  problem->url = exm_statement_dup_text (row, 16);
  problem->amount = problem->kind == EXM_PROBLEM_REDESIGN
                        ? n_unfit
                        : (guint) exm_statement_get_int (row, 17);
  problem->ignored = exm_statement_get_int (row, 18) != 0;
}

static gpointer
read_info (ExmStatement *row)
{
  ExmTaskInfo *info = exm_task_info_new ();

  info->uid = exm_statement_dup_text (row, 0);
  info->name = exm_statement_dup_text (row, 1);
  info->group = exm_statement_dup_text (row, 2);
  info->paused = exm_statement_get_int (row, 3) != 0;
  info->version = (guint) exm_statement_get_int (row, 4);
  info->next_due_usec = exm_statement_get_int (row, 5);
  info->created_usec = exm_statement_get_int (row, 6);
  info->changed_usec = exm_statement_get_int (row, 7);
  info->n_articles = (guint) exm_statement_get_int (row, 8);
  info->n_flagged = (guint) exm_statement_get_int (row, 9);
  info->last_run_usec = exm_statement_get_int (row, 10);
  info->last_run_state = exm_statement_dup_text (row, 11);
  info->last_run_message = exm_statement_dup_said (row, 12);
  info->n_unread = (guint) exm_statement_get_int (row, 20);
  read_problem (row, info);
  return info;
}

GPtrArray *
exm_table_task_list (ExmDb *db, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT t.uid, t.name, t.grp, t.paused, t.version, t.next_due, t.created,"
      " t.changed, a.n, a.flagged, r.started, r.state,"
      " ifnull (r.said, r.message), x.kind, x.since,"
      " ifnull (x.said, x.message), x.url, x.amount, x.ignored,"
      " CASE WHEN x.kind = 'redesign' THEN (" EXM_SQL_COUNT_UNFIT ") END,"
      " (SELECT count(*) FROM unread WHERE task = t.id) FROM task t"
      " LEFT JOIN (SELECT task, count(*) AS n, sum(state <> 'good') AS flagged"
      "            FROM article GROUP BY task) a ON a.task = t.id"
      " LEFT JOIN run r ON r.id = (SELECT max(id) FROM run WHERE task = t.id)"
      " LEFT JOIN trouble x ON x.task = t.id"
      " WHERE " EXM_SQL_NOT_TRASHED ("t.id") " ORDER BY t.name, t.id",
      NULL, read_info, (GDestroyNotify) exm_task_info_unref, error);
}

static gpointer
read_version (ExmStatement *row)
{
  ExmTaskVersion *version = exm_task_version_new ();

  version->version = (guint) exm_statement_get_int (row, 0);
  version->created_usec = exm_statement_get_int (row, 1);
  return version;
}

GPtrArray *
exm_table_task_list_versions (ExmDb *db, const char *uid, GError **error)
{
  gint64 id = 0;

  if (!exm_table_task_find (db, uid, &id, error))
    return NULL;
  return exm_db_query_list (
      db,
      "SELECT version, created FROM task_version WHERE task = ? ORDER BY version DESC",
      EXM_VALUES (EXM_INT (id)), read_version, (GDestroyNotify) exm_task_version_unref,
      error);
}

gboolean
exm_table_task_set_next_due (ExmDb *db, const char *uid, gint64 next_usec, GError **error)
{
  gint64 id = 0;

  return exm_table_task_find (db, uid, &id, error)
         && exm_db_run (db, "UPDATE task SET next_due = ? WHERE id = ?",
                        EXM_VALUES (EXM_INT_OR_NULL (next_usec), EXM_INT (id)), error);
}

gboolean
exm_table_task_get_next_due (ExmDb *db, gint64 *next_usec, GError **error)
{
  *next_usec = 0;
  return exm_db_query_int (db, EXM_SQL_TASK_NEXT_DUE, NULL, next_usec, error);
}

static gpointer
read_uid (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

GPtrArray *
exm_table_task_list_due (ExmDb *db, gint64 now_usec, guint limit, GError **error)
{
  return exm_db_query_list (db, EXM_SQL_TASK_LIST_DUE,
                            EXM_VALUES (EXM_INT (now_usec), EXM_INT (limit)), read_uid,
                            g_free, error);
}

gboolean
exm_table_task_count (ExmDb *db, ExmStoreStats *stats, GError **error)
{
  gint64 n_tasks = 0;
  gint64 n_paused = 0;

  if (!exm_db_query_int (db,
                         "SELECT count(*) FROM task WHERE " EXM_SQL_NOT_TRASHED ("id"),
                         NULL, &n_tasks, error)
      || !exm_db_query_int (
          db, "SELECT sum(paused) FROM task WHERE " EXM_SQL_NOT_TRASHED ("id"), NULL,
          &n_paused, error))
    return FALSE;
  stats->n_tasks = (guint64) n_tasks;
  stats->n_paused = (guint64) n_paused;
  return TRUE;
}
