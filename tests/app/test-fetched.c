/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Targets that are fetched by their address: what the operator says of them is kept, they
 * are rendered where the task's pages are, and their encoding can be changed as fast as a
 * hand can. */

#include "app/web/exm-page-pane.h"
#include "article/exm-body.h"

#include "test-bench.h"
#include "test-pointer.h"

#include <string.h>

static void
set_up (TestBench *self, gconstpointer change)
{
  test_bench_init (self);
  test_bench_add_task (self, change);
  test_bench_open (self);
}

static void
tear_down (TestBench *self, gconstpointer unused)
{
  test_bench_clear (self);
}

static gpointer
read_store (TestBench *self, ExmReadKind kind)
{
  const ExmStoreQuery query = { .kind = kind, .uid = store_task_uid (1) };
  ExmSession *session = exm_window_get_session (self->window);
  g_autoptr (GError) error = NULL;
  gpointer value
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, &error);

  g_assert_no_error (error);
  return value;
}

static gboolean
has_label (gpointer data)
{
  g_autoptr (GPtrArray) labels = read_store (data, EXM_READ_LABELS);

  return labels->len == 1;
}

/* A line of a page that was never collected is marked, and the boundary moved: both are
 * there when the page is fetched again. */
static void
test_corrections (TestBench *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");

  test_bench_enter_path (self, paths[2]);
  test_bench_wait_for_target (self, paths[2]);
  guint line = exm_analysis_get_head (self->analysis) + 1;
  exm_analysis_set_line_label (self->analysis, line, EXM_LINE_LABEL_NOISE);
  test_gui_wait_until (has_label, self, "the mark in the store");

  test_bench_enter_path (self, paths[3]);
  test_bench_wait_for_target (self, paths[3]);
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_AUTO);
  test_bench_enter_path (self, paths[2]);
  test_bench_wait_for_target (self, paths[2]);
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_NOISE);
  guint n = 0;
  g_assert_cmpuint (exm_analysis_get_verdicts (self->analysis, &n)[line], !=,
                    EXM_VERDICT_KEPT);
}

static void
make_rendered (ExmTaskFields *fields)
{
  fields->rendered = TRUE;
}

/* A page that its scripts fill in has its text. */
static void
test_rendered (TestBench *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "app");
  g_autofree char *body = exm_sample_server_dup_body (self->server, paths[1]);
  const char *end = strchr (body, '\n');
  g_autofree char *first = g_strndup (body, (gsize) (end - body));
  guint n_lines = 0, n_found = 0;

  test_bench_enter_path (self, paths[1]);
  test_bench_wait_for_target (self, paths[1]);
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    n_found += strcmp (exm_page_text_get_line (page, i), first) == 0;
  g_assert_cmpuint (n_found, ==, 1);
}

/* The last one that was chosen is the one that is shown. */
static void
test_encodings (TestBench *self, gconstpointer unused)
{
  static const char *const charsets[]
      = { "big5", "utf-8", "shift_jis", "gb18030", "windows-1252", "euc-kr" };
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "zh");
  g_autofree char *body = exm_sample_server_dup_body (self->server, paths[0]);
  GtkWidget *target;
  guint n_lines = 0, n_found = 0;

  test_bench_enter_path (self, paths[0]);
  test_bench_wait_for_target (self, paths[0]);
  target = test_bench_need_pane (self, "target");
  for (guint i = 0; i < 50; i++)
    {
      gtk_widget_activate_action (target, "pane.charset", "s",
                                  charsets[i % G_N_ELEMENTS (charsets)]);
      for (guint turns = 0; turns < i % 5; turns++)
        g_main_context_iteration (NULL, FALSE);
    }
  gtk_widget_activate_action (target, "pane.charset", "s", "gb18030");
  test_bench_wait_for_target (self, paths[0]);
  g_assert_cmpstr (exm_analysis_get_input (self->analysis)->target->charset, ==,
                   "gb18030");
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    n_found += strstr (body, exm_page_text_get_line (page, i)) != NULL;
  g_assert_cmpuint (n_found, >, 3);
}

static GPtrArray *
read_articles (TestBench *self)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = store_task_uid (1) } };
  ExmSession *session = exm_window_get_session (self->window);
  GPtrArray *articles
      = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);

  g_assert_nonnull (articles);
  return articles;
}

/* The body that is shown, written as the worker writes it. */
static char *
dup_text (TestBench *self)
{
  ExmResultData data;
  guint n;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n);

  exm_result_data_init (&data, "", n);
  memcpy (data.verdicts, verdicts, n);
  data.head = exm_analysis_get_head (self->analysis);
  data.tail = exm_analysis_get_tail (self->analysis);
  g_autoptr (ExmResult) shown = exm_result_new (&data);
  return exm_body_write_text (exm_analysis_get_page (self->analysis), shown);
}

