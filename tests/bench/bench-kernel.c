/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Times of the kernel, beside the naive way, on random text. Every timed result is also
 * compared: the program fails when one is wrong. */

#include "kernel/exm-curve.h"
#include "kernel/literal/exm-literal.h"

#include "oracle.h"
#include "texts.h"

#include <string.h>

#define N_ROUNDS 15
#define N_LENGTH_ROUNDS 3
#define N_PATHS G_N_ELEMENTS (paths)

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

/* Each instruction set that this processor has, the best last. */
static const char *const paths[] = { "portable", "avx2", "avx512" };

static double
time_literal (const ExmCurveText *text, guint w, float *fs, gsize n)
{
  gint64 start = g_get_monotonic_time ();
  expect (exm_curve_literal (text, w, fs, NULL, NULL, NULL) == EXM_KERNEL_OK,
          "exm_curve_literal");
  return usec_since (start) * 1000 / (double) n;
}

static void
bench_literal (const Text *a, const Text *b, guint w, const Sizes *sizes)
{
  ExmCurveText *text;
  expect (exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text)
              == EXM_KERNEL_OK,
          "exm_curve_text_new");
  g_autofree float *fs = g_new (float, a->n);
  g_autofree float *expected = g_new (float, a->n);
  double fast[N_PATHS][N_ROUNDS], scalar[N_ROUNDS], naive[N_ROUNDS];
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      ExmPoll poll = { NULL, NULL, 0 };
      gint64 start = g_get_monotonic_time ();
      exm_literal_scalar (text, w, expected, NULL, &poll);
      scalar[round] = usec_since (start) * 1000 / (double) a->n;
      for (guint k = 0; k < N_PATHS; k++)
        {
          g_setenv ("EXEMPLAR_CPU", paths[k], TRUE);
          /* Once for the processor, which is slow to wake up its wide half. */
          time_literal (text, w, fs, a->n);
          fast[k][round] = time_literal (text, w, fs, a->n);
          expect (memcmp (fs, expected, a->n * sizeof *fs) == 0, "a literal curve");
        }
      gsize done = 0;
      start = g_get_monotonic_time ();
      for (gsize i = round; i < a->n; i += sizes->naive_step, done++)
        {
          guint d = oracle_literal (a->chars, a->n, b->chars, b->n, i, w);
          expect (fs[i] == (float) (w - d) / (float) w, "a literal FS");
        }
      naive[round] = usec_since (start) * 1000 / (double) done;
    }
  g_unsetenv ("EXEMPLAR_CPU");
  for (guint k = 0; k < N_PATHS; k++)
    {
      g_autofree char *name = g_strdup_printf ("literal w=%u %s", w, paths[k]);
      print_times (name, "ns a window", fast[k], N_ROUNDS, a->n);
    }
  g_autofree char *scalar_name = g_strdup_printf ("  scalar w=%u", w);
  g_autofree char *naive_name = g_strdup_printf ("  naive w=%u", w);
  print_times (scalar_name, "ns a window", scalar, N_ROUNDS, a->n);
  print_times (naive_name, "ns a window", naive, N_ROUNDS, a->n);
  exm_curve_text_free (text);
}

/* The slider of the window: all widths at once, then one. */
static void
bench_slider (GRand *rand, gsize n)
{
  g_auto (Text) a = text_random (rand, n, 60);
  g_auto (Text) b = text_random (rand, n, 60);
  g_autofree float *fs = g_new (float, n);
  g_autofree float *bs = g_new (float, n);
  double make[N_ROUNDS], step[N_ROUNDS];
  ExmCurveText *text;
  ExmCurveLiteral *curves;
  expect (exm_curve_text_new (a.chars, n, b.chars, n, NULL, NULL, &text) == EXM_KERNEL_OK,
          "exm_curve_text_new");
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      gint64 start = g_get_monotonic_time ();
      expect (exm_curve_literal_new (text, 256, NULL, NULL, &curves) == EXM_KERNEL_OK,
              "exm_curve_literal_new");
      make[round] = usec_since (start) / 1000;
      start = g_get_monotonic_time ();
      exm_curve_literal_fill (curves, 256 - 17 * round, fs, bs);
      step[round] = usec_since (start) / 1000;
      exm_curve_literal_free (curves);
    }
  print_times ("slider: all widths", "ms, both curves", make, N_ROUNDS, n);
  print_times ("slider: a step", "ms, both curves", step, N_ROUNDS, n);
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

