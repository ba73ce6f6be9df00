/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines that a boundary goes to when it is dragged or stepped. Pure; any thread. */

#pragma once

#include "app/chart/exm-chart-data.h"

G_BEGIN_DECLS

/**
 * exm_chart_snap_to_line:
 * @tail: the end of the body, which lies at ends of lines, not at starts
 * @x: a position in characters
 *
 * O(log lines).
 *
 * Returns: the line whose edge is nearest, %EXM_NONE if the page has no text
 */
guint exm_chart_snap_to_line (const ExmChartData *data, gboolean tail, double x);

/**
 * exm_chart_snap_to_extremum:
 * @tail: look for a maximum of C(x), not a minimum
 * @x: a position in characters
 * @reach: how far from it, characters
 *
 * Returns: the line at whose edge C(x) has its most extreme turn within reach, %EXM_NONE
 *   if it does not turn there
 */
guint exm_chart_snap_to_extremum (const ExmChartData *data,
                                  gboolean tail,
                                  double x,
                                  double reach);

/**
 * exm_chart_snap:
 * @reach: of the magnets, characters; 0 for none
 * @other: line of the other boundary, %EXM_NONE if there is none: it is not passed
 *
 * Returns: the line of a boundary that is dragged to @x
 */
guint exm_chart_snap (
    const ExmChartData *data, gboolean tail, double x, double reach, guint other);

/**
 * exm_chart_snap_step:
 * @line: where the boundary is
 * @n: lines forward; below 0: backward; lines that take no room do not count
 * @other: line of the other boundary, %EXM_NONE if there is none: it is not passed
 *
 * Returns: the line of the boundary afterwards
 */
guint exm_chart_snap_step (
    const ExmChartData *data, gboolean tail, guint line, int n, guint other);

G_END_DECLS
