/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Axis of the chart: from characters of the page to pixels, and back. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmChartAxis:
 * @begin: first character that is seen; may lie between two
 * @end: the end of what is seen; above @begin
 * @left: where @begin lies, pixels
 * @width: pixels from @begin to @end
 */
typedef struct
{
  double begin;
  double end;
  double left;
  double width;
} ExmChartAxis;

/**
 * exm_chart_axis_to_px:
 * @x: a position in characters
 *
 * Returns: pixels; beyond the axis's ends for what is not seen
 */
double exm_chart_axis_to_px (const ExmChartAxis *self, double x);

/**
 * exm_chart_axis_to_x:
 * @px: pixels
 *
 * Returns: a position in characters
 */
double exm_chart_axis_to_x (const ExmChartAxis *self, double px);

/**
 * exm_chart_axis_step:
 * @room: pixels that a label needs
 * @n: how many things there are
 * @span: pixels that they take together
 *
 * Returns: 1, 2, 5, 10, 20, 50 …: each how manieth of them can have a label
 */
guint exm_chart_axis_step (double room, guint n, double span);

G_END_DECLS
