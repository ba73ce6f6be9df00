/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times of the store on this disk: the next task that is due among many, articles made
 * durable one by one and in groups, pages of a list. */

#include "config.h"

#include "store-fixture.h"
#include "store/exm-store.h"
#include "test-folder.h"

#include <string.h>

#define N_ROUNDS 5

typedef struct
{
  guint n_tasks;
  guint n_articles;
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

int
main (int argc, char *argv[])
{
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  const Sizes sizes = quick ? (Sizes){ 100, 20 } : (Sizes){ 10000, 2000 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  expect (store != NULL, error);
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  add_tasks (store, sizes.n_tasks);
  bench_due (store, sizes.n_tasks);
  bench_articles (store, sizes.n_articles);
  return 0;
}
