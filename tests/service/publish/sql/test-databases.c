/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles in a database file: what is in the table, tables that drifted, and writers
 * that die at each of their writes, run out of room or find the file held. `--child FILE
 * FIRST COUNT DEATH` is a writer in a process of its own: it dies in the middle of its
 * DEATHth change of a file (0: never). */

#include "publish-fixture.h"
#include "publish/exm-publish-error.h"
#include "publish/messages/exm-message-sender.h"
#include "publish/sql/exm-sql-table.h"
#include "test-vfs.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define N_ARTICLES 5u
#define KILLED 137

static const char *program; /* (unowned): this one's path */
static guint death;         /* changes of files up to the end, 0 for none */

static gboolean
dies_now (void)
{
  return death > 0 && --death == 0;
}

static ssize_t
write_or_die (int fd, const void *bytes, size_t n_bytes, off64_t offset)
{
  if (!dies_now ())
    return pwrite64 (fd, bytes, n_bytes, offset);
  /* A part of it is on the disk. */
  if (pwrite64 (fd, bytes, n_bytes / 2, offset) < 0)
    return -1;
  _exit (KILLED);
}

static int
unlink_or_die (const char *path)
{
  if (dies_now ())
    _exit (KILLED);
  return unlink (path);
}

static int
truncate_or_die (int fd, off_t length)
{
  if (dies_now ())
    _exit (KILLED);
  return ftruncate (fd, length);
}

static void
let_die (guint number)
{
  sqlite3_vfs *vfs = NULL;

  death = number;
  g_assert_cmpint (sqlite3_initialize (), ==, SQLITE_OK);
  vfs = sqlite3_vfs_find (NULL);
  g_assert_cmpint (
      vfs->xSetSystemCall (vfs, "pwrite64", (sqlite3_syscall_ptr) write_or_die), ==,
      SQLITE_OK);
  g_assert_cmpint (
      vfs->xSetSystemCall (vfs, "pwrite", (sqlite3_syscall_ptr) write_or_die), ==,
      SQLITE_OK);
  g_assert_cmpint (
      vfs->xSetSystemCall (vfs, "unlink", (sqlite3_syscall_ptr) unlink_or_die), ==,
      SQLITE_OK);
  g_assert_cmpint (
      vfs->xSetSystemCall (vfs, "ftruncate", (sqlite3_syscall_ptr) truncate_or_die), ==,
      SQLITE_OK);
}

/* Writes articles by the kind of output, as the worker does. */
static gboolean
write_articles (const char *file,
                guint first,
                guint count,
                gboolean add_columns,
                ExmSent *sent,
                GError **error)
{
  g_autoptr (GPtrArray) articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  const ExmConnection connection = { .name = (char *) file, .address = (char *) file };
  const ExmMessage message = {
    .task_name = "Task “x”",
    .articles = articles,
    .add_columns = add_columns,
  };

  for (guint i = first; i < first + count; i++)
    g_ptr_array_add (articles, make_numbered_article (i));
  return exm_message_send (&exm_message_sqlite, &message, &connection, NULL,
                           EXM_MESSAGE_TIMEOUT_MS, NULL, sent, error);
}

static void
write_well (const char *file, guint first, guint count)
{
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean good = write_articles (file, first, count, FALSE, &sent, &error);

  g_assert_no_error (error);
  g_assert_true (good);
  g_assert_cmpuint (sent.refused->len, ==, count);
  for (guint i = 0; i < count; i++)
    g_assert_null (g_ptr_array_index (sent.refused, i));
}

static int
run_child (char *argv[])
{
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;

  let_die ((guint) atoi (argv[5]));
  return write_articles (argv[2], (guint) atoi (argv[3]), (guint) atoi (argv[4]), FALSE,
                         &sent, &error)
             ? 0
             : 1;
}

