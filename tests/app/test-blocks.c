/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The method that looks at pages, in the workbench: nothing is laid out until somebody
 * looks; then its blocks are drawn over both pages and listed as a tree. What is the
 * matter with the helper stands in the method's row. */

#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-block-row.h"
#include "app/inspector/exm-block-tree.h"
#include "app/inspector/exm-inspector.h"
#include "app/inspector/exm-method-row.h"
#include "app/web/exm-guarded-view.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-workbench.h"

#include <string.h>

typedef struct
{
  char *folder;            /* (owned) */
  char *helper;            /* (owned) (nullable): as the environment named it before */
  ExmApplication *app;     /* (unowned) */
  ExmWorkbenchPage *page;  /* (unowned) */
  ExmAnalysis *analysis;   /* (unowned) */
  ExmInspector *inspector; /* (unowned) */
} Fixture;

/* A page of a view, and what its script is to answer. */
typedef struct
{
  WebKitWebView *view;  /* (unowned) */
  const char *code;     /* (unowned) */
  const char *expected; /* (unowned) */
  char *answer;         /* (owned) (nullable) */
  gboolean asked;
} Question;

#define HEAD                                                                             \
  "<!DOCTYPE html><title>%s</title><style>body { margin: 0 }"                            \
  "#head { height: 80px; background: #ccd } #foot { background: #eee; margin-top: 60px " \
  "}"                                                                                    \
  "#side { position: absolute; left: 0; top: 100px; width: 200px }"                      \
  "#text { margin: 20px 0 0 240px; width: 700px }</style>"                               \
  "<div id=head><a href=/>Home</a> <a href=/b>Business</a></div>"                        \
  "<div id=side><ul><li><a href=1>First link</a><li><a href=2>Second "                   \
  "link</a></ul></div>"
#define PROSE                                                                            \
  "One sentence follows the other here, and all of them together are what a reader "     \
  "came for, as far as one can tell by looking at the page. "

static GBytes *
make_page (const char *title, const char *first, const char *second)
{
  char *html = g_strdup_printf (HEAD "<div id=text><h1>%s</h1><p>%s. " PROSE PROSE
                                     "<p>%s. " PROSE PROSE
                                     "</div><div id=foot>Copyright nobody</div>",
                                title, title, first, second);

  return g_bytes_new_take (html, strlen (html));
}

static void
fill (Fixture *self)
{
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = make_page ("An old one", "Alpha", "Beta");
  g_autoptr (GBytes) target = make_page ("A new one", "Gamma", "Delta");
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");

  test_pages_add_task (store, 1, hash, NULL);
  test_pages_put_article (store, store_task_uid (1), 5, target);
}

/* @helper: (nullable): in place of exemplar-render */
static void
set_up (Fixture *self, gconstpointer helper)
{
  self->folder = test_folder_new ();
  self->helper = g_strdup (g_getenv ("EXEMPLAR_RENDER"));
  if (helper != NULL)
    g_setenv ("EXEMPLAR_RENDER", helper, TRUE);
  fill (self);
  self->app = test_gui_start (self->folder);
  self->page = test_workbench_show (self->app);
  self->analysis = exm_workbench_page_get_analysis (self->page);
  self->inspector = EXM_INSPECTOR (test_gui_need (self->page, EXM_TYPE_INSPECTOR, NULL));
  test_workbench_wait_for_result (self->page);
  exm_inspector_set_tab (self->inspector, "methods");
  /* Without the sidebar there is room for both pages. */
  test_keys (GTK_WIDGET (self->page), "F9");
  test_gui_settle (GTK_WIDGET (self->page));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
  g_setenv ("EXEMPLAR_RENDER", self->helper, TRUE);
  g_free (self->helper);
}

static GtkListBoxRow *
need_row (Fixture *self, const char *title)
{
  GtkListBox *list
      = GTK_LIST_BOX (test_gui_need (self->inspector, GTK_TYPE_LIST_BOX, "list"));
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (test_gui_find (row, GTK_TYPE_LABEL, title) != NULL)
      return row;
  g_error ("There is no method “%s”", title);
}

