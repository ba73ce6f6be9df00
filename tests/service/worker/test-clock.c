/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A computer whose clock is wrong by years, and is put right: what was planned by it is
 * planned anew, told once, and nothing is lost. */

#include "config.h"

#include "report-bench.h"
#include "test-vfs.h"

#define DAY_S (24 * 60 * 60)
#define YEARS_S (9 * 365 * DAY_S)

static gint64
read_next_due (const ReportBench *bench)
{
  g_autoptr (ExmTaskInfo) info = report_bench_read_info (bench);

  return info->next_due_usec;
}

/* A worker that does what is due. */
static void
do_what_is_due (ReportBench *bench)
{
  g_autoptr (ExmWorker) worker = report_bench_new_worker (bench, TRUE);

  report_bench_wait (bench, worker);
}

static void
assert_planned (ReportBench *bench)
{
  gint64 now_usec = report_bench_get_time (bench);

  g_assert_cmpint (read_next_due (bench), >, now_usec - G_TIME_SPAN_MINUTE);
  g_assert_cmpint (read_next_due (bench), <=, now_usec + 30 * G_TIME_SPAN_MINUTE);
}

static void
begin (ReportBench *bench, int ahead_s)
{
  report_bench_init (bench);
  bench->schedule = "every 30 min";
  bench->heed_robots = TRUE;
  bench->ahead_s = ahead_s;
  report_bench_add_task (bench, EXM_FIRST_RUN_ALL);
}

static void
test_ahead (void)
{
  ReportBench bench;

  begin (&bench, YEARS_S);
  g_assert_true (report_bench_run_once (&bench));
  g_assert_cmpuint (bench.n_robots, ==, 1);
  g_assert_cmpstr (bench.notices->str, ==, "");

  bench.ahead_s = 0;
  do_what_is_due (&bench);
  g_assert_nonnull (strstr (bench.notices->str, "clock"));
  assert_planned (&bench);

  bench.n_listed = 5;
  bench.ahead_s = 31 * 60;
  do_what_is_due (&bench);
  g_assert_cmpstr (bench.notices->str, ==, "");
  g_assert_cmpuint (bench.n_runs, ==, 1);
  g_assert_cmpuint (bench.n_robots, ==, 1);
  report_bench_assert_collected (&bench, 1);
  report_bench_clear (&bench);
}

static void
test_behind (void)
{
  ReportBench bench;

  begin (&bench, 0);
  g_assert_true (report_bench_run_once (&bench));
  bench.ahead_s = -YEARS_S;
  bench.n_listed = 4;
  do_what_is_due (&bench);
  g_assert_nonnull (strstr (bench.notices->str, "clock"));
  assert_planned (&bench);
  bench.ahead_s += 31 * 60;
  do_what_is_due (&bench);
  g_assert_cmpuint (bench.n_runs, ==, 1);
  report_bench_assert_collected (&bench, 1);

  bench.ahead_s = 60 * 60;
  bench.n_listed = 5;
  do_what_is_due (&bench);
  g_assert_cmpstr (bench.notices->str, ==, "");
  g_assert_cmpuint (bench.n_runs, ==, 1);
  assert_planned (&bench);
  report_bench_assert_collected (&bench, 1);
  report_bench_clear (&bench);
}

/* While pages are under way, in both directions. */
static void
test_inside (void)
{
  static const int jumps[]
      = { YEARS_S, -YEARS_S, 2 * DAY_S, -2 * DAY_S, 2 * 60 * 60, -2 * 60 * 60 };

  for (gsize i = 0; i < G_N_ELEMENTS (jumps); i++)
    {
      ReportBench bench;
      begin (&bench, 0);
      bench.jump_s = jumps[i];
      g_assert_true (report_bench_run_once (&bench));
      if (jumps[i] < 0)
        g_assert_nonnull (strstr (bench.notices->str, "clock"));
      report_bench_assert_collected (&bench, 1);
      bench.ahead_s = 0;
      bench.n_listed = 4;
      do_what_is_due (&bench);
      bench.ahead_s = 31 * 60;
      do_what_is_due (&bench);
      assert_planned (&bench);
      report_bench_assert_collected (&bench, 1);
      report_bench_clear (&bench);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_vfs_make_default ();
  g_test_add_func ("/worker/clock/ahead", test_ahead);
  g_test_add_func ("/worker/clock/behind", test_behind);
  g_test_add_func ("/worker/clock/inside", test_inside);
  return g_test_run ();
}
