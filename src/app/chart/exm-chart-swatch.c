/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-swatch.h"

#include "app/chart/exm-chart-colors.h"

#define SIZE 16

struct _ExmChartSwatch
{
  GtkWidget parent_instance;

  char *kind; /* (owned) (nullable) */
};

enum
{
  PROP_KIND = 1,
  N_PROPS,
};

static GParamSpec *props[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmChartSwatch, exm_chart_swatch, GTK_TYPE_WIDGET)

static void
draw_area (cairo_t *cr, const GdkRGBA *color, double direction)
{
  const double middle = direction > 0 ? 4 : 12;

  cairo_move_to (cr, 1, middle);
  cairo_rel_line_to (cr, 0, direction * 8);
  cairo_rel_line_to (cr, 4, 0);
  cairo_rel_line_to (cr, 1, -direction * 5);
  cairo_rel_line_to (cr, 4, 0);
  cairo_rel_line_to (cr, 1, direction * 5);
  cairo_rel_line_to (cr, 4, 0);
  cairo_rel_line_to (cr, 0, -direction * 8);
  cairo_close_path (cr);
  exm_chart_colors_use (cr, color, .35);
  cairo_fill_preserve (cr);
  exm_chart_colors_use (cr, color, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_rise (cairo_t *cr, const GdkRGBA *color)
{
  exm_chart_colors_use (cr, color, 1);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, 1, 10);
  cairo_line_to (cr, 4, 13);
  cairo_line_to (cr, 10, 5.5);
  cairo_stroke (cr);
  cairo_arc (cr, 12, 3.5, 2.5, 0, 2 * G_PI);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_strip (cairo_t *cr, const GdkRGBA *color)
{
  exm_chart_colors_use (cr, color, 1);
  cairo_rectangle (cr, 1, 6, 6, 4);
  cairo_rectangle (cr, 10, 6, 5, 4);
  cairo_fill (cr);
}

static void
exm_chart_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmChartSwatch *self = EXM_CHART_SWATCH (widget);
  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, SIZE, SIZE);
  ExmChartColors colors;

  exm_chart_colors_get (widget, &colors);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (g_strcmp0 (self->kind, "fs") == 0)
    draw_area (cr, &colors.fs, -1);
  else if (g_strcmp0 (self->kind, "bs") == 0)
    draw_area (cr, &colors.bs, 1);
  else if (g_strcmp0 (self->kind, "c") == 0)
    draw_rise (cr, &colors.ink);
  else if (g_strcmp0 (self->kind, "seen") == 0)
    draw_strip (cr, &colors.seen);
  cairo_destroy (cr);
}

static void
exm_chart_swatch_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = SIZE;
}

static void
exm_chart_swatch_get_property (GObject *object,
                               guint prop_id,
                               GValue *value,
                               GParamSpec *pspec)
{
  if (prop_id == PROP_KIND)
    g_value_set_string (value, EXM_CHART_SWATCH (object)->kind);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
exm_chart_swatch_set_property (GObject *object,
                               guint prop_id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  ExmChartSwatch *self = EXM_CHART_SWATCH (object);

  if (prop_id == PROP_KIND)
    self->kind = g_value_dup_string (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
exm_chart_swatch_finalize (GObject *object)
{
  g_free (EXM_CHART_SWATCH (object)->kind);
  G_OBJECT_CLASS (exm_chart_swatch_parent_class)->finalize (object);
}

static void
exm_chart_swatch_class_init (ExmChartSwatchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = exm_chart_swatch_get_property;
  object_class->set_property = exm_chart_swatch_set_property;
  object_class->finalize = exm_chart_swatch_finalize;
  widget_class->measure = exm_chart_swatch_measure;
  widget_class->snapshot = exm_chart_swatch_snapshot;
  props[PROP_KIND] = g_param_spec_string ("kind", NULL, NULL, NULL,
                                          G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY
                                              | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
exm_chart_swatch_init (ExmChartSwatch *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}
