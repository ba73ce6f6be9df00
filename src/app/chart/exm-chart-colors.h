/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart's colours, light or dark as the surroundings are. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * ExmChartColors:
 * @ink: the foreground
 * @paper: what @ink is written on
 * @fs: forward similarity and the body's start
 * @bs: backward similarity and the body's end
 * @body: the body
 * @body_tint: the body as a surface
 * @seen: lines seen in the example, line ticks
 */
typedef struct
{
  GdkRGBA ink;
  GdkRGBA paper;
  GdkRGBA fs;
  GdkRGBA bs;
  GdkRGBA body;
  GdkRGBA body_tint;
  GdkRGBA seen;
} ExmChartColors;

/**
 * exm_chart_colors_get:
 * @widget: where the chart is
 *
 * The named colours exm_fs, exm_bs, exm_body, exm_body_tint and exm_seen of the
 * application's style sheets; where a sheet does not name one, the light or the dark one
 * that goes with the foreground. Main thread.
 */
void exm_chart_colors_get (GtkWidget *widget, ExmChartColors *colors);

/**
 * exm_chart_colors_use:
 * @alpha: 0 … 1, times that of @color
 */
void exm_chart_colors_use (cairo_t *cr, const GdkRGBA *color, double alpha);

G_END_DECLS
