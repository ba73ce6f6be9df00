/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of values that is asked for its least and greatest value over any stretch, as
 * often as a picture is drawn. A pyramid of least and greatest values makes the answer
 * independent of the length. Immutable. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmChartSeries ExmChartSeries;

/**
 * exm_chart_series_new:
 * @values: (array length=n): must live as long as the series; NaN where there is none
 * @n: how many
 *
 * Any thread; O(n), a third of a value more in memory for each.
 *
 * Returns: (transfer full): the series
 */
ExmChartSeries *exm_chart_series_new (const float *values, gsize n);

void exm_chart_series_free (ExmChartSeries *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmChartSeries, exm_chart_series_free)

/**
 * exm_chart_series_get_bounds:
 * @first: first value
 * @end: one past the last; both are clipped to the series
 * @least: (out): unset unless %TRUE
 * @greatest: (out): unset unless %TRUE
 *
 * O(log n).
 *
 * Returns: whether there is a value in the stretch
 */
gboolean exm_chart_series_get_bounds (
    const ExmChartSeries *self, gsize first, gsize end, float *least, float *greatest);

/**
 * exm_chart_series_get_envelope:
 * @begin: where the first column begins, in values; may lie between two
 * @end: where the last column ends
 * @n_columns: how many
 * @least: (out caller-allocated) (array length=n_columns): NaN where nothing is
 * @greatest: (out caller-allocated) (array length=n_columns): NaN where nothing is
 *
 * Column c shows the values from floor(begin + c·step), at least one, up to its end: so
 * a column narrower than a value shows the value that it lies in.
 */
void exm_chart_series_get_envelope (const ExmChartSeries *self,
                                    double begin,
                                    double end,
                                    guint n_columns,
                                    float *least,
                                    float *greatest);

G_END_DECLS
