/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-trash.h"

#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"

#include <glib/gi18n-lib.h>

gboolean
exm_table_trash_find (ExmDb *db, const char *uid, gint64 *task, GError **error)
{
  *task = 0;
  if (!exm_db_query_int (db,
                         "SELECT t.id FROM task t JOIN trash x ON x.task = t.id"
                         " WHERE t.uid = ? AND x.emptying = 0",
                         EXM_VALUES (EXM_TEXT (uid)), task, error))
    return FALSE;
  if (*task != 0)
    return TRUE;
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
      N_ ("There is no task with the identity %s in the Trash; it may have been restored "
          "or emptied out."),
      uid);
  return FALSE;
}

gboolean
exm_table_trash_has_uid (ExmDb *db, const char *uid, gint64 *task, GError **error)
{
  *task = 0;
  return exm_db_query_int (
      db, "SELECT t.id FROM task t JOIN trash x ON x.task = t.id WHERE t.uid = ?",
      EXM_VALUES (EXM_TEXT (uid)), task, error);
}

static gboolean
count_articles (ExmDb *db, gint64 task, guint *n_articles, GError **error)
{
  gint64 n = 0;
  gboolean done = exm_db_query_int (db, "SELECT count(*) FROM article WHERE task = ?",
                                    EXM_VALUES (EXM_INT (task)), &n, error);

  *n_articles = (guint) n;
  return done;
}

gboolean
exm_table_trash_put (
    ExmDb *db, gint64 task, gint64 now_usec, guint *n_articles, GError **error)
{
  return count_articles (db, task, n_articles, error)
         && exm_db_run (
             db, "INSERT INTO trash (task, trashed, n_articles) VALUES (?, ?, ?)",
             EXM_VALUES (EXM_INT (task), EXM_INT (now_usec), EXM_INT (*n_articles)),
             error);
}

gboolean
exm_table_trash_remove (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (db, "DELETE FROM trash WHERE task = ?", EXM_VALUES (EXM_INT (task)),
                     error);
}

static gpointer
read_info (ExmStatement *row)
{
  ExmTrashInfo *info = exm_trash_info_new ();

  info->uid = exm_statement_dup_text (row, 0);
  info->name = exm_statement_dup_text (row, 1);
  info->group = exm_statement_dup_text (row, 2);
  info->trashed_usec = exm_statement_get_int (row, 3);
  info->ends_usec = info->trashed_usec + EXM_TRASH_USEC;
  info->n_articles = (guint) exm_statement_get_int (row, 4);
  return info;
}

GPtrArray *
exm_table_trash_list (ExmDb *db, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT t.uid, t.name, t.grp, x.trashed,"
      " (SELECT count(*) FROM article a WHERE a.task = x.task)"
      " FROM trash x JOIN task t ON t.id = x.task WHERE x.emptying = 0"
      " ORDER BY x.trashed DESC, t.id",
      NULL, read_info, (GDestroyNotify) exm_trash_info_unref, error);
}

/* Tasks made since task ?1 was trashed, and the articles of both. */
#define NEWER                                                                            \
  " FROM trash x JOIN task t ON t.created >= x.trashed AND t.id <> x.task "              \
  "AND " EXM_SQL_NOT_TRASHED ("t.id")
#define TWINS                                                                            \
  NEWER " CROSS JOIN article a ON a.task = x.task"                                       \
        " JOIN article b ON b.task = t.id AND b.url_key = a.url_key WHERE x.task = ?1"

static gpointer
read_twins (ExmStatement *row)
{
  ExmTrashTwins *twins = exm_trash_twins_new ();

  twins->n_articles = (guint) exm_statement_get_int (row, 0);
  twins->task_name = exm_statement_dup_text (row, 1);
  return twins;
}

ExmTrashTwins *
exm_table_trash_find_twins (ExmDb *db, gint64 task, GError **error)
{
  g_autoptr (GError) failure = NULL;
  ExmTrashTwins *twins = exm_db_query_one (
      db, "SELECT count(*), t.name" TWINS " GROUP BY t.id ORDER BY count(*) DESC LIMIT 1",
      EXM_VALUES (EXM_INT (task)), read_twins, &failure);

  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  else if (twins == NULL)
    twins = exm_trash_twins_new ();
  return twins;
}

