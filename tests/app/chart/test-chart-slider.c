/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cost of a step of the width's slider, and of zooming and moving, at a hundred
 * thousand characters. */

#include "app/chart/exm-chart-panel.h"

#include "chart-fixture.h"
#include "test-gui.h"

#include <time.h>

#define N_STEPS 24u
#define N_PARAGRAPHS 340u

/* Milliseconds of work that a frame and a step may take; sanitizers look at every pixel,
 * and bars are wide because other work goes on beside this. */
#ifdef __SANITIZE_ADDRESS__
#define SLOWER 8.0
#else
#define SLOWER 1.0
#endif
#define FRAME_MS (16.0 * SLOWER)
#define TRACKED_MS (100.0 * SLOWER)
#define LITERAL_MS (16.0 * SLOWER)

static double
get_ms (clockid_t clock)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (clock, &now), ==, 0);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

/* Time of this thread alone: others may be at work too. */
static double
get_cpu_ms (void)
{
  return get_ms (CLOCK_THREAD_CPUTIME_ID);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Draws the whole chart, by the slowest renderer. */
static double
time_drawing (GtkWidget *widget)
{
  cairo_surface_t *pixels = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr = cairo_create (pixels);
  double start = get_cpu_ms ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  double cost = get_cpu_ms () - start;
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_destroy (pixels);
  return cost;
}

/* The curves are worked out on the pool; what is left for the window's thread is to take
 * them and to draw them. */
static void
test_slider (void)
{
  g_autofree char *example_html = chart_fixture_make_page (1, N_PARAGRAPHS);
  g_autofree char *target_html = chart_fixture_make_page (2, N_PARAGRAPHS);
  g_autoptr (ExmPrepared) example = chart_fixture_prepare (example_html);
  g_autoptr (ExmPrepared) target = chart_fixture_prepare (target_html);
  g_autoptr (ExmCurvesPair) pair = exm_curves_pair_new (target, example);
  g_autoptr (ExmChartData) first
      = chart_fixture_compare (example_html, target_html, FALSE);
  ExmChartPanel *panel = EXM_CHART_PANEL (exm_chart_panel_new ());
  GtkWidget *chart = GTK_WIDGET (exm_chart_panel_get_chart (panel));
  GtkWidget *window = gtk_window_new ();
  const ExmChartSpan part = { 40000, 45000 };
  double make[2][N_STEPS / 2], wait[2][N_STEPS / 2], frame[N_STEPS], seen[N_STEPS];

  g_assert_cmpuint (first->curves->n_chars, >, 100 * 1000);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 260);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (panel));
  gtk_window_present (GTK_WINDOW (window));
  for (guint step = 0; step < N_STEPS; step++)
    {
      g_autoptr (GError) error = NULL;
      guint literal = step % 2;
      /* The two curves are drawn on two threads. */
      double start = get_ms (CLOCK_PROCESS_CPUTIME_ID), began = get_ms (CLOCK_MONOTONIC);
      g_autoptr (ExmChartData) data
          = exm_chart_data_new (target, example, first->curves->result, pair,
                                16 + 10 * step, literal != 0, NULL, NULL, &error);
      make[literal][step / 2] = get_ms (CLOCK_PROCESS_CPUTIME_ID) - start;
      wait[literal][step / 2] = get_ms (CLOCK_MONOTONIC) - began;
      g_assert_no_error (error);
      start = get_ms (CLOCK_PROCESS_CPUTIME_ID);
      g_autoptr (ExmChartData) some
          = exm_chart_data_new (target, example, first->curves->result, pair,
                                16 + 10 * step, FALSE, &part, NULL, &error);
      seen[step] = get_ms (CLOCK_PROCESS_CPUTIME_ID) - start;
      g_assert_no_error (error);
      start = get_cpu_ms ();
      exm_chart_panel_set_data (panel, data);
      double take = get_cpu_ms () - start;
      test_gui_settle (chart);
      frame[step] = take + time_drawing (chart);
    }
  for (guint literal = 0; literal < 2; literal++)
    {
      qsort (make[literal], N_STEPS / 2, sizeof (double), compare_doubles);
      qsort (wait[literal], N_STEPS / 2, sizeof (double), compare_doubles);
    }
  qsort (frame, N_STEPS, sizeof (double), compare_doubles);
  qsort (seen, N_STEPS, sizeof (double), compare_doubles);
  g_test_message (
      "%u characters: a step takes %.1f ms tracked (%.1f ms what is seen of 5000), "
      "%.2f ms literal on the pool (there after %.1f ms, %.2f ms), and %.2f ms, at most "
      "%.2f ms, of a "
      "frame",
      (guint) first->curves->n_chars, make[0][N_STEPS / 4], seen[N_STEPS / 2],
      make[1][N_STEPS / 4], wait[0][N_STEPS / 4], wait[1][N_STEPS / 4],
      frame[N_STEPS / 2], frame[N_STEPS - 1]);
  g_assert_cmpfloat (make[0][N_STEPS / 4], <, TRACKED_MS);
  g_assert_cmpfloat (seen[N_STEPS / 2], <, make[0][N_STEPS / 4]);
  g_assert_cmpfloat (make[1][N_STEPS / 4], <, LITERAL_MS);
  g_assert_cmpfloat (frame[N_STEPS / 2], <, FRAME_MS);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Zooming in and out at a place, and moving along. */
