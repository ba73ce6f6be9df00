/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "clock-fixture.h"

#include "store/exm-store-reader.h"

static gint64
get_time (gpointer data)
{
  ClockFixture *f = data;

  g_mutex_lock (&f->lock);
  gint64 now = f->now_usec;
  g_mutex_unlock (&f->lock);
  return now;
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  ClockFixture *f = data;

  f->n_started += event->kind == EXM_WORKER_RUN_STARTED ? 1 : 0;
  worker_bench_on_event (event, &f->bench);
  if (f->on_event != NULL)
    f->on_event (f, event);
}

void
clock_fixture_set_up (ClockFixture *f, gconstpointer data)
{
  worker_bench_init (&f->bench);
  f->data = data;
  g_mutex_init (&f->lock);
}

void
clock_fixture_tear_down (ClockFixture *f, gconstpointer data)
{
  worker_bench_end (f->worker);
  g_assert_cmpstr (f->bench.problems->str, ==, "");
  worker_bench_clear (&f->bench);
  g_mutex_clear (&f->lock);
}

gint64
clock_fixture_parse_time (const char *text)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, NULL);

  g_assert_nonnull (time);
  return g_date_time_to_unix (time) * G_USEC_PER_SEC;
}

char *
clock_fixture_add_task (ClockFixture *f, const char *schedule, gint64 now_usec)
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

void
clock_fixture_jump (ClockFixture *f, gint64 now_usec)
{
  g_mutex_lock (&f->lock);
  f->now_usec = now_usec;
  g_mutex_unlock (&f->lock);
  exm_worker_wake (f->worker);
}

void
clock_fixture_settle (ClockFixture *f)
{
  gboolean done = FALSE;

  exm_worker_write_async (f->worker, write_nothing, NULL, NULL, NULL, on_written, &done);
  while (!done || g_main_context_pending (NULL))
    g_main_context_iteration (NULL, TRUE);
}

/* A run that is due begins when the examples of its task were parsed. */
static gboolean
is_due (ClockFixture *f)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASKS };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (f->bench.folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) infos = exm_store_reader_read (reader, &query, NULL, &error);
  gint64 now_usec = get_time (f);
  gboolean due = FALSE;

  g_assert_no_error (error);
  for (guint i = 0; i < infos->len; i++)
    {
      const ExmTaskInfo *info = g_ptr_array_index (infos, i);
      due = due || (info->next_due_usec != 0 && info->next_due_usec <= now_usec);
    }
  exm_store_reader_close (reader);
  return due;
}

void
clock_fixture_set_time (ClockFixture *f, gint64 now_usec)
{
  gboolean due = FALSE;

  clock_fixture_jump (f, now_usec);
  do
    {
      due = is_due (f);
      clock_fixture_settle (f);
    }
  while (due || f->bench.n_finished < f->n_started);
}

void
clock_fixture_start (ClockFixture *f, gint64 now_usec)
{
  const ExmWorkerOptions options
      = { .folder = f->bench.folder, .clock = get_time, .clock_data = f };
  g_autoptr (GError) error = NULL;

  f->now_usec = now_usec;
  f->worker = exm_worker_new (&options, on_event, f);
  exm_worker_start (f->worker, &error);
  g_assert_no_error (error);
}

char *
clock_fixture_list_runs (ClockFixture *f, const char *uid)
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
