/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "worker-fixture.h"

#include "worker/exm-reextract.h"

#include "fetch/exm-fetcher.h"

#include "task/exm-output-format.h"
#include "test-folder.h"
#include "test-site.h"

void
worker_bench_init (WorkerBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);

  *bench = (WorkerBench){ 0 };
  bench->site = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  bench->server = exm_sample_thread_get_server (bench->site);
  bench->folder = test_folder_new ();
  bench->out = test_folder_new ();
  bench->loop = g_main_loop_new (NULL, FALSE);
  bench->problems = g_string_new (NULL);
  bench->alerts = g_string_new (NULL);
}

void
worker_bench_clear (WorkerBench *bench)
{
  exm_sample_thread_stop (bench->site);
  test_folder_free (bench->folder);
  test_folder_free (bench->out);
  g_main_loop_unref (bench->loop);
  g_string_free (bench->problems, TRUE);
  g_string_free (bench->alerts, TRUE);
  g_free (bench->state);
  g_free (bench->message);
}

char *
worker_bench_make_url (WorkerBench *bench, const char *path)
{
  return g_strconcat (exm_sample_server_get_base_url (bench->server), path, NULL);
}

void
worker_bench_set_fault (WorkerBench *bench, const char *path, const char *fault)
{
  g_autoptr (GError) error = NULL;

  exm_sample_server_set_fault (bench->server, path, fault, EXM_SAMPLE_FAULT_ALWAYS,
                               &error);
  g_assert_no_error (error);
}

ExmStore *
worker_bench_open_store (WorkerBench *bench)
{
  g_autoptr (GError) error = NULL;
  ExmStore *store = exm_store_open (bench->folder, NULL, NULL, &error);

  g_assert_no_error (error);
  return store;
}

ExmTaskInfo *
worker_bench_read_info (WorkerBench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (infos->len, ==, 1);
  return exm_task_info_ref (g_ptr_array_index (infos, 0));
}

void
worker_bench_change_task (WorkerBench *bench,
                          const char *uid,
                          void (*change) (ExmTaskFields *fields, gconstpointer data),
                          gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (ExmTask) before = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };

  g_assert_no_error (error);
  exm_task_fields_copy (before, &fields);
  change (&fields, data);
  g_autoptr (ExmTask) after = exm_task_new (&fields);
  exm_store_update_task (store, after, 1, NULL, &error);
  g_assert_no_error (error);
}

/* The example's bytes go into the store, as they do when an operator sets a task up. */
static char *
store_example (WorkerBench *bench, ExmStore *store, const char *url)
{
  const ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  const ExmFetchRequest request = { .operator_host = "127.0.0.1" };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_sync (&options, url, &request, NULL, &error);
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  char *hash = NULL;

  g_assert_no_error (error);
  page->url = g_strdup (url);
  page->final_url = g_strdup (fetched->final_url);
  page->status = fetched->status;
  exm_store_put_page (store, fetched->body, page, &hash, &error);
  g_assert_no_error (error);
  return hash;
}

char *
worker_bench_add_task (WorkerBench *bench,
                       const char *section,
                       const char *source,
                       ExmSourceKind kind,
                       ExmFirstRun first_run)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench->server, section);

  return worker_bench_add_task_like (bench, section, articles[0], source, kind,
                                     first_run);
}

char *
worker_bench_add_task_like (WorkerBench *bench,
                            const char *name,
                            const char *example,
                            const char *source,
                            ExmSourceKind kind,
                            ExmFirstRun first_run)
{
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);

  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup (name);
  fields.first_run = first_run;
  fields.first_run_newest = WORKER_BENCH_NEWEST;
  fields.delay_ms = 0;
  fields.user_agent = g_strdup ("Collector/7");
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  g_autofree char *example_url = worker_bench_make_url (bench, example);
  g_autofree char *source_url = worker_bench_make_url (bench, source);
  exm_task_fields_add_example (&fields, example_url)->page_hash
      = store_example (bench, store, example_url);
  exm_task_fields_add_source (&fields, kind, source_url)->max_pages = 10;
  exm_task_fields_add_output (&fields, EXM_OUTPUT_TEXT, bench->out, "{key}.txt");
  char *uid = g_strdup (fields.uid);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);
  return uid;
}

gint64
worker_bench_get_time (gpointer data)
{
  WorkerBench *bench = data;

  return g_get_real_time ()
         + (gint64) g_atomic_int_get (&bench->ahead_s) * G_USEC_PER_SEC;
}

void
worker_bench_advance (WorkerBench *bench, ExmWorker *worker, int seconds)
{
  g_atomic_int_add (&bench->ahead_s, seconds);
  exm_worker_wake (worker);
}

static void
skip (WorkerBench *bench, int seconds)
{
  if (bench->worker != NULL && seconds > 0)
    worker_bench_advance (bench, bench->worker, seconds);
}

