/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Example pages are parsed by the threads that extract, and once a task: never on the
 * worker's thread, whatever a run has to do. */

#include "engine/exm-engine.h"
#include "page/exm-page-reader.h"

#include "worker-fixture.h"

#include <string.h>

static struct
{
  GMutex lock;
  GThread *worker; /* (unowned) (nullable): the thread that must not parse */
  guint n_on_worker;
  guint n_read;
  guint n_marked; /* examples with a marked body that were asked for */
} seen;

static void
note_parse (guint *n)
{
  g_mutex_lock (&seen.lock);
  ++*n;
  seen.n_on_worker += seen.worker == g_thread_self ();
  g_mutex_unlock (&seen.lock);
}

ExmPageText *
__real_exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error);
ExmPageText *
__wrap_exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error);

ExmPageText *
__wrap_exm_page_read (GBytes *raw, const ExmPageHints *hints, GError **error)
{
  note_parse (&seen.n_read);
  return __real_exm_page_read (raw, hints, error);
}

ExmPrepared *__real_exm_engine_prepare (ExmEngine *self,
                                        GBytes *raw,
                                        const ExmPageHints *hints,
                                        const char *region_text,
                                        GError **error);
ExmPrepared *__wrap_exm_engine_prepare (ExmEngine *self,
                                        GBytes *raw,
                                        const ExmPageHints *hints,
                                        const char *region_text,
                                        GError **error);

ExmPrepared *
__wrap_exm_engine_prepare (ExmEngine *self,
                           GBytes *raw,
                           const ExmPageHints *hints,
                           const char *region_text,
                           GError **error)
{
  guint other = 0;

  note_parse (region_text != NULL ? &seen.n_marked : &other);
  return __real_exm_engine_prepare (self, raw, hints, region_text, error);
}

/* The clock is asked on the worker's thread alone. */
static gint64
get_time (gpointer data)
{
  g_mutex_lock (&seen.lock);
  seen.worker = g_thread_self ();
  g_mutex_unlock (&seen.lock);
  return worker_bench_get_time (data);
}

static void
run (WorkerBench *bench, const char *uid)
{
  const ExmWorkerOptions options = {
    .folder = bench->folder,
    .once = TRUE,
    .clock = get_time,
    .clock_data = bench,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, worker_bench_on_event, bench);

  g_mutex_lock (&seen.lock);
  seen.worker = NULL;
  seen.n_on_worker = seen.n_read = seen.n_marked = 0;
  g_mutex_unlock (&seen.lock);
  exm_worker_run_task (worker, uid);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  g_main_loop_run (bench->loop);
  exm_worker_stop (worker);
  g_assert_nonnull (seen.worker);
  g_assert_cmpuint (seen.n_on_worker, ==, 0);
}

static char *
add_task (WorkerBench *bench)
{
  worker_bench_init (bench);
  return worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                EXM_FIRST_RUN_ALL);
}

/* The example's own page is compared with another article. */
static void
test_sibling (void)
{
  WorkerBench bench;
  g_autofree char *uid = add_task (&bench);

  run (&bench, uid);
  g_assert_cmpuint (seen.n_read, >, 8);
  g_assert_cmpstr (bench.problems->str, ==, "");
  worker_bench_assert_truth (&bench, uid, "news", bench.n_articles);
  worker_bench_clear (&bench);
}

static void
set_two_pass (ExmTaskFields *fields, gconstpointer data)
{
  g_free (fields->method);
  fields->method = g_strdup ("line-statistics");
  fields->two_pass = TRUE;
}

static void
test_second_pass (void)
{
  WorkerBench bench;
  g_autofree char *uid = add_task (&bench);

  worker_bench_change_task (&bench, uid, set_two_pass, NULL);
  run (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 8);
  g_assert_cmpstr (bench.problems->str, ==, "");
  worker_bench_clear (&bench);
}

static void
mark (ExmTaskFields *fields, gconstpointer text)
{
  ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, 0);

  g_free (example->region_text);
  example->region_text = g_strdup (text);
}

/* Returns: (transfer full): the body of an article whose address is the example's */
static char *
read_body (WorkerBench *bench, const char *uid)
{
  const ExmArticleFilter filter = { .task_uid = uid };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  const char *url = g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0).url;
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      g_autoptr (ExmArticle) article = exm_store_get_article (store, info->id, &error);
      if (strcmp (exm_article_get (article)->url, url) == 0)
        return g_strdup (exm_article_get (article)->text);
    }
  g_assert_not_reached ();
}

static void
test_marked (void)
{
  WorkerBench first, bench;
  g_autofree char *uid = add_task (&first);

  worker_bench_run_once (&first, uid);
  g_autofree char *body = read_body (&first, uid);
  worker_bench_clear (&first);
  g_clear_pointer (&uid, g_free);
  uid = add_task (&bench);
  worker_bench_change_task (&bench, uid, mark, body);
  run (&bench, uid);
  g_assert_cmpstr (bench.problems->str, ==, "");
  g_assert_cmpuint (bench.n_articles, >, 8);
  g_assert_cmpuint (seen.n_marked, ==, 1);
  worker_bench_clear (&bench);
}

/* One that cannot be parsed: no run begins, and the task says why. */
static void
test_broken (void)
{
  WorkerBench bench;
  g_autofree char *uid = add_task (&bench);

  worker_bench_change_task (&bench, uid, mark, "This is on no page of the site.");
  run (&bench, uid);
  g_assert_cmpuint (bench.n_finished, ==, 0);
  g_assert_cmpuint (bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (bench.problems->str, "not on the example page"));
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_BROKEN);
  worker_bench_clear (&bench);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/examples/sibling", test_sibling);
  g_test_add_func ("/worker/examples/second-pass", test_second_pass);
  g_test_add_func ("/worker/examples/marked", test_marked);
  g_test_add_func ("/worker/examples/broken", test_broken);
  return g_test_run ();
}
