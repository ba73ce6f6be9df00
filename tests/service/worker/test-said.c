/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A run fails in English; whoever reads of it in Chinese reads Chinese: of its pages, of
 * the run, of its task, of what happened, of articles and of their ways into folders. */

#include "config.h"

#include "base/exm-said-error.h"
#include "fetch/exm-fetch-error.h"
#include "store/exm-store-approve.h"
#include "store/exm-store-reader.h"
#include "task/exm-output-format.h"
#include "worker-fixture.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

/* gettext keeps what it found until this changes. */
extern int _nl_msg_cat_cntr;

static void
speak (const char *language)
{
  g_setenv ("LANGUAGE", language, TRUE);
  _nl_msg_cat_cntr++;
}

/* A bench with a task of the news, whose worker speaks @language. Returns: (transfer
 * full): the task's uid */
static char *
begin (WorkerBench *bench, const char *language)
{
  speak (language);
  worker_bench_init (bench);
  return worker_bench_add_task (bench, "news", "/news/", EXM_SOURCE_LIST,
                                EXM_FIRST_RUN_ALL);
}

static gpointer
read_now (WorkerBench *bench, const ExmStoreQuery *query)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (bench->folder);
  gpointer value = exm_store_reader_read (reader, query, NULL, &error);
  g_assert_no_error (error);
  return value;
}

/* Whether one of the failed pages of the run that was first says this. */
static gboolean
has_cause (WorkerBench *bench, const char *words)
{
  const ExmStoreQuery query = { .kind = EXM_READ_RUN_PAGES, .id = 1, .limit = 100 };
  g_autoptr (GPtrArray) pages = read_now (bench, &query);

  for (guint i = 0; i < pages->len; i++)
    {
      const ExmRunPage *page = g_ptr_array_index (pages, i);
      if (strcmp (page->state, "failed") == 0 && page->cause != NULL
          && strstr (page->cause, words) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_event (WorkerBench *bench, const char *words)
{
  const ExmStoreQuery query = { .kind = EXM_READ_EVENTS, .limit = 100 };
  g_autoptr (GPtrArray) events = read_now (bench, &query);

  for (guint i = 0; i < events->len; i++)
    if (strstr (((const ExmEvent *) g_ptr_array_index (events, i))->message, words)
        != NULL)
      return TRUE;
  return FALSE;
}

/* Lists the texts of the store that are for people. Returns: (element-type utf8) */
static GPtrArray *
list_texts (WorkerBench *bench)
{
  const ExmStoreQuery events_query = { .kind = EXM_READ_EVENTS, .limit = 100 };
  const ExmStoreQuery pages_query = { .kind = EXM_READ_RUN_PAGES, .id = 1, .limit = 100 };
  const ExmStoreQuery articles_query = { .kind = EXM_READ_ARTICLES, .limit = 100 };
  g_autoptr (GPtrArray) events = read_now (bench, &events_query);
  g_autoptr (GPtrArray) pages = read_now (bench, &pages_query);
  g_autoptr (GPtrArray) articles = read_now (bench, &articles_query);
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (bench);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (bench->folder, NULL, NULL, &error);
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (texts, g_strdup (((ExmEvent *) events->pdata[i])->message));
  for (guint i = 0; i < pages->len; i++)
    g_ptr_array_add (texts, g_strdup (((ExmRunPage *) pages->pdata[i])->cause));
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *article = articles->pdata[i];
      g_autoptr (GPtrArray) ways
          = exm_store_list_publications (store, article->id, &error);
      g_assert_no_error (error);
      g_ptr_array_add (texts, g_strdup (article->reason));
      for (guint j = 0; j < ways->len; j++)
        g_ptr_array_add (texts, g_strdup (((ExmPublication *) ways->pdata[j])->message));
    }
  g_ptr_array_add (texts, g_strdup (info->problem.message));
  g_ptr_array_add (texts, g_strdup (info->last_run_message));
  return texts;
}

/* Returns: how many of the texts match, at least one of which has to be there */
static guint
count_texts (WorkerBench *bench, const char *pattern)
{
  g_autoptr (GPtrArray) texts = list_texts (bench);
  guint n = 0, n_texts = 0;

  for (guint i = 0; i < texts->len; i++)
    if (texts->pdata[i] != NULL)
      {
        gboolean matches = g_regex_match_simple (pattern, texts->pdata[i], 0, 0);
        n += matches;
        n_texts++;
        g_test_message ("%s %s", matches ? "*" : " ", (char *) texts->pdata[i]);
      }
  g_assert_cmpuint (n_texts, >, 0);
  return n;
}

/* Words beside each other are a sentence of ours, addresses and paths are none. */
#define ENGLISH "[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}"
#define CHINESE "[\\x{4e00}-\\x{9fff}]{2}"

/* Asserts that a text written in English is read in Chinese, and has @chinese in it. */
static void
assert_translated (WorkerBench *bench, const char *english, const char *chinese)
{
  speak ("en");
  g_assert_cmpuint (count_texts (bench, english), >, 0);
  speak ("zh_CN");
  g_assert_cmpuint (count_texts (bench, chinese), >, 0);
  g_assert_cmpuint (count_texts (bench, ENGLISH), ==, 0);
  speak ("en");
}

static void
test_pages (void)
{
  static const struct
  {
    const char *fault;
    const char *english;
    const char *chinese;
  } cases[] = {
    { "404", "the server answered 404 (there is no such page).",
      "服务器返回 404（没有这个网页）。" },
    { "loop", "redirects in a loop", "循环跳转" },
    { "pdf", "is not a page but a PDF document.", "不是网页（类型：PDF 文档）。" },
    { "403", "(it refuses access).", "服务器返回 403" },
  };
  WorkerBench bench;

  g_autofree char *uid = begin (&bench, "en");
  bench.skip_waits = TRUE;
  g_auto (GStrv) paths = exm_sample_server_list_articles (bench.server, "news");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    worker_bench_set_fault (&bench, paths[i + 1], cases[i].fault);
  worker_bench_run_once (&bench, uid);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_true (has_cause (&bench, cases[i].english));
  speak ("zh_CN");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_true (has_cause (&bench, cases[i].chinese));
      g_assert_false (has_cause (&bench, cases[i].english));
      g_assert_true (has_event (&bench, cases[i].chinese));
    }
  speak ("en");
  worker_bench_clear (&bench);
}

static void
publish_table (ExmTaskFields *fields, gconstpointer data)
{
  ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, 0);

  output->format = EXM_OUTPUT_CSV;
  g_free (output->name_template);
  output->name_template = g_strdup ("articles.csv");
}

