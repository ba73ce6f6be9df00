/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections, statements and transactions. */

#include "config.h"

#include "store/db/exm-db.h"

#include "store/db/exm-statement.h"
#include "store/db/exm-transaction.h"
#include "test-folder.h"
#include "test-vfs.h"

#include <sqlite3.h>
#include <string.h>

typedef struct
{
  char *folder; /* (owned) */
  char *path;   /* (owned) */
  ExmDb *db;    /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->folder = test_folder_new ();
  self->path = g_build_filename (self->folder, "test.db", NULL);
  self->db = exm_db_open (self->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_db_enter_wal (self->db, &error));
  g_assert_true (exm_db_execute (self->db,
                                 "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE,"
                                 " c REAL, d BLOB) STRICT",
                                 &error));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->db, exm_db_close);
  g_clear_pointer (&self->folder, test_folder_free);
  g_free (self->path);
}

static void
test_values (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static ("\0\1\2", 3);
  /* The end of a string in SQL, and text beyond ASCII. */
  const char *text = "'; DROP TABLE t; -- 正文";

  g_assert_true (exm_db_run (self->db, "INSERT INTO t (a, b, c, d) VALUES (?, ?, ?, ?)",
                             EXM_VALUES (EXM_INT (G_MAXINT64), EXM_TEXT (text),
                                         EXM_DOUBLE (0.1), EXM_BLOB (bytes)),
                             &error));
  g_assert_cmpint (exm_db_get_last_id (self->db), ==, G_MAXINT64);
  g_assert_cmpuint (exm_db_get_changes (self->db), ==, 1);
  g_assert_true (exm_db_run (self->db, "INSERT INTO t (a, b) VALUES (?, ?)",
                             EXM_VALUES (EXM_INT (1), EXM_TEXT (NULL)), &error));

  g_autoptr (ExmStatement) statement
      = exm_statement_new (self->db, "SELECT a, b, c, d FROM t ORDER BY a", NULL, &error);
  gsize n_bytes = 0;
  g_assert_cmpint (exm_statement_step (statement, &error), ==, EXM_STEP_ROW);
  g_assert_cmpint (exm_statement_get_int (statement, 0), ==, 1);
  g_assert_true (exm_statement_is_null (statement, 1));
  g_assert_null (exm_statement_get_text (statement, 1));
  g_assert_cmpint (exm_statement_step (statement, &error), ==, EXM_STEP_ROW);
  g_assert_cmpint (exm_statement_get_int (statement, 0), ==, G_MAXINT64);
  g_assert_cmpstr (exm_statement_get_text (statement, 1), ==, text);
  g_assert_cmpfloat (exm_statement_get_double (statement, 2), ==, 0.1);
  gconstpointer blob = exm_statement_get_blob (statement, 3, &n_bytes);
  g_assert_cmpmem (blob, n_bytes, "\0\1\2", 3);
  g_assert_cmpint (exm_statement_step (statement, &error), ==, EXM_STEP_DONE);
  g_assert_no_error (error);
}

