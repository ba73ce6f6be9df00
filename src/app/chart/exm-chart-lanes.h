/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The lanes of one result, ready to be drawn: of the method that a chart is about, or of
 * another one that is looked at beside it. Immutable, reference counted, usable from any
 * thread; made on a thread of the pool. */

#pragma once

#include "app/chart/exm-chart-series.h"
#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * ExmChartLane:
 * @id: its name, see exm_lane_describe()
 * @full: the value that fills half of the lane's height
 * @is_evidence: values speak for the body (above 0) or against it (below); else they
 *   only say what was measured, in units of the method's own
 * @values: (owned): one a row
 * @series: (owned): answers without reading @values through
 */
typedef struct
{
  const char *id;
  double full;
  gboolean is_evidence;
  float *values;
  ExmChartSeries *series;
} ExmChartLane;

/**
 * ExmChartLanes:
 * @result: whose lanes they are
 * @n_rows: lines of the page that take room in its text
 * @lanes: (element-type ExmChartLane): in the order of the result
 */
typedef struct
{
  ExmResult *result; /* (owned) */
  guint n_rows;
  GArray *lanes; /* (owned) */
} ExmChartLanes;

/**
 * exm_chart_lanes_new:
 * @page: the page that @result is about
 *
 * Any thread; O(lines · lanes).
 *
 * Returns: (transfer full): its lanes
 */
ExmChartLanes *exm_chart_lanes_new (const ExmPageText *page, ExmResult *result);

ExmChartLanes *exm_chart_lanes_ref (ExmChartLanes *self);
void exm_chart_lanes_unref (ExmChartLanes *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmChartLanes, exm_chart_lanes_unref)

/* Returns: (transfer none): the lane at @index, which there must be */
const ExmChartLane *exm_chart_lanes_get (const ExmChartLanes *self, guint index);

/**
 * exm_chart_lanes_are_alike:
 * @other: (nullable)
 *
 * Returns: whether both are of the same method and have the same names
 */
gboolean exm_chart_lanes_are_alike (const ExmChartLanes *self,
                                    const ExmChartLanes *other);

G_END_DECLS
