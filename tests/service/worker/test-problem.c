/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems that a run finds: each cause by itself, its end when it is mended, and that a
 * person may ignore it. */

#include "jobs/exm-verification.h"
#include "page/exm-page-reader.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-problem.h"
#include "worker-fixture.h"

#include <string.h>

#define DAY_S (24 * 60 * 60)

static void
assert_kind (WorkerBench *bench, ExmProblemKind kind)
{
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);

  g_test_message ("%s", info->problem.message);
  g_assert_cmpstr (exm_problem_kind_get_name (info->problem.kind), ==,
                   exm_problem_kind_get_name (kind));
}

/* Between two runs. */
static void
advance (WorkerBench *bench, int seconds)
{
  g_atomic_int_add (&bench->ahead_s, seconds);
}

/* The list comes to nothing, in several ways; and is all right again. */
static void
test_list (void)
{
  static const struct
  {
    const char *fault;
    ExmProblemKind kind;
    const char *message; /* part of it */
  } cases[] = {
    { "500", EXM_PROBLEM_UNREACHABLE, "500" },
    { "403", EXM_PROBLEM_REFUSED, "403" },
    { "404", EXM_PROBLEM_GONE, "404" },
    { "loop", EXM_PROBLEM_FAILED, "loop" },
    { "verify", EXM_PROBLEM_VERIFICATION, NULL },
    { "verify?status=403", EXM_PROBLEM_VERIFICATION, "403" },
    { "verify?status=503", EXM_PROBLEM_VERIFICATION, "503" },
    { "huge?mb=1", EXM_PROBLEM_UNLISTED, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      WorkerBench bench;
      worker_bench_init (&bench);
      bench.skip_waits = TRUE;
      g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/",
                                                    EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
      g_autofree char *list = worker_bench_make_url (&bench, "/news/");
      worker_bench_set_fault (&bench, "/news/", cases[i].fault);
      worker_bench_run_once (&bench, uid);
      assert_kind (&bench, cases[i].kind);
      g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
      g_assert_cmpstr (info->problem.url, ==, list);
      if (cases[i].kind == EXM_PROBLEM_UNREACHABLE)
        g_assert_nonnull (strstr (info->problem.message, list));
      if (cases[i].message != NULL)
        g_assert_nonnull (strstr (info->problem.message, cases[i].message));
      g_assert_cmpstr (info->last_run_message, ==,
                       g_strcmp0 (info->last_run_state, "failed") == 0
                           ? info->problem.message
                           : "0 listed, 0 new");

      worker_bench_set_fault (&bench, "/news/", NULL);
      worker_bench_run_once (&bench, uid);
      g_assert_cmpuint (bench.n_articles, >, 0);
      assert_kind (&bench, EXM_PROBLEM_NONE);
      worker_bench_clear (&bench);
    }
}

static void
add_source (ExmTaskFields *fields, gconstpointer data)
{
  exm_task_fields_add_source (fields, EXM_SOURCE_LIST, data);
}

static void
add_list (WorkerBench *bench, const char *uid, const char *path)
{
  g_autofree char *url = worker_bench_make_url (bench, path);

  worker_bench_change_task (bench, uid, add_source, url);
}

/* Some lists among several fail: the others are collected, and the first that fails is
 * named with its cause, since when it does. */
static void
test_some_lists (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_autofree char *gone = worker_bench_make_url (&bench, "/gone/");
  add_list (&bench, uid, "/gone/");
  add_list (&bench, uid, "/blog/");
  worker_bench_set_fault (&bench, "/blog/", "500");
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_articles, >, 0);
  g_autoptr (ExmTaskInfo) first = worker_bench_read_info (&bench);
  g_assert_cmpint (first->problem.kind, ==, EXM_PROBLEM_LIST);
  g_assert_cmpuint (first->problem.amount, ==, 2);
  g_assert_nonnull (strstr (first->problem.message, first->problem.url));
  g_assert_cmpstr (first->last_run_state, ==, "done");

  worker_bench_set_fault (&bench, "/blog/", NULL);
  advance (&bench, DAY_S);
  worker_bench_run_once (&bench, uid);
  g_autoptr (ExmTaskInfo) second = worker_bench_read_info (&bench);
  g_assert_cmpint (second->problem.kind, ==, EXM_PROBLEM_LIST);
  g_assert_cmpuint (second->problem.amount, ==, 1);
  g_assert_cmpstr (second->problem.url, ==, gone);
  g_assert_nonnull (strstr (second->problem.message, "404"));
  g_assert_cmpint (second->problem.since_usec, ==, first->problem.since_usec);
  worker_bench_clear (&bench);
}

