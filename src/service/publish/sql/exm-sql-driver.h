/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kind of database as exm-sql-table.h uses it: SQLite's is part of the program, those
 * of servers are modules that are loaded when they are used first. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Name of an #ExmSqlDriver in a module, and what it must begin with there. */
#define EXM_SQL_MODULE_SYMBOL "exm_sql_module"
#define EXM_SQL_MODULE_VERSION 1u

/* Domain of drivers' errors, whose messages are the database's own words. */
#define EXM_SQL_ERROR (g_quark_from_static_string ("exm-sql-error"))

typedef enum
{
  EXM_SQL_ERROR_UNREACHABLE, /* no server, or none that can be talked to */
  EXM_SQL_ERROR_LOGIN,       /* it wants another user, password or database */
  EXM_SQL_ERROR_LOST,        /* it went away, or did not answer in time */
  EXM_SQL_ERROR_BUSY,        /* others hold it */
  EXM_SQL_ERROR_FULL,
  EXM_SQL_ERROR_VALUE,  /* it does not take one of the values */
  EXM_SQL_ERROR_CODING, /* it does not take the text as UTF-8 */
  EXM_SQL_ERROR_FAILED,
} ExmSqlError;

/* How a server's certificate is looked at. */
typedef enum
{
  EXM_SQL_TLS_OFF,
  EXM_SQL_TLS_REQUIRE, /* encrypted, whoever it is */
  EXM_SQL_TLS_VERIFY,  /* encrypted, and the certificate is good for the host */
} ExmSqlTls;

/**
 * ExmSqlTarget:
 * @file: (nullable): of SQLite
 * @host: (nullable): of a server
 * @port: 0 for the usual one
 * @socket: (nullable): of a server on this computer: its socket, or the folder of it
 * @user: (nullable): who signs in
 * @password: (nullable): with what
 * @database: (nullable): which database
 * @tls: see #ExmSqlTls
 * @authorities: (nullable): file of trusted authorities
 * @timeout_ms: of connecting, and of each statement
 *
 * All strings (unowned).
 */
typedef struct
{
  const char *file;
  const char *host;
  guint port;
  const char *socket;
  const char *user;
  const char *password;
  const char *database;
  ExmSqlTls tls;
  const char *authorities;
  guint timeout_ms;
} ExmSqlTarget;

/**
 * ExmSqlDriver:
 * @version: %EXM_SQL_MODULE_VERSION
 * @open: opens a session, which belongs to one thread at a time
 * @run: runs a statement, in which "?" stands for a value, with text or %NULL each;
 *   @column, if any, gets the first column of what it answers (element-type utf8). What
 *   comes after the cancellable of @open was cancelled fails
 * @close: (transfer full): an open transaction is rolled back, if need be by the server
 *
 * Blocks, but never longer than the time-out; errors are %EXM_SQL_ERROR.
 */
typedef struct
{
  guint version;
  gpointer (*open) (const ExmSqlTarget *target,
                    GCancellable *cancellable,
                    GError **error);
  gboolean (*run) (gpointer session,
                   const char *sql,
                   const char *const *values,
                   guint n_values,
                   GPtrArray *column,
                   GError **error);
  void (*close) (gpointer session);
} ExmSqlDriver;

/* Files; waits five seconds for who holds them. */
extern const ExmSqlDriver exm_sql_sqlite;

/* Returns: (transfer full) (nullable): the bytes of a file with all that is in a session
 * of exm_sql_sqlite */
GBytes *exm_sql_sqlite_serialize (gpointer session, GError **error);

G_END_DECLS
