/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Upkeep of the store by the worker: a backup a day and a round over all checksums; a
 * damaged store is not collected into. */

#include "config.h"

#include "saved/exm-saved-searches.h"
#include "store/db/exm-db.h"
#include "store/db/exm-store-backup.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-search-index.h"
#include "store/exm-store-reader.h"
#include "store/exm-store-trash.h"
#include "test-folder.h"
#include "worker-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define DAY (24 * 3600)

typedef struct
{
  WorkerBench bench;
  char *uid; /* (owned) */
  guint64 n_free;
} Fixture;

static guint64
get_free (const char *folder, gpointer data)
{
  return ((Fixture *) data)->n_free;
}

static void change (Fixture *self, const char *sql);

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->n_free = G_MAXINT64;
  worker_bench_init (&self->bench);
  self->uid = worker_bench_add_task (&self->bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, >, 0);
  /* No run is due in what follows. */
  change (self, "UPDATE task SET paused = 1");
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_free (self->uid);
  worker_bench_clear (&self->bench);
}

/* A worker that does what is due by the bench's clock, which is no run. */
static gboolean
work_once (Fixture *self, GError **error)
{
  const ExmWorkerOptions options = {
    .folder = self->bench.folder,
    .once = TRUE,
    .clock = worker_bench_get_time,
    .clock_data = &self->bench,
    .get_free = get_free,
    .get_free_data = self,
  };
  g_autoptr (ExmWorker) worker
      = exm_worker_new (&options, worker_bench_on_event, &self->bench);

  g_string_truncate (self->bench.problems, 0);
  if (!exm_worker_start (worker, error))
    return FALSE;
  g_main_loop_run (self->bench.loop);
  exm_worker_stop (worker);
  return TRUE;
}

static guint
count_backups (Fixture *self)
{
  g_autoptr (GPtrArray) copies = exm_store_backup_list (self->bench.folder);

  for (guint i = 0; i < copies->len; i++)
    g_assert_true (exm_store_backup_verify (copies->pdata[i], NULL, NULL, NULL));
  return copies->len;
}

static void
change (Fixture *self, const char *sql)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);

  g_assert_true (exm_db_execute (db, sql, &error));
}

/* One a day, where something changed; two are kept. */
static void
test_daily (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  /* The first one was made before the first article. */
  g_assert_cmpuint (count_backups (self), ==, 1);
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_backups (self), ==, 1);
  self->bench.ahead_s += DAY + 60;
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_backups (self), ==, 2);
  g_autoptr (GPtrArray) copies = exm_store_backup_list (self->bench.folder);
  g_autofree char *newest = g_strdup (copies->pdata[0]);
  /* Nothing changed since. */
  self->bench.ahead_s += DAY + 60;
  g_assert_true (work_once (self, &error));
  g_autoptr (GPtrArray) same = exm_store_backup_list (self->bench.folder);
  g_assert_cmpstr (same->pdata[0], ==, newest);
  change (self, "UPDATE task SET changed = changed + 1");
  self->bench.ahead_s += DAY + 60;
  g_assert_true (work_once (self, &error));
  g_autoptr (GPtrArray) other = exm_store_backup_list (self->bench.folder);
  g_assert_cmpuint (other->len, ==, 2);
  g_assert_cmpstr (other->pdata[1], ==, newest);
}

/* Without room there is none, which is told once; nothing else stops for it. */
static void
test_no_space (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  self->n_free = EXM_STORE_BACKUP_LEAST_FREE - 1;
  self->bench.ahead_s += DAY + 60;
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_backups (self), ==, 1);
  g_assert_nonnull (strstr (self->bench.problems->str, "No backup was made"));
  self->n_free++;
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_backups (self), ==, 2);
}

static guint
count_events (Fixture *self, const char *part)
{
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (self->bench.folder);
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, NULL);
  guint n_found = 0;

  for (guint i = 0; i < events->len; i++)
    n_found += strstr (((ExmEvent *) events->pdata[i])->message, part) != NULL;
  return n_found;
}

