/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/salvage/exm-salvage-file.h"

#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "task/exm-task-file.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

/* The header of a database file, and what of it is the file's own. */
#define HEADER_BYTES 100u
#define HEADER_PAGES 28u
#define HEADER_FREE_LIST 32u
#define HEADER_USER_VERSION 60u
#define PAGE_BYTES 4096u

static sqlite3 *
open_raw (const char *path)
{
  sqlite3 *db = NULL;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, NULL)
          == SQLITE_OK
      && sqlite3_db_config (db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK
      && sqlite3_exec (db, "PRAGMA writable_schema = ON", NULL, NULL, NULL) == SQLITE_OK
      && sqlite3_exec (db, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL) == SQLITE_OK
      && sqlite3_exec (db, "SELECT count(*) FROM sqlite_schema", NULL, NULL, NULL)
             == SQLITE_OK)
    return db;
  sqlite3_close (db);
  return NULL;
}

static gint64
read_version (sqlite3 *db, const char *sql)
{
  sqlite3_stmt *statement = NULL;
  gint64 value = 0;

  if (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    value = sqlite3_column_int64 (statement, 0);
  sqlite3_finalize (statement);
  return value;
}

/* The header of a file that was made today. */
static char *
make_header (const char *path, const ExmSchema *schema, GError **error)
{
  g_autofree char *fresh = g_strconcat (path, ".fresh.part", NULL);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;

  g_unlink (fresh);
  g_autoptr (ExmDb) db
      = exm_schema_open (schema, fresh, NULL, EXM_SCHEMA_CHECK_NONE, NULL, error);
  if (db == NULL)
    return NULL;
  g_clear_pointer (&db, exm_db_close);
  gboolean read = g_file_get_contents (fresh, &bytes, &n_bytes, error);
  g_unlink (fresh);
  g_autofree char *lock = g_strconcat (fresh, ".lock", NULL);
  g_unlink (lock);
  return read && n_bytes >= HEADER_BYTES ? g_steal_pointer (&bytes) : NULL;
}

static void
put_number (char *bytes, gsize place, guint32 number)
{
  number = GUINT32_TO_BE (number);
  memcpy (bytes + place, &number, sizeof number);
}

/* A copy with another header: the number of its pages is that of its bytes, and no page
 * is free. */
static char *
mend_header (const char *path, const ExmSchema *schema, GError **error)
{
  g_autofree char *copy = g_strconcat (path, ".mended.part", NULL);
  g_autofree char *header = make_header (path, schema, error);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;
  guint32 version = 0;

  if (header == NULL || !g_file_get_contents (path, &bytes, &n_bytes, error))
    return NULL;
  if (n_bytes < PAGE_BYTES)
    {
      exm_store_error_set_damaged (error, path, _ ("next to nothing of it is there"));
      return NULL;
    }
  memcpy (&version, bytes + HEADER_USER_VERSION, sizeof version);
  version = GUINT32_FROM_BE (version);
  memcpy (bytes, header, HEADER_BYTES);
  put_number (bytes, HEADER_PAGES, (guint32) (n_bytes / PAGE_BYTES));
  memset (bytes + HEADER_FREE_LIST, 0, 8);
  if (version > 0 && version <= schema->version)
    put_number (bytes, HEADER_USER_VERSION, version);
  exm_store_folder_make_private (copy, TRUE);
  return g_file_set_contents_full (copy, bytes, (gssize) n_bytes,
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error)
             ? g_steal_pointer (&copy)
             : NULL;
}

sqlite3 *
exm_salvage_file_open (const char *path,
                       const ExmSchema *schema,
                       char **mended,
                       guint *version,
                       GError **error)
{
  g_autofree char *copy = NULL;
  sqlite3 *db = g_file_test (path, G_FILE_TEST_EXISTS) ? open_raw (path) : NULL;

  *mended = NULL;
  if (db == NULL)
    {
      copy = mend_header (path, schema, error);
      db = copy != NULL ? open_raw (copy) : NULL;
      if (db == NULL)
        {
          if (copy != NULL)
            g_unlink (copy);
          if (error != NULL && *error == NULL)
            exm_store_error_set_damaged (error, path, _ ("its beginning is destroyed"));
          return NULL;
        }
    }
  gint64 found = read_version (db, "PRAGMA user_version");
  *version
      = found > 0 && found <= (gint64) schema->version ? (guint) found : schema->version;
  *mended = g_steal_pointer (&copy);
  return db;
}

/* A definition for a task of which none is left. */
static ExmTask *
make_task (gint64 id, const char *uid)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup_printf (_ ("Task %d (its settings were lost)"), (int) id);
  if (uid != NULL)
    {
      g_free (fields.uid);
      fields.uid = g_strdup (uid);
    }
  return exm_task_new (&fields);
}