static int
run_in_process (const char *file, guint first, guint count, guint dies_at)
{
  char numbers[3][16];
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_snprintf (numbers[0], sizeof numbers[0], "%u", first);
  g_snprintf (numbers[1], sizeof numbers[1], "%u", count);
  g_snprintf (numbers[2], sizeof numbers[2], "%u", dies_at);
  const char *const argv[]
      = { program, "--child", file, numbers[0], numbers[1], numbers[2], NULL };
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

/* The first column of the answer, a line a row. */
static char *
query (const char *file, const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *statement = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_assert_cmpint (sqlite3_open (file, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &statement, NULL), ==, SQLITE_OK);
  while (sqlite3_step (statement) == SQLITE_ROW)
    g_string_append_printf (out, "%s%s", out->len > 0 ? "\n" : "",
                            sqlite3_column_text (statement, 0) != NULL
                                ? (const char *) sqlite3_column_text (statement, 0)
                                : "NULL");
  g_assert_cmpint (sqlite3_finalize (statement), ==, SQLITE_OK);
  sqlite3_close (db);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
assert_query (const char *file, const char *sql, const char *expected)
{
  g_autofree char *found = query (file, sql);

  g_assert_cmpstr (found, ==, expected);
}

static void
execute (const char *file, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (file, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static char *
make_path (const char *folder)
{
  return g_build_filename (folder, "articles.db", NULL);
}

static void
assert_whole (const char *file, guint n)
{
  g_autofree char *count = g_strdup_printf ("%u", n);

  assert_query (file, "PRAGMA integrity_check", "ok");
  assert_query (file, "SELECT count(*) FROM articles", count);
  assert_query (file, "SELECT count(DISTINCT \"key\") FROM articles", count);
  assert_query (file, "SELECT min(length(text)) > 5000 FROM articles", "1");
}

static void
test_columns (void)
{
  char *folder = make_folder ();
  g_autofree char *file = make_path (folder);
  g_autoptr (ExmArticle) article = make_numbered_article (1);

  write_well (file, 0, 3);
  write_well (file, 1, 1);
  assert_whole (file, 3);
  assert_query (file, "SELECT group_concat(name) FROM pragma_table_info('articles')",
                "key,title,author,published,url,site,source,section,language,task,"
                "task_name,text,markdown,html,fields,state,confidence,collected,updated");
  assert_query (file, "SELECT DISTINCT task_name FROM articles", "Task “x”");
  assert_query (file, "SELECT DISTINCT json_valid(fields) FROM articles", "1");
  assert_query (file, "SELECT DISTINCT typeof(confidence) FROM articles", "real");
  const char *url = exm_article_get (article)->url;
  g_autofree char *sql
      = g_strdup_printf ("SELECT text FROM articles WHERE url = '%s'", url);
  assert_query (file, sql, exm_article_get (article)->text);
  remove_folder (folder);
}

/* A person whose table is another is told of the column and of what to do. */
static void
test_drift (void)
{
  static const struct
  {
    const char *sql;
    const char *words[3];
    gboolean can_add;
  } cases[] = {
    { "ALTER TABLE articles DROP COLUMN html",
      { "“html”", "add-columns", "ALTER TABLE articles ADD COLUMN \"html\" TEXT" },
      TRUE },
    { "ALTER TABLE articles RENAME COLUMN \"key\" TO old", { "“key”", "rename" }, FALSE },
    { "DROP TABLE articles; CREATE TABLE articles (\"key\" TEXT)",
      { "“title”, “author”", "add-columns" },
      FALSE },
    { "CREATE TABLE copy AS SELECT * FROM articles; DROP TABLE articles; "
      "ALTER TABLE copy RENAME TO articles",
      { "twice", "CREATE UNIQUE INDEX articles_key ON articles (\"key\")" },
      FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *folder = make_folder ();
      g_autofree char *file = make_path (folder);
      g_autoptr (GError) error = NULL;
      g_auto (ExmSent) sent = { 0 };
      g_auto (ExmSent) again = { 0 };
      write_well (file, 0, 2);
      execute (file, cases[i].sql);
      g_assert_false (write_articles (file, 1, 2, FALSE, &sent, &error));
      g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED);
      g_test_message ("%s", error->message);
      for (guint j = 0; j < 3 && cases[i].words[j] != NULL; j++)
        g_assert_nonnull (strstr (error->message, cases[i].words[j]));
      g_clear_error (&error);
      g_assert_true (write_articles (file, 1, 2, TRUE, &again, &error)
                     == cases[i].can_add);
      if (cases[i].can_add)
        assert_query (file, "SELECT count(DISTINCT \"key\") FROM articles", "3");
      remove_folder (folder);
    }
}

/* Columns of others are let be, and one that is wider keeps its type. */
static void
test_own_columns (void)
{
  char *folder = make_folder ();
  g_autofree char *file = make_path (folder);

  write_well (file, 0, 2);
  execute (file, "ALTER TABLE articles ADD COLUMN note TEXT; "
                 "UPDATE articles SET note = 'mine', title = 'old'");
  write_well (file, 0, 3);
  assert_query (file, "SELECT group_concat(ifnull(note, '-')) FROM articles",
                "mine,mine,-");
  assert_query (file, "SELECT count(*) FROM articles WHERE title = 'old'", "0");
  remove_folder (folder);
}

/* One that the table does not take keeps nobody else from it. */
static void
test_refused_row (void)
{
  char *folder = make_folder ();
  g_autofree char *file = make_path (folder);
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) second = make_numbered_article (1);

  write_well (file, 0, 1);
  g_autofree char *sql = g_strdup_printf (
      "CREATE TRIGGER no BEFORE INSERT ON articles WHEN NEW.url = '%s' "
      "BEGIN SELECT RAISE (ABORT, 'no such address here'); END",
      exm_article_get (second)->url);
  execute (file, sql);
  g_assert_true (write_articles (file, 0, 4, FALSE, &sent, &error));
  g_assert_no_error (error);
  assert_whole (file, 3);
  for (guint i = 0; i < 4; i++)
    g_assert_true ((g_ptr_array_index (sent.refused, i) != NULL) == (i == 1));
  const GError *refusal = g_ptr_array_index (sent.refused, 1);
  g_assert_error (refusal, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_ARTICLE);
  g_assert_nonnull (strstr (refusal->message, "no such address here"));
  remove_folder (folder);
}

/* Dies at every change of a file, is run again, and all is there once. */
static void
test_kill (void)
{
  gboolean died = TRUE;
  guint n_deaths = 0;

  for (guint i = 1; died; i++)
    {
      char *folder = make_folder ();
      g_autofree char *file = make_path (folder);
      /* Two articles are there and are written again, among others. */
      g_assert_cmpint (run_in_process (file, 0, 2, 0), ==, 0);
      int status = run_in_process (file, 0, N_ARTICLES, i);
      died = status == KILLED;
      g_assert_true (died || status == 0);
      n_deaths += died;
      /* Rows that were there are, whole, before anybody writes again. */
      g_autofree char *count = query (file, "SELECT count(*) FROM articles");
      g_assert_true (strcmp (count, "2") == 0 || strcmp (count, "5") == 0);
      assert_whole (file, (guint) atoi (count));
      g_assert_cmpint (run_in_process (file, 0, N_ARTICLES, 0), ==, 0);
      assert_whole (file, N_ARTICLES);
      remove_folder (folder);
    }
  g_test_message ("%u deaths", n_deaths);
  /* Pages of the journal, of the file, and the journal's end. */
  g_assert_cmpuint (n_deaths, >, N_ARTICLES * 4);
}

/* The same with a file that is not there yet. */
static void
test_kill_first (void)
{
  gboolean died = TRUE;
  guint n_deaths = 0;

  for (guint i = 1; died; i++)
    {
      char *folder = make_folder ();
      g_autofree char *file = make_path (folder);
      died = run_in_process (file, 0, N_ARTICLES, i) == KILLED;
      n_deaths += died;
      g_assert_cmpint (run_in_process (file, 0, N_ARTICLES, 0), ==, 0);
      assert_whole (file, N_ARTICLES);
      remove_folder (folder);
    }
  g_assert_cmpuint (n_deaths, >, N_ARTICLES);
}

/* The power goes at every change; what was said to be written is there. */
static void
test_power (void)
{
  gboolean lost = TRUE;

  for (guint n = 0; lost; n++)
    for (guint32 seed = 0; seed < 3; seed++)
      {
        char *folder = make_folder ();
        g_autofree char *file = make_path (folder);
        g_auto (ExmSent) sent = { 0 };
        g_autoptr (GError) error = NULL;
        test_vfs_reset ();
        write_well (file, 0, 2);
        test_vfs_lose_power_after (n, seed);
        gboolean good = write_articles (file, 0, N_ARTICLES, FALSE, &sent, &error);
        lost = test_vfs_power_is_lost ();
        test_vfs_reset ();
        g_assert_true (good == (error == NULL));
        g_autofree char *count = query (file, "SELECT count(*) FROM articles");
        g_assert_true (strcmp (count, "5") == 0 || (!good && strcmp (count, "2") == 0));
        write_well (file, 0, N_ARTICLES);
        assert_whole (file, N_ARTICLES);
        remove_folder (folder);
      }
}

static void
test_full (void)
{
  static const gint64 spaces[] = { 0, 500, 5000, 20000 };

  for (gsize i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      char *folder = make_folder ();
      g_autofree char *file = make_path (folder);
      g_auto (ExmSent) sent = { 0 };
      g_autoptr (GError) error = NULL;
      test_vfs_reset ();
      write_well (file, 0, 1);
      test_vfs_set_space (spaces[i]);
      g_assert_false (write_articles (file, 0, N_ARTICLES, FALSE, &sent, &error));
      g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED);
      g_assert_nonnull (strstr (error->message, "no room"));
      test_vfs_reset ();
      assert_whole (file, 1);
      write_well (file, 0, N_ARTICLES);
      assert_whole (file, N_ARTICLES);
      remove_folder (folder);
    }
}

static void
test_held (void)
{
  char *folder = make_folder ();
  g_autofree char *file = make_path (folder);
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GPtrArray) rows
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_sql_row_free);
  g_autoptr (ExmArticle) article = make_numbered_article (0);
  const ExmSqlTable table = {
    .dialect = &exm_sql_dialect_sqlite,
    .driver = &exm_sql_sqlite,
    .target = { .file = file, .timeout_ms = 100 },
    .place = "the file",
  };
  sqlite3 *other = NULL;

  write_well (file, 0, 1);
  g_assert_cmpint (sqlite3_open (file, &other), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  g_ptr_array_add (rows, exm_sql_row_new (article, "Task"));
  g_autoptr (GPtrArray) refused = g_ptr_array_new ();
  g_assert_false (exm_sql_table_write (&table, rows, refused, NULL, &error));
  g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "locked"));
  g_clear_error (&error);
  /* A program that ends does not wait for it. */
  g_cancellable_cancel (cancelled);
  gint64 start = g_get_monotonic_time ();
  const ExmSqlTable patient = { .dialect = table.dialect,
                                .driver = table.driver,
                                .target = { .file = file, .timeout_ms = 600000 },
                                .place = "the file" };
  g_assert_false (exm_sql_table_write (&patient, rows, refused, cancelled, &error));
  g_assert_cmpint (g_get_monotonic_time () - start, <, 60 * G_TIME_SPAN_SECOND);
  sqlite3_close (other);
  write_well (file, 0, 3);
  assert_whole (file, 3);
  remove_folder (folder);
}

