/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker and the sample site: from a task to published articles. */

#include "exm-control-client.h"
#include "exm-fetcher.h"
#include "exm-sample-thread.h"
#include "exm-store.h"
#include "exm-worker.h"

#include "test-folder.h"
#include "test-site.h"

#include <glib/gstdio.h>

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  char *folder;            /* (owned): the data folder */
  char *out;               /* (owned): where articles go */
  GMainLoop *loop;         /* (owned) */
  GString *problems;       /* (owned) */
  guint n_articles;
  guint n_published;
  guint n_finished;
} Bench;

static void
bench_init (Bench *bench)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *data
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);

  *bench = (Bench){ 0 };
  bench->site = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, 0, &error);
  g_assert_no_error (error);
  bench->server = exm_sample_thread_get_server (bench->site);
  bench->folder = test_folder_new ();
  bench->out = test_folder_new ();
  bench->loop = g_main_loop_new (NULL, FALSE);
  bench->problems = g_string_new (NULL);
}

static void
bench_clear (Bench *bench)
{
  exm_sample_thread_stop (bench->site);
  test_folder_free (bench->folder);
  test_folder_free (bench->out);
  g_main_loop_unref (bench->loop);
  g_string_free (bench->problems, TRUE);
}

static char *
make_url (Bench *bench, const char *path)
{
  return g_strconcat (exm_sample_server_get_base_url (bench->server), path, NULL);
}

/* The example's bytes go into the store, as they do when an operator sets a task up. */
static char *
store_example (Bench *bench, ExmStore *store, const char *url)
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

/* A task for the section @section, whose lists start at /section/. */
static char *
add_task (Bench *bench,
          const char *section,
          const char *source,
          ExmSourceKind kind,
          ExmFirstRun first_run)
{
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench->server, section);

  g_assert_no_error (error);
  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup (section);
  fields.first_run = first_run;
  fields.delay_ms = 0;
  fields.user_agent = g_strdup ("Collector/7");
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  g_autofree char *example_url = make_url (bench, articles[0]);
  g_autofree char *source_url = make_url (bench, source);
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

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Bench *bench = data;

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
      break;
    case EXM_WORKER_PROBLEM:
      g_string_append_printf (bench->problems, "%s: %s\n", event->url, event->message);
      break;
    case EXM_WORKER_ENDED:
      g_main_loop_quit (bench->loop);
      break;
    case EXM_WORKER_RUN_STARTED:
    case EXM_WORKER_RUN_PROGRESS:
    case EXM_WORKER_NOTICE:
    default:
      break;
    }
}

/* Runs the task once, until nothing is left to do. */
static void
run_once (Bench *bench, const char *uid)
{
  const ExmWorkerOptions options = { .folder = bench->folder, .once = TRUE };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_event, bench);
  g_autoptr (GError) error = NULL;

  bench->n_articles = bench->n_published = bench->n_finished = 0;
  g_string_truncate (bench->problems, 0);
  exm_worker_run_task (worker, uid);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  g_main_loop_run (bench->loop);
  exm_worker_stop (worker);
}

/* Every article of the section but the example is stored with the body it has. */
static void
assert_truth (Bench *bench, const char *uid, const char *section, guint n_expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);
  const ExmArticleFilter filter = { .task_uid = uid };
  g_assert_no_error (error);
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
    }
  g_assert_cmpfloat (sum / MAX (list->len, 1), >, .95);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    n += name[0] != '.';
  return n;
}

static void
test_sections (void)
{
  static const struct
  {
    const char *section;
    const char *source;
    ExmSourceKind kind;
  } cases[] = {
    { "news", "/news/", EXM_SOURCE_LIST },
    { "zh", "/zh/", EXM_SOURCE_LIST },
    { "blog", "/blog/feed.xml", EXM_SOURCE_FEED },
    { "news", "/news/sitemap.xml", EXM_SOURCE_SITEMAP },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Bench bench;
      bench_init (&bench);
      g_test_message ("%s", cases[i].source);
      g_autofree char *uid = add_task (&bench, cases[i].section, cases[i].source,
                                       cases[i].kind, EXM_FIRST_RUN_ALL);
      run_once (&bench, uid);
      g_test_message ("%s", bench.problems->str);
      g_auto (GStrv) articles
          = exm_sample_server_list_articles (bench.server, cases[i].section);
      guint n = g_strv_length (articles);
      assert_truth (&bench, uid, cases[i].section, n);
      g_assert_cmpuint (bench.n_finished, ==, 1);
      g_assert_cmpuint (bench.n_articles, ==, n);
      g_assert_cmpuint (count_files (bench.out), ==, bench.n_published);
      g_assert_cmpuint (bench.n_published, ==, n);

      g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench.server);
      const ExmSampleRequest *last = g_ptr_array_index (log, log->len - 1);
      g_assert_cmpstr (last->user_agent, ==, "Collector/7");

      /* A second run finds nothing new and publishes nothing again. */
      run_once (&bench, uid);
      g_assert_cmpuint (bench.n_finished, ==, 1);
      g_assert_cmpuint (bench.n_articles, ==, 0);
      g_assert_cmpuint (bench.n_published, ==, 0);
      bench_clear (&bench);
    }
}

