/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Databases as kinds of outputs. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"
#include "publish/messages/exm-message.h"
#include "publish/sql/exm-sql-table.h"

#include <glib/gi18n-lib.h>
#include <gmodule.h>
#include <string.h>

/* Longest time of connecting to a server, and of each statement. */
#define TIMEOUT_MS 20000u

/* How long a file may be held by other programs. */
#define BUSY_MS 5000u

/* Authorities of the system, where nobody names others. */
static const char *const authorities[] = {
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/cert.pem",
};

/* An address as `postgresql://user@host:port/database?sslmode=…&sslrootcert=…&socket=…`,
 * taken apart. */
typedef struct
{
  GUri *uri;           /* (owned) */
  char *database;      /* (owned) (nullable) */
  GHashTable *options; /* (owned) (nullable) (element-type utf8 utf8) */
} Address;

static void
address_clear (Address *self)
{
  g_clear_pointer (&self->uri, g_uri_unref);
  g_clear_pointer (&self->options, g_hash_table_unref);
  g_free (self->database);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Address, address_clear)

static gboolean
check_file (const ExmConnection *connection, GError **error)
{
  if (g_path_is_absolute (connection->address))
    return TRUE;
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                      N_ ("“%s” is not an absolute path"), connection->address);
  return FALSE;
}

static const char *
get_option (const Address *self, const char *name)
{
  return self->options != NULL ? g_hash_table_lookup (self->options, name) : NULL;
}

/* Whether the options are known. @tls: (out): how the server is trusted */
static gboolean
check_options (const Address *self, ExmSqlTls *tls)
{
  static const char *const names[] = { "sslmode", "sslrootcert", "socket", NULL };
  static const char *const modes[] = { "disable", "require", "verify-full" };
  const char *host = g_uri_get_host (self->uri);
  const char *mode = get_option (self, "sslmode");
  const char *socket = get_option (self, "socket");
  gboolean is_local = socket != NULL || host == NULL || *host == '\0'
                      || exm_message_is_local_host (host);
  GHashTableIter iter;
  gpointer name;

  if (self->options != NULL)
    {
      g_hash_table_iter_init (&iter, self->options);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        if (!g_strv_contains (names, name))
          return FALSE;
    }
  /* Another value than a path would be a host to libpq. */
  if (socket != NULL && !g_path_is_absolute (socket))
    return FALSE;
  *tls = is_local ? EXM_SQL_TLS_OFF : EXM_SQL_TLS_VERIFY;
  if (mode == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    if (strcmp (mode, modes[i]) == 0)
      {
        *tls = (ExmSqlTls) i;
        /* Nobody's articles and password go readable over the Internet. */
        return i != EXM_SQL_TLS_OFF || is_local;
      }
  return FALSE;
}

static gboolean
parse (Address *self,
       const ExmConnection *connection,
       const char *scheme,
       ExmSqlTls *tls,
       GError **error)
{
  const char *address = connection->address != NULL ? connection->address : "";

  self->uri
      = g_uri_parse (address, G_URI_FLAGS_HAS_PASSWORD | G_URI_FLAGS_ENCODED_QUERY, NULL);
  const char *query = self->uri != NULL ? g_uri_get_query (self->uri) : NULL;
  const char *path = self->uri != NULL ? g_uri_get_path (self->uri) : "";
  if (query != NULL)
    self->options = g_uri_parse_params (query, -1, "&", G_URI_PARAMS_NONE, NULL);
  self->database = g_strdup (*path == '/' ? path + 1 : path);
  if (self->uri != NULL && strcmp (g_uri_get_scheme (self->uri), scheme) == 0
      && *self->database != '\0' && strchr (self->database, '/') == NULL
      && g_uri_get_password (self->uri) == NULL
      && (query == NULL || self->options != NULL) && check_options (self, tls))
    return TRUE;
  exm_said_set_error (
      error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
      /* translators: a name, then a scheme as “mysql” */
      N_ ("The connection “%s” needs an address of the form "
          "%s://user@host/database?sslmode=verify-full&sslrootcert=FILE, without the "
          "password, and encrypted unless the server is on your own network"),
      connection->name, scheme);
  return FALSE;
}

static gboolean
check_server (const ExmConnection *connection, const char *scheme, GError **error)
{
  g_auto (Address) address = { 0 };
  ExmSqlTls tls;

  return parse (&address, connection, scheme, &tls, error);
}

static gboolean
check_postgresql (const ExmConnection *connection, GError **error)
{
  return check_server (connection, "postgresql", error);
}

static gboolean
check_mysql (const ExmConnection *connection, GError **error)
{
  return check_server (connection, "mysql", error);
}

/* Loads the module of a kind of server, once; (transfer none) (nullable). */
static const ExmSqlDriver *
load_driver (const char *id, GError **error)
{
  static GMutex mutex;
  static GHashTable *drivers; /* (owned) (nullable) (element-type utf8 ExmSqlDriver) */
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  const char *folder = g_getenv ("EXEMPLAR_MODULES");
  gpointer symbol = NULL;

  if (drivers == NULL)
    drivers = g_hash_table_new (g_str_hash, g_str_equal);
  const ExmSqlDriver *driver = g_hash_table_lookup (drivers, id);
  if (driver != NULL)
    return driver;
  g_autofree char *name = g_strdup_printf ("exemplar-%s." G_MODULE_SUFFIX, id);
  g_autofree char *path
      = g_build_filename (folder != NULL ? folder : EXM_MODULE_DIR, name, NULL);
  GModule *module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  if (module != NULL && g_module_symbol (module, EXM_SQL_MODULE_SYMBOL, &symbol)
      && ((const ExmSqlDriver *) symbol)->version == EXM_SQL_MODULE_VERSION)
    {
      g_module_make_resident (module);
      g_hash_table_insert (drivers, (gpointer) id, symbol);
      return symbol;
    }
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                      /* translators: a kind of database, then the system's words */
                      N_ ("The part of this program for %s is not installed: %s"), id,
                      g_module_error ());
  if (module != NULL)
    g_module_close (module);
  return NULL;
}

