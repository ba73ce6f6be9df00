/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A site that is busy for a moment, or for long: how long a run waits for it, and that it
 * says so. The clock stands still but where a test moves it. */

#include "clock-fixture.h"

#include "store/exm-store-reader.h"

#define S G_TIME_SPAN_SECOND
#define HOUR G_TIME_SPAN_HOUR

static GPtrArray *told; /* (owned) (element-type utf8): that the worker waits */
static guint n_passed;  /* of these waits */
static guint n_events;  /* since the clock was looked at */
static guint clock_id;  /* source */

/* A wait passes, and no more than that, as soon as the page that met it is put back. */
static void
on_event (ClockFixture *f, const ExmWorkerEvent *event)
{
  n_events++;
  if (event->kind == EXM_WORKER_WAITING)
    g_ptr_array_add (told, g_strdup (event->message));
  if (event->kind == EXM_WORKER_PROBLEM && told->len > n_passed)
    {
      n_passed = told->len;
      clock_fixture_jump (f, f->now_usec + *(const gint64 *) f->data);
    }
}

/* Articles wait some milliseconds for others, to be stored with them: where all stands
 * still the clock goes on a little. */
static gboolean
on_still (gpointer data)
{
  ClockFixture *f = data;

  if (n_events == 0)
    clock_fixture_jump (f, f->now_usec + 60 * G_TIME_SPAN_MILLISECOND);
  n_events = 0;
  return G_SOURCE_CONTINUE;
}

static void
set_up (ClockFixture *f, gconstpointer data)
{
  clock_fixture_set_up (f, data);
  f->on_event = on_event;
  told = g_ptr_array_new_with_free_func (g_free);
  n_passed = n_events = 0;
  clock_id = g_timeout_add (1000, on_still, f);
}

static void
tear_down (ClockFixture *f, gconstpointer data)
{
  g_clear_handle_id (&clock_id, g_source_remove);
  g_string_truncate (f->bench.problems, 0);
  clock_fixture_tear_down (f, data);
  g_clear_pointer (&told, g_ptr_array_unref);
}

static char *
format_time (gint64 usec, const char *format)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (usec / G_USEC_PER_SEC);

  return g_date_time_format (time, format);
}

/* Runs a new task until its run has ended. Returns: (transfer full): its articles */
static GPtrArray *
collect (ClockFixture *f, gint64 now_usec)
{
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  g_autoptr (GError) error = NULL;

  clock_fixture_start (f, now_usec);
  exm_worker_run_task (f->worker, uid);
  while (f->bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (ExmStore) store = worker_bench_open_store (&f->bench);
  const ExmArticleFilter filter = { .task_uid = uid };
  GPtrArray *articles = exm_store_list_articles (store, &filter, &error);
  g_assert_no_error (error);
  return articles;
}

static void
fail_once (ClockFixture *f, const char *path, const char *fault)
{
  exm_sample_server_set_fault (f->bench.server, path, fault, EXM_SAMPLE_FAULT_ONCE, NULL);
}

/* One page fails, two are asked for too soon: the run is through in the few seconds that
 * the site asked for, and everything was collected. */
static void
test_busy (ClockFixture *f, gconstpointer data)
{
  gint64 now = clock_fixture_parse_time ("2026-11-02T10:00:00Z");
  g_auto (GStrv) paths = exm_sample_server_list_articles (f->bench.server, "news");

  fail_once (f, paths[2], "500");
  fail_once (f, paths[4], "429?retry-after=3");
  fail_once (f, paths[6], "429?retry-after=3");
  g_autoptr (GPtrArray) articles = collect (f, now);
  g_assert_cmpstr (f->bench.state, ==, "done");
  g_assert_cmpuint (articles->len, ==, g_strv_length (paths));
  g_assert_cmpint (f->now_usec / S, ==, (now + 6 * S) / S);

  g_assert_cmpuint (told->len, ==, 2);
  for (guint i = 0; i < told->len; i++)
    {
      g_autofree char *until = format_time (now + (3 * i + 3) * S, "%H:%M:%S");
      g_autofree char *wanted = g_strdup_printf (
          "Waiting for 127.0.0.1 until %s: asked too often (429)", until);
      g_assert_cmpstr (told->pdata[i], ==, wanted);
    }
}

/* A site that wants to be left alone for a day is asked again earlier, and that is said;
 * so it is in the list of events. */
static void
test_far (ClockFixture *f, gconstpointer data)
{
  gint64 now = clock_fixture_parse_time ("2026-11-02T10:00:00Z");
  g_auto (GStrv) paths = exm_sample_server_list_articles (f->bench.server, "news");
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .limit = 1000 };
  g_autoptr (GError) error = NULL;
  gboolean logged = FALSE;

  fail_once (f, paths[3], "503?retry-after=86400");
  g_autoptr (GPtrArray) articles = collect (f, now);
  g_assert_cmpuint (articles->len, ==, g_strv_length (paths));
  g_assert_cmpint (f->now_usec / S, ==, (now + 6 * HOUR) / S);
  g_assert_cmpuint (told->len, ==, 1);
  g_autofree char *until = format_time (now + 6 * HOUR, "%H:%M");
  g_autofree char *asked = format_time (now + 24 * HOUR, "%Y-%m-%d %H:%M");
  g_autofree char *wanted = g_strdup_printf ("Waiting for 127.0.0.1 until %s: the server "
                                             "failed (503). The site wanted us to wait "
                                             "until %s; no wait is longer than six hours",
                                             until, asked);
  g_assert_cmpstr (told->pdata[0], ==, wanted);
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (f->bench.folder);
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    {
      const ExmEvent *event = g_ptr_array_index (events, i);
      logged = logged || g_strcmp0 (event->message, wanted) == 0;
    }
  g_assert_true (logged);
  exm_store_reader_close (reader);
}

int
main (int argc, char **argv)
{
  static const gint64 short_wait = 3 * S, long_wait = 6 * HOUR;

  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker/back-off/busy", ClockFixture, &short_wait, set_up, test_busy,
              tear_down);
  g_test_add ("/worker/back-off/far", ClockFixture, &long_wait, set_up, test_far,
              tear_down);
  return g_test_run ();
}
