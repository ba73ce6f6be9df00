/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-page.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"

#include <glib/gi18n-lib.h>
#include <zstd.h>

static void
set_page_damaged (ExmDb *db, const char *hash, GError **error)
{
  g_autofree char *file = g_filename_display_name (exm_db_get_path (db));

  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED,
                      N_ ("The stored page %s in %s is damaged; collect the page again."),
                      hash, file);
}

/* %NULL if it is not what was stored. */
static GBytes *
unpack (gconstpointer packed, gsize n_packed, gint64 size, const char *hash)
{
  if (size < 0 || size > EXM_MAX_PAGE_BYTES)
    return NULL;
  g_autofree guint8 *buffer = g_try_malloc ((gsize) size + 1);
  if (buffer == NULL)
    return NULL;
  size_t n_read = ZSTD_decompress (buffer, (gsize) size, packed, n_packed);
  if (ZSTD_isError (n_read) || n_read != (gsize) size)
    return NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&buffer), (gsize) size);
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  return g_strcmp0 (sum, hash) == 0 ? g_steal_pointer (&bytes) : NULL;
}

GBytes *
exm_table_page_get (ExmDb *db, const char *hash, GError **error)
{
  g_autoptr (ExmStatement) statement
      = exm_statement_new (db, "SELECT bytes, size FROM page WHERE hash = ?",
                           EXM_VALUES (EXM_TEXT (hash)), error);

  if (statement == NULL)
    return NULL;
  switch (exm_statement_step (statement, error))
    {
    case EXM_STEP_ROW:
      {
        gsize n_packed = 0;
        gconstpointer packed = exm_statement_get_blob (statement, 0, &n_packed);
        GBytes *bytes
            = unpack (packed, n_packed, exm_statement_get_int (statement, 1), hash);
        if (bytes == NULL)
          set_page_damaged (db, hash, error);
        return bytes;
      }
    case EXM_STEP_DONE:
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                          N_ ("The page %s is not stored any more."), hash);
      return NULL;
    case EXM_STEP_ERROR:
    default:
      return NULL;
    }
}

/* Whether the page is there, as it was stored: a damaged one is stored anew when it comes
 * again. */
static gboolean
is_whole (ExmDb *db, const char *hash, gboolean *whole, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GBytes) bytes = exm_table_page_get (db, hash, &problem);

  *whole = bytes != NULL;
  if (bytes != NULL || g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED)
      || g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
exm_table_page_put (ExmDb *db, const ExmPackedPage *page, GError **error)
{
  gboolean found = FALSE;

  return is_whole (db, page->hash, &found, error)
         && (found
             || exm_db_run (db,
                            "INSERT INTO page (hash, size, bytes) VALUES (?, ?, ?)"
                            " ON CONFLICT (hash) DO UPDATE SET size = excluded.size,"
                            " bytes = excluded.bytes",
                            EXM_VALUES (EXM_TEXT (page->hash),
                                        EXM_INT ((gint64) page->n_bytes),
                                        EXM_BLOB (page->packed)),
                            error));
}

gboolean
exm_table_page_count (ExmDb *db, ExmStoreStats *stats, GError **error)
{
  gint64 n_pages = 0;
  gint64 n_free = 0;
  gint64 n_used = 0;
  gint64 page_size = 0;

  /* Adding up the sizes would read every row: the file says what it takes. */
  if (!exm_db_query_int (db, "SELECT count(*) FROM page", NULL, &n_pages, error)
      || !exm_db_query_int (db, "PRAGMA page_count", NULL, &n_used, error)
      || !exm_db_query_int (db, "PRAGMA freelist_count", NULL, &n_free, error)
      || !exm_db_query_int (db, "PRAGMA page_size", NULL, &page_size, error))
    return FALSE;
  stats->n_pages = (guint64) n_pages;
  stats->stored_bytes = (guint64) ((n_used - n_free) * page_size);
  return TRUE;
}
