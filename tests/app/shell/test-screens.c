/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every screen: what can have the focus has a role and a name, no two widgets answer to
 * the same letter after Alt, no words are cut off, and GTK finds nothing wrong at any
 * size. */

#include "app/inspector/exm-inspector.h"
#include "app/settings/exm-settings-page.h"
#include "app/setup/exm-start-page.h"
#include "app/web/exm-guarded-view.h"
#include "app/workbench/exm-workbench-page.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pages.h"
#include "test-pointer.h"

typedef struct
{
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer with_tasks)
{
  self->folder = test_folder_new ();
  if (with_tasks != NULL)
    {
      g_autoptr (ExmStore) store = test_pages_open (self->folder);
      g_autoptr (GBytes) example = test_pages_read ("zh-example.html"),
                         target = test_pages_read ("zh-target.html");
      g_autofree char *hash
          = test_pages_put (store, example, "http://site.example/example.html");
      test_pages_add_task (store, 1, hash, NULL);
      test_pages_put_article (store, store_task_uid (1), 4, target);
    }
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
  if (with_tasks != NULL)
    exm_window_set_task_uid (self->window, store_task_uid (1));
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  test_gui_stop (self->app);
  test_folder_free (self->folder);
}

/* Names and roles */

static gboolean
is_named (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
      || gtk_test_accessible_has_relation (accessible,
                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY)
      || (GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0'))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_named (child))
      return TRUE;
  return FALSE;
}

/* Returns: the widget that has the role and the name for its part @widget, as an entry
 * has for its text */
static GtkWidget *
get_whole (GtkWidget *widget)
{
  const GType wholes[]
      = { ADW_TYPE_ENTRY_ROW,   GTK_TYPE_ENTRY,       GTK_TYPE_SEARCH_ENTRY,
          GTK_TYPE_SPIN_BUTTON, GTK_TYPE_MENU_BUTTON, GTK_TYPE_DROP_DOWN,
          EXM_TYPE_GUARDED_VIEW };
  GtkWidget *whole = NULL;

  for (guint i = 0; whole == NULL && i < G_N_ELEMENTS (wholes); i++)
    whole = gtk_widget_get_ancestor (widget, wholes[i]);
  return whole != NULL ? whole : widget;
}

static gboolean
has_role (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_WIDGET:
    case GTK_ACCESSIBLE_ROLE_GENERIC:
    case GTK_ACCESSIBLE_ROLE_NONE:
    case GTK_ACCESSIBLE_ROLE_PRESENTATION:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Returns: how many widgets below @widget that can have the focus lack something */
static guint
count_nameless (GtkWidget *widget, const char *screen)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (gtk_widget_get_focusable (widget)
      && (!has_role (get_whole (widget)) || !is_named (get_whole (widget))))
    {
      g_autofree char *path = test_gui_describe (widget);
      g_test_message ("%s: no %s: %s", screen,
                      has_role (get_whole (widget)) ? "name" : "role", path);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_nameless (child, screen);
  return n;
}

/* Letters after Alt that two widgets of a screen answer to. */
static void
assert_mnemonics (GtkWidget *widget, GHashTable *letters, const char *screen)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget) && gtk_widget_is_sensitive (widget))
    {
      guint key = gtk_label_get_mnemonic_keyval (GTK_LABEL (widget));
      /* 0: a translation that has no letter. */
      if (key != GDK_KEY_VoidSymbol && key != 0
          && !g_hash_table_add (letters, GUINT_TO_POINTER (key)))
        g_error ("%s: two widgets answer to Alt+%s", screen, gdk_keyval_name (key));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_mnemonics (child, letters, screen);
}

/* Returns: how many labels below @widget are cut off */
static guint
count_cut (GtkWidget *widget, const char *screen)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget) && test_gui_is_cut (GTK_LABEL (widget)))
    {
      g_test_message ("%s: cut off: %s", screen, gtk_label_get_text (GTK_LABEL (widget)));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (child, screen);
  return n;
}

static guint
check (gpointer window, const char *screen)
{
  g_autoptr (GHashTable) letters = g_hash_table_new (NULL, NULL);

  test_gui_settle (GTK_WIDGET (window));
  assert_mnemonics (GTK_WIDGET (window), letters, screen);
  return count_nameless (GTK_WIDGET (window), screen)
         + count_cut (GTK_WIDGET (window), screen);
}

