/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window itself: it opens on an empty data folder, says so, and ends. */

#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

static void
test_start (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  ExmApplication *app = test_gui_start (folder);
  ExmWindow *window = test_gui_get_window (app);

  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Exemplar");
  g_assert_null (exm_window_get_task_uid (window));
  GtkWidget *button = test_gui_need (window, GTK_TYPE_TOGGLE_BUTTON, "Sidebar");
  g_assert_null (gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, "Sidebar"));
  gboolean active = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button));
  test_pointer_click (button);
  g_assert_cmpint (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)), ==,
                   !active);
  test_gui_stop (app);
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/window/start", test_start);
  return g_test_run ();
}
