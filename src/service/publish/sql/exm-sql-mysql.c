/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MariaDB and MySQL, by MariaDB's library; a module. Its calls are begun, and go on when
 * the socket is ready. Only the look-up of a host's name waits for the system. */

#define G_LOG_DOMAIN "exm-mysql"

#include "config.h"

#include "publish/sql/exm-sql-driver.h"
#include "publish/sql/exm-sql-wait.h"

#include <errmsg.h>
#include <gmodule.h>
#include <mysql.h>
#include <mysqld_error.h>
#include <string.h>

/* Text as UTF-8, no value cut or changed, and values quoted as we quote them. */
#define SET_UP                                                                           \
  "SET SESSION sql_mode = "                                                              \
  "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO'"

/* Most bytes of a statement, of a packet with it. */
#define LIMIT "SELECT @@max_allowed_packet"
#define COMMAND_BYTES 1u

typedef struct
{
  MYSQL *connection;         /* (owned) */
  GCancellable *cancellable; /* (owned) (nullable) */
  guint timeout_ms;
  guint64 max_bytes; /* of a statement; 0 while that is not known */
} Session;

static const struct
{
  guint number;
  ExmSqlError code;
} codes[] = {
  { CR_SERVER_GONE_ERROR, EXM_SQL_ERROR_LOST },
  { CR_SERVER_LOST, EXM_SQL_ERROR_LOST },
  { CR_CONNECTION_ERROR, EXM_SQL_ERROR_UNREACHABLE },
  { CR_CONN_HOST_ERROR, EXM_SQL_ERROR_UNREACHABLE },
  { CR_UNKNOWN_HOST, EXM_SQL_ERROR_UNREACHABLE },
  { CR_SSL_CONNECTION_ERROR, EXM_SQL_ERROR_UNREACHABLE },
  { CR_VERSION_ERROR, EXM_SQL_ERROR_UNREACHABLE },
  { ER_SERVER_SHUTDOWN, EXM_SQL_ERROR_LOST },
  { ER_CON_COUNT_ERROR, EXM_SQL_ERROR_BUSY },
  { ER_ACCESS_DENIED_ERROR, EXM_SQL_ERROR_LOGIN },
  { ER_DBACCESS_DENIED_ERROR, EXM_SQL_ERROR_LOGIN },
  { ER_TABLEACCESS_DENIED_ERROR, EXM_SQL_ERROR_LOGIN },
  { ER_BAD_DB_ERROR, EXM_SQL_ERROR_LOGIN },
  { ER_LOCK_WAIT_TIMEOUT, EXM_SQL_ERROR_BUSY },
  { ER_LOCK_DEADLOCK, EXM_SQL_ERROR_BUSY },
  { ER_DISK_FULL, EXM_SQL_ERROR_FULL },
  { ER_RECORD_FILE_FULL, EXM_SQL_ERROR_FULL },
  { ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, EXM_SQL_ERROR_CODING },
  { ER_DATA_TOO_LONG, EXM_SQL_ERROR_VALUE },
  { ER_WARN_DATA_OUT_OF_RANGE, EXM_SQL_ERROR_VALUE },
  { ER_TRUNCATED_WRONG_VALUE, EXM_SQL_ERROR_VALUE },
  { ER_BAD_NULL_ERROR, EXM_SQL_ERROR_VALUE },
  { ER_NET_PACKET_TOO_LARGE, EXM_SQL_ERROR_VALUE },
  { CR_NET_PACKET_TOO_LARGE, EXM_SQL_ERROR_VALUE },
  { ER_SIGNAL_EXCEPTION, EXM_SQL_ERROR_VALUE },
  { ER_CONSTRAINT_FAILED, EXM_SQL_ERROR_VALUE },
};

static gboolean
fail (const Session *self, ExmSqlError code, GError **error)
{
  guint number = mysql_errno (self->connection);
  g_autofree char *words
      = g_strchomp (g_utf8_make_valid (mysql_error (self->connection), -1));

  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (codes[i].number == number)
      code = codes[i].code;
  g_set_error (error, EXM_SQL_ERROR, (int) code, "%s (%u)", words, number);
  return FALSE;
}

/* Waits for what the library waits for. @status: (inout): its conditions, then those that
 * hold */
static gboolean
go_on (const Session *self, gint64 end_usec, int *status, GError **error)
{
  GIOCondition events = (GIOCondition) 0;

  if (*status & MYSQL_WAIT_READ)
    events |= G_IO_IN;
  if (*status & MYSQL_WAIT_WRITE)
    events |= G_IO_OUT;
  if (*status & MYSQL_WAIT_EXCEPT)
    events |= G_IO_PRI;
  GIOCondition ready = exm_sql_wait ((int) mysql_get_socket (self->connection), events,
                                     end_usec, self->cancellable, error);
  if (ready == 0)
    return FALSE;
  *status = 0;
  if (ready & (G_IO_IN | G_IO_HUP | G_IO_ERR))
    *status |= MYSQL_WAIT_READ;
  if (ready & (G_IO_OUT | G_IO_ERR))
    *status |= MYSQL_WAIT_WRITE;
  if (ready & G_IO_PRI)
    *status |= MYSQL_WAIT_EXCEPT;
  return TRUE;
}

static gint64
get_end (const Session *self)
{
  return g_get_monotonic_time () + self->timeout_ms * G_TIME_SPAN_MILLISECOND;
}

