/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Smoothness of the window: a journey through all views with long pages, many tasks
 * and many articles, in which no callback holds the main loop for longer than a frame.
 * "--bench" makes the journey several times and prints the times. */

#include "app/activity/exm-activity-page.h"
#include "app/chart/exm-chart-panel.h"
#include "app/compare/exm-comparison-view.h"
#include "app/review/exm-articles-page.h"
#include "app/settings/exm-settings-page.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-workbench-page.h"

#include "main-loop-action.h"
#include "main-loop-fixture.h"
#include "main-loop-review.h"
#include "main-loop-stages.h"
#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"
#include "test-watch.h"

#include <string.h>

/* A frame of a screen that shows sixty a second. */
#define LIMIT_MS 16.0
#define DRAG_STAGE "drag a boundary"
/* Drags of each flag. */
#define N_DRAGS 3u
/* Part of a frame for code of ours; GTK may take it whole. */
#define OURS_MS 8.0
#define N_ARTICLES 5000u
/* Journeys of a test at most; the cost of a callback comes each time, that of the
 * machine's other programs (the caches are theirs too) does not, so that the least
 * counts. */
#define N_JOURNEYS_TEST 3u
/* Journeys of the benchmark, which prints the median. */
#define N_JOURNEYS_BENCH 5u

/* -O3 and no sanitizer. */
#if defined(NDEBUG) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define IS_RELEASE TRUE
#else
#define IS_RELEASE FALSE
#endif

typedef struct
{
  LoopStore *store;    /* (unowned) */
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  guint n_finished;
} Journey;

static void
set_task (gpointer window, const char *uid, double unused)
{
  exm_window_set_task_uid (window, uid);
}

static void
set_view (gpointer window, const char *name, double unused)
{
  exm_window_set_view (window, name);
}

static void
scroll (gpointer adjustment, const char *unused, double part)
{
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * part);
}

static void
set_current_line (gpointer analysis, const char *unused, double line)
{
  exm_view_state_set_current_line (exm_analysis_get_view (analysis), (guint) line);
}

static void
on_event (ExmSession *session, const ExmWorkerEvent *event, Journey *self)
{
  self->n_finished += event->kind == EXM_WORKER_RUN_FINISHED;
}

static gboolean
is_started (gpointer data)
{
  return exm_session_is_started (EXM_SESSION (data));
}

static gboolean
is_analysed (gpointer data)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (data);

  return exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis) && !exm_analysis_get_chart_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL;
}