/* A text that changed on the disk is found within a week, and told once. */
static void
test_round (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  change (self, "UPDATE article SET markdown = markdown || 'x' WHERE id = 2");
  for (guint week = 0; week < 3; week++)
    {
      self->bench.ahead_s += 8 * DAY;
      g_assert_true (work_once (self, &error));
      g_assert_cmpuint (count_events (self, "is not what was stored"), ==, 1);
    }
}

/* Adds checksums to articles stored before there were any. */
static void
test_added (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  change (self, "DELETE FROM article_checksum");
  self->bench.ahead_s += 8 * DAY;
  g_assert_true (work_once (self, &error));
  change (self, "UPDATE article SET markdown = markdown || 'x' WHERE id = 2");
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  g_assert_null (exm_store_get_article (store, 2, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM);
}

static gint64
count_marks (Fixture *self)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 n_marks = -1;

  exm_db_query_int (db,
                    "SELECT count(*) FROM article WHERE text = char (1) || '1'"
                    " AND markdown = char (1) || '1'",
                    NULL, &n_marks, &error);
  g_assert_no_error (error);
  return n_marks;
}

/* Stores articles as older versions did. Returns: (element-type ExmArticle): them */
static GPtrArray *
store_thrice (Fixture *self, guint n_articles)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  GPtrArray *articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);

  for (guint i = 0; i < n_articles; i++)
    {
      ExmArticle *article = exm_store_get_article (store, i + 1, &error);
      const ExmArticleFields *f = exm_article_get (article);
      g_ptr_array_add (articles, article);
      exm_db_run (
          db, "UPDATE article SET text = ?, markdown = ? WHERE id = ?",
          EXM_VALUES (EXM_TEXT (f->text), EXM_TEXT (f->markdown), EXM_INT (i + 1)),
          &error);
      g_assert_no_error (error);
    }
  exm_store_set_setting (store, "bodies.next", "0", &error);
  g_assert_no_error (error);
  return articles;
}

/* Bodies of an older version are stored once from then on, which is told. */
static void
test_bodies (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gint64 n_marks = count_marks (self);

  g_assert_cmpint (n_marks, >, 0);
  g_autoptr (GPtrArray) articles = store_thrice (self, 12);
  g_assert_cmpint (count_marks (self), ==, 0);
  g_assert_true (work_once (self, &error));
  g_assert_cmpint (count_marks (self), ==, n_marks);
  g_assert_cmpuint (count_events (self, "Bodies of 12 older articles"), ==, 1);
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  for (guint i = 0; i < articles->len; i++)
    {
      g_autoptr (ExmArticle) now = exm_store_get_article (store, i + 1, &error);
      g_assert_no_error (error);
      const ExmArticleFields *a = exm_article_get (articles->pdata[i]);
      const ExmArticleFields *b = exm_article_get (now);
      g_assert_cmpstr (a->text, ==, b->text);
      g_assert_cmpstr (a->markdown, ==, b->markdown);
    }
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_events (self, "older articles"), ==, 1);
}

/* Nothing is collected into a damaged file, which stays as it is. */
static void
test_damaged (Fixture *self, gconstpointer unused)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_MAIN_FILE, NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *after = NULL;
  gsize n_bytes = 0, n_after = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  memset (bytes + 8 * 4096, 0xa5, 200);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
  g_assert_false (work_once (self, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  g_assert_true (g_file_get_contents (path, &after, &n_after, NULL));
  g_assert_cmpmem (bytes, n_bytes, after, n_after);
}

static gint64
get_now (Fixture *self)
{
  return worker_bench_get_time (&self->bench);
}

static guint
count_tasks (Fixture *self)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  gint64 n_tasks = 0;

  exm_db_query_int (db, "SELECT count(*) FROM task", NULL, &n_tasks, &error);
  g_assert_no_error (error);
  return (guint) n_tasks;
}

