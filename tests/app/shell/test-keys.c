/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The ways of an operator by keys alone: no pointer, and no widget gets the focus but by
 * what was pressed. After each step the focus is where work goes on, and from there Tab
 * comes to every main control of the screen, and back. */

#include "app/activity/exm-activity-page.h"
#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector.h"
#include "app/review/exm-articles-page.h"
#include "app/setup/exm-setup-bar.h"
#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-scope.h"
#include "app/web/exm-page-pane.h"
#include "app/web/exm-page-view.h"
#include "app/workbench/exm-setup-page.h"

#include "test-focus.h"
#include "test-folder.h"
#include "test-pointer.h"
#include "test-queue.h"
#include "test-workbench.h"

#include <string.h>

/* Articles that the list page of the sample site names, without the example. */
#define N_CHECKED 9u

typedef struct
{
  char *folder;            /* (owned) */
  ExmSampleThread *site;   /* (owned) */
  ExmApplication *app;     /* (owned) */
  ExmWindow *window;       /* (unowned) */
  ExmSetup *setup;         /* (unowned) (nullable) */
  ExmWorkbenchPage *bench; /* (unowned) (nullable) */
  ExmAnalysis *analysis;   /* (unowned) (nullable) */
} Fixture;

static GtkWidget *
need (gpointer root, GType type, const char *text)
{
  return test_gui_need (root, type, text);
}

static void
press (Fixture *self, const char *keys)
{
  test_keys (GTK_WIDGET (self->window), keys);
}

/* A window that is opened by @keys has the focus, and lets it go where it was. */
static void
visit_dialog (Fixture *self, const char *keys)
{
  GtkWidget *before = test_focus_need (self->window, NULL);

  press (self, keys);
  GtkWindow *dialog = test_gui_need_dialog (self->window, GTK_TYPE_WINDOW);
  test_keys (GTK_WIDGET (dialog), "Tab");
  GtkWidget *first = test_focus_need (dialog, NULL);
  test_focus_assert_round (dialog, first);
  test_keys (GTK_WIDGET (dialog), "Escape");
  g_assert_null (test_gui_find_dialog (self->window, GTK_TYPE_WINDOW));
  test_gui_settle (GTK_WIDGET (self->window));
  g_assert_true (test_focus_need (self->window, NULL) == before);
}

/* Stations of the way to a task */

static void
need_bench (Fixture *self)
{
  self->bench = EXM_WORKBENCH_PAGE (need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL));
  self->analysis = exm_workbench_page_get_analysis (self->bench);
  test_gui_wait_until (test_workbench_has_result, self->analysis, "a result");
  test_gui_settle (GTK_WIDGET (self->bench));
}

/* Visits the dialogs that open over the start page as over any other. */
static void
visit_dialogs (Fixture *self)
{
  visit_dialog (self, "F1");
  visit_dialog (self, "ctrl+question");
  visit_dialog (self, "ctrl+comma");
}

static void
enter_address (Fixture *self)
{
  g_autofree char *url = g_strconcat (
      exm_sample_server_get_base_url (exm_sample_thread_get_server (self->site)),
      "/news/", NULL);
  GtkWidget *entry = need (self->window, GTK_TYPE_ENTRY, "entry");

  self->setup = exm_setup_page_get_setup (
      EXM_SETUP_PAGE (need (self->window, EXM_TYPE_SETUP_PAGE, NULL)));
  test_focus_need (self->window, entry);
  test_focus_assert_round (self->window, entry,
                           need (self->window, GTK_TYPE_WIDGET, "menu_button"),
                           need (self->window, GTK_TYPE_BUTTON, "Open _Sample Site"));
  test_type (GTK_WIDGET (self->window), url);
  press (self, "Return");
  need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  /* The delay of a real host would make the test slow. */
  ((ExmTaskFields *) exm_setup_get_fields (self->setup))->delay_ms = 1;
  need_bench (self);
  test_focus_need (self->window, GTK_WIDGET (self->bench));
}

