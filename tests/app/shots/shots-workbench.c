/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The workbench of a task, and what may be wrong with its pages. */

#include "shots.h"

#include "app/chart/exm-chart-panel.h"
#include "app/compare/exm-comparison-view.h"
#include "app/inspector/exm-contribution-bar.h"
#include "app/inspector/exm-inspector.h"
#include "app/web/exm-page-pane.h"

#include "test-pages.h"
#include "test-pointer.h"

#include <string.h>

static gboolean
has_result (gpointer data)
{
  ExmAnalysis *analysis = data;
  ExmAnalysisState state = exm_analysis_get_state (analysis);

  return state == EXM_ANALYSIS_FAILED
         || (state == EXM_ANALYSIS_READY && !exm_analysis_get_busy (analysis)
             && !exm_analysis_get_chart_busy (analysis)
             && exm_analysis_get_chart_data (analysis) != NULL);
}

void
shot_wait_for_result (ExmWorkbenchPage *bench)
{
  test_gui_wait_until (has_result, exm_workbench_page_get_analysis (bench), "a result");
  test_gui_settle (GTK_WIDGET (bench));
}

ExmWorkbenchPage *
shot_need_bench (ExmWindow *window)
{
  ExmWorkbenchPage *bench = shot_need (window, EXM_TYPE_WORKBENCH_PAGE, NULL);

  shot_wait_for_result (bench);
  return bench;
}

static gboolean
are_loaded (gpointer data)
{
  static const char *const panes[] = { "example", "target" };

  for (gsize i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      GtkWidget *pane = test_gui_find (data, EXM_TYPE_PAGE_PANE, panes[i]);
      ExmPageViewState state = EXM_PAGE_VIEW_LOADED;

      if (pane != NULL && test_gui_find (pane, EXM_TYPE_PAGE_VIEW, NULL) != NULL)
        g_object_get (test_gui_find (pane, EXM_TYPE_PAGE_VIEW, NULL), "state", &state,
                      NULL);
      if (state == EXM_PAGE_VIEW_LOADING || state == EXM_PAGE_VIEW_EMPTY)
        return FALSE;
    }
  return TRUE;
}

void
shot_wait_for_pages (ExmWorkbenchPage *bench)
{
  test_gui_settle (GTK_WIDGET (bench));
  test_gui_wait_until (are_loaded, bench, "the pages");
}

static ExmWorkbenchPage *
open_with_sidebar (ExmWindow *window)
{
  shot_show_view (window, "workbench");
  ExmWorkbenchPage *bench = shot_need_bench (window);
  shot_wait_for_pages (bench);
  return bench;
}

/* Both pages beside each other need the room. */
ExmWorkbenchPage *
shot_open_bench (ExmWindow *window)
{
  ExmWorkbenchPage *bench = open_with_sidebar (window);

  if (test_gui_find (window, GTK_TYPE_WIDGET, "sidebar") != NULL)
    shot_activate (window, "win.sidebar");
  shot_wait_for_pages (bench);
  return bench;
}

GtkWidget *
shot_open_inspector (ExmWindow *window)
{
  ExmWorkbenchPage *bench = shot_open_bench (window);

  if (test_gui_find (bench, EXM_TYPE_INSPECTOR, NULL) == NULL)
    shot_activate (bench, "page.inspector");
  return shot_need (bench, EXM_TYPE_INSPECTOR, NULL);
}

static void
show_workbench (ExmWindow *window)
{
  shot_open_bench (window);
}

/* Shows the focus as people see it who work with keys. */
static void
focus_chart (ExmWindow *window, gboolean on_flag)
{
  ExmCurveChart *chart = shot_need (shot_open_bench (window), EXM_TYPE_CURVE_CHART, NULL);

  gtk_widget_grab_focus (on_flag ? exm_curve_chart_get_flag (chart, FALSE)
                                 : GTK_WIDGET (chart));
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
}

static void
show_chart_focus (ExmWindow *window)
{
  focus_chart (window, FALSE);
}

