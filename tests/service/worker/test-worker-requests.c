/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests of a window to a worker: writes, pages, the end of a run; and two workers that
 * share a data folder. */

#include "fetch/exm-fetch-error.h"
#include "test-listen.h"
#include "store/exm-store-trash.h"
#include "worker-fixture.h"

#include <libsoup/soup.h>
#include <string.h>

static ExmWorker *
start (WorkerBench *bench, gboolean share)
{
  const ExmWorkerOptions options = { .folder = bench->folder, .share = share };
  g_autoptr (GError) error = NULL;
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, bench);

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  return worker;
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

static void
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* Writes */

static gboolean
set_setting (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_assert_cmpint (now_usec, >, 0);
  return exm_store_set_setting (store, "colour", data, error);
}

static gboolean
fail (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_set_paused (store, "nobody", TRUE, error);
}

static gboolean
write_and_wait (ExmWorker *worker,
                ExmWorkerWrite func,
                const char *value,
                GCancellable *cancellable,
                GError **error)
{
  GAsyncResult *result = NULL;

  exm_worker_write_async (worker, func, g_strdup (value), g_free, cancellable, on_result,
                          &result);
  wait_for (&result);
  gboolean good = exm_worker_write_finish (worker, result, error);
  g_object_unref (result);
  return good;
}

static void
assert_setting (WorkerBench *bench, const char *wanted)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *value = exm_store_get_setting (store, "colour", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (value, ==, wanted);
}