static gboolean
is_loaded (gpointer data)
{
  guint state;

  g_object_get (data, "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

static void
wait_for_bench (ExmWorkbenchPage *bench)
{
  static const char *const panes[] = { "example", "target" };

  test_gui_wait_until (is_analysed, bench, "the analysis");
  for (guint i = 0; i < G_N_ELEMENTS (panes); i++)
    {
      GtkWidget *pane = test_gui_need (bench, GTK_TYPE_WIDGET, panes[i]);
      GtkWidget *view = test_gui_need (pane, EXM_TYPE_PAGE_VIEW, NULL);
      test_gui_wait_until (is_loaded, view, panes[i]);
    }
  test_gui_settle (GTK_WIDGET (bench));
}

static ExmWorkbenchPage *
open_bench (Journey *self)
{
  test_watch_stage ("open the workbench");
  deed_perform (set_task, self->window, store_task_uid (1), 0);
  deed_perform (set_view, self->window, "workbench", 0);
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  /* Both pages need the room of the sidebar. */
  test_gui_settle (GTK_WIDGET (bench));
  if (gtk_widget_get_width (GTK_WIDGET (bench)) < 1200)
    test_keys (GTK_WIDGET (self->window), "F9");
  wait_for_bench (bench);
  g_assert_cmpuint (
      strlen (exm_analysis_get_body_text (exm_workbench_page_get_analysis (bench))), >,
      LOOP_TARGET_CHARS / 2);
  return bench;
}

static void
drag_flags (ExmWorkbenchPage *bench)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart
      = EXM_CURVE_CHART (test_gui_need (bench, EXM_TYPE_CURVE_CHART, NULL));
  graphene_rect_t bounds;

  test_watch_stage (DRAG_STAGE);
  for (guint i = 0; i < 2 * N_DRAGS; i++)
    {
      gboolean tail = i % 2 == 1;
      guint before
          = tail ? exm_analysis_get_tail (analysis) : exm_analysis_get_head (analysis);
      g_assert_true (gtk_widget_compute_bounds (exm_curve_chart_get_flag (chart, tail),
                                                GTK_WIDGET (chart), &bounds));
      double x = bounds.origin.x + bounds.size.width / 2,
             y = bounds.origin.y + bounds.size.height / 2;
      test_pointer_drag (GTK_WIDGET (chart), x, y, tail ? x - 60 : x + 60, y);
      guint after
          = tail ? exm_analysis_get_tail (analysis) : exm_analysis_get_head (analysis);
      g_assert_cmpuint (after, !=, before);
    }
  while (exm_analysis_can_undo (analysis))
    test_keys (GTK_WIDGET (chart), "ctrl+z");
}

/* One of the views behind "More", whose button goes by the name of the one that is seen.
 */
static void
open_behind_more (ExmWorkbenchPage *bench, const char *name)
{
  test_pointer_click (test_gui_need (bench, GTK_TYPE_MENU_BUTTON, "more"));
  test_gui_settle (GTK_WIDGET (bench));
  test_pointer_click (test_gui_need (test_gui_need (bench, GTK_TYPE_POPOVER_MENU, NULL),
                                     GTK_TYPE_LABEL, name));
  test_gui_settle (GTK_WIDGET (bench));
}

static gboolean
has_rows (gpointer list)
{
  return gtk_widget_is_sensitive (list)
         && g_list_model_get_n_items (
                G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list))))
                > 0;
}

/* Opens the comparison and goes through it. */
static GtkWidget *
compare_lines (ExmWorkbenchPage *bench)
{
  open_behind_more (bench, "Compare");
  GtkWidget *view = test_gui_need (bench, EXM_TYPE_COMPARISON_VIEW, NULL);
  GtkWidget *list = test_gui_need (view, GTK_TYPE_LIST_VIEW, "view");
  test_gui_wait_until (has_rows, list, "the comparison");
  test_gui_settle (list);
  gtk_widget_grab_focus (list);
  test_keys (list, "n n n shift+n Page_Down Page_Down");
  test_gui_settle (list);
  return view;
}

static gboolean
has_blocks (gpointer analysis)
{
  return exm_view_state_get_blocks (exm_analysis_get_view (analysis), NULL) != NULL;
}

/* Shows the blocks of the method that looks at pages, which stands among the rest. */
static void
show_blocks (ExmWorkbenchPage *bench)
{
  GtkWidget *inspector = test_gui_need (bench, GTK_TYPE_WIDGET, "inspector");

  test_pointer_click (test_gui_need (inspector, GTK_TYPE_TOGGLE_BUTTON, "more"));
  GtkWidget *name = test_gui_need (inspector, GTK_TYPE_LABEL, "By its looks (VIPS)");
  gtk_widget_grab_focus (gtk_widget_get_ancestor (name, GTK_TYPE_LIST_BOX_ROW));
  test_keys (GTK_WIDGET (bench), "space");
  test_gui_wait_until (has_blocks, exm_workbench_page_get_analysis (bench), "the blocks");
  test_gui_settle (GTK_WIDGET (bench));
}

static void
use_inspector (ExmWorkbenchPage *bench)
{
  test_watch_stage ("the inspector's lines");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Lines"));
  GtkWidget *list = test_gui_need (test_gui_need (bench, GTK_TYPE_WIDGET, "inspector"),
                                   GTK_TYPE_LIST_VIEW, NULL);
  for (guint i = 0; i < 5; i++)
    test_keys (list, "Page_Down");
  deed_perform (set_current_line, exm_workbench_page_get_analysis (bench), NULL, 300);
  test_gui_settle (list);
  test_watch_stage ("the inspector's source");
  open_behind_more (bench, "Source");
  test_watch_stage ("the inspector's methods");
  open_behind_more (bench, "Methods");
  test_gui_need (bench, GTK_TYPE_LABEL, "Boilerpipe, for articles");
  test_keys (GTK_WIDGET (bench), "Down Down Down");
  test_watch_stage ("draw blocks");
  show_blocks (bench);
  test_watch_stage ("the inspector's comparison");
  compare_lines (bench);
  test_watch_stage ("the inspector's pages");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Pages"));
  test_gui_settle (GTK_WIDGET (bench));
  test_watch_stage ("the inspector's text");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Text"));
  test_gui_settle (GTK_WIDGET (bench));
}

