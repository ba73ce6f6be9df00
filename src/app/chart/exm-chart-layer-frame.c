/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-scene.h"
#include "app/chart/exm-lane-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define LABEL_SIZE 11.0
#define LEAST_GUTTER 40.0
#define GREATEST_GUTTER 92.0
#define LABEL_GAP 10.0

typedef struct
{
  const char *words;
  const GdkRGBA *color;
  double middle;
  gboolean bold;
} Label;

static guint
list_labels (const ExmChartScene *scene, Label *labels)
{
  const ExmChartRows *rows = &scene->rows;
  const ExmChartColors *colors = &scene->colors;
  guint n = 0;

  if (scene->shows & EXM_CHART_SHOWS_FS)
    labels[n++] = (Label){ "FS ▲", &colors->fs, rows->middle - rows->up / 2, TRUE };
  if (scene->shows & EXM_CHART_SHOWS_BS)
    labels[n++] = (Label){ "BS ▼", &colors->bs, rows->middle + rows->down / 2, TRUE };
  if (scene->shows & EXM_CHART_SHOWS_C)
    labels[n++] = (Label){ "C(x)", &colors->ink, rows->c_top + rows->c_height / 2, TRUE };
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      guint lane = g_array_index (scene->lanes, guint, i);
      labels[n++] = (Label){
        exm_lane_describe (exm_chart_lanes_get (scene->all_lanes, lane)->id),
        &colors->ink,
        rows->lanes_top + (i + .5) * rows->lane_height,
        FALSE,
      };
    }
  if (rows->seen_height > 0)
    /* translators: lines of the page that occur in the example; a short label */
    labels[n++] = (Label){ _ ("Seen"), &colors->ink,
                           rows->seen_top + rows->seen_height / 2, FALSE };
  return n;
}

double
exm_chart_scene_measure_gutter (const ExmChartScene *scene)
{
  g_autofree Label *labels = g_new (Label, scene->lanes->len + 4);
  guint n = list_labels (scene, labels);
  const double scale = scene->rows.scale;
  double gutter = LEAST_GUTTER * scale;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) text
          = exm_chart_text_new (scene, labels[i].words, LABEL_SIZE, labels[i].bold);
      int width;
      pango_layout_get_pixel_size (text, &width, NULL);
      gutter = MAX (gutter, width + 2 * LABEL_GAP);
    }
  return MIN (gutter, GREATEST_GUTTER * scale);
}

void
exm_chart_layer_labels (const ExmChartScene *scene, cairo_t *cr)
{
  g_autofree Label *labels = g_new (Label, scene->lanes->len + 4);
  guint n = list_labels (scene, labels);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PangoLayout) text
          = exm_chart_text_new (scene, labels[i].words, LABEL_SIZE, labels[i].bold);
      int height;
      pango_layout_set_width (text,
                              (int) (scene->axis.left - LABEL_GAP - 2) * PANGO_SCALE);
      pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_END);
      pango_layout_get_pixel_size (text, NULL, &height);
      cairo_move_to (cr, LABEL_GAP, labels[i].middle - height / 2.0);
      exm_chart_colors_use (cr, labels[i].color,
                            labels[i].color == &scene->colors.ink ? .8 : 1);
      pango_cairo_show_layout (cr, text);
    }
}

void
exm_chart_layer_hover (const ExmChartScene *scene, cairo_t *cr)
{
  const ExmChartAxis *axis = &scene->axis;

  if (scene->hover >= scene->data->n_lines)
    return;
  double left
      = exm_chart_axis_to_px (axis, exm_chart_data_get_start (scene->data, scene->hover));
  double right
      = exm_chart_axis_to_px (axis, exm_chart_data_get_end (scene->data, scene->hover));
  left = MAX (left, axis->left);
  right = MIN (MAX (right, left + 2), axis->left + axis->width);
  if (right <= left)
    return;
  cairo_new_path (cr);
  cairo_rectangle (cr, left, scene->rows.plot_top, right - left,
                   scene->rows.plot_bottom - scene->rows.plot_top);
  exm_chart_colors_use (cr, &scene->colors.ink, .16);
  cairo_fill (cr);
}

static void
trace_stretch (
    const ExmChartAxis *whole, cairo_t *cr, double begin, double end, double y, double h)
{
  double left = exm_chart_axis_to_px (whole, begin);
  double right = exm_chart_axis_to_px (whole, end);
  cairo_rectangle (cr, left, y, MAX (right - left, 1), h);
}

static void
draw_body (const ExmChartScene *scene,
           const ExmChartAxis *whole,
           cairo_t *cr,
           double y,
           double h)
{
  const ExmChartData *data = scene->data;

  if (scene->lines[0] == EXM_NONE || scene->lines[1] == EXM_NONE)
    return;
  double begin = exm_chart_data_get_start (data, scene->lines[0]);
  double end = exm_chart_data_get_end (data, scene->lines[1]);
  trace_stretch (whole, cr, begin, end, y, h);
  exm_chart_colors_use (cr, &scene->colors.paper, 1);
  cairo_fill_preserve (cr);
  exm_chart_colors_use (cr, &scene->colors.body, .75);
  cairo_fill_preserve (cr);
  cairo_save (cr);
  cairo_clip (cr);
  exm_chart_trace_spans (whole, cr, data->trimmed, y + h / 4, h / 2);
  exm_chart_colors_use (cr, &scene->colors.paper, .8);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* The part that is not seen is dimmed; the box's uprights can be taken hold of. */
static void
draw_box (const ExmChartScene *scene,
          const ExmChartAxis *whole,
          cairo_t *cr,
          double y,
          double h)
{
  double left = exm_chart_axis_to_px (whole, scene->axis.begin);
  double right = exm_chart_axis_to_px (whole, scene->axis.end);

  cairo_rectangle (cr, whole->left, y, left - whole->left, h);
  cairo_rectangle (cr, right, y, whole->left + whole->width - right, h);
  exm_chart_colors_use (cr, &scene->colors.paper, .55);
  cairo_fill (cr);
  cairo_rectangle (cr, floor (left) + 1, y, MAX (floor (right - left) - 2, 2), h);
  exm_chart_colors_use (cr, &scene->colors.ink, .85);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

void
exm_chart_layer_overview (const ExmChartScene *scene, cairo_t *cr, gboolean folded)
{
  const ExmChartData *data = scene->data;
  const ExmChartAxis whole = { 0, MAX ((double) data->curves->n_chars, 1),
                               scene->axis.left, scene->axis.width };
  double y = folded ? 1.5 : scene->rows.strip_top + .5;
  double h = folded ? EXM_CHART_FOLDED_HEIGHT - 3 : scene->rows.strip_height - 1;

  cairo_new_path (cr);
  exm_chart_trace_spans (&whole, cr, data->seen, y, h);
  exm_chart_colors_use (cr, &scene->colors.seen, .3);
  cairo_fill (cr);
  draw_body (scene, &whole, cr, y, h);
  cairo_rectangle (cr, whole.left + .5, y, whole.width - 1, h);
  exm_chart_colors_use (cr, &scene->colors.ink, .4);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  if (!folded)
    draw_box (scene, &whole, cr, y, h);
}
