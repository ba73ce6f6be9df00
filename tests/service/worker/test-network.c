/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker without a network, and behind one that answers for everybody; and clocks that
 * are set. */

#include "store/exm-store-reader.h"

#include "worker-fixture.h"

#include <string.h>

typedef struct
{
  WorkerBench bench;
  gint network;     /* atomic: an ExmWorkerNetwork */
  gint n_asked;     /* atomic */
  gint n_there;     /* it is there for so many questions, then as above; −1: always */
  GString *notices; /* (owned) */
} Fixture;

static ExmWorkerNetwork
get_network (const char *host, gpointer data)
{
  Fixture *f = data;

  if (g_atomic_int_add (&f->n_asked, 1) < f->n_there)
    return EXM_WORKER_NETWORK_THERE;
  return (ExmWorkerNetwork) g_atomic_int_get (&f->network);
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Fixture *f = data;

  if (event->kind == EXM_WORKER_NETWORK)
    g_string_append_printf (f->notices, "%s\n",
                            event->message != NULL ? event->message : "back");
  worker_bench_on_event (event, &f->bench);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  worker_bench_init (&f->bench);
  f->notices = g_string_new (NULL);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  worker_bench_clear (&f->bench);
  g_string_free (f->notices, TRUE);
}

static ExmWorker *
start (Fixture *f)
{
  const ExmWorkerOptions options = {
    .folder = f->bench.folder,
    .network = get_network,
    .network_data = f,
    .clock = worker_bench_get_time,
    .clock_data = &f->bench,
  };
  g_autoptr (GError) error = NULL;
  ExmWorker *worker = exm_worker_new (&options, on_event, f);

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  return worker;
}

static guint
count_requests (Fixture *f)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (f->bench.server);

  return log->len;
}