/* Closing says good-bye to the server, which may not listen. */
static void
close_session (gpointer session)
{
  Session *self = session;

  if (self->connection != NULL)
    mysql_close (self->connection);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static void
set_options (const Session *self, const ExmSqlTarget *target)
{
  guint seconds = MAX (target->timeout_ms / 1000, 1);
  my_bool yes = 1, verify = target->tls == EXM_SQL_TLS_VERIFY;

  mysql_options (self->connection, MYSQL_OPT_NONBLOCK, 0);
  /* A name of this computer is no word for its socket. */
  const enum mysql_protocol_type protocol
      = target->socket != NULL ? MYSQL_PROTOCOL_SOCKET : MYSQL_PROTOCOL_TCP;
  mysql_options (self->connection, MYSQL_OPT_PROTOCOL, &protocol);
  mysql_options (self->connection, MYSQL_SET_CHARSET_NAME, "utf8mb4");
  mysql_options (self->connection, MYSQL_OPT_CONNECT_TIMEOUT, &seconds);
  mysql_options (self->connection, MYSQL_OPT_READ_TIMEOUT, &seconds);
  mysql_options (self->connection, MYSQL_OPT_WRITE_TIMEOUT, &seconds);
  /* No file of this computer is sent, whatever a server asks for. */
  guint no = 0;
  mysql_options (self->connection, MYSQL_OPT_LOCAL_INFILE, &no);
  if (target->tls == EXM_SQL_TLS_OFF)
    return;
  mysql_options (self->connection, MYSQL_OPT_SSL_ENFORCE, &yes);
  mysql_options (self->connection, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
  if (verify && target->authorities != NULL)
    mysql_options (self->connection, MYSQL_OPT_SSL_CA, target->authorities);
}

static gboolean
connect_to (const Session *self, const ExmSqlTarget *target, GError **error)
{
  gint64 end_usec = get_end (self);
  MYSQL *connected = NULL;
  int status = mysql_real_connect_start (
      &connected, self->connection, target->socket != NULL ? NULL : target->host,
      target->user, target->password, target->database, target->port, target->socket, 0);

  while (status != 0)
    {
      if (!go_on (self, end_usec, &status, error))
        return FALSE;
      status = mysql_real_connect_cont (&connected, self->connection, status);
    }
  return connected != NULL || fail (self, EXM_SQL_ERROR_UNREACHABLE, error);
}

static gboolean
take (const Session *self, gint64 end_usec, GPtrArray *column, GError **error)
{
  MYSQL_RES *result = NULL;
  MYSQL_ROW row;
  int status = mysql_store_result_start (&result, self->connection);

  while (status != 0)
    {
      if (!go_on (self, end_usec, &status, error))
        return FALSE;
      status = mysql_store_result_cont (&result, self->connection, status);
    }
  if (result == NULL)
    return mysql_errno (self->connection) == 0
           || fail (self, EXM_SQL_ERROR_FAILED, error);
  while (column != NULL && (row = mysql_fetch_row (result)) != NULL)
    g_ptr_array_add (column, g_strdup (row[0]));
  mysql_free_result (result);
  return TRUE;
}

static void
append_quoted (const Session *self, GString *out, const char *value)
{
  if (value == NULL)
    {
      g_string_append (out, "NULL");
      return;
    }
  gsize n_bytes = strlen (value);
  g_autofree char *escaped = g_malloc (2 * n_bytes + 1);
  gsize n_escaped = mysql_real_escape_string (self->connection, escaped, value, n_bytes);
  g_string_append_c (out, '\'');
  g_string_append_len (out, escaped, (gssize) n_escaped);
  g_string_append_c (out, '\'');
}

static char *
fill_in (const Session *self, const char *sql, const char *const *values)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (; *sql != '\0'; sql++)
    if (*sql == '?')
      append_quoted (self, out, *values++);
    else
      g_string_append_c (out, *sql);
  return g_string_free (g_steal_pointer (&out), FALSE);
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
  g_autofree char *filled = fill_in (self, sql, values);
  gsize n_bytes = strlen (filled);
  gint64 end_usec = get_end (self);
  int failed = 0;

  /* The server would end the connection, without saying why. */
  if (self->max_bytes > 0 && n_bytes + COMMAND_BYTES > self->max_bytes)
    {
      g_set_error (error, EXM_SQL_ERROR, EXM_SQL_ERROR_VALUE,
                   "max_allowed_packet: %" G_GUINT64_FORMAT, self->max_bytes);
      return FALSE;
    }
  int status = mysql_real_query_start (&failed, self->connection, filled, n_bytes);

  while (status != 0)
    {
      if (!go_on (self, end_usec, &status, error))
        return FALSE;
      status = mysql_real_query_cont (&failed, self->connection, status);
    }
  if (failed != 0)
    return fail (self, EXM_SQL_ERROR_FAILED, error);
  return take (self, end_usec, column, error);
}

static gboolean
read_limit (Session *self, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_free);

  if (!run (self, LIMIT, NULL, 0, rows, error))
    return FALSE;
  if (rows->len > 0 && g_ptr_array_index (rows, 0) != NULL)
    self->max_bytes = g_ascii_strtoull (g_ptr_array_index (rows, 0), NULL, 10);
  return TRUE;
}

static gpointer
open_session (const ExmSqlTarget *target, GCancellable *cancellable, GError **error)
{
  Session *self = g_new0 (Session, 1);

  g_set_object (&self->cancellable, cancellable);
  self->timeout_ms = target->timeout_ms;
  self->connection = mysql_init (NULL);
  set_options (self, target);
  if (connect_to (self, target, error) && run (self, SET_UP, NULL, 0, NULL, error)
      && read_limit (self, error))
    return self;
  close_session (self);
  return NULL;
}

G_MODULE_EXPORT const ExmSqlDriver exm_sql_module = {
  .version = EXM_SQL_MODULE_VERSION,
  .open = open_session,
  .run = run,
  .close = close_session,
};
