/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* PostgreSQL, by libpq; a module. libpq never blocks here: it is asked to go on when its
 * socket is ready. Only the look-up of a host's name waits for the system. */

#define G_LOG_DOMAIN "exm-postgresql"

#include "config.h"

#include "publish/sql/exm-sql-driver.h"
#include "publish/sql/exm-sql-wait.h"

#include <gmodule.h>
#include <libpq-fe.h>
#include <string.h>

typedef struct
{
  PGconn *connection;        /* (owned) */
  GCancellable *cancellable; /* (owned) (nullable) */
  guint timeout_ms;
} Session;

/* Errors by the beginning of their SQLSTATE. */
static const struct
{
  const char *state;
  ExmSqlError code;
} codes[] = {
  { "08", EXM_SQL_ERROR_LOST },      { "57P", EXM_SQL_ERROR_LOST },
  { "28", EXM_SQL_ERROR_LOGIN },     { "3D", EXM_SQL_ERROR_LOGIN },
  { "42501", EXM_SQL_ERROR_LOGIN },  { "53", EXM_SQL_ERROR_FULL },
  { "55", EXM_SQL_ERROR_BUSY },      { "40", EXM_SQL_ERROR_BUSY },
  { "22P05", EXM_SQL_ERROR_CODING }, { "22021", EXM_SQL_ERROR_CODING },
  { "22", EXM_SQL_ERROR_VALUE },     { "23", EXM_SQL_ERROR_VALUE },
  { "54", EXM_SQL_ERROR_VALUE },     { "P0001", EXM_SQL_ERROR_VALUE },
};

static gint64
get_end (const Session *self)
{
  return g_get_monotonic_time () + self->timeout_ms * G_TIME_SPAN_MILLISECOND;
}

static gboolean
fail (const Session *self, ExmSqlError code, GError **error)
{
  g_autofree char *words
      = g_strchomp (g_utf8_make_valid (PQerrorMessage (self->connection), -1));

  g_set_error_literal (error, EXM_SQL_ERROR, (int) code, words);
  return FALSE;
}

static void
close_session (gpointer session)
{
  Session *self = session;

  if (self->connection != NULL)
    PQfinish (self->connection);
  g_clear_object (&self->cancellable);
  g_free (self);
}

static PGconn *
start (const ExmSqlTarget *target)
{
  static const char *const modes[] = { [EXM_SQL_TLS_OFF] = "prefer",
                                       [EXM_SQL_TLS_REQUIRE] = "require",
                                       [EXM_SQL_TLS_VERIFY] = "verify-full" };
  g_autofree char *port = target->port > 0 ? g_strdup_printf ("%u", target->port) : NULL;
  /* A name stands once, also where its value is NULL, which is the usual one. */
  const char *const names[] = { "host",        "port",
                                "user",        "password",
                                "dbname",      "sslmode",
                                "sslrootcert", "client_encoding",
                                "options",     "application_name",
                                "gssencmode",  NULL };
  const char *const values[] = {
    target->socket != NULL ? target->socket : target->host,
    port,
    target->user,
    target->password,
    target->database,
    modes[target->tls],
    target->tls == EXM_SQL_TLS_VERIFY ? target->authorities : NULL,
    "UTF8",
    NULL,
    "exemplar",
    "disable",
    NULL,
  };

  return PQconnectStartParams (names, values, 0);
}

/* libpq tells of a refused log-in by words alone. */
static ExmSqlError
get_refusal (const Session *self)
{
  return PQsocket (self->connection) >= 0
                 && strstr (PQerrorMessage (self->connection), "FATAL") != NULL
                 && strstr (PQerrorMessage (self->connection), "starting up") == NULL
                 && strstr (PQerrorMessage (self->connection), "shutting down") == NULL
             ? EXM_SQL_ERROR_LOGIN
             : EXM_SQL_ERROR_UNREACHABLE;
}

static gboolean
finish_connecting (const Session *self, GError **error)
{
  gint64 end_usec = get_end (self);
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;

  if (PQstatus (self->connection) == CONNECTION_BAD)
    return fail (self, EXM_SQL_ERROR_UNREACHABLE, error);
  while (status != PGRES_POLLING_OK)
    {
      if (status == PGRES_POLLING_FAILED)
        return fail (self, get_refusal (self), error);
      if (exm_sql_wait (PQsocket (self->connection),
                        status == PGRES_POLLING_READING ? G_IO_IN : G_IO_OUT, end_usec,
                        self->cancellable, error)
          == 0)
        return FALSE;
      status = PQconnectPoll (self->connection);
    }
  return PQsetnonblocking (self->connection, 1) == 0
         || fail (self, EXM_SQL_ERROR_FAILED, error);
}

