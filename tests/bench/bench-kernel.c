/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times of the kernel, beside the naive way, on random text. Every timed result is also
 * compared: the program fails when one is wrong. */

#include "exm-curve.h"

#include "oracle.h"
#include "texts.h"

#include <string.h>

#define N_ROUNDS 5

typedef struct
{
  gsize n;          /* characters of a page */
  gsize naive_step; /* the naive way takes one window in so many */
  guint n_pairs;    /* pages for the tracked curves */
} Sizes;

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
print_times (const char *what, const char *unit, double *times, guint n_times, gsize n)
{
  qsort (times, n_times, sizeof *times, compare_doubles);
  g_print ("%-28s %10.1f %10.1f %10.1f %s, n = %" G_GSIZE_FORMAT "\n", what, times[0],
           times[n_times / 2], times[n_times - 1], unit, n);
}

static double
usec_since (gint64 start_usec)
{
  return (double) (g_get_monotonic_time () - start_usec);
}

static void
expect (gboolean right, const char *what)
{
  if (!right)
    g_error ("%s is wrong", what);
}

static void
bench_literal (const Text *a, const Text *b, guint w, const Sizes *sizes)
{
  ExmCurveText *text;
  expect (exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text)
              == EXM_KERNEL_OK,
          "exm_curve_text_new");
  g_autofree float *fs = g_new (float, a->n);
  double fast[N_ROUNDS], naive[N_ROUNDS];
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gint64 start = g_get_monotonic_time ();
      ExmKernelStatus status = exm_curve_literal (text, w, fs, NULL, NULL, NULL);
      fast[round] = usec_since (start) * 1000 / (double) a->n;
      expect (status == EXM_KERNEL_OK, "exm_curve_literal");

      gsize done = 0;
      start = g_get_monotonic_time ();
      for (gsize i = round; i < a->n; i += sizes->naive_step, done++)
        {
          guint d = oracle_literal (a->chars, a->n, b->chars, b->n, i, w);
          expect (fs[i] == (float) (w - d) / (float) w, "a literal FS");
        }
      naive[round] = usec_since (start) * 1000 / (double) done;
    }
  g_autofree char *fast_name = g_strdup_printf ("literal w=%u", w);
  g_autofree char *naive_name = g_strdup_printf ("  naive w=%u", w);
  print_times (fast_name, "ns a window", fast, N_ROUNDS, a->n);
  print_times (naive_name, "ns a window", naive, N_ROUNDS, a->n);
  exm_curve_text_free (text);
}

static void
check_some_points (const ExmCurveTrack *track, const Text *a, const Text *b)
{
  gsize n, start;
  const ExmCurveGroup *path = exm_curve_track_get_path (track, EXM_CURVE_FORWARD, &n);
  for (gsize g = 0; g < n; g += 1 + n / 20)
    {
      guint best = EXM_CURVE_FAR;
      for (guint s = 0; s < path[g].n_stretches; s++)
        best = MIN (best, oracle_search (a->chars + 32 * g, 32, b->chars,
                                         path[g].stretches[s].lo, path[g].stretches[s].hi,
                                         &start));
      expect (best == path[g].d[0], "a window of the path");
    }
}

static void
bench_tracked (GRand *rand, const Sizes *sizes)
{
  g_autofree double *times = g_new (double, sizes->n_pairs);
  g_autofree double *prepare_times = g_new (double, sizes->n_pairs);
  for (guint k = 0; k < sizes->n_pairs; k++)
    {
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      text_page_pair (rand, sizes->n, &a, &b);
      ExmCurveText *text;
      ExmCurveTrack *track;
      gint64 start = g_get_monotonic_time ();
      expect (exm_curve_text_new (a.chars, a.n, b.chars, b.n, NULL, NULL, &text)
                  == EXM_KERNEL_OK,
              "exm_curve_text_new");
      prepare_times[k] = usec_since (start) / 1000;
      start = g_get_monotonic_time ();
      expect (exm_curve_track_new (text, NULL, NULL, NULL, &track) == EXM_KERNEL_OK,
              "exm_curve_track_new");
      /* Bodies differ in length: reckoned for a target of n characters. */
      times[k] = usec_since (start) / 1000 * (double) sizes->n / (double) a.n;
      check_some_points (track, &a, &b);
      exm_curve_track_free (track);
      exm_curve_text_free (text);
    }
  print_times ("prepare", "ms a pair", prepare_times, sizes->n_pairs, sizes->n);
  print_times ("tracked FS + BS", "ms a pair", times, sizes->n_pairs, sizes->n);
}

int
main (int argc, char *argv[])
{
  static const guint widths[] = { 32, 64, 128, 256 };
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  Sizes sizes = quick ? (Sizes){ 1500, 50, 2 } : (Sizes){ 20000, 200, 15 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_auto (Text) a = text_random (rand, sizes.n, 60);
  g_auto (Text) b = text_random (rand, sizes.n, 60);
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    bench_literal (&a, &b, widths[i], &sizes);
  bench_tracked (rand, &sizes);
  return 0;
}
