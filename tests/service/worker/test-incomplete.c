/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of which only a part comes: asked for again, then held, never published; and what
 * the store keeps of every fetch. */

#include "fetch/exm-fetch-record.h"
#include "jobs/exm-article-job.h"
#include "store/exm-store-approve.h"
#include "worker-fixture.h"
#include "worker/exm-reextract.h"

#include <string.h>

/* Pauses before the next attempt: four times as long each. */
#define FIRST_PAUSE_S 61
#define N_PAUSES 3u

typedef struct
{
  WorkerBench bench;
  char *uid;      /* (owned) */
  char *path;     /* (owned): of an article's page */
  char *hash;     /* (owned) (nullable): of the page that was fetched again */
  char *url;      /* (owned): its address */
  guint n_all;    /* articles of the section */
  gboolean ended; /* what was asked of the worker has come back */
  guint n_problems;
  guint n_bad;       /* times that the page comes cut */
  const char *fault; /* (unowned) (nullable): how the page comes, %NULL for truncated */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  worker_bench_init (&self->bench);
  self->uid = worker_bench_add_task (&self->bench, "news", "/news/", EXM_SOURCE_LIST,
                                     EXM_FIRST_RUN_ALL);
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");
  self->n_all = g_strv_length (articles);
  self->path = g_strdup (articles[3]);
  self->url = worker_bench_make_url (&self->bench, self->path);
}

/* Another article's page comes cut. */
static void
use_article (Fixture *self, guint index)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");

  g_free (self->path);
  g_free (self->url);
  self->path = g_strdup (articles[index]);
  self->url = worker_bench_make_url (&self->bench, self->path);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  worker_bench_clear (&self->bench);
  g_free (self->uid);
  g_free (self->path);
  g_free (self->hash);
  g_free (self->url);
}

/* Returns: (transfer full): the article of @url */
static ExmArticleInfo *
find_article (Fixture *self, const char *url, guint n_expected)
{
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { .task_uid = self->uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, n_expected);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (g_str_equal (info->url, url))
        return exm_article_info_ref ((ExmArticleInfo *) info);
    }
  g_assert_not_reached ();
}

static char *
dup_record (Fixture *self, gint64 id)
{
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article = exm_store_get_article (store, id, &error);

  g_assert_no_error (error);
  g_autoptr (ExmStoredPage) page
      = exm_store_get_page_meta (store, exm_article_get (article)->page_hash, &error);
  g_assert_no_error (error);
  return g_strdup (page->headers);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *p = strstr (text, part); p != NULL; p = strstr (p + 1, part))
    n++;
  return n;
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;

  exm_worker_reextract_finish (EXM_WORKER (source), result, &error);
  g_assert_no_error (error);
  self->ended = TRUE;
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, &self->hash, &error);

  g_assert_no_error (error);
  self->ended = TRUE;
}

/* As the window does it: the page is fetched and stored, and becomes the article's. */
static void
fetch_again (Fixture *self, ExmWorker *worker, gint64 id)
{
  const char *const hosts[] = { "127.0.0.1", NULL };
  const ExmWorkerFetch wanted
      = { .url = self->url, .private_hosts = hosts, .store_page = TRUE };
  g_autoptr (GError) error = NULL;

  self->ended = FALSE;
  exm_worker_fetch_async (worker, &wanted, NULL, on_fetched, self);
  while (!self->ended)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (ExmStore) store = worker_bench_open_store (&self->bench);
  exm_store_set_article_page (store, id, self->hash, &error);
  g_assert_no_error (error);
}

/* Extracts the article again, from the page that is stored. */
static void
extract_again (Fixture *self, gint64 id, gboolean fetch)
{
  const ExmWorkerOptions options = { .folder = self->bench.folder };
  ExmWorker *worker = exm_worker_new (&options, worker_bench_on_event, &self->bench);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;

  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  if (fetch)
    fetch_again (self, worker, id);
  self->ended = FALSE;
  exm_worker_reextract_async (worker, engine, id, NULL, on_extracted, self);
  while (!self->ended)
    g_main_context_iteration (NULL, TRUE);
  worker_bench_end (worker);
}