static void
test_write (void)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  ExmWorker *worker = start (&bench, FALSE);
  g_assert_true (exm_worker_get_collecting (worker));
  g_assert_true (write_and_wait (worker, set_setting, "red", NULL, &error));
  g_assert_no_error (error);
  assert_setting (&bench, "red");
  while (bench.n_changed == 0)
    g_main_context_iteration (NULL, TRUE);

  g_assert_false (write_and_wait (worker, fail, NULL, NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_cancellable_cancel (cancelled);
  g_assert_false (write_and_wait (worker, set_setting, "blue", cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  exm_worker_stop (worker);
  g_assert_false (write_and_wait (worker, set_setting, "blue", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_setting (&bench, "red");
  worker_bench_end (worker);
  worker_bench_clear (&bench);
}

/* A task is read anew after it was changed, also where its last run was published. */
static gboolean
change_agent (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_autoptr (ExmTask) task = exm_store_get_task (store, data, NULL, error);
  g_auto (ExmTaskFields) fields;

  g_assert_nonnull (task);
  exm_task_fields_copy (task, &fields);
  g_free (fields.user_agent);
  fields.user_agent = g_strdup ("Changed/1");
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  return exm_store_update_task (store, changed, now_usec, NULL, error);
}

static void
test_changed_task (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *worker = start (&bench, FALSE);
  exm_worker_run_task (worker, uid);
  while (bench.n_published == 0 || bench.n_published < bench.n_articles
         || bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (write_and_wait (worker, change_agent, uid, NULL, &error));
  g_assert_no_error (error);
  exm_worker_run_task (worker, uid);
  while (bench.n_finished < 2)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench.server);
  const ExmSampleRequest *last = g_ptr_array_index (log, log->len - 1);
  g_assert_cmpstr (last->user_agent, ==, "Changed/1");
  worker_bench_end (worker);
  worker_bench_clear (&bench);
}

/* Pages */

static const char *const LOOPBACK[] = { "127.0.0.1", NULL };

static ExmFetched *
fetch_and_wait (ExmWorker *worker,
                const ExmWorkerFetch *what,
                char **hash,
                GError **error)
{
  GAsyncResult *result = NULL;

  exm_worker_fetch_async (worker, what, NULL, on_result, &result);
  wait_for (&result);
  ExmFetched *fetched = exm_worker_fetch_finish (worker, result, hash, error);
  g_object_unref (result);
  return fetched;
}

static void
test_fetch (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *hash = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *url = worker_bench_make_url (&bench, "/news/");
  g_autofree char *refused = worker_bench_make_url (&bench, "/private/");
  ExmWorkerFetch what = {
    .url = url,
    .user_agent = "Window/3",
    .private_hosts = LOOPBACK,
    .store_page = TRUE,
  };
  ExmWorker *worker = start (&bench, FALSE);
  g_autoptr (ExmFetched) fetched = fetch_and_wait (worker, &what, &hash, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fetched->status, ==, 200);
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench.server);
  g_assert_cmpuint (log->len, ==, 1); /* no robots.txt */
  const ExmSampleRequest *request = g_ptr_array_index (log, 0);
  g_assert_cmpstr (request->user_agent, ==, "Window/3");
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GBytes) bytes = exm_store_get_page (store, hash, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (bytes, fetched->body));

  /* A page that robots.txt refuses to collectors; not to be stored. */
  g_autofree char *none = NULL;
  what.url = refused;
  what.store_page = FALSE;
  g_autoptr (ExmFetched) second = fetch_and_wait (worker, &what, &none, &error);
  g_assert_no_error (error);
  g_assert_nonnull (second);
  g_assert_null (none);

  what.private_hosts = NULL;
  g_assert_null (fetch_and_wait (worker, &what, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_PRIVATE);
  g_clear_error (&error);
  what.url = "no address";
  g_assert_null (fetch_and_wait (worker, &what, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpstr (g_quark_to_string (error->domain), ==,
                   g_quark_to_string (EXM_FETCH_ERROR));
  worker_bench_end (worker);
  worker_bench_clear (&bench);
}

static guint
count_requests (WorkerBench *bench, const char *path)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench->server);
  guint n = 0;

  for (guint i = 0; i < log->len; i++)
    n += strcmp (((ExmSampleRequest *) g_ptr_array_index (log, i))->path, path) == 0;
  return n;
}

/* Pages that are looked at before a run are not asked for by it, unless that is long ago.
 */
static void
test_keep (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  const ExmWorkerOptions options = {
    .folder = bench.folder,
    .clock = worker_bench_get_time,
    .clock_data = &bench,
  };
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  g_assert_true (exm_worker_start (worker, &error));
  /* The first long ago, the second just now, the third only to be seen. */
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *url = worker_bench_make_url (&bench, articles[i + 1]);
      const ExmWorkerFetch what
          = { .url = url, .private_hosts = LOOPBACK, .keep = i < 2 };
      g_autoptr (ExmFetched) fetched = fetch_and_wait (worker, &what, NULL, &error);
      g_assert_no_error (error);
      if (i == 0)
        worker_bench_advance (&bench, worker, 16 * 60);
    }
  exm_worker_run_task (worker, uid);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (bench.n_articles, ==, g_strv_length (articles));
  g_assert_cmpuint (count_requests (&bench, articles[1]), ==, 2);
  g_assert_cmpuint (count_requests (&bench, articles[2]), ==, 1);
  g_assert_cmpuint (count_requests (&bench, articles[3]), ==, 2);
  worker_bench_end (worker);
  worker_bench_assert_truth (&bench, uid, "news", g_strv_length (articles));
  worker_bench_clear (&bench);
}

static void
wait_for_request (WorkerBench *bench, const char *path)
{
  for (;;)
    {
      g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench->server);
      for (guint i = 0; i < log->len; i++)
        if (strcmp (((ExmSampleRequest *) g_ptr_array_index (log, i))->path, path) == 0)
          return;
      g_main_context_iteration (NULL, FALSE);
      g_thread_yield ();
    }
}

/* Cancelled by its caller, or by the end of the worker. */
static void
test_fetch_cancelled (void)
{
  WorkerBench bench;

  for (int by_caller = 0; by_caller < 2; by_caller++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      GAsyncResult *result = NULL;

      worker_bench_init (&bench);
      worker_bench_set_fault (&bench, "/news/", "timeout");
      g_autofree char *url = worker_bench_make_url (&bench, "/news/");
      const ExmWorkerFetch what = { .url = url, .private_hosts = LOOPBACK };
      ExmWorker *worker = start (&bench, FALSE);
      exm_worker_fetch_async (worker, &what, cancellable, on_result, &result);
      wait_for_request (&bench, "/news/");
      g_assert_null (result);
      if (by_caller)
        g_cancellable_cancel (cancellable);
      else
        exm_worker_stop (worker);
      wait_for (&result);
      g_assert_null (exm_worker_fetch_finish (worker, result, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_object_unref (result);
      worker_bench_end (worker);
      worker_bench_clear (&bench);
    }
}

/* The end of a run */

/* Starts a run in which one page does not come, and waits until it is asked for. */
static void
start_endless_run (WorkerBench *bench, ExmWorker *worker, const char *uid, char **path)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench->server, "news");

  *path = g_strdup (articles[3]);
  exm_sample_server_set_fault (bench->server, *path, "timeout", EXM_SAMPLE_FAULT_ALWAYS,
                               &error);
  g_assert_no_error (error);
  exm_worker_run_task (worker, uid);
  wait_for_request (bench, *path);
}

static void
assert_rest_is_collected (WorkerBench *bench, const char *uid, const char *path)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench->server, "news");

  g_assert_cmpstr (bench->state, ==, "stopped");
  g_assert_cmpuint (bench->n_articles, <, g_strv_length (articles));
  exm_sample_server_set_fault (bench->server, path, NULL, EXM_SAMPLE_FAULT_ALWAYS, NULL);
  worker_bench_run_once (bench, uid);
  g_assert_cmpstr (bench->state, ==, "done");
  worker_bench_assert_truth (bench, uid, "news", g_strv_length (articles));
  g_assert_cmpuint (worker_bench_count_files (bench->out), ==, g_strv_length (articles));
}