static guint
check_view (Fixture *self, const char *view)
{
  exm_window_set_view (self->window, view);
  test_gui_settle (GTK_WIDGET (self->window));
  return check (self->window, view);
}

static guint
check_inspector (Fixture *self)
{
  static const char *const tabs[] = { "lines", "methods", "source", "pages", "text" };
  GtkWidget *bench = test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      exm_inspector_set_tab (
          EXM_INSPECTOR (test_gui_need (bench, EXM_TYPE_INSPECTOR, NULL)), tabs[i]);
      test_gui_settle (bench);
      n += check (self->window, tabs[i]);
    }
  return n;
}

static guint
check_dialog (Fixture *self, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), action, NULL);
  GtkWindow *dialog = test_gui_need_dialog (self->window, GTK_TYPE_WINDOW);
  guint n = check (dialog, action);

  gtk_window_destroy (dialog);
  return n;
}

static gboolean
has_result (gpointer data)
{
  ExmAnalysis *analysis = exm_workbench_page_get_analysis (data);

  return exm_analysis_get_result (analysis) != NULL && !exm_analysis_get_busy (analysis);
}

static void
set_size (Fixture *self, int width, int height)
{
  gtk_window_set_default_size (GTK_WINDOW (self->window), width, height);
  test_gui_settle (GTK_WIDGET (self->window));
}

static guint
check_all (Fixture *self)
{
  guint n = 0;

  exm_window_set_view (self->window, "workbench");
  test_gui_wait_until (has_result,
                       test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL),
                       "a result");
  n += check_view (self, "workbench");
  n += check_inspector (self);
  n += check_view (self, "articles");
  test_pointer_click (test_gui_need (self->window, GTK_TYPE_LABEL, "Title 4"));
  n += check (self->window, "an article");
  n += check_view (self, "activity");
  exm_window_set_view (self->window, "settings");
  test_gui_need (self->window, ADW_TYPE_ENTRY_ROW, "Name");
  n += check (self->window, "settings");
  n += check_dialog (self, "app.preferences");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.new-task", NULL);
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  n += check (self->window, "set-up");
  return n;
}

