/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-line-stat.h"

#include "store/db/exm-statement.h"

#include <string.h>

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
count_lines (
    ExmDb *db, gint64 task, const GPtrArray *lines, gint64 n_rounds, GError **error)
{
  for (guint i = 0; i < lines->len; i++)
    {
      const ExmSiteLine *line = g_ptr_array_index (lines, i);
      if (!exm_db_run (db,
                       "INSERT INTO line_stat (task, line_key, n_pages, missed, text)"
                       " VALUES (?, ?, 1, ?, ?)"
                       " ON CONFLICT (task, line_key) DO UPDATE SET"
                       " n_pages = n_pages + 1, text = coalesce (text, excluded.text)",
                       EXM_VALUES (EXM_INT (task), EXM_INT ((gint64) line->key),
                                   EXM_INT (n_rounds), EXM_TEXT (line->text)),
                       error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
forget_rare (ExmDb *db, gint64 task, gint64 n_rounds, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM line_stat"
                     " WHERE task = ? AND n_pages + missed <= ? AND ruling = 0",
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
exm_table_line_stat_add (ExmDb *db, gint64 task, const GPtrArray *lines, GError **error)
{
  gint64 n_pages = 0;

  if (!count_page (db, task, &n_pages, error)
      || !count_lines (db, task, lines, (n_pages - 1) / EXM_LINE_STAT_ROUND, error))
    return FALSE;
  if (n_pages % EXM_LINE_STAT_ROUND != 0)
    return TRUE;
  return forget_rare (db, task, n_pages / EXM_LINE_STAT_ROUND, error)
         && (n_pages < EXM_LINE_STAT_HALF || halve (db, task, error));
}

gboolean
exm_table_line_stat_rule (ExmDb *db, gint64 task, const ExmSiteLine *line, GError **error)
{
  gint64 ruling = line->ruling == EXM_LINE_LABEL_BODY    ? 1
                  : line->ruling == EXM_LINE_LABEL_NOISE ? -1
                                                         : 0;

  return exm_db_run (
      db,
      "INSERT INTO line_stat (task, line_key, n_pages, missed, text, ruling)"
      " VALUES (?, ?, 0, 0, ?, ?)"
      " ON CONFLICT (task, line_key) DO UPDATE SET"
      " text = coalesce (text, excluded.text), ruling = excluded.ruling",
      EXM_VALUES (EXM_INT (task), EXM_INT ((gint64) line->key), EXM_TEXT (line->text),
                  EXM_INT (ruling)),
      error);
}

static ExmLineLabel
read_ruling (ExmStatement *row, int column)
{
  gint64 ruling = exm_statement_get_int (row, column);

  return ruling > 0   ? EXM_LINE_LABEL_BODY
         : ruling < 0 ? EXM_LINE_LABEL_NOISE
                      : EXM_LINE_LABEL_AUTO;
}

static gpointer
read_site_line (ExmStatement *row)
{
  const char *text = exm_statement_get_text (row, 1);
  ExmSiteLine *line = exm_site_line_new ((guint64) exm_statement_get_int (row, 0), text,
                                         text != NULL ? strlen (text) : 0);

  line->n_pages = (guint) exm_statement_get_int (row, 2);
  line->n_site_pages = (guint) exm_statement_get_int (row, 3);
  line->ruling = read_ruling (row, 4);
  return line;
}

GPtrArray *
exm_table_line_stat_list (
    ExmDb *db, gint64 task, const char *search, guint offset, guint limit, GError **error)
{
  g_autofree char *pattern = exm_db_make_pattern (search);

  return exm_db_query_list (
      db,
      "SELECT line_key, text, l.n_pages, coalesce (s.n_pages, 0), ruling FROM line_stat l"
      " LEFT JOIN site_stat s ON s.task = l.task"
      " WHERE l.task = ?1 AND (l.n_pages > 0 OR ruling <> 0)"
      " AND (?2 IS NULL OR text LIKE ?2 ESCAPE '\\')"
      " ORDER BY l.n_pages DESC, line_key LIMIT ?3 OFFSET ?4",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (pattern), EXM_INT (limit), EXM_INT (offset)),
      read_site_line, (GDestroyNotify) exm_site_line_unref, error);
}

static gpointer
read_line (ExmStatement *row)
{
  ExmSiteStatLine *line = g_new (ExmSiteStatLine, 1);

  line->key = (guint64) exm_statement_get_int (row, 0);
  line->n_pages = (guint) exm_statement_get_int (row, 1);
  line->ruling = read_ruling (row, 2);
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
  g_autoptr (GPtrArray) rows
      = exm_db_query_list (db,
                           "SELECT line_key, n_pages, ruling FROM line_stat"
                           " WHERE task = ? AND (n_pages > 0 OR ruling <> 0)",
                           EXM_VALUES (EXM_INT (task)), read_line, g_free, error);
  if (rows == NULL)
    return NULL;
  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (lines, *(ExmSiteStatLine *) g_ptr_array_index (rows, i));
  return exm_site_stat_new ((guint) n_pages,
                            (const ExmSiteStatLine *) (gpointer) lines->data, lines->len);
}
