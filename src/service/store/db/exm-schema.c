/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-transaction.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <unistd.h>

/* One call of exm_schema_open(). */
typedef struct
{
  const ExmSchema *schema;     /* (unowned) */
  const char *path;            /* (unowned) */
  const ExmDbOptions *options; /* (unowned) */
  ExmSchemaCheck check;
  GPtrArray *notices; /* (unowned) (nullable) */
} Opening;

static void G_GNUC_PRINTF (2, 3)
    add_notice (const Opening *opening, const char *format, ...)
{
  va_list arguments;

  if (opening->notices == NULL)
    return;
  va_start (arguments, format);
  g_ptr_array_add (opening->notices, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static void
set_damaged (const Opening *opening, const char *words, GError **error)
{
  g_autofree char *file = g_filename_display_name (opening->path);

  g_autofree char *line = g_strdelimit (g_strdup (words), "\n", ' ');

  exm_store_error_set_damaged (error, opening->path, line);
}

/* Reads the marks of the program that owns the file: at one moment, as another program
 * may be making the tables of a new file right now. */
static gboolean
read_identity (ExmDb *db, gint64 *id, gint64 *version, gint64 *n_tables, GError **error)
{
  if (!exm_db_execute (db, "BEGIN", error))
    return FALSE;
  gboolean done = exm_db_query_int (db, "PRAGMA application_id", NULL, id, error)
                  && exm_db_query_int (db, "PRAGMA user_version", NULL, version, error)
                  && exm_db_query_int (db, "SELECT count(*) FROM sqlite_schema", NULL,
                                       n_tables, error);
  /* A read that failed may have ended the transaction already. */
  if (exm_db_in_transaction (db) && !exm_db_execute (db, "COMMIT", done ? error : NULL))
    return FALSE;
  return done;
}

/* Whether the file is ours and not newer than we are. */
static gboolean
check_identity (const Opening *opening, ExmDb *db, guint *version, GError **error)
{
  g_autofree char *file = g_filename_display_name (opening->path);
  gint64 id = 0;
  gint64 found = 0;
  gint64 n_tables = 0;

  if (!read_identity (db, &id, &found, &n_tables, error))
    return FALSE;
  if (id != opening->schema->application_id && (found != 0 || n_tables != 0 || id != 0))
    {
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_FOREIGN,
          N_ ("%s is a database of another program. Move it away, or choose "
              "another data folder."),
          file);
      return FALSE;
    }
  if (found > opening->schema->version)
    {
      exm_store_error_set_newer (error, opening->path, (guint) found,
                                 opening->schema->version);
      return FALSE;
    }
  if (found < 0 || (found > 0 && n_tables == 0))
    {
      set_damaged (opening, _ ("its tables are missing"), error);
      return FALSE;
    }
  *version = (guint) found;
  return TRUE;
}

static gboolean
check_pages (const Opening *opening, ExmDb *db, GError **error)
{
  g_autofree char *result = NULL;

  if (!exm_db_query_text (db, "PRAGMA quick_check(1)", NULL, &result, error))
    return FALSE;
  if (g_strcmp0 (result, "ok") == 0)
    return TRUE;
  set_damaged (opening, result, error);
  return FALSE;
}

/* A connection to a file that is sound, of whatever version. */
static ExmDb *
open_sound (const Opening *opening, guint *version, GError **error)
{
  g_autoptr (ExmDb) db = exm_db_open (opening->path, opening->options, error);

  if (db == NULL)
    return NULL;
  if (!check_identity (opening, db, version, error)
      || (opening->check == EXM_SCHEMA_CHECK_ALL && *version > 0
          && !check_pages (opening, db, error)))
    {
      exm_db_keep_log (db);
      return NULL;
    }
  return g_steal_pointer (&db);
}

/* The lock of those who create or bring up. Ends with the descriptor. */
static int
take_lock (const Opening *opening, GError **error)
{
  g_autofree char *path = g_strconcat (opening->path, ".lock", NULL);
  guint timeout_ms = opening->options != NULL && opening->options->busy_timeout_ms != 0
                         ? opening->options->busy_timeout_ms
                         : EXM_DB_BUSY_TIMEOUT_MS;

  return exm_store_folder_lock (path, opening->path, timeout_ms, NULL, error);
}

static gboolean
copy_aside (const Opening *opening, ExmDb *db, GError **error)
{
  g_autofree char *copy
      = g_strdup_printf ("%s.before-v%u", opening->path, opening->schema->version);
  g_autofree char *part = g_strconcat (copy, ".part", NULL);

  exm_store_folder_make_private (part, TRUE);
  if (!exm_db_copy_to (db, part, NULL, error))
    {
      exm_said_prefix_error (
          error, "%s ",
          N_ ("No copy could be made before bringing the database up to date, "
              "so it was left as it is."));
      return FALSE;
    }
  exm_fail_point ("store.copy-aside.before");
  if (g_rename (part, copy) != 0)
    {
      exm_store_folder_set_error (error, copy, errno);
      return FALSE;
    }
  exm_fail_point ("store.copy-aside.after");
  g_autofree char *file = g_filename_display_name (opening->path);
  g_autofree char *name = g_filename_display_basename (copy);
  add_notice (opening, _ ("%s was brought up to date; a copy as it was is kept as “%s”."),
              file, name);
  return TRUE;
}

static gboolean
migrate_once (const Opening *opening, ExmDb *db, guint from, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (db, EXM_COMMIT_SCHEMA, error);
  gint64 version = -1;
  gint64 n_orphans = 0;

  if (transaction == NULL)
    return FALSE;
  for (const char *const *part = opening->schema->migrations[from]; *part != NULL; part++)
    if (!exm_db_execute (db, *part, error))
      return FALSE;
  if (!exm_db_query_int (db, "PRAGMA user_version", NULL, &version, error)
      || !exm_db_query_int (db, "SELECT count(*) FROM pragma_foreign_key_check", NULL,
                            &n_orphans, error))
    return FALSE;
  if (version != (gint64) from + 1 || n_orphans != 0)
    {
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
                          "%s: the change to version %u gave version %d and %d orphans",
                          opening->path, from + 1, (int) version, (int) n_orphans);
      return FALSE;
    }
  return exm_transaction_commit (transaction, error);
}

