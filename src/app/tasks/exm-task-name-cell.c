/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-name-cell.h"

#include "app/tasks/exm-task-tree.h"
#include "app/widgets/exm-site-icon.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Pixels by which what is in a group is further in, and the depth from which on none is.
 */
#define INDENT 24
#define MAX_DEPTH 6u

#define AVATAR_SIZE 24

struct _ExmTaskNameCell
{
  GtkBox parent_instance;

  GObject *item;       /* (owned) (nullable) */
  ExmSiteIcons *icons; /* (owned) (nullable) */

  /* Children, all (unowned). */
  GtkImage *arrow;
  GtkWidget *site; /* holds the icon */
  ExmSiteIcon *icon;
  AdwAvatar *avatar; /* in the place of the icon */
  GtkLabel *name;
  GtkLabel *count;
};

G_DEFINE_FINAL_TYPE (ExmTaskNameCell, exm_task_name_cell, GTK_TYPE_BOX)

static void
on_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmTaskNameCell *self)
{
  if (!EXM_IS_GROUP_ITEM (self->item))
    return;
  /* The row is not selected by it. */
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_activate_action (GTK_WIDGET (self), "tasks.toggle-group", "s",
                              exm_group_item_get_path (EXM_GROUP_ITEM (self->item)));
}

static void
exm_task_name_cell_dispose (GObject *object)
{
  ExmTaskNameCell *self = EXM_TASK_NAME_CELL (object);

  g_clear_object (&self->item);
  g_clear_object (&self->icons);
  G_OBJECT_CLASS (exm_task_name_cell_parent_class)->dispose (object);
}

static void
exm_task_name_cell_class_init (ExmTaskNameCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_task_name_cell_dispose;
}

static void
hide_from_readers (gpointer widget)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE,
                               -1);
}

static void
exm_task_name_cell_init (ExmTaskNameCell *self)
{
  GtkBox *box = GTK_BOX (self);
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_box_set_spacing (box, 8);
  self->arrow = g_object_new (GTK_TYPE_IMAGE, "visible", FALSE, NULL);
  self->avatar = ADW_AVATAR (adw_avatar_new (AVATAR_SIZE, NULL, TRUE));
  self->icon = g_object_new (EXM_TYPE_SITE_ICON, "child", self->avatar, NULL);
  self->site = g_object_new (ADW_TYPE_BIN, "child", self->icon, NULL);
  self->name = g_object_new (GTK_TYPE_LABEL, "xalign", 0., "ellipsize",
                             PANGO_ELLIPSIZE_END, NULL);
  self->count = g_object_new (GTK_TYPE_LABEL, "visible", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->count), "dim-label");
  gtk_widget_set_size_request (GTK_WIDGET (self->arrow), -1, AVATAR_SIZE);
  gtk_widget_set_size_request (GTK_WIDGET (self->icon), AVATAR_SIZE, AVATAR_SIZE);
  hide_from_readers (self->arrow);
  hide_from_readers (self->avatar);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->arrow), GTK_EVENT_CONTROLLER (click));
  gtk_box_append (box, GTK_WIDGET (self->arrow));
  gtk_box_append (box, self->site);
  gtk_box_append (box, GTK_WIDGET (self->name));
  gtk_box_append (box, GTK_WIDGET (self->count));
}

static void
show_group (ExmTaskNameCell *self, ExmGroupItem *group)
{
  guint n = exm_group_item_get_counts (group)->n_tasks;
  g_autofree char *tasks = g_strdup_printf (ngettext ("%u task", "%u tasks", n), n);
  g_autofree char *all = g_strjoin ("\n", exm_group_item_get_path (group), tasks, NULL);

  gtk_image_set_from_icon_name (self->arrow, exm_group_item_get_expanded (group)
                                                 ? "pan-down-symbolic"
                                                 : "pan-end-symbolic");
  gtk_label_set_label (self->name, exm_group_item_get_title (group));
  gtk_label_set_label (self->count, tasks);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), all);
}

static void
show_task (ExmTaskNameCell *self, ExmTaskItem *task)
{
  const char *name = exm_task_item_get_name (task);

  adw_avatar_set_text (self->avatar, name);
  exm_site_icon_set_task (self->icon, self->icons, exm_task_item_get_uid (task));
  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->count, "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->name), name);
}

/* The row has the keyboard, so it is what a screen reader asks. */
static void
tell_expanded (ExmTaskNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));
  GtkWidget *row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;

  if (row == NULL)
    return;
  if (EXM_IS_GROUP_ITEM (self->item))
    gtk_accessible_update_state (
        GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_EXPANDED,
        exm_group_item_get_expanded (EXM_GROUP_ITEM (self->item)), -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_EXPANDED);
}

void
exm_task_name_cell_set_icons (ExmTaskNameCell *self, ExmSiteIcons *icons)
{
  g_return_if_fail (EXM_IS_TASK_NAME_CELL (self));

  g_set_object (&self->icons, icons);
}

void
exm_task_name_cell_set_item (ExmTaskNameCell *self, gpointer item)
{
  gboolean group = EXM_IS_GROUP_ITEM (item);

  g_return_if_fail (EXM_IS_TASK_NAME_CELL (self));

  g_set_object (&self->item, item);
  gtk_widget_set_visible (GTK_WIDGET (self->arrow), group);
  gtk_widget_set_visible (self->site, !group);
  gtk_widget_set_visible (GTK_WIDGET (self->count), group);
  if (group || item == NULL)
    exm_site_icon_set_task (self->icon, NULL, NULL);
  if (item == NULL)
    return;
  if (group)
    show_group (self, item);
  else
    show_task (self, item);
  gtk_widget_set_margin_start (
      GTK_WIDGET (self), (int) MIN (exm_task_tree_get_depth (item), MAX_DEPTH) * INDENT);
  tell_expanded (self);
}

gpointer
exm_task_name_cell_find (GtkWidget *widget, GtkWidget **row)
{
  if (row != NULL)
    *row = NULL;
  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    for (GtkWidget *cell = gtk_widget_get_first_child (widget); cell != NULL;
         cell = gtk_widget_get_next_sibling (cell))
      {
        GtkWidget *child = gtk_widget_get_first_child (cell);
        if (!EXM_IS_TASK_NAME_CELL (child))
          continue;
        if (row != NULL)
          *row = widget;
        return EXM_TASK_NAME_CELL (child)->item;
      }
  return NULL;
}