/* Keeps the beginning of a lasting problem, also while ignored; another cause is news. */
static void
test_lasts (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  worker_bench_set_fault (&bench, "/news/", "500");
  worker_bench_run_once (&bench, uid);
  g_autoptr (ExmTaskInfo) first = worker_bench_read_info (&bench);
  ExmStore *store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_true (exm_store_ignore_problem (store, uid, TRUE, &error));
  g_assert_no_error (error);
  exm_store_close (store);
  advance (&bench, DAY_S);
  worker_bench_run_once (&bench, uid);
  g_autoptr (ExmTaskInfo) second = worker_bench_read_info (&bench);
  g_assert_cmpint (second->problem.since_usec, ==, first->problem.since_usec);
  g_assert_cmpint (second->last_run_usec, >, first->last_run_usec);
  g_assert_true (second->problem.ignored);

  worker_bench_set_fault (&bench, "/news/", "404");
  advance (&bench, DAY_S);
  worker_bench_run_once (&bench, uid);
  g_autoptr (ExmTaskInfo) third = worker_bench_read_info (&bench);
  g_assert_cmpint (third->problem.since_usec, >, first->problem.since_usec);
  g_assert_false (third->problem.ignored);
  worker_bench_clear (&bench);
}

static void
test_robots (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/private/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&bench, uid);
  assert_kind (&bench, EXM_PROBLEM_FORBIDDEN);
  worker_bench_clear (&bench);
}

/* The pages are of another layout than the example: a redesign, until they are extracted
 * anew with an example of their own. */
static void
test_redesign (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  exm_sample_server_set_redesign (bench.server, TRUE);
  worker_bench_run_once (&bench, uid);
  assert_kind (&bench, EXM_PROBLEM_REDESIGN);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
  /* The example's own page is among them: the same article in another layout. */
  g_assert_cmpuint (info->problem.amount, ==, bench.n_articles);

  /* Two of the newest that fit are a site of two layouts. */
  ExmStore *store = exm_store_open (bench.folder, NULL, NULL, &error);
  const ExmArticleFilter filter
      = { .task_uid = uid, .state = "does-not-fit", .limit = 2 };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  for (guint i = 0; i < 2; i++)
    {
      const ExmArticleInfo *newest = g_ptr_array_index (list, i);
      g_assert_true (
          exm_store_approve_article (store, newest->id, g_get_real_time (), &error));
      g_assert_no_error (error);
    }
  exm_store_close (store);
  assert_kind (&bench, EXM_PROBLEM_NONE);
  worker_bench_clear (&bench);
}

/* A task whose example is lost cannot run, which is said. */
static void
test_broken (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  ExmStore *store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_autoptr (ExmTask) task = exm_store_get_task (store, uid, NULL, &error);
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_copy (task, &fields);
  ExmTaskExample *example = &g_array_index (fields.examples, ExmTaskExample, 0);
  g_clear_pointer (&example->page_hash, g_free);
  g_autoptr (ExmTask) lost = exm_task_new (&fields);
  exm_store_update_task (store, lost, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  worker_bench_run_once (&bench, uid);
  assert_kind (&bench, EXM_PROBLEM_BROKEN);
  worker_bench_clear (&bench);
}

static void
put_article (ExmStore *store, const char *uid, guint number, gint64 usec)
{
  g_auto (ExmArticleFields) fields = {
    .task_uid = g_strdup (uid),
    .task_version = 1,
    .collected_usec = usec,
    .url = g_strdup_printf ("http://site.example/%u.html", number),
    .final_url = g_strdup_printf ("http://site.example/%u.html", number),
    .url_key = g_strdup_printf ("site.example/%u", number),
    .text = g_strdup_printf ("Body of article %u.", number),
    .html = g_strdup (""),
    .markdown = g_strdup (""),
    .method = g_strdup ("exemplar"),
    .metadata = exm_metadata_new (),
  };
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  const ExmArticleCommit commit = { .article = article };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;

  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
}

/* Two articles a day for a fortnight, then none: silence is news after a few days, and
 * not before. */
static void
test_silence (void)
{
  static const struct
  {
    int days;
    ExmProblemKind kind;
  } cases[]
      = { { 2, EXM_PROBLEM_NONE }, { 3, EXM_PROBLEM_NONE }, { 5, EXM_PROBLEM_SILENT } };
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_NEW);
  worker_bench_run_once (&bench, uid);
  gint64 newest = worker_bench_get_time (&bench);
  ExmStore *store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 30; i++)
    put_article (store, uid, i, newest - (i / 2) * G_TIME_SPAN_DAY - i % 2);
  exm_store_close (store);
  int days = 0;
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      advance (&bench, (cases[i].days - days) * DAY_S);
      days = cases[i].days;
      worker_bench_run_once (&bench, uid);
      g_test_message ("after %d days", days);
      assert_kind (&bench, cases[i].kind);
    }
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
  g_assert_cmpint (info->problem.since_usec, ==, newest);
  g_assert_cmpuint (info->problem.amount, ==, 2);
  worker_bench_clear (&bench);
}