static double
time_tracked (const Text *a, const Text *b, ExmCurveWorkspace *workspace, gsize n)
{
  ExmCurveText *text;
  double best = G_MAXDOUBLE;
  expect (exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text)
              == EXM_KERNEL_OK,
          "exm_curve_text_new");
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      ExmCurveTrack *track;
      gint64 start = g_get_monotonic_time ();
      expect (exm_curve_track_new (text, workspace, NULL, NULL, &track) == EXM_KERNEL_OK,
              "exm_curve_track_new");
      /* Bodies differ in length: reckoned for a target of n characters. */
      best = MIN (best, usec_since (start) / 1000 * (double) n / (double) a->n);
      if (round == 0)
        check_some_points (track, a, b);
      exm_curve_track_free (track);
    }
  exm_curve_text_free (text);
  return best;
}

static void
bench_tracked (GRand *rand, const Sizes *sizes)
{
  g_autofree double *times = g_new (double, sizes->n_pairs *N_PATHS);
  ExmCurveWorkspace *workspace = exm_curve_workspace_new ();
  for (guint i = 0; i < sizes->n_pairs; i++)
    {
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      text_page_pair (rand, sizes->n, &a, &b);
      for (guint k = 0; k < N_PATHS; k++)
        {
          g_setenv ("EXEMPLAR_CPU", paths[k], TRUE);
          times[k * sizes->n_pairs + i] = time_tracked (&a, &b, workspace, sizes->n);
        }
    }
  for (guint k = 0; k < N_PATHS; k++)
    {
      g_autofree char *name = g_strdup_printf ("tracked FS + BS %s", paths[k]);
      print_times (name, "ms a pair", times + k * sizes->n_pairs, sizes->n_pairs,
                   sizes->n);
    }
  g_unsetenv ("EXEMPLAR_CPU");
  exm_curve_workspace_free (workspace);
}

/* Checks that time grows linearly with the text. */
static void
bench_lengths (GRand *rand, const Sizes *sizes)
{
  static const guint thousands[] = { 50, 100, 200 };
  ExmCurveWorkspace *workspace = exm_curve_workspace_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (thousands); i++)
    {
      gsize n = thousands[i] * sizes->n / 20;
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      double literal[N_LENGTH_ROUNDS], tracked[N_LENGTH_ROUNDS];
      ExmCurveText *text;
      text_page_pair (rand, n, &a, &b);
      g_autofree float *fs = g_new (float, a.n);
      expect (exm_curve_text_new (a.chars, a.n, b.chars, b.n, NULL, NULL, &text)
                  == EXM_KERNEL_OK,
              "exm_curve_text_new");
      for (guint round = 0; round < N_LENGTH_ROUNDS; round++)
        {
          literal[round] = time_literal (text, 64, fs, a.n);
          tracked[round] = time_tracked (&a, &b, workspace, 1000) * 1000;
        }
      print_times ("literal w=64, longer texts", "ns a window", literal, N_LENGTH_ROUNDS,
                   n);
      print_times ("tracked, longer texts", "ns a character", tracked, N_LENGTH_ROUNDS,
                   n);
      exm_curve_text_free (text);
    }
  exm_curve_workspace_free (workspace);
}

#define SHUFFLED_LINE 20u

/* Short lines, the same in another order. */
static Text
text_shuffled (GRand *rand, const Text *text)
{
  gsize n_lines = text->n / SHUFFLED_LINE;
  g_autofree gsize *order = g_new (gsize, n_lines);
  Text shuffled = { g_new (guint32, text->n), text->n };
  memcpy (shuffled.chars, text->chars, text->n * sizeof *text->chars);
  for (gsize i = 0; i < n_lines; i++)
    {
      gsize k = (gsize) g_rand_int_range (rand, 0, (gint32) i + 1);
      order[i] = order[k];
      order[k] = i;
    }
  for (gsize i = 0; i < n_lines; i++)
    memcpy (shuffled.chars + SHUFFLED_LINE * i, text->chars + SHUFFLED_LINE * order[i],
            SHUFFLED_LINE * sizeof *text->chars);
  return shuffled;
}

