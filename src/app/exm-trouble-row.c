/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-trouble-row.h"

#include "exm-app.h"
#include "exm-tooltip.h"
#include "exm-trouble-words.h"

#include <glib/gi18n-lib.h>

struct _ExmTroubleRow
{
  GtkWidget parent_instance;

  ExmTaskItem *item; /* (owned) (nullable) */

  /* Of the template. */
  GtkWidget *box;
  GtkLabel *name;
  GtkLabel *cause;
  GtkImage *icon;
  GtkLabel *message;
  GtkButton *compare;
  GtkButton *main;
  GtkButton *more;
};

G_DEFINE_FINAL_TYPE (ExmTroubleRow, exm_trouble_row, GTK_TYPE_WIDGET)

/* A task that is mended is on its way out of the list: its row stays as it was. */
static void
show (ExmTroubleRow *self)
{
  const ExmTrouble *trouble = exm_task_item_get_trouble (self->item);

  if (trouble == NULL)
    return;
  const char *const classes[] = { exm_trouble_get_class (trouble), NULL };
  g_autofree char *cause = exm_trouble_words_cause (trouble);
  const char *message = trouble->message != NULL ? trouble->message : trouble->url;
  const char *uid = exm_task_item_get_uid (self->item);
  gboolean running = exm_task_item_get_running (self->item);

  gtk_label_set_label (self->name, exm_task_item_get_name (self->item));
  gtk_label_set_label (self->cause, cause);
  gtk_label_set_label (self->message, running ? _ ("Running") : message);
  gtk_widget_set_visible (GTK_WIDGET (self->message), running || message != NULL);
  exm_tooltip_set (GTK_WIDGET (self->message), running ? NULL : message);
  gtk_image_set_from_icon_name (self->icon, exm_trouble_get_icon (trouble));
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->cause), (const char **) classes);
  gtk_button_set_label (self->main, exm_trouble_words_remedy (trouble));
  gtk_widget_set_sensitive (
      GTK_WIDGET (self->main),
      !running || exm_trouble_get_remedy (trouble) != EXM_REMEDY_TRY_AGAIN);
  gtk_widget_set_visible (GTK_WIDGET (self->compare),
                          exm_trouble_get_remedy (trouble) == EXM_REMEDY_USE_EXAMPLE);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->compare), "s", uid);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->main), "s", uid);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->more), "s", uid);
}

static void
exm_trouble_row_dispose (GObject *object)
{
  exm_trouble_row_set_item (EXM_TROUBLE_ROW (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_TROUBLE_ROW);
  G_OBJECT_CLASS (exm_trouble_row_parent_class)->dispose (object);
}

static void
exm_trouble_row_class_init (ExmTroubleRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_trouble_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-trouble-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, box);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, name);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, cause);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, message);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, main);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, compare);
  gtk_widget_class_bind_template_child (widget_class, ExmTroubleRow, more);
}

static void
exm_trouble_row_init (ExmTroubleRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  exm_tooltip_set (GTK_WIDGET (self->more), _ ("More for this task"));
}

GtkWidget *
exm_trouble_row_new (void)
{
  return g_object_new (EXM_TYPE_TROUBLE_ROW, NULL);
}

void
exm_trouble_row_set_item (ExmTroubleRow *self, ExmTaskItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, show, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect_swapped (item, "notify", G_CALLBACK (show), self);
  show (self);
}

ExmTaskItem *
exm_trouble_row_get_item (ExmTroubleRow *self)
{
  return self->item;
}
