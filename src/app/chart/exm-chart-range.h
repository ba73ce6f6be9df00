/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the page that is seen: one object that all views of it share. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_CHART_RANGE (exm_chart_range_get_type ())
G_DECLARE_FINAL_TYPE (ExmChartRange, exm_chart_range, EXM, CHART_RANGE, GObject)

/* Nothing is enlarged further than to so many characters. */
#define EXM_CHART_RANGE_LEAST 24.0

/**
 * ExmChartRange:
 *
 * Properties: "length" (characters of the page), "begin" and "end" (what is seen of it,
 * characters; end is above begin). Signal "changed" after any of them changed. Main
 * thread.
 */
ExmChartRange *exm_chart_range_new (void);

/**
 * exm_chart_range_set_length:
 * @length: characters of the page; all of them are seen afterwards
 */
void exm_chart_range_set_length (ExmChartRange *self, double length);

/**
 * exm_chart_range_set:
 * @begin: first character
 * @end: one past the last
 *
 * A range beyond the page is moved into it, one that is too short is widened.
 */
void exm_chart_range_set (ExmChartRange *self, double begin, double end);

/**
 * exm_chart_range_zoom:
 * @factor: above 1 shows less, larger
 * @at: the character that stays where it is
 */
void exm_chart_range_zoom (ExmChartRange *self, double factor, double at);

/**
 * exm_chart_range_pan:
 * @delta: characters; above 0 towards the end
 */
void exm_chart_range_pan (ExmChartRange *self, double delta);

double exm_chart_range_get_length (ExmChartRange *self);
double exm_chart_range_get_begin (ExmChartRange *self);
double exm_chart_range_get_end (ExmChartRange *self);

/**
 * exm_chart_range_is_whole:
 *
 * Returns: whether all of the page is seen
 */
gboolean exm_chart_range_is_whole (ExmChartRange *self);

G_END_DECLS
