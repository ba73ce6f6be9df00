/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-setting.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_setting_put (ExmDb *db, const char *key, const char *value, GError **error)
{
  if (value == NULL)
    return exm_db_run (db, "DELETE FROM setting WHERE key = ?",
                       EXM_VALUES (EXM_TEXT (key)), error);
  return exm_db_run (db,
                     "INSERT INTO setting (key, value) VALUES (?, ?)"
                     " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                     EXM_VALUES (EXM_TEXT (key), EXM_TEXT (value)), error);
}

char *
exm_table_setting_get (ExmDb *db, const char *key, GError **error)
{
  char *value = NULL;

  exm_db_query_text (db, "SELECT value FROM setting WHERE key = ?",
                     EXM_VALUES (EXM_TEXT (key)), &value, error);
  return value;
}

static gpointer
read_key (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

GPtrArray *
exm_table_setting_list (ExmDb *db, const char *prefix, GError **error)
{
  return exm_db_query_list (
      db, "SELECT key FROM setting WHERE substr (key, 1, length (?1)) = ?1",
      EXM_VALUES (EXM_TEXT (prefix)), read_key, g_free, error);
}
