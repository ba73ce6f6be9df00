/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "report-bench.h"

#include "jobs/exm-tdmrep.h"
#include "task/exm-output-format.h"
#include "test-folder.h"
#include "test-listen.h"
#include "test-site.h"
#include "test-statements.h"
#include "worker/exm-worker.h"

#include <stdio.h>
#include <string.h>

/* How long a worker says nothing before the clock goes on, and by how much. */
#define HURRY_MS 500u
#define HURRY_S 30

static char *
make_page (guint number)
{
  g_auto (TestSitePage) page
      = test_site_make_page (1, number, 8, TEST_SITE_ENGLISH, TEST_SITE_PLAIN);

  return g_steal_pointer (&page.html);
}

static char *
make_list (guint n_articles)
{
  GString *page = g_string_new ("<!DOCTYPE html><html><head><title>All</title></head>"
                                "<body><ul>");

  for (guint i = n_articles; i > 0; i--)
    g_string_append_printf (page, "<li><a href=\"/report/%u.html\">Report %u</a></li>", i,
                            i);
  g_string_append (page, "</ul></body></html>");
  return g_string_free (page, FALSE);
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  ReportBench *bench = data;
  guint number = 0;
  guint status = 0;
  char *text = NULL;

  if (strcmp (path, "/list/") == 0)
    text = make_list (bench->n_listed);
  else if (sscanf (path, "/report/%u.html", &number) == 1)
    {
      g_autofree char *page = make_page (number);
      text = g_strconcat (bench->link != NULL ? bench->link : "", page, NULL);
      g_atomic_int_add (&bench->ahead_s, bench->jump_s);
      bench->jump_s = 0;
      if (number == 1 && bench->reserved != NULL)
        soup_message_headers_append (soup_server_message_get_response_headers (message),
                                     "X-Robots-Tag", bench->reserved);
    }
  else if (strcmp (path, EXM_TDMREP_PATH) == 0)
    {
      bench->n_tdmrep++;
      text = g_strdup (bench->tdmrep);
      status = bench->tdmrep_status;
    }
  else if (strcmp (path, "/robots.txt") == 0)
    {
      bench->n_robots++;
      text = g_strdup (bench->robots);
    }
  status = status != 0 ? status : text != NULL ? 200 : 404;
  soup_server_message_set_status (message, status, NULL);
  if (text != NULL)
    soup_server_message_set_response (message, "text/html; charset=utf-8",
                                      SOUP_MEMORY_TAKE, text, strlen (text));
}

void
report_bench_init (ReportBench *bench)
{
  *bench = (ReportBench){ .n_listed = 3 };
  bench->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (bench->server, NULL, on_request, bench, NULL);
  bench->base = g_strdup_printf ("http://127.0.0.1:%u", test_listen (bench->server));
  bench->folder = test_folder_new ();
  bench->out = test_folder_new ();
  bench->loop = g_main_loop_new (NULL, FALSE);
  bench->notices = g_string_new (NULL);
}

void
report_bench_clear (ReportBench *bench)
{
  soup_server_disconnect (bench->server);
  g_object_unref (bench->server);
  test_folder_free (bench->folder);
  test_folder_free (bench->out);
  g_main_loop_unref (bench->loop);
  g_free (bench->base);
  g_free (bench->state);
  g_string_free (bench->notices, TRUE);
}

ExmStore *
report_bench_open_store (const ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (bench->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  return store;
}

/* Backups and checks are tested elsewhere; here they would be statements of another
 * thread, at times of their own. */
static void
put_upkeep_off (ExmStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *now = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_real_time ());
  g_autofree char *later
      = g_strdup_printf ("%" G_GINT64_FORMAT, g_get_real_time () + 6 * G_TIME_SPAN_DAY);

  exm_store_set_setting (store, "backup.last", now, &error);
  g_assert_no_error (error);
  exm_store_set_setting (store, "check.next", later, &error);
  g_assert_no_error (error);
}

void
report_bench_add_task (ReportBench *bench, ExmFirstRun first_run)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  g_autofree char *example = g_strconcat (bench->base, "/report/0.html", NULL);
  g_autofree char *list = g_strconcat (bench->base, "/list/", NULL);
  char *text = make_page (0), *hash = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  exm_task_fields_init (&fields);
  g_free (fields.uid);
  fields.uid = g_strdup (REPORT_TASK_UID);
  g_free (fields.name);
  fields.name = g_strdup ("Reports");
  fields.first_run = first_run;
  fields.delay_ms = 0;
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  page->url = g_strdup (example);
  page->final_url = g_strdup (example);
  page->status = 200;
  exm_store_put_page (store, bytes, page, &hash, &error);
  g_assert_no_error (error);
  exm_task_fields_add_example (&fields, example)->page_hash = hash;
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, bench->out, "{key}.txt")
      ->hold_unsure
      = FALSE;
  exm_task_fields_add_output (&fields, EXM_OUTPUT_JSON_LINES, bench->out, "all.jsonl")
      ->hold_unsure
      = FALSE;
  if (bench->schedule != NULL)
    {
      exm_schedule_unref (fields.schedule);
      fields.schedule = exm_schedule_parse (bench->schedule, &error);
      g_assert_no_error (error);
    }
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);
  put_upkeep_off (store);
}