static void
open_vips (Fixture *self)
{
  test_pointer_click (test_gui_need (self->inspector, GTK_TYPE_TOGGLE_BUTTON, "more"));
  /* The others do not wait for it, nor is anything laid out. */
  test_gui_wait_until_said (self->page, "line-block · ");
  test_gui_wait_until_said (self->page, "vips · choose it");
  GtkListBoxRow *row = need_row (self, "By its looks (VIPS)");
  gtk_widget_grab_focus (GTK_WIDGET (row));
  test_keys (GTK_WIDGET (self->page), "space");
}

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  Question *question = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JSCValue) value = webkit_web_view_call_async_javascript_function_finish (
      WEBKIT_WEB_VIEW (source), result, &error);

  g_assert_no_error (error);
  g_free (question->answer);
  question->answer = jsc_value_to_string (value);
  question->asked = FALSE;
}

static gboolean
is_answered (gpointer data)
{
  Question *question = data;

  if (g_strcmp0 (question->answer, question->expected) == 0)
    return TRUE;
  if (!question->asked)
    webkit_web_view_call_async_javascript_function (question->view, question->code, -1,
                                                    NULL, EXM_SCRIPT_WORLD, NULL, NULL,
                                                    on_answered, question);
  question->asked = TRUE;
  return FALSE;
}

static gboolean
is_loaded (gpointer view)
{
  guint state;

  g_object_get (view, "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

/* Whether the page of the pane whose name is @name answers so. */
static void
wait_for_answer (Fixture *self, const char *name, const char *code, const char *expected)
{
  GtkWidget *pane = test_gui_need (self->page, EXM_TYPE_PAGE_PANE, name);

  test_gui_wait_until (is_loaded, test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL), name);
  Question question = {
    .view = WEBKIT_WEB_VIEW (test_gui_need (pane, WEBKIT_TYPE_WEB_VIEW, NULL)),
    .code = code,
    .expected = expected,
  };

  test_gui_wait_until (is_answered, &question, expected);
  g_free (question.answer);
}

/* Address of the page that test_pages_put_article() puts. */
#define ADDRESS "http://site.example/5.html"

#define IS_DRAWN "return Number(exemplar.describeBlocks().split(' ')[0]) > 3"
#define WORDS "return exemplar.describeBlocks().split(' ').slice(4).join(' ')"

static GtkSingleSelection *
need_selection (Fixture *self)
{
  GtkWidget *tree = test_gui_need (self->inspector, EXM_TYPE_BLOCK_TREE, NULL);
  GtkListView *list = GTK_LIST_VIEW (test_gui_need (tree, GTK_TYPE_LIST_VIEW, NULL));

  return GTK_SINGLE_SELECTION (gtk_list_view_get_model (list));
}

static void
test_drawn (Fixture *self, gconstpointer unused)
{
  ExmViewState *blocks = exm_analysis_get_view (self->analysis);

  open_vips (self);
  test_gui_wait_until_said (self->page, "vips · 2 lines");
  test_gui_wait_until_said (self->page, "Evidence: By its looks (VIPS)");
  test_gui_need (self->inspector, EXM_TYPE_BLOCK_ROW, NULL);
  wait_for_answer (self, "target", IS_DRAWN, "true");
  wait_for_answer (self, "example", IS_DRAWN, "true");

  /* The keyboard goes down the tree; the page shows which block it is. */
  GtkSingleSelection *selection = need_selection (self);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (selection));
  g_assert_cmpuint (n, >, 3);
  gtk_single_selection_set_selected (selection, 1);
  g_assert_cmpuint (exm_view_state_get_current_block (blocks), ==, 1);
  wait_for_answer (self, "target",
                   "return exemplar.describeBlocks().includes('Block 2 · coherence')",
                   "true");
  /* A line that is chosen elsewhere is in a block. */
  exm_view_state_set_current_line (exm_analysis_get_view (self->analysis),
                                   exm_analysis_get_head (self->analysis));
  guint current = exm_view_state_get_current_block (blocks);
  g_assert_cmpuint (current, !=, 1);
  const ExmBlock *block
      = &g_array_index (exm_result_get (exm_view_state_get_blocks (blocks, NULL))->blocks,
                        ExmBlock, current);
  g_assert_cmpuint (block->first_line, <=, exm_analysis_get_head (self->analysis));

  /* Off and on again, by the keyboard. */
  GtkWidget *toggle = test_gui_need (self->inspector, GTK_TYPE_CHECK_BUTTON, "drawn");
  gtk_widget_grab_focus (toggle);
  test_keys (toggle, "space");
  wait_for_answer (self, "target", "return exemplar.describeBlocks()[0]", "0");
  wait_for_answer (self, "example", "return exemplar.describeBlocks()[0]", "0");
  /* It is remembered while another method is looked at. */
  gtk_list_box_select_row (
      GTK_LIST_BOX (test_gui_need (self->inspector, GTK_TYPE_LIST_BOX, "list")),
      need_row (self, "Blocks of lines"));
  g_assert_null (exm_view_state_get_blocks (blocks, NULL));
  g_assert_null (test_gui_find (self->inspector, EXM_TYPE_BLOCK_ROW, NULL));
  g_assert_false (exm_view_state_get_blocks_drawn (blocks));
  gtk_list_box_select_row (
      GTK_LIST_BOX (test_gui_need (self->inspector, GTK_TYPE_LIST_BOX, "list")),
      need_row (self, "By its looks (VIPS)"));
  test_gui_settle (GTK_WIDGET (self->page));
  toggle = test_gui_need (self->inspector, GTK_TYPE_CHECK_BUTTON, "drawn");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (toggle)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (toggle), TRUE);
  wait_for_answer (self, "target", IS_DRAWN, "true");
}

