/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A worker and the sample site: from a task to published articles. */

#include "control/exm-control-client.h"
#include "jobs/exm-older.h"
#include "report-bench.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

static guint
count_requests (WorkerBench *bench, const char *path)
{
  g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench->server);
  guint n = 0;

  for (guint i = 0; i < log->len; i++)
    n += path == NULL
         || strcmp (((ExmSampleRequest *) g_ptr_array_index (log, i))->path, path) == 0;
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
      WorkerBench bench;
      worker_bench_init (&bench);
      g_test_message ("%s", cases[i].source);
      g_autofree char *uid = worker_bench_add_task (
          &bench, cases[i].section, cases[i].source, cases[i].kind, EXM_FIRST_RUN_ALL);
      worker_bench_run_once (&bench, uid);
      g_test_message ("%s", bench.problems->str);
      g_auto (GStrv) articles
          = exm_sample_server_list_articles (bench.server, cases[i].section);
      guint n = g_strv_length (articles);
      worker_bench_assert_truth (&bench, uid, cases[i].section, n);
      g_assert_cmpuint (bench.n_finished, ==, 1);
      g_assert_cmpuint (bench.n_articles, ==, n);
      g_assert_cmpuint (worker_bench_count_files (bench.out), ==, bench.n_published);
      g_assert_cmpuint (bench.n_published, ==, n);

      g_autoptr (GPtrArray) log = exm_sample_server_get_request_log (bench.server);
      const ExmSampleRequest *last = g_ptr_array_index (log, log->len - 1);
      g_assert_cmpstr (last->user_agent, ==, "Collector/7");

      /* A second run finds nothing new and publishes nothing again. */
      worker_bench_run_once (&bench, uid);
      g_assert_cmpuint (bench.n_finished, ==, 1);
      g_assert_cmpuint (bench.n_articles, ==, 0);
      g_assert_cmpuint (bench.n_published, ==, 0);
      worker_bench_clear (&bench);
    }
}

static void
test_first_run_new (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_finished, ==, 1);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  worker_bench_clear (&bench);
}

/* As many as are wanted of a list over several pages, those that stand first; the rest is
 * never asked for. */
static void
test_first_run_newest (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEWEST);
  g_assert_cmpuint (g_strv_length (articles), >, WORKER_BENCH_NEWEST);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpstr (bench.state, ==, "done");
  g_assert_cmpuint (bench.n_articles, ==, WORKER_BENCH_NEWEST);
  g_autoptr (ExmStore) store = worker_bench_open_store (&bench);
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) stored = exm_store_list_articles (store, &filter, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < WORKER_BENCH_NEWEST; i++)
    {
      g_autofree char *url = worker_bench_make_url (&bench, articles[i]);
      guint n = 0;
      for (guint k = 0; k < stored->len; k++)
        n += strcmp (((ExmArticleInfo *) g_ptr_array_index (stored, k))->url, url) == 0;
      g_assert_cmpuint (n, ==, 1);
    }
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  worker_bench_clear (&bench);
}

static void
on_result (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **place = data;

  *place = g_object_ref (result);
}

/* All articles of the list, from their stored pages. */
static void
reextract (const char *folder, const GPtrArray *list)
{
  const ExmWorkerOptions options = { .folder = folder };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, NULL, NULL);
  g_autoptr (GError) error = NULL;

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (GAsyncResult) done = NULL;
      exm_worker_reextract_async (worker, engine, info->id, NULL, on_result, &done);
      while (done == NULL)
        g_main_context_iteration (NULL, TRUE);
      exm_worker_reextract_finish (worker, done, &error);
      g_assert_no_error (error);
    }
  exm_worker_stop (worker);
}

/* Asserts how many articles of the task there are, and that @n_backlog of them are such.
 */
static void
assert_articles (ExmStore *store, const char *uid, guint n_articles, guint n_backlog)
{
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) stored = exm_store_list_articles (store, &filter, &error);
  guint n = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (stored->len, ==, n_articles);
  for (guint i = 0; i < stored->len; i++)
    n += ((ExmArticleInfo *) g_ptr_array_index (stored, i))->backlog;
  g_assert_cmpuint (n, ==, n_backlog);
}

