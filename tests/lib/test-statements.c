/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-statements.h"

#include <sqlite3.h>
#include <string.h>

int __real_sqlite3_step (sqlite3_stmt *statement);
int __wrap_sqlite3_step (sqlite3_stmt *statement);
int __real_sqlite3_exec (sqlite3 *db,
                         const char *sql,
                         int (*callback) (void *, int, char **, char **),
                         void *data,
                         char **message);
int __wrap_sqlite3_exec (sqlite3 *db,
                         const char *sql,
                         int (*callback) (void *, int, char **, char **),
                         void *data,
                         char **message);

static struct
{
  GMutex lock;
  GArray *counts;    /* (owned) (nullable) (element-type StatementCount) */
  GHashTable *index; /* (owned) (nullable): of text in counts, plus 1 */
  char *text;        /* (owned) (nullable) */
  guint n_before;
  guint n_failures;
  guint n_failed;
  int code;
} state;

static void
clear_count (gpointer data)
{
  g_free (((StatementCount *) data)->text);
}

static void
count (const char *text)
{
  gsize at = GPOINTER_TO_SIZE (g_hash_table_lookup (state.index, text));

  if (at == 0)
    {
      const StatementCount first = { g_strdup (text), 1 };
      g_array_append_val (state.counts, first);
      g_hash_table_insert (state.index, first.text, GSIZE_TO_POINTER (state.counts->len));
      return;
    }
  g_array_index (state.counts, StatementCount, at - 1).n_times++;
}

/* Returns: what a statement that begins gives instead; SQLITE_OK: let it do what it does
 */
static int
meet (const char *text)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state.lock);

  if (state.counts != NULL)
    count (text);
  if (state.text == NULL || (state.n_failures > 0 && state.n_failed >= state.n_failures))
    return SQLITE_OK;
  /* Rolling back works on a full disk too. */
  if (g_str_has_prefix (text, "ROLLBACK") || g_str_has_prefix (text, "RELEASE"))
    if (strcmp (text, state.text) != 0)
      return SQLITE_OK;
  if (state.n_failed == 0 && strcmp (text, state.text) != 0)
    return SQLITE_OK;
  if (state.n_failed == 0 && state.n_before > 0)
    {
      state.n_before--;
      return SQLITE_OK;
    }
  state.n_failed++;
  return state.code;
}

/* Whether a statement is of search.db: a fault there costs no article, is told and ends
 * no run; worker-upkeep meets it. */
static gboolean
is_of_search_index (sqlite3_stmt *statement)
{
  const char *file = sqlite3_db_filename (sqlite3_db_handle (statement), "main");

  return file != NULL && g_str_has_suffix (file, "/search.db");
}

int
__wrap_sqlite3_step (sqlite3_stmt *statement)
{
  const char *text = sqlite3_sql (statement);
  int code = SQLITE_OK;

  if (text != NULL && !sqlite3_stmt_busy (statement) && !is_of_search_index (statement))
    code = meet (text);

  return code != SQLITE_OK ? code : __real_sqlite3_step (statement);
}

/* One statement after the other, so that each can fail. */
int
__wrap_sqlite3_exec (sqlite3 *db,
                     const char *sql,
                     int (*callback) (void *, int, char **, char **),
                     void *data,
                     char **message)
{
  int code = SQLITE_OK;

  g_assert (callback == NULL && message == NULL);
  while (code == SQLITE_OK && *sql != '\0')
    {
      sqlite3_stmt *statement = NULL;
      code = sqlite3_prepare_v2 (db, sql, -1, &statement, &sql);
      if (code != SQLITE_OK || statement == NULL)
        continue;
      do
        code = __wrap_sqlite3_step (statement);
      while (code == SQLITE_ROW);
      if (code == SQLITE_DONE)
        code = SQLITE_OK;
      sqlite3_finalize (statement);
    }
  return code;
}

void
test_statements_record (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state.lock);

  g_assert (state.counts == NULL);
  state.counts = g_array_new (FALSE, FALSE, sizeof (StatementCount));
  g_array_set_clear_func (state.counts, clear_count);
  state.index = g_hash_table_new (g_str_hash, g_str_equal);
}

GArray *
test_statements_end_record (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state.lock);

  g_clear_pointer (&state.index, g_hash_table_unref);
  return g_steal_pointer (&state.counts);
}

void
test_statements_arm (const char *text, guint n_before, guint n_failures, gboolean full)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state.lock);

  g_assert (state.text == NULL);
  state.text = g_strdup (text);
  state.n_before = n_before;
  state.n_failures = n_failures;
  state.n_failed = 0;
  state.code = full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

guint
test_statements_disarm (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&state.lock);

  g_clear_pointer (&state.text, g_free);
  return state.n_failed;
}

void
test_statements_execute (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (__real_sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}