/* Every part of the workbench is a few Tabs away. */
static void
go_round (Fixture *self)
{
  GtkWidget *bar = need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  ExmCurveChart *chart = EXM_CURVE_CHART (need (self->bench, EXM_TYPE_CURVE_CHART, NULL));
  GtkWidget *target = need (self->bench, EXM_TYPE_PAGE_PANE, "target");

  test_focus_assert_round (
      self->window, need (target, EXM_TYPE_PAGE_VIEW, NULL),
      need (target, GTK_TYPE_ENTRY, NULL), need (bar, GTK_TYPE_BUTTON, "check"),
      need (bar, GTK_TYPE_WIDGET, "save"), need (bar, GTK_TYPE_WIDGET, "links_button"),
      exm_curve_chart_get_flag (chart, FALSE), exm_curve_chart_get_flag (chart, TRUE),
      need (self->bench, EXM_TYPE_INSPECTOR, NULL),
      need (self->window, GTK_TYPE_WIDGET, "menu_button"));
}

static const char *
get_region (Fixture *self)
{
  return g_array_index (exm_setup_get_fields (self->setup)->examples, ExmTaskExample, 0)
      .region_text;
}

typedef struct
{
  Fixture *fixture;
  char *before; /* (owned) (nullable) */
} Change;

static gboolean
has_changed (gpointer data)
{
  const Change *change = data;

  return g_strcmp0 (get_region (change->fixture), change->before) != 0
         && test_workbench_has_result (change->fixture->analysis);
}

/* Presses what changes the mark; returns: how long what is marked is */
static gsize
change_mark (Fixture *self, const char *keys)
{
  Change change = { self, g_strdup (get_region (self)) };

  press (self, keys);
  test_gui_wait_until (has_changed, &change, keys);
  g_free (change.before);
  return get_region (self) != NULL ? strlen (get_region (self)) : 0;
}

/* M brings the example, wherever it was. */
static GtkWidget *
begin_mark (Fixture *self)
{
  GtkWidget *view;

  press (self, "m");
  view = need (need (self->bench, EXM_TYPE_PAGE_PANE, "example"), EXM_TYPE_PAGE_VIEW,
               NULL);
  test_focus_need (self->window, view);
  return view;
}

/* Enter; then another line, wider, narrower. */
static void
mark (Fixture *self)
{
  GtkWidget *view = begin_mark (self);

  gsize body = change_mark (self, "Return");
  gsize wide = change_mark (self, "Up");
  g_assert_cmpuint (wide, >, body);
  g_assert_cmpuint (change_mark (self, "Down"), <, wide);
  test_focus_need (self->window, view);
  /* The page is no trap. */
  press (self, "Tab");
  g_assert_false (test_focus_is_inside (test_focus_need (self->window, NULL), view));
  press (self, "shift+Tab");
  test_focus_need (self->window, view);
}

static gboolean
is_checked (gpointer data)
{
  guint n_checked;

  g_object_get (data, "n-checked", &n_checked, NULL);
  return n_checked == N_CHECKED;
}

static gboolean
shows_another (gpointer data)
{
  const Change *change = data;
  ExmAnalysis *analysis = change->fixture->analysis;

  return g_strcmp0 (exm_analysis_get_target_url (analysis), change->before) != 0
         && test_workbench_has_result (analysis);
}

/* Steps through what was checked. */
static void
check (Fixture *self)
{
  static const char *const steps[]
      = { "ctrl+Page_Down", "ctrl+Page_Down", "ctrl+Page_Up" };

  press (self, "F5");
  test_gui_wait_until (is_checked, self->setup, "the check");
  test_focus_need (self->window, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      Change change = { self, g_strdup (exm_analysis_get_target_url (self->analysis)) };
      press (self, steps[i]);
      test_gui_wait_until (shows_another, &change, steps[i]);
      g_free (change.before);
      test_focus_need (self->window, GTK_WIDGET (self->bench));
    }
}