static void
show_flag_focus (ExmWindow *window)
{
  focus_chart (window, TRUE);
}

static void
show_beside_sidebar (ExmWindow *window)
{
  open_with_sidebar (window);
}

static void
show_tab (ExmWindow *window, const char *tab)
{
  exm_inspector_set_tab (EXM_INSPECTOR (shot_open_inspector (window)), tab);
}

static void
show_lines (ExmWindow *window)
{
  show_tab (window, "lines");
}

static void
show_pages (ExmWindow *window)
{
  show_tab (window, "pages");
}

static void
show_source (ExmWindow *window)
{
  show_tab (window, "source");
}

static gboolean
is_compared (gpointer data)
{
  GtkWidget *list = test_gui_find (data, GTK_TYPE_LIST_VIEW, "view");

  return list != NULL && gtk_widget_is_sensitive (list)
         && g_list_model_get_n_items (
                G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))))
                > 0;
}

static GtkWidget *
open_compare (ExmWindow *window)
{
  GtkWidget *inspector = shot_open_inspector (window);

  exm_inspector_set_tab (EXM_INSPECTOR (inspector), "compare");
  test_gui_wait_until (is_compared, inspector, "the comparison");
  test_gui_settle (inspector);
  return inspector;
}

/* Rows come a few at a time: those of the next difference may be on their way. */
static gboolean
is_stepped (gpointer view)
{
  GtkSingleSelection *rows = GTK_SINGLE_SELECTION (gtk_list_view_get_model (
      GTK_LIST_VIEW (test_gui_need (view, GTK_TYPE_LIST_VIEW, "view"))));
  guint before = gtk_single_selection_get_selected (rows);

  exm_comparison_view_step (EXM_COMPARISON_VIEW (view), TRUE);
  return gtk_single_selection_get_selected (rows) != before;
}

static void
step (GtkWidget *view, guint n)
{
  for (guint i = 0; i < n; i++)
    test_gui_wait_until (is_stepped, view, "the next difference");
  test_gui_settle (view);
}

static void
show_compare (ExmWindow *window)
{
  step (shot_need (open_compare (window), EXM_TYPE_COMPARISON_VIEW, NULL), 3);
}

/* The body as it is stored, and as another method extracts it now. */
static void
show_compare_stored (ExmWindow *window)
{
  GtkWidget *view = shot_need (open_compare (window), EXM_TYPE_COMPARISON_VIEW, NULL);
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (shot_need_bench (window));

  gtk_drop_down_set_selected (shot_need (view, GTK_TYPE_DROP_DOWN, NULL), 1);
  exm_analysis_set_method (analysis, "line-block", NULL);
  shot_need_bench (window);
  step (view, 1);
}

/* As the page was before its second paragraph came. */
static GBytes *
make_earlier (GBytes *page)
{
  gsize size;
  const char *data = g_bytes_get_data (page, &size), *all_end = data + size;
  const char *first = g_strstr_len (data, (gssize) size, "<p>");
  g_assert_nonnull (first);
  const char *begin = g_strstr_len (first + 1, all_end - first - 1, "<p>");
  g_assert_nonnull (begin);
  const char *end = g_strstr_len (begin, all_end - begin, "</p>");
  g_assert_nonnull (end);
  g_autoptr (GByteArray) earlier = g_byte_array_new ();

  g_byte_array_append (earlier, (const guint8 *) data, (guint) (begin - data));
  g_byte_array_append (earlier, (const guint8 *) end, (guint) (all_end - end));
  return g_byte_array_free_to_bytes (g_steal_pointer (&earlier));
}

static gboolean
has_versions (gpointer list)
{
  return g_list_model_get_n_items (gtk_drop_down_get_model (list)) > 3;
}