/* Blocks of the task's own method are drawn while the chart shows one of its lanes. */
static void
test_own (Fixture *self, gconstpointer unused)
{
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (self->page, EXM_TYPE_CURVE_CHART, NULL));

  exm_analysis_set_method (self->analysis, "vips", "permitted-coherence=9");
  test_workbench_wait_for_result (self->page);
  g_assert_cmpstr (exm_result_get (exm_analysis_get_result (self->analysis))->method, ==,
                   "vips");
  wait_for_answer (self, "target", "return exemplar.describeBlocks()[0]", "0");
  exm_curve_chart_set_lane_shown (chart, "coherence", TRUE);
  wait_for_answer (self, "target", IS_DRAWN, "true");
  wait_for_answer (self, "example", IS_DRAWN, "true");
  exm_curve_chart_set_lane_shown (chart, "coherence", FALSE);
  wait_for_answer (self, "target", "return exemplar.describeBlocks()[0]", "0");
}

static void
test_no_helper (Fixture *self, gconstpointer unused)
{
  open_vips (self);
  test_gui_wait_until_said (self->page, ADDRESS
                            ": Laying pages out needs the program exemplar-render");
  /* Nothing else is disturbed. */
  test_gui_wait_until_said (self->page, "line-block · ");
  g_assert_cmpint (exm_analysis_get_state (self->analysis), ==, EXM_ANALYSIS_READY);
  g_assert_null (test_gui_find (self->inspector, EXM_TYPE_BLOCK_ROW, NULL));
}

static void
test_dead_helper (Fixture *self, gconstpointer unused)
{
  open_vips (self);
  test_gui_wait_until_said (self->page, ADDRESS ": The renderer ended without an answer");
  g_assert_nonnull (test_gui_find_beginning (self->inspector, "line-block · "));
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name, helper)                                                                \
  g_test_add ("/app/blocks/" #name, Fixture, helper, set_up, test_##name, tear_down)
  ADD (drawn, NULL);
  ADD (own, NULL);
  ADD (no_helper, "/nonexistent/exemplar-render");
  ADD (dead_helper, "/bin/false");
  return g_test_run ();
}