/* Pages that ask for a person, and pages that only could. */
static void
test_verification (void)
{
  static const struct
  {
    const char *html;
    gboolean asks;
  } cases[] = {
    { "<h1>Just a moment</h1><p>Verify that you are human.</p>", TRUE },
    { "<p>请完成安全验证后继续访问</p>", TRUE },
    { "<div class='g-recaptcha'></div><p>One step more</p>", TRUE },
    { "<div id='geetest_panel'></div>", TRUE },
    { "<ul><li><a href='/1'>First article</a></li></ul>", FALSE },
    { "<p>Nothing here yet</p>", FALSE },
  };
  g_autoptr (GString) large = g_string_new ("<p>Log in with a captcha</p>");
  const ExmPageHints hints = { .url = "http://site.example/" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes
          = g_bytes_new_static (cases[i].html, strlen (cases[i].html));
      g_autoptr (ExmPageText) page = exm_page_read (bytes, &hints, NULL);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpint (exm_page_asks_verification (page), ==, cases[i].asks);
    }
  while (large->len < 4000)
    g_string_append (large, "<p>A sentence of a page that has a good deal to say.</p>");
  g_autoptr (GBytes) bytes = g_bytes_new (large->str, large->len);
  g_autoptr (ExmPageText) page = exm_page_read (bytes, &hints, NULL);
  g_assert_false (exm_page_asks_verification (page));
}

static void
add_feed (ExmTaskFields *fields, gconstpointer url)
{
  exm_task_fields_add_source (fields, EXM_SOURCE_FEED, url);
}

static void
limit (ExmTaskFields *fields, gconstpointer max_articles)
{
  fields->max_articles = *(const guint *) max_articles;
}

static void
exclude (ExmTaskFields *fields, gconstpointer pattern)
{
  g_ptr_array_add (fields->exclude, g_strdup (pattern));
}

/* The sources are to be read again, although they stay as they are. */
static void
forget_sources (WorkerBench *bench, const char *uid)
{
  g_autoptr (ExmStore) store = worker_bench_open_store (bench);
  g_autoptr (GError) error = NULL;

  exm_store_forget_sources (store, uid, &error);
  g_assert_no_error (error);
}

/* Runs the task. Asserts that its line is @wanted. */
static void
assert_line (WorkerBench *bench, const char *uid, const char *wanted)
{
  worker_bench_run_once (bench, uid);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);
  g_assert_cmpstr (info->last_run_state, ==, "done");
  g_assert_cmpstr (info->last_run_message, ==, wanted);
}

/* A list and a feed name the same articles; the limit holds for articles, not for links.
 */
static void
test_twice_listed (void)
{
  const guint max_articles = 5;
  WorkerBench bench;

  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_autofree char *feed = worker_bench_make_url (&bench, "/news/feed.xml");
  worker_bench_change_task (&bench, uid, add_feed, feed);
  worker_bench_change_task (&bench, uid, limit, &max_articles);
  assert_line (&bench, uid, "12 listed, 5 new, 7 left for the next run");
  assert_line (&bench, uid, "12 listed, 5 new, 5 known, 2 left for the next run");
  assert_line (&bench, uid, "12 listed, 2 new, 10 known");
  assert_line (&bench, uid, "Nothing new: what lists the articles has not changed");
  forget_sources (&bench, uid);
  assert_line (&bench, uid, "Nothing new: 12 addresses listed, all known");
  worker_bench_clear (&bench);
}

static void
test_ways (void)
{
  WorkerBench bench;

  worker_bench_init (&bench);
  g_auto (GStrv) paths = exm_sample_server_list_articles (bench.server, "news");
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/feed.xml",
                                                EXM_SOURCE_FEED, EXM_FIRST_RUN_NEWEST);
  g_autofree char *other = worker_bench_make_url (&bench, paths[1]);
  worker_bench_change_task (&bench, uid, exclude, other);
  worker_bench_set_fault (&bench, paths[2], "404");
  worker_bench_set_fault (&bench, paths[3], "paged");
  /* The sample site's feed has what its list has, and the page that is left out. */
  assert_line (&bench, uid,
               "11 listed, 7 new, 6 stored, 4 passed over by the first run, "
               "1 left out by the patterns, 1 incomplete, 1 failed");
  worker_bench_clear (&bench);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/trouble/list", test_list);
  g_test_add_func ("/worker/trouble/some-lists", test_some_lists);
  g_test_add_func ("/worker/trouble/lasts", test_lasts);
  g_test_add_func ("/worker/trouble/robots", test_robots);
  g_test_add_func ("/worker/trouble/redesign", test_redesign);
  g_test_add_func ("/worker/trouble/broken", test_broken);
  g_test_add_func ("/worker/trouble/silence", test_silence);
  g_test_add_func ("/worker/trouble/verification", test_verification);
  g_test_add_func ("/worker/problem/twice-listed", test_twice_listed);
  g_test_add_func ("/worker/problem/ways", test_ways);
  return g_test_run ();
}