static void
use_settings (Journey *self)
{
  test_watch_stage ("open the settings");
  deed_perform (set_view, self->window, "settings", 0);
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_SETTINGS_PAGE, NULL);
  GtkWidget *name = test_gui_need (page, ADW_TYPE_ENTRY_ROW, "Name");
  test_gui_settle (GTK_WIDGET (self->window));
  test_watch_stage ("change the settings");
  gtk_widget_grab_focus (name);
  test_type (name, "new");
  test_gui_need (page, GTK_TYPE_LABEL, "Changes are not saved yet");
  test_keys (page, "ctrl+Return");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Saved");
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
scroll_list (GtkWidget *list)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (list));

  for (guint i = 1; i <= 12; i++)
    {
      deed_perform (scroll, adjustment, NULL, i / 12.);
      test_gui_settle (list);
    }
}

static void
use_articles (Journey *self)
{
  guint n = self->store->n_articles;
  g_autofree char *all = g_strdup_printf ("Export %u Articles…", n + 1);
  g_autofree char *title = g_strdup_printf ("Title %u", n - 3);

  test_watch_stage ("open the articles");
  deed_perform (set_view, self->window, "articles", 0);
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_gui_need (page, GTK_TYPE_LABEL, all);
  test_watch_stage ("select articles");
  test_pointer_click (test_gui_need (page, GTK_TYPE_LABEL, title));
  GtkWidget *list = test_gui_need (page, GTK_TYPE_LIST_VIEW, NULL);
  for (guint i = 0; i < 5; i++)
    test_keys (list, "Down");
  test_gui_settle (list);
  test_watch_stage ("scroll the articles");
  scroll_list (list);
  test_watch_stage ("select all articles");
  test_keys (list, "ctrl+a");
  test_gui_settle (list);
  test_watch_stage ("search the articles");
  test_keys (page, "ctrl+f");
  test_type (page, "title 19");
  test_gui_need (page, GTK_TYPE_LABEL, "Title 19");
  test_keys (page, "Escape Escape");
}

static gboolean
has_run (gpointer data)
{
  return ((Journey *) data)->n_finished > 0;
}

/* @number: of the task that runs; @uid: (nullable): the scope in which it is watched */
static void
watch_run (Journey *self, guint number, const char *uid, const char *view)
{
  self->n_finished = 0;
  deed_perform (set_task, self->window, uid, 0);
  deed_perform (set_view, self->window, view, 0);
  test_gui_settle (GTK_WIDGET (self->window));
  exm_session_run_task (exm_window_get_session (self->window),
                        self->store->run_uids[number]);
  test_gui_wait_until (has_run, self, "the run");
  test_gui_settle (GTK_WIDGET (self->window));
}

static void
watch_runs (Journey *self)
{
  test_watch_stage ("watch a run");
  watch_run (self, 0, NULL, "activity");
  test_gui_need (self->window, GTK_TYPE_LABEL, "Done");
  test_watch_stage ("watch a task's run");
  watch_run (self, 1, self->store->run_uids[1], "activity");
  test_watch_stage ("watch articles come");
  watch_run (self, 2, NULL, "articles");
}

static void
select_tasks (Journey *self, const char *view, const char *stage)
{
  test_watch_stage (stage);
  deed_perform (set_view, self->window, view, 0);
  test_gui_settle (GTK_WIDGET (self->window));
  for (guint i = 3; i < LOOP_N_TASKS; i += 60)
    {
      deed_perform (set_task, self->window, store_task_uid (i), 0);
      test_gui_settle (GTK_WIDGET (self->window));
    }
}

