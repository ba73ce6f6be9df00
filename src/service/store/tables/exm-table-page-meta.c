/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-page-meta.h"

#include "store/db/exm-statement.h"

gboolean
exm_table_page_meta_insert (ExmDb *db, const ExmStoredPage *page, GError **error)
{
  return exm_db_run (
      db,
      "INSERT INTO page_meta (hash, url, final_url, status, headers, charset, fetched)"
      " VALUES (?, ?, ?, ?, ?, ?, ?)",
      EXM_VALUES (EXM_TEXT (page->hash), EXM_TEXT (page->url), EXM_TEXT (page->final_url),
                  EXM_INT (page->status), EXM_TEXT (page->headers),
                  EXM_TEXT (page->charset), EXM_INT (page->fetched_usec)),
      error);
}

static gpointer
read_page (ExmStatement *row)
{
  ExmStoredPage *page = exm_stored_page_new ();

  page->hash = exm_statement_dup_text (row, 0);
  page->url = exm_statement_dup_text (row, 1);
  page->final_url = exm_statement_dup_text (row, 2);
  page->status = (guint) exm_statement_get_int (row, 3);
  page->headers = exm_statement_dup_text (row, 4);
  page->charset = exm_statement_dup_text (row, 5);
  page->fetched_usec = exm_statement_get_int (row, 6);
  return page;
}

GPtrArray *
exm_table_page_meta_list_versions (ExmDb *db, const char *hash, GError **error)
{
  /* SQLite takes the columns beside max() from the row that has it. */
  return exm_db_query_list (
      db,
      "SELECT hash, url, final_url, status, headers, charset, max (fetched)"
      " FROM page_meta WHERE url IN (SELECT url FROM page_meta WHERE hash = ?)"
      "  AND status BETWEEN 200 AND 299"
      " GROUP BY hash ORDER BY max (fetched) DESC, hash LIMIT " G_STRINGIFY (
          EXM_PAGE_VERSIONS),
      EXM_VALUES (EXM_TEXT (hash)), read_page, (GDestroyNotify) exm_stored_page_unref,
      error);
}

ExmStoredPage *
exm_table_page_meta_find (ExmDb *db, const char *hash, const char *url, GError **error)
{
  return exm_db_query_one (
      db,
      "SELECT hash, url, final_url, status, headers, charset, fetched FROM page_meta"
      " WHERE hash = ? ORDER BY final_url IS ? OR url IS ? DESC, id DESC LIMIT 1",
      EXM_VALUES (EXM_TEXT (hash), EXM_TEXT (url), EXM_TEXT (url)), read_page, error);
}
