/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-spoken-names.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* A class that GTK keeps to itself: a row of a list view, a table or a drop-down list; a
 * cell of a table is one in its row. */
#define ROW_CLASS "GtkListItemWidget"
/* One that libadwaita keeps to itself. */
#define TOAST_CLASS "AdwToastWidget"

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  /* Meant for tests, but nothing else tells. */
  return gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL)
         || gtk_test_accessible_has_relation (accessible,
                                              GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* @labels: (transfer full) (nullable) */
static void
set_labels (GtkWidget *widget, GList *labels)
{
  GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_LABELLED_BY;
  g_auto (GValue) value = G_VALUE_INIT;

  if (labels == NULL)
    return;
  gtk_accessible_relation_init_value (relation, &value);
  /* The relation keeps the list. */
  g_value_set_pointer (&value, labels);
  gtk_accessible_update_relation_value (GTK_ACCESSIBLE (widget), 1, &relation, &value);
}

/* A short form of a label beside it says nothing of its own. */
static gboolean
says_something (GtkWidget *label)
{
  return gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (label))
         != GTK_ACCESSIBLE_ROLE_PRESENTATION;
}

/* Prepends what says something below @widget; buttons have names of their own, and an
 * avatar has letters of the name beside it.
 *
 * Returns: (transfer full) */
static GList *
gather_labels (GtkWidget *widget, GList *labels)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child))
      labels = says_something (child) ? g_list_prepend (labels, child) : labels;
    else if (!GTK_IS_BUTTON (child) && !GTK_IS_POPOVER (child) && !ADW_IS_AVATAR (child))
      labels = gather_labels (child, labels);
  return labels;
}

static void
name_by_words (GtkWidget *widget, GtkWidget *words)
{
  set_labels (widget, g_list_reverse (gather_labels (words, NULL)));
}

/* A row may be filled after it was shown: it is named by what it shows first. */
static void
name_row_of (GtkWidget *label)
{
  GType type = g_type_from_name (ROW_CLASS);
  GtkWidget *row = type != 0 ? gtk_widget_get_ancestor (label, type) : NULL;

  while (row != NULL)
    {
      if (!has_name (row))
        name_by_words (row, row);
      row = gtk_widget_get_ancestor (gtk_widget_get_parent (row), type);
    }
}

/* The label of a mnemonic names its button, which has its text, with the underscore, for
 * a name already. */
static void
drop_underscore (GtkButton *button)
{
  if (gtk_button_get_use_underline (button))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (button),
                                   GTK_ACCESSIBLE_PROPERTY_LABEL);
}

/* It has an icon only. */
static gboolean
closes_toast (GtkButton *button)
{
  GType type = g_type_from_name (TOAST_CLASS);

  return type != 0 && gtk_button_get_label (button) == NULL
         && gtk_widget_get_ancestor (GTK_WIDGET (button), type) != NULL;
}

static void
name_button (GtkButton *button)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (button));

  if (GTK_IS_DROP_DOWN (parent))
    {
      GList *labels = gather_labels (GTK_WIDGET (button), NULL);
      set_labels (GTK_WIDGET (button), g_list_prepend (g_list_reverse (labels), parent));
    }
  else if (gtk_button_get_use_underline (button) && gtk_button_get_label (button) != NULL)
    {
      drop_underscore (button);
      g_signal_handlers_disconnect_by_func (button, drop_underscore, NULL);
      g_signal_connect (button, "notify::label", G_CALLBACK (drop_underscore), NULL);
    }
  else if (closes_toast (button))
    gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Close"), -1);
  else if (!has_name (GTK_WIDGET (button)))
    name_by_words (GTK_WIDGET (button), GTK_WIDGET (button));
}

/* The button in it has the focus; it goes by the name of the whole, which it does not ask
 * for what names that. One with an icon alone goes by its tooltip. */
static void
name_menu_button (GtkWidget *whole)
{
  GtkWidget *button = gtk_widget_get_first_child (whole);
  g_autoptr (GList) labels = gather_labels (button, NULL);
  const char *tooltip = gtk_widget_get_tooltip_text (whole);

  if (labels == NULL && tooltip != NULL)
    {
      gtk_accessible_update_property (GTK_ACCESSIBLE (whole),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
      return;
    }
  name_by_words (whole, button);
  name_by_words (button, button);
}

static void
name_by_title (GtkWidget *widget, AdwPreferencesRow *row)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  adw_preferences_row_get_title (row), -1);
}

static void
on_title_notify (AdwPreferencesRow *row)
{
  name_by_title (GTK_WIDGET (row), row);
}

static void
name_expander (AdwPreferencesRow *row)
{
  on_title_notify (row);
  g_signal_connect (row, "notify::title", G_CALLBACK (on_title_notify), NULL);
}

/* Its list goes by its title, which may be empty. */
static gboolean
is_in_untitled_group (GtkWidget *list)
{
  GtkWidget *group = gtk_widget_get_ancestor (list, ADW_TYPE_PREFERENCES_GROUP);

  return group != NULL
         && *adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (group)) == '\0';
}

/* A list of choices, in its popover, or the rows of one that opens: by whom it belongs
 * to; any other one by its window.
 */
static void
name_list (GtkWidget *list)
{
  GtkWidget *row = gtk_widget_get_ancestor (list, ADW_TYPE_PREFERENCES_ROW);
  GtkWidget *owner = gtk_widget_get_ancestor (list, GTK_TYPE_DROP_DOWN);
  GtkRoot *root = gtk_widget_get_root (list);

  if (has_name (list) && !is_in_untitled_group (list))
    return;
  if (row != NULL)
    name_by_title (list, ADW_PREFERENCES_ROW (row));
  else if (owner != NULL)
    set_labels (list, g_list_prepend (NULL, owner));
  else if (GTK_IS_WINDOW (root) && gtk_window_get_title (GTK_WINDOW (root)) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_window_get_title (GTK_WINDOW (root)), -1);
}

static gboolean
on_map (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer unused)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_LABEL (widget))
    name_row_of (widget);
  else if (GTK_IS_BUTTON (widget))
    name_button (GTK_BUTTON (widget));
  else if (GTK_IS_MENU_BUTTON (widget) && !has_name (widget))
    name_menu_button (widget);
  else if (GTK_IS_LIST_VIEW (widget) || GTK_IS_LIST_BOX (widget))
    name_list (widget);
  else if (ADW_IS_EXPANDER_ROW (widget) && !has_name (widget))
    name_expander (ADW_PREFERENCES_ROW (widget));
  else if (GTK_IS_LIST_BOX_ROW (widget) && !has_name (widget))
    name_by_words (widget, widget);
  return TRUE;
}

void
exm_spoken_names_install (void)
{
  /* Its class is to be there. */
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_map, NULL,
                              NULL);
}