static void
move_boundaries (Fixture *self)
{
  ExmCurveChart *chart = EXM_CURVE_CHART (need (self->bench, EXM_TYPE_CURVE_CHART, NULL));
  guint head = exm_analysis_get_head (self->analysis);
  guint tail = exm_analysis_get_tail (self->analysis);

  test_focus_tab_to (self->window, exm_curve_chart_get_flag (chart, FALSE));
  press (self, "Right");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), >, head);
  press (self, "Home");
  g_assert_cmpuint (exm_analysis_get_head (self->analysis), ==, head);
  test_focus_tab_to (self->window, exm_curve_chart_get_flag (chart, TRUE));
  press (self, "Left");
  g_assert_cmpuint (exm_analysis_get_tail (self->analysis), <, tail);
  press (self, "ctrl+z");
  g_assert_cmpuint (exm_analysis_get_tail (self->analysis), ==, tail);
  test_focus_need (self->window, GTK_WIDGET (chart));
}

/* A tab of the inspector by its button, or by what is in its menu. */
static void
open_tab (Fixture *self, GtkWidget *inspector, const char *name, guint n_down)
{
  if (n_down == 0)
    {
      test_focus_tab_to (self->window,
                         gtk_widget_get_ancestor (need (inspector, GTK_TYPE_LABEL, name),
                                                  GTK_TYPE_BUTTON));
      press (self, "space");
    }
  else
    {
      g_autoptr (GString) keys = g_string_new ("space");
      test_focus_tab_to (self->window, need (inspector, GTK_TYPE_MENU_BUTTON, "more"));
      press (self, keys->str);
      need (inspector, GTK_TYPE_POPOVER, NULL);
      for (guint i = 1; i < n_down; i++)
        press (self, "Down");
      press (self, "Return");
    }
}

static void
look_at_tabs (Fixture *self)
{
  static const struct
  {
    const char *label;
    const char *name;
    guint n_down; /* in the menu; 0: a button */
  } tabs[] = {
    { "Lines", "lines", 0 },     { "Methods", "methods", 1 }, { "Source", "source", 2 },
    { "Compare", "compare", 3 }, { "Text", "text", 0 },
  };
  GtkWidget *inspector = need (self->bench, EXM_TYPE_INSPECTOR, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      open_tab (self, inspector, tabs[i].label, tabs[i].n_down);
      test_gui_settle (inspector);
      g_assert_cmpstr (exm_inspector_get_tab (EXM_INSPECTOR (inspector)), ==,
                       tabs[i].name);
      test_focus_need (self->window, inspector);
      test_focus_assert_round (self->window, need (inspector, GTK_TYPE_STACK, "stack"),
                               need (inspector, GTK_TYPE_MENU_BUTTON, "more"));
    }
}

static gboolean
has_task (gpointer data)
{
  return exm_window_get_task_uid (((Fixture *) data)->window) != NULL;
}

static gboolean
has_other_schedule (gpointer data)
{
  const Change *change = data;
  g_autofree char *words
      = exm_schedule_to_string (exm_setup_get_fields (change->fixture->setup)->schedule);

  return g_strcmp0 (words, change->before) != 0;
}

/* Opens the list of schedules where the focus is, and takes another one. */
static void
choose_schedule (Fixture *self, const char *opens, const char *goes)
{
  Change change
      = { self, exm_schedule_to_string (exm_setup_get_fields (self->setup)->schedule) };
  GtkWidget *row = test_focus_need (self->window, NULL);

  press (self, opens);
  g_assert_true (GTK_IS_POPOVER (
      gtk_widget_get_ancestor (test_focus_need (self->window, row), GTK_TYPE_POPOVER)));
  press (self, goes);
  press (self, "Return");
  test_gui_wait_until (has_other_schedule, &change, "another schedule");
  g_free (change.before);
  g_assert_true (test_focus_need (self->window, NULL) == row);
}

