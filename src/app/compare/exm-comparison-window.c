/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-window.h"

#include "app/compare/exm-comparison-view.h"
#include "app/widgets/exm-idle-fill.h"

#include <glib/gi18n-lib.h>

#define WIDTH 1000
#define HEIGHT 700

static void
fill (GtkWindow *window, gconstpointer unused)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *view = exm_comparison_view_new ();

  gtk_widget_action_set_enabled (view, "compare.open-window", FALSE);
  gtk_widget_set_vexpand (view, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), view);
  adw_window_set_content (ADW_WINDOW (window), box);
  exm_comparison_view_set (EXM_COMPARISON_VIEW (view),
                           g_object_get_data (G_OBJECT (window), "exm-comparison"));
}

GtkWindow *
exm_comparison_window_open (GtkWindow *parent, ExmLineComparison *comparison)
{
  GtkWidget *window = adw_window_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_window_set_title (GTK_WINDOW (window), C_ ("inspector", "Compare"));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_named_action_new ("window.close")));
  gtk_widget_add_controller (window, keys);
  g_object_set_data_full (G_OBJECT (window), "exm-comparison", g_object_ref (comparison),
                          g_object_unref);
  /* Each in a turn of the main loop of its own. */
  exm_idle_fill_then (GTK_WINDOW (window), fill, NULL);
  exm_idle_fill_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}
