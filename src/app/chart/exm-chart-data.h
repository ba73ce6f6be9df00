/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything that a chart of one target page shows, ready to be drawn: the curves, rows
 * of values that answer without being read through, stretches of lines, and the places
 * where a boundary may go. Immutable, reference counted, usable from any thread; made on
 * a thread of the pool. */

#pragma once

#include "app/chart/exm-chart-lanes.h"
#include "app/chart/exm-chart-series.h"
#include "engine/exm-curves.h"

G_BEGIN_DECLS

/**
 * ExmChartSpan:
 * @begin: first character
 * @end: one past the last
 */
typedef struct
{
  double begin;
  double end;
} ExmChartSpan;

/**
 * ExmChartData:
 * @curves: what was measured
 * @fs: (nullable): forward similarity, a value a sample
 * @bs: (nullable): backward similarity, a value a sample
 * @c: (nullable): C(x), a value a sample
 * @c_least: of C(x), 0 included
 * @c_greatest: of C(x), 0 included
 * @n_lines: lines of the page, flagged ones too
 * @n_rows: lines that take room in the text: those that are not flagged
 * @rows: their indices, ascending
 * @row_of: one a line: the row of the line, or of the one behind it if it takes no room;
 *   @n_rows if none is behind
 * @lanes: of the result
 * @seen: (element-type ExmChartSpan): stretches of lines that the example has too
 * @trimmed: (element-type ExmChartSpan): stretches taken out of the body
 * @extrema: places that the flags are drawn to, ascending rows: [0] where C(x) has a
 *   minimum at the row's start, [1] where it has a maximum at the row's end
 * @head: first line of the body as chosen, %EXM_NONE if there is no body
 * @tail: last line of it
 * @likeness: mean of FS and BS before the body, in it and behind it; not a number where
 *   nothing was measured
 */
typedef struct
{
  ExmCurves *curves;  /* (owned) */
  ExmChartSeries *fs; /* (owned) (nullable) */
  ExmChartSeries *bs; /* (owned) (nullable) */
  ExmChartSeries *c;  /* (owned) (nullable) */
  float *c_samples;   /* (owned) (nullable): what @c reads */
  double c_least;
  double c_greatest;
  guint n_lines;
  guint n_rows;
  guint32 *rows;        /* (owned) */
  guint32 *row_of;      /* (owned) */
  ExmChartLanes *lanes; /* (owned) */
  GArray *seen;         /* (owned) */
  GArray *trimmed;      /* (owned) */
  GArray *extrema[2];   /* (owned) (element-type guint32) */
  guint head;
  guint tail;
  double likeness[3];
} ExmChartData;

#define EXM_TYPE_CHART_DATA (exm_chart_data_get_type ())
GType exm_chart_data_get_type (void);

/**
 * exm_chart_data_new:
 * @target: the page that is shown
 * @example: (nullable): the page it was compared with; without, there are no FS and BS
 * @result: what a method made of @target
 * @pair: (nullable): of @target and @example, if they are drawn again
 * @window: width of the windows, characters; 0 for the default
 * @literal: windows at the same distance from the ends, not tracked ones
 * @part: (nullable): the characters whose curves are wanted; elsewhere there are none
 * @cancellable: (nullable): ends it early
 * @error: %EXM_EXTRACT_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Any thread, but too slow for the main one: see exm_curves_new().
 *
 * Returns: (transfer full): the data, or %NULL
 */
ExmChartData *exm_chart_data_new (ExmPrepared *target,
                                  ExmPrepared *example,
                                  ExmResult *result,
                                  ExmCurvesPair *pair,
                                  guint window,
                                  gboolean literal,
                                  const ExmChartSpan *part,
                                  GCancellable *cancellable,
                                  GError **error);

ExmChartData *exm_chart_data_ref (ExmChartData *self);
void exm_chart_data_unref (ExmChartData *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmChartData, exm_chart_data_unref)

/**
 * exm_chart_data_describe:
 *
 * Returns: (transfer full) (nullable): how the curves run, for who does not see them: a
 *   sentence, translated; %NULL where there are none or no body
 */
char *exm_chart_data_describe (const ExmChartData *self);

/**
 * exm_chart_data_get_start:
 * @line: a line of the page
 *
 * Returns: its first character
 */
double exm_chart_data_get_start (const ExmChartData *self, guint line);

/**
 * exm_chart_data_get_end:
 * @line: a line of the page
 *
 * Returns: one past its last character
 */
double exm_chart_data_get_end (const ExmChartData *self, guint line);

/**
 * exm_chart_data_get_edge:
 * @tail: the end of the line, not its start
 *
 * Returns: where a boundary at @line lies
 */
double exm_chart_data_get_edge (const ExmChartData *self, guint line, gboolean tail);

/**
 * exm_chart_data_find_row:
 * @x: a position in characters
 *
 * Returns: the row that holds it, the nearest one if none does; 0 if there is no row.
 *   O(log rows)
 */
guint exm_chart_data_find_row (const ExmChartData *self, double x);

/**
 * exm_chart_data_get_c_at_edge:
 * @tail: at the end of the line, not at its start
 *
 * Returns: C(x) there; 0 if the method does not weigh lines
 */
double exm_chart_data_get_c_at_edge (const ExmChartData *self, guint line, gboolean tail);

/**
 * exm_chart_data_dup_line_text:
 * @n_chars: at most so many characters
 *
 * Returns: (transfer full): the beginning of the line, with "…" if it goes on
 */
char *exm_chart_data_dup_line_text (const ExmChartData *self, guint line, guint n_chars);

G_END_DECLS