/* After 30 days it is emptied out, with its count told; not a second earlier. */
static void
test_trash (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;
  {
    g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
    exm_store_trash_task (store, self->uid, get_now (self), &n_articles, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (n_articles, ==, 12);
  }
  self->bench.ahead_s += 30 * DAY - 60;
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_tasks (self), ==, 1);
  self->bench.ahead_s += 60;
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_tasks (self), ==, 0);
  g_assert_cmpuint (count_events (self, "“news” with all its articles (12)"), ==, 1);
}

/* A worker goes on with what another process began to empty. */
static void
test_emptying (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;
  {
    g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
    exm_store_trash_task (store, self->uid, get_now (self), &n_articles, &error);
    exm_store_begin_emptying (store, self->uid, get_now (self), &error);
    g_assert_no_error (error);
  }
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_tasks (self), ==, 0);
}

/* Returns: how many articles have @words in the index, which the worker has filled */
static guint
count_found (Fixture *self, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autoptr (ExmSearchIndex) index
      = exm_search_index_open (self->bench.folder, NULL, &error);
  guint n_changed = G_MAXUINT;

  g_assert_no_error (error);
  g_autoptr (GPtrArray) hits
      = exm_search_index_find (index, query, NULL, 0, NULL, NULL, &error);
  g_assert_no_error (error);
  exm_search_index_update (index, &n_changed, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_changed, ==, 0);
  return hits->len;
}

static char *
get_index_path (Fixture *self)
{
  return g_build_filename (self->bench.folder, EXM_STORE_SEARCH_FILE, NULL);
}

/* Full-text search knows of all articles that were stored, and of none that is gone. */
static void
test_index (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (count_found (self, "after:2000"), ==, self->bench.n_articles);
  g_assert_cmpuint (count_found (self, "ferry"), >, 0);
  change (self, "DELETE FROM article WHERE id > 2");
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_found (self, "after:2000"), ==, 2);
}

/* A damaged index is made anew by the next worker, which tells it. */
static void
test_index_damaged (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = get_index_path (self);
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  memset (bytes + 4096, 0xa5, n_bytes - 4096);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) n_bytes, NULL));
  g_assert_true (work_once (self, &error));
  g_assert_cmpuint (count_found (self, "ferry"), >, 0);
  g_assert_cmpuint (count_events (self, "search.db was damaged"), ==, 1);
}

/* An index that cannot be filled is told of, and the rest goes on. */
static void
test_index_fails (Fixture *self, gconstpointer unused)
{
  g_autofree char *path = get_index_path (self);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  change (self, "UPDATE task SET changed = changed + 1");
  self->bench.ahead_s += DAY + 60;
  g_assert_true (work_once (self, &error));
  g_assert_nonnull (strstr (self->bench.problems->str, EXM_STORE_SEARCH_FILE));
  g_assert_cmpuint (count_backups (self), ==, 2);
}

/* As if @n articles had never been there. */
static void
forget (Fixture *self, guint n)
{
  g_autofree char *sql = g_strdup_printf (
      "CREATE TEMP TABLE gone AS SELECT id, url_key FROM article ORDER BY id LIMIT %u;"
      "DELETE FROM backlog;"
      "UPDATE url_seen SET etag = NULL, last_modified = NULL, content_hash = NULL;"
      "DELETE FROM url_seen WHERE url_key IN (SELECT url_key FROM gone);"
      "DELETE FROM article WHERE id IN (SELECT id FROM gone)",
      n);

  change (self, sql);
}

static void
save_searches (Fixture *self, const char *text)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_SAVED_SEARCHES_NAME, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* One alert for each run and search that alerts; none of backlog, none twice. */
static void
test_alerts (Fixture *self, gconstpointer unused)
{
  save_searches (self, "Off = after:2000\nnot a line\nNone = [alert] xyzzy\n"
                       "All = [alert] after:2000\nTwo = [alert] task:news\n");
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, 0);
  g_assert_cmpstr (self->bench.alerts->str, ==, "");
  forget (self, 3);
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, 3);
  g_assert_cmpstr (self->bench.alerts->str, ==, "All 3 Two 3 ");
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpstr (self->bench.alerts->str, ==, "");
}