/* The article as it was, beside what it is now. */
static void
show_compare_earlier (ExmWindow *window)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (shot_open_bench (window));
  const char *folder = exm_session_get_folder (exm_window_get_session (window));
  g_autoptr (ExmStore) store = test_pages_open (folder);
  g_autoptr (GBytes) earlier = make_earlier (exm_analysis_get_target_bytes (analysis));
  g_autofree char *hash
      = test_pages_put (store, earlier, exm_analysis_get_target_url (analysis));
  GtkWidget *view = shot_need (open_compare (window), EXM_TYPE_COMPARISON_VIEW, NULL);
  GtkDropDown *list = shot_need (view, GTK_TYPE_DROP_DOWN, NULL);

  g_assert_nonnull (hash);
  test_gui_wait_until (has_versions, list, "the earlier version");
  gtk_drop_down_set_selected (
      list, g_list_model_get_n_items (gtk_drop_down_get_model (list)) - 1);
  test_gui_settle (view);
  test_gui_wait_until (is_compared, view, "the comparison");
  step (view, 1);
}

static void
show_compare_window (ExmWindow *window)
{
  GtkWidget *view = shot_need (open_compare (window), EXM_TYPE_COMPARISON_VIEW, NULL);

  shot_activate (view, "compare.open-window");
  GtkWindow *dialog = test_gui_need_dialog (window, ADW_TYPE_WINDOW);
  GtkWidget *wide = shot_need (dialog, EXM_TYPE_COMPARISON_VIEW, NULL);
  test_gui_wait_until (is_compared, wide, "the comparison");
  step (wide, 3);
}

static ExmCurveChart *
need_chart (ExmWorkbenchPage *bench)
{
  return shot_need (bench, EXM_TYPE_CURVE_CHART, NULL);
}

static void
get_flag (ExmCurveChart *chart, gboolean tail, graphene_point_t *place)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, tail),
                                            GTK_WIDGET (chart), &bounds));
  graphene_rect_get_center (&bounds, place);
}

static void
show_dragged (ExmWindow *window)
{
  ExmWorkbenchPage *bench = shot_open_bench (window);
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart = need_chart (bench);
  guint head = exm_analysis_get_head (analysis);
  graphene_point_t from, end;

  exm_inspector_set_tab (shot_need (bench, EXM_TYPE_INSPECTOR, NULL), "lines");
  get_flag (chart, FALSE, &from);
  get_flag (chart, TRUE, &end);
  test_pointer_drag (GTK_WIDGET (chart), from.x, from.y, (2 * from.x + end.x) / 3,
                     from.y);
  g_assert_cmpuint (exm_analysis_get_head (analysis), !=, head);
}

static void
show_hovered (ExmWindow *window)
{
  ExmCurveChart *chart = need_chart (shot_open_bench (window));
  graphene_point_t start, end;

  get_flag (chart, FALSE, &start);
  get_flag (chart, TRUE, &end);
  test_pointer_move (GTK_WIDGET (chart), (start.x + end.x) / 2,
                     gtk_widget_get_height (GTK_WIDGET (chart)) * .4);
}

/* Points at a bar of evidence. */
static void
show_contribution (ExmWindow *window)
{
  GtkWidget *inspector = shot_open_inspector (window);
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (shot_need_bench (window));

  exm_inspector_set_tab (EXM_INSPECTOR (inspector), "lines");
  exm_view_state_set_current_line (exm_analysis_get_view (analysis),
                                   exm_analysis_get_head (analysis));
  test_gui_settle (inspector);
  GtkWidget *bar = shot_need (inspector, EXM_TYPE_CONTRIBUTION_BAR, NULL);
  test_pointer_move (bar, gtk_widget_get_width (bar) / 2.0,
                     gtk_widget_get_height (bar) / 2.0);
}

/* Points at the name of a lane. */
static void
show_lane_tooltip (ExmWindow *window)
{
  ExmCurveChart *chart = need_chart (shot_open_bench (window));

  exm_curve_chart_set_lane_shown (chart, "prose", TRUE);
  test_gui_settle (GTK_WIDGET (chart));
  test_pointer_move (GTK_WIDGET (chart), 20,
                     gtk_widget_get_height (GTK_WIDGET (chart)) - 67);
}

