/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The workbench: a task's example and its articles' pages, with pointer and keyboard. */

#include "app/chart/exm-chart-panel.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-workbench-page.h"
#include "store/exm-store.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"
#include "test-workbench.h"

#include <string.h>

/* Articles of the task, the newest first. */
enum
{
  PAGE_GOOD,
  PAGE_UNSURE,
  PAGE_OTHER_SITE,
  PAGE_BROKEN,
  N_PAGES
};

typedef struct
{
  char *folder;           /* (owned) */
  ExmApplication *app;    /* (unowned) */
  ExmWorkbenchPage *page; /* (unowned) */
  ExmAnalysis *analysis;  /* (unowned) */
  ExmCurveChart *chart;   /* (unowned) */
  gint64 ids[N_PAGES];
  guint position; /* of the page that is waited for */
  char *expected; /* (owned) (nullable): what is waited for */
} Fixture;

/* An article's number says how new it is, and whether it is sure: see
 * store_article_new(). */
static void
fill (Fixture *self)
{
  static const char broken[] = "%PDF-1.4\n";
  g_autoptr (GError) error = NULL;
  const char *uid = store_task_uid (1);
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  g_autoptr (GBytes) example = test_pages_read ("zh-example.html"),
                     target = test_pages_read ("zh-target.html"),
                     other = test_pages_read ("en-other-site.html"),
                     not_html = g_bytes_new_static (broken, sizeof broken - 1);
  g_autofree char *hash
      = test_pages_put (store, example, "http://site.example/example.html");

  test_pages_add_task (store, 1, hash, NULL);
  self->ids[PAGE_BROKEN] = test_pages_put_article (store, uid, 2, not_html);
  self->ids[PAGE_OTHER_SITE] = test_pages_put_article (store, uid, 3, other);
  self->ids[PAGE_UNSURE] = test_pages_put_article (store, uid, 4, target);
  self->ids[PAGE_GOOD] = test_pages_put_article (store, uid, 5, target);
}

static gboolean
is_drawn (gpointer data)
{
  Fixture *self = data;

  return exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_chart_busy (self->analysis)
         && exm_curve_chart_get_data (self->chart) != NULL
         && exm_curve_chart_get_data (self->chart)
                == exm_analysis_get_chart_data (self->analysis);
}

static void
wait_for_result (Fixture *self)
{
  test_gui_wait_until (is_drawn, self, "result and curves");
  test_gui_settle (GTK_WIDGET (self->page));
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  fill (self);
  self->app = test_gui_start (self->folder);
  self->page = test_workbench_show (self->app);
  self->analysis = exm_workbench_page_get_analysis (self->page);
  self->chart = EXM_CURVE_CHART (test_gui_need (self->page, EXM_TYPE_CURVE_CHART, NULL));
  if (gtk_widget_get_width (GTK_WIDGET (self->page)) < 1200)
    test_keys (GTK_WIDGET (self->page), "F9");
  wait_for_result (self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
  g_free (self->expected);
}

static GtkSpinButton *
need_spin (Fixture *self, gboolean tail)
{
  return GTK_SPIN_BUTTON (
      test_gui_need (self->page, GTK_TYPE_SPIN_BUTTON,
                     tail ? "Last line of the body" : "First line of the body"));
}

/* All views agree where the body starts and ends. */
static void
assert_agreement (Fixture *self, guint head, guint tail)
{
  const char *text = exm_analysis_get_body_text (self->analysis);
  const char *first
      = exm_page_text_get_line (exm_analysis_get_page (self->analysis), head);

  test_gui_settle (GTK_WIDGET (self->page));
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), ==, head);
  g_assert_cmpuint (exm_analysis_get_tail (self->analysis), ==, tail);
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, head);
  g_assert_cmpuint (exm_curve_chart_get_tail (self->chart), ==, tail);
  g_assert_true (g_str_has_prefix (text, first));
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, "Lines"));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (need_spin (self, FALSE)), ==,
                   head + 1);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (need_spin (self, TRUE)), ==,
                   tail + 1);
}