static void
test_first_run_new (void)
{
  Bench bench;

  bench_init (&bench);
  g_autofree char *uid
      = add_task (&bench, "news", "/news/", EXM_SOURCE_LIST, EXM_FIRST_RUN_NEW);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_finished, ==, 1);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  bench_clear (&bench);
}

/* The example is of another layout now: articles are kept, flagged, not published. */
static void
test_redesign (void)
{
  Bench bench;

  bench_init (&bench);
  g_autofree char *uid
      = add_task (&bench, "news", "/news/", EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  exm_sample_server_set_redesign (bench.server, TRUE);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  g_assert_cmpuint (bench.n_published, ==, 0);
  g_assert_cmpuint (count_files (bench.out), ==, 0);
  bench_clear (&bench);
}

static void
test_site_down (void)
{
  g_autoptr (GError) error = NULL;
  Bench bench;

  bench_init (&bench);
  g_autofree char *uid
      = add_task (&bench, "news", "/news/", EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  exm_sample_server_set_fault (bench.server, "/news/", "500", EXM_SAMPLE_FAULT_ALWAYS,
                               &error);
  g_assert_no_error (error);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (bench.problems->str, "500"));

  /* It comes back: what was missed is collected. */
  exm_sample_server_set_fault (bench.server, "/news/", NULL, EXM_SAMPLE_FAULT_ALWAYS,
                               NULL);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  bench_clear (&bench);
}

static void
test_stop_in_flight (void)
{
  g_autoptr (GError) error = NULL;
  Bench bench;

  bench_init (&bench);
  g_autofree char *uid
      = add_task (&bench, "news", "/news/", EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  exm_sample_server_set_fault (bench.server, "/news/", "timeout", EXM_SAMPLE_FAULT_ALWAYS,
                               &error);
  g_assert_no_error (error);
  const ExmWorkerOptions options = { .folder = bench.folder };
  ExmWorker *worker = exm_worker_new (&options, on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  exm_worker_run_task (worker, uid);
  while (strstr (exm_sample_server_get_base_url (bench.server), "http") != NULL)
    {
      g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench.server);
      gboolean asked = FALSE;
      for (guint i = 0; i < log->len; i++)
        asked
            |= strcmp (((ExmSampleRequest *) g_ptr_array_index (log, i))->path, "/news/")
               == 0;
      if (asked)
        break;
      g_main_context_iteration (NULL, FALSE);
      g_thread_yield ();
    }
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (worker);

  /* Its job was given back: the next worker takes it up. */
  exm_sample_server_set_fault (bench.server, "/news/", NULL, EXM_SAMPLE_FAULT_ALWAYS,
                               NULL);
  run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  bench_clear (&bench);
}

/* Another process asks the one that collects for a run. */
static void
test_asked_from_outside (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *status = NULL;
  Bench bench;

  bench_init (&bench);
  g_autofree char *uid
      = add_task (&bench, "news", "/news/", EXM_SOURCE_LIST, EXM_FIRST_RUN_NEW);
  g_autofree char *line = g_strconcat ("run ", uid, NULL);
  const ExmWorkerOptions options = { .folder = bench.folder };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  while (!exm_control_send (bench.folder, "status", &status, NULL))
    g_thread_yield ();
  g_assert_true (exm_control_send (bench.folder, line, NULL, &error));
  g_assert_no_error (error);
  while (bench.n_finished == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (exm_control_send (bench.folder, "stop", NULL, &error));
  g_assert_no_error (error);
  g_main_loop_run (bench.loop);
  exm_worker_stop (worker);
  g_assert_false (exm_control_send (bench.folder, "wake", NULL, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_NOT_RUNNING);
  bench_clear (&bench);
}

static void
test_one_collects (void)
{
  g_autoptr (GError) error = NULL;
  Bench bench;

  bench_init (&bench);
  const ExmWorkerOptions options = { .folder = bench.folder };
  g_autoptr (ExmWorker) first = exm_worker_new (&options, NULL, NULL);
  g_autoptr (ExmWorker) second = exm_worker_new (&options, NULL, NULL);
  exm_worker_start (first, &error);
  g_assert_no_error (error);
  g_assert_false (exm_worker_start (second, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
  exm_worker_stop (first);
  bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/sections", test_sections);
  g_test_add_func ("/worker/first-run-new", test_first_run_new);
  g_test_add_func ("/worker/redesign", test_redesign);
  g_test_add_func ("/worker/site-down", test_site_down);
  g_test_add_func ("/worker/stop-in-flight", test_stop_in_flight);
  g_test_add_func ("/worker/asked-from-outside", test_asked_from_outside);
  g_test_add_func ("/worker/one-collects", test_one_collects);
  return g_test_run ();
}
