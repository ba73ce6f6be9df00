/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* compare-tracks < TABLE: how the tracked curves differ from their first definition, and
 * what they cost, over the page pairs of a table: target, example, gold body (files),
 * separated by tabs, a pair a line. See `./dev accuracy --help`. */

#include "extract/exm-region-locate.h"
#include "kernel/exm-curve.h"
#include "page/exm-page-reader.h"

#include "wide-track.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define N_ROUNDS 9

typedef struct
{
  guint n_pairs;
  gsize n_points;
  gsize n_near;       /* differ by .1 at most, both taken at .5 at least */
  gsize n_other_side; /* of .6 */
  gsize n_template;   /* points outside the gold body */
  gsize n_body;
  gsize found[2];    /* of the template, by the first definition and by today's */
  gsize mistaken[2]; /* of the body */
  GArray *times;     /* (element-type double): ms for 20,000 characters */
  GArray *times_wide;
  ExmCurveWorkspace *workspace;
} Tally;

static double
cpu_ms (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static ExmPageText *
read_page (const char *path)
{
  g_autofree char *data = NULL;
  gsize size = 0;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &data, &size, &error))
    g_error ("%s", error->message);
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&data), size);
  return exm_page_read (bytes, NULL, &error);
}

/* One a character of the joined text: whether it is of the gold body. */
static guint8 *
mark_gold (const ExmPageText *page, const char *gold)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint8 *inside = g_new0 (guint8, exm_page_text_get_n_chars (page) + 1);
  g_autoptr (ExmRegion) region = exm_region_locate (page, gold);

  for (guint i = 0; region != NULL && i < n; i++)
    if (exm_region_contains (region, i) && !(lines[i].flags & EXM_LINE_FLAGGED))
      memset (inside + lines[i].start, 1, lines[i].n_chars);
  return inside;
}

static void
tally_point (Tally *tally, guint wide, guint now)
{
  double difference = fabs (MAX (1 - wide / 32., .5) - MAX (1 - now / 32., .5));
  tally->n_points++;
  tally->n_near += difference <= .1 + 1e-9;
  tally->n_other_side += (wide <= 12) != (now <= 12);
}

static void
tally_character (Tally *tally, gboolean gold, const guint wide[2], const guint now[2])
{
  gboolean hit[2] = { MIN (wide[0], wide[1]) <= 12, MIN (now[0], now[1]) <= 12 };
  tally->n_template += !gold;
  tally->n_body += gold;
  for (guint k = 0; k < 2; k++)
    if (gold)
      tally->mistaken[k] += hit[k];
    else
      tally->found[k] += hit[k];
}

static guint
distance_at (const ExmCurveGroup *path, gsize point)
{
  return path[point / 8].d[point % 8];
}

static void
compare_points (Tally *tally,
                const ExmCurveTrack *track,
                const ExmCurveText *text,
                const guint8 *gold)
{
  g_autofree guint8 *wide_fs = NULL, *wide_bs = NULL;
  gsize n_groups, n_a = exm_curve_text_get_length (text);
  const ExmCurveGroup *fs
      = exm_curve_track_get_path (track, EXM_CURVE_FORWARD, &n_groups);
  const ExmCurveGroup *bs
      = exm_curve_track_get_path (track, EXM_CURVE_BACKWARD, &n_groups);
  double start = cpu_ms ();
  gsize n = wide_track (text, &wide_fs, &wide_bs);
  double time = (cpu_ms () - start) * 20000 / (double) n_a;

  g_array_append_val (tally->times_wide, time);
  for (gsize k = 0; k < n; k++)
    {
      tally_point (tally, wide_fs[k], distance_at (fs, k));
      tally_point (tally, wide_bs[k], distance_at (bs, k));
    }
  for (gsize i = 0; i < n_a; i++)
    {
      gsize k = MIN (i / 4, n - 1), back = MIN ((n_a - 1 - i) / 4, n - 1);
      guint wide[2] = { wide_fs[k], wide_bs[back] };
      guint now[2] = { distance_at (fs, k), distance_at (bs, back) };
      tally_character (tally, gold[i], wide, now);
    }
}

static void
compare_pair (Tally *tally, char *const *files)
{
  g_autoptr (ExmPageText) target = read_page (files[0]);
  g_autoptr (ExmPageText) example = read_page (files[1]);
  g_autofree char *gold_text = NULL;
  double least = HUGE_VAL;

  if (target == NULL || example == NULL
      || !g_file_get_contents (files[2], &gold_text, NULL, NULL))
    return;
  gsize n_a = exm_page_text_get_n_chars (target);
  if (n_a < 32)
    return;
  g_autofree guint32 *a = exm_page_text_dup_codes (target);
  g_autofree guint32 *b = exm_page_text_dup_codes (example);
  g_autofree guint8 *gold = mark_gold (target, gold_text);
  ExmCurveText *text = NULL;
  ExmCurveTrack *track = NULL;
  if (exm_curve_text_new (a, n_a, b, exm_page_text_get_n_chars (example), NULL, NULL,
                          &text)
      != EXM_KERNEL_OK)
    return;
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      exm_curve_track_free (track);
      double start = cpu_ms ();
      if (exm_curve_track_new (text, tally->workspace, NULL, NULL, &track)
          != EXM_KERNEL_OK)
        g_error ("%s cannot be followed", files[0]);
      least = MIN (least, cpu_ms () - start);
    }
  least *= 20000 / (double) n_a;
  g_array_append_val (tally->times, least);
  compare_points (tally, track, text, gold);
  tally->n_pairs++;
  exm_curve_track_free (track);
  exm_curve_text_free (text);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static double
quantile (GArray *times, double at)
{
  g_array_sort (times, compare_doubles);
  return g_array_index (times, double, (guint) (at * (times->len - 1)));
}

static double
share (gsize part, gsize of)
{
  return of > 0 ? (double) part / (double) of : 0;
}

int
main (void)
{
  Tally tally = { .times = g_array_new (FALSE, FALSE, sizeof (double)),
                  .times_wide = g_array_new (FALSE, FALSE, sizeof (double)),
                  .workspace = exm_curve_workspace_new () };
  char line[8192];

  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) files = g_strsplit (g_strchomp (line), "\t", 3);
      if (g_strv_length (files) == 3)
        compare_pair (&tally, files);
    }
  if (tally.n_pairs == 0)
    {
      g_printerr ("compare-tracks: no pair on standard input\n");
      return 1;
    }
  g_print ("%u pairs, %zu points\n", tally.n_pairs, tally.n_points);
  g_print ("differ by .1 at most (both taken at .5 at least): %.2f %%\n",
           100 * share (tally.n_near, tally.n_points));
  g_print ("on the other side of .6: %.2f %%\n",
           100 * share (tally.n_other_side, tally.n_points));
  g_print ("template recognised: %.4f, first definition %.4f\n",
           share (tally.found[1], tally.n_template),
           share (tally.found[0], tally.n_template));
  g_print ("body mistaken: %.4f, first definition %.4f\n",
           share (tally.mistaken[1], tally.n_body),
           share (tally.mistaken[0], tally.n_body));
  g_print ("ms a pair of 20,000 characters: median %.3f, p95 %.3f; first definition "
           "%.1f, %.1f\n",
           quantile (tally.times, .5), quantile (tally.times, .95),
           quantile (tally.times_wide, .5), quantile (tally.times_wide, .95));
  exm_curve_workspace_free (tally.workspace);
  g_array_unref (tally.times);
  g_array_unref (tally.times_wide);
  return 0;
}
