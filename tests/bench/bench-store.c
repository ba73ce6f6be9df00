/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times of the store on this disk: the next task that is due among many, articles made
 * durable one by one and in groups, pages of a list; and those of a long list, in both
 * orders, when few of its articles are let through. */

#include "config.h"

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/exm-store.h"
#include "test-folder.h"

#include <string.h>

#define N_ROUNDS 5

typedef struct
{
  guint n_tasks;
  guint n_articles;
  guint n_listed;
} Sizes;

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
print_times (const char *what, const char *unit, double *times, guint n)
{
  qsort (times, N_ROUNDS, sizeof *times, compare_doubles);
  g_print ("%-28s %10.1f %10.1f %10.1f %s, n = %u\n", what, times[0], times[N_ROUNDS / 2],
           times[N_ROUNDS - 1], unit, n);
}

static void
expect (gboolean right, const GError *error)
{
  if (!right)
    g_error ("%s", error != NULL ? error->message : "a wrong result");
}

static void
add_tasks (ExmStore *store, guint n_tasks)
{
  g_autoptr (GError) error = NULL;

  expect (exm_store_begin_group (store, &error), error);
  for (guint i = 1; i <= n_tasks; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      expect (exm_store_add_task (store, task, STORE_NOW, &error), error);
      expect (exm_store_set_next_due (store, store_task_uid (i),
                                      STORE_NOW + i * G_TIME_SPAN_MINUTE, &error),
              error);
    }
  expect (exm_store_commit_group (store, &error), error);
}

static void
bench_due (ExmStore *store, guint n_tasks)
{
  g_autoptr (GError) error = NULL;
  double next[N_ROUNDS];
  double due[N_ROUNDS];
  double all[N_ROUNDS];

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gint64 usec = 0;
      gint64 start = g_get_monotonic_time ();
      expect (exm_store_get_next_due (store, &usec, &error), error);
      next[round] = (double) (g_get_monotonic_time () - start);
      expect (usec == STORE_NOW + G_TIME_SPAN_MINUTE, NULL);

      start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) uids
          = exm_store_list_due (store, STORE_NOW + G_TIME_SPAN_DAY * 365, 20, &error);
      due[round] = (double) (g_get_monotonic_time () - start);
      expect (uids != NULL && uids->len == 20, error);

      start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) tasks = exm_store_list_tasks (store, &error);
      all[round] = (double) (g_get_monotonic_time () - start);
      expect (tasks != NULL && tasks->len == n_tasks, error);
    }
  print_times ("next-due", "usec", next, n_tasks);
  print_times ("twenty-due", "usec", due, n_tasks);
  print_times ("all-tasks", "usec", all, n_tasks);
}

static void
bench_articles (ExmStore *store, guint n_articles)
{
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { .task_uid = store_task_uid (1) };
  guint n_each = n_articles / N_ROUNDS / 2;
  double single[N_ROUNDS];
  double grouped[N_ROUNDS];
  double listed[N_ROUNDS];

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      guint first = round * 2 * n_each;
      gint64 start = g_get_monotonic_time ();
      store_fill (store, store_task_uid (1), first, n_each);
      single[round] = (double) (g_get_monotonic_time () - start) / n_each;

      start = g_get_monotonic_time ();
      expect (exm_store_begin_group (store, &error), error);
      store_fill (store, store_task_uid (1), first + n_each, n_each);
      expect (exm_store_commit_group (store, &error), error);
      grouped[round] = (double) (g_get_monotonic_time () - start) / n_each;

      start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) page = exm_store_list_articles (store, &filter, &error);
      listed[round] = (double) (g_get_monotonic_time () - start);
      expect (page != NULL && page->len == MIN (first + 2 * n_each, 200), error);
    }
  print_times ("article-alone", "usec", single, n_each);
  print_times ("article-in-group", "usec", grouped, n_each);
  print_times ("list-page", "usec", listed, n_articles);
}

/* Articles of the last task with bodies of some length: one of a thousand is unsure and
 * has a tag, every tenth is read. Made by SQL, since their making is not measured. */