void
worker_bench_on_event (const ExmWorkerEvent *event, gpointer data)
{
  WorkerBench *bench = data;

  bench->n_older = MAX (bench->n_older, event->n_older);
  bench->n_backlog = MAX (bench->n_backlog, event->n_backlog);
  switch (event->kind)
    {
    case EXM_WORKER_ARTICLE:
      bench->n_articles++;
      break;
    case EXM_WORKER_PUBLISHED:
      bench->n_published++;
      break;
    case EXM_WORKER_RUN_FINISHED:
      bench->n_finished++;
      g_free (bench->state);
      bench->state = g_strdup (event->state);
      g_free (bench->message);
      bench->message = g_strdup (event->message);
      /* Only the first article is a problem of an output that takes nothing. */
      if (bench->skip_waits)
        skip (bench, bench->skip_s);
      break;
    case EXM_WORKER_PROBLEM:
      g_string_append_printf (bench->problems, "%s: %s\n", event->url, event->message);
      if (bench->skip_waits)
        skip (bench, bench->skip_s > 0 ? bench->skip_s : 20);
      break;
    case EXM_WORKER_ALERT:
      g_string_append_printf (bench->alerts, "%s %u ", event->message, event->n_articles);
      break;
    case EXM_WORKER_CHANGED:
      bench->n_changed++;
      break;
    case EXM_WORKER_ENDED:
      g_main_loop_quit (bench->loop);
      break;
    case EXM_WORKER_RUN_STARTED:
    case EXM_WORKER_RUN_PROGRESS:
    case EXM_WORKER_INDEXED:
    case EXM_WORKER_RECOVERED:
    case EXM_WORKER_WAITING:
    case EXM_WORKER_NOTICE:
    case EXM_WORKER_NETWORK:
    default:
      break;
    }
}

void
worker_bench_run_once (WorkerBench *bench, const char *uid)
{
  const ExmWorkerOptions options = {
    .folder = bench->folder,
    .once = TRUE,
    .clock = worker_bench_get_time,
    .clock_data = bench,
    .renderer = bench->renderer,
  };

  g_autoptr (ExmWorker) worker = exm_worker_new (&options, worker_bench_on_event, bench);
  g_autoptr (GError) error = NULL;

  bench->n_articles = bench->n_published = bench->n_finished = 0;
  bench->n_older = bench->n_backlog = 0;
  g_string_truncate (bench->problems, 0);
  g_string_truncate (bench->alerts, 0);
  exm_worker_run_task (worker, uid);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  bench->worker = worker;
  g_main_loop_run (bench->loop);
  bench->worker = NULL;
  exm_worker_stop (worker);
}

void
worker_bench_end (ExmWorker *worker)
{
  gint64 end = g_get_monotonic_time () + 10 * G_TIME_SPAN_SECOND;

  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_object_add_weak_pointer (G_OBJECT (worker), (gpointer *) &worker);
  g_object_unref (worker);
  /* A thread that has answered lets go of its task a moment later. */
  while (g_atomic_pointer_get (&worker) != NULL && g_get_monotonic_time () < end)
    g_thread_yield ();
  g_assert_null (worker);
}

void
worker_bench_assert_truth (WorkerBench *bench,
                           const char *uid,
                           const char *section,
                           guint n_expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, n_expected);
  gsize n_base = strlen (exm_sample_server_get_base_url (bench->server));
  double sum = 0;
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      g_assert_no_error (error);
      const ExmArticleFields *fields = exm_article_get (article);
      g_autofree char *truth
          = exm_sample_server_dup_body (bench->server, fields->url + n_base);
      g_assert_nonnull (truth);
      double score = test_site_score (fields->text, truth);
      g_test_message ("%s: %.3f", fields->url, score);
      g_assert_cmpfloat (score, >, .6);
      sum += score;
      g_assert_nonnull (exm_metadata_get (fields->metadata, EXM_FIELD_TITLE));
      const ExmSampleArticle *source
          = exm_sample_server_get_article (bench->server, fields->url + n_base);
      g_assert_cmpstr (exm_metadata_get (fields->metadata, EXM_FIELD_AUTHOR), ==,
                       *source->author != '\0' ? source->author : NULL);
    }
  g_assert_cmpfloat (sum / MAX (list->len, 1), >, .95);
}

guint
worker_bench_count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    n += name[0] != '.';
  return n;
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

void
worker_bench_reextract (WorkerBench *bench, const GPtrArray *articles)
{
  const ExmWorkerOptions options = { .folder = bench->folder };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      g_autoptr (GAsyncResult) done = NULL;
      exm_worker_reextract_async (worker, engine, info->id, NULL, on_reextracted, &done);
      while (done == NULL)
        g_main_context_iteration (NULL, TRUE);
      exm_worker_reextract_finish (worker, done, &error);
      g_assert_no_error (error);
    }
  exm_worker_stop (worker);
}
