/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-db.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <sqlite3.h>

/* Steps of SQLite's machine between two looks at the watch: about 20 µs. */
#define WATCH_STEPS 1000

struct _ExmDb
{
  sqlite3 *handle; /* (owned) */
  char *path;      /* (owned) */
  GThread *thread; /* (unowned): the one that may use it; only compared */
  guint busy_timeout_ms;
  guint version; /* of the schema that its user knows; 0 while it is brought up */
  ExmDbWatchFunc watch;
  gpointer watch_data; /* (unowned) */
  gint64 until_usec;
  gboolean too_long; /* the watch ended a statement because of the time */
  int n_transactions;
  GHashTable *idle; /* (owned) (element-type utf8 sqlite3_stmt): by their text */
};

/* Statements that are kept: compiling one takes longer than most of them run. */
#define MAX_IDLE 100u

/* Pages that are copied between two looks at whether to go on: 4 MB. */
#define COPY_STEP 1000

/* A setting, and what reading it back must give. */
typedef struct
{
  const char *set;
  const char *get;
  gint64 expected;
} Setting;

static const Setting settings[] = {
  { "PRAGMA foreign_keys = ON", "PRAGMA foreign_keys", 1 },
  { "PRAGMA synchronous = FULL", "PRAGMA synchronous", 2 },
  { "PRAGMA trusted_schema = OFF", "PRAGMA trusted_schema", 0 },
  { "PRAGMA cell_size_check = ON", "PRAGMA cell_size_check", 1 },
  { "PRAGMA temp_store = MEMORY", "PRAGMA temp_store", 2 },
};

static void
assert_thread (ExmDb *self)
{
  g_assert (self != NULL);
  g_assert (self->thread == g_thread_self ());
}

/* A disk that was mounted anew, to be read only, is told from one that is broken. */
static gboolean
became_read_only (ExmDb *self)
{
  sqlite3_vfs *vfs = NULL;
  int exists = 0, writable = 0;

  sqlite3_file_control (self->handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  return vfs != NULL
         && vfs->xAccess (vfs, self->path, SQLITE_ACCESS_EXISTS, &exists) == SQLITE_OK
         && vfs->xAccess (vfs, self->path, SQLITE_ACCESS_READWRITE, &writable)
                == SQLITE_OK
         && exists && !writable;
}

void
exm_db_set_error (ExmDb *self, int code, GError **error)
{
  assert_thread (self);

  if ((code & 0xff) == SQLITE_INTERRUPT && self->too_long)
    {
      g_autofree char *file = g_filename_display_name (self->path);
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_TOO_LONG,
          N_ ("Reading %s took too long and was stopped; ask for less at once."), file);
      return;
    }
  if ((code & 0xff) == SQLITE_CANTOPEN && sqlite3_system_errno (self->handle) != 0)
    {
      exm_store_error_set_sqlite (error, code, self->path,
                                  g_strerror (sqlite3_system_errno (self->handle)),
                                  self->busy_timeout_ms);
      return;
    }
  if ((code & 0xff) == SQLITE_IOERR && became_read_only (self))
    code = SQLITE_READONLY;
  exm_store_error_set_sqlite (error, code, self->path, sqlite3_errmsg (self->handle),
                              self->busy_timeout_ms);
}

/* Runs a pragma. @value: (out) (transfer full) (nullable): its answer */
static gboolean
run_pragma (ExmDb *self, const char *sql, char **value, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);

  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW)
        {
          g_free (*value);
          *value = g_strdup ((const char *) sqlite3_column_text (statement, 0));
        }
    }
  if (code != SQLITE_DONE)
    exm_db_set_error (self, code, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE;
}

static gboolean
read_number (ExmDb *self, const char *sql, gint64 *number, GError **error)
{
  g_autofree char *value = NULL;

  if (!run_pragma (self, sql, &value, error))
    return FALSE;
  if (value != NULL)
    *number = g_ascii_strtoll (value, NULL, 10);
  return TRUE;
}

static gboolean
apply_setting (ExmDb *self, const Setting *setting, GError **error)
{
  gint64 value = -1;

  if (!exm_db_execute (self, setting->set, error)
      || !read_number (self, setting->get, &value, error))
    return FALSE;
  if (value == setting->expected)
    return TRUE;
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
                      "SQLite did not take \"%s\" for %s", setting->set, self->path);
  return FALSE;
}