/* Files that are none of ours. */
static void
test_wrong_files (void)
{
  char *folder = make_folder ();
  g_autofree char *file = make_path (folder);
  g_autofree char *deep = g_build_filename (folder, "no", "articles.db", NULL);
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "This is a letter, no database.", -1, NULL));
  g_assert_false (write_articles (file, 0, 1, FALSE, &sent, &error));
  g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "not a database"));
  g_clear_error (&error);
  g_assert_cmpint (g_unlink (file), ==, 0);
  /* Files of the store say so. */
  for (guint i = 1; i <= 4; i++)
    {
      g_autofree char *sql = g_strdup_printf ("PRAGMA application_id = 0x45584d3%u", i);
      execute (file, sql);
      exm_sent_clear (&sent);
      g_assert_false (write_articles (file, 0, 1, FALSE, &sent, &error));
      g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION);
      g_clear_error (&error);
    }
  exm_sent_clear (&sent);
  g_assert_false (write_articles (deep, 0, 1, FALSE, &sent, &error));
  g_assert_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED);
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  if (argc == 6 && strcmp (argv[1], "--child") == 0)
    return run_child (argv);

  /* A kill is the same to files in memory. */
  if (g_access ("/dev/shm", W_OK) == 0)
    g_setenv ("TMPDIR", "/dev/shm", TRUE);
  program = argv[0];
  g_test_init (&argc, &argv, NULL);
  test_vfs_make_default ();
  g_test_add_func ("/databases/columns", test_columns);
  g_test_add_func ("/databases/drift", test_drift);
  g_test_add_func ("/databases/own-columns", test_own_columns);
  g_test_add_func ("/databases/refused-row", test_refused_row);
  g_test_add_func ("/databases/kill", test_kill);
  g_test_add_func ("/databases/kill-first", test_kill_first);
  g_test_add_func ("/databases/power", test_power);
  g_test_add_func ("/databases/full", test_full);
  g_test_add_func ("/databases/held", test_held);
  g_test_add_func ("/databases/wrong-files", test_wrong_files);
  return g_test_run ();
}