static void
save (Fixture *self)
{
  GtkWidget *bar = need (self->window, EXM_TYPE_SETUP_BAR, NULL);
  GtkWidget *before = test_focus_need (self->window, NULL);

  press (self, "ctrl+Return");
  GtkWidget *facts = need (bar, GTK_TYPE_WIDGET, "facts");
  test_focus_need (self->window, facts);
  press (self, "Escape");
  g_assert_false (gtk_widget_get_mapped (facts));
  GtkWidget *after = test_focus_need (self->window, NULL);
  g_assert_true (after == before
                 || test_focus_is_inside (after, need (bar, GTK_TYPE_WIDGET, "save")));

  press (self, "ctrl+Return");
  GtkWidget *name = need (bar, ADW_TYPE_ENTRY_ROW, "name");
  test_focus_tab_to (self->window, name);
  press (self, "ctrl+a");
  test_type (GTK_WIDGET (self->window), "By keys");
  test_focus_tab_to (self->window, need (bar, ADW_TYPE_COMBO_ROW, "schedule"));
  choose_schedule (self, "space", "Up");
  choose_schedule (self, "Return", "Down");
  test_focus_need (self->window, facts);
  press (self, "ctrl+Return");
  test_gui_wait_until (has_task, self, "the task");
  need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  press (self, "alt+3");
  GtkWidget *activity = need (self->window, EXM_TYPE_ACTIVITY_PAGE, NULL);
  need (activity, GTK_TYPE_LABEL, "Done");
  test_gui_settle (activity);
  need (self->window, GTK_TYPE_LABEL, "By keys");
  test_focus_need (self->window, NULL);
  test_focus_assert_round (self->window, activity,
                           need (self->window, GTK_TYPE_WIDGET, "menu_button"));
}

static void
open_window (Fixture *self)
{
  self->site = test_pages_start_site (0);
  self->folder = test_folder_new ();
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

static void
close_window (Fixture *self)
{
  test_gui_stop (self->app);
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
}

/* Beside the target the example goes and comes; the focus is not lost with it. */
static void
hide_example (Fixture *self)
{
  GtkWidget *example = need (self->bench, EXM_TYPE_PAGE_PANE, "example");
  GtkWidget *button = need (need (self->bench, EXM_TYPE_PAGE_PANE, "target"),
                            GTK_TYPE_BUTTON, "swap_button");

  test_focus_tab_to (self->window, need (example, GTK_TYPE_BUTTON, "swap_button"));
  press (self, "space");
  g_assert_false (gtk_widget_get_mapped (example));
  g_assert_true (test_focus_need (self->window, NULL) == button);
  press (self, "space");
  g_assert_true (gtk_widget_get_mapped (example));
}

static void
test_task (void)
{
  Fixture self = { 0 };

  open_window (&self);
  visit_dialogs (&self);
  enter_address (&self);
  go_round (&self);
  hide_example (&self);
  mark (&self);
  check (&self);
  move_boundaries (&self);
  look_at_tabs (&self);
  save (&self);
  close_window (&self);
}

/* Swaps the pages by the button that each has if there is room for one only. */
static void
swap_pages (Fixture *self, const char *from, const char *to)
{
  GtkWidget *pane = need (self->bench, EXM_TYPE_PAGE_PANE, from);

  g_assert_null (test_gui_find (self->bench, EXM_TYPE_PAGE_PANE, to));
  test_focus_tab_to (self->window, need (pane, GTK_TYPE_BUTTON, "swap_button"));
  press (self, "space");
  GtkWidget *other = need (self->bench, EXM_TYPE_PAGE_PANE, to);
  test_gui_settle (GTK_WIDGET (self->bench));
  g_assert_false (gtk_widget_get_mapped (pane));
  test_focus_need (self->window, need (other, GTK_TYPE_BUTTON, "swap_button"));
}

static void
test_narrow (void)
{
  Fixture self = { 0 };

  open_window (&self);
  gtk_window_set_default_size (GTK_WINDOW (self.window), 900, 800);
  test_gui_settle (GTK_WIDGET (self.window));
  enter_address (&self);
  swap_pages (&self, "example", "target");
  go_round (&self);
  begin_mark (&self);
  swap_pages (&self, "example", "target");
  swap_pages (&self, "target", "example");
  save (&self);
  close_window (&self);
}

/* The queue */

static void
go_to_queue (TestQueue *self, guint n)
{
  GtkWidget *list = need (self->window, EXM_TYPE_SCOPE_LIST, "sidebar");

  test_queue_wait_for_count (self, n);
  test_focus_tab_to (self->window, need (list, GTK_TYPE_LIST_VIEW, NULL));
  test_keys (GTK_WIDGET (self->window), "Home Return");
  need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL);
  g_assert_cmpstr (exm_scope_list_get_scope (EXM_SCOPE_LIST (list)), ==,
                   EXM_SCOPE_NEEDS_YOU);
  test_gui_settle (GTK_WIDGET (self->window));
}