static void
show_lanes (ExmWindow *window)
{
  ExmCurveChart *chart = need_chart (shot_open_bench (window));

  exm_curve_chart_set_lane_shown (chart, "known", TRUE);
  exm_curve_chart_set_lane_shown (chart, "prose", TRUE);
  exm_curve_chart_set_lane_shown (chart, "container", TRUE);
}

static void
show_lanes_menu (ExmWindow *window)
{
  shot_pop_up (shot_open_bench (window), "lanes_button");
}

static void
show_curve_settings (ExmWindow *window)
{
  shot_pop_up (shot_open_bench (window), "settings_button");
}

static void
show_fitted (ExmWindow *window)
{
  shot_activate (shot_open_bench (window), "page.fit");
}

static void
show_folded (ExmWindow *window)
{
  g_object_set (shot_need (shot_open_bench (window), EXM_TYPE_CHART_PANEL, NULL),
                "folded", TRUE, NULL);
}

static void
show_wrong (ExmWindow *window)
{
  shot_activate (shot_open_bench (window), "page.wrong");
}

static void
show_page_menu (ExmWindow *window)
{
  GtkWidget *pane = shot_need (shot_open_bench (window), EXM_TYPE_PAGE_PANE, "target");

  shot_pop_up (pane, "menu_button");
}

static ExmWorkbenchPage *
fetch (ExmWindow *window, const char *path)
{
  ExmWorkbenchPage *bench = shot_open_bench (window);
  GtkWidget *pane = shot_need (bench, EXM_TYPE_PAGE_PANE, "target");
  GtkWidget *address = shot_need (pane, GTK_TYPE_ENTRY, "address");
  g_autofree char *url = shot_address (path);

  gtk_widget_grab_focus (address);
  gtk_editable_set_text (GTK_EDITABLE (address), url);
  g_signal_emit_by_name (address, "activate");
  return bench;
}

static gboolean
is_misfit (gpointer data)
{
  return has_result (data) && !exm_analysis_get_fits (data);
}

static void
show_misfit (ExmWindow *window)
{
  ExmWorkbenchPage *bench = fetch (window, "/blog/2026/09/eleven-years-of-this/");

  test_gui_wait_until (is_misfit, exm_workbench_page_get_analysis (bench), "a misfit");
  shot_wait_for_pages (bench);
}

static void
show_fetch_error (ExmWindow *window)
{
  fetch (window, "/fault/404");
}

static void
show_unreachable (ExmWindow *window)
{
  fetch (window, "http://no-such-host.invalid/news/1.html");
}

static void
show_fetching (ExmWindow *window)
{
  fetch (window, "/fault/timeout");
}

static void
show_scripted (ExmWindow *window)
{
  fetch (window, "/app/read/01");
}

static void
show_crashed (ExmWindow *window)
{
  GtkWidget *pane = shot_need (shot_open_bench (window), EXM_TYPE_PAGE_PANE, "target");

  /* As the web view tells it; 0 is a crash. */
  g_signal_emit_by_name (shot_need (pane, g_type_from_name ("WebKitWebView"), NULL),
                         "web-process-terminated", 0);
}

/* The same page, as a site with a dark design would send it. */
static void
show_dark_page (ExmWindow *window)
{
  static const char style[]
      = "<style>*{background:#15181c !important;color:#d8d8d8 !important}</style>";
  ExmWorkbenchPage *bench = shot_open_bench (window);
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  g_autofree char *url = g_strdup (exm_analysis_get_target_url (analysis));
  const ExmPageHints hints = { .url = url };
  gsize size;
  const char *data = g_bytes_get_data (exm_analysis_get_target_bytes (analysis), &size);
  const char *at = g_strstr_len (data, (gssize) size, "</head>");
  g_autoptr (GByteArray) dark = g_byte_array_new ();

  g_assert_nonnull (at);
  g_byte_array_append (dark, (const guint8 *) data, (guint) (at - data));
  g_byte_array_append (dark, (const guint8 *) style, sizeof style - 1);
  g_byte_array_append (dark, (const guint8 *) at, (guint) (size - (gsize) (at - data)));
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&dark));
  exm_analysis_set_target (analysis, bytes, &hints);
  shot_wait_for_result (bench);
  shot_wait_for_pages (bench);
}

