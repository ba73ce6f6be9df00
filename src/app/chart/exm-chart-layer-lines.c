/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"

#include <math.h>

#define TICK_HEIGHT 5.0
#define LEAST_TICK_GAP 2.5
#define NUMBER_SIZE 10.0
#define NUMBER_ROOM 56.0
#define NUMBER_GAP 10.0

static gboolean
clip_span (const ExmChartAxis *axis, const ExmChartSpan *span, double *px, double *width)
{
  double begin = MAX (exm_chart_axis_to_px (axis, span->begin), axis->left);
  double end = MIN (exm_chart_axis_to_px (axis, span->end), axis->left + axis->width);

  *px = begin;
  *width = MAX (end - begin, 1);
  return span->end > axis->begin && span->begin < axis->end;
}

void
exm_chart_trace_spans (
    const ExmChartAxis *axis, cairo_t *cr, const GArray *spans, double y, double height)
{
  double open = 0, until = -1;

  for (guint i = 0; i < spans->len; i++)
    {
      double px, width;
      if (!clip_span (axis, &g_array_index (spans, ExmChartSpan, i), &px, &width))
        continue;
      if (until >= 0 && px > until + 1)
        {
          cairo_rectangle (cr, open, y, until - open, height);
          open = px;
        }
      else if (until < 0)
        open = px;
      until = MAX (until, px + width);
    }
  if (until >= 0)
    cairo_rectangle (cr, open, y, until - open, height);
}

/* Every line whose number is a multiple of the step. */
static void
draw_numbers (const ExmChartScene *scene, cairo_t *cr, guint first, guint last)
{
  const ExmChartAxis *axis = &scene->axis;
  double until = axis->left;
  const double room = NUMBER_ROOM * scene->rows.scale;
  guint step = exm_chart_axis_step (room, last - first + 1, axis->width);

  for (guint line = first / step * step + step - 1; line <= last; line += step)
    {
      double px
          = exm_chart_axis_to_px (axis, exm_chart_data_get_start (scene->data, line));
      if (px < until || px > axis->left + axis->width - room / 2)
        continue;
      g_autofree char *number = g_strdup_printf ("%u", line + 1);
      g_autoptr (PangoLayout) text
          = exm_chart_text_new (scene, number, NUMBER_SIZE, FALSE);
      int width;
      pango_layout_get_pixel_size (text, &width, NULL);
      exm_chart_colors_use (cr, &scene->colors.ink, .75);
      cairo_move_to (cr, px + 1, scene->rows.ticks_top + TICK_HEIGHT);
      pango_cairo_show_layout (cr, text);
      until = px + width + NUMBER_GAP;
    }
}

/* Lines that lie closer than ticks can be told apart are passed over without being looked
 * at. */
