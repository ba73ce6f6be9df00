/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A computer that sleeps for hours and days, between runs and in the middle of one: the
 * wall clock jumps, and nothing else noticed the time. */

#include "clock-fixture.h"

#include <string.h>

#define HOUR G_TIME_SPAN_HOUR
#define DAY G_TIME_SPAN_DAY
#define MINUTE G_TIME_SPAN_MINUTE
#define N_NEWS 12u

static const char *const sleeps_names[] = { "hours", "days", "weeks" };
static const gint64 sleeps[] = { 8 * HOUR, 3 * DAY, 40 * DAY };

static gint64
begin (void)
{
  return clock_fixture_parse_time ("2026-11-02T10:00:00Z");
}

static guint
count_runs (ClockFixture *f, const char *uid)
{
  g_autofree char *runs = clock_fixture_list_runs (f, uid);
  g_auto (GStrv) list = g_strsplit (runs, ", ", -1);

  return g_strv_length (list);
}

/* Missed runs come once with the waking, and then by the schedule. */
static void
test_between_runs (ClockFixture *f, gconstpointer data)
{
  gint64 sleep_usec = *(const gint64 *) data, now = begin ();
  g_autofree char *hourly = clock_fixture_add_task (f, "every 1 h", now);
  g_autofree char *daily
      = clock_fixture_add_task (f, "cron 0 11 * * * zone Etc/UTC", now);
  g_autofree char *minutely = clock_fixture_add_task (f, "every 1 min", now);

  clock_fixture_start (f, now);
  clock_fixture_set_time (f, now);
  g_assert_cmpuint (count_runs (f, hourly), ==, 1);
  for (guint i = 0; i < 3; i++)
    {
      now += sleep_usec;
      clock_fixture_set_time (f, now);
      for (guint j = 0; j < 3; j++)
        clock_fixture_set_time (f, now + j);
      g_assert_cmpuint (count_runs (f, hourly), ==, 2 + 2 * i);
      g_assert_cmpuint (count_runs (f, minutely), ==, 2 + 3 * i);
      clock_fixture_set_time (f, now + MINUTE);
      g_assert_cmpuint (count_runs (f, hourly), ==, 2 + 2 * i);
      now += HOUR;
      clock_fixture_set_time (f, now);
      g_assert_cmpuint (count_runs (f, hourly), ==, 3 + 2 * i);
      g_assert_cmpuint (count_runs (f, minutely), ==, 4 + 3 * i);
    }
  g_assert_cmpuint (count_runs (f, daily), ==, sleep_usec < DAY ? 2u : 4u);
}

/* It is not due while its window is closed, however much was missed. */
static void
test_window (ClockFixture *f, gconstpointer data)
{
  gint64 now = begin ();
  g_autofree char *uid = clock_fixture_add_task (
      f, "every 30 min in 11:00-12:00 zone Etc/UTC", now + 2 * HOUR);

  clock_fixture_start (f, now + 2 * HOUR);
  clock_fixture_set_time (f, now + 2 * HOUR);
  clock_fixture_set_time (f, now + 3 * DAY);
  g_assert_cmpuint (f->n_started, ==, 0);
  clock_fixture_set_time (f, now + 5 * DAY + HOUR + 10 * MINUTE);
  clock_fixture_set_time (f, now + 5 * DAY + HOUR + 20 * MINUTE);
  g_autofree char *runs = clock_fixture_list_runs (f, uid);
  g_assert_cmpstr (runs, ==, "07. 11:10");
}

static void
take_all (ExmTaskFields *fields, gconstpointer data)
{
  fields->first_run = EXM_FIRST_RUN_ALL;
  fields->delay_ms = GPOINTER_TO_UINT (data);
}

/* The computer falls asleep whenever an article came, with the next one under way, while
 * the run is far from its end. */
static void
sleep_at_articles (ClockFixture *f, const ExmWorkerEvent *event)
{
  if (event->kind == EXM_WORKER_ARTICLE && f->bench.n_articles < N_NEWS / 2
      && f->bench.n_articles % 3 == 1)
    clock_fixture_jump (f, f->now_usec + *(const gint64 *) f->data);
}

/* Each page is fetched once, each article is there once, and what was missed meanwhile is
 * one run. */
