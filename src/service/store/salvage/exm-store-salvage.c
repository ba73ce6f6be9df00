/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/salvage/exm-store-salvage.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-store-swap.h"
#include "store/exm-store.h"
#include "store/salvage/exm-salvage-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

void
exm_salvage_clear (ExmSalvage *self)
{
  g_clear_pointer (&self->tables, g_array_unref);
  g_clear_pointer (&self->lost, g_ptr_array_unref);
  g_clear_pointer (&self->kept, g_free);
}

gboolean
exm_salvage_is_lossy (const ExmSalvage *self)
{
  for (guint i = 0; self->tables != NULL && i < self->tables->len; i++)
    if (g_array_index (self->tables, ExmTableScan, i).damaged)
      return TRUE;
  return self->n_orphans > 0;
}

/* The tables of every version, parents before what refers to them. */
static const char *const main_tables[]
    = { "task",          "task_version",  "setting",
        "event",         "host",          "url_seen",
        "run",           "job",           "page_meta",
        "article",       "publish_queue", "label",
        "line_stat",     "site_stat",     "approval",
        "trouble",       "output",        "article_checksum",
        "quarantine",    "backlog",       "passed_over",
        "trash",         "job_page",      "joined_page",
        "unread",        "star",          "tag",
        "article_field", "unjudged",      "alert",
        "site_place",    "feed_item",     "article_former" };
static const char *const pages_tables[] = { "page" };

typedef struct
{
  const ExmSchema *schema;
  const char *const *tables;
  gsize n_tables;
} Kind;

static Kind
get_kind (const char *file)
{
  if (strcmp (file, EXM_STORE_PAGES_FILE) == 0)
    return (Kind){ &exm_schema_pages, pages_tables, G_N_ELEMENTS (pages_tables) };
  return (Kind){ &exm_schema_main, main_tables, G_N_ELEMENTS (main_tables) };
}

/* Whether files of this version have the table. */
static gboolean
has_table (ExmDb *db, const char *table)
{
  gint64 n_found = 0;

  return exm_db_query_int (
             db, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?",
             EXM_VALUES (EXM_TEXT (table)), &n_found, NULL)
         && n_found != 0;
}

static gboolean
copy_tables (const Kind *kind,
             sqlite3 *source,
             ExmDb *target,
             gboolean write,
             ExmSalvage *salvage,
             GError **error)
{
  for (gsize i = 0; i < kind->n_tables; i++)
    {
      ExmTableScan scan = { .table = kind->tables[i] };
      if (!has_table (target, scan.table))
        continue;
      if (!exm_table_scan_run (&scan, source, write ? exm_db_get_handle (target) : NULL))
        {
          exm_db_set_error (target, sqlite3_extended_errcode (exm_db_get_handle (target)),
                            error);
          return FALSE;
        }
      g_array_append_val (salvage->tables, scan);
    }
  return TRUE;
}

/* The index of addresses has articles that the table has not: they are named, and not
 * taken for known any more. Without that index nothing is known of them. */
static gboolean
find_lost (sqlite3 *source, ExmDb *target, ExmSalvage *salvage, GError **error)
{
  sqlite3_stmt *row = NULL;
  gboolean done = TRUE;

  if (sqlite3_prepare_v2 (source,
                          "SELECT task, url_key FROM article"
                          " INDEXED BY sqlite_autoindex_article_1",
                          -1, &row, NULL)
      != SQLITE_OK)
    return TRUE;
  while (done && sqlite3_step (row) == SQLITE_ROW)
    {
      gint64 task = sqlite3_column_int64 (row, 0);
      const char *key = (const char *) sqlite3_column_text (row, 1);
      gint64 n_found = 0;
      const ExmValue values[] = { EXM_INT (task), EXM_TEXT (key), { EXM_VALUE_END } };
      done = exm_db_query_int (
          target, "SELECT count(*) FROM article WHERE task = ? AND url_key = ?", values,
          &n_found, error);
      if (!done || n_found != 0)
        continue;
      g_ptr_array_add (salvage->lost, g_strdup (key));
      done = exm_db_run (target, "DELETE FROM url_seen WHERE task = ? AND url_key = ?",
                         values, error);
    }
  sqlite3_finalize (row);
  return done;
}