static void
draw_ticks (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartData *data = scene->data;
  const ExmChartAxis *axis = &scene->axis;
  guint row = exm_chart_data_find_row (data, axis->begin);
  guint last = exm_chart_data_find_row (data, axis->end);

  while (row <= last)
    {
      double px
          = exm_chart_axis_to_px (axis, exm_chart_data_get_start (data, data->rows[row]));
      if (px >= axis->left - .5 && px <= axis->left + axis->width + .5)
        {
          cairo_move_to (cr, floor (px) + .5, scene->rows.ticks_top);
          cairo_rel_line_to (cr, 0, TICK_HEIGHT);
        }
      guint next = exm_chart_data_find_row (
          data, exm_chart_axis_to_x (axis, px + LEAST_TICK_GAP));
      row = MAX (row + 1, next);
    }
  exm_chart_colors_use (cr, &scene->colors.seen, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  draw_numbers (scene, cr, data->rows[exm_chart_data_find_row (data, axis->begin)],
                data->rows[last]);
}

void
exm_chart_layer_lines (const ExmChartScene *scene, cairo_t *cr)
{
  cairo_new_path (cr);
  if (scene->rows.seen_height > 0)
    {
      exm_chart_trace_spans (&scene->axis, cr, scene->data->seen, scene->rows.seen_top,
                             scene->rows.seen_height);
      exm_chart_colors_use (cr, &scene->colors.seen, 1);
      cairo_fill (cr);
    }
  if (scene->data->n_rows > 0)
    draw_ticks (scene, cr);
}

/* Finds the part of a line in one column of pixels; %FALSE if no row lies there. */
static gboolean
get_bounds (const ExmChartScene *scene,
            const ExmChartSeries *series,
            guint column,
            double *least,
            double *greatest)
{
  const ExmChartAxis *axis = &scene->axis;
  float low, high;
  guint first = exm_chart_data_find_row (scene->data,
                                         exm_chart_axis_to_x (axis, axis->left + column));
  guint last = exm_chart_data_find_row (
      scene->data, exm_chart_axis_to_x (axis, axis->left + column + .99));

  if (!exm_chart_series_get_bounds (series, first, last + 1, &low, &high))
    return FALSE;
  *least = (double) low;
  *greatest = (double) high;
  return TRUE;
}

/* @sign: 0: what is above 0, upward; 1: what is below, downward. @height: of 1. */
static void
trace_lane (const ExmChartScene *scene,
            cairo_t *cr,
            const ExmChartLane *lane,
            guint sign,
            double foot,
            double height)
{
  guint n = (guint) scene->axis.width;

  for (guint i = 0; i < n; i++)
    {
      double least, greatest;
      if (!get_bounds (scene, lane->series, i, &least, &greatest))
        continue;
      double value = sign == 0 ? MAX (greatest, 0) : MIN (least, 0);
      double size = CLAMP (value / lane->full, -1, 1) * height;
      if (size != 0)
        cairo_rectangle (cr, scene->axis.left + i, foot - MAX (size, 0), 1, fabs (size));
    }
}

static void
draw_lane (const ExmChartScene *scene,
           cairo_t *cr,
           const ExmChartLane *lane,
           double middle)
{
  double half = scene->rows.lane_height / 2 - 1;
  double foot = lane->is_evidence ? middle : middle + half;

  for (guint sign = 0; sign < 2; sign++)
    {
      trace_lane (scene, cr, lane, sign, foot, lane->is_evidence ? half : 2 * half);
      exm_chart_colors_use (cr,
                            !lane->is_evidence ? &scene->colors.ink
                            : sign == 0        ? &scene->colors.body
                                               : &scene->colors.seen,
                            lane->is_evidence ? 1 : .6);
      cairo_fill (cr);
      /* Nothing is below the foot of what is only measured. */
      if (!lane->is_evidence)
        break;
    }
  cairo_move_to (cr, scene->axis.left, floor (foot) + .5);
  cairo_rel_line_to (cr, scene->axis.width, 0);
  exm_chart_colors_use (cr, &scene->colors.ink, .2);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

void
exm_chart_layer_lanes (const ExmChartScene *scene, cairo_t *cr)
{
  for (guint i = 0; i < scene->lanes->len && scene->data->n_rows > 0; i++)
    {
      guint lane = g_array_index (scene->lanes, guint, i);
      cairo_new_path (cr);
      draw_lane (scene, cr, exm_chart_lanes_get (scene->all_lanes, lane),
                 scene->rows.lanes_top + (i + .5) * scene->rows.lane_height);
    }
}

static void
hatch (const ExmChartScene *scene, cairo_t *cr, double left, double right)
{
  double top = scene->rows.plot_top, bottom = scene->rows.plot_bottom;

  cairo_clip (cr);
  for (double px = left - (bottom - top); px < right; px += 6)
    {
      cairo_move_to (cr, px, bottom);
      cairo_line_to (cr, px + (bottom - top), top);
    }
  exm_chart_colors_use (cr, &scene->colors.ink, .5);
  cairo_set_line_width (cr, 1.2);
  cairo_stroke (cr);
}

void
exm_chart_layer_body (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartAxis *axis = &scene->axis;
  const ExmChartRows *rows = &scene->rows;
  double height = rows->plot_bottom - rows->plot_top;
  double left = MAX (scene->solid[0], axis->left);
  double right = MIN (scene->solid[1], axis->left + axis->width);

  if (scene->lines[0] == EXM_NONE || scene->lines[1] == EXM_NONE || right <= left)
    return;
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_rectangle (cr, left, rows->plot_top, right - left, height);
  exm_chart_colors_use (cr, &scene->colors.body_tint, 1);
  cairo_fill_preserve (cr);
  cairo_clip (cr);
  exm_chart_trace_spans (&scene->axis, cr, scene->data->trimmed, rows->plot_top, height);
  if (cairo_has_current_point (cr))
    hatch (scene, cr, left, right);
  cairo_restore (cr);
}