/* A file is of the version that it was, or of the newest, whatever happens: a new one is
 * empty until then, and the copy aside is of the version before all steps. */
static gboolean
bring_up (const Opening *opening, ExmDb *db, guint version, GError **error)
{
  g_autoptr (ExmTransaction) all = exm_transaction_begin (db, EXM_COMMIT_SCHEMA, error);

  if (all == NULL)
    return FALSE;
  for (; version < opening->schema->version; version++)
    if (!migrate_once (opening, db, version, error))
      return FALSE;
  return exm_transaction_commit (all, error);
}

/* Under the lock. */
static ExmDb *
open_and_bring_up (const Opening *opening, GError **error)
{
  guint version = 0;

  exm_store_folder_make_private (opening->path, TRUE);
  g_autoptr (ExmDb) db = open_sound (opening, &version, error);
  if (db == NULL || !exm_db_enter_wal (db, error))
    return NULL;
  if (version > 0 && version < opening->schema->version
      && !copy_aside (opening, db, error))
    return NULL;
  if (!bring_up (opening, db, version, error))
    return NULL;
  return g_steal_pointer (&db);
}

static ExmDb *
open_to_read (const Opening *opening, GError **error)
{
  guint version = 0;
  g_autoptr (ExmDb) db = open_sound (opening, &version, error);

  if (db == NULL)
    return NULL;
  if (version == opening->schema->version)
    return g_steal_pointer (&db);
  g_autofree char *file = g_filename_display_name (opening->path);
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_OLDER,
      N_ ("%s is of an older version of Exemplar and has to be brought up to date "
          "first: run the worker once."),
      file);
  return NULL;
}

/* The usual case, which takes no lock: the file is there, sound and up to date. */
static ExmDb *
open_current (const Opening *opening, GError **error)
{
  guint version = 0;

  if (!g_file_test (opening->path, G_FILE_TEST_EXISTS))
    return NULL;
  exm_store_folder_make_private (opening->path, FALSE);
  g_autoptr (ExmDb) db = open_sound (opening, &version, error);
  if (db == NULL)
    return NULL;
  if (version != opening->schema->version)
    return NULL;
  return exm_db_enter_wal (db, error) ? g_steal_pointer (&db) : NULL;
}

/* Whatever is asked for: to read, as it is, or brought up. */
static ExmDb *
open_any (const Opening *opening, GError **error)
{
  if (opening->options != NULL && opening->options->read_only)
    return open_to_read (opening, error);

  g_autoptr (GError) local_error = NULL;
  ExmDb *db = open_current (opening, &local_error);
  if (db != NULL)
    return db;
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
  int lock = take_lock (opening, error);
  if (lock < 0)
    return NULL;
  db = open_and_bring_up (opening, error);
  close (lock);
  return db;
}

ExmDb *
exm_schema_open (const ExmSchema *schema,
                 const char *path,
                 const ExmDbOptions *options,
                 ExmSchemaCheck check,
                 GPtrArray *notices,
                 GError **error)
{
  const Opening opening = {
    .schema = schema, .path = path, .options = options, .check = check, .notices = notices
  };

  ExmDb *db = open_any (&opening, error);
  if (db != NULL)
    exm_db_expect_version (db, schema->version);
  return db;
}
