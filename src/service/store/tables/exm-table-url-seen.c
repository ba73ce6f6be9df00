/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-url-seen.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_url_seen_insert (ExmDb *db,
                           gint64 task,
                           const char *url_key,
                           ExmUrlState state,
                           gint64 now_usec,
                           gboolean *is_new,
                           GError **error)
{
  if (!exm_db_run (db,
                   "INSERT INTO url_seen (task, url_key, state, first_seen)"
                   " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                   EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key),
                               EXM_TEXT (exm_url_state_get_name (state)),
                               EXM_INT (now_usec)),
                   error))
    return FALSE;
  *is_new = exm_db_get_changes (db) > 0;
  return TRUE;
}

gboolean
exm_table_url_seen_put (ExmDb *db, gint64 task, const ExmUrlSeen *seen, GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO url_seen (task, url_key, state, first_seen, last_fetched, etag,"
      " last_modified, content_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT (task, url_key) DO UPDATE SET state = excluded.state,"
      " last_fetched = excluded.last_fetched, etag = excluded.etag,"
      " last_modified = excluded.last_modified, content_hash = excluded.content_hash",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (seen->url_key),
                  EXM_TEXT (exm_url_state_get_name (seen->state)),
                  EXM_INT (seen->first_seen_usec),
                  EXM_INT_OR_NULL (seen->last_fetched_usec), EXM_TEXT (seen->etag),
                  EXM_TEXT (seen->last_modified), EXM_TEXT (seen->content_hash)),
      error);
}

static ExmUrlState
parse_state (const char *name)
{
  for (ExmUrlState state = EXM_URL_FOUND; state <= EXM_URL_SOURCE; state++)
    if (g_strcmp0 (name, exm_url_state_get_name (state)) == 0)
      return state;
  return EXM_URL_FOUND;
}

static gpointer
read_seen (ExmStatement *row)
{
  ExmUrlSeen *seen = exm_url_seen_new ();

  seen->url_key = exm_statement_dup_text (row, 0);
  seen->state = parse_state (exm_statement_get_text (row, 1));
  seen->first_seen_usec = exm_statement_get_int (row, 2);
  seen->last_fetched_usec = exm_statement_get_int (row, 3);
  seen->etag = exm_statement_dup_text (row, 4);
  seen->last_modified = exm_statement_dup_text (row, 5);
  seen->content_hash = exm_statement_dup_text (row, 6);
  return seen;
}

ExmUrlSeen *
exm_table_url_seen_get (ExmDb *db, gint64 task, const char *url_key, GError **error)
{
  return exm_db_query_one (
      db,
      "SELECT url_key, state, first_seen, last_fetched, etag, last_modified,"
      " content_hash FROM url_seen WHERE task = ? AND url_key = ?",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), read_seen, error);
}

gboolean
exm_table_url_seen_forget_sources (ExmDb *db, gint64 task, GError **error)
{
  return exm_db_run (
      db,
      "UPDATE url_seen SET etag = NULL, last_modified = NULL"
      " WHERE task = ? AND state = ?",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (exm_url_state_get_name (EXM_URL_SOURCE))),
      error);
}

char *
exm_table_url_seen_find_content (ExmDb *db,
                                 gint64 task,
                                 const char *content_hash,
                                 const char *except_key,
                                 GError **error)
{
  char *url_key = NULL;

  if (!exm_db_query_text (
          db,
          "SELECT url_key FROM url_seen WHERE task = ?"
          " AND content_hash = ? AND url_key <> ? LIMIT 1",
          EXM_VALUES (EXM_INT (task), EXM_TEXT (content_hash), EXM_TEXT (except_key)),
          &url_key, error))
    return NULL;
  return url_key;
}

static gpointer
read_key (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

GPtrArray *
exm_table_url_seen_list (ExmDb *db, gint64 task, guint limit, GError **error)
{
  return exm_db_query_list (db,
                            "SELECT url_key FROM url_seen WHERE task = ? AND state <>"
                            " 'source' ORDER BY first_seen DESC, url_key LIMIT ?",
                            EXM_VALUES (EXM_INT (task), EXM_INT (limit)), read_key,
                            g_free, error);
}

gboolean
exm_table_url_seen_forget_failure (ExmDb *db,
                                   gint64 task,
                                   const char *url_key,
                                   GError **error)
{
  return exm_db_run (db,
                     "UPDATE url_seen SET state = 'found' WHERE task = ? AND url_key = ?"
                     " AND state = 'failed'",
                     EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error);
}

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