/* A store is not called repaired that has lost all it was made for. */
static gboolean
has_articles (const ExmSalvage *salvage, const char *path, GError **error)
{
  for (guint i = 0; i < salvage->tables->len; i++)
    {
      const ExmTableScan *scan = &g_array_index (salvage->tables, ExmTableScan, i);
      if (strcmp (scan->table, "article") == 0 && scan->n_read == 0 && scan->damaged)
        {
          exm_store_error_set_damaged (error, path, _ ("no article can be read"));
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_result (ExmDb *db, GError **error)
{
  g_autofree char *result = NULL;
  gint64 n_orphans = 0;

  if (!exm_db_query_text (db, "PRAGMA integrity_check(1)", NULL, &result, error)
      || !exm_db_query_int (db, "SELECT count(*) FROM pragma_foreign_key_check", NULL,
                            &n_orphans, error))
    return FALSE;
  if (g_strcmp0 (result, "ok") == 0 && n_orphans == 0)
    return TRUE;
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
                      "%s: the new file is not sound: %s, %d orphans",
                      exm_db_get_path (db), result, (int) n_orphans);
  return FALSE;
}

static ExmDb *
make_target (const Kind *kind, const char *part, guint version, GError **error)
{
  const ExmSchema schema = { .application_id = kind->schema->application_id,
                             .version = version,
                             .migrations = kind->schema->migrations };
  g_autoptr (ExmDb) db
      = exm_schema_open (&schema, part, NULL, EXM_SCHEMA_CHECK_NONE, NULL, error);

  /* Nothing of it counts before it is synced and has its name. */
  if (db == NULL
      || !exm_db_execute (db,
                          "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
                          "PRAGMA foreign_keys = OFF",
                          error))
    return NULL;
  return g_steal_pointer (&db);
}

static gboolean
fill_target (const Kind *kind,
             sqlite3 *source,
             ExmDb *target,
             const char *path,
             ExmSalvage *salvage,
             GError **error)
{
  gboolean is_main = kind->schema == &exm_schema_main;

  if (!exm_db_execute (target, "BEGIN", error))
    return FALSE;
  if (!copy_tables (kind, source, target, TRUE, salvage, error)
      || !has_articles (salvage, path, error)
      || (is_main && !find_lost (source, target, salvage, error))
      || (is_main
          && !exm_salvage_file_tidy (target, &salvage->n_orphans,
                                     &salvage->n_tasks_remade, error)))
    {
      exm_db_execute (target, "ROLLBACK", NULL);
      return FALSE;
    }
  exm_fail_point ("store.repair.filled");
  return exm_db_execute (target, "COMMIT", error) && check_result (target, error);
}

static void
drop_part (const char *part)
{
  static const char *const suffixes[] = { "", "-wal", "-shm", "-journal", ".lock" };

  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *file = g_strconcat (part, suffixes[i], NULL);
      g_unlink (file);
    }
}

/* Makes the new file beside the old one. @write: %FALSE to look only */
static gboolean
make_part (const Kind *kind,
           const char *path,
           const char *part,
           gboolean write,
           ExmSalvage *salvage,
           GError **error)
{
  g_autofree char *mended = NULL;
  guint version = 0;
  sqlite3 *source = exm_salvage_file_open (path, kind->schema, &mended, &version, error);

  if (source == NULL)
    return FALSE;
  salvage->tables = g_array_new (FALSE, TRUE, sizeof (ExmTableScan));
  salvage->lost = g_ptr_array_new_with_free_func (g_free);
  ExmDb *target = make_target (kind, part, version, error);
  gboolean done = target != NULL;
  if (done && write)
    done = fill_target (kind, source, target, path, salvage, error);
  else if (done)
    done = copy_tables (kind, source, target, FALSE, salvage, error);
  g_clear_pointer (&target, exm_db_close);
  sqlite3_close (source);
  if (mended != NULL)
    drop_part (mended);
  return done;
}

gboolean
exm_store_salvage (const char *folder,
                   const char *file,
                   ExmSalvage *salvage,
                   GError **error)
{
  const Kind kind = get_kind (file);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *part = g_strconcat (path, ".repaired.part", NULL);

  drop_part (part);
  exm_store_folder_make_private (part, TRUE);
  gboolean done = make_part (&kind, path, part, TRUE, salvage, error);
  exm_fail_point ("store.repair.made");
  done = done && exm_store_swap (path, part, "damaged", &salvage->kept, error);
  drop_part (part);
  return done;
}

gboolean
exm_store_salvage_look (const char *folder,
                        const char *file,
                        ExmSalvage *salvage,
                        GError **error)
{
  const Kind kind = get_kind (file);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *part = g_strconcat (path, ".look.part", NULL);

  drop_part (part);
  gboolean done = make_part (&kind, path, part, FALSE, salvage, error);
  drop_part (part);
  return done;
}
