/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of the chart, without a screen: rows of values, the axis, the range, and the
 * lines that boundaries go to. */

#include "app/chart/exm-chart-axis.h"
#include "app/chart/exm-chart-range.h"
#include "app/chart/exm-chart-scene.h"
#include "app/chart/exm-chart-snap.h"
#include "app/chart/exm-lane-words.h"
#include "extract/net/exm-columns.h"

#include "chart-fixture.h"

#include <math.h>

/* Same least and greatest as reading all of it. */
static void
assert_bounds (
    const ExmChartSeries *series, const float *values, gsize n, gsize first, gsize end)
{
  float least = 0, greatest = 0;
  gboolean any = exm_chart_series_get_bounds (series, first, end, &least, &greatest);

  end = MIN (end, n);
  g_assert_cmpint (any, ==, first < end);
  if (!any)
    return;
  float low = values[first], high = values[first];
  for (gsize i = first; i < end; i++)
    {
      low = MIN (low, values[i]);
      high = MAX (high, values[i]);
    }
  g_assert_true (least == low && greatest == high);
}

static void
test_bounds (void)
{
  static const gsize lengths[] = { 0, 1, 7, 8, 9, 63, 64, 65, 512, 513, 5000 };

  for (gsize l = 0; l < G_N_ELEMENTS (lengths); l++)
    {
      gsize n = lengths[l];
      g_autofree float *values = g_new (float, n + 1);
      for (gsize i = 0; i < n; i++)
        values[i] = (float) g_test_rand_double_range (-5, 5);
      g_autoptr (ExmChartSeries) series = exm_chart_series_new (values, n);
      assert_bounds (series, values, n, 0, n);
      assert_bounds (series, values, n, 0, n + 10);
      for (guint round = 0; round < 300; round++)
        {
          gsize first = (gsize) g_test_rand_int_range (0, (gint32) n + 2);
          gsize end = (gsize) g_test_rand_int_range (0, (gint32) n + 3);
          assert_bounds (series, values, n, first, end);
        }
    }
}

static void
test_envelope (void)
{
  gsize n = 3001;
  g_autofree float *values = g_new (float, n);
  float least[700], greatest[700];

  for (gsize i = 0; i < n; i++)
    values[i] = (float) g_test_rand_double ();
  g_autoptr (ExmChartSeries) series = exm_chart_series_new (values, n);
  for (guint round = 0; round < 200; round++)
    {
      guint n_columns = (guint) g_test_rand_int_range (1, 700);
      double begin = g_test_rand_double_range (-50, 3000);
      double end = begin + g_test_rand_double_range (.5, 4000);
      double step = (end - begin) / n_columns;
      exm_chart_series_get_envelope (series, begin, end, n_columns, least, greatest);
      for (guint c = 0; c < n_columns; c++)
        {
          float low = NAN, high = NAN;
          double first = floor (begin + c * step);
          double last = MAX (floor (begin + (c + 1) * step), first + 1);
          for (double k = MAX (first, 0); k < MIN (last, (double) n); k++)
            {
              low = isnan (low) ? values[(gsize) k] : MIN (low, values[(gsize) k]);
              high = isnan (high) ? values[(gsize) k] : MAX (high, values[(gsize) k]);
            }
          g_assert_cmpint (isnan (low), ==, isnan (least[c]));
          g_assert_true (isnan (low) || (least[c] == low && greatest[c] == high));
        }
    }
}