/* Lets the pause pass, and no more: the task would be due again. */
static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
  Fixture *self = data;

  worker_bench_on_event (event, &self->bench);
  if (event->kind == EXM_WORKER_PROBLEM && ++self->n_problems == self->n_bad)
    worker_bench_set_fault (&self->bench, self->path, NULL);
  if (event->kind == EXM_WORKER_PROBLEM && self->n_problems <= N_PAUSES)
    worker_bench_advance (&self->bench, self->bench.worker,
                          FIRST_PAUSE_S << (2 * (self->n_problems - 1)));
  if (event->kind == EXM_WORKER_RUN_FINISHED)
    g_main_loop_quit (self->bench.loop);
}

/* Runs the task; the page comes cut @n_bad times, 0 for always. */
static void
run_with_cut_page (Fixture *self, guint n_bad)
{
  const ExmWorkerOptions options = { .folder = self->bench.folder,
                                     .clock = worker_bench_get_time,
                                     .clock_data = &self->bench };
  ExmWorker *worker = exm_worker_new (&options, on_event, self);
  g_autoptr (GError) error = NULL;

  self->n_bad = n_bad;
  worker_bench_set_fault (&self->bench, self->path,
                          self->fault != NULL ? self->fault : "truncated?percent=85");
  exm_worker_run_task (worker, self->uid);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  self->bench.worker = worker;
  g_main_loop_run (self->bench.loop);
  self->bench.worker = NULL;
  worker_bench_end (worker);
  g_assert_cmpstr (self->bench.state, ==, "done");
}

static void
test_article (Fixture *self, gconstpointer unused)
{
  run_with_cut_page (self, 0);
  g_test_message ("%s", self->bench.problems->str);
  g_assert_cmpuint (count (self->bench.problems->str, "Page arrived incomplete"), ==, 4);
  g_autoptr (ExmArticleInfo) held = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (held->state, ==, "incomplete");
  g_assert_true (g_str_has_prefix (held->reason, "Page arrived incomplete ("));
  g_assert_nonnull (strstr (held->reason, " bytes)"));
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, self->n_all - 1);
  g_autofree char *record = dup_record (self, held->id);
  g_autofree char *incomplete = exm_fetch_record_dup_incomplete (record);
  g_assert_nonnull (incomplete);

  /* Another look at the part does not make it whole. */
  extract_again (self, held->id, FALSE);
  g_autoptr (ExmArticleInfo) again = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (again->state, ==, "incomplete");
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, self->n_all - 1);

  worker_bench_set_fault (&self->bench, self->path, NULL);
  extract_again (self, held->id, TRUE);
  g_autoptr (ExmArticleInfo) whole = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (whole->state, ==, "good");
  g_assert_null (whole->reason);
}

/* The bytes are all that the server announced; the page itself shows that it is cut, and
 * is asked for once more. */
static void
test_cut (Fixture *self, gconstpointer unused)
{
  /* The page that is fetched last: the other ones are stored. */
  use_article (self, self->n_all - 1);
  self->fault = "cut?percent=66";
  run_with_cut_page (self, 0);
  g_test_message ("%s", self->bench.problems->str);
  g_assert_cmpuint (count (self->bench.problems->str, "Page arrived incomplete"), ==, 1);
  g_autoptr (ExmArticleInfo) held = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (held->state, ==, "incomplete");
  g_assert_true (g_str_has_prefix (held->reason, "Page arrived incomplete ("));
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, self->n_all - 1);

  extract_again (self, held->id, FALSE);
  g_autoptr (ExmArticleInfo) again = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (again->state, ==, "incomplete");

  worker_bench_set_fault (&self->bench, self->path, NULL);
  extract_again (self, held->id, TRUE);
  g_autoptr (ExmArticleInfo) whole = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (whole->state, ==, "good");
}

/* The page comes whole after two attempts: nothing is left of them. */
static void
test_recovers (Fixture *self, gconstpointer unused)
{
  run_with_cut_page (self, 2);
  g_autoptr (ExmArticleInfo) article = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (article->state, ==, "good");
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, self->n_all);
}