static void
test_errors (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_statement_new (self->db, "SELECT nothing FROM t", NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, self->path));
  g_clear_error (&error);

  const ExmValue *values = EXM_VALUES (EXM_TEXT ("twice"));
  g_assert_true (exm_db_run (self->db, "INSERT INTO t (b) VALUES (?)", values, &error));
  g_assert_false (exm_db_run (self->db, "INSERT INTO t (b) VALUES (?)", values, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT);
  g_clear_error (&error);

  /* A strict table takes no text for a number, a strict connection no string for a name.
   */
  g_assert_false (exm_db_run (self->db, "INSERT INTO t (a) VALUES (?)",
                              EXM_VALUES (EXM_TEXT ("word")), &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (exm_db_execute (self->db, "SELECT \"no such column\" FROM t", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (exm_db_execute (self->db,
                                  "PRAGMA writable_schema = ON;"
                                  "DELETE FROM sqlite_schema",
                                  &error));
  g_assert_nonnull (error);
}

/* Reads a setting through the connection. */
static gint64
get_setting (ExmDb *db, const char *sql)
{
  gint64 value = -1;

  g_assert_true (exm_db_query_int (db, sql, NULL, &value, NULL));
  return value;
}

static void
test_settings (Fixture *self, gconstpointer unused)
{
  g_autofree char *mode = NULL;

  g_assert_cmpint (get_setting (self->db, "PRAGMA foreign_keys"), ==, 1);
  g_assert_cmpint (get_setting (self->db, "PRAGMA synchronous"), ==, 2);
  g_assert_cmpint (get_setting (self->db, "PRAGMA trusted_schema"), ==, 0);
  g_assert_cmpint (get_setting (self->db, "PRAGMA cell_size_check"), ==, 1);
  g_assert_cmpint (get_setting (self->db, "PRAGMA busy_timeout"), ==,
                   EXM_DB_BUSY_TIMEOUT_MS);
  g_assert_true (exm_db_query_text (self->db, "PRAGMA journal_mode", NULL, &mode, NULL));
  g_assert_cmpstr (mode, ==, "wal");
}

/* Returns: bytes that the cache holds after 4 MB were written and read again */
static int
fill_cache (const char *path, guint cache_kib)
{
  const ExmDbOptions options = { .cache_kib = cache_kib };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, &options, &error);
  int used = 0, most = 0;

  g_assert_no_error (error);
  g_assert_true (exm_db_execute (db,
                                 "INSERT INTO t (d) WITH RECURSIVE n (i) AS (SELECT 1"
                                 " UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                                 " SELECT zeroblob (4000) FROM n",
                                 &error));
  g_assert_cmpint (get_setting (db, "SELECT sum (length (d)) FROM t"), >=, 4000000);
  g_assert_cmpint (sqlite3_db_status (exm_db_get_handle (db), SQLITE_DBSTATUS_CACHE_USED,
                                      &used, &most, 0),
                   ==, SQLITE_OK);
  return used;
}

static void
test_cache (Fixture *self, gconstpointer unused)
{
  g_assert_cmpint (fill_cache (self->path, 0), >, 1800 * 1024);
  /* A page's own head is beside its bytes. */
  g_assert_cmpint (fill_cache (self->path, 256), <, 300 * 1024);
}

static void
test_transaction (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  ExmTransaction *outer = exm_transaction_begin (self->db, EXM_COMMIT_GROUP, &error);

  g_assert_no_error (error);
  g_assert_true (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('kept')", &error));
  ExmTransaction *inner = exm_transaction_begin (self->db, EXM_COMMIT_TASK, &error);
  g_assert_true (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('not')", &error));
  exm_transaction_free (inner);
  inner = exm_transaction_begin (self->db, EXM_COMMIT_TASK, &error);
  g_assert_true (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('too')", &error));
  g_assert_true (exm_transaction_commit (inner, &error));
  exm_transaction_free (inner);
  g_assert_cmpint (get_setting (self->db, "SELECT count(*) FROM t"), ==, 2);
  g_assert_true (exm_transaction_commit (outer, &error));
  exm_transaction_free (outer);
  g_assert_false (exm_db_in_transaction (self->db));
  g_assert_cmpint (get_setting (self->db, "SELECT count(*) FROM t WHERE b <> 'not'"), ==,
                   2);

  outer = exm_transaction_begin (self->db, EXM_COMMIT_GROUP, &error);
  g_assert_true (exm_db_execute (self->db, "DELETE FROM t", &error));
  exm_transaction_free (outer);
  g_assert_cmpint (get_setting (self->db, "SELECT count(*) FROM t"), ==, 2);
}

static void
test_busy (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .busy_timeout_ms = 30 };
  g_autoptr (ExmDb) other = exm_db_open (self->path, &options, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTransaction) held
      = exm_transaction_begin (self->db, EXM_COMMIT_GROUP, &error);

  gint64 before = g_get_monotonic_time ();
  g_assert_null (exm_transaction_begin (other, EXM_COMMIT_GROUP, &error));
  g_assert_cmpint (g_get_monotonic_time () - before, >=, 20 * 1000);
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY);
  g_assert_nonnull (strstr (error->message, self->path));
  /* Readers do not wait for the writer. */
  g_assert_cmpint (get_setting (other, "SELECT count(*) FROM t"), ==, 0);
}

static void
test_read_only (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .read_only = TRUE };
  g_autoptr (ExmDb) reader = exm_db_open (self->path, &options, &error);

  g_assert_no_error (error);
  g_assert_true (exm_db_is_read_only (reader));
  g_assert_false (exm_db_is_read_only (self->db));
  g_assert_false (exm_db_execute (reader, "INSERT INTO t (b) VALUES ('x')", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_READ_ONLY);
  g_clear_error (&error);

  g_autofree char *missing = g_build_filename (self->folder, "missing.db", NULL);
  g_assert_null (exm_db_open (missing, &options, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_assert_false (g_file_test (missing, G_FILE_TEST_EXISTS));
}

static gboolean
is_over (gpointer data)
{
  guint *n_calls = data;
  return ++*n_calls > 3;
}

#define ENDLESS                                                                          \
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"                     \
  " SELECT count(*) FROM n"

static void
test_watch (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_calls = 0;
  gint64 value = 0;

  exm_db_set_watch (self->db, is_over, &n_calls, 0);
  g_assert_false (exm_db_query_int (self->db, ENDLESS, NULL, &value, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (n_calls, ==, 4);
  g_clear_error (&error);

  exm_db_set_watch (self->db, NULL, NULL, g_get_monotonic_time () + 10 * 1000);
  g_assert_false (exm_db_query_int (self->db, ENDLESS, NULL, &value, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_TOO_LONG);
  g_clear_error (&error);

  exm_db_set_watch (self->db, NULL, NULL, 0);
  g_assert_cmpint (get_setting (self->db, "SELECT count(*) FROM t"), ==, 0);
}

static void
test_full (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  const ExmDbOptions options = { .vfs = TEST_VFS };
  g_clear_pointer (&self->db, exm_db_close);

  test_vfs_set_up ();
  self->db = exm_db_open (self->path, &options, &error);
  g_assert_no_error (error);
  test_vfs_set_space (0);
  g_assert_false (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('x')", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FULL);
  g_assert_nonnull (strstr (error->message, self->path));
  g_clear_error (&error);
  test_vfs_set_space (-1);
  g_assert_true (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('x')", &error));
  g_assert_cmpint (get_setting (self->db, "SELECT count(*) FROM t"), ==, 1);
}

static void
test_copy (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, "copy.db", NULL);

  g_assert_true (exm_db_execute (self->db, "INSERT INTO t (b) VALUES ('x')", &error));
  g_assert_true (exm_db_copy_to (self->db, path, NULL, &error));
  g_assert_no_error (error);
  g_autoptr (ExmDb) copy = exm_db_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_setting (copy, "SELECT count(*) FROM t"), ==, 1);
}

static gpointer
use_in_thread (gpointer data)
{
  exm_db_get_changes (data);
  return NULL;
}

/* In a process of its own: the assertion ends it. */
static void
test_thread (Fixture *self, gconstpointer unused)
{
  if (g_test_subprocess ())
    {
      g_thread_join (g_thread_new ("other", use_in_thread, self->db));
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*thread*");
}

static void
test_open_statement (Fixture *self, gconstpointer unused)
{
  if (g_test_subprocess ())
    {
      exm_statement_new (self->db, "SELECT a FROM t", NULL, NULL);
      exm_db_close (self->db);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_failed ();
  g_test_trap_assert_stderr ("*code == SQLITE_OK*");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/store/db/values", test_values },
    { "/store/db/errors", test_errors },
    { "/store/db/settings", test_settings },
    { "/store/db/cache", test_cache },
    { "/store/db/transaction", test_transaction },
    { "/store/db/busy", test_busy },
    { "/store/db/read-only", test_read_only },
    { "/store/db/watch", test_watch },
    { "/store/db/full", test_full },
    { "/store/db/copy", test_copy },
    { "/store/db/thread", test_thread },
    { "/store/db/open-statement", test_open_statement },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
