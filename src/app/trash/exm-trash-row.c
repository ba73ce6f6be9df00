/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/trash/exm-trash-row.h"

#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmTrashRow
{
  GtkListBoxRow parent_instance;

  /* Children of the template, all (unowned). */
  GtkLabel *name;
  GtkLabel *words;
  GtkButton *restore;
  GtkButton *remove;
};

G_DEFINE_FINAL_TYPE (ExmTrashRow, exm_trash_row, GTK_TYPE_LIST_BOX_ROW)

static void
exm_trash_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_TRASH_ROW);
  G_OBJECT_CLASS (exm_trash_row_parent_class)->dispose (object);
}

static void
exm_trash_row_class_init (ExmTrashRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_trash_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-trash-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmTrashRow, name);
  gtk_widget_class_bind_template_child (widget_class, ExmTrashRow, words);
  gtk_widget_class_bind_template_child (widget_class, ExmTrashRow, restore);
  gtk_widget_class_bind_template_child (widget_class, ExmTrashRow, remove);
}

static void
exm_trash_row_init (ExmTrashRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static guint
count_days_left (const ExmTrashInfo *info, gint64 now_usec)
{
  gint64 left = MAX (info->ends_usec - now_usec, 0);

  return (guint) ((left + G_TIME_SPAN_DAY - 1) / G_TIME_SPAN_DAY);
}

/* Returns: (transfer full): "214 articles · 27 days left" */
static char *
describe (const ExmTrashInfo *info, gint64 now_usec)
{
  guint n_days = count_days_left (info, now_usec);
  g_autofree char *articles = g_strdup_printf (
      ngettext ("%u article", "%u articles", info->n_articles), info->n_articles);
  g_autofree char *days
      = g_strdup_printf (ngettext ("%u day left", "%u days left", n_days), n_days);

  return g_strdup_printf ("%s · %s", articles, days);
}

/* A screen reader says which task a button is about. */
static void
name_button (GtkButton *button, const char *name)
{
  g_autofree char *label
      = g_strdup_printf ("%s: %s", gtk_button_get_label (button), name);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, label, -1);
}

GtkWidget *
exm_trash_row_new (ExmTrashItem *item)
{
  ExmTrashRow *self = g_object_new (EXM_TYPE_TRASH_ROW, NULL);
  const ExmTrashInfo *info = exm_trash_item_get_info (item);
  g_autofree char *words = describe (info, g_get_real_time ());

  gtk_label_set_label (self->name, info->name);
  exm_tooltip_set (GTK_WIDGET (self->name), info->name);
  gtk_label_set_label (self->words, words);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->restore), "s", info->uid);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->remove), "s", info->uid);
  name_button (self->restore, info->name);
  name_button (self->remove, info->name);
  return GTK_WIDGET (self);
}