static gboolean
is_found (Fixture *self, const char *pane)
{
  GtkWidget *widget = test_gui_find (self->page, GTK_TYPE_WIDGET, pane);
  GtkWidget *view
      = widget != NULL ? test_gui_find (widget, EXM_TYPE_PAGE_VIEW, NULL) : NULL;

  return view != NULL && exm_page_view_get_n_found (EXM_PAGE_VIEW (view)) > 0;
}

static gboolean
both_found (gpointer data)
{
  return is_found (data, "example") && is_found (data, "target");
}

static void
test_open (Fixture *self, gconstpointer unused)
{
  g_autofree char *label = NULL;
  guint n_lines;

  test_gui_wait_until (both_found, self, "both pages");
  exm_analysis_count_body (self->analysis, &n_lines, NULL);
  g_assert_cmpuint (n_lines, >, 3);
  g_assert_true (exm_analysis_get_fits (self->analysis));
  assert_agreement (self, exm_analysis_get_head (self->analysis),
                    exm_analysis_get_tail (self->analysis));
  test_gui_need (self->page, GTK_TYPE_LABEL, "1 / 4");
  label = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (
          test_gui_need (self->page, GTK_TYPE_BUTTON, "Next page (Ctrl+Page Down)")),
      GTK_ACCESSIBLE_PROPERTY_LABEL, "Next page");
  g_assert_null (label);
}

/* The middle of a flag, in the chart. */
static void
get_flag_place (Fixture *self, gboolean tail, graphene_point_t *place)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (self->chart, tail),
                                            GTK_WIDGET (self->chart), &bounds));
  graphene_rect_get_center (&bounds, place);
}

static void
test_drag (Fixture *self, gconstpointer unused)
{
  graphene_point_t from;
  guint head = exm_analysis_get_head (self->analysis),
        tail = exm_analysis_get_tail (self->analysis);

  get_flag_place (self, FALSE, &from);
  test_pointer_drag (GTK_WIDGET (self->chart), from.x, from.y, from.x + 120, from.y);
  guint dragged = exm_analysis_get_head (self->analysis);
  g_assert_cmpuint (dragged, >, head);
  g_autofree char *said = g_strdup (exm_analysis_get_undo_words (self->analysis));
  test_pointer_hold_toast (test_gui_get_window (self->app), said);
  assert_agreement (self, dragged, tail);
  /* The chart still knows where the method put it. */
  g_assert_cmpuint (exm_curve_chart_get_data (self->chart)->head, ==, head);

  test_pointer_undo (test_gui_get_window (self->app), said);
  assert_agreement (self, head, tail);
  g_assert_false (exm_analysis_can_undo (self->analysis));
}

static gboolean
can_undo (gpointer data)
{
  return exm_analysis_can_undo (((Fixture *) data)->analysis);
}

static void
test_keys_on_flag (Fixture *self, gconstpointer unused)
{
  GtkWidget *flag = exm_curve_chart_get_flag (self->chart, TRUE);
  guint head = exm_analysis_get_head (self->analysis),
        tail = exm_analysis_get_tail (self->analysis);

  gtk_widget_grab_focus (flag);
  test_keys (flag, "Left");
  guint stepped = exm_analysis_get_tail (self->analysis);
  g_assert_cmpuint (stepped, <, tail);
  /* Several steps in a row are one move. */
  test_gui_wait_until (can_undo, self, "the flag to settle");
  assert_agreement (self, head, stepped);
  gtk_widget_grab_focus (flag);
  test_keys (flag, "ctrl+z");
  assert_agreement (self, head, tail);
  test_keys (flag, "ctrl+shift+z");
  assert_agreement (self, head, stepped);
}

