/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"

#include <math.h>

#define RING_RADIUS 4.5
/* Pixels that C(x) may rise in one without being drawn upright. */
#define FLAT 1.0

static double
to_y (const ExmChartScene *scene, double c)
{
  const ExmChartData *data = scene->data;
  double span = MAX (data->c_greatest - data->c_least, 1e-9);

  return scene->rows.c_top + scene->rows.c_height * (data->c_greatest - c) / span;
}

/* Few lines are seen: C(x) turns at their edges and nowhere else. */
static void
trace_rows (const ExmChartScene *scene, cairo_t *cr, guint first, guint end)
{
  const ExmChartData *data = scene->data;

  for (guint row = first; row < end; row++)
    for (guint tail = 0; tail < 2; tail++)
      {
        guint line = data->rows[row];
        double x = exm_chart_data_get_edge (data, line, tail == 1);
        cairo_line_to (
            cr, exm_chart_axis_to_px (&scene->axis, x),
            to_y (scene, exm_chart_data_get_c_at_edge (data, line, tail == 1)));
      }
}

/* A pixel holds many lines: it shows the least and the greatest C(x) in it, in the order
 * in which C(x) goes there. */
static void
trace_envelope (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartAxis *axis = &scene->axis;
  double stride = (double) scene->data->curves->stride;
  guint n = (guint) MAX (axis->width, 1);
  g_autofree float *least = g_new (float, n);
  g_autofree float *greatest = g_new (float, n);
  double before = 0;

  exm_chart_series_get_envelope (scene->data->c, axis->begin / stride, axis->end / stride,
                                 n, least, greatest);
  for (guint i = 0; i < n && !isnan (least[i]); i++)
    {
      double px = axis->left + i + .5;
      double low = to_y (scene, (double) least[i]);
      double high = to_y (scene, (double) greatest[i]);
      gboolean rises = fabs (low - before) <= fabs (high - before);
      cairo_line_to (cr, px, rises ? low : high);
      if (fabs (low - high) > FLAT)
        cairo_line_to (cr, px, rises ? high : low);
      before = rises ? high : low;
    }
}

void
exm_chart_layer_evidence (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartAxis *axis = &scene->axis;

  if (!(scene->shows & EXM_CHART_SHOWS_C) || scene->data->n_rows == 0)
    return;
  guint first = exm_chart_data_find_row (scene->data, axis->begin);
  guint end = exm_chart_data_find_row (scene->data, axis->end) + 1;
  cairo_save (cr);
  cairo_rectangle (cr, axis->left, scene->rows.c_top - RING_RADIUS, axis->width,
                   scene->rows.c_height + 2 * RING_RADIUS);
  cairo_clip (cr);
  cairo_new_path (cr);
  if ((end - first) * 2 < axis->width)
    trace_rows (scene, cr, first, end);
  else
    trace_envelope (scene, cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  exm_chart_colors_use (cr, &scene->colors.ink, .9);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
exm_chart_layer_rings (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartData *data = scene->data;
  const ExmChartAxis *axis = &scene->axis;

  if (!(scene->shows & EXM_CHART_SHOWS_C) || data->head == EXM_NONE)
    return;
  for (guint tail = 0; tail < 2; tail++)
    {
      guint line = tail ? data->tail : data->head;
      double px
          = exm_chart_axis_to_px (axis, exm_chart_data_get_edge (data, line, tail == 1));
      if (px < axis->left - .5 || px > axis->left + axis->width + .5)
        continue;
      cairo_new_path (cr);
      cairo_arc (cr, px,
                 to_y (scene, exm_chart_data_get_c_at_edge (data, line, tail == 1)),
                 RING_RADIUS, 0, 2 * G_PI);
      exm_chart_colors_use (cr, &scene->colors.paper, 1);
      cairo_fill_preserve (cr);
      exm_chart_colors_use (cr, &scene->colors.ink, 1);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
}
