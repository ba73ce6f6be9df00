/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A run fails in English; whoever reads of it in Chinese reads Chinese: of its pages, of
 * the run, of its task and of what happened. */

#include "config.h"

#include "exm-fetch-error.h"
#include "exm-said.h"
#include "exm-store-reader.h"
#include "worker-fixture.h"

#include <glib/gi18n.h>
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

static void
set_fault (WorkerBench *bench, const char *path, const char *fault)
{
  g_autoptr (GError) error = NULL;

  exm_sample_server_set_fault (bench->server, path, fault, EXM_SAMPLE_FAULT_ALWAYS,
                               &error);
  g_assert_no_error (error);
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

  speak ("en");
  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  g_auto (GStrv) paths = exm_sample_server_list_articles (bench.server, "news");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    set_fault (&bench, paths[i + 1], cases[i].fault);
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

/* The list itself: what the task and its run say. */
static void
test_task (void)
{
  WorkerBench bench;
  g_autoptr (GError) error = NULL;

  speak ("en");
  worker_bench_init (&bench);
  bench.skip_waits = TRUE;
  g_autofree char *uid = worker_bench_add_task (&bench, "news", "/news/", EXM_SOURCE_LIST,
                                                EXM_FIRST_RUN_ALL);
  set_fault (&bench, "/news/", "404");
  worker_bench_run_once (&bench, uid);
  speak ("zh_CN");
  g_autoptr (ExmStore) store = exm_store_open (bench.folder, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) infos = exm_store_list_tasks (store, &error);
  g_assert_no_error (error);
  const ExmTaskInfo *info = g_ptr_array_index (infos, 0);
  g_assert_cmpint (info->trouble.kind, ==, EXM_TROUBLE_GONE);
  g_assert_nonnull (strstr (info->trouble.message, "没有这个网页"));
  g_assert_cmpstr (info->last_run_message, ==, info->trouble.message);
  speak ("en");
  worker_bench_clear (&bench);
}

/* What no sample page does within a moment. */
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
      g_autofree char *words = exm_said_to_words (exm_fetch_error_get_said (copy));
      if (cases[i].chinese != NULL)
        g_assert_cmpstr (words, ==, cases[i].chinese);
      else
        g_assert_cmpstr (words, !=, cases[i].english);
    }
  g_assert_null (exm_fetch_error_get_said (
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
  g_test_add_func ("/worker/said/task", test_task);
  g_test_add_func ("/worker/said/transport", test_transport);
  return g_test_run ();
}