static void
test_axis (void)
{
  const ExmChartAxis axis = { .begin = 100, .end = 300, .left = 40, .width = 400 };

  g_assert_cmpfloat (exm_chart_axis_to_px (&axis, 100), ==, 40);
  g_assert_cmpfloat (exm_chart_axis_to_px (&axis, 300), ==, 440);
  g_assert_cmpfloat (exm_chart_axis_to_px (&axis, 50), ==, -60);
  for (double px = -100; px < 600; px += 13)
    g_assert_cmpfloat_with_epsilon (
        exm_chart_axis_to_px (&axis, exm_chart_axis_to_x (&axis, px)), px, 1e-9);

  static const guint steps[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_cmpuint (exm_chart_axis_step (1, steps[i] * 10, 10), ==, steps[i]);
  g_assert_cmpuint (exm_chart_axis_step (56, 3, 1000), ==, 1);
  g_assert_cmpuint (exm_chart_axis_step (56, 0, 1000), ==, 1);
  g_assert_cmpuint (exm_chart_axis_step (100, 30, 1000), ==, 5);
}

static void
count (guint *n)
{
  (*n)++;
}

static void
assert_range (ExmChartRange *range, double begin, double end)
{
  g_assert_cmpfloat_with_epsilon (exm_chart_range_get_begin (range), begin, 1e-6);
  g_assert_cmpfloat_with_epsilon (exm_chart_range_get_end (range), end, 1e-6);
}

static void
test_range (void)
{
  ExmChartRange *range = exm_chart_range_new ();
  guint n_changes = 0;

  g_signal_connect_swapped (range, "changed", G_CALLBACK (count), &n_changes);
  exm_chart_range_set_length (range, 1000);
  assert_range (range, 0, 1000);
  g_assert_true (exm_chart_range_is_whole (range));
  exm_chart_range_set (range, 200, 400);
  assert_range (range, 200, 400);
  g_assert_cmpuint (n_changes, ==, 2);
  exm_chart_range_set (range, 200, 400);
  g_assert_cmpuint (n_changes, ==, 2);
  exm_chart_range_pan (range, 900);
  assert_range (range, 800, 1000);
  exm_chart_range_pan (range, -2000);
  assert_range (range, 0, 200);
  exm_chart_range_set (range, 300, 500);
  exm_chart_range_zoom (range, 2, 350);
  assert_range (range, 325, 425);
  exm_chart_range_zoom (range, .5, 350);
  assert_range (range, 300, 500);
  exm_chart_range_zoom (range, 1e9, 400);
  assert_range (range, 400 - EXM_CHART_RANGE_LEAST / 2, 400 + EXM_CHART_RANGE_LEAST / 2);
  exm_chart_range_zoom (range, 1e-9, 400);
  assert_range (range, 0, 1000);
  exm_chart_range_set (range, 2000, -7);
  g_assert_cmpfloat (exm_chart_range_get_begin (range), >=, 0);
  g_assert_cmpfloat (exm_chart_range_get_end (range), <=, 1000);
  exm_chart_range_set_length (range, 3);
  exm_chart_range_set (range, 1, 2);
  assert_range (range, 0, 3);
  exm_chart_range_set_length (range, 0);
  assert_range (range, 0, 1);
  g_assert_finalize_object (range);
}

static ExmChartData *
make_data (void)
{
  g_autofree char *example = chart_fixture_make_page (1, 12);
  g_autofree char *target = chart_fixture_make_page (2, 12);

  return chart_fixture_compare (example, target, FALSE);
}

static void
test_data (void)
{
  g_autoptr (ExmChartData) data = make_data ();
  double until = -1;

  g_assert_nonnull (data->fs);
  g_assert_nonnull (data->c);
  g_assert_cmpuint (data->head, <, data->tail);
  g_assert_cmpuint (data->lanes->lanes->len, ==, data->curves->data->lanes->len);
  for (guint row = 0; row < data->n_rows; row++)
    {
      guint line = data->rows[row];
      g_assert_cmpuint (data->row_of[line], ==, row);
      double start = exm_chart_data_get_start (data, line);
      double end = exm_chart_data_get_end (data, line);
      g_assert_cmpuint (exm_chart_data_find_row (data, start), ==, row);
      g_assert_cmpuint (exm_chart_data_find_row (data, end), ==, row);
      g_assert_cmpfloat (start, >, until);
      until = end;
    }
  g_assert_cmpuint (exm_chart_data_find_row (data, -5), ==, 0);
  g_assert_cmpuint (exm_chart_data_find_row (data, 1e9), ==, data->n_rows - 1);
  /* The template is seen, the article is not. */
  const ExmChartSpan *first = &g_array_index (data->seen, ExmChartSpan, 0);
  g_assert_cmpfloat (first->begin, ==, 0);
  double head = exm_chart_data_get_start (data, data->head);
  for (guint i = 0; i < data->seen->len; i++)
    {
      const ExmChartSpan *span = &g_array_index (data->seen, ExmChartSpan, i);
      g_assert_true (span->end <= head
                     || span->begin >= exm_chart_data_get_end (data, data->tail));
    }
  /* No other pair of edges encloses a greater rise. */
  double rise = exm_chart_data_get_c_at_edge (data, data->tail, TRUE)
                - exm_chart_data_get_c_at_edge (data, data->head, FALSE);
  for (guint i = 0; i < data->n_rows; i++)
    for (guint j = i; j < data->n_rows; j++)
      g_assert_cmpfloat (exm_chart_data_get_c_at_edge (data, data->rows[j], TRUE)
                             - exm_chart_data_get_c_at_edge (data, data->rows[i], FALSE),
                         <=, rise + 1e-6);
}

static void
test_without_example (void)
{
  g_autofree char *target = chart_fixture_make_page (2, 6);
  g_autoptr (ExmChartData) data = chart_fixture_compare (NULL, target, FALSE);
  g_autoptr (ExmChartData) empty
      = chart_fixture_compare ("<p>Something to compare with.",
                               "<template>Nothing is seen of this.</template>", FALSE);

  g_assert_null (data->fs);
  g_assert_null (data->bs);
  g_assert_cmpuint (data->seen->len, ==, 0);
  g_assert_cmpuint (data->n_rows, >, 6);
  g_assert_cmpuint (empty->n_rows, ==, 0);
  g_assert_cmpuint (empty->head, ==, EXM_NONE);
  g_assert_cmpuint (exm_chart_snap (empty, FALSE, 3, 5, EXM_NONE), ==, EXM_NONE);
  g_assert_cmpuint (exm_chart_snap_step (empty, FALSE, 0, 1, EXM_NONE), ==, 0);
}

/* As the slow way finds them: look at every line. */
static guint
find_slowly (const ExmChartData *data, gboolean tail, double x, double reach)
{
  guint best = EXM_NONE;
  double best_value = INFINITY;

  for (guint row = 0; row < data->n_rows; row++)
    {
      guint line = data->rows[row];
      double edge = exm_chart_data_get_edge (data, line, tail);
      double c = exm_chart_data_get_c_at_edge (data, line, tail);
      double before = row == 0 ? -1 : data->curves->data->weights[data->rows[row - 1]];
      double after = row + 1 == data->n_rows
                         ? -1
                         : data->curves->data->weights[data->rows[row + 1]];
      gboolean turns
          = data->curves->data->weights[line] > 0 && (tail ? after : before) <= 0;
      double value = reach <= 0 ? fabs (edge - x) : tail ? -c : c;
      if (reach > 0 && (!turns || fabs (edge - x) > reach))
        continue;
      if (value < best_value)
        {
          best = line;
          best_value = value;
        }
    }
  return best;
}

static void
test_snapping (void)
{
  g_autoptr (ExmChartData) data = make_data ();
  double length = (double) data->curves->n_chars;

  for (guint round = 0; round < 3000; round++)
    {
      gboolean tail = g_test_rand_bit ();
      double x = g_test_rand_double_range (-20, length + 20);
      double reach = g_test_rand_double_range (1, 300);
      guint nearest = exm_chart_snap_to_line (data, tail, x);
      g_assert_cmpfloat (
          fabs (exm_chart_data_get_edge (data, nearest, tail) - x), ==,
          fabs (exm_chart_data_get_edge (data, find_slowly (data, tail, x, 0), tail)
                - x));
      guint turn = find_slowly (data, tail, x, reach);
      g_assert_cmpuint (exm_chart_snap_to_extremum (data, tail, x, reach), ==, turn);
      g_assert_cmpuint (exm_chart_snap (data, tail, x, reach, EXM_NONE), ==,
                        turn != EXM_NONE ? turn : nearest);
      g_assert_cmpuint (exm_chart_snap (data, tail, x, 0, EXM_NONE), ==, nearest);
    }
  /* The chosen ends are turning points, so they draw the flags. */
  double head = exm_chart_data_get_start (data, data->head);
  g_assert_cmpuint (exm_chart_snap (data, FALSE, head + 3, 10, data->tail), ==,
                    data->head);
  /* Neither passes the other. */
  g_assert_cmpuint (exm_chart_snap (data, FALSE, length, 0, data->tail), ==, data->tail);
  g_assert_cmpuint (exm_chart_snap (data, TRUE, 0, 0, data->head), ==, data->head);
}

static void
test_stepping (void)
{
  g_autoptr (ExmChartData) data = chart_fixture_compare (
      "<p>Menu<p>Old text<p>Foot",
      "<p>Menu<p>One<template><p>unseen<p>unseen</template><p>Two<p>Three<p>Foot", FALSE);

  g_assert_cmpuint (data->n_lines, ==, 7);
  g_assert_cmpuint (data->n_rows, ==, 5);
  g_assert_cmpuint (exm_chart_snap_step (data, FALSE, 1, 1, EXM_NONE), ==, 4);
  g_assert_cmpuint (exm_chart_snap_step (data, FALSE, 4, -1, EXM_NONE), ==, 1);
  g_assert_cmpuint (exm_chart_snap_step (data, FALSE, 2, -1, EXM_NONE), ==, 1);
  g_assert_cmpuint (exm_chart_snap_step (data, FALSE, 0, -10, EXM_NONE), ==, 0);
  g_assert_cmpuint (exm_chart_snap_step (data, TRUE, 1, 10, EXM_NONE), ==, 6);
  g_assert_cmpuint (exm_chart_snap_step (data, FALSE, 1, 10, 5), ==, 5);
  g_assert_cmpuint (exm_chart_snap_step (data, TRUE, 5, -10, 4), ==, 4);
  g_autofree char *text = exm_chart_data_dup_line_text (data, 5, 3);
  g_assert_cmpstr (text, ==, "Thr…");
}

static void
test_cancelled (void)
{
  g_autoptr (ExmChartData) data = make_data ();
  g_autoptr (ExmPrepared) page = exm_prepared_new (data->curves->page, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (exm_chart_data_new (page, page, data->curves->result, NULL, 32, FALSE,
                                     NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Wherever the flags stand and however small the chart is, each tag can be read or taken
 * hold of: it hides neither the other one nor its line. */
static void
test_tags (void)
{
  PangoContext *fonts
      = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  guint n_words = 0;

  for (guint width = 150; width <= 800; width += 50)
    for (double start = 0; start < 1; start += .07)
      for (double end = start + 15.0 / width; end <= 1; end += .07)
        {
          ExmChartScene scene = {
            .fonts = fonts,
            .axis = { 0, 1, 40, width },
            .rows = { .scale = 1 },
            .lines = { 3, 8 },
            .edges = { 40 + start * width, 40 + end * width },
          };
          double lefts[2], widths[2];
          exm_chart_flags_get_tags (&scene, lefts, widths);
          g_assert_true (lefts[0] + widths[0] <= lefts[1]
                         || lefts[1] + widths[1] <= lefts[0]);
          for (guint i = 0; i < 2; i++)
            {
              double other = scene.edges[1 - i];
              g_assert_true (other <= lefts[i] || other >= lefts[i] + widths[i]);
              g_assert_cmpfloat (lefts[i], >=, 39);
              g_assert_cmpfloat (lefts[i] + widths[i], <=, 41 + width);
              n_words += widths[i] > 20;
            }
        }
  g_assert_cmpuint (n_words, >, 1000);
  g_object_unref (fonts);
}

/* No lane that a method may have is shown by its identity. */
static void
test_lane_words (void)
{
  for (guint i = 0; i < EXM_N_COLUMNS; i++)
    if (exm_lane_describe (exm_columns[i].lane) == exm_columns[i].lane)
      g_error ("lane “%s” has no words", exm_columns[i].lane);
    else if (exm_lane_explain (exm_columns[i].lane) == NULL)
      g_error ("lane “%s” says nothing of itself", exm_columns[i].lane);
  g_assert_null (exm_lane_explain ("none of ours"));
  g_assert_cmpstr (exm_lane_describe ("prior"), !=, "prior");
  g_assert_cmpstr (exm_lane_describe ("none of ours"), ==, "none of ours");
}

/* The description tells how the curves run, for people who do not see them. */
static void
test_description (void)
{
  g_autoptr (ExmChartData) data = make_data ();
  const ExmCurves *curves = data->curves;
  double sum = 0;
  guint n = 0;

  for (gsize i = 0; i < curves->n_samples; i++)
    if (curves->line_of[i] >= data->head && curves->line_of[i] <= data->tail)
      {
        sum += (double) curves->fs[i] + (double) curves->bs[i];
        n += 2;
      }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpfloat_with_epsilon (data->likeness[1], sum / n, 1e-6);
  g_autofree char *inside = g_strdup_printf (", %.0f%% in it, ", 100 * sum / n);
  g_autofree char *words = exm_chart_data_describe (data);
  g_assert_true (g_str_has_prefix (words, "Similarity to the example: "));
  g_assert_nonnull (strstr (words, inside));
}

/* Curves of a part of the page: what they are elsewhere is not known, and no line. */
static void
test_part (void)
{
  g_autoptr (ExmChartData) data = make_data ();
  g_autoptr (ExmPrepared) page = exm_prepared_new (data->curves->page, NULL);
  g_autoptr (GError) error = NULL;
  const ExmChartSpan part = { 120, 200 };
  g_autoptr (ExmChartData) all = exm_chart_data_new (page, page, data->curves->result,
                                                     NULL, 32, FALSE, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (ExmChartData) some = exm_chart_data_new (
      page, page, data->curves->result, NULL, 32, FALSE, &part, NULL, &error);
  g_assert_no_error (error);
  gsize n = some->curves->n_samples, n_known = 0;
  float least, greatest, low[1], high[1];

  g_assert_cmpuint (n, ==, all->curves->n_samples);
  g_assert_cmpuint (n * some->curves->stride, >, 240);
  for (gsize k = 0; k < n; k++)
    if (!isnan (some->curves->fs[k]))
      {
        g_assert_cmpfloat (some->curves->fs[k], ==, all->curves->fs[k]);
        g_assert_cmpfloat (some->curves->bs[k], ==, all->curves->bs[k]);
        n_known++;
      }
  g_assert_cmpuint (n_known, >=, 80 / some->curves->stride);
  g_assert_cmpuint (n_known, <, n / 2);
  g_assert_false (isnan (some->curves->fs[120 / some->curves->stride]));
  g_assert_false (isnan (some->curves->fs[200 / some->curves->stride]));
  g_assert_true (isnan (some->curves->fs[0]) && isnan (some->curves->bs[n - 1]));
  /* Bounds leave out what is not known. */
  g_assert_true (exm_chart_series_get_bounds (some->fs, 0, n, &least, &greatest));
  g_assert_false (isnan (least) || isnan (greatest));
  exm_chart_series_get_envelope (some->fs, 0, 10, 1, low, high);
  g_assert_true (isnan (low[0]) && isnan (high[0]));
  g_autoptr (GString) csv = exm_curves_write_csv (some->curves);
  g_assert_nonnull (strstr (csv->str, "\n0,,,"));
  g_assert_null (strstr (csv->str, "nan"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/chart/series/bounds", test_bounds);
  g_test_add_func ("/app/chart/series/envelope", test_envelope);
  g_test_add_func ("/app/chart/axis", test_axis);
  g_test_add_func ("/app/chart/range", test_range);
  g_test_add_func ("/app/chart/data/whole", test_data);
  g_test_add_func ("/app/chart/data/without-example", test_without_example);
  g_test_add_func ("/app/chart/data/cancelled", test_cancelled);
  g_test_add_func ("/app/chart/snapping", test_snapping);
  g_test_add_func ("/app/chart/stepping", test_stepping);
  g_test_add_func ("/app/chart/tags", test_tags);
  g_test_add_func ("/app/chart/lane-words", test_lane_words);
  g_test_add_func ("/app/chart/description", test_description);
  g_test_add_func ("/app/chart/data/part", test_part);
  return g_test_run ();
}