static void
test_stop_run (void)
{
  g_autofree char *path = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *worker = start (&bench, FALSE);
  start_endless_run (&bench, worker, uid, &path);
  exm_worker_stop_run (worker, "nobody");
  exm_worker_stop_run (worker, uid);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  worker_bench_end (worker);
  assert_rest_is_collected (&bench, uid, path);
  worker_bench_clear (&bench);
}

static gboolean
delete_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_delete_task (store, data, error);
}

static void
test_delete_running (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *worker = start (&bench, FALSE);
  start_endless_run (&bench, worker, uid, &path);
  g_assert_true (write_and_wait (worker, delete_task, uid, NULL, &error));
  g_assert_no_error (error);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (bench.state, ==, "stopped");
  worker_bench_end (worker);
  worker_bench_clear (&bench);
}

static gboolean
trash_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  guint n_articles = 0;

  return exm_store_trash_task (store, data, now_usec, &n_articles, error);
}

static gboolean
restore_task (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  g_autofree char *name = NULL;
  gboolean over = FALSE;

  return exm_store_restore_trashed (store, data, EXM_TRASH_KEEP_BOTH, now_usec, &name,
                                    &over, error);
}

/* Its run stops; once it is restored, the next one collects the rest, and all of it goes
 * out once. */
static void
test_trash_running (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *worker = start (&bench, FALSE);
  start_endless_run (&bench, worker, uid, &path);
  g_assert_true (write_and_wait (worker, trash_task, uid, NULL, &error));
  g_assert_no_error (error);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (write_and_wait (worker, restore_task, uid, NULL, &error));
  g_assert_no_error (error);
  worker_bench_end (worker);
  g_assert_cmpstr (bench.problems->str, ==, "");
  assert_rest_is_collected (&bench, uid, path);
  worker_bench_clear (&bench);
}

/* Request options of a task */

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *desk = soup_message_headers_get_one (headers, "X-Desk");
  const char *language = soup_message_headers_get_one (headers, "Accept-Language");

  g_string_append_printf (data, "%s: %s, %s\n", path, desk != NULL ? desk : "none",
                          language != NULL ? language : "none");
  soup_server_message_set_status (message, g_str_equal (path, "/list") ? 200 : 404, NULL);
  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC,
                                    "<a href=\"/none\">None</a>", 25);
}