/* The article of the example's own page is, without a mark, what the worker made of it:
 * it is compared with another page of the task. */
static void
test_own_article (TestBench *self, gconstpointer unused)
{
  g_autoptr (ExmTask) task = NULL;
  g_autoptr (ExmArticle) article = NULL;
  gint64 id = 0;

  exm_session_run_task (exm_window_get_session (self->window), store_task_uid (1));
  exm_window_set_view (self->window, "activity");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Done");
  exm_window_set_view (self->window, "workbench");
  task = read_store (self, EXM_READ_TASK);
  const ExmTaskExample *example
      = &g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0);
  g_assert_null (example->region_text);
  g_autoptr (GPtrArray) articles = read_articles (self);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      id = strcmp (info->url, example->url) == 0 ? info->id : id;
    }
  g_assert_cmpint (id, !=, 0);
  exm_workbench_page_open_article (self->page, id, EXM_NONE);
  test_bench_wait_for_target (self, example->url);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };
  ExmSession *session = exm_window_get_session (self->window);
  article = exm_store_reader_read (exm_session_get_reader (session), &query, NULL, NULL);
  g_assert_cmpstr (exm_article_get (article)->text, !=, "");
  g_autofree char *text = dup_text (self);
  g_assert_cmpstr (text, ==, exm_article_get (article)->text);
}

static gboolean
is_second_there (gpointer data)
{
  return exm_analysis_get_n_examples (((TestBench *) data)->analysis) == 2;
}

static gboolean
is_second_marked (gpointer data)
{
  guint first, last;

  return exm_analysis_get_region (((TestBench *) data)->analysis, 1, &first, &last);
}

static gboolean
is_one_left (gpointer data)
{
  TestBench *self = data;

  return exm_analysis_get_n_examples (self->analysis) == 1
         && exm_analysis_get_page (self->analysis) == NULL;
}

static gboolean
is_example_loaded (gpointer data)
{
  ExmPageView *view = exm_page_pane_get_view (data);

  return exm_page_view_get_n_found (view) > 0;
}

/* A second example is shown, marked on its own, removed, and given back with its mark. */
static void
test_second_example (TestBench *self, gconstpointer unused)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (self->server, "news");
  guint first, last;

  /* Both pages need the room of the sidebar. */
  test_keys (GTK_WIDGET (self->window), "F9");
  GtkWidget *pane = test_bench_need_pane (self, "example");
  test_bench_enter_path (self, paths[2]);
  test_bench_wait_for_target (self, paths[2]);
  g_assert_null (test_gui_find (pane, GTK_TYPE_BUTTON, "1/2"));
  g_assert_true (gtk_widget_activate_action (test_bench_need_pane (self, "target"),
                                             "pane.add-as-example", NULL));
  test_gui_wait_until (is_second_there, self, "the second example");
  test_gui_wait_until (is_example_loaded, pane, "the first example's page");
  test_gui_need (pane, GTK_TYPE_BUTTON, "1/2");
  test_gui_settle (pane);
  test_pointer_click (test_gui_need (pane, GTK_TYPE_BUTTON, "1/2"));
  test_gui_need (pane, GTK_TYPE_BUTTON, "2/2");
  g_assert_true (
      g_str_has_suffix (exm_page_pane_get_address (EXM_PAGE_PANE (pane)), paths[2]));
  /* Another target, so that there is a body to be taken. */
  test_bench_enter_path (self, paths[3]);
  test_bench_wait_for_target (self, paths[3]);
  test_gui_wait_until (is_example_loaded, pane, "the example's page");
  gtk_widget_grab_focus (test_gui_need (self->page, GTK_TYPE_BUTTON, "2/2"));
  test_keys (GTK_WIDGET (self->page), "m Return");
  test_gui_wait_until (is_second_marked, self, "the mark on the second example");
  g_assert_false (exm_analysis_get_region (self->analysis, 0, &first, &last));
  test_bench_wait_for_target (self, paths[3]);
  test_gui_show_people (GTK_WIDGET (self->window), "second-example");

  g_assert_true (gtk_widget_activate_action (pane, "pane.remove-example", NULL));
  test_gui_wait_until (is_one_left, self, "the second example to go");
  g_assert_null (test_gui_find (pane, GTK_TYPE_BUTTON, "1/2"));
  test_pointer_undo (self->window, "Example removed");
  test_gui_wait_until (is_second_marked, self, "the second example and its mark");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(path, change, func)                                                          \
  g_test_add ("/app/fetched/" path, TestBench, (gconstpointer) change, set_up, func,     \
              tear_down)
  ADD ("corrections", NULL, test_corrections);
  ADD ("rendered", make_rendered, test_rendered);
  ADD ("encodings", NULL, test_encodings);
  ADD ("own-article", NULL, test_own_article);
  ADD ("second-example", NULL, test_second_example);
  return g_test_run ();
}
