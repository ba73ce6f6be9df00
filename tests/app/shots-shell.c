/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-scope-list.h"

#include "shots.h"

static gboolean
has_task (gpointer data)
{
  return exm_window_get_task_uid (EXM_WINDOW (data)) != NULL;
}

static void
show_view (ExmWindow *window, const char *name)
{
  test_gui_wait_until (has_task, window, "a task");
  exm_window_set_view (window, name);
}

void
shot_articles (ExmWindow *window)
{
  show_view (window, "articles");
}

void
shot_activity (ExmWindow *window)
{
  show_view (window, "activity");
}

void
shot_settings (ExmWindow *window)
{
  show_view (window, "settings");
}

void
shot_workbench (ExmWindow *window)
{
  show_view (window, "workbench");
  /* Both pages beside each other need the room. */
  if (test_gui_find (window, EXM_TYPE_SCOPE_LIST, "sidebar") != NULL)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
}

void
shot_all_articles (ExmWindow *window)
{
  test_gui_wait_until (has_task, window, "a task");
  exm_window_set_task_uid (window, NULL);
}

void
shot_as_it_is (ExmWindow *window)
{
}

void
shot_sidebar_hidden (ExmWindow *window)
{
  show_view (window, "articles");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
}

void
shot_picker (ExmWindow *window)
{
  shot_sidebar_hidden (window);
  test_gui_settle (GTK_WIDGET (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.go-to-task", NULL);
}

void
shot_menu (ExmWindow *window)
{
  show_view (window, "articles");
  gtk_menu_button_popup (
      GTK_MENU_BUTTON (test_gui_need (window, GTK_TYPE_MENU_BUTTON, "menu_button")));
}

static void
activate (ExmWindow *window, const char *action)
{
  test_gui_wait_until (has_task, window, "a task");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

void
shot_shortcuts (ExmWindow *window)
{
  activate (window, "win.shortcuts");
}

void
shot_about (ExmWindow *window)
{
  activate (window, "app.about");
}

void
shot_preferences (ExmWindow *window)
{
  activate (window, "app.preferences");
}

void
shot_quit (ExmWindow *window)
{
  activate (window, "app.quit");
}

/* Whichever it is not. */
void
shot_pause_toast (ExmWindow *window)
{
  test_gui_wait_until (has_task, window, "a task");
  ExmTaskItem *task = exm_session_find_task (exm_window_get_session (window),
                                             exm_window_get_task_uid (window));
  activate (window,
            exm_task_item_get_paused (task) ? "win.resume-task" : "win.pause-task");
}
