/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "exm-table-output.h"

#include "exm-statement.h"

gboolean
exm_table_output_take (ExmDb *db, gint64 publication, GError **error)
{
  return exm_db_run (db,
                     "INSERT INTO output (task, output_key, took)"
                     " SELECT a.task, q.output_key, 1 FROM publish_queue q"
                     " JOIN article a ON a.id = q.article WHERE q.id = ?"
                     " ON CONFLICT (task, output_key) DO UPDATE SET took = 1"
                     " WHERE took = 0",
                     EXM_VALUES (EXM_INT (publication)), error);
}

gboolean
exm_table_output_get_took (ExmDb *db,
                           const char *output_key,
                           gboolean *took,
                           GError **error)
{
  gint64 found = 0;
  gboolean ok = exm_db_query_int (db, EXM_SQL_OUTPUT_TOOK,
                                  EXM_VALUES (EXM_TEXT (output_key)), &found, error);

  *took = found != 0;
  return ok;
}
