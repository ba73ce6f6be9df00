/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-list-tab.h"

/* Key of the controller in the data of its view. */
#define MARK "exm-list-tab"

/* Returns: (nullable): the row that has the focus */
static GtkWidget *
find_row (GtkWidget *view, GtkWidget *focus)
{
  while (focus != NULL && gtk_widget_get_parent (focus) != view)
    focus = gtk_widget_get_parent (focus);
  return focus;
}

static gboolean
leave (GtkWidget *view, GtkDirectionType direction)
{
  /* Else it would take the focus to its next row. */
  gtk_widget_set_can_focus (view, FALSE);
  gboolean left
      = gtk_widget_child_focus (GTK_WIDGET (gtk_widget_get_root (view)), direction);
  gtk_widget_set_can_focus (view, TRUE);
  return left;
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType modifiers,
                GtkWidget *view)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (view));
  gboolean back = key == GDK_KEY_ISO_Left_Tab || (modifiers & GDK_SHIFT_MASK) != 0;
  GtkDirectionType direction = back ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;

  if ((key != GDK_KEY_Tab && key != GDK_KEY_ISO_Left_Tab)
      || (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0
      || gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) != NULL)
    return GDK_EVENT_PROPAGATE;
  GtkWidget *row = find_row (view, focus);
  return (row != NULL && gtk_widget_child_focus (row, direction))
         || leave (view, direction);
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer unused)
{
  GtkWidget *widget = g_value_get_object (values);

  if (!GTK_IS_LIST_VIEW (widget) || g_object_get_data (G_OBJECT (widget), MARK) != NULL
      || gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) != NULL)
    return TRUE;
  GtkEventController *controller = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "key-pressed", G_CALLBACK (on_key_pressed), widget);
  gtk_widget_add_controller (widget, controller);
  g_object_set_data (G_OBJECT (widget), MARK, controller);
  return TRUE;
}

void
exm_list_tab_install (void)
{
  /* Its class is to be there. */
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL,
                              NULL);
}