/* A list of which only a part came is not read. */
static void
test_list (Fixture *self, gconstpointer unused)
{
  self->bench.skip_waits = TRUE;
  worker_bench_set_fault (&self->bench, "/news/", "truncated");
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpstr (self->bench.state, ==, "failed");
  g_assert_cmpuint (self->bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (self->bench.problems->str, "Page arrived incomplete"));
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&self->bench);
  g_assert_nonnull (strstr (info->problem.message, "Page arrived incomplete"));
}

/* A robots.txt that was cut forbids nobody knows what: its host waits. */
static void
test_robots (Fixture *self, gconstpointer unused)
{
  worker_bench_set_fault (&self->bench, "/robots.txt", "truncated");
  worker_bench_run_once (&self->bench, self->uid);
  g_test_message ("%s", self->bench.problems->str);
  g_assert_cmpuint (self->bench.n_articles, ==, 0);
  g_assert_nonnull (strstr (self->bench.problems->str, "Page arrived incomplete"));

  /* It is asked for again. */
  worker_bench_set_fault (&self->bench, "/robots.txt", NULL);
  g_atomic_int_add (&self->bench.ahead_s, 60 * 60);
  worker_bench_run_once (&self->bench, self->uid);
  g_assert_cmpuint (self->bench.n_articles, ==, self->n_all);
}

static void
test_record (Fixture *self, gconstpointer unused)
{
  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (ExmArticleInfo) article = find_article (self, self->url, self->n_all);
  g_autofree char *record = dup_record (self, article->id);
  g_test_message ("%s", record);
  g_assert_nonnull (record);
  g_assert_nonnull (strstr (record, "\"status\":\"HTTP/1.1 200 OK\""));
  g_assert_nonnull (strstr (record, "\"User-Agent\",\"Collector/7\""));
  g_assert_nonnull (strstr (record, self->url));
  g_assert_nonnull (strstr (record, "\"peer\":\"127.0.0.1:"));
}

/* A whole page with a part of the article, whose second one is the first again: held
 * until a person calls it right. */
static void
test_further_pages (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  worker_bench_set_fault (&self->bench, self->path, "paged");
  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (ExmArticleInfo) held = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (held->state, ==, "incomplete");
  g_assert_cmpstr (held->reason, ==,
                   "1 of 2 pages collected: another one says nothing new");
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, self->n_all - 1);

  extract_again (self, held->id, FALSE);
  g_autoptr (ExmArticleInfo) still = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (still->state, ==, "incomplete");

  ExmStore *store = worker_bench_open_store (&self->bench);
  exm_store_approve_article (store, held->id, g_get_real_time (), &error);
  g_assert_no_error (error);
  exm_store_close (store);
  g_autoptr (ExmArticleInfo) approved = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (approved->state, ==, "good");
  extract_again (self, held->id, FALSE);
  g_autoptr (ExmArticleInfo) again = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (again->state, ==, "good");
}

/* The example's own page, too, is compared with another one then. */
static void
test_all_further_pages (Fixture *self, gconstpointer unused)
{
  g_auto (GStrv) articles = exm_sample_server_list_articles (self->bench.server, "news");

  for (guint i = 0; articles[i] != NULL; i++)
    worker_bench_set_fault (&self->bench, articles[i], "paged");
  worker_bench_run_once (&self->bench, self->uid);
  g_autoptr (ExmArticleInfo) held = find_article (self, self->url, self->n_all);
  g_assert_cmpstr (held->state, ==, "incomplete");
  g_assert_cmpuint (worker_bench_count_files (self->bench.out), ==, 0);
  worker_bench_assert_truth (&self->bench, self->uid, "news", self->n_all);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  ExmStore *store = worker_bench_open_store (&self->bench);
  g_autoptr (GPtrArray) siblings
      = exm_article_job_list_siblings (store, engine, self->uid, self->url, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (siblings->len, >, 0);
  exm_store_close (store);
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/incomplete/article", test_article);
  add ("/incomplete/cut", test_cut);
  add ("/incomplete/recovers", test_recovers);
  add ("/incomplete/list", test_list);
  add ("/incomplete/robots", test_robots);
  add ("/incomplete/record", test_record);
  add ("/incomplete/further-pages", test_further_pages);
  add ("/incomplete/all-further-pages", test_all_further_pages);
  return g_test_run ();
}
