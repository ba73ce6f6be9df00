/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SQLite: a file with the table that databases get. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"
#include "publish/sql/exm-sql-table.h"

#include <glib/gi18n-lib.h>

static GBytes *
write_file (GPtrArray *items, const ExmFormatHead *head, GError **error)
{
  g_autoptr (GPtrArray) rows
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_sql_row_free);

  for (guint i = 0; i < items->len; i++)
    {
      const ExmFormatItem *item = g_ptr_array_index (items, i);
      g_ptr_array_add (rows, exm_sql_row_new (item->article, item->task_name));
    }
  return exm_sql_table_dump (rows, error);
}

const ExmFormat exm_format_sqlite = {
  .id = "sqlite",
  .title = N_ ("Database file (SQLite)"),
  .summary = N_ ("a table of articles in a database file"),
  .extension = "db",
  .media_type = "application/vnd.sqlite3",
  .kind = EXM_FORMAT_WHOLE,
  .book = write_file,
};
