/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-sparkline.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Pixels of a day, and of all of it. */
#define DAY_WIDTH 6
#define HEIGHT 20

struct _ExmSparkline
{
  GtkWidget parent_instance;

  guint counts[EXM_DAILY_DAYS];
};

G_DEFINE_FINAL_TYPE (ExmSparkline, exm_sparkline, GTK_TYPE_WIDGET)

static void
exm_sparkline_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? DAY_WIDTH * (int) EXM_DAILY_DAYS
                            : HEIGHT;
}

/* A bar a day; a day without articles keeps a line at the bottom. */
static void
exm_sparkline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmSparkline *self = EXM_SPARKLINE (widget);
  float height = (float) gtk_widget_get_height (widget);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  guint most = 1;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    most = MAX (most, self->counts[i]);
  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    {
      guint at = rtl ? EXM_DAILY_DAYS - 1 - i : i;
      float bar = MAX (1.f, height * (float) self->counts[i] / (float) most);
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT ((float) at * DAY_WIDTH, height - bar, DAY_WIDTH - 1, bar));
    }
}

static void
exm_sparkline_class_init (ExmSparklineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = exm_sparkline_measure;
  widget_class->snapshot = exm_sparkline_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "sparkline");
}

static void
exm_sparkline_init (ExmSparkline *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (GTK_WIDGET (self), "exm-fs");
}

void
exm_sparkline_set_counts (ExmSparkline *self, const guint *counts)
{
  guint n = 0;

  g_return_if_fail (EXM_IS_SPARKLINE (self));

  memset (self->counts, 0, sizeof self->counts);
  if (counts != NULL)
    memcpy (self->counts, counts, sizeof self->counts);
  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    n += self->counts[i];
  g_autofree char *words = g_strdup_printf (
      ngettext ("%u article in 14 days", "%u articles in 14 days", n), n);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
