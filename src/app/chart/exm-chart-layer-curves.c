/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"

#include <math.h>

/* With fewer samples than a third of the pixels, each is a point of its own. */
#define SPARSE 3.0
#define LINE_WIDTH 1.4
#define FILL_ALPHA 0.22
#define ENVELOPE_ALPHA 0.45

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
  exm_chart_colors_use (cr, color, FILL_ALPHA);
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

  while (first < end && isnan (values[first]))
    first++;
  for (gsize k = first; k < end && !isnan (values[k]); k++)
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
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_stroke (cr);
}

/* One column of pixels: heights above the middle, pixels. */
typedef struct
{
  double least;
  double greatest;
  double line_low;
  double line_high;
} Column;

/* How much of the pixel from @y up lies between @low and @high. */
static double
cover (double y, double low, double high)
{
  return CLAMP (MIN (high, y + 1) - MAX (low, y), 0, 1);
}

static guint32
mix (const GdkRGBA *color, double alpha)
{
  guint a = (guint) (255 * alpha + .5);
  guint r = (guint) (255 * alpha * (double) color->red + .5);
  guint g = (guint) (255 * alpha * (double) color->green + .5);
  guint b = (guint) (255 * alpha * (double) color->blue + .5);

  return a << 24 | r << 16 | g << 8 | b;
}

static void
paint_column (
    const Column *column, const GdkRGBA *color, guint32 *pixel, int step, int n_rows)
{
  for (int y = 0; y < n_rows && y < column->line_high; y++)
    {
      double clear = (1 - FILL_ALPHA * cover (y, 0, column->greatest))
                     * (1 - ENVELOPE_ALPHA * cover (y, column->least, column->greatest))
                     * (1 - cover (y, column->line_low, column->line_high));
      *pixel = mix (color, 1 - clear);
      pixel += step;
    }
}

/* Rows upward from the middle, or downward if the scale goes that way. */
static void
paint_columns (const ExmChartScene *scene,
               cairo_surface_t *surface,
               const float *least,
               const float *greatest,
               guint n,
               const GdkRGBA *color,
               const Scale *scale)
{
  int stride = cairo_image_surface_get_stride (surface) / 4;
  int n_rows = cairo_image_surface_get_height (surface);
  double height = fabs (scale->height) * scene->density;
  double thick = LINE_WIDTH * scene->density, before = NAN;
  guint32 *pixels;

  cairo_surface_flush (surface);
  pixels = (guint32 *) (void *) cairo_image_surface_get_data (surface);
  for (guint i = 0; i < n; i++)
    {
      if (isnan (greatest[i]))
        continue;
      Column column = { height * (double) least[i], height * (double) greatest[i], 0, 0 };
      column.line_high = column.greatest;
      column.line_low = MAX (column.greatest - thick, 0);
      /* A line that climbs reaches from its neighbour's height to its own. */
      if (before > column.line_high)
        column.line_high = before;
      else if (before < column.line_low)
        column.line_low = before;
      before = column.greatest;
      gboolean up = scale->height > 0;
      paint_column (&column, color, pixels + i + (up ? (n_rows - 1) * stride : 0),
                    up ? -stride : stride, n_rows);
    }
  cairo_surface_mark_dirty (surface);
}

/* A pixel shows the least and the greatest value in it. Painted pixel by pixel: filling
 * and stroking a path of thousands of jags takes twenty times as long. */
static void
draw_envelope (const ExmChartScene *scene,
               cairo_t *cr,
               const ExmChartSeries *series,
               const GdkRGBA *color,
               const Scale *scale)
{
  const ExmChartAxis *axis = &scene->axis;
  double stride = (double) scene->data->curves->stride;
  guint n = (guint) MAX (axis->width * scene->density, 1);
  int n_rows = (int) ceil (fabs (scale->height) * scene->density) + 1;
  g_autofree float *least = g_new (float, n);
  g_autofree float *greatest = g_new (float, n);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) n, n_rows);

  exm_chart_series_get_envelope (series, axis->begin / stride, axis->end / stride, n,
                                 least, greatest);
  paint_columns (scene, surface, least, greatest, n, color, scale);
  cairo_surface_set_device_scale (surface, scene->density, scene->density);
  double top = scale->height > 0 ? scale->middle - n_rows / (double) scene->density
                                 : scale->middle;
  cairo_set_source_surface (cr, surface, axis->left, top);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

static void
draw_curve (const ExmChartScene *scene,
            cairo_t *cr,
            const ExmChartSeries *series,
            const float *values,
            const GdkRGBA *color,
            double height)
{
  const Scale scale = { floor (scene->rows.middle), height };
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