static void
on_mark_hover (ExmPageView *view, guint n_lines, guint n_chars, gpointer data)
{
  *(gboolean *) data = n_lines > 0;
}

void
shot_hover_body (GtkWidget *view)
{
  gboolean hovered = FALSE;
  gulong id = g_signal_connect (view, "mark-hover", G_CALLBACK (on_mark_hover), &hovered);

  /* The page answers once it stands. */
  for (guint i = 0; i < 300 && !hovered; i++)
    {
      test_pointer_move (view, gtk_widget_get_width (view) * SHOT_BODY_X + i % 5,
                         gtk_widget_get_height (view) * SHOT_BODY_Y);
      test_gui_settle (view);
    }
  g_signal_handler_disconnect (view, id);
  g_assert_true (hovered);
}

static void
show_mark (ExmWindow *window)
{
  ExmWorkbenchPage *bench = shot_open_bench (window);

  shot_activate (bench, "page.mark");
  GtkWidget *pane = shot_need (bench, EXM_TYPE_PAGE_PANE, "example");
  shot_hover_body (shot_need (pane, EXM_TYPE_PAGE_VIEW, NULL));
}

const Shot shots_of_workbench[] = {
  { "workbench", SHOT_SAMPLE, TRUE, show_workbench },
  { "workbench-chart-focus", SHOT_SAMPLE, FALSE, show_chart_focus },
  { "workbench-flag-focus", SHOT_SAMPLE, FALSE, show_flag_focus },
  { "workbench-sidebar", SHOT_SAMPLE, FALSE, show_beside_sidebar },
  { "workbench-lines", SHOT_SAMPLE, TRUE, show_lines },
  { "workbench-pages", SHOT_SAMPLE, FALSE, show_pages },
  { "workbench-source", SHOT_SAMPLE, FALSE, show_source },
  { "workbench-compare", SHOT_SAMPLE, TRUE, show_compare },
  { "workbench-compare-stored", SHOT_SAMPLE, FALSE, show_compare_stored },
  { "workbench-compare-earlier", SHOT_SAMPLE, FALSE, show_compare_earlier },
  { "workbench-compare-window", SHOT_SAMPLE, TRUE, show_compare_window },
  { "workbench-dragged", SHOT_SAMPLE, FALSE, show_dragged },
  { "workbench-hovered", SHOT_SAMPLE, FALSE, show_hovered },
  { "workbench-contribution", SHOT_SAMPLE, FALSE, show_contribution },
  { "workbench-lane-tooltip", SHOT_SAMPLE, FALSE, show_lane_tooltip },
  { "workbench-lanes", SHOT_SAMPLE, FALSE, show_lanes },
  { "workbench-lanes-menu", SHOT_SAMPLE, FALSE, show_lanes_menu },
  { "workbench-curve-settings", SHOT_SAMPLE, FALSE, show_curve_settings },
  { "workbench-fitted", SHOT_SAMPLE, FALSE, show_fitted },
  { "workbench-folded", SHOT_SAMPLE, FALSE, show_folded },
  { "workbench-wrong", SHOT_SAMPLE, FALSE, show_wrong },
  { "workbench-page-menu", SHOT_SAMPLE, FALSE, show_page_menu },
  { "workbench-misfit", SHOT_SAMPLE, TRUE, show_misfit },
  { "workbench-fetch-error", SHOT_SAMPLE, FALSE, show_fetch_error },
  { "workbench-unreachable", SHOT_SAMPLE, FALSE, show_unreachable },
  { "workbench-fetching", SHOT_SAMPLE, FALSE, show_fetching },
  { "workbench-scripted", SHOT_SAMPLE, FALSE, show_scripted },
  { "workbench-crashed", SHOT_SAMPLE, FALSE, show_crashed },
  { "workbench-dark-page", SHOT_SAMPLE, FALSE, show_dark_page },
  { "workbench-mark", SHOT_SAMPLE, FALSE, show_mark },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