static void
ignore_notice (void *data, const PGresult *result)
{
}

static gpointer
open_session (const ExmSqlTarget *target, GCancellable *cancellable, GError **error)
{
  Session *self = g_new0 (Session, 1);

  g_set_object (&self->cancellable, cancellable);
  self->timeout_ms = target->timeout_ms;
  self->connection = start (target);
  if (finish_connecting (self, error))
    {
      PQsetNoticeReceiver (self->connection, ignore_notice, NULL);
      return self;
    }
  close_session (self);
  return NULL;
}

/* Sends what is left of a statement, and takes in what comes meanwhile. */
static gboolean
send_all (const Session *self, gint64 end_usec, GError **error)
{
  int left = 1;

  while ((left = PQflush (self->connection)) > 0)
    {
      GIOCondition ready = exm_sql_wait (PQsocket (self->connection), G_IO_IN | G_IO_OUT,
                                         end_usec, self->cancellable, error);
      if (ready == 0)
        return FALSE;
      if ((ready & G_IO_IN) && PQconsumeInput (self->connection) == 0)
        return fail (self, EXM_SQL_ERROR_LOST, error);
    }
  return left == 0 || fail (self, EXM_SQL_ERROR_LOST, error);
}

static gboolean
receive (const Session *self, gint64 end_usec, GError **error)
{
  while (PQisBusy (self->connection))
    if (exm_sql_wait (PQsocket (self->connection), G_IO_IN, end_usec, self->cancellable,
                      error)
        == 0)
      return FALSE;
    else if (PQconsumeInput (self->connection) == 0)
      return fail (self, EXM_SQL_ERROR_LOST, error);
  return TRUE;
}

static gboolean
fail_with (const Session *self, const PGresult *result, GError **error)
{
  const char *state = PQresultErrorField (result, PG_DIAG_SQLSTATE);
  ExmSqlError code = PQstatus (self->connection) == CONNECTION_BAD ? EXM_SQL_ERROR_LOST
                                                                   : EXM_SQL_ERROR_FAILED;
  g_autofree char *words
      = g_strchomp (g_utf8_make_valid (PQresultErrorMessage (result), -1));

  for (gsize i = 0; state != NULL && i < G_N_ELEMENTS (codes); i++)
    if (g_str_has_prefix (state, codes[i].state))
      {
        code = codes[i].code;
        break;
      }
  g_set_error_literal (error, EXM_SQL_ERROR, (int) code, words);
  return FALSE;
}

static gboolean
take (const Session *self, const PGresult *result, GPtrArray *column, GError **error)
{
  ExecStatusType status = PQresultStatus (result);

  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
    return fail_with (self, result, error);
  for (int i = 0; column != NULL && i < PQntuples (result); i++)
    g_ptr_array_add (column, g_strdup (PQgetvalue (result, i, 0)));
  return TRUE;
}

/* Numbers the values of a statement: $1 for the first "?", and so on. */
static char *
number_values (const char *sql)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = 0;

  for (; *sql != '\0'; sql++)
    if (*sql == '?')
      g_string_append_printf (out, "$%u", ++n);
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
  g_autofree char *numbered = number_values (sql);
  gint64 end_usec = get_end (self);
  gboolean good = TRUE;

  if (PQsendQueryParams (self->connection, numbered, (int) n_values, NULL, values, NULL,
                         NULL, 0)
      == 0)
    return fail (self, EXM_SQL_ERROR_LOST, error);
  if (!send_all (self, end_usec, error))
    return FALSE;
  while (TRUE)
    {
      if (!receive (self, end_usec, good ? error : NULL))
        return FALSE;
      PGresult *result = PQgetResult (self->connection);
      if (result == NULL)
        return good;
      good = good && take (self, result, column, error);
      PQclear (result);
    }
}

G_MODULE_EXPORT const ExmSqlDriver exm_sql_module = {
  .version = EXM_SQL_MODULE_VERSION,
  .open = open_session,
  .run = run,
  .close = close_session,
};
