/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/sql/exm-sql-driver.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>

/* Pause between two looks at whether a file is free. */
#define PAUSE_USEC (20 * G_TIME_SPAN_MILLISECOND)

typedef struct
{
  sqlite3 *handle;           /* (owned) */
  GCancellable *cancellable; /* (owned) (nullable) */
  guint timeout_ms;
} Session;

static int
on_busy (void *data, int n_before)
{
  const Session *self = data;

  if (n_before * PAUSE_USEC > self->timeout_ms * G_TIME_SPAN_MILLISECOND
      || g_cancellable_is_cancelled (self->cancellable))
    return 0;
  g_usleep (PAUSE_USEC);
  return 1;
}

static ExmSqlError
get_code (int code)
{
  switch (code & 0xff)
    {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return EXM_SQL_ERROR_BUSY;
    case SQLITE_FULL:
      return EXM_SQL_ERROR_FULL;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return EXM_SQL_ERROR_UNREACHABLE;
    case SQLITE_TOOBIG:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return EXM_SQL_ERROR_VALUE;
    default:
      return EXM_SQL_ERROR_FAILED;
    }
}

/* Limits and quotas leave no room, either. */
static gboolean
is_full (const Session *self, int code)
{
  int number = 0;

  sqlite3_file_control (self->handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
  return (code & 0xff) == SQLITE_IOERR
         && (number == ENOSPC || number == EDQUOT || number == EFBIG);
}

static gboolean
fail (const Session *self, int code, GError **error)
{
  ExmSqlError kind = is_full (self, code) ? EXM_SQL_ERROR_FULL : get_code (code);

  g_set_error_literal (error, EXM_SQL_ERROR, (int) kind, sqlite3_errmsg (self->handle));
  return FALSE;
}

static void
close_session (gpointer session)
{
  Session *self = session;

  sqlite3_close (self->handle);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static gpointer
open_session (const ExmSqlTarget *target, GCancellable *cancellable, GError **error)
{
  Session *self = g_new0 (Session, 1);
  int code = sqlite3_open_v2 (target->file, &self->handle,
                              SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                                  | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                              NULL);

  g_set_object (&self->cancellable, cancellable);
  self->timeout_ms = target->timeout_ms;
  if (code == SQLITE_OK)
    code = sqlite3_busy_handler (self->handle, on_busy, self);
  /* Functions that a file's schema names are not run. */
  if (code == SQLITE_OK)
    code = sqlite3_db_config (self->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->handle, "PRAGMA synchronous = FULL", NULL, NULL, NULL);
  if (code == SQLITE_OK)
    return self;
  fail (self, code, error);
  close_session (self);
  return NULL;
}

static int
bind (sqlite3_stmt *statement, const char *const *values, guint n_values)
{
  int code = SQLITE_OK;

  for (guint i = 0; i < n_values && code == SQLITE_OK; i++)
    code = values[i] != NULL
               ? sqlite3_bind_text64 (statement, (int) i + 1, values[i],
                                      strlen (values[i]), SQLITE_STATIC, SQLITE_UTF8)
               : sqlite3_bind_null (statement, (int) i + 1);
  return code;
}

static gboolean
run (gpointer session,
     const char *sql,
     const char *const *values,
     guint n_values,
     GPtrArray *column,
     GError **error)
{
  const Session *self = session;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);

  if (code == SQLITE_OK)
    code = bind (statement, values, n_values);
  if (code == SQLITE_OK)
    while ((code = sqlite3_step (statement)) == SQLITE_ROW)
      if (column != NULL)
        g_ptr_array_add (column,
                         g_strdup ((const char *) sqlite3_column_text (statement, 0)));
  gboolean good = code == SQLITE_DONE || fail (self, code, error);
  sqlite3_finalize (statement);
  return good;
}

GBytes *
exm_sql_sqlite_serialize (gpointer session, GError **error)
{
  const Session *self = session;
  sqlite3_int64 n_bytes = 0;
  unsigned char *bytes = sqlite3_serialize (self->handle, "main", &n_bytes, 0);

  if (bytes != NULL)
    return g_bytes_new_with_free_func (bytes, (gsize) n_bytes, sqlite3_free, bytes);
  fail (self, SQLITE_NOMEM, error);
  return NULL;
}

const ExmSqlDriver exm_sql_sqlite = {
  .version = EXM_SQL_MODULE_VERSION,
  .open = open_session,
  .run = run,
  .close = close_session,
};
