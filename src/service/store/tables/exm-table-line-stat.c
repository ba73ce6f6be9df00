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

/* Places that one page in a round has, and more than the table needs. */
static gboolean
forget_rare_places (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (
      db, "DELETE FROM site_place WHERE task = ? AND n_inside + n_outside <= 1",
      EXM_VALUES (EXM_INT (task)), error);
}

static gboolean
halve_places (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (db,
                     "UPDATE site_place SET n_inside = n_inside / 2,"
                     " n_outside = n_outside / 2 WHERE task = ?",
                     EXM_VALUES (EXM_INT (task)), error)
         && exm_db_run (db,
                        "UPDATE site_stat SET n_learned = n_learned / 2 WHERE task = ?",
                        EXM_VALUES (EXM_INT (task)), error);
}

static gboolean
count_places (ExmDb *db, gint64 task, const GArray *places, GError **error)
{
  for (guint i = 0; i < places->len; i++)
    {
      const ExmSitePlace *place = &g_array_index (places, ExmSitePlace, i);
      if (!exm_db_run (db,
                       "INSERT INTO site_place (task, place_key, n_inside, n_outside)"
                       " VALUES (?, ?, ?, ?)"
                       " ON CONFLICT (task, place_key) DO UPDATE SET"
                       " n_inside = n_inside + excluded.n_inside,"
                       " n_outside = n_outside + excluded.n_outside",
                       EXM_VALUES (EXM_INT (task), EXM_INT ((gint64) place->key),
                                   EXM_INT (place->n_inside), EXM_INT (place->n_outside)),
                       error))
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_table_line_stat_learn (
    ExmDb *db, gint64 task, const GArray *places, guint n_pages, GError **error)
{
  gint64 n_learned = 0;

  if (!exm_db_query_int (db,
                         "INSERT INTO site_stat (task, n_pages, n_learned)"
                         " VALUES (?1, 0, ?2) ON CONFLICT (task) DO UPDATE SET"
                         " n_learned = n_learned + excluded.n_learned"
                         " RETURNING n_learned",
                         EXM_VALUES (EXM_INT (task), EXM_INT (n_pages)), &n_learned,
                         error)
      || !count_places (db, task, places, error))
    return FALSE;
  if (n_learned % EXM_LINE_STAT_ROUND != 0)
    return TRUE;
  return forget_rare_places (db, task, error)
         && (n_learned < EXM_LINE_STAT_HALF || halve_places (db, task, error));
}

gboolean
exm_table_line_stat_forget_learned (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (db, "DELETE FROM site_place WHERE task = ?",
                     EXM_VALUES (EXM_INT (task)), error)
         && exm_db_run (db, "UPDATE site_stat SET n_learned = 0 WHERE task = ?",
                        EXM_VALUES (EXM_INT (task)), error);
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

static gpointer
read_place (ExmStatement *row)
{
  ExmSitePlace *place = g_new (ExmSitePlace, 1);

  *place = (ExmSitePlace){
    .key = (guint64) exm_statement_get_int (row, 0),
    .n_inside = (guint) exm_statement_get_int (row, 1),
    .n_outside = (guint) exm_statement_get_int (row, 2),
  };
  return place;
}

/* Values that @rows point to, which are @size bytes long each. */
static GArray *
copy_values (const GPtrArray *rows, guint size)
{
  GArray *values = g_array_sized_new (FALSE, FALSE, size, rows->len);

  for (guint i = 0; i < rows->len; i++)
    g_array_append_vals (values, g_ptr_array_index (rows, i), 1);
  return values;
}

ExmSiteStat *
exm_table_line_stat_get (ExmDb *db, gint64 task, GError **error)
{
  gint64 n_pages = 0, n_learned = 0;
  const ExmValue *values = EXM_VALUES (EXM_INT (task));

  if (!exm_db_query_int (db, "SELECT n_pages FROM site_stat WHERE task = ?", values,
                         &n_pages, error)
      || !exm_db_query_int (db, "SELECT n_learned FROM site_stat WHERE task = ?", values,
                            &n_learned, error))
    return NULL;
  g_autoptr (GPtrArray) line_rows
      = exm_db_query_list (db,
                           "SELECT line_key, n_pages, ruling FROM line_stat"
                           " WHERE task = ? AND (n_pages > 0 OR ruling <> 0)",
                           values, read_line, g_free, error);
  g_autoptr (GPtrArray) place_rows
      = line_rows != NULL
            ? exm_db_query_list (db,
                                 "SELECT place_key, n_inside, n_outside FROM site_place"
                                 " WHERE task = ? AND n_inside + n_outside > 0",
                                 values, read_place, g_free, error)
            : NULL;
  if (place_rows == NULL)
    return NULL;
  g_autoptr (GArray) lines = copy_values (line_rows, sizeof (ExmSiteStatLine));
  g_autoptr (GArray) places = copy_values (place_rows, sizeof (ExmSitePlace));
  return exm_site_stat_new_learned (
      (guint) n_pages, (const ExmSiteStatLine *) (gpointer) lines->data, lines->len,
      (guint) n_learned, (const ExmSitePlace *) (gpointer) places->data, places->len);
}