static GtkWidget *
need_articles (TestQueue *self)
{
  return need (need (self->window, EXM_TYPE_ARTICLES_PAGE, NULL), GTK_TYPE_LIST_VIEW,
               "view");
}

/* By what the workbench has on it: Wrong…, where it says what to do; then right after
 * all. */
static void
approve_by_buttons (TestQueue *self, const char *address)
{
  test_keys (GTK_WIDGET (self->window), "w");
  ExmWorkbenchPage *bench = test_queue_need_bench (self, address);
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart = EXM_CURVE_CHART (need (bench, EXM_TYPE_CURVE_CHART, NULL));
  guint head = exm_analysis_get_head (analysis);

  test_focus_tab_to (self->window, need (bench, GTK_TYPE_WIDGET, "wrong_button"));
  test_keys (GTK_WIDGET (self->window), "space");
  need (need (bench, GTK_TYPE_WIDGET, "wrong_button"), GTK_TYPE_POPOVER, NULL);
  /* The second choice. */
  test_keys (GTK_WIDGET (self->window), "Down");
  test_keys (GTK_WIDGET (self->window), "Return");
  test_focus_need (self->window, exm_curve_chart_get_flag (chart, FALSE));
  test_keys (GTK_WIDGET (self->window), "Right");
  g_assert_cmpuint (exm_analysis_get_head (analysis), >, head);
  test_keys (GTK_WIDGET (self->window), "Home");
  g_assert_cmpuint (exm_analysis_get_head (analysis), ==, head);
  test_focus_tab_to (self->window, need (bench, GTK_TYPE_BUTTON, "right_button"));
  test_keys (GTK_WIDGET (self->window), "space");
}