static void
be_rendered (ExmTaskFields *fields, gconstpointer data)
{
  fields->rendered = TRUE;
}

/* An article goes nowhere, since what is there is none of ours. */
static void
test_publishing (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  g_autofree char *uid = begin (&bench, "en");
  bench.skip_waits = TRUE;
  bench.skip_s = 10 * 60;
  g_autofree char *file = g_build_filename (bench.out, "articles.csv", NULL);
  g_autofree char *index = g_build_filename (bench.out, ".exemplar.index", NULL);
  worker_bench_change_task (&bench, uid, publish_table, NULL);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, >, 0);
  g_assert_true (g_file_set_contents (file, "a,b\n", -1, NULL));
  g_assert_cmpint (g_unlink (index), ==, 0);
  ExmStore *store = worker_bench_open_store (&bench);
  g_autoptr (GPtrArray) ways = exm_store_list_publications (store, 1, &error);
  exm_store_publish_again (store, ((ExmPublication *) ways->pdata[0])->id, 1, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (bench.n_published, ==, 0);
  assert_translated (&bench, "holds something else than the articles",
                     "不是这个输出的文章");
  worker_bench_clear (&bench);
}

/* Nobody is there to render pages. */
static void
test_rendering (void)
{
  WorkerBench bench;

  g_autofree char *uid = begin (&bench, "en");
  bench.skip_waits = TRUE;
  worker_bench_change_task (&bench, uid, be_rendered, NULL);
  worker_bench_run_once (&bench, uid);
  assert_translated (&bench, "the task's pages are to be rendered", "渲染");
  worker_bench_clear (&bench);
}

