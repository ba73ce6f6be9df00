/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart of a long page whose windows are made wider: first what is seen of it. */

#include "app/analysis/exm-analysis.h"

#include <math.h>

/* States of the chart each time that it changed: samples of FS that are known. */
typedef struct
{
  GArray *n_known; /* (owned) (element-type guint) */
  GArray *busy;    /* (owned) (element-type gboolean) */
} Changes;

static guint
count_known (const ExmCurves *curves, gsize first, gsize end)
{
  guint n = 0;

  for (gsize k = first; k < end; k++)
    n += !isnan (curves->fs[k]) && !isnan (curves->bs[k]);
  return n;
}

static void
on_chart_changed (ExmAnalysis *analysis, Changes *changes)
{
  const ExmCurves *curves = exm_analysis_get_chart_data (analysis)->curves;
  guint n = count_known (curves, 0, curves->n_samples);
  gboolean busy = exm_analysis_get_chart_busy (analysis);

  g_array_append_val (changes->n_known, n);
  g_array_append_val (changes->busy, busy);
}

static void
wait (ExmAnalysis *analysis)
{
  while (exm_analysis_get_busy (analysis) || exm_analysis_get_chart_busy (analysis))
    g_main_context_iteration (NULL, TRUE);
}

static GBytes *
make_page (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *html = g_string_new ("<title>News</title><p>Home Politics Sport</p>\n");

  for (guint i = 0; i < 900; i++)
    {
      g_string_append (html, "<p>");
      for (guint k = 0; k < 12; k++)
        g_string_append_printf (html, "word%u ", g_rand_int (rand) % 5000);
      g_string_append (html, "and so on.</p>\n");
    }
  return g_string_free_to_bytes (html);
}

/* The literal method decides by these windows too: the curves may come before its result,
 * and once more after it, whole each time. */
static void
check_literal_step (ExmAnalysis *analysis, Changes *changes, guint window)
{
  g_array_set_size (changes->n_known, 0);
  g_array_set_size (changes->busy, 0);
  exm_analysis_set_chart_seen (analysis, 20000, 26000);
  g_object_set (analysis, "window", window, NULL);
  wait (analysis);
  const ExmChartData *data = exm_analysis_get_chart_data (analysis);
  guint n_changes = changes->n_known->len;
  g_assert_cmpuint (data->curves->window, ==, window);
  g_assert_cmpuint (n_changes, >=, 1);
  g_assert_cmpuint (n_changes, <=, 2);
  for (guint i = 0; i < n_changes; i++)
    g_assert_cmpuint (g_array_index (changes->n_known, guint, i), ==,
                      data->curves->n_samples);
  g_assert_false (g_array_index (changes->busy, gboolean, n_changes - 1));
}

static void
check_step (ExmAnalysis *analysis,
            Changes *changes,
            guint window,
            double begin,
            double end,
            gboolean in_parts)
{
  guint last = in_parts ? 1 : 0;

  g_array_set_size (changes->n_known, 0);
  g_array_set_size (changes->busy, 0);
  exm_analysis_set_chart_seen (analysis, begin, end);
  g_object_set (analysis, "window", window, NULL);
  wait (analysis);
  const ExmChartData *data = exm_analysis_get_chart_data (analysis);
  gsize n = data->curves->n_samples, stride = data->curves->stride;
  g_assert_cmpuint (data->curves->window, ==, window);
  g_assert_cmpuint (changes->n_known->len, ==, last + 1);
  g_assert_cmpuint (g_array_index (changes->n_known, guint, last), ==, n);
  g_assert_false (g_array_index (changes->busy, gboolean, last));
  if (!in_parts)
    return;
  guint n_seen = g_array_index (changes->n_known, guint, 0);
  g_assert_true (g_array_index (changes->busy, gboolean, 0));
  g_assert_cmpuint (n_seen, >=, (gsize) (end - MAX (begin, 0)) / stride);
  g_assert_cmpuint (n_seen, <=, (gsize) (end - begin) / stride + 4);
}

static void
test_parts (void)
{
  const ExmPageHints hints = { .url = "http://site.example/1.html" };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  ExmAnalysis *analysis = exm_analysis_new (engine);
  g_autoptr (GBytes) example = make_page (1);
  g_autoptr (GBytes) target = make_page (2);
  Changes changes = { g_array_new (FALSE, FALSE, sizeof (guint)),
                      g_array_new (FALSE, FALSE, sizeof (gboolean)) };

  g_signal_connect (analysis, "chart-changed", G_CALLBACK (on_chart_changed), &changes);
  /* The part that was seen of another page is not seen of this one. */
  exm_analysis_set_chart_seen (analysis, 100, 200);
  exm_analysis_set_example (analysis, example, &hints, NULL);
  exm_analysis_set_target (analysis, target, &hints);
  wait (analysis);
  const ExmChartData *data = exm_analysis_get_chart_data (analysis);
  double n = (double) data->curves->n_chars;
  g_assert_cmpfloat (n, >, 50000);
  for (guint i = 0; i < changes.n_known->len; i++)
    g_assert_cmpuint (g_array_index (changes.n_known, guint, i), ==,
                      data->curves->n_samples);

  check_step (analysis, &changes, 48, 20000, 26000, TRUE);
  check_step (analysis, &changes, 64, n - 5000, n, TRUE);
  check_step (analysis, &changes, 32, 0, n, FALSE);
  check_step (analysis, &changes, 200, -50, 3000, TRUE);
  g_object_set (analysis, "literal", TRUE, NULL);
  wait (analysis);
  check_literal_step (analysis, &changes, 64);

  g_assert_finalize_object (analysis);
  g_array_unref (changes.n_known);
  g_array_unref (changes.busy);
}

/* A step that is overtaken by the next one, whichever part was under way. */
static void
test_overtaken (void)
{
  const ExmPageHints hints = { .url = "http://site.example/1.html" };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  ExmAnalysis *analysis = exm_analysis_new (engine);
  g_autoptr (GBytes) example = make_page (1);
  g_autoptr (GBytes) target = make_page (2);
  g_autoptr (GBytes) other = make_page (3);

  exm_analysis_set_example (analysis, example, &hints, NULL);
  exm_analysis_set_target (analysis, target, &hints);
  wait (analysis);
  exm_analysis_set_chart_seen (analysis, 1000, 9000);
  for (guint window = 40; window < 60; window++)
    {
      g_object_set (analysis, "window", window, NULL);
      /* None, one or both of the last step's parts come in between. */
      for (guint turn = 0; turn < window % 3; turn++)
        if (exm_analysis_get_chart_busy (analysis))
          g_main_context_iteration (NULL, TRUE);
    }
  exm_analysis_set_target (analysis, other, &hints);
  wait (analysis);
  const ExmCurves *curves = exm_analysis_get_chart_data (analysis)->curves;
  g_assert_cmpuint (curves->window, ==, 59);
  g_assert_cmpuint (count_known (curves, 0, curves->n_samples), ==, curves->n_samples);
  g_assert_finalize_object (analysis);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/analysis/chart/parts", test_parts);
  g_test_add_func ("/app/analysis/chart/overtaken", test_overtaken);
  return g_test_run ();
}