gboolean
exm_table_trash_drop_twins (ExmDb *db,
                            gint64 task,
                            gboolean of_trash,
                            guint limit,
                            guint *n_dropped,
                            GError **error)
{
  const char *sql
      = of_trash ? "DELETE FROM article WHERE id IN (SELECT a.id" TWINS " LIMIT ?2)"
                 : "DELETE FROM article WHERE id IN (SELECT b.id" TWINS " LIMIT ?2)";

  if (!exm_db_run (db, sql, EXM_VALUES (EXM_INT (task), EXM_INT (limit)), error))
    return FALSE;
  *n_dropped = exm_db_get_changes (db);
  return TRUE;
}

gboolean
exm_table_trash_begin_emptying (ExmDb *db,
                                gint64 task,
                                gint64 before_usec,
                                GError **error)
{
  return exm_db_run (db,
                     "UPDATE trash SET emptying = 1, n_articles ="
                     " (SELECT count(*) FROM article a WHERE a.task = trash.task)"
                     " WHERE emptying = 0 AND (?1 = 0 OR task = ?1) AND trashed <= ?2",
                     EXM_VALUES (EXM_INT (task), EXM_INT (before_usec)), error);
}

gboolean
exm_table_trash_get_emptying (
    ExmDb *db, gint64 *task, char **name, guint *n_articles, GError **error)
{
  g_autoptr (ExmStatement) row
      = exm_statement_new (db,
                           "SELECT x.task, t.name, x.n_articles FROM trash x"
                           " JOIN task t ON t.id = x.task WHERE x.emptying = 1 LIMIT 1",
                           NULL, error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;

  *task = 0;
  *name = NULL;
  *n_articles = 0;
  if (step != EXM_STEP_ROW)
    return step == EXM_STEP_DONE;
  *task = exm_statement_get_int (row, 0);
  *name = exm_statement_dup_text (row, 1);
  *n_articles = (guint) exm_statement_get_int (row, 2);
  return TRUE;
}

/* Deletes by itself what may be much; the rest goes with the task. */
gboolean
exm_table_trash_delete_some (
    ExmDb *db, gint64 task, guint limit, gboolean *over, GError **error)
{
  static const char *const parts[] = {
    "DELETE FROM article WHERE id IN (SELECT id FROM article WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM job WHERE id IN (SELECT id FROM job WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM url_seen WHERE task = ?1 AND url_key IN"
    " (SELECT url_key FROM url_seen WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM feed_item WHERE task = ?1 AND url_key IN"
    " (SELECT url_key FROM feed_item WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM run WHERE id IN (SELECT id FROM run WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM line_stat WHERE task = ?1 AND line_key IN"
    " (SELECT line_key FROM line_stat WHERE task = ?1 LIMIT ?2)",
    "DELETE FROM site_place WHERE task = ?1 AND place_key IN"
    " (SELECT place_key FROM site_place WHERE task = ?1 LIMIT ?2)",
  };

  *over = FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      if (!exm_db_run (db, parts[i], EXM_VALUES (EXM_INT (task), EXM_INT (limit)), error))
        return FALSE;
      if (exm_db_get_changes (db) > 0)
        return TRUE;
    }
  *over = TRUE;
  /* Settings that bear its identity, so that another task of the same begins anew. */
  return exm_db_run (db,
                     "DELETE FROM setting WHERE instr (key, '/' ||"
                     " (SELECT uid FROM task WHERE id = ?)) > 0",
                     EXM_VALUES (EXM_INT (task)), error)
         && exm_db_run (db, "DELETE FROM task WHERE id = ?", EXM_VALUES (EXM_INT (task)),
                        error);
}

gboolean
exm_table_trash_get_next (ExmDb *db, gint64 *next_usec, GError **error)
{
  *next_usec = 0;
  return exm_db_query_int (
      db, "SELECT ifnull (min (iif (emptying, 1, trashed + ?)), 0) FROM trash",
      EXM_VALUES (EXM_INT (EXM_TRASH_USEC)), next_usec, error);
}