/* Texts in which everything is like everything. */
static void
bench_adversarial (GRand *rand, gsize n)
{
  g_auto (Text) one = text_random (rand, n, 1);
  g_auto (Text) two = text_random (rand, n, 2);
  g_auto (Text) period = text_random (rand, n, 40);
  for (gsize i = 23; i < n; i++)
    period.chars[i] = period.chars[i - 23];
  g_auto (Text) mutated_tenth = text_edited (rand, &period, 10);
  g_auto (Text) mutated_much = text_edited (rand, &period, 3);
  g_auto (Text) lines = text_random (rand, n, 40);
  g_auto (Text) shuffled = text_shuffled (rand, &lines);
  g_auto (Text) lines_mutated = text_edited (rand, &lines, 3);
  const Text *pairs[][2] = { { &one, &one },
                             { &two, &two },
                             { &two, &one },
                             { &period, &period },
                             { &mutated_tenth, &period },
                             { &mutated_much, &period },
                             { &shuffled, &lines },
                             { &lines_mutated, &lines } };
  double times[G_N_ELEMENTS (pairs)];
  ExmCurveWorkspace *workspace = exm_curve_workspace_new ();
  g_setenv ("EXEMPLAR_CPU", "avx2", TRUE);
  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    times[i] = time_tracked (pairs[i][0], pairs[i][1], workspace, n);
  g_unsetenv ("EXEMPLAR_CPU");
  print_times ("tracked, adversarial avx2", "ms a pair", times, G_N_ELEMENTS (pairs), n);
  exm_curve_workspace_free (workspace);
}

/* For instruction counts (bench.py --instructions): each stage once, in a function that a
 * profile names, on the instruction set that the environment asks for. */

#define COUNTED_CHARS 4000u

typedef struct
{
  Text a, b;
  ExmCurveText *text;
  ExmCurveWorkspace *workspace;
  float *fs, *bs;
} Counted;

static __attribute__ ((noinline)) void
count_codes (Counted *self)
{
  expect (exm_curve_text_new (self->a.chars, self->a.n, self->b.chars, self->b.n, NULL,
                              NULL, &self->text)
              == EXM_KERNEL_OK,
          "exm_curve_text_new");
}

static void
run_literal (Counted *self, guint w)
{
  expect (exm_curve_literal (self->text, w, self->fs, NULL, NULL, NULL) == EXM_KERNEL_OK,
          "exm_curve_literal");
}

static __attribute__ ((noinline)) void
count_literal_32 (Counted *self)
{
  run_literal (self, 32);
}

static __attribute__ ((noinline)) void
count_literal_64 (Counted *self)
{
  run_literal (self, 64);
}

static __attribute__ ((noinline)) void
count_literal_256 (Counted *self)
{
  run_literal (self, 256);
}

static __attribute__ ((noinline)) void
count_slider_step (Counted *self, const ExmCurveLiteral *curves)
{
  expect (exm_curve_literal_fill (curves, 200, self->fs, self->bs) == EXM_KERNEL_OK,
          "exm_curve_literal_fill");
}

static __attribute__ ((noinline)) void
count_tracked (Counted *self, ExmCurveTrack **track)
{
  expect (exm_curve_track_new (self->text, self->workspace, NULL, NULL, track)
              == EXM_KERNEL_OK,
          "exm_curve_track_new");
}

static __attribute__ ((noinline)) void
count_drawn_100 (Counted *self, const ExmCurveTrack *track)
{
  expect (exm_curve_tracked (self->text, track, 100, 6, self->fs, self->bs, NULL, NULL)
              == EXM_KERNEL_OK,
          "exm_curve_tracked");
}

static void
count_all (GRand *rand)
{
  Counted self = { .workspace = exm_curve_workspace_new () };
  ExmCurveLiteral *curves;
  ExmCurveTrack *track;

  text_page_pair (rand, COUNTED_CHARS, &self.a, &self.b);
  self.fs = g_new (float, self.a.n);
  self.bs = g_new (float, self.a.n);
  count_codes (&self);
  count_literal_32 (&self);
  count_literal_64 (&self);
  count_literal_256 (&self);
  expect (exm_curve_literal_new (self.text, 256, NULL, NULL, &curves) == EXM_KERNEL_OK,
          "exm_curve_literal_new");
  count_slider_step (&self, curves);
  count_tracked (&self, &track);
  count_drawn_100 (&self, track);
  exm_curve_track_free (track);
  exm_curve_literal_free (curves);
  exm_curve_text_free (self.text);
  exm_curve_workspace_free (self.workspace);
  text_clear (&self.a);
  text_clear (&self.b);
  g_free (self.fs);
  g_free (self.bs);
}

int
main (int argc, char *argv[])
{
  static const guint widths[] = { 32, 64, 128, 256 };
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  Sizes sizes = quick ? (Sizes){ 1500, 50, 2 } : (Sizes){ 20000, 200, 15 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  if (argc > 1 && strcmp (argv[1], "--count") == 0)
    {
      count_all (rand);
      return 0;
    }
  g_auto (Text) a = text_random (rand, sizes.n, 60);
  g_auto (Text) b = text_random (rand, sizes.n, 60);
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    bench_literal (&a, &b, widths[i], &sizes);
  bench_tracked (rand, &sizes);
  bench_adversarial (rand, sizes.n);
  bench_lengths (rand, &sizes);
  bench_slider (rand, 5 * sizes.n);
  return 0;
}
