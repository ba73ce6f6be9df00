/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-backlog.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_backlog_add (ExmDb *db, gint64 task, const char *url_key, GError **error)
{
  return exm_db_run (
      db, "INSERT INTO backlog (task, url_key) VALUES (?, ?) ON CONFLICT DO NOTHING",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error);
}