void
report_bench_on_event (const ExmWorkerEvent *event, gpointer data)
{
  ReportBench *bench = data;

  bench->n_events++;
  if (event->kind == EXM_WORKER_RUN_FINISHED)
    {
      g_free (bench->state);
      bench->state = g_strdup (event->state);
      g_assert_cmpuint (bench->n_runs++, <, 5);
      g_atomic_int_add (&bench->ahead_s, bench->ahead_a_run_s);
    }
  else if (event->kind == EXM_WORKER_PROBLEM)
    {
      g_test_message ("problem: %s", event->message);
      bench->n_problems++;
    }
  else if (event->kind == EXM_WORKER_PUBLISHED)
    bench->n_published++;
  else if (event->kind == EXM_WORKER_NOTICE)
    g_string_append_printf (bench->notices, "%s\n", event->message);
  else if (event->kind == EXM_WORKER_ENDED)
    {
      bench->failed = g_strcmp0 (event->state, "failed") == 0;
      g_main_loop_quit (bench->loop);
    }
}

gint64
report_bench_get_time (gpointer data)
{
  const ReportBench *bench = data;

  return g_get_real_time ()
         + (gint64) g_atomic_int_get (&bench->ahead_s) * G_USEC_PER_SEC;
}

ExmWorker *
report_bench_new_worker (ReportBench *bench, gboolean once)
{
  const ExmWorkerOptions options = {
    .folder = bench->folder,
    .once = once,
    .clock = report_bench_get_time,
    .clock_data = bench,
    .icons = bench->icons,
    .ignore_robots = !bench->heed_robots,
  };

  g_clear_pointer (&bench->state, g_free);
  bench->failed = FALSE;
  bench->n_problems = bench->n_runs = bench->n_published = bench->n_robots = 0;
  bench->n_tdmrep = 0;
  g_string_truncate (bench->notices, 0);
  return exm_worker_new (&options, report_bench_on_event, bench);
}

/* Has the clock go on where the worker waits for what is due in a while. */
static gboolean
hurry (gpointer data)
{
  ReportBench *bench = data;

  if (bench->n_events == bench->n_events_seen)
    {
      g_atomic_int_add (&bench->ahead_s, HURRY_S);
      exm_worker_wake (bench->worker);
    }
  bench->n_events_seen = bench->n_events;
  return G_SOURCE_CONTINUE;
}

gboolean
report_bench_wait (ReportBench *bench, ExmWorker *worker)
{
  g_autoptr (GError) error = NULL;

  if (!exm_worker_start (worker, &error))
    {
      g_test_message ("start: %s", error->message);
      return FALSE;
    }
  bench->worker = worker;
  guint source = bench->hurries ? g_timeout_add (HURRY_MS, hurry, bench) : 0;
  g_main_loop_run (bench->loop);
  if (source != 0)
    g_source_remove (source);
  exm_worker_stop (worker);
  return !bench->failed && g_strcmp0 (bench->state, "done") == 0;
}

gboolean
report_bench_run_once (ReportBench *bench)
{
  g_autoptr (ExmWorker) worker = report_bench_new_worker (bench, TRUE);

  exm_worker_run_task (worker, REPORT_TASK_UID);
  return report_bench_wait (bench, worker);
}

ExmTaskInfo *
report_bench_read_info (const ReportBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (infos->len, ==, 1);
  return exm_task_info_ref (g_ptr_array_index (infos, 0));
}

void
report_bench_execute (const ReportBench *bench, const char *sql)
{
  g_autofree char *path = g_build_filename (bench->folder, EXM_STORE_MAIN_FILE, NULL);

  test_statements_execute (path, sql);
}

void
report_bench_assert_collected (const ReportBench *bench, guint from)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = report_bench_open_store (bench);
  const ExmArticleFilter filter = { .task_uid = REPORT_TASK_UID };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_autofree char *lines = g_build_filename (bench->out, "all.jsonl", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GDir) dir = g_dir_open (bench->out, 0, NULL);
  guint n_expected = bench->n_listed + 1 - from, n_files = 0, n_lines = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, n_expected);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      guint number = 0;
      g_assert_cmpint (sscanf (strrchr (info->url, '/'), "/%u", &number), ==, 1);
      g_test_message ("%s: %s", info->url, info->state);
      g_assert_cmpuint (number, >=, from);
      g_autoptr (GPtrArray) queue = exm_store_list_publications (store, info->id, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (queue->len, ==, 2);
      for (guint j = 0; j < queue->len; j++)
        g_assert_cmpstr (((ExmPublication *) g_ptr_array_index (queue, j))->state, ==,
                         "published");
    }
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    n_files += g_str_has_suffix (name, ".txt");
  g_assert_cmpuint (n_files, ==, n_expected);
  if (g_file_get_contents (lines, &text, NULL, NULL))
    for (const char *p = text; *p != '\0'; p++)
      n_lines += *p == '\n';
  g_assert_cmpuint (n_lines, ==, n_expected);
}