/* A toast says that curves were copied. */
static void
test_copied (Fixture *self, gconstpointer unused)
{
  gtk_widget_activate_action (GTK_WIDGET (self->chart), "chart.copy-csv", NULL);
  test_gui_need (test_gui_get_window (self->app), GTK_TYPE_LABEL, "Curves copied as CSV");
}

static void
test_spin (Fixture *self, gconstpointer unused)
{
  guint head = exm_analysis_get_head (self->analysis),
        tail = exm_analysis_get_tail (self->analysis);

  test_pointer_click (test_gui_need (self->page, GTK_TYPE_LABEL, "Lines"));
  gtk_widget_grab_focus (GTK_WIDGET (need_spin (self, FALSE)));
  test_keys (GTK_WIDGET (self->page), "Up");
  assert_agreement (self, head + 1, tail);
  g_assert_cmpstr (exm_analysis_get_undo_words (self->analysis), ==,
                   "Start moved 1 line down");
}

static gboolean
has_label (gpointer data)
{
  Fixture *self = data;

  return test_gui_find (self->page, GTK_TYPE_LABEL, self->expected) != NULL;
}

static void
wait_for_label (Fixture *self, const char *text)
{
  g_free (self->expected);
  self->expected = g_strdup (text);
  test_gui_wait_until (has_label, self, text);
}

/* The list of pages follows in steps; what is shown is selected when it is there. */
static gboolean
is_selected (gpointer data)
{
  GtkSingleSelection *pages = exm_workbench_page_get_pages (((Fixture *) data)->page);

  return g_list_model_get_n_items (G_LIST_MODEL (pages)) == N_PAGES
         && gtk_single_selection_get_selected (pages) != GTK_INVALID_LIST_POSITION;
}

/* The newest has the greatest number in its address. */
static gboolean
is_of_position (gpointer data)
{
  Fixture *self = data;
  g_autofree char *url
      = g_strdup_printf ("http://site.example/%u.html", N_PAGES + 1 - self->position);

  return g_strcmp0 (exm_analysis_get_target_url (self->analysis), url) == 0;
}

/* The position is there at once; the page and what becomes of it are not. */
static void
wait_for_page (Fixture *self, guint position)
{
  g_autofree char *words = g_strdup_printf ("%u / %u", position + 1, N_PAGES);

  self->position = position;
  wait_for_label (self, words);
  test_gui_wait_until (is_of_position, self, words);
}

static void
step_to (Fixture *self, guint position)
{
  test_gui_wait_until (is_selected, self, "a page of the list");
  for (guint i
       = gtk_single_selection_get_selected (exm_workbench_page_get_pages (self->page));
       i < position; i++)
    test_keys (GTK_WIDGET (self->page), "ctrl+Page_Down");
  wait_for_page (self, position);
}

static void
test_does_not_fit (Fixture *self, gconstpointer unused)
{
  g_autofree char *words = NULL;

  step_to (self, PAGE_OTHER_SITE);
  wait_for_result (self);
  words = g_strdup_printf (
      "Does not fit: layout %.0f%% alike",
      exm_result_get (exm_analysis_get_result (self->analysis))->template_similarity
          * 100);
  wait_for_label (self, words);
  GtkLabel *label = GTK_LABEL (test_gui_need (self->page, GTK_TYPE_LABEL, words));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (label)), ==, 1);
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), ==, "");
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==, EXM_NONE);
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Looks _Right"));
  test_gui_need (self->page, GTK_TYPE_BUTTON, "_Other Page");
  test_gui_need (self->page, GTK_TYPE_BUTTON, "_Add as Second Example");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "_Extract Anyway"));
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), !=, "");
  g_assert_cmpuint (exm_curve_chart_get_head (self->chart), ==,
                    exm_analysis_get_head (self->analysis));
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "_Extract Anyway"));
}

static gboolean
has_two_examples (gpointer data)
{
  return exm_analysis_get_n_examples (((Fixture *) data)->analysis) == 2;
}