/* A first run brings backlog, and what comes to be listed later is none. */
static void
test_backlog (void)
{
  ReportBench bench;

  report_bench_init (&bench);
  report_bench_add_task (&bench, EXM_FIRST_RUN_ALL);
  g_assert_true (report_bench_run_once (&bench));
  bench.n_listed += 2;
  g_assert_true (report_bench_run_once (&bench));
  g_autoptr (ExmStore) store = report_bench_open_store (&bench);
  assert_articles (store, REPORT_TASK_UID, 5, 3);
  report_bench_clear (&bench);
}

/* Articles that an extraction anew lets out are marked; those that were out are not. */
static void
test_backlog_reextracted (void)
{
  const ExmArticleFilter filter = { .task_uid = REPORT_TASK_UID };
  g_autoptr (GError) error = NULL;
  ReportBench bench;

  report_bench_init (&bench);
  report_bench_add_task (&bench, EXM_FIRST_RUN_ALL);
  g_assert_true (report_bench_run_once (&bench));
  report_bench_execute (&bench, "DELETE FROM backlog;"
                                "UPDATE article SET state = 'unsure'"
                                "  WHERE url LIKE '%/1.html' OR url LIKE '%/3.html'");
  ExmStore *store = report_bench_open_store (&bench);
  g_autoptr (GPtrArray) all = exm_store_list_articles (store, &filter, &error);
  assert_articles (store, REPORT_TASK_UID, 3, 0);
  exm_store_close (store);
  reextract (bench.folder, all);
  store = report_bench_open_store (&bench);
  assert_articles (store, REPORT_TASK_UID, 3, 2);
  exm_store_close (store);
  report_bench_clear (&bench);
}

static void
leave_out (ExmTaskFields *fields, gconstpointer url)
{
  g_ptr_array_add (fields->exclude, g_strdup (url));
}

static void
set_delay (ExmTaskFields *fields, gconstpointer delay_ms)
{
  fields->delay_ms = GPOINTER_TO_UINT (delay_ms);
}

/* Returns: (transfer full): what the task could collect still */
static GPtrArray *
list_older (ExmStore *store, const char *uid, guint *n_left_out)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_autoptr (GPtrArray) passed = exm_store_list_passed_over (store, uid, &error);
  GPtrArray *older = exm_older_new (task, passed, n_left_out, &error);

  g_assert_no_error (error);
  return older;
}

static gboolean
collect_older (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmOlderChoice choice = { .newest = 3 };
  guint n_left_out = 0, n_jobs = 0;
  g_autoptr (GPtrArray) older = list_older (store, data, &n_left_out);

  g_ptr_array_set_size (older, (gint) exm_older_count (older, &choice, now_usec));
  g_assert_cmpuint (older->len, ==, 3);
  return exm_store_collect_older (store, data, older, now_usec, &n_jobs, error);
}

/* Older articles come when they are asked for, as backlog; those that the patterns leave
 * out do not, and nothing is fetched twice. */
static void
test_older (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;
  guint n_left_out = 0;

  worker_bench_init (&bench);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  guint n_all = g_strv_length (articles);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEWEST);
  g_autofree char *left = worker_bench_make_url (&bench, articles[n_all - 1]);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_backlog, ==, WORKER_BENCH_NEWEST);
  worker_bench_change_task (&bench, uid, leave_out, left);
  g_autoptr (ExmStore) store = worker_bench_open_store (&bench);
  assert_articles (store, uid, WORKER_BENCH_NEWEST, WORKER_BENCH_NEWEST);
  g_autoptr (GPtrArray) older = list_older (store, uid, &n_left_out);
  g_assert_cmpuint (n_left_out, ==, 1);
  g_assert_cmpuint (older->len, ==, n_all - WORKER_BENCH_NEWEST - 1);
  collect_older (store, worker_bench_get_time (&bench), uid, &error);
  g_assert_no_error (error);

  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 3);
  g_assert_cmpuint (bench.n_older, ==, 3);
  g_assert_cmpuint (bench.n_backlog, ==, 3);
  g_assert_cmpstr (bench.message, ==, "3 older, 3 stored");
  assert_articles (store, uid, WORKER_BENCH_NEWEST + 3, WORKER_BENCH_NEWEST + 3);
  /* The first is the example, which was fetched before. */
  for (guint i = 1; i < n_all; i++)
    g_assert_cmpuint (count_requests (&bench, articles[i]), <=, 1);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  worker_bench_clear (&bench);
}