/* Articles that were stored when a worker ended are judged by the next, once, and what a
 * search publishes goes where it says. */
static void
test_search_outputs (Fixture *self, gconstpointer unused)
{
  g_autofree char *out = g_build_filename (self->bench.folder, "found", NULL);
  g_autofree char *text = g_strdup_printf (
      "None = [to text:%s] xyzzy\nAll = [alert] [to text:%s] after:2000\n", out, out);
  g_autoptr (GError) error = NULL;

  save_searches (self, text);
  forget (self, 3);
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (worker_bench_count_files (out), ==, 3);
  g_assert_cmpstr (self->bench.alerts->str, ==, "All 3 ");
  /* As if the worker had died before it judged two of them. */
  change (self, "DELETE FROM publish_queue WHERE search IS NOT NULL AND article IN"
                " (SELECT article FROM publish_queue WHERE search IS NOT NULL LIMIT 2);"
                "INSERT INTO unjudged SELECT id FROM article WHERE id NOT IN"
                " (SELECT article FROM publish_queue WHERE search IS NOT NULL)"
                " ORDER BY id DESC LIMIT 2");
  g_string_truncate (self->bench.alerts, 0);
  g_assert_true (work_once (self, &error));
  g_assert_cmpstr (self->bench.alerts->str, ==, "All 2 ");
  g_assert_cmpuint (worker_bench_count_files (out), ==, 3);
  g_string_truncate (self->bench.alerts, 0);
  g_assert_true (work_once (self, &error));
  g_assert_cmpstr (self->bench.alerts->str, ==, "");
}

/* A search that is gone ends what it had on its way, and that is told. */
static void
test_search_gone (Fixture *self, gconstpointer unused)
{
  g_autofree char *out = g_build_filename (self->bench.folder, "found", NULL);
  g_autofree char *text = g_strdup_printf ("All = [to text:%s] after:2000\n", out);
  g_autoptr (GError) error = NULL;

  save_searches (self, text);
  forget (self, 3);
  worker_bench_run_once (&self->bench, self->uid);
  change (self, "UPDATE publish_queue SET state = 'waiting', next_try = 1"
                " WHERE search IS NOT NULL");
  save_searches (self, "Other = after:2000\n");
  g_assert_true (work_once (self, &error));
  g_assert_nonnull (strstr (self->bench.problems->str, "All"));
}

/* A file that cannot be read is told, and the index is filled all the same. */
static void
test_alerts_fail (Fixture *self, gconstpointer unused)
{
  g_autofree char *path
      = g_build_filename (self->bench.folder, EXM_SAVED_SEARCHES_NAME, NULL);

  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  forget (self, 3);
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, 3);
  g_assert_nonnull (strstr (self->bench.problems->str, EXM_SAVED_SEARCHES_NAME));
  g_assert_cmpuint (count_found (self, "after:2000"), >, 3);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker/upkeep/daily", test_daily },
    { "/worker/upkeep/no-space", test_no_space },
    { "/worker/upkeep/round", test_round },
    { "/worker/upkeep/added", test_added },
    { "/worker/upkeep/bodies", test_bodies },
    { "/worker/upkeep/damaged", test_damaged },
    { "/worker/upkeep/trash", test_trash },
    { "/worker/upkeep/emptying", test_emptying },
    { "/worker/upkeep/index", test_index },
    { "/worker/upkeep/index-damaged", test_index_damaged },
    { "/worker/upkeep/index-fails", test_index_fails },
    { "/worker/upkeep/alerts", test_alerts },
    { "/worker/upkeep/search-outputs", test_search_outputs },
    { "/worker/upkeep/search-gone", test_search_gone },
    { "/worker/upkeep/alerts-fail", test_alerts_fail },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