static gboolean
apply_settings (ExmDb *self, guint cache_kib, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (!apply_setting (self, &settings[i], error))
      return FALSE;
  if (cache_kib == 0)
    return TRUE;
  /* SQLite takes a size below zero for KiB. */
  g_autofree char *set = g_strdup_printf ("PRAGMA cache_size = -%u", cache_kib);
  const Setting cache = { set, "PRAGMA cache_size", -(gint64) cache_kib };
  return apply_setting (self, &cache, error);
}

/* Strings in double quotes are no strings, and SQL cannot write into the schema. */
static gboolean
apply_config (ExmDb *self, GError **error)
{
  static const struct
  {
    int option;
    int value;
  } config[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },
    { SQLITE_DBCONFIG_DQS_DDL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (config); i++)
    {
      int now = -1;
      int code
          = sqlite3_db_config (self->handle, config[i].option, config[i].value, &now);
      if (code != SQLITE_OK || now != config[i].value)
        {
          exm_db_set_error (self, code != SQLITE_OK ? code : SQLITE_ERROR, error);
          return FALSE;
        }
    }
  return TRUE;
}

static void
finalize_statement (gpointer statement)
{
  sqlite3_finalize (statement);
}

ExmDb *
exm_db_open (const char *path, const ExmDbOptions *options, GError **error)
{
  static const ExmDbOptions defaults = { 0 };

  g_return_val_if_fail (path != NULL, NULL);
  if (options == NULL)
    options = &defaults;

  g_autoptr (ExmDb) self = g_new0 (ExmDb, 1);
  self->idle
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, finalize_statement);
  self->path = g_strdup (path);
  self->thread = g_thread_self ();
  self->busy_timeout_ms
      = options->busy_timeout_ms != 0 ? options->busy_timeout_ms : EXM_DB_BUSY_TIMEOUT_MS;

  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  flags |= options->read_only ? SQLITE_OPEN_READONLY
                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int code = sqlite3_open_v2 (path, &self->handle, flags, options->vfs);
  if (code == SQLITE_OK)
    code = sqlite3_busy_timeout (self->handle, (int) self->busy_timeout_ms);
  /* Asked now: a log that cannot be made would read as a file that is not there. */
  if (code == SQLITE_OK && !options->read_only
      && sqlite3_db_readonly (self->handle, "main") == 1)
    code = SQLITE_READONLY;
  if (code != SQLITE_OK)
    {
      exm_db_set_error (self, code, error);
      return NULL;
    }
  if (!apply_config (self, error) || !apply_settings (self, options->cache_kib, error))
    {
      exm_db_keep_log (self);
      return NULL;
    }
  return g_steal_pointer (&self);
}

ExmDb *
exm_db_open_to_read (const char *folder, const char *name, GError **error)
{
  const ExmDbOptions options = { .read_only = TRUE };
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return exm_db_open (path, &options, error);
}

void
exm_db_close (ExmDb *self)
{
  assert_thread (self);

  g_hash_table_unref (self->idle);
  exm_db_set_watch (self, NULL, NULL, 0);
  /* Refused while there is an open statement, but for those of virtual tables. */
  int code = sqlite3_close (self->handle);
  g_assert (code == SQLITE_OK);
  g_free (self->path);
  g_free (self);
}

gpointer
exm_db_take_statement (ExmDb *self, const char *sql)
{
  gpointer key = NULL, statement = NULL;

  assert_thread (self);
  if (!g_hash_table_steal_extended (self->idle, sql, &key, &statement))
    return NULL;
  g_free (key);
  return statement;
}

void
exm_db_keep_statement (ExmDb *self, gpointer statement)
{
  const char *sql = sqlite3_sql (statement);

  assert_thread (self);
  /* The result is that of the last step, which was told already. */
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  /* A pragma may act as it is compiled. */
  if (sql == NULL || g_str_has_prefix (sql, "PRAGMA")
      || g_hash_table_size (self->idle) >= MAX_IDLE
      || g_hash_table_contains (self->idle, sql))
    sqlite3_finalize (statement);
  else
    g_hash_table_insert (self->idle, g_strdup (sql), statement);
}

