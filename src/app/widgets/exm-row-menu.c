/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-row-menu.h"

/* GTK gives the keyboard to the first widget of the window when the frame is laid out in
 * which the menu goes; in the next one the row gets it back. */
static gboolean
on_over (GtkWidget *owner, GdkFrameClock *clock, gpointer menu)
{
  GtkWidget *row = g_object_get_data (menu, "exm-row");

  if (g_object_get_data (menu, "exm-gone") == NULL)
    {
      g_object_set_data (menu, "exm-gone", menu);
      return G_SOURCE_CONTINUE;
    }
  gtk_widget_unparent (menu);
  if (row != NULL && gtk_widget_is_ancestor (row, owner) && gtk_widget_get_mapped (row))
    gtk_widget_grab_focus (row);
  return G_SOURCE_REMOVE;
}

/* The action that was chosen runs after it is closed. */
static void
on_closed (GtkWidget *menu, GtkWidget *owner)
{
  gtk_widget_add_tick_callback (owner, on_over, g_object_ref (menu), g_object_unref);
}

GtkWidget *
exm_row_menu_popup (GMenuModel *model,
                    GtkWidget *owner,
                    GtkWidget *row,
                    const GdkRectangle *place)
{
  GtkWidget *menu = gtk_popover_menu_new_from_model (model);

  if (row != NULL)
    g_object_set_data_full (G_OBJECT (menu), "exm-row", g_object_ref (row),
                            g_object_unref);
  gtk_widget_set_parent (menu, owner);
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (menu), place);
  g_signal_connect (menu, "closed", G_CALLBACK (on_closed), owner);
  gtk_popover_popup (GTK_POPOVER (menu));
  return menu;
}
