/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A data folder on a disk that is full, and a worker that runs once: both come to an end,
 * and say so once. */

#include "config.h"

#include "report-bench.h"
#include "test-vfs.h"

/* It ends, says so once, and loses nothing. */
static void
test_once (void)
{
  static const gint64 spaces[] = { 0, 4096, 20000, 60000, 100000, 200000 };
  guint n_full = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      ReportBench bench;
      report_bench_init (&bench);
      report_bench_add_task (&bench, EXM_FIRST_RUN_ALL);
      test_vfs_set_space (spaces[i]);
      gboolean good = report_bench_run_once (&bench);
      test_vfs_set_space (-1);
      if (!good)
        g_assert_cmpuint (bench.n_problems, <=, 1);
      n_full += !good;
      g_assert_true (report_bench_run_once (&bench));
      report_bench_assert_collected (&bench, 1);
      report_bench_clear (&bench);
    }
  g_assert_cmpuint (n_full, >=, 3);
}

static gboolean
write_nothing (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return TRUE;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_main_loop_quit (data);
}

/* Has the worker look at what is due, so much later. */
static void
advance (ReportBench *bench, ExmWorker *worker, int seconds)
{
  g_atomic_int_add (&bench->ahead_s, seconds);
  exm_worker_write_async (worker, write_nothing, NULL, NULL, NULL, on_written,
                          bench->loop);
  g_main_loop_run (bench->loop);
}

/* It is tried again ever more seldom, and collects when there is space again: what was
 * due and what was asked for. */
static void
test_goes_on (void)
{
  ReportBench bench;
  g_autoptr (GError) error = NULL;

  report_bench_init (&bench);
  report_bench_add_task (&bench, EXM_FIRST_RUN_ALL);
  g_autoptr (ExmWorker) worker = report_bench_new_worker (&bench, FALSE);
  g_assert_true (exm_worker_start (worker, &error));
  g_assert_no_error (error);
  advance (&bench, worker, 1);
  test_vfs_set_space (0);
  exm_worker_run_task (worker, REPORT_TASK_UID);
  /* The run begins when the example of its task was parsed. */
  while (bench.n_problems == 0)
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 40; i++)
    advance (&bench, worker, 60 * (i + 1));
  g_assert_cmpuint (bench.n_problems, ==, 1);
  g_assert_cmpuint (bench.n_runs, ==, 0);

  test_vfs_set_space (-1);
  advance (&bench, worker, 60 * 60);
  while (bench.n_runs == 0 || bench.n_published < 6)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (bench.state, ==, "done");
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  report_bench_assert_collected (&bench, 1);
  report_bench_clear (&bench);
}

/* A task that becomes due meanwhile is left to the next worker. */
static void
test_due_every_minute (void)
{
  ReportBench bench;
  g_autoptr (GError) error = NULL;

  report_bench_init (&bench);
  bench.schedule = "every 1 min";
  bench.ahead_a_run_s = 61;
  report_bench_add_task (&bench, EXM_FIRST_RUN_ALL);
  {
    g_autoptr (ExmStore) store = report_bench_open_store (&bench);
    exm_store_set_next_due (store, REPORT_TASK_UID, 1, &error);
    g_assert_no_error (error);
  }
  g_autoptr (ExmWorker) worker = report_bench_new_worker (&bench, TRUE);
  g_assert_true (report_bench_wait (&bench, worker));
  g_assert_cmpuint (bench.n_runs, ==, 1);
  report_bench_assert_collected (&bench, 1);
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_runs, ==, 1);
  report_bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_vfs_make_default ();
  g_test_add_func ("/worker/full-disk/once", test_once);
  g_test_add_func ("/worker/full-disk/goes-on", test_goes_on);
  g_test_add_func ("/worker/once/due-every-minute", test_due_every_minute);
  return g_test_run ();
}
