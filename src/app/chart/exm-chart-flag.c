/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-flag.h"

#include <glib/gi18n-lib.h>

struct _ExmChartFlag
{
  GtkWidget parent_instance;

  gboolean tail;
  char *words; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmChartFlag, exm_chart_flag, GTK_TYPE_WIDGET)

static void
exm_chart_flag_finalize (GObject *object)
{
  g_free (EXM_CHART_FLAG (object)->words);
  G_OBJECT_CLASS (exm_chart_flag_parent_class)->finalize (object);
}

static void
exm_chart_flag_class_init (ExmChartFlagClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_chart_flag_finalize;
  gtk_widget_class_set_css_name (widget_class, "chartflag");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
exm_chart_flag_init (ExmChartFlag *self)
{
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  /* The chart looks after the pointer: where flags lie close, the nearer one is meant. */
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

GtkWidget *
exm_chart_flag_new (gboolean tail)
{
  ExmChartFlag *self = g_object_new (EXM_TYPE_CHART_FLAG, NULL);

  self->tail = tail;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  tail ? _ ("Body ends") : _ ("Body starts"),
                                  GTK_ACCESSIBLE_PROPERTY_ORIENTATION,
                                  GTK_ORIENTATION_HORIZONTAL, -1);
  return GTK_WIDGET (self);
}

void
exm_chart_flag_set_line (ExmChartFlag *self, guint line, guint n_lines)
{
  g_free (self->words);
  /* translators: line numbers, as "line 118 of 310" */
  self->words = g_strdup_printf (self->tail ? _ ("Body ends at line %u of %u")
                                            : _ ("Body starts at line %u of %u"),
                                 line + 1, n_lines);
  g_autofree char *value = g_strdup_printf ("%u", line + 1);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->words,
      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 1.0,
      GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double) n_lines,
      GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, (double) line + 1, -1);
}

const char *
exm_chart_flag_get_words (ExmChartFlag *self)
{
  return self->words != NULL ? self->words : "";
}
