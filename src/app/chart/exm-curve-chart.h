/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart of a target page: FS and BS, C(x), the lines seen in the example, the body
 * and its two boundaries, which can be dragged and stepped; below, the whole page.
 *
 * Properties: "head" and "tail" (lines where the flags stand, %EXM_NONE for none),
 * "hover-line" (the line that is highlighted, %EXM_NONE for none), "busy" (keeps the last
 * picture, dimmed, and says so after a while), "folded" (only the strip of the page),
 * "show-fs", "show-bs", "show-c", "show-seen", "range" (the #ExmChartRange, read only).
 *
 * Signals: "boundary-moving" (gboolean tail, guint line) while a flag is on its way, and
 * with the line where it began after Esc; "boundary-moved" (the same) when it has arrived
 * elsewhere; "line-hovered" (guint line), %EXM_NONE when the pointer leaves;
 * "line-activated" (guint line), "lanes-shown-changed"
 * (exm_curve_chart_get_lane_shown())
 *
 * Text runs from left to right in every language: so does the chart. Main thread. */

#pragma once

#include "app/chart/exm-chart-data.h"
#include "app/chart/exm-chart-range.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_CURVE_CHART (exm_curve_chart_get_type ())
G_DECLARE_FINAL_TYPE (ExmCurveChart, exm_curve_chart, EXM, CURVE_CHART, GtkWidget)

/* A page whose body is less of it than this is opened enlarged to the body. */
#define EXM_CHART_SMALL_BODY 0.4

/**
 * exm_curve_chart_set_data:
 * @data: (nullable): what to show
 *
 * The flags go to the boundaries that @data has chosen, unless one is being dragged;
 * for others set "head" and "tail" afterwards. The range is kept for data of the same
 * page; a new page is shown whole, or its body, if that is small.
 */
void exm_curve_chart_set_data (ExmCurveChart *self, ExmChartData *data);

/**
 * exm_curve_chart_get_data:
 *
 * Returns: (transfer none) (nullable): what is shown
 */
ExmChartData *exm_curve_chart_get_data (ExmCurveChart *self);

/**
 * exm_curve_chart_set_lanes:
 * @lanes: (nullable): of another result for the same page, shown in place of those of the
 *   data; not while the data are of a page of another length
 */
void exm_curve_chart_set_lanes (ExmCurveChart *self, ExmChartLanes *lanes);

/* Returns: (transfer none) (nullable): the lanes that can be shown */
ExmChartLanes *exm_curve_chart_get_lanes (ExmCurveChart *self);

/**
 * exm_curve_chart_get_range:
 *
 * Returns: (transfer none): which part of the page is seen; shared with whoever wants
 */
ExmChartRange *exm_curve_chart_get_range (ExmCurveChart *self);

guint exm_curve_chart_get_head (ExmCurveChart *self);
guint exm_curve_chart_get_tail (ExmCurveChart *self);

/**
 * exm_curve_chart_set_boundary:
 * @tail: the end, not the start
 * @line: where the flag goes, %EXM_NONE for none
 *
 * Nothing is emitted but the property's notification.
 */
void exm_curve_chart_set_boundary (ExmCurveChart *self, gboolean tail, guint line);

/**
 * exm_curve_chart_show_ghost:
 * @head: where the body started
 * @tail: where it ended
 *
 * Dots show for two seconds where the flags stood, as far as they stand elsewhere now.
 */
void exm_curve_chart_show_ghost (ExmCurveChart *self, guint head, guint tail);

/**
 * exm_curve_chart_set_lane_shown:
 * @id: of a lane
 *
 * Lanes keep being shown for later data, or other lanes, that have them.
 */
void exm_curve_chart_set_lane_shown (ExmCurveChart *self, const char *id, gboolean shown);
gboolean exm_curve_chart_get_lane_shown (ExmCurveChart *self, const char *id);

/**
 * exm_curve_chart_fit_body:
 *
 * Enlarges to the body, with a little around it; all of the page if there is no body.
 */
void exm_curve_chart_fit_body (ExmCurveChart *self);
void exm_curve_chart_fit_all (ExmCurveChart *self);

/**
 * exm_curve_chart_zoom:
 * @factor: above 1: nearer, about the middle of what is seen
 */
void exm_curve_chart_zoom (ExmCurveChart *self, double factor);

/**
 * exm_curve_chart_reset_boundary:
 * @tail: the end, not the start
 *
 * Puts a flag back to its ring, with "boundary-moved".
 */
void exm_curve_chart_reset_boundary (ExmCurveChart *self, gboolean tail);

/**
 * exm_curve_chart_holds_flag:
 *
 * Returns: whether a flag is on its way, by pointer or by keys
 */
gboolean exm_curve_chart_holds_flag (ExmCurveChart *self);

/**
 * exm_curve_chart_settle_flag:
 *
 * A flag that keys have moved stands where it is from now on, without the pause in which
 * another key would have moved it on.
 */
void exm_curve_chart_settle_flag (ExmCurveChart *self);

/**
 * exm_curve_chart_get_flag:
 *
 * Returns: (transfer none): the widget that stands for a flag: its focus, its place, and
 *   what assistive tools are told of it
 */
GtkWidget *exm_curve_chart_get_flag (ExmCurveChart *self, gboolean tail);

G_END_DECLS