static void
use_sidebar (Journey *self)
{
  test_watch_stage ("show the sidebar");
  test_keys (GTK_WIDGET (self->window), "F9");
  test_gui_settle (GTK_WIDGET (self->window));
  test_watch_stage ("find one of 300 tasks");
  test_keys (GTK_WIDGET (self->window), "ctrl+k");
  test_type (GTK_WIDGET (self->window), "00250");
  test_keys (GTK_WIDGET (self->window), "Return Escape");
  g_assert_cmpstr (exm_window_get_task_uid (self->window), ==, store_task_uid (250));
  select_tasks (self, "articles", "other tasks' articles");
  select_tasks (self, "activity", "other tasks' activity");
  select_tasks (self, "settings", "other tasks' settings");
  select_tasks (self, "workbench", "other tasks' workbench");
}

static void
open_rest (Journey *self)
{
  test_watch_stage ("open the set-up");
  deed_activate (self->window, "win.new-task", NULL);
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  test_gui_settle (GTK_WIDGET (self->window));
  test_keys (GTK_WIDGET (self->window), "Escape");
  deed_open_dialog (self->window, self->window, "app.preferences", NULL,
                    "open the preferences");
  deed_open_dialog (self->window, self->window, "win.shortcuts", NULL,
                    "open the shortcuts");
  deed_open_dialog (self->window, self->window, "win.help", NULL, "open the help");
  deed_open_dialog (self->window, self->window, "app.about", NULL, "open About");
}

static gboolean
has_lines (gpointer data)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (data);
  ExmPageText *page = exm_analysis_get_page (analysis);
  guint n_lines = 0;

  if (page == NULL || !is_analysed (data))
    return FALSE;
  exm_page_text_get_lines (page, &n_lines);
  return n_lines > LOOP_N_LINES;
}