static void
test_none (Fixture *f, gconstpointer data)
{
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  guint n_before = count_requests (f);

  f->network = EXM_WORKER_NETWORK_NONE;
  ExmWorker *worker = start (f);
  exm_worker_run_task (worker, uid);
  exm_worker_wake (worker);
  while (f->notices->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (count_requests (f), ==, n_before);
  g_assert_nonnull (strstr (f->notices->str, "no network"));
  g_string_truncate (f->notices, 0);

  /* It comes. */
  g_atomic_int_set (&f->network, EXM_WORKER_NETWORK_THERE);
  exm_worker_wake (worker);
  while (f->bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (f->bench.state, ==, "done");
  g_assert_cmpstr (f->notices->str, ==, "back\n");
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  worker_bench_end (worker);
  worker_bench_assert_truth (&f->bench, uid, "news", 12);
}

/* It goes while the first page is on its way: no attempt is counted, no problem told. */
static void
test_lost (Fixture *f, gconstpointer data)
{
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  g_autoptr (GError) error = NULL;

  worker_bench_set_fault (&f->bench, "/robots.txt", "truncated");
  f->network = EXM_WORKER_NETWORK_NONE;
  f->n_there = 1;
  ExmWorker *worker = start (f);
  exm_worker_run_task (worker, uid);
  while (f->notices->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  worker_bench_set_fault (&f->bench, "/robots.txt", NULL);
  g_atomic_int_set (&f->network, EXM_WORKER_NETWORK_THERE);
  exm_worker_wake (worker);
  while (f->bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  worker_bench_end (worker);
  worker_bench_assert_truth (&f->bench, uid, "news", 12);
}

/* Two sites lead to a third one. */
static void
test_portal (Fixture *f, gconstpointer data)
{
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (f->bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields;
  const char *port = strrchr (exm_sample_server_get_base_url (f->bench.server), ':');
  g_autofree char *other = g_strconcat ("http://localhost", port, "/blog/", NULL);

  exm_task_fields_copy (task, &fields);
  g_ptr_array_add (fields.private_hosts, g_strdup ("localhost"));
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, other);
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  exm_store_update_task (store, changed, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
  worker_bench_set_fault (&f->bench, "/robots.txt",
                          "redirect?to=http://192.168.77.1/login");

  ExmWorker *worker = start (f);
  exm_worker_run_task (worker, uid);
  while (f->notices->len == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (f->notices->str, "192.168.77.1"));
  worker_bench_end (worker);
  g_autoptr (GPtrArray) hosts
      = exm_store_list_host_jobs (store, worker_bench_get_time (&f->bench), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hosts->len, >=, 1);
}

/* The time of the task's next run, from the store. */
static gint64
get_next_due (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (f->bench.folder, NULL, NULL, &error);
  gint64 next = 0;

  g_assert_no_error (error);
  g_assert_true (exm_store_get_next_due (store, &next, &error));
  return next;
}

static gboolean
write_nothing (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return TRUE;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_assert_true (exm_worker_write_finish (EXM_WORKER (source), result, NULL));
  *(gboolean *) data = TRUE;
}

/* Waits until earlier requests to the worker are done. */
static void
settle (ExmWorker *worker)
{
  gboolean done = FALSE;

  exm_worker_write_async (worker, write_nothing, NULL, NULL, NULL, on_written, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_for_runs (Fixture *f, guint n)
{
  while (f->bench.n_finished < n)
    g_main_context_iteration (NULL, TRUE);
}

/* A task of every half hour: asleep for a day it runs once, not 48 times; with the clock
 * set back it does not wait for a day. */
static void
test_clock (Fixture *f, gconstpointer data)
{
  const gint64 half_hour = 30 * G_TIME_SPAN_MINUTE;
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_NEW);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (f->bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields;
  exm_task_fields_copy (task, &fields);
  exm_schedule_unref (fields.schedule);
  fields.schedule = exm_schedule_parse ("every 30 min", &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  exm_store_update_task (store, changed, g_get_real_time (), NULL, &error);
  exm_store_set_next_due (store, uid, g_get_real_time () - 1, &error);
  g_assert_no_error (error);

  ExmWorker *worker = start (f);
  wait_for_runs (f, 1);
  gint64 now = worker_bench_get_time (&f->bench);
  g_assert_cmpint (get_next_due (f), >, now);
  g_assert_cmpint (get_next_due (f), <=, now + 2 * half_hour);

  /* Asleep for a day. */
  worker_bench_advance (&f->bench, worker, 24 * 3600);
  wait_for_runs (f, 2);
  settle (worker);
  g_assert_cmpuint (f->bench.n_finished, ==, 2);
  now = worker_bench_get_time (&f->bench);
  g_assert_cmpint (get_next_due (f), >, now);
  g_assert_cmpint (get_next_due (f), <=, now + 2 * half_hour);

  /* The clock was wrong by a day, and is set right. */
  worker_bench_advance (&f->bench, worker, -24 * 3600);
  settle (worker);
  now = worker_bench_get_time (&f->bench);
  g_assert_cmpint (get_next_due (f), >, now);
  g_assert_cmpint (get_next_due (f), <=, now + 2 * half_hour);
  worker_bench_end (worker);
}

/* Another process read the site's robots.txt. */
static void
put_robots (Fixture *f, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (f->bench.folder, NULL, NULL, &error);
  const ExmHostRecord record = {
    .host = (char *) exm_sample_server_get_base_url (f->bench.server),
    .robots = (char *) text,
    .robots_until_usec = g_get_real_time () + 12 * G_TIME_SPAN_HOUR,
  };

  g_assert_no_error (error);
  exm_store_put_host (store, &record, &error);
  g_assert_no_error (error);
}

/* Puts the clock ahead step by step until the site is asked for the next page.
 *
 * Returns: how long that took by the worker's clock, in seconds; the request before has
 *   ended a little later than it is seen here */
static gint64
measure_pause (Fixture *f, ExmWorker *worker)
{
  guint n = count_requests (f);
  gint64 begin_usec = worker_bench_get_time (&f->bench);

  while (count_requests (f) == n)
    {
      f->bench.n_changed = 0;
      worker_bench_advance (&f->bench, worker, 1);
      while (f->bench.n_changed == 0)
        g_main_context_iteration (NULL, TRUE);
    }
  return (worker_bench_get_time (&f->bench) - begin_usec) / G_USEC_PER_SEC;
}

static guint
count_events (Fixture *f, const char *uid, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (f->bench.folder);
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .uid = uid, .limit = 100 };
  g_autoptr (GPtrArray) events = exm_store_reader_read (reader, &query, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    n += strstr (((ExmEvent *) g_ptr_array_index (events, i))->message, words) != NULL;
  return n;
}

/* @wanted: seconds that are kept of those that robots.txt asks for */
static void
assert_crawl_delay (Fixture *f, const char *robots, guint wanted)
{
  g_autofree char *uid = worker_bench_add_task (&f->bench, "news", "/news/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  g_autofree char *words = g_strdup_printf (": %u seconds are kept", wanted);

  put_robots (f, robots);
  ExmWorker *worker = start (f);
  exm_worker_run_task (worker, uid);
  /* The first is asked for at once. */
  measure_pause (f, worker);
  for (guint i = 0; i < 3; i++)
    {
      gint64 pause = measure_pause (f, worker);
      /* The end is seen some steps later: the clock goes on while a request is under way,
       * by as many steps as the machine is slow. */
      g_assert_cmpint (pause, >=, wanted * 3 / 4);
      g_assert_cmpint (pause, <, 12 * 3600);
    }
  worker_bench_end (worker);
  g_assert_cmpuint (count_events (f, uid, words), ==, 1);
  g_assert_cmpstr (f->bench.problems->str, ==, "");
}

/* It is kept where it is longer than what the task waits, and told once a run. */
static void
test_crawl_delay (Fixture *f, gconstpointer data)
{
  assert_crawl_delay (f, "User-agent: *\nCrawl-delay: 40\n", 40);
}

/* Ignores a Crawl-delay that nobody can have meant. */
static void
test_long_crawl_delay (Fixture *f, gconstpointer data)
{
  assert_crawl_delay (f, "User-agent: *\nCrawl-delay: 86400\n", 60);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker/network/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/worker/network/lost", Fixture, NULL, set_up, test_lost, tear_down);
  g_test_add ("/worker/network/portal", Fixture, NULL, set_up, test_portal, tear_down);
  g_test_add ("/worker/network/crawl-delay", Fixture, NULL, set_up, test_crawl_delay,
              tear_down);
  g_test_add ("/worker/network/long-crawl-delay", Fixture, NULL, set_up,
              test_long_crawl_delay, tear_down);
  g_test_add ("/worker/clock", Fixture, NULL, set_up, test_clock, tear_down);
  return g_test_run ();
}
