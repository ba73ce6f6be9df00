/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Scene of a chart at one moment, and its layers, from back to front. A layer draws
 * one thing and knows nothing of widgets. Main thread. */

#pragma once

#include "app/chart/exm-chart-axis.h"
#include "app/chart/exm-chart-colors.h"
#include "app/chart/exm-chart-data.h"

G_BEGIN_DECLS

/* Height of the chart folded to its strip. */
#define EXM_CHART_FOLDED_HEIGHT 16

typedef enum
{
  EXM_CHART_SHOWS_FS = 1 << 0,
  EXM_CHART_SHOWS_BS = 1 << 1,
  EXM_CHART_SHOWS_C = 1 << 2,
  EXM_CHART_SHOWS_SEEN = 1 << 3,
} ExmChartShows;

/**
 * ExmChartRows:
 * @scale: of texts, and of what holds them: 1 unless the operator wants large text
 * @plot_top: below the flags' tags
 * @plot_bottom: above the strip
 * @middle: the line that FS rises from and BS hangs from
 * @up: height of FS at 1; 0 if it is not shown
 * @down: height of BS at 1; 0 if it is not shown
 * @c_top: where C(x) is greatest
 * @c_height: 0 if it is not shown
 * @lanes_top: the first of the lanes
 * @lane_height: of each
 * @seen_top: the strip of seen lines
 * @seen_height: 0 if it is not shown
 * @ticks_top: line ticks, and line numbers below them
 * @strip_top: the page as a strip
 * @strip_height: its height
 *
 * Rows from top to bottom, pixels.
 */
typedef struct
{
  double scale;
  double plot_top;
  double plot_bottom;
  double middle;
  double up;
  double down;
  double c_top;
  double c_height;
  double lanes_top;
  double lane_height;
  double seen_top;
  double seen_height;
  double ticks_top;
  double strip_top;
  double strip_height;
} ExmChartRows;

/**
 * exm_chart_rows_init:
 * @height: of the chart, pixels
 * @shows: #ExmChartShows
 * @n_lanes: lanes beside the curves
 * @scale: of texts
 */
void exm_chart_rows_init (
    ExmChartRows *rows, double height, guint shows, guint n_lanes, double scale);

/**
 * exm_chart_rows_get_least:
 * @scale: of texts
 *
 * Returns: the height that a chart with so many lanes needs at least, pixels
 */
int exm_chart_rows_get_least (guint n_lanes, double scale);

/**
 * ExmChartScene:
 * @data: what is shown
 * @axis: where it lies sideways
 * @rows: where it lies upright
 * @colors: in which colours
 * @fonts: for texts
 * @density: pixels of the screen in a pixel of ours, each way
 * @shows: #ExmChartShows, as far as there are data for them
 * @all_lanes: (nullable): the lanes that there are
 * @lanes: (element-type guint): those of them that are shown, by their number
 * @lines: lines of head and tail as the flags stand, %EXM_NONE for none
 * @ghosts: lines where the flags stood a moment ago, %EXM_NONE for none
 * @edges: where the flags stand, pixels: on their way, not always at a line
 * @solid: where the boundaries are, pixels
 * @focused: the flag that has the focus, -1 for none
 * @hover: the line under a pointer somewhere, %EXM_NONE for none
 */
typedef struct
{
  const ExmChartData *data; /* (unowned) */
  ExmChartAxis axis;
  ExmChartRows rows;
  ExmChartColors colors;
  PangoContext *fonts; /* (unowned) */
  int density;
  guint shows;
  const ExmChartLanes *all_lanes; /* (unowned) (nullable) */
  const GArray *lanes;            /* (unowned) */
  guint lines[2];
  guint ghosts[2];
  double edges[2];
  double solid[2];
  int focused;
  guint hover;
} ExmChartScene;

/* FS upward and BS downward from one line, so that the article is a waist. */
void exm_chart_layer_curves (const ExmChartScene *scene, cairo_t *cr);

/* C(x), of which the chosen body is the greatest rise. */
void exm_chart_layer_evidence (const ExmChartScene *scene, cairo_t *cr);

/* Rings at the chosen head and tail on C(x); they stay where a flag is dragged away. */
void exm_chart_layer_rings (const ExmChartScene *scene, cairo_t *cr);

/* Contributions of other lanes to the evidence: for the body upward, against it
 * downward. Measures of a method rise from the lane's foot. */
void exm_chart_layer_lanes (const ExmChartScene *scene, cairo_t *cr);

/* Lines that the example has too, where lines begin, and their numbers. */
void exm_chart_layer_lines (const ExmChartScene *scene, cairo_t *cr);

/* The body as a surface, what is trimmed out of it hatched. */
void exm_chart_layer_body (const ExmChartScene *scene, cairo_t *cr);

/* The names of the rows in the gutter. */
void exm_chart_layer_labels (const ExmChartScene *scene, cairo_t *cr);

/* Head and tail as they were, as far as they are elsewhere now: dots. */
void exm_chart_layer_ghosts (const ExmChartScene *scene, cairo_t *cr);

/* Head and tail: a line each, with a bracket and words to take hold of. */
void exm_chart_layer_flags (const ExmChartScene *scene, cairo_t *cr);

/**
 * exm_chart_flags_get_tags:
 * @lefts: (out): where the tags of start and end begin, pixels
 * @widths: (out): how wide they are, pixels
 *
 * Tags never lie on one another, nor on the other's line, unless both flags stand at one
 * place at the edge of the chart.
 */
void
exm_chart_flags_get_tags (const ExmChartScene *scene, double lefts[2], double widths[2]);

/* The line under the pointer. */
void exm_chart_layer_hover (const ExmChartScene *scene, cairo_t *cr);

/* The whole page, and which part of it is seen. @folded: it is all there is. */
void exm_chart_layer_overview (const ExmChartScene *scene, cairo_t *cr, gboolean folded);

/**
 * exm_chart_layer_bubble:
 * @px: what it speaks of
 * @line: number and beginning of this line
 * @accent: (nullable): colour of its edge
 */
void exm_chart_layer_bubble (const ExmChartScene *scene,
                             cairo_t *cr,
                             double px,
                             double y,
                             guint line,
                             const GdkRGBA *accent);

/**
 * exm_chart_trace_spans:
 * @spans: (element-type ExmChartSpan): ascending
 *
 * Adds a rectangle a stretch to the path. Stretches closer than a pixel become one: there
 * may be a hundred thousand.
 */
void exm_chart_trace_spans (
    const ExmChartAxis *axis, cairo_t *cr, const GArray *spans, double y, double height);

/**
 * exm_chart_scene_measure_gutter:
 *
 * Returns: how much room the names of the rows need, pixels
 */
double exm_chart_scene_measure_gutter (const ExmChartScene *scene);

/**
 * exm_chart_text_new:
 * @size: pixels, at the usual size of text
 *
 * Returns: (transfer full): a text ready to be drawn
 */
PangoLayout *exm_chart_text_new (const ExmChartScene *scene,
                                 const char *text,
                                 double size,
                                 gboolean bold);

G_END_DECLS
