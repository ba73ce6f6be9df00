/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-feed-item.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_feed_item_insert (ExmDb *db,
                            gint64 task,
                            const char *url_key,
                            const ExmFeedFacts *facts,
                            GError **error)
{
  g_autofree char *text = exm_feed_facts_write (facts);

  return exm_db_run (
      db,
      "INSERT INTO feed_item (task, url_key, id, facts)"
      " VALUES (?1, ?2, iif (EXISTS (SELECT 1 FROM feed_item f"
      "  WHERE f.id = ?3 AND f.url_key <> ?2), NULL, ?3), ?4) ON CONFLICT DO NOTHING",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key), EXM_TEXT (facts->id),
                  EXM_TEXT (text)),
      error);
}