static void
test_second_example (Fixture *self, gconstpointer unused)
{
  step_to (self, PAGE_OTHER_SITE);
  wait_for_result (self);
  test_pointer_click (
      test_gui_need (self->page, GTK_TYPE_BUTTON, "_Add as Second Example"));
  /* The task may be read once more before it is written. */
  test_gui_wait_until (has_two_examples, self, "the second example");
  wait_for_result (self);
}

static void
test_broken (Fixture *self, gconstpointer unused)
{
  step_to (self, PAGE_BROKEN);
  wait_for_label (self, "The page cannot be read");
  g_assert_cmpint (exm_analysis_get_state (self->analysis), ==, EXM_ANALYSIS_FAILED);
  g_assert_cmpstr (exm_analysis_get_body_text (self->analysis), ==, "");
  /* The example is still there, and so is what comes before. */
  g_assert_nonnull (exm_analysis_get_example_page (self->analysis, 0));
  test_keys (GTK_WIDGET (self->page), "ctrl+Page_Up ctrl+Page_Up");
  wait_for_page (self, PAGE_UNSURE);
  wait_for_result (self);
  g_assert_true (exm_analysis_get_fits (self->analysis));
}

/* Returns: the store's answer now, read as the window reads */
static gpointer
read_store (Fixture *self, const ExmStoreQuery *query)
{
  return test_gui_read_store (test_gui_get_window (self->app), query);
}

static gboolean
is_approved (gpointer data)
{
  Fixture *self = data;
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->ids[PAGE_UNSURE] };
  g_autoptr (ExmArticle) article = read_store (self, &query);

  return exm_article_get (article)->state == EXM_ARTICLE_GOOD;
}

static void
test_looks_right (Fixture *self, gconstpointer unused)
{
  /* A good one needs no approval: the next one is shown. */
  gtk_widget_grab_focus (exm_curve_chart_get_flag (self->chart, FALSE));
  test_keys (GTK_WIDGET (self->page), "Return");
  wait_for_page (self, PAGE_UNSURE);
  wait_for_result (self);
  g_assert_false (is_approved (self));
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Looks _Right"));
  test_gui_wait_until (is_approved, self, "the approval");
  wait_for_page (self, PAGE_OTHER_SITE);
}

static gboolean
has_region (gpointer data)
{
  Fixture *self = data;
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = store_task_uid (1) };
  g_autoptr (ExmTask) task = read_store (self, &query);
  const ExmTaskExample *example
      = &g_array_index (exm_task_get (task)->examples, ExmTaskExample, 0);

  return g_strcmp0 (example->region_text, self->expected) == 0;
}

/* A mark on the example is kept with the task, and so is its undoing. */
static void
test_region (Fixture *self, gconstpointer unused)
{
  ExmPageText *page = exm_analysis_get_example_page (self->analysis, 0);
  guint first = 0, n;
  const guint8 *verdicts = exm_analysis_get_example_verdicts (self->analysis, 0, &n);

  while (verdicts[first] != EXM_VERDICT_KEPT)
    first++;
  self->expected = g_strjoin ("\n", exm_page_text_get_line (page, first),
                              exm_page_text_get_line (page, first + 1), NULL);
  g_autofree guint8 *inside = g_new0 (guint8, first + 2);
  inside[first] = inside[first + 1] = TRUE;
  exm_analysis_set_region_lines (self->analysis, 0, inside, first + 2);
  test_gui_wait_until (has_region, self, "the region in the task");
  wait_for_result (self);
  test_keys (GTK_WIDGET (self->page), "ctrl+z");
  g_clear_pointer (&self->expected, g_free);
  test_gui_wait_until (has_region, self, "the region to go");
}

static gboolean
has_article_text (gpointer data)
{
  Fixture *self = data;
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->ids[PAGE_GOOD] };
  g_autoptr (ExmArticle) article = read_store (self, &query);

  return g_strcmp0 (exm_article_get (article)->text, self->expected) == 0;
}

