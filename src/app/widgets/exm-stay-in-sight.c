/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-stay-in-sight.h"

#define STATE "exm-stay-in-sight"

/* State of a view that keeps its chosen row in sight. */
typedef struct
{
  gboolean held; /* nobody has scrolled since a row was chosen */
  guint due_id;
} State;

static void
state_free (gpointer data)
{
  State *state = data;

  g_clear_handle_id (&state->due_id, g_source_remove);
  g_free (state);
}

static gboolean
on_due (gpointer data)
{
  GtkListView *view = GTK_LIST_VIEW (data);
  State *state = g_object_get_data (G_OBJECT (view), STATE);
  GtkSingleSelection *selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (view));
  guint position = selection != NULL ? gtk_single_selection_get_selected (selection)
                                     : GTK_INVALID_LIST_POSITION;

  state->due_id = 0;
  if (state->held && position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (GTK_WIDGET (view), "list.scroll-to-item", "u", position);
  return G_SOURCE_REMOVE;
}

/* Rows have their places when the widgets have theirs: that comes first. */
static void
on_page_size_notify (GtkListView *view)
{
  State *state = g_object_get_data (G_OBJECT (view), STATE);

  if (state->held && state->due_id == 0)
    state->due_id = g_idle_add_full (G_PRIORITY_HIGH, on_due, view, NULL);
}

static void
on_selected_notify (GtkListView *view)
{
  State *state = g_object_get_data (G_OBJECT (view), STATE);

  state->held = TRUE;
}

static gboolean
on_scroll (GtkEventControllerScroll *scroll, double dx, double dy, gpointer data)
{
  State *state = data;

  state->held = FALSE;
  return GDK_EVENT_PROPAGATE;
}

void
exm_stay_in_sight (GtkListView *view)
{
  g_return_if_fail (GTK_IS_LIST_VIEW (view));
  g_return_if_fail (GTK_IS_SINGLE_SELECTION (gtk_list_view_get_model (view)));

  State *state = g_new0 (State, 1);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_object_set_data_full (G_OBJECT (view), STATE, state, state_free);
  g_signal_connect_object (adjustment, "notify::page-size",
                           G_CALLBACK (on_page_size_notify), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_list_view_get_model (view), "notify::selected",
                           G_CALLBACK (on_selected_notify), view, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (scroll, GTK_PHASE_CAPTURE);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), state);
  gtk_widget_add_controller (GTK_WIDGET (view), scroll);
}