/* The screen has room for it, in a window that cannot be scrolled. */
static void
check_shortcuts (Fixture *self, int most_width, int most_height)
{
  /* Sections of a wide window, and of a narrow one; what is in them. */
  static const char *const last[][3]
      = { { "General", "Review", "Looks Right, and the next one" },
          { "Workbench", "Boundaries, in the Chart", "Back to where it was found" },
          { "Workbench", "Lines", "Menu of the line" } };
  int width, height;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.shortcuts", NULL);
  GtkWidget *dialog = GTK_WIDGET (test_gui_need_dialog (self->window, GTK_TYPE_WINDOW));
  test_gui_need (dialog, GTK_TYPE_LABEL, "Keyboard Shortcuts");
  gtk_widget_measure (dialog, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (dialog, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, most_width);
  g_assert_cmpint (height, <=, most_height);
  for (guint i = 0; i < G_N_ELEMENTS (last); i++)
    {
      g_object_set (dialog, "section-name", last[i][most_width < 1100], NULL);
      test_gui_need (dialog, GTK_TYPE_LABEL, last[i][2]);
      test_gui_settle (dialog);
    }
  g_assert_cmpuint (check (dialog, "win.shortcuts"), ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_all (Fixture *self, gconstpointer unused)
{
  set_size (self, 1280, 800);
  check_shortcuts (self, 1280, 800);
  g_assert_cmpuint (check_all (self), ==, 0);
}

/* Nothing is cut off where there is less room; there is nothing to switch while a task is
 * set up. */
static void
test_narrow (Fixture *self, gconstpointer unused)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sidebar", NULL);
  set_size (self, 900, 600);
  check_shortcuts (self, 900, 600);
  g_assert_cmpuint (check_all (self), ==, 0);
  g_assert_false (adw_view_switcher_bar_get_reveal (ADW_VIEW_SWITCHER_BAR (
      test_gui_need (self->window, ADW_TYPE_VIEW_SWITCHER_BAR, NULL))));
}

/* On the narrowest screens, where one column has room. */
static void
test_narrow_shortcuts (Fixture *self, gconstpointer unused)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.sidebar", NULL);
  set_size (self, 460, 720);
  check_shortcuts (self, 460, 720);
}

static gboolean
shows_sidebar (gpointer data)
{
  return test_gui_find (data, GTK_TYPE_WIDGET, "sidebar") != NULL;
}

static gboolean
hides_sidebar (gpointer data)
{
  return !shows_sidebar (data);
}

/* Hides the sidebar if the inspector needs its room, shows it over both when asked for,
 * and brings it back with the room. */
static void
test_sidebar (Fixture *self, gconstpointer unused)
{
  exm_window_set_view (self->window, "workbench");
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  g_assert_true (shows_sidebar (self->window));
  set_size (self, 900, 600);
  test_gui_wait_until (hides_sidebar, self->window, "the sidebar to go");
  test_gui_need (page, EXM_TYPE_INSPECTOR, NULL);
  int width = gtk_widget_get_width (page);
  test_keys (GTK_WIDGET (self->window), "F9");
  test_gui_wait_until (shows_sidebar, self->window, "the sidebar over the view");
  test_gui_need (page, EXM_TYPE_INSPECTOR, NULL);
  g_assert_cmpint (gtk_widget_get_width (page), ==, width);
  test_keys (GTK_WIDGET (self->window), "F9");
  test_gui_wait_until (hides_sidebar, self->window, "the sidebar to go");
  set_size (self, 1280, 800);
  test_gui_wait_until (shows_sidebar, self->window, "the sidebar beside the view");
}

static gboolean
is_beside (GtkWidget *first, GtkWidget *second, GtkWidget *window)
{
  graphene_rect_t a, b;

  g_assert_true (gtk_widget_compute_bounds (first, window, &a));
  g_assert_true (gtk_widget_compute_bounds (second, window, &b));
  return a.origin.x + a.size.width <= b.origin.x;
}

/* Sidebar, both pages and inspector stand beside each other where there is room; the
 * sidebar goes first. Nothing is cut off, nothing lies on another. */
static void
test_beside (Fixture *self, gconstpointer unused)
{
  static const int widths[] = { 900, 1280, 1600 };

  exm_window_set_view (self->window, "workbench");
  GtkWidget *window = GTK_WIDGET (self->window),
            *page = test_gui_need (window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  test_gui_wait_until (has_result, page, "a result");
  GtkWidget *sidebar = test_gui_need (window, GTK_TYPE_WIDGET, "sidebar"),
            *example = test_gui_need (page, GTK_TYPE_WIDGET, "example"),
            *target = test_gui_need (page, GTK_TYPE_WIDGET, "target"),
            *inspector = test_gui_need (page, EXM_TYPE_INSPECTOR, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gboolean wide = widths[i] >= 1280;
      set_size (self, widths[i], 800);
      test_gui_wait_until (wide ? shows_sidebar : hides_sidebar, window, "the sidebar");
      g_assert_cmpint (ABS (gtk_widget_get_width (window) - widths[i]), <, 40);
      g_assert_cmpint (gtk_widget_get_child_visible (example), ==, wide);
      g_assert_true (!wide || is_beside (sidebar, example, window));
      g_assert_true (!wide || is_beside (example, target, window));
      g_assert_true (is_beside (target, inspector, window));
      g_assert_cmpint (gtk_widget_get_width (inspector), >=, 340);
      g_assert_cmpuint (check (window, "workbench"), ==, 0);
    }
}

#define LONG_NAME                                                                        \
  "A task whose name says where its articles come from, what they are about, who reads " \
  "them, why they are kept, and much more than there is room for anywhere"

/* A further task, which takes the scope. */
static void
add_long_name (Fixture *self)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (ExmTask) task = store_task_new (2);

  exm_task_fields_copy (task, &fields);
  g_free (fields.name);
  fields.name = g_strdup (LONG_NAME);
  g_autoptr (ExmTask) named = exm_task_new (&fields);
  exm_session_save_task_async (exm_window_get_session (self->window), named, NULL, NULL);
  test_gui_need (test_gui_need (self->window, GTK_TYPE_WIDGET, "sidebar"), GTK_TYPE_LABEL,
                 LONG_NAME);
  exm_window_set_task_uid (self->window, store_task_uid (2));
  test_gui_settle (GTK_WIDGET (self->window));
}

/* A task's name has the room that there is: it neither widens the sidebar nor folds it
 * away. */
static void
test_long_name (Fixture *self, gconstpointer unused)
{
  exm_window_set_view (self->window, "workbench");
  set_size (self, 1000, 700);
  GtkWidget *sidebar = test_gui_need (self->window, GTK_TYPE_WIDGET, "sidebar");
  int width = gtk_widget_get_width (sidebar),
      whole = gtk_widget_get_width (GTK_WIDGET (self->window));
  add_long_name (self);
  g_assert_true (shows_sidebar (self->window));
  g_assert_cmpint (gtk_widget_get_width (sidebar), ==, width);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), ==, whole);
}