static void
free_refusal (gpointer data)
{
  if (data != NULL)
    g_error_free (data);
}

static gboolean
write_articles (const ExmSqlTable *table,
                const ExmMessage *message,
                GCancellable *cancellable,
                ExmSent *sent,
                GError **error)
{
  g_autoptr (GPtrArray) rows
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_sql_row_free);

  for (guint i = 0; i < message->articles->len; i++)
    g_ptr_array_add (rows, exm_sql_row_new (g_ptr_array_index (message->articles, i),
                                            message->task_name));
  if (message->is_test)
    return exm_sql_table_test (table, g_ptr_array_index (rows, 0), cancellable,
                               &sent->answer, error);
  sent->refused = g_ptr_array_new_with_free_func (free_refusal);
  return exm_sql_table_write (table, rows, sent->refused, cancellable, error);
}

static gboolean
store_in_file (const ExmMessageKind *self,
               const ExmMessage *message,
               const ExmConnection *connection,
               GCancellable *cancellable,
               ExmSent *sent,
               GError **error)
{
  g_autofree char *display = g_filename_display_name (connection->address);
  const ExmSqlTable table = {
    .dialect = &exm_sql_dialect_sqlite,
    .driver = &exm_sql_sqlite,
    .target = { .file = connection->address, .timeout_ms = BUSY_MS },
    .place = display,
    .add_columns = message->add_columns,
  };

  /* A disk that is away leaves an empty folder, where a file of its own would be made. */
  if (message->was_used && !g_file_test (connection->address, G_FILE_TEST_EXISTS))
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                          N_ ("%s is no longer there; its disk is not connected, or it "
                              "was removed. A test of the output makes it anew."),
                          display);
      return FALSE;
    }
  return write_articles (&table, message, cancellable, sent, error);
}

static const char *
find_authorities (const Address *address)
{
  const char *named = get_option (address, "sslrootcert");

  for (guint i = 0; named == NULL && i < G_N_ELEMENTS (authorities); i++)
    if (g_file_test (authorities[i], G_FILE_TEST_EXISTS))
      return authorities[i];
  return named;
}

static gboolean
store_on_server (const ExmMessageKind *self,
                 const ExmMessage *message,
                 const ExmConnection *connection,
                 GCancellable *cancellable,
                 ExmSent *sent,
                 GError **error)
{
  g_auto (Address) address = { 0 };
  ExmSqlTls tls = EXM_SQL_TLS_VERIFY;
  const ExmSqlDriver *driver = load_driver (self->id, error);

  if (driver == NULL || !parse (&address, connection, self->id, &tls, error))
    return FALSE;
  g_autofree char *host = exm_connection_dup_host (connection, NULL);
  int port = g_uri_get_port (address.uri);
  const ExmSqlTable table = {
    .dialect = strcmp (self->id, "mysql") == 0 ? &exm_sql_dialect_mysql
                                               : &exm_sql_dialect_postgresql,
    .driver = driver,
    .target = { .host = g_uri_get_host (address.uri),
                .port = port > 0 ? (guint) port : 0,
                .socket = get_option (&address, "socket"),
                .user = g_uri_get_user (address.uri),
                .password = connection->secret,
                .database = address.database,
                .tls = tls,
                .authorities = find_authorities (&address),
                .timeout_ms = TIMEOUT_MS },
    .place = *host != '\0' ? host : address.database,
    .add_columns = message->add_columns,
  };
  return write_articles (&table, message, cancellable, sent, error);
}

const ExmMessageKind exm_message_sqlite = {
  .id = "sqlite",
  .title = N_ ("Database file (SQLite)"),
  .summary = N_ ("a table of articles in a file"),
  .address = "/srv/articles.db",
  .guarantee = EXM_GUARANTEE_BY_KEY,
  .is_file = TRUE,
  .check = check_file,
  .store = store_in_file,
};

const ExmMessageKind exm_message_postgresql = {
  .id = "postgresql",
  .title = N_ ("PostgreSQL"),
  .summary = N_ ("a table of articles on a server"),
  .address = "postgresql://user@host/database",
  .secret = N_ ("Password"),
  .guarantee = EXM_GUARANTEE_BY_KEY,
  .check = check_postgresql,
  .store = store_on_server,
};

const ExmMessageKind exm_message_mysql = {
  .id = "mysql",
  .title = N_ ("MariaDB or MySQL"),
  .summary = N_ ("a table of articles on a server of MariaDB or MySQL"),
  .address = "mysql://user@host/database",
  .secret = N_ ("Password"),
  .guarantee = EXM_GUARANTEE_BY_KEY,
  .check = check_mysql,
  .store = store_on_server,
};
