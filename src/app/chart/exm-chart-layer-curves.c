/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app-chart"

#include "config.h"

#include "exm-chart-scene.h"

#include <math.h>

/* With fewer samples than a third of the pixels, each is a point of its own. */
#define SPARSE 3.0

typedef struct
{
  double middle;
  double height; /* below 0: downward */
} Scale;

static double
to_y (const Scale *scale, double value)
{
  return scale->middle - scale->height * value;
}

static void
fill_to_middle (cairo_t *cr,
                const GdkRGBA *color,
                const Scale *scale,
                double first_px,
                double last_px)
{
  cairo_line_to (cr, last_px, scale->middle);
  cairo_line_to (cr, first_px, scale->middle);
  cairo_close_path (cr);
  exm_chart_colors_use (cr, color, .22);
  cairo_fill (cr);
}

static void
trace_points (const ExmChartScene *scene,
              cairo_t *cr,
              const float *values,
              const Scale *scale,
              double *first_px,
              double *last_px)
{
  const ExmCurves *curves = scene->data->curves;
  double stride = (double) curves->stride;
  gsize first = (gsize) (scene->axis.begin / stride);
  gsize end = MIN ((gsize) (scene->axis.end / stride) + 2, curves->n_samples);

  for (gsize k = first; k < end; k++)
    {
      double px = exm_chart_axis_to_px (&scene->axis, (double) k * stride);
      if (k == first)
        *first_px = px;
      *last_px = px;
      cairo_line_to (cr, px, to_y (scale, (double) values[k]));
    }
}

static void
draw_points (const ExmChartScene *scene,
             cairo_t *cr,
             const float *values,
             const GdkRGBA *color,
             const Scale *scale)
{
  double first_px = scene->axis.left, last_px = first_px;

  trace_points (scene, cr, values, scale, &first_px, &last_px);
  fill_to_middle (cr, color, scale, first_px, last_px);
  trace_points (scene, cr, values, scale, &first_px, &last_px);
  exm_chart_colors_use (cr, color, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

/* A pixel shows the least and the greatest value in it. */
static void
draw_envelope (const ExmChartScene *scene,
               cairo_t *cr,
               const ExmChartSeries *series,
               const GdkRGBA *color,
               const Scale *scale)
{
  const ExmChartAxis *axis = &scene->axis;
  double stride = (double) scene->data->curves->stride;
  guint n = (guint) MAX (axis->width, 1), n_known = 0;
  g_autofree float *least = g_new (float, n);
  g_autofree float *greatest = g_new (float, n);

  exm_chart_series_get_envelope (series, axis->begin / stride, axis->end / stride, n,
                                 least, greatest);
  while (n_known < n && !isnan (greatest[n_known]))
    n_known++;
  for (guint i = 0; i < n_known; i++)
    cairo_line_to (cr, axis->left + i + .5, to_y (scale, (double) greatest[i]));
  fill_to_middle (cr, color, scale, axis->left + .5, axis->left + n_known - .5);

  for (guint i = 0; i < n_known; i++)
    cairo_line_to (cr, axis->left + i + .5, to_y (scale, (double) greatest[i]));
  for (guint i = n_known; i-- > 0;)
    cairo_line_to (cr, axis->left + i + .5, to_y (scale, (double) least[i]));
  cairo_close_path (cr);
  exm_chart_colors_use (cr, color, .5);
  cairo_fill_preserve (cr);
  exm_chart_colors_use (cr, color, 1);
  cairo_set_line_width (cr, 1.1);
  cairo_stroke (cr);
}

static void
draw_curve (const ExmChartScene *scene,
            cairo_t *cr,
            const ExmChartSeries *series,
            const float *values,
            const GdkRGBA *color,
            double height)
{
  const Scale scale = { scene->rows.middle, height };
  double n_samples
      = (scene->axis.end - scene->axis.begin) / (double) scene->data->curves->stride;

  cairo_new_path (cr);
  if (n_samples * SPARSE < scene->axis.width)
    draw_points (scene, cr, values, color, &scale);
  else
    draw_envelope (scene, cr, series, color, &scale);
}

void
exm_chart_layer_curves (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartRows *rows = &scene->rows;
  const ExmChartAxis *axis = &scene->axis;

  cairo_save (cr);
  cairo_rectangle (cr, axis->left, rows->plot_top, axis->width,
                   rows->plot_bottom - rows->plot_top);
  cairo_clip (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (scene->shows & EXM_CHART_SHOWS_FS)
    draw_curve (scene, cr, scene->data->fs, scene->data->curves->fs, &scene->colors.fs,
                rows->up - 1);
  if (scene->shows & EXM_CHART_SHOWS_BS)
    draw_curve (scene, cr, scene->data->bs, scene->data->curves->bs, &scene->colors.bs,
                1 - rows->down);
  if (scene->shows & (EXM_CHART_SHOWS_FS | EXM_CHART_SHOWS_BS))
    {
      cairo_move_to (cr, axis->left, floor (rows->middle) + .5);
      cairo_rel_line_to (cr, axis->width, 0);
      exm_chart_colors_use (cr, &scene->colors.ink, .35);
      cairo_set_line_width (cr, 1);
      cairo_stroke (cr);
    }
  cairo_restore (cr);
}