static void
test_start (Fixture *self, gconstpointer unused)
{
  test_gui_need (self->window, EXM_TYPE_START_PAGE, NULL);
  g_assert_cmpuint (check (self->window, "start"), ==, 0);
}

/* Between the kinds of sizes, whatever the inspector shows: GTK finds nothing wrong,
 * which would end the test. */
static void
test_sizes (Fixture *self, gconstpointer unused)
{
  static const char *const tabs[] = { "lines", "source", "pages", "text" };
  static const int sizes[][2]
      = { { 1280, 800 }, { 900, 700 }, { 1280, 800 }, { 600, 500 }, { 900, 700 } };
  GtkWidget *page;

  exm_window_set_view (self->window, "workbench");
  page = test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  /* The sidebar goes: the inspector has room beside the pages. */
  test_keys (GTK_WIDGET (self->window), "F9");
  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      exm_inspector_set_tab (
          EXM_INSPECTOR (test_gui_need (page, EXM_TYPE_INSPECTOR, NULL)), tabs[i]);
      for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
        {
          gtk_window_set_default_size (GTK_WINDOW (self->window), sizes[j][0],
                                       sizes[j][1]);
          test_gui_settle (page);
        }
    }
}

static void
on_layout (GdkFrameClock *clock, GtkToggleButton *trimmed)
{
  gtk_toggle_button_set_active (trimmed, !gtk_toggle_button_get_active (trimmed));
}

/* A text that comes anew while a frame is made is shown in the next one: GTK, which would
 * draw the scroll bar before it has a place, finds nothing wrong, which would end the
 * test. */
static void
test_in_frame (Fixture *self, gconstpointer unused)
{
  exm_window_set_view (self->window, "workbench");
  GtkWidget *page = test_gui_need (self->window, EXM_TYPE_WORKBENCH_PAGE, NULL);
  test_gui_wait_until (has_result, page, "a result");
  set_size (self, 900, 480);
  GtkWidget *inspector = test_gui_need (page, EXM_TYPE_INSPECTOR, NULL);
  exm_inspector_set_tab (EXM_INSPECTOR (inspector), "text");
  test_gui_settle (page);
  GtkWidget *view = test_gui_need (inspector, GTK_TYPE_TEXT_VIEW, NULL);
  GtkWidget *trimmed
      = test_gui_need (inspector, GTK_TYPE_TOGGLE_BUTTON, "Show what was trimmed");
  GtkAdjustment *scrolled = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  GdkFrameClock *clock = gtk_widget_get_frame_clock (view);

  gtk_adjustment_set_value (scrolled, 9);
  test_gui_settle (page);
  g_assert_cmpfloat (gtk_adjustment_get_value (scrolled), >, 0);
  gulong id = g_signal_connect (clock, "layout", G_CALLBACK (on_layout), trimmed);
  for (guint i = 0; i < 4; i++)
    {
      gtk_widget_queue_resize (view);
      test_gui_settle (page);
    }
  g_signal_handler_disconnect (clock, id);
  test_gui_settle (page);
  g_assert_cmpint (
      gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view))), >,
      3);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add ("/app/screens/all", Fixture, GINT_TO_POINTER (TRUE), set_up, test_all,
              tear_down);
  g_test_add ("/app/screens/narrow", Fixture, GINT_TO_POINTER (TRUE), set_up, test_narrow,
              tear_down);
  g_test_add ("/app/screens/narrow-shortcuts", Fixture, NULL, set_up,
              test_narrow_shortcuts, tear_down);
  g_test_add ("/app/screens/in-frame", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_in_frame, tear_down);
  g_test_add ("/app/screens/sizes", Fixture, GINT_TO_POINTER (TRUE), set_up, test_sizes,
              tear_down);
  g_test_add ("/app/screens/sidebar", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_sidebar, tear_down);
  g_test_add ("/app/screens/beside", Fixture, GINT_TO_POINTER (TRUE), set_up, test_beside,
              tear_down);
  g_test_add ("/app/screens/long-name", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_long_name, tear_down);
  g_test_add ("/app/screens/start", Fixture, NULL, set_up, test_start, tear_down);
  return g_test_run ();
}