static void
test_headers (void)
{
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (GString) seen = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  soup_server_add_handler (server, NULL, on_request, seen, NULL);
  g_autofree char *list
      = g_strdup_printf ("http://127.0.0.1:%u/list", test_listen (server));
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields;
  exm_task_fields_copy (task, &fields);
  g_ptr_array_add (fields.headers, g_strdup ("X-Desk: 7"));
  g_ptr_array_add (fields.headers, g_strdup ("Accept-Language:  zh-CN"));
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list);
  g_autoptr (ExmTask) changed = exm_task_new (&fields);
  exm_store_update_task (store, changed, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);

  worker_bench_run_once (&bench, uid);
  g_assert_cmpstr (bench.state, ==, "done");
  g_assert_nonnull (strstr (seen->str, "/list: 7, zh-CN\n"));
  worker_bench_clear (&bench);
}

/* Two of them */

static void
test_share (void)
{
  g_autofree char *path = NULL;
  g_autofree char *hash = NULL;
  g_autoptr (GError) error = NULL;
  WorkerBench bench, other;

  worker_bench_init (&bench);
  worker_bench_init (&other);
  g_autofree char *other_folder = g_steal_pointer (&other.folder);
  other.folder = g_strdup (bench.folder);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmWorker *first = start (&bench, FALSE);
  ExmWorker *second = start (&other, TRUE);
  g_assert_true (exm_worker_get_collecting (first));
  g_assert_false (exm_worker_get_collecting (second));

  /* A write of one wakes the other; pages are fetched by either. */
  g_assert_true (write_and_wait (second, set_setting, "red", NULL, &error));
  g_assert_no_error (error);
  while (bench.n_changed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_autofree char *url = worker_bench_make_url (&bench, "/zh/");
  const ExmWorkerFetch what
      = { .url = url, .private_hosts = LOOPBACK, .store_page = TRUE };
  g_autoptr (ExmFetched) fetched = fetch_and_wait (second, &what, &hash, &error);
  g_assert_no_error (error);
  g_assert_nonnull (hash);

  /* A run that the second asks for, and ends. */
  start_endless_run (&bench, second, uid, &path);
  exm_worker_stop_run (second, uid);
  while (bench.n_finished == 0 || other.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (bench.state, ==, "stopped");
  g_assert_cmpstr (other.state, ==, "stopped");
  g_assert_cmpuint (other.n_articles, ==, bench.n_articles);

  /* The first ends: the second goes on. */
  worker_bench_set_fault (&bench, path, NULL);
  worker_bench_end (first);
  exm_worker_run_task (second, uid);
  while (other.n_finished < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (exm_worker_get_collecting (second));
  g_assert_cmpstr (other.state, ==, "done");
  worker_bench_end (second);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  worker_bench_assert_truth (&bench, uid, "news", g_strv_length (articles));
  g_free (other.folder);
  other.folder = g_steal_pointer (&other_folder);
  worker_bench_clear (&other);
  worker_bench_clear (&bench);
}

/* A run that was asked for, and the worker ends before it begins: the next one has it. */
static void
test_left_run (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  ExmWorker *first = start (&bench, FALSE);
  exm_worker_run_task (first, uid);
  worker_bench_end (first);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  ExmWorker *second = start (&bench, FALSE);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (bench.state, ==, "done");
  worker_bench_end (second);
  worker_bench_assert_truth (&bench, uid, "news", g_strv_length (articles));
  worker_bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/requests/write", test_write);
  g_test_add_func ("/worker/requests/left-run", test_left_run);
  g_test_add_func ("/worker/requests/changed-task", test_changed_task);
  g_test_add_func ("/worker/requests/fetch", test_fetch);
  g_test_add_func ("/worker/requests/keep", test_keep);
  g_test_add_func ("/worker/requests/fetch-cancelled", test_fetch_cancelled);
  g_test_add_func ("/worker/requests/stop-run", test_stop_run);
  g_test_add_func ("/worker/requests/delete-running", test_delete_running);
  g_test_add_func ("/worker/requests/trash-running", test_trash_running);
  g_test_add_func ("/worker/requests/headers", test_headers);
  g_test_add_func ("/worker/requests/share", test_share);
  return g_test_run ();
}
