/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles of several pages in the window: all pages are shown and marked, a correction
 * on a later one is taken, and a page that was missing is fetched again. */

#include "app/review/exm-refetch.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-script.h"
#include "demo/exm-sample-paged.h"

#include "test-bench.h"
#include "test-network.h"

#include <string.h>

#define KIND "rows"
#define NUMBER 105u
#define N_PAGES 5u

typedef struct
{
  TestBench bench;
  gint64 id;
  const char *text;
  gboolean ended;
} Fixture;

/* Whether a line of the page is in view. */
typedef struct
{
  WebKitWebView *view;
  guint line;
  gboolean asks;
  gboolean seen;
} Look;

/* Hash of the example, for use_paged(). */
static char *example_hash;

static void
store_example (Fixture *self)
{
  g_autofree char *path
      = g_strdup_printf ("/paged/" KIND "/2026/%u.html", EXM_SAMPLE_PAGED_FIRST);
  g_autofree char *url = g_strconcat (self->bench.base, path, NULL);
  g_autoptr (ExmSamplePage) page = exm_sample_paged_render (path, NULL);
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
  g_autoptr (ExmStore) store = test_pages_open (self->bench.folder);
  g_autoptr (ExmStoredPage) stored = exm_stored_page_new ();
  g_autoptr (GError) error = NULL;

  stored->url = g_strdup (url);
  stored->final_url = g_strdup (url);
  stored->status = 200;
  g_clear_pointer (&example_hash, g_free);
  exm_store_put_page (store, bytes, stored, &example_hash, &error);
  g_assert_no_error (error);
}

static void
use_paged (ExmTaskFields *fields)
{
  const char *url = g_array_index (fields->examples, ExmTaskExample, 0).url;
  g_autofree char *base
      = g_strndup (url, strcspn (url + strlen ("http://"), "/") + strlen ("http://"));
  g_autofree char *example
      = g_strdup_printf ("%s/paged/" KIND "/2026/%u.html", base, EXM_SAMPLE_PAGED_FIRST);
  g_autofree char *list = g_strconcat (base, "/paged/" KIND "/", NULL);

  g_array_set_size (fields->examples, 0);
  g_array_set_size (fields->sources, 0);
  g_ptr_array_set_size (fields->include, 0);
  g_ptr_array_set_size (fields->exclude, 0);
  exm_task_fields_add_example (fields, example)->page_hash = g_strdup (example_hash);
  exm_task_fields_add_source (fields, EXM_SOURCE_LIST, list);
  fields->delay_ms = 0;
  fields->first_run = EXM_FIRST_RUN_ALL;
}

static gpointer
read_store (Fixture *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (self->bench.window, query);
}

static ExmArticle *
read_article (Fixture *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->id };

  return read_store (self, &query);
}

static gboolean
is_done (gpointer data)
{
  const ExmStoreQuery query = { .kind = EXM_READ_RUNS, .uid = store_task_uid (1) };
  g_autoptr (GPtrArray) runs = read_store (data, &query);
  const ExmRun *run = runs->len > 0 ? g_ptr_array_index (runs, 0) : NULL;

  if (run != NULL && run->finished_usec == 0)
    return FALSE;
  if (run != NULL)
    g_test_message ("%s: %s", run->state, run->message);
  return run != NULL;
}

static void
set_up (Fixture *self, gconstpointer fault)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = store_task_uid (1) } };

  test_network_set_available (TRUE);
  test_bench_init (&self->bench);
  store_example (self);
  test_bench_add_task (&self->bench, use_paged);
  exm_sample_server_set_fault (self->bench.server, "/paged/" KIND "/2026/105_3.html",
                               fault, EXM_SAMPLE_FAULT_ALWAYS, NULL);
  test_bench_open (&self->bench);
  exm_session_run_task (exm_window_get_session (self->bench.window), store_task_uid (1));
  exm_window_set_view (self->bench.window, "activity");
  test_gui_wait_until (is_done, self, "the end of the run");
  g_autoptr (GPtrArray) list = read_store (self, &query);
  g_assert_cmpuint (list->len, ==, EXM_SAMPLE_PAGED_N);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      if (g_str_has_suffix (info->url, "/105.html"))
        self->id = info->id;
    }
  g_assert_cmpint (self->id, !=, 0);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_bench_clear (&self->bench);
}

static gboolean
has_text (gpointer data)
{
  Fixture *self = data;
  g_autoptr (ExmArticle) article = read_article (self);

  return strcmp (exm_article_get (article)->text, self->text) == 0;
}

