/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-stay-at-top.h"

static void
on_items_changed (
    GListModel *model, guint position, guint n_old, guint n_new, gpointer data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (data));

  if (adjustment != NULL && g_list_model_get_n_items (model) > 0
      && gtk_adjustment_get_value (adjustment) <= gtk_adjustment_get_lower (adjustment))
    gtk_widget_activate_action (GTK_WIDGET (data), "list.scroll-to-item", "u", 0u);
}

void
exm_stay_at_top (GtkListView *view)
{
  g_return_if_fail (GTK_IS_LIST_VIEW (view));

  /* Behind the view itself, which has to know the rows first. */
  g_signal_connect_object (gtk_list_view_get_model (view), "items-changed",
                           G_CALLBACK (on_items_changed), view, G_CONNECT_AFTER);
}