void
exm_db_keep_log (ExmDb *self)
{
  assert_thread (self);

  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

gboolean
exm_db_enter_wal (ExmDb *self, GError **error)
{
  assert_thread (self);

  g_autofree char *mode = NULL;
  if (!run_pragma (self, "PRAGMA journal_mode = WAL", &mode, error))
    return FALSE;
  if (g_strcmp0 (mode, "wal") == 0)
    return TRUE;
  g_autofree char *file = g_filename_display_name (self->path);
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
      N_ ("%s cannot be shared between programs on this file system; choose a "
          "data folder on a local disk."),
      file);
  return FALSE;
}

gboolean
exm_db_execute (ExmDb *self, const char *sql, GError **error)
{
  assert_thread (self);

  int code = sqlite3_exec (self->handle, sql, NULL, NULL, NULL);
  if (code == SQLITE_OK)
    return TRUE;
  exm_db_set_error (self, code, error);
  return FALSE;
}

gboolean
exm_db_copy_to (ExmDb *self, const char *path, GCancellable *cancellable, GError **error)
{
  assert_thread (self);

  sqlite3_vfs *vfs = NULL;
  sqlite3_file_control (self->handle, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  ExmDbOptions options = { .busy_timeout_ms = self->busy_timeout_ms, .vfs = vfs->zName };
  g_autoptr (ExmDb) copy = exm_db_open (path, &options, error);
  if (copy == NULL)
    return FALSE;

  sqlite3_backup *backup
      = sqlite3_backup_init (copy->handle, "main", self->handle, "main");
  if (backup == NULL)
    {
      exm_db_set_error (copy, sqlite3_extended_errcode (copy->handle), error);
      return FALSE;
    }
  int code = SQLITE_OK;
  while (code == SQLITE_OK && !g_cancellable_is_cancelled (cancellable))
    code = sqlite3_backup_step (backup, COPY_STEP);
  int end = sqlite3_backup_finish (backup);
  if (code == SQLITE_DONE && end == SQLITE_OK)
    return TRUE;
  if (code == SQLITE_OK && g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  exm_store_error_set_sqlite (error, end != SQLITE_OK ? end : code, copy->path, NULL,
                              self->busy_timeout_ms);
  return FALSE;
}

static int
on_db_progress (gpointer data)
{
  ExmDb *self = data;

  if (self->watch != NULL && self->watch (self->watch_data))
    return 1;
  self->too_long = self->until_usec != 0 && g_get_monotonic_time () > self->until_usec;
  return self->too_long;
}

void
exm_db_set_watch (ExmDb *self, ExmDbWatchFunc func, gpointer data, gint64 until_usec)
{
  assert_thread (self);

  self->watch = func;
  self->watch_data = data;
  self->until_usec = until_usec;
  self->too_long = FALSE;
  if (self->handle == NULL)
    return;
  if (func != NULL || until_usec != 0)
    sqlite3_progress_handler (self->handle, WATCH_STEPS, on_db_progress, self);
  else
    sqlite3_progress_handler (self->handle, 0, NULL, NULL);
}

void
exm_db_expect_version (ExmDb *self, guint version)
{
  assert_thread (self);
  self->version = version;
}

gboolean
exm_db_check_version (ExmDb *self, GError **error)
{
  gint64 found = 0;

  assert_thread (self);
  if (self->version == 0)
    return TRUE;
  if (!read_number (self, "PRAGMA user_version", &found, error))
    return FALSE;
  if (found <= self->version)
    return TRUE;
  exm_store_error_set_newer (error, self->path, (guint) found, self->version);
  return FALSE;
}

const char *
exm_db_get_path (ExmDb *self)
{
  assert_thread (self);
  return self->path;
}

guint
exm_db_get_changes (ExmDb *self)
{
  assert_thread (self);
  return (guint) sqlite3_changes (self->handle);
}

gint64
exm_db_get_last_id (ExmDb *self)
{
  assert_thread (self);
  return sqlite3_last_insert_rowid (self->handle);
}

gboolean
exm_db_is_read_only (ExmDb *self)
{
  assert_thread (self);
  return sqlite3_db_readonly (self->handle, "main") != 0;
}

gboolean
exm_db_in_transaction (ExmDb *self)
{
  assert_thread (self);
  return sqlite3_get_autocommit (self->handle) == 0;
}

guint
exm_db_count_transactions (ExmDb *self, int change)
{
  assert_thread (self);
  self->n_transactions += change;
  g_assert (self->n_transactions >= 0);
  return (guint) self->n_transactions;
}

sqlite3 *
exm_db_get_handle (ExmDb *self)
{
  assert_thread (self);
  return self->handle;
}
