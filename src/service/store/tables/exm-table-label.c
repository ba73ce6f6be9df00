/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-label.h"

#include "store/db/exm-statement.h"

#include <string.h>

#define LABEL_COLUMNS "id, url_key, page_hash, kind, line_key, occurrence, place"

static gpointer
read_label (ExmStatement *row)
{
  ExmStoredLabel *label = exm_stored_label_new ();

  label->id = exm_statement_get_int (row, 0);
  label->url_key = exm_statement_dup_text (row, 1);
  label->page_hash = exm_statement_dup_text (row, 2);
  label->label.kind = EXM_LABEL_CUT;
  exm_label_kind_from_name (exm_statement_get_text (row, 3), &label->label.kind);
  /* Hashes are stored as the signed number of the same bits. */
  label->label.key = (guint64) exm_statement_get_int (row, 4);
  label->label.occurrence = (guint) exm_statement_get_int (row, 5);
  label->label.place = (guint64) exm_statement_get_int (row, 6);
  return label;
}

static GPtrArray *
list_of_page (ExmDb *db, gint64 task, const char *url_key, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT " LABEL_COLUMNS " FROM label"
      " WHERE task = ? AND url_key = ? AND undone IS NULL ORDER BY id",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), read_label,
      (GDestroyNotify) exm_stored_label_unref, error);
}

static gboolean
is_same (const ExmLabel *a, const ExmLabel *b)
{
  return a->kind == b->kind && a->key == b->key && a->occurrence == b->occurrence
         && a->place == b->place;
}

static gboolean
end_label (ExmDb *db, gint64 id, gint64 now_usec, GError **error)
{
  return exm_db_run (db, "UPDATE label SET undone = ? WHERE id = ?",
                     EXM_VALUES (EXM_INT (now_usec), EXM_INT (id)), error);
}

static gboolean
insert (ExmDb *db,
        gint64 task,
        const char *url_key,
        const char *page_hash,
        const ExmLabel *label,
        gint64 now_usec,
        GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO label (task, url_key, page_hash, kind, line_key, occurrence, place,"
      " created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key), EXM_TEXT (page_hash),
                  EXM_TEXT (exm_label_kind_get_name (label->kind)),
                  EXM_INT ((gint64) label->key), EXM_INT (label->occurrence),
                  EXM_INT ((gint64) label->place), EXM_INT (now_usec)),
      error);
}

gboolean
exm_table_label_put (ExmDb *db,
                     gint64 task,
                     const char *url_key,
                     const char *page_hash,
                     const GArray *labels,
                     gint64 now_usec,
                     guint *n_changed,
                     GError **error)
{
  g_autoptr (GPtrArray) old = list_of_page (db, task, url_key, error);
  g_autofree gboolean *kept = NULL;

  *n_changed = 0;
  if (old == NULL)
    return FALSE;
  kept = g_new0 (gboolean, labels->len + 1);
  for (guint i = 0; i < old->len; i++)
    {
      const ExmStoredLabel *stored = g_ptr_array_index (old, i);
      guint k = 0;
      while (
          k < labels->len
          && (kept[k] || !is_same (&stored->label, &g_array_index (labels, ExmLabel, k))))
        k++;
      kept[k] = TRUE;
      if (k < labels->len)
        continue;
      kept[k] = FALSE;
      if (!end_label (db, stored->id, now_usec, error))
        return FALSE;
      (*n_changed)++;
    }
  for (guint k = 0; k < MIN (labels->len, EXM_MAX_PAGE_LABELS); k++)
    {
      if (kept[k])
        continue;
      if (!insert (db, task, url_key, page_hash, &g_array_index (labels, ExmLabel, k),
                   now_usec, error))
        return FALSE;
      (*n_changed)++;
    }
  return TRUE;
}

GPtrArray *
exm_table_label_list (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT * FROM (SELECT " LABEL_COLUMNS " FROM label"
      " WHERE task = ? AND undone IS NULL ORDER BY id DESC LIMIT ?) ORDER BY id",
      EXM_VALUES (EXM_INT (task), EXM_INT (EXM_STORE_MAX_LABELS)), read_label,
      (GDestroyNotify) exm_stored_label_unref, error);
}