static void
test_queue (void)
{
  TestQueue self = { 0 };

  test_queue_init (&self);
  gint64 first = test_queue_put (&self, 1, 9, EXM_ARTICLE_UNSURE, NULL);
  gint64 second = test_queue_put (&self, 1, 8, EXM_ARTICLE_UNSURE, NULL);
  gint64 third = test_queue_put (&self, 1, 7, EXM_ARTICLE_UNSURE, NULL);
  gint64 fourth = test_queue_put (&self, 2, 6, EXM_ARTICLE_UNSURE, NULL);
  test_queue_open (&self);
  go_to_queue (&self, 4);
  GtkWidget *page = need (self.window, EXM_TYPE_ARTICLES_PAGE, NULL);
  test_queue_wait_for_reader (&self, "Title 9");
  test_focus_tab_to (self.window, need_articles (&self));
  test_queue_wait_for_reader (&self, "Title 9");
  test_focus_assert_round (self.window, need (page, GTK_TYPE_WIDGET, "reader"),
                           need (self.window, EXM_TYPE_SCOPE_LIST, "sidebar"),
                           need (self.window, GTK_TYPE_WIDGET, "menu_button"));

  /* Enter: right, and undone. */
  test_keys (GTK_WIDGET (self.window), "Return");
  test_queue_wait_for_reader (&self, "Title 8");
  test_focus_need (self.window, need_articles (&self));
  test_keys (GTK_WIDGET (self.window), "ctrl+z");
  test_queue_wait_for_count (&self, 4);
  test_focus_need (self.window, need_articles (&self));
  test_queue_wait_for_state (&self, first, EXM_ARTICLE_UNSURE);
  need (need_articles (&self), GTK_TYPE_LABEL, "Title 9");
  test_keys (GTK_WIDGET (self.window), "Home");
  test_queue_wait_for_reader (&self, "Title 9");

  /* W: corrected on the workbench. */
  test_keys (GTK_WIDGET (self.window), "w");
  ExmWorkbenchPage *bench = test_queue_need_bench (&self, "/9.html");
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (bench);
  ExmCurveChart *chart = EXM_CURVE_CHART (need (bench, EXM_TYPE_CURVE_CHART, NULL));
  test_focus_need (self.window, GTK_WIDGET (chart));
  test_keys (GTK_WIDGET (self.window), "Right shift+Right Home Escape Tab");
  g_assert_false (exm_analysis_can_undo (analysis));
  test_focus_need (self.window, exm_curve_chart_get_flag (chart, FALSE));
  test_focus_assert_round (self.window, exm_curve_chart_get_flag (chart, TRUE),
                           need (bench, GTK_TYPE_WIDGET, "back_button"),
                           need (bench, GTK_TYPE_WIDGET, "wrong_button"),
                           need (bench, GTK_TYPE_WIDGET, "right_button"));
  guint head = exm_analysis_get_head (analysis);
  test_keys (GTK_WIDGET (self.window), "Right");
  g_assert_cmpuint (exm_analysis_get_head (analysis), >, head);
  g_autofree char *text = g_strdup (exm_analysis_get_body_text (analysis));
  test_keys (GTK_WIDGET (self.window), "Return");
  test_queue_wait_for_reader (&self, "Title 8");
  test_focus_need (self.window, need_articles (&self));
  test_queue_wait_for_text (&self, first, text);

  /* W and back, then W and right. */
  test_keys (GTK_WIDGET (self.window), "w");
  test_queue_need_bench (&self, "/8.html");
  test_keys (GTK_WIDGET (self.window), "alt+Left");
  test_queue_wait_for_reader (&self, "Title 8");
  test_focus_need (self.window, need_articles (&self));
  test_keys (GTK_WIDGET (self.window), "w");
  test_queue_need_bench (&self, "/8.html");
  test_keys (GTK_WIDGET (self.window), "Return");
  test_queue_wait_for_state (&self, second, EXM_ARTICLE_GOOD);
  test_queue_wait_for_reader (&self, "Title 7");
  test_focus_need (self.window, need_articles (&self));

  approve_by_buttons (&self, "/7.html");
  test_queue_wait_for_state (&self, third, EXM_ARTICLE_GOOD);
  test_queue_wait_for_reader (&self, "Title 6");
  test_focus_need (self.window, need_articles (&self));

  /* The last one; nothing is lost with it. */
  test_keys (GTK_WIDGET (self.window), "Return");
  need (page, GTK_TYPE_WIDGET, "Nothing needs you");
  test_queue_wait_for_state (&self, fourth, EXM_ARTICLE_GOOD);
  test_gui_settle (GTK_WIDGET (self.window));
  test_focus_need (self.window, NULL);
  test_queue_clear (&self);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/keys/queue", test_queue);
  g_test_add_func ("/app/keys/narrow", test_narrow);
  g_test_add_func ("/app/keys/task", test_task);
  return g_test_run ();
}
