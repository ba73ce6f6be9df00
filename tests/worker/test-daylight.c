/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The nights in which daylight saving begins and ends: a task at 02:30 and one of every
 * hour run as their schedules say, with the computer on and with it asleep. */

#include "exm-store-reader.h"
#include "worker-fixture.h"

#define STEP_USEC (30 * G_TIME_SPAN_MINUTE)
#define AT_HALF_PAST_TWO "cron 30 2 * * * zone Europe/Berlin"
#define HOURLY "every 1 h zone Europe/Berlin"

typedef struct
{
  WorkerBench bench;
  GMutex lock;
  gint64 now_usec; /* lock; the clock stands still between steps */
  guint n_started;
  ExmWorker *worker; /* (owned) */
} Fixture;

static gint64
get_time (gpointer data)
{
  Fixture *f = data;

  g_mutex_lock (&f->lock);
  gint64 now = f->now_usec;
  g_mutex_unlock (&f->lock);
  return now;
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Fixture *f = data;

  f->n_started += event->kind == EXM_WORKER_RUN_STARTED ? 1 : 0;
  worker_bench_on_event (event, &f->bench);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  worker_bench_init (&f->bench);
  g_mutex_init (&f->lock);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  exm_worker_stop (f->worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (f->worker);
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  worker_bench_clear (&f->bench);
  g_mutex_clear (&f->lock);
}

static gint64
parse_time (const char *text)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, NULL);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * G_USEC_PER_SEC;
}

/* Returns: (transfer full): the uid of a task that has never run at @now_usec */
static char *
add_task (Fixture *f, const char *schedule, gint64 now_usec)
{
  char *uid = worker_bench_add_task (&f->bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_NEW);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (f->bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields;

  exm_task_fields_copy (task, &fields);
  exm_schedule_unref (fields.schedule);
  fields.schedule = exm_schedule_parse (schedule, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  exm_store_update_task (store, changed, now_usec, NULL, &error);
  g_assert_no_error (error);
  gint64 next = exm_schedule_get_next (exm_task_get (changed)->schedule, 0, now_usec);
  exm_store_set_next_due (store, uid, next, &error);
  g_assert_no_error (error);
  return uid;
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

/* Sets the clock, and waits until all that is due then is done. */
static void
set_time (Fixture *f, gint64 now_usec)
{
  gboolean done = FALSE;

  g_mutex_lock (&f->lock);
  f->now_usec = now_usec;
  g_mutex_unlock (&f->lock);
  exm_worker_wake (f->worker);
  exm_worker_write_async (f->worker, write_nothing, NULL, NULL, NULL, on_written, &done);
  while (!done || g_main_context_pending (NULL) || f->bench.n_finished < f->n_started)
    g_main_context_iteration (NULL, TRUE);
}

static void
start (Fixture *f, gint64 now_usec)
{
  const ExmWorkerOptions options
      = { .folder = f->bench.folder, .clock = get_time, .clock_data = f };
  g_autoptr (GError) error = NULL;

  f->now_usec = now_usec;
  f->worker = exm_worker_new (&options, on_event, f);
  exm_worker_start (f->worker, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): when the task ran, the first time first, in UTC */
static char *
list_runs (Fixture *f, const char *uid)
{
  const ExmStoreQuery query = { .kind = EXM_READ_RUNS, .uid = uid, .limit = 100 };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (f->bench.folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = exm_store_reader_read (reader, &query, NULL, &error);
  GString *out = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = runs->len; i > 0; i--)
    {
      const ExmRun *run = g_ptr_array_index (runs, i - 1);
      g_autoptr (GDateTime) time
          = g_date_time_new_from_unix_utc (run->started_usec / G_USEC_PER_SEC);
      g_autofree char *text = g_date_time_format (time, "%d. %H:%M");
      g_assert_cmpstr (run->state, ==, "done");
      g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", text);
    }
  exm_store_reader_close (reader);
  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *from, *to;
  const char *half_past_two;
  const char *asleep; /* when both run once, if the computer sleeps until then */
} Night;

static const Night nights[] = {
  /* At 01:00 UTC 02:00 becomes 03:00: what was at 02:30 comes at the end of the gap. */
  { "2026-03-28T22:00:00Z", "2026-03-30T02:00:00Z", "29. 01:00, 30. 00:30",
    "2026-03-29T06:00:00Z" },
  /* At 01:00 UTC 03:00 becomes 02:00: 02:30 is at 00:30 and 01:30 UTC, and counts once.
   */
  { "2026-10-24T22:00:00Z", "2026-10-26T03:00:00Z", "25. 00:30, 26. 01:30",
    "2026-10-25T06:00:00Z" },
};

static void
test_awake (Fixture *f, gconstpointer data)
{
  const Night *night = data;
  gint64 from = parse_time (night->from);
  gint64 to = parse_time (night->to);
  g_autoptr (GString) hours = g_string_new (NULL);
  g_autofree char *cron = add_task (f, AT_HALF_PAST_TWO, from);
  g_autofree char *hourly = add_task (f, HOURLY, from);

  start (f, from);
  for (gint64 now = from; now <= to; now += STEP_USEC)
    set_time (f, now);
  g_autofree char *runs = list_runs (f, cron);
  g_assert_cmpstr (runs, ==, night->half_past_two);

  for (gint64 hour = from; hour <= to; hour += G_TIME_SPAN_HOUR)
    {
      g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (hour / G_USEC_PER_SEC);
      g_autofree char *text = g_date_time_format (time, "%d. %H:%M");
      g_string_append_printf (hours, "%s%s", hours->len > 0 ? ", " : "", text);
    }
  g_autofree char *hourly_runs = list_runs (f, hourly);
  g_assert_cmpstr (hourly_runs, ==, hours->str);
}

static void
test_asleep (Fixture *f, gconstpointer data)
{
  const Night *night = data;
  gint64 from = parse_time (night->from);
  gint64 awake = parse_time (night->asleep);
  g_autofree char *cron = add_task (f, AT_HALF_PAST_TWO, from);
  g_autofree char *hourly = add_task (f, HOURLY, from + G_TIME_SPAN_HOUR);

  start (f, from);
  set_time (f, from);
  g_assert_cmpuint (f->n_started, ==, 0);
  set_time (f, awake);
  set_time (f, awake + STEP_USEC);
  g_assert_cmpuint (f->n_started, ==, 2);
  g_autofree char *runs = list_runs (f, cron);
  g_autofree char *hourly_runs = list_runs (f, hourly);
  g_assert_cmpstr (runs, ==, hourly_runs);
  g_assert_true (g_str_has_suffix (runs, "06:00"));
}

int
main (int argc, char *argv[])
{
  static const char *const names[] = { "spring", "autumn" };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (nights); i++)
    {
      g_autofree char *awake = g_strdup_printf ("/worker/daylight/%s/awake", names[i]);
      g_autofree char *asleep = g_strdup_printf ("/worker/daylight/%s/asleep", names[i]);
      g_test_add (awake, Fixture, &nights[i], set_up, test_awake, tear_down);
      g_test_add (asleep, Fixture, &nights[i], set_up, test_asleep, tear_down);
    }
  return g_test_run ();
}
