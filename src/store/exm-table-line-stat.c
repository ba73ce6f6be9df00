/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "exm-table-line-stat.h"

#include "exm-statement.h"

/* "missed" is how often a line may have been seen before it was counted: as often as
 * there had been rounds. */

static gboolean
count_page (ExmDb *db, gint64 task, gint64 *n_pages, GError **error)
{
  return exm_db_query_int (db,
                           "INSERT INTO site_stat (task, n_pages) VALUES (?, 1)"
                           " ON CONFLICT (task) DO UPDATE SET n_pages = n_pages + 1"
                           " RETURNING n_pages",
                           EXM_VALUES (EXM_INT (task)), n_pages, error);
}

static gboolean
count_lines (ExmDb *db, gint64 task, const GArray *keys, gint64 n_rounds, GError **error)
{
  for (guint i = 0; i < keys->len; i++)
    if (!exm_db_run (
            db,
            "INSERT INTO line_stat (task, line_key, n_pages, missed) VALUES (?, ?, 1, ?)"
            " ON CONFLICT (task, line_key) DO UPDATE SET n_pages = n_pages + 1",
            EXM_VALUES (EXM_INT (task),
                        EXM_INT ((gint64) g_array_index (keys, guint64, i)),
                        EXM_INT (n_rounds)),
            error))
      return FALSE;
  return TRUE;
}

static gboolean
forget_rare (ExmDb *db, gint64 task, gint64 n_rounds, GError **error)
{
  return exm_db_run (db, "DELETE FROM line_stat WHERE task = ? AND n_pages + missed <= ?",
                     EXM_VALUES (EXM_INT (task), EXM_INT (n_rounds)), error);
}

static gboolean
halve (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (db,
                     "UPDATE line_stat SET n_pages = n_pages / 2, missed = missed / 2"
                     " WHERE task = ?",
                     EXM_VALUES (EXM_INT (task)), error)
         && exm_db_run (db, "UPDATE site_stat SET n_pages = n_pages / 2 WHERE task = ?",
                        EXM_VALUES (EXM_INT (task)), error);
}

gboolean
exm_table_line_stat_add (ExmDb *db, gint64 task, const GArray *keys, GError **error)
{
  gint64 n_pages = 0;

  if (!count_page (db, task, &n_pages, error)
      || !count_lines (db, task, keys, (n_pages - 1) / EXM_LINE_STAT_ROUND, error))
    return FALSE;
  if (n_pages % EXM_LINE_STAT_ROUND != 0)
    return TRUE;
  return forget_rare (db, task, n_pages / EXM_LINE_STAT_ROUND, error)
         && (n_pages < EXM_LINE_STAT_HALF || halve (db, task, error));
}

static gpointer
read_line (ExmStatement *row)
{
  ExmSiteStatLine *line = g_new (ExmSiteStatLine, 1);

  line->key = (guint64) exm_statement_get_int (row, 0);
  line->n_pages = (guint) exm_statement_get_int (row, 1);
  return line;
}

ExmSiteStat *
exm_table_line_stat_get (ExmDb *db, gint64 task, GError **error)
{
  gint64 n_pages = 0;
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (ExmSiteStatLine));

  if (!exm_db_query_int (db, "SELECT n_pages FROM site_stat WHERE task = ?",
                         EXM_VALUES (EXM_INT (task)), &n_pages, error))
    return NULL;
  g_autoptr (GPtrArray) rows = exm_db_query_list (
      db, "SELECT line_key, n_pages FROM line_stat WHERE task = ? AND n_pages > 0",
      EXM_VALUES (EXM_INT (task)), read_line, g_free, error);
  if (rows == NULL)
    return NULL;
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (lines, *(ExmSiteStatLine *) g_ptr_array_index (rows, i));
  return exm_site_stat_new ((guint) n_pages,
                            (const ExmSiteStatLine *) (gpointer) lines->data, lines->len);
}