/* A mark with a hole, and what is said of a line, are there when the task is opened
 * again; the article is what is shown. */
static void
test_marks_kept (Fixture *self, gconstpointer unused)
{
  ExmPageText *page = exm_analysis_get_example_page (self->analysis, 0);
  guint first = 0, n;
  const guint8 *verdicts = exm_analysis_get_example_verdicts (self->analysis, 0, &n);
  ExmWindow *window = test_gui_get_window (self->app);

  while (verdicts[first] != EXM_VERDICT_KEPT)
    first++;
  g_autofree guint8 *region = g_new0 (guint8, n);
  region[first] = region[first + 2] = TRUE;
  self->expected = g_strjoin ("\n", exm_page_text_get_line (page, first), "[…]",
                              exm_page_text_get_line (page, first + 2), NULL);
  exm_analysis_set_region_lines (self->analysis, 0, region, n);
  test_gui_wait_until (has_region, self, "the region in the task");
  wait_for_result (self);

  guint line = exm_analysis_get_head (self->analysis) + 1;
  exm_analysis_set_line_label (self->analysis, line, EXM_LINE_LABEL_NOISE);
  g_free (self->expected);
  self->expected = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_gui_wait_until (has_article_text, self, "the article without the line");

  exm_window_set_task_uid (window, NULL);
  exm_window_set_task_uid (window, store_task_uid (1));
  exm_window_set_view (window, "workbench");
  wait_for_result (self);
  g_assert_cmpint (exm_analysis_get_line_label (self->analysis, line), ==,
                   EXM_LINE_LABEL_NOISE);
  g_autofree guint8 *again = exm_analysis_dup_region_lines (self->analysis, 0);
  g_assert_cmpmem (again, n, region, n);
  exm_analysis_set_line_label (self->analysis, line, EXM_LINE_LABEL_AUTO);
  g_free (self->expected);
  self->expected = g_strdup (exm_analysis_get_body_text (self->analysis));
  test_gui_wait_until (has_article_text, self, "the article with the line again");
}

static gboolean
is_changed (gpointer data)
{
  return !has_article_text (data);
}

/* A label of a line holds for the task's other articles: they are extracted anew when
 * that is asked for, and are what they were when it is taken back. */
static void
test_affected (Fixture *self, gconstpointer unused)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = self->ids[PAGE_GOOD] };

  step_to (self, PAGE_UNSURE);
  wait_for_result (self);
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Re-e_xtract"));
  g_autoptr (ExmArticle) before = read_store (self, &query);
  self->expected = g_strdup (exm_article_get (before)->text);
  exm_analysis_set_line_label (self->analysis, exm_analysis_get_head (self->analysis) + 1,
                               EXM_LINE_LABEL_NOISE);
  test_gui_need (self->page, GTK_TYPE_LABEL, "Affects 3 stored articles");
  test_pointer_click (test_gui_need (self->page, GTK_TYPE_BUTTON, "Re-e_xtract"));
  test_gui_wait_until (is_changed, self, "another article to be extracted anew");
  test_gui_need (test_gui_get_window (self->app), GTK_TYPE_LABEL,
                 "3 articles extracted anew");
  g_assert_null (test_gui_find (self->page, GTK_TYPE_BUTTON, "Re-e_xtract"));
  test_pointer_undo (test_gui_get_window (self->app), "3 articles extracted anew");
  test_gui_wait_until (has_article_text, self, "the article as it was");
}

static gboolean
is_example_marked (gpointer data)
{
  guint first, last;

  return exm_analysis_get_region (((Fixture *) data)->analysis, 0, &first, &last);
}