static void
wait_until (const guint *number, guint least)
{
  while (*number < least)
    g_main_context_iteration (NULL, TRUE);
}

/* More is asked for while a run is under way, which takes it on; stopped, it leaves the
 * rest where it was, and no later run goes on with it. */
static void
test_older_stopped (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;
  guint n_left_out = 0;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  worker_bench_run_once (&bench, uid);
  worker_bench_change_task (&bench, uid, set_delay, GUINT_TO_POINTER (60000));
  g_autoptr (ExmStore) store = worker_bench_open_store (&bench);
  g_autoptr (GPtrArray) before = list_older (store, uid, &n_left_out);
  const ExmWorkerOptions options = { .folder = bench.folder };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  bench.n_finished = 0;
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  for (guint i = 1; i <= 2; i++)
    {
      exm_worker_write_async (worker, collect_older, uid, NULL, NULL, NULL, NULL);
      exm_worker_run_task (worker, uid);
      wait_until (&bench.n_older, 3 * i);
    }
  exm_worker_stop_run (worker, uid);
  wait_until (&bench.n_finished, 1);
  g_assert_cmpstr (bench.state, ==, "stopped");
  exm_worker_stop (worker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_autoptr (GPtrArray) after = list_older (store, uid, &n_left_out);
  g_assert_cmpuint (after->len + bench.n_articles, ==, before->len);
  g_assert_cmpuint (bench.n_articles, <=, 1);
  g_autoptr (ExmStoreStats) stats = exm_store_get_stats (store, &error);
  g_assert_cmpuint (stats->n_jobs, <=, 1); /* the list itself */
  worker_bench_clear (&bench);
}

/* The example is of another layout now: articles are kept, flagged, not published. */
static void
test_redesign (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  exm_sample_server_set_redesign (bench.server, TRUE);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  g_assert_cmpuint (bench.n_published, ==, 0);
  g_assert_cmpuint (worker_bench_count_files (bench.out), ==, 0);
  worker_bench_clear (&bench);
}

/* The page of an article becomes a further example. */
static void
add_example (ExmTaskFields *fields, gconstpointer data)
{
  const ExmArticleFields *article = exm_article_get (data);

  exm_task_fields_add_example (fields, article->url)->page_hash
      = g_strdup (article->page_hash);
}

/* One of the pages that do not fit is the example from then on: all that was collected
 * meanwhile has its body and its author, which stands elsewhere now. */
static void
test_redesign_mended (void)
{
  static const char *const sections[] = { "news", "blog" };

  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    {
      WorkerBench bench;
      g_autoptr (GError) error = NULL;
      g_test_message ("%s", sections[i]);
      worker_bench_init (&bench);
      /* A list, since a feed says who wrote its articles. */
      g_autofree char *source = g_strdup_printf ("/%s/", sections[i]);
      g_autofree char *uid = worker_bench_add_task (&bench, sections[i], source,
                                                    EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
      exm_sample_server_set_redesign (bench.server, TRUE);
      worker_bench_run_once (&bench, uid);
      ExmStore *store = worker_bench_open_store (&bench);
      const ExmArticleFilter unfit = { .task_uid = uid, .state = "does-not-fit" };
      const ExmArticleFilter any = { .task_uid = uid };
      g_autoptr (GPtrArray) flagged = exm_store_list_articles (store, &unfit, &error);
      g_autoptr (GPtrArray) all = exm_store_list_articles (store, &any, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (flagged->len + 1, >=, all->len);
      /* The example's own page came last: it waits for the others. */
      const ExmArticleInfo *newest = g_ptr_array_index (flagged, 1);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, newest->id, &error);
      g_assert_no_error (error);
      exm_store_close (store);

      worker_bench_change_task (&bench, uid, add_example, article);
      reextract (bench.folder, all);
      store = worker_bench_open_store (&bench);
      g_autoptr (GPtrArray) left = exm_store_list_articles (store, &unfit, &error);
      g_assert_cmpuint (left->len, ==, 0);
      exm_store_close (store);
      g_auto (GStrv) articles
          = exm_sample_server_list_articles (bench.server, sections[i]);
      worker_bench_assert_truth (&bench, uid, sections[i], g_strv_length (articles));
      worker_bench_clear (&bench);
    }
}

static void
test_site_down (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&bench, "/news/", "500");
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (bench.problems->str, "500"));

  /* It comes back: what was missed is collected. */
  worker_bench_set_fault (&bench, "/news/", NULL);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  worker_bench_clear (&bench);
}