static void
add_listed (const char *folder, guint n_tasks, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (ExmDb) db = exm_db_open (path, NULL, &error);
  g_autofree char *sql = g_strdup_printf (
      "BEGIN; WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
      "%u)"
      " INSERT INTO article (task, task_version, collected, state, confidence,"
      "  template_similarity, method, url, final_url, url_key, title, published, origins,"
      "  n_chars, excerpt, text, html, markdown)"
      " SELECT %u, 1, %" G_GINT64_FORMAT " + i * 1000000,"
      "  CASE WHEN i %% 1000 = 0 THEN 'unsure' ELSE 'good' END, 0.9, 0.9, 'exemplar',"
      "  'http://list.example/' || i, 'http://list.example/' || i, 'list.example/' || i,"
      "  'Title ' || i, date (1767268800 - i %% 1000 * 86400, 'unixepoch'), '', 400,"
      "  hex (zeroblob (120)), hex (zeroblob (200)), hex (zeroblob (250)),"
      "  hex (zeroblob (200)) FROM n;"
      "INSERT INTO unread (article, task) SELECT id, task FROM article"
      "  WHERE task = %u AND id %% 10 <> 0;"
      "INSERT INTO star (article) SELECT id FROM article WHERE task = %u"
      "  AND id %% 50000 = 7;"
      "INSERT INTO tag (article, name) SELECT id, 'later' FROM article WHERE task = %u"
      "  AND state = 'unsure'; COMMIT",
      n, n_tasks, STORE_NOW, n_tasks, n_tasks, n_tasks);

  expect (db != NULL && exm_db_execute (db, sql, &error), error);
}

/* A connection that has read nothing yet, as that of a window. */
static void
bench_list (const char *folder, const char *name, ExmArticleFilter filter, guint n)
{
  double times[N_ROUNDS];
  guint n_got = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
      expect (store != NULL, error);
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) page = exm_store_list_articles (store, &filter, &error);
      times[round] = (double) (g_get_monotonic_time () - start);
      expect (page != NULL && (round == 0 || page->len == n_got), error);
      n_got = page->len;
    }
  print_times (name, "usec", times, n);
}

static void
bench_lists (const char *folder, guint n_tasks, guint n)
{
  const ExmArticleFilter none = { .order = EXM_ARTICLE_ORDER_PUBLISHED };
  ExmArticleFilter filter = none;

  add_listed (folder, n_tasks, n);
  bench_list (folder, "first-collected", (ExmArticleFilter){ 0 }, n);
  bench_list (folder, "first-published", filter, n);
  filter.task_uid = store_task_uid (n_tasks);
  bench_list (folder, "first-published-of-task", filter, n);
  filter.unread = TRUE;
  bench_list (folder, "first-unread", filter, n);
  filter = none;
  filter.state = "unsure";
  bench_list (folder, "few-of-a-state", filter, n);
  filter.state = "empty";
  bench_list (folder, "none-of-a-state", filter, n);
  filter = none;
  filter.starred = TRUE;
  bench_list (folder, "few-with-a-star", filter, n);
  filter = none;
  filter.tag = "later";
  bench_list (folder, "few-with-a-tag", filter, n);
  filter = none;
  filter.unread = filter.starred = TRUE;
  filter.tag = "none";
  filter.until_usec = STORE_NOW;
  bench_list (folder, "none-of-all-filters", filter, n);
  bench_list (folder, "none-collected", (ExmArticleFilter){ .unread = TRUE, .tag = "x" },
              n);
}

int
main (int argc, char *argv[])
{
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  const Sizes sizes = quick ? (Sizes){ 100, 20, 2000 } : (Sizes){ 10000, 2000, 200000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  expect (store != NULL, error);
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  add_tasks (store, sizes.n_tasks);
  bench_due (store, sizes.n_tasks);
  bench_articles (store, sizes.n_articles);
  bench_lists (folder, sizes.n_tasks, sizes.n_listed);
  return 0;
}