static void
open_lines (Journey *self)
{
  test_watch_stage ("open 200,000 lines");
  deed_perform (set_task, self->window, store_task_uid (LOOP_LINES_TASK), 0);
  deed_perform (set_view, self->window, "workbench", 0);
  ExmWorkbenchPage *bench
      = EXM_WORKBENCH_PAGE (test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  test_gui_wait_until (has_lines, bench, "the lines");
  test_gui_settle (GTK_WIDGET (bench));
  test_watch_stage ("200,000 lines in the inspector");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Lines"));
  GtkWidget *list = test_gui_need (test_gui_need (bench, GTK_TYPE_WIDGET, "inspector"),
                                   GTK_TYPE_LIST_VIEW, NULL);
  scroll_list (list);
  deed_perform (set_current_line, exm_workbench_page_get_analysis (bench), NULL,
                LOOP_N_LINES / 2);
  test_gui_settle (list);
  test_watch_stage ("200,000 lines compared");
  list = test_gui_need (compare_lines (bench), GTK_TYPE_LIST_VIEW, "view");
  scroll_list (list);
  deed_perform (set_current_line, exm_workbench_page_get_analysis (bench), NULL,
                LOOP_N_LINES / 3);
  test_gui_settle (list);
  test_watch_stage ("200,000 lines of source");
  open_behind_more (bench, "Source");
  test_watch_stage ("200,000 lines of text");
  test_pointer_click (test_gui_need (bench, GTK_TYPE_LABEL, "Text"));
  test_gui_settle (GTK_WIDGET (bench));
}

static void
make_journey (LoopStore *store)
{
  Journey self = { .store = store, .folder = loop_store_copy (store) };

  self.app = test_gui_open_to_first_frame (self.folder);
  self.window = test_gui_get_window (self.app);
  ExmSession *session = exm_window_get_session (self.window);
  g_signal_connect (session, "event", G_CALLBACK (on_event), &self);
  test_watch_start ();
  test_gui_wait_until (is_started, session, "the session");
  test_gui_settle (GTK_WIDGET (self.window));
  ExmWorkbenchPage *bench = open_bench (&self);
  drag_flags (bench);
  use_inspector (bench);
  deed_open_dialog (self.window, bench, "page.train-method", "bp-net", "open training");
  deed_open_dialog (self.window, bench, "page.compare-methods", NULL, "compare methods");
  use_settings (&self);
  use_articles (&self);
  review_articles (self.window);
  watch_runs (&self);
  use_sidebar (&self);
  open_rest (&self);
  open_lines (&self);
  test_watch_stop ();
  test_gui_stop (self.app);
  test_folder_free (self.folder);
}

/* Returns: the longest of the last journey, if anything was measured */
static double
get_longest (TestWatchKind kind)
{
  double longest = 0;

  for (guint i = 0; i < test_watch_get_n_stages (); i++)
    longest = MAX (longest, test_watch_get_longest (i, kind));
  return longest;
}

static int
run_bench (guint n_journeys)
{
  LoopStore *store = loop_store_new (N_ARTICLES);
  Stages stages;

  stages_init (&stages);
  for (guint i = 0; i < n_journeys; i++)
    {
      make_journey (store);
      stages_take (&stages);
      for (guint k = 0; k < test_watch_get_n_stages (); k++)
        test_watch_print_culprits (k, OURS_MS);
      test_watch_print_frames (DRAG_STAGE);
    }
  g_print ("# the last journey\n");
  test_watch_print ();
  g_print ("# the longest callback of each stage, of %u journeys\n", n_journeys);
  stages_print (&stages, "");
  guint n_over = stages_count_over (&stages, .5, LIMIT_MS);
  stages_clear (&stages);
  loop_store_free (store);
  return n_over == 0 ? 0 : 1;
}

/* Which stages are over what a callback may take; none in a release build. In others
 * nothing is inlined, or everything is counted by a sanitizer: the times are printed. */
static void
test_journey (void)
{
  LoopStore *store = loop_store_new (N_ARTICLES);
  Stages stages;
  guint n_over = 0;

  stages_init (&stages);
  for (guint i = 0; i < N_JOURNEYS_TEST; i++)
    {
      make_journey (store);
      stages_take (&stages);
      n_over = stages_count_over (&stages, 0, LIMIT_MS);
      if (n_over == 0 || !IS_RELEASE)
        break;
      for (guint k = 0; k < test_watch_get_n_stages (); k++)
        test_watch_print_culprits (k, OURS_MS);
    }
  stages_print (&stages, "# ");
  for (guint kind = TEST_WATCH_CALLBACK; kind < TEST_WATCH_N_KINDS; kind++)
    g_assert_cmpfloat (get_longest (kind), >, 0);
  if (IS_RELEASE)
    g_assert_cmpuint (n_over, ==, 0);
  stages_clear (&stages);
  loop_store_free (store);
}

/* The watch sees who holds the loop: an idle, a timeout, a tick of a frame. */

static gboolean
hold (gpointer data)
{
  double end = test_watch_now () + LIMIT_MS * 2;

  while (test_watch_now () < end)
    ;
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
hold_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return hold (data);
}

static gboolean
was_held (gpointer data)
{
  return *(gboolean *) data;
}

static void
assert_seen (gboolean *held, const char *what)
{
  test_gui_wait_until (was_held, held, what);
  test_watch_stop ();
  g_assert_cmpfloat (test_watch_get_longest (0, TEST_WATCH_CALLBACK), >, LIMIT_MS);
}

static void
test_sees (void)
{
  g_autoptr (GtkWidget) window = g_object_ref_sink (gtk_window_new ());
  gboolean held = FALSE;

  gtk_window_present (GTK_WINDOW (window));
  test_gui_settle (window);
  /* One that is there before. */
  g_timeout_add (1, hold, &held);
  test_watch_start ();
  assert_seen (&held, "the timeout");
  held = FALSE;
  test_watch_start ();
  g_idle_add (hold, &held);
  assert_seen (&held, "the idle");
  held = FALSE;
  test_watch_start ();
  gtk_widget_add_tick_callback (window, hold_tick, &held, NULL);
  assert_seen (&held, "the tick");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  if (argc > 1 && strcmp (argv[1], "--bench") == 0)
    return run_bench (argc > 2 ? (guint) atoi (argv[2]) : N_JOURNEYS_BENCH);
  g_test_add_func ("/app/main-loop/sees", test_sees);
  g_test_add_func ("/app/main-loop/journey", test_journey);
  return g_test_run ();
}
