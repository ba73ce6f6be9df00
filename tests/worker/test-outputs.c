/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Folders that are away for a while: on a disk that is not connected, for longer than a
 * publication is tried. */

#include "worker-fixture.h"

#include <glib/gstdio.h>

#define HOUR_S (60 * 60)

/* Returns: (transfer full): the way of an article into its folder, the articles being
 * numbered from 1 */
static ExmPublication *
read_way (WorkerBench *bench, gint64 article)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GPtrArray) ways = exm_store_list_publications (store, article, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (ways->len, ==, 1);
  return exm_publication_ref (ways->pdata[0]);
}

/* It is to be published once more. */
static void
publish_again (WorkerBench *bench, gint64 article)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPublication) way = read_way (bench, article);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  exm_store_publish_again (store, way->id, worker_bench_get_time (bench), &error);
  g_assert_no_error (error);
}

static void
fail (WorkerBench *bench, gint64 article, guint n_times, gboolean for_good)
{
  g_autoptr (GError) error = NULL;
  publish_again (bench, article);
  g_autoptr (ExmPublication) way = read_way (bench, article);
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  for (guint i = 0; i < n_times; i++)
    {
      exm_store_publish_failed (store, way->id, "no disk", NULL, for_good,
                                worker_bench_get_time (bench), NULL, &error);
      g_assert_no_error (error);
    }
}

static void
assert_state (WorkerBench *bench, gint64 article, const char *state)
{
  g_autoptr (ExmPublication) way = read_way (bench, article);

  g_assert_cmpstr (way->state, ==, state);
}

static void
publish_below (ExmTaskFields *fields, gconstpointer folder)
{
  ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, 0);

  g_free (output->folder);
  output->folder = g_strdup (folder);
}

/* Another worker than the one that made the folder does not make it again in the place
 * where its disk was; when that is back, the article goes there. */
static void
test_gone (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  bench.skip_s = HOUR_S;
  g_autofree char *disk = g_build_filename (bench.out, "disk", NULL);
  g_autofree char *away = g_build_filename (bench.out, "away", NULL);
  g_autofree char *folder = g_build_filename (disk, "articles", NULL);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_change_task (&bench, uid, publish_below, folder);
  worker_bench_run_once (&bench, uid);
  guint n = bench.n_published;
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (worker_bench_count_files (folder), ==, n);

  publish_again (&bench, 1);
  g_assert_cmpint (g_rename (disk, away), ==, 0);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, ==, 0);
  g_assert_false (g_file_test (disk, G_FILE_TEST_EXISTS));
  assert_state (&bench, 1, "waiting");

  g_assert_cmpint (g_rename (away, disk), ==, 0);
  bench.ahead_s += 24 * HOUR_S;
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, ==, 1);
  assert_state (&bench, 1, "published");
  g_assert_cmpuint (worker_bench_count_files (folder), ==, n);
  worker_bench_clear (&bench);
}

/* What was given up goes out after the first one that does; what cannot be published at
 * all stays where it is. */
static void
test_given_up (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&bench, uid);
  fail (&bench, 1, EXM_STORE_PUBLISH_ATTEMPTS, FALSE);
  fail (&bench, 2, 1, TRUE);
  assert_state (&bench, 1, "failed");
  assert_state (&bench, 2, "failed");
  worker_bench_run_once (&bench, uid);
  assert_state (&bench, 1, "failed");

  publish_again (&bench, 3);
  worker_bench_run_once (&bench, uid);
  assert_state (&bench, 3, "published");
  assert_state (&bench, 1, "published");
  assert_state (&bench, 2, "failed");
  worker_bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/outputs/gone", test_gone);
  g_test_add_func ("/worker/outputs/given-up", test_given_up);
  return g_test_run ();
}
