/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window around its views. */

#include "shots.h"

#include "app/help/exm-help-window.h"
#include "app/settings/exm-serving-group.h"
#include "app/shell/exm-scope.h"

static void
show_as_it_is (ExmWindow *window)
{
}

static void
show_all_articles (ExmWindow *window)
{
  shot_show_view (window, "articles");
  exm_window_set_task_uid (window, NULL);
}

static void
show_all_tasks (ExmWindow *window)
{
  show_all_articles (window);
  exm_window_set_view (window, "tasks");
}

static void
show_sidebar (ExmWindow *window)
{
  shot_show_view (window, "articles");
  shot_activate (window, "win.sidebar");
}

static void
show_picker (ExmWindow *window)
{
  show_sidebar (window);
  test_gui_settle (GTK_WIDGET (window));
  shot_activate (window, "win.go-to-task");
}

static void
show_menu (ExmWindow *window)
{
  shot_show_view (window, "articles");
  shot_pop_up (window, "menu_button");
}

static void
activate (ExmWindow *window, const char *action)
{
  shot_show_view (window, "articles");
  shot_activate (window, action);
}

static void
show_shortcuts (ExmWindow *window)
{
  activate (window, "win.shortcuts");
}

static void
show_about (ExmWindow *window)
{
  activate (window, "app.about");
}

static void
show_help (ExmWindow *window)
{
  shot_show_view (window, "articles");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (window), "app.help", "s", "curves"));
}

/* In a window that has room for one of its two parts. */
static void
show_help_narrow (ExmWindow *window)
{
  show_help (window);
  GtkWindow *help = test_gui_need_dialog (window, EXM_TYPE_HELP_WINDOW);

  gtk_window_set_default_size (help, 400, 640);
  test_gui_settle (GTK_WIDGET (help));
}

static void
show_help_found (ExmWindow *window)
{
  activate (window, "win.help");
  GtkWindow *help = test_gui_need_dialog (window, EXM_TYPE_HELP_WINDOW);
  shot_activate (help, "help.search");
  gtk_editable_set_text (shot_need (help, GTK_TYPE_SEARCH_ENTRY, "search"), "CSV");
}

static void
show_preferences (ExmWindow *window)
{
  activate (window, "app.preferences");
}

/* Sizes of what is kept are below the first screen of it. */
static void
show_storage (ExmWindow *window)
{
  show_preferences (window);
  GtkWindow *dialog = test_gui_need_dialog (window, ADW_TYPE_PREFERENCES_WINDOW);
  GtkWidget *view = shot_need (dialog, GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *adjustment
      = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (view));

  test_gui_settle (view);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
}

/* Feeds that the window serves are below the first screen, too. */
static void
show_feeds (ExmWindow *window)
{
  show_preferences (window);
  GtkWindow *dialog = test_gui_need_dialog (window, ADW_TYPE_PREFERENCES_WINDOW);
  GtkWidget *group = shot_need (dialog, EXM_TYPE_SERVING_GROUP, NULL);
  GtkWidget *view = gtk_widget_get_ancestor (group, GTK_TYPE_SCROLLED_WINDOW);
  graphene_point_t top;

  test_gui_settle (view);
  if (gtk_widget_compute_point (group, view, &GRAPHENE_POINT_INIT (0, 0), &top))
    gtk_adjustment_set_value (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (view)), (double) top.y);
}

static void
show_quit (ExmWindow *window)
{
  activate (window, "app.quit");
}

static void
show_pause_toast (ExmWindow *window)
{
  activate (window, "win.pause-task");
}

static gboolean
has_trash (gpointer data)
{
  return g_list_model_get_n_items (G_LIST_MODEL (data)) > 0;
}

static void
show_trash (ExmWindow *window)
{
  activate (window, "win.delete-task");
  test_gui_wait_until (has_trash, exm_session_get_trash (exm_window_get_session (window)),
                       "the deleted task");
  shot_pick_scope (window, EXM_SCOPE_TRASH);
}

static void
show_empty_trash (ExmWindow *window)
{
  show_trash (window);
  shot_activate (shot_need (window, GTK_TYPE_BUTTON, "empty"), "trash.empty");
  test_gui_need_dialog (window, ADW_TYPE_MESSAGE_DIALOG);
}

static void
show_older (ExmWindow *window)
{
  shot_show_task (window, "New Courier", "articles");
  shot_activate (window, "win.collect-older");
  test_gui_need_dialog (window, ADW_TYPE_MESSAGE_DIALOG);
}

const Shot shots_of_shell[] = {
  { "all-articles", SHOT_SAMPLE, FALSE, show_all_articles },
  { "all-tasks", SHOT_SAMPLE, FALSE, show_all_tasks },
  { "sidebar", SHOT_SAMPLE, FALSE, show_sidebar },
  { "go-to-task", SHOT_SAMPLE, FALSE, show_picker },
  { "menu", SHOT_SAMPLE, FALSE, show_menu },
  { "shortcuts", SHOT_SAMPLE, FALSE, show_shortcuts },
  { "help", SHOT_SAMPLE, TRUE, show_help },
  { "help-narrow", SHOT_SAMPLE, FALSE, show_help_narrow },
  { "help-found", SHOT_SAMPLE, FALSE, show_help_found },
  { "about", SHOT_SAMPLE, FALSE, show_about },
  { "preferences", SHOT_SAMPLE, FALSE, show_preferences },
  { "preferences-storage", SHOT_SAMPLE, FALSE, show_storage },
  { "preferences-feeds", SHOT_SAMPLE, FALSE, show_feeds },
  { "quit", SHOT_SAMPLE, FALSE, show_quit },
  { "pause-toast", SHOT_SAMPLE, FALSE, show_pause_toast },
  { "trash", SHOT_SAMPLE, FALSE, show_trash },
  { "trash-empty", SHOT_SAMPLE, FALSE, show_empty_trash },
  { "collect-older", SHOT_SAMPLE, FALSE, show_older },
  { "empty", SHOT_EMPTY, TRUE, show_as_it_is },
  { "damaged", SHOT_DAMAGED, FALSE, show_as_it_is },
  { "newer", SHOT_NEWER, FALSE, show_as_it_is },
  { NULL, SHOT_EMPTY, FALSE, NULL },
};