static void
test_mark_mode (Fixture *self, gconstpointer unused)
{
  GtkWidget *button = test_gui_need (self->page, GTK_TYPE_TOGGLE_BUTTON,
                                     "Mark the article on this page (M)");

  test_gui_wait_until (both_found, self, "both pages");
  test_pointer_focus_window (GTK_WIDGET (self->page));
  gtk_widget_grab_focus (exm_curve_chart_get_flag (self->chart, FALSE));
  test_keys (GTK_WIDGET (self->page), "m");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  wait_for_label (self, "Enter marks · ↑ ↓ choose a line · Esc clears");
  /* The pointer has other words. */
  test_pointer_click (button);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  test_pointer_click (button);
  wait_for_label (self, "Click the article in the example");
  /* The keyboard comes to what is being marked, and Enter takes our guess. */
  gtk_widget_grab_focus (exm_curve_chart_get_flag (self->chart, FALSE));
  test_keys (GTK_WIDGET (self->page), "m");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  wait_for_label (self, "Enter marks · ↑ ↓ choose a line · Esc clears");
  test_keys (GTK_WIDGET (self->page), "Return");
  test_gui_wait_until (is_example_marked, self, "the mark");
  test_keys (GTK_WIDGET (self->page), "m");
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
}

/* In a narrow window the target stands alone; the example takes its place when asked. */
static void
test_narrow (Fixture *self, gconstpointer unused)
{
  GtkWidget *inspector = test_gui_need (self->page, GTK_TYPE_WIDGET, "inspector"),
            *example = test_gui_need (self->page, GTK_TYPE_WIDGET, "example");

  gtk_window_set_default_size (GTK_WINDOW (test_gui_get_window (self->app)), 900, 700);
  test_gui_settle (GTK_WIDGET (self->page));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->page)), <, 1000);
  g_assert_cmpint (gtk_widget_get_width (inspector), >=, 340);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (self->chart)), >=, 160);
  g_assert_false (gtk_widget_get_child_visible (example));
}

/* The window is tiled, and the sidebar comes and goes, also while the pages still come:
 * each time all is laid out before it is drawn. GTK warns of what is not, which ends the
 * test. */
static void
test_tiled (Fixture *self, gconstpointer unused)
{
  static const int widths[] = { 1880, 960 };
  GtkWindow *window = GTK_WINDOW (test_gui_get_window (self->app));
  AdwFlap *flap = ADW_FLAP (test_gui_need (window, ADW_TYPE_FLAP, "flap"));
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));

  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  for (guint i = 0; i < 3; i++)
    {
      test_keys (GTK_WIDGET (window), "F9");
      exm_window_set_view (EXM_WINDOW (window), i % 2 == 0 ? "articles" : "workbench");
      test_gui_settle (GTK_WIDGET (self->page));
    }
  exm_window_set_view (EXM_WINDOW (window), "workbench");
  for (guint sidebar = 0; sidebar < 2; sidebar++)
    for (guint i = 0; i < 8; i++)
      {
        adw_flap_set_reveal_flap (flap, sidebar == 1);
        gtk_window_set_default_size (window, widths[i % 2], 700);
        test_gui_settle (GTK_WIDGET (window));
        g_assert_cmpint (ABS (gtk_widget_get_width (GTK_WIDGET (window)) - widths[i % 2]),
                         <, 40);
        test_keys (GTK_WIDGET (window), "F9 F9");
        test_gui_settle (GTK_WIDGET (window));
      }
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/app/workbench/open", test_open },
    { "/app/workbench/drag", test_drag },
    { "/app/workbench/keys-on-flag", test_keys_on_flag },
    { "/app/workbench/copied", test_copied },
    { "/app/workbench/spin", test_spin },
    { "/app/workbench/does-not-fit", test_does_not_fit },
    { "/app/workbench/second-example", test_second_example },
    { "/app/workbench/broken", test_broken },
    { "/app/workbench/looks-right", test_looks_right },
    { "/app/workbench/region", test_region },
    { "/app/workbench/marks-kept", test_marks_kept },
    { "/app/workbench/affected", test_affected },
    { "/app/workbench/mark-mode", test_mark_mode },
    { "/app/workbench/narrow", test_narrow },
    { "/app/workbench/tiled", test_tiled },
  };

  test_gui_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