/* Why articles need a person. */
static void
test_articles (void)
{
  WorkerBench bench;

  g_autofree char *uid = begin (&bench, "en");
  exm_sample_server_set_redesign (bench.server, TRUE);
  worker_bench_run_once (&bench, uid);
  assert_translated (&bench, "Does not look like your example", "与示例页版式不符");
  worker_bench_clear (&bench);
}

/* The other way round: a Chinese worker, read in English. */
static void
test_from_chinese (void)
{
  WorkerBench bench;

  g_autofree char *uid = begin (&bench, "zh_CN");
  bench.skip_waits = TRUE;
  worker_bench_set_fault (&bench, "/news/", "404");
  worker_bench_run_once (&bench, uid);
  g_assert_cmpuint (count_texts (&bench, CHINESE), >, 0);
  speak ("en");
  g_assert_cmpuint (count_texts (&bench, CHINESE), ==, 0);
  worker_bench_clear (&bench);
}

/* The list itself: what the task and its run say. */
static void
test_task (void)
{
  WorkerBench bench;

  g_autofree char *uid = begin (&bench, "en");
  bench.skip_waits = TRUE;
  worker_bench_set_fault (&bench, "/news/", "404");
  worker_bench_run_once (&bench, uid);
  speak ("zh_CN");
  g_autoptr (ExmTaskInfo) info = worker_bench_read_info (&bench);
  g_assert_cmpint (info->problem.kind, ==, EXM_PROBLEM_GONE);
  g_assert_nonnull (strstr (info->problem.message, "没有这个网页"));
  g_assert_cmpstr (info->last_run_message, ==, info->problem.message);
  speak ("en");
  worker_bench_clear (&bench);
}

static void
test_robots (void)
{
  WorkerBench bench;

  speak ("en");
  worker_bench_init (&bench);
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/private/",
                                                EXM_SOURCE_LIST, EXM_FIRST_RUN_ALL);
  worker_bench_run_once (&bench, uid);
  g_assert_true (has_event (&bench, "forbids it (line"));
  speak ("zh_CN");
  g_assert_false (has_event (&bench, "forbids it"));
  g_assert_true (has_event (&bench, "robots.txt"));
  speak ("en");
  worker_bench_clear (&bench);
}

/* Reads messages that no sample page brings about within a moment. */
static void
test_transport (void)
{
  static const struct
  {
    GIOErrorEnum code;
    const char *english;
    const char *chinese;
  } cases[] = {
    { G_IO_ERROR_TIMED_OUT, "a.example did not answer in time.",
      "a.example 没有及时响应。" },
    { G_IO_ERROR_CONNECTION_REFUSED,
      "a.example refused the connection: no web server is listening at this address.",
      NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) cause = g_error_new_literal (G_IO_ERROR, cases[i].code, "?");
      speak ("en");
      g_autoptr (GError) error
          = exm_fetch_error_from_transport (cause, NULL, "a.example", NULL, 0);
      g_autoptr (GError) copy = g_error_copy (error);
      g_assert_cmpstr (copy->message, ==, cases[i].english);
      speak ("zh_CN");
      g_autofree char *words = exm_said_to_words (exm_said_from_error (copy));
      if (cases[i].chinese != NULL)
        g_assert_cmpstr (words, ==, cases[i].chinese);
      else
        g_assert_cmpstr (words, !=, cases[i].english);
    }
  g_assert_null (exm_said_from_error (
      &(GError){ .domain = G_IO_ERROR, .code = 0, .message = (char *) "?" }));
  speak ("en");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("EXEMPLAR_LOCALE_DIR"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  g_test_add_func ("/worker/said/pages", test_pages);
  g_test_add_func ("/worker/said/publishing", test_publishing);
  g_test_add_func ("/worker/said/rendering", test_rendering);
  g_test_add_func ("/worker/said/articles", test_articles);
  g_test_add_func ("/worker/said/from-chinese", test_from_chinese);
  g_test_add_func ("/worker/said/task", test_task);
  g_test_add_func ("/worker/said/robots", test_robots);
  g_test_add_func ("/worker/said/transport", test_transport);
  return g_test_run ();
}