/* The line of the last page that ends the article is no body: an operator says so. */
static void
test_correction (Fixture *self, gconstpointer unused)
{
  ExmAnalysis *analysis = self->bench.analysis;
  guint n_pages = 0;
  g_autofree char *truth = exm_sample_paged_dup_body (KIND, NUMBER, &n_pages);

  exm_window_set_view (self->bench.window, "workbench");
  exm_workbench_page_open_article (self->bench.page, self->id, EXM_NONE);
  test_bench_wait_for_target (&self->bench, "/105.html");
  ExmPageText *page = exm_analysis_get_page (analysis);
  g_assert_cmpuint (exm_page_text_get_n_joined (page), ==, N_PAGES);
  g_assert_cmpstr (exm_analysis_get_body_text (analysis), ==, truth);

  exm_analysis_set_line_label (analysis, exm_analysis_get_tail (analysis),
                               EXM_LINE_LABEL_NOISE);
  *strrchr (truth, '\n') = '\0';
  self->text = truth;
  test_gui_wait_until (has_text, self, "the corrected article");
  test_gui_show_people (GTK_WIDGET (self->bench.window), "joined-correction");
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Look *look = data;
  g_autofree char *answer
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, &error);

  g_assert_no_error (error);
  look->seen = strcmp (answer, "true") == 0;
  look->asks = FALSE;
}

static gboolean
sees_line (gpointer data)
{
  Look *look = data;
  g_autofree char *code
      = g_strdup_printf ("const at = exemplar.rangeOf(%u, %u).getBoundingClientRect();"
                         "return at.top > 0 && at.bottom < innerHeight",
                         look->line, look->line);

  if (!look->seen && !look->asks)
    {
      look->asks = TRUE;
      exm_page_script_call (look->view, code, NULL, NULL, on_answer, look);
    }
  return look->seen;
}

static gboolean
has_answer (gpointer data)
{
  return !((Look *) data)->asks;
}

static gboolean
is_loaded (gpointer data)
{
  return exm_page_view_get_n_found (data) > 0;
}

/* The pages stand one below the other; the one that is chosen comes into view. */
static void
test_choose (Fixture *self, gconstpointer unused)
{
  Look look = { 0 };

  exm_window_set_view (self->bench.window, "workbench");
  exm_workbench_page_open_article (self->bench.page, self->id, EXM_NONE);
  test_bench_wait_for_target (&self->bench, "/105.html");
  GtkWidget *pane = test_bench_need_pane (&self->bench, "target");
  ExmPageView *view = exm_page_pane_get_view (EXM_PAGE_PANE (pane));
  test_gui_wait_until (is_loaded, view, "the pages");
  look.view = WEBKIT_WEB_VIEW (test_gui_find (view, WEBKIT_TYPE_WEB_VIEW, NULL));
  exm_page_text_get_joined (exm_analysis_get_page (self->bench.analysis), 3, &look.line);
  g_assert_cmpuint (look.line, >, 0);
  sees_line (&look);
  test_gui_wait_until (has_answer, &look, "an answer");
  g_assert_false (look.seen);
  GtkWidget *button = test_gui_find (pane, GTK_TYPE_MENU_BUTTON, NULL);
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpint (g_menu_model_get_n_items (
                       gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button))),
                   ==, N_PAGES);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  test_gui_show_people (GTK_WIDGET (self->bench.window), "joined-choose");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  gtk_widget_activate_action (button, "pane.go-to-part", "u", 3);
  test_gui_wait_until (sees_line, &look, "the fourth page");
}

static void
on_refetched (GObject *source, GAsyncResult *result, gpointer data)
{
  Fixture *self = data;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  g_assert_no_error (error);
  self->ended = TRUE;
}

static gboolean
has_ended (gpointer data)
{
  return ((Fixture *) data)->ended;
}

/* The page that was missing comes when its article is fetched again. */
static void
test_missing (Fixture *self, gconstpointer unused)
{
  ExmSession *session = exm_window_get_session (self->bench.window);
  guint n_pages = 0;
  g_autofree char *truth = exm_sample_paged_dup_body (KIND, NUMBER, &n_pages);
  g_autoptr (ExmArticle) held = read_article (self);

  g_assert_cmpstr (exm_article_get (held)->reason, ==,
                   "4 of 5 pages collected, 1 missing");
  exm_sample_server_set_fault (self->bench.server, "/paged/" KIND "/2026/105_3.html",
                               NULL, EXM_SAMPLE_FAULT_ALWAYS, NULL);
  g_autoptr (ExmRefetch) refetch = exm_refetch_new (session, self->id);
  exm_refetch_run_async (refetch, NULL, on_refetched, self);
  test_gui_wait_until (has_ended, self, "the pages");
  g_autoptr (ExmArticle) now = read_article (self);
  g_assert_cmpstr (exm_article_get (now)->text, ==, truth);
  g_assert_cmpint (exm_article_get (now)->state, ==, EXM_ARTICLE_GOOD);
}

int
main (int argc, char **argv)
{
  test_network_install ();
  test_gui_init (&argc, &argv);
  g_test_add ("/app/joined/correction", Fixture, NULL, set_up, test_correction,
              tear_down);
  g_test_add ("/app/joined/choose", Fixture, NULL, set_up, test_choose, tear_down);
  g_test_add ("/app/joined/missing", Fixture, "404", set_up, test_missing, tear_down);
  return g_test_run ();
}