static void
test_in_a_run (ClockFixture *f, gconstpointer data)
{
  gint64 now = begin ();
  g_autofree char *uid = clock_fixture_add_task (f, "every 1 h", now);
  guint n_requests = 0;

  worker_bench_change_task (&f->bench, uid, take_all, GUINT_TO_POINTER (0));
  exm_sample_server_clear_request_log (f->bench.server);
  f->on_event = sleep_at_articles;
  clock_fixture_start (f, now);
  clock_fixture_set_time (f, now);
  for (guint i = 0; i < 3; i++)
    clock_fixture_set_time (f, f->now_usec);
  g_assert_cmpuint (f->bench.n_articles, ==, N_NEWS);
  g_assert_cmpuint (count_runs (f, uid), ==, 1);
  clock_fixture_set_time (f, f->now_usec + HOUR);
  g_assert_cmpuint (count_runs (f, uid), ==, 2);
  g_assert_cmpstr (f->bench.state, ==, "done");

  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (f->bench.server);
  g_autoptr (GHashTable) paths = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < log->len; i++)
    {
      const ExmSampleRequest *request = g_ptr_array_index (log, i);
      if (!g_str_has_prefix (request->path, "/news/2"))
        continue;
      g_assert_true (g_hash_table_add (paths, request->path));
      n_requests++;
    }
  g_assert_cmpuint (n_requests, ==, N_NEWS);
}

/* Returns: articles that were asked for */
static guint
count_requests (ClockFixture *f)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (f->bench.server);
  guint n = 0;

  for (guint i = 0; i < log->len; i++)
    n += g_str_has_prefix (((ExmSampleRequest *) log->pdata[i])->path, "/news/2");
  return n;
}

static guint
count_all_requests (ClockFixture *f)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (f->bench.server);

  return log->len;
}

/* Until what may be asked for now has come. */
static void
settle (ClockFixture *f)
{
  for (guint i = 0; i < 50 || count_requests (f) > f->bench.n_articles; i++)
    clock_fixture_settle (f);
}

static void
wait_for_articles (ClockFixture *f, guint n)
{
  while (f->bench.n_articles < n)
    g_main_context_iteration (NULL, TRUE);
  settle (f);
  g_assert_cmpuint (f->bench.n_articles, ==, n);
}

/* A host's delay is over when the computer wakes, and is kept from then on: no page comes
 * early, and none waits for the time that was slept. */
static void
test_delay (ClockFixture *f, gconstpointer data)
{
  gint64 sleep_usec = *(const gint64 *) data, now = begin ();
  g_autofree char *uid = clock_fixture_add_task (f, "every 60 d", now);

  worker_bench_change_task (&f->bench, uid, take_all, GUINT_TO_POINTER (60 * 1000));
  exm_sample_server_clear_request_log (f->bench.server);
  clock_fixture_start (f, now);
  /* First come robots.txt and the list. */
  for (guint i = 0; i < 100 && f->bench.n_articles == 0; i++)
    {
      now += MINUTE + G_USEC_PER_SEC;
      clock_fixture_jump (f, now);
      settle (f);
    }
  guint n = f->bench.n_articles;
  g_assert_cmpuint (n, >, 0);
  clock_fixture_jump (f, now + 30 * G_USEC_PER_SEC);
  wait_for_articles (f, n);
  guint n_asked = count_all_requests (f);
  now += sleep_usec;
  clock_fixture_jump (f, now);
  while (count_all_requests (f) == n_asked)
    clock_fixture_settle (f);
  settle (f);
  /* The request may have been for robots.txt, which was old by then. */
  while (f->bench.n_articles == n)
    {
      now += MINUTE + G_USEC_PER_SEC;
      clock_fixture_jump (f, now);
      settle (f);
    }
  g_assert_cmpint (now, <, begin () + sleep_usec + HOUR);
  n = f->bench.n_articles;
  clock_fixture_jump (f, now + 30 * G_USEC_PER_SEC);
  wait_for_articles (f, n);
  clock_fixture_jump (f, now + MINUTE + G_USEC_PER_SEC);
  wait_for_articles (f, n + 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (sleeps); i++)
    {
      g_autofree char *between
          = g_strdup_printf ("/worker/sleep/between-runs/%s", sleeps_names[i]);
      g_autofree char *in
          = g_strdup_printf ("/worker/sleep/in-a-run/%s", sleeps_names[i]);
      g_autofree char *delay
          = g_strdup_printf ("/worker/sleep/delay/%s", sleeps_names[i]);
      g_test_add (between, ClockFixture, &sleeps[i], clock_fixture_set_up,
                  test_between_runs, clock_fixture_tear_down);
      g_test_add (in, ClockFixture, &sleeps[i], clock_fixture_set_up, test_in_a_run,
                  clock_fixture_tear_down);
      g_test_add (delay, ClockFixture, &sleeps[i], clock_fixture_set_up, test_delay,
                  clock_fixture_tear_down);
    }
  g_test_add ("/worker/sleep/window", ClockFixture, NULL, clock_fixture_set_up,
              test_window, clock_fixture_tear_down);
  return g_test_run ();
}