/* The newest definition of the task that can be read; %NULL without one. */
static ExmTask *
read_newest (ExmDb *db, gint64 id, gint64 *version)
{
  g_autoptr (ExmStatement) statement = exm_statement_new (
      db,
      "SELECT definition, version FROM task_version WHERE task = ? ORDER BY version DESC",
      EXM_VALUES (EXM_INT (id)), NULL);

  while (statement != NULL && exm_statement_step (statement, NULL) == EXM_STEP_ROW)
    {
      const char *text = exm_statement_get_text (statement, 0);
      ExmTask *task = exm_task_file_read (text, strlen (text), FALSE, NULL, NULL);
      *version = exm_statement_get_int (statement, 1);
      if (task != NULL)
        return task;
    }
  return NULL;
}

static gboolean
put_definition (ExmDb *db, gint64 id, gint64 version, const ExmTask *task, GError **error)
{
  g_autofree char *definition = exm_task_file_write (task);

  return exm_db_run (db,
                     "INSERT OR REPLACE INTO task_version (task, version, definition,"
                     " created) VALUES (?, ?, ?, 0)",
                     EXM_VALUES (EXM_INT (id), EXM_INT (version), EXM_TEXT (definition)),
                     error);
}

static gpointer
read_id (ExmStatement *row)
{
  gint64 id = exm_statement_get_int (row, 0);

  return g_memdup2 (&id, sizeof id);
}

/* Articles are not lost with the task that they belong to. */
static gboolean
remake_task (ExmDb *db, gint64 id, GError **error)
{
  gint64 version = 0;
  gint64 taken = 0;
  g_autoptr (ExmTask) task = read_newest (db, id, &version);

  if (task != NULL
      && !exm_db_query_int (db, "SELECT count(*) FROM task WHERE uid = ?",
                            EXM_VALUES (EXM_TEXT (exm_task_get (task)->uid)), &taken,
                            error))
    return FALSE;
  if (task == NULL || taken != 0)
    {
      g_clear_pointer (&task, exm_task_unref);
      task = make_task (id, NULL);
      if (!put_definition (db, id, ++version, task, error))
        return FALSE;
    }
  const ExmTaskFields *fields = exm_task_get (task);
  return exm_db_run (db,
                     "INSERT INTO task (id, uid, version, name, grp, paused, created,"
                     " changed) VALUES (?, ?, ?, ?, ?, 1, 0, 0)",
                     EXM_VALUES (EXM_INT (id), EXM_TEXT (fields->uid), EXM_INT (version),
                                 EXM_TEXT (fields->name), EXM_TEXT (fields->group)),
                     error);
}

static gboolean
remake_tasks (ExmDb *db, guint64 *n_tasks, GError **error)
{
  g_autoptr (GPtrArray) ids
      = exm_db_query_list (db,
                           "SELECT task FROM article UNION SELECT task FROM task_version"
                           " EXCEPT SELECT id FROM task",
                           NULL, read_id, g_free, error);

  if (ids == NULL)
    return FALSE;
  for (guint i = 0; i < ids->len; i++)
    if (!remake_task (db, *(gint64 *) g_ptr_array_index (ids, i), error))
      return FALSE;
  *n_tasks = ids->len;
  return TRUE;
}