/* Runs that may take two articles each take all of them, one run after another. */
static void
test_cap (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_assert_no_error (error);
  g_auto (ExmTaskFields) fields;
  exm_task_fields_copy (task, &fields);
  fields.max_articles = 5;
  g_autoptr (ExmTask) capped = exm_task_new (&fields);
  exm_store_update_task (store, capped, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
  const guint wanted[] = { 5, 5, 2, 0 };
  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      worker_bench_run_once (&bench, uid);
      g_assert_cmpuint (bench.n_articles, ==, wanted[i]);
    }
  worker_bench_assert_truth (&bench, uid, "news", 12);
  worker_bench_clear (&bench);
}

#define SECOND_PAGE "/news/page/2"

/* The second page of a list could not be had: it is read in the next run, though the
 * first one has not changed. */
static void
test_second_page_down (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&bench, SECOND_PAGE, "500");
  worker_bench_run_once (&bench, uid);
  g_assert_nonnull (strstr (bench.problems->str, SECOND_PAGE));
  g_assert_cmpuint (bench.n_articles, <, 12);
  worker_bench_set_fault (&bench, SECOND_PAGE, NULL);
  worker_bench_run_once (&bench, uid);
  worker_bench_assert_truth (&bench, uid, "news", 12);
  worker_bench_clear (&bench);
}

/* One page does not come; its deadline is the job's, not the fetch's. */
static void
test_deadline (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  /* A feed has no further pages, which would still be read. */
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/feed.xml",
                                                EXM_SOURCE_FEED, EXM_FIRST_RUN_ALL);
  g_auto (GStrv) articles = exm_sample_server_list_articles (bench.server, "news");
  worker_bench_set_fault (&bench, articles[5], "timeout");
  const ExmWorkerOptions options = { .folder = bench.folder, .job_timeout_ms = 5000 };
  G_GNUC_UNUSED gint64 start_usec = g_get_real_time ();
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  exm_worker_run_task (worker, uid);
  while (bench.problems->len == 0 || bench.n_articles < 11)
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (bench.problems->str, articles[5]));
  g_assert_nonnull (strstr (bench.problems->str, "longer than 5 seconds"));
  worker_bench_end (worker);

  /* It waits for its second attempt. */
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) hosts
      = exm_store_list_host_jobs (store, g_get_real_time (), &error);
  g_assert_cmpuint (hosts->len, ==, 1);
#ifndef __SANITIZE_ADDRESS__
  /* So slow that other things than the deadline move the job's time. */
  g_assert_cmpint (((ExmHostJob *) hosts->pdata[0])->due_usec, >,
                   start_usec + 30 * G_USEC_PER_SEC);
#endif
  worker_bench_clear (&bench);
}

