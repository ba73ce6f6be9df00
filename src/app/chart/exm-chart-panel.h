/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart with its tools: a legend that shows and hides, more lanes, how it is
 * measured, copying.
 *
 * Properties: "chart" (the #ExmCurveChart, read only), "window" (width of the windows,
 * 1 … 256), "sensitivity" (−2 … 2, see #ExmMethodInput), "literal" (windows at the same
 * distance from the ends; then FS and BS decide, not C(x)), "folded" (only the strip of
 * the page), "compact" (the legend without words), "page-name" (for copies). The first
 * three say what the user asks for; whoever owns the panel works out the data for them.
 * Main thread. */

#pragma once

#include "app/chart/exm-curve-chart.h"

G_BEGIN_DECLS

/* Signal: "copied" (gboolean as_svg: else as CSV; the clipboard has the curves now). */
#define EXM_TYPE_CHART_PANEL (exm_chart_panel_get_type ())
G_DECLARE_FINAL_TYPE (ExmChartPanel, exm_chart_panel, EXM, CHART_PANEL, GtkBox)

GtkWidget *exm_chart_panel_new (void);

/**
 * exm_chart_panel_get_chart:
 *
 * Returns: (transfer none): the chart
 */
ExmCurveChart *exm_chart_panel_get_chart (ExmChartPanel *self);

/**
 * exm_chart_panel_set_data:
 * @data: (nullable): as for exm_curve_chart_set_data(); its lanes can be added
 */
void exm_chart_panel_set_data (ExmChartPanel *self, ExmChartData *data);

/**
 * exm_chart_panel_set_lanes:
 * @lanes: (nullable): see exm_curve_chart_set_lanes()
 * @owner: (nullable): whose they are, in words, for the legend
 */
void
exm_chart_panel_set_lanes (ExmChartPanel *self, ExmChartLanes *lanes, const char *owner);

G_END_DECLS