static void
test_zoom_and_pan (void)
{
  g_autofree char *example_html = chart_fixture_make_page (1, N_PARAGRAPHS);
  g_autofree char *target_html = chart_fixture_make_page (2, N_PARAGRAPHS);
  g_autoptr (ExmChartData) data
      = chart_fixture_compare (example_html, target_html, FALSE);
  ExmChartPanel *panel = EXM_CHART_PANEL (exm_chart_panel_new ());
  ExmCurveChart *chart = exm_chart_panel_get_chart (panel);
  ExmChartRange *range = exm_curve_chart_get_range (chart);
  GtkWidget *window = gtk_window_new ();
  double zoom[N_STEPS], pan[N_STEPS];

  g_assert_cmpuint (data->curves->n_chars, >, 100 * 1000);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 260);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (panel));
  gtk_window_present (GTK_WINDOW (window));
  exm_chart_panel_set_data (panel, data);
  test_gui_settle (GTK_WIDGET (chart));
  for (guint step = 0; step < N_STEPS; step++)
    {
      double start = get_cpu_ms ();
      exm_chart_range_zoom (range, step < N_STEPS / 2 ? 1.5 : 1 / 1.5, 40000);
      zoom[step] = get_cpu_ms () - start + time_drawing (GTK_WIDGET (chart));
      start = get_cpu_ms ();
      exm_chart_range_pan (range, step % 2 == 0 ? 500 : -500);
      pan[step] = get_cpu_ms () - start + time_drawing (GTK_WIDGET (chart));
    }
  g_assert_true (exm_chart_range_get_length (range) > 100 * 1000);
  qsort (zoom, N_STEPS, sizeof (double), compare_doubles);
  qsort (pan, N_STEPS, sizeof (double), compare_doubles);
  g_test_message ("%u characters: zooming takes %.2f ms, at most %.2f ms, of a frame, "
                  "moving %.2f ms, at most %.2f ms",
                  (guint) data->curves->n_chars, zoom[N_STEPS / 2], zoom[N_STEPS - 1],
                  pan[N_STEPS / 2], pan[N_STEPS - 1]);
  g_assert_cmpfloat (zoom[N_STEPS / 2], <, FRAME_MS);
  g_assert_cmpfloat (pan[N_STEPS / 2], <, FRAME_MS);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  g_test_add_func ("/app/chart/slider", test_slider);
  g_test_add_func ("/app/chart/zoom-and-pan", test_zoom_and_pan);
  return g_test_run ();
}