/* A worker that was started again asks for robots.txt no sooner than the one before. */
static void
test_robots_kept (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  worker_bench_run_once (&bench, uid);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (count_requests (&bench, "/news/"), ==, 2);
  g_assert_cmpuint (count_requests (&bench, "/robots.txt"), ==, 1);
  g_atomic_int_add (&bench.ahead_s, 13 * 3600);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (count_requests (&bench, "/robots.txt"), ==, 2);
  worker_bench_clear (&bench);
}

/* Nor does it go on asking a host that was down. */
static void
test_back_off_kept (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&bench, "/news/", "503");
  const ExmWorkerOptions options = {
    .folder = bench.folder,
    .clock = worker_bench_get_time,
    .clock_data = &bench,
  };
  /* With robots.txt; nothing; and an hour later. */
  const guint wanted[] = { 2, 0, 1 };
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (ExmWorker) worker
          = exm_worker_new (&options, worker_bench_on_event, &bench);
      guint n_before = count_requests (&bench, NULL);
      bench.n_changed = 0;
      bench.n_finished = 0;
      exm_worker_start (worker, &error);
      g_assert_no_error (error);
      exm_worker_run_task (worker, uid);
      exm_worker_wake (worker);
      while (i == 1 ? bench.n_changed == 0 : bench.n_finished == 0)
        g_main_context_iteration (NULL, TRUE);
      exm_worker_stop (worker);
      g_assert_cmpuint (count_requests (&bench, NULL) - n_before, ==, wanted[i]);
      if (i == 1)
        g_atomic_int_add (&bench.ahead_s, 3600);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  worker_bench_clear (&bench);
}

static void
test_stop_in_flight (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&bench, "/news/", "timeout");
  const ExmWorkerOptions options = { .folder = bench.folder };
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &bench);
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
  worker_bench_end (worker);

  /* Its job was given back: the next worker takes it up. */
  worker_bench_set_fault (&bench, "/news/", NULL);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  worker_bench_clear (&bench);
}

/* Another process asks the one that collects for a run. */
static void
test_asked_from_outside (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *status = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  g_autofree char *line = g_strconcat ("run ", uid, NULL);
  const ExmWorkerOptions options = { .folder = bench.folder };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, worker_bench_on_event, &bench);
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
  worker_bench_clear (&bench);
}

static void
test_one_collects (void)
{
  g_autoptr (GError) error = NULL;
  WorkerBench bench;

  worker_bench_init (&bench);
  const ExmWorkerOptions options = { .folder = bench.folder };
  g_autoptr (ExmWorker) first = exm_worker_new (&options, NULL, NULL);
  g_autoptr (ExmWorker) second = exm_worker_new (&options, NULL, NULL);
  exm_worker_start (first, &error);
  g_assert_no_error (error);
  g_assert_false (exm_worker_start (second, &error));
  g_assert_error (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
  exm_worker_stop (first);
  worker_bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/sections", test_sections);
  g_test_add_func ("/worker/first-run-new", test_first_run_new);
  g_test_add_func ("/worker/first-run-newest", test_first_run_newest);
  g_test_add_func ("/worker/backlog", test_backlog);
  g_test_add_func ("/worker/backlog-reextracted", test_backlog_reextracted);
  g_test_add_func ("/worker/older", test_older);
  g_test_add_func ("/worker/older-stopped", test_older_stopped);
  g_test_add_func ("/worker/redesign", test_redesign);
  g_test_add_func ("/worker/redesign-mended", test_redesign_mended);
  g_test_add_func ("/worker/site-down", test_site_down);
  g_test_add_func ("/worker/cap", test_cap);
  g_test_add_func ("/worker/second-page-down", test_second_page_down);
  g_test_add_func ("/worker/robots-kept", test_robots_kept);
  g_test_add_func ("/worker/back-off-kept", test_back_off_kept);
  g_test_add_func ("/worker/deadline", test_deadline);
  g_test_add_func ("/worker/stop-in-flight", test_stop_in_flight);
  g_test_add_func ("/worker/asked-from-outside", test_asked_from_outside);
  g_test_add_func ("/worker/one-collects", test_one_collects);
  return g_test_run ();
}