/* A task whose newest settings are lost has those before. */
static gboolean
remake_definitions (ExmDb *db, GError **error)
{
  g_autoptr (GPtrArray) ids = exm_db_query_list (
      db,
      "SELECT id FROM task t WHERE NOT EXISTS (SELECT 1 FROM task_version v"
      " WHERE v.task = t.id AND v.version = t.version)",
      NULL, read_id, g_free, error);

  for (guint i = 0; ids != NULL && i < ids->len; i++)
    {
      gint64 id = *(gint64 *) g_ptr_array_index (ids, i);
      gint64 version = 0;
      g_autofree char *uid = NULL;
      g_autoptr (ExmTask) task = read_newest (db, id, &version);
      if (!exm_db_query_text (db, "SELECT uid FROM task WHERE id = ?",
                              EXM_VALUES (EXM_INT (id)), &uid, error))
        return FALSE;
      if (task == NULL)
        {
          task = make_task (id, uid);
          if (!put_definition (db, id, ++version, task, error))
            return FALSE;
        }
      if (!exm_db_run (db, "UPDATE task SET version = ?, paused = 1 WHERE id = ?",
                       EXM_VALUES (EXM_INT (version), EXM_INT (id)), error))
        return FALSE;
    }
  return ids != NULL;
}

/* One statement for each reference of each table: drops the row, or what it says. */
static gpointer
read_text (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

static gboolean
drop_orphans (ExmDb *db, guint64 *n_orphans, GError **error)
{
  g_autoptr (GPtrArray) changes = exm_db_query_list (
      db,
      "SELECT iif (f.on_delete = 'SET NULL',"
      " printf ('UPDATE \"%w\" SET \"%w\" = NULL', s.name, f.\"from\"),"
      " printf ('DELETE FROM \"%w\"', s.name))"
      " || printf (' WHERE \"%w\" IS NOT NULL AND \"%w\" NOT IN"
      " (SELECT \"%w\" FROM \"%w\")', f.\"from\", f.\"from\", f.\"to\", f.\"table\")"
      " FROM sqlite_schema s JOIN pragma_foreign_key_list (s.name) f"
      " WHERE s.type = 'table'",
      NULL, read_text, g_free, error);
  guint64 n_before = 0;

  if (changes == NULL)
    return FALSE;
  *n_orphans = 0;
  do
    {
      n_before = *n_orphans;
      for (guint i = 0; i < changes->len; i++)
        {
          if (!exm_db_execute (db, g_ptr_array_index (changes, i), error))
            return FALSE;
          *n_orphans += exm_db_get_changes (db);
        }
    }
  while (*n_orphans != n_before);
  return TRUE;
}

/* Older articles whose jobs are lost: sources may list them no more. Files of earlier
 * versions have none. */
static gboolean
pass_over_again (ExmDb *db, GError **error)
{
  gint64 has_table = 0;

  if (!exm_db_query_int (db,
                         "SELECT count(*) FROM sqlite_schema WHERE name = 'passed_over'",
                         NULL, &has_table, error))
    return FALSE;
  return has_table == 0
         || exm_db_execute (db,
                            "UPDATE url_seen SET state = 'skipped' WHERE state = 'found'"
                            " AND EXISTS (SELECT 1 FROM passed_over p"
                            "  WHERE p.task = url_seen.task"
                            "  AND p.url_key = url_seen.url_key)"
                            " AND NOT EXISTS (SELECT 1 FROM job j"
                            "  WHERE j.task = url_seen.task"
                            "  AND j.url_key = url_seen.url_key)",
                            error);
}

gboolean
exm_salvage_file_tidy (ExmDb *db, guint64 *n_orphans, guint64 *n_tasks, GError **error)
{
  /* Addresses of articles are known again; those that wait for a job that is lost are
   * forgotten, so that they are found again. */
  static const char addresses[]
      = "INSERT OR IGNORE INTO url_seen (task, url_key, state, first_seen, last_fetched)"
        "  SELECT task, url_key, 'done', collected, collected FROM article;"
        "DELETE FROM url_seen WHERE state = 'found' AND NOT EXISTS (SELECT 1 FROM job j"
        "  WHERE j.task = url_seen.task AND j.url_key = url_seen.url_key);";

  return remake_tasks (db, n_tasks, error) && remake_definitions (db, error)
         && drop_orphans (db, n_orphans, error) && pass_over_again (db, error)
         && exm_db_execute (db, addresses, error);
}
