/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-tracks [PATH...] < TABLE: what the tracked curves cost on every instruction set
 * (or those named: portable, avx2, avx512) over the page pairs of a table: target and
 * example (files), separated by a tab, a pair a line. `./dev bench --corpus CORPUS` makes
 * the table. All times are for 20,000 characters of the target, each the least of some
 * rounds; a line a stage, as bench.py reads it. The program fails when the instruction
 * sets differ. */

#include "kernel/exm-curve.h"
#include "page/exm-page-reader.h"

#include "curves.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define N_ROUNDS 7
#define SCALE 20000.

/* The last is the preparation: codes and reversed texts. */
#define N_STAGES (N_PROCESSOR_PATHS + 1)

typedef struct
{
  GArray *times[N_STAGES]; /* (element-type double): ms */
  char *const *asked;      /* instruction sets; empty: all */
  ExmCurveWorkspace *workspace;
} Bench;

static double
cpu_ms (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static guint32 *
read_codes (const char *path, gsize *n)
{
  g_autofree char *data = NULL;
  gsize size = 0;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &data, &size, &error))
    g_error ("%s", error->message);
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_steal_pointer (&data), size);
  g_autoptr (ExmPageText) page = exm_page_read (bytes, NULL, &error);
  if (page == NULL)
    return NULL;
  *n = exm_page_text_get_n_chars (page);
  return exm_page_text_dup_codes (page);
}

static void
expect_same (const ExmCurveTrack *track, const ExmCurveTrack *other)
{
  for (guint side = 0; side < 2; side++)
    {
      gsize n, m;
      const ExmCurveGroup *groups = exm_curve_track_get_path (track, side, &n);
      const ExmCurveGroup *others = exm_curve_track_get_path (other, side, &m);
      if (n != m || memcmp (groups, others, n * sizeof *groups) != 0)
        g_error ("two instruction sets differ");
    }
}

static void
keep (Bench *bench, guint stage, double least, gsize n_a)
{
  double time = least * SCALE / (double) n_a;
  g_array_append_val (bench->times[stage], time);
}

static ExmCurveText *
time_preparation (Bench *bench, const guint32 *a, gsize n_a, const guint32 *b, gsize n_b)
{
  ExmCurveText *text = NULL;
  double least = G_MAXDOUBLE;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      exm_curve_text_free (text);
      double start = cpu_ms ();
      if (exm_curve_text_new (a, n_a, b, n_b, NULL, NULL, &text) != EXM_KERNEL_OK)
        g_error ("a pair cannot be prepared");
      least = MIN (least, cpu_ms () - start);
    }
  keep (bench, N_PROCESSOR_PATHS, least, n_a);
  return text;
}

static gboolean
is_asked (const Bench *bench, guint k)
{
  return bench->asked[0] == NULL
         || g_strv_contains ((const char *const *) bench->asked, processor_paths[k]);
}

static void
bench_pair (Bench *bench, char *const *files)
{
  gsize n_a = 0, n_b = 0;
  g_autofree guint32 *a = read_codes (files[0], &n_a);
  g_autofree guint32 *b = read_codes (files[1], &n_b);
  ExmCurveTrack *first = NULL;

  if (a == NULL || b == NULL || n_a < EXM_CURVE_GRID_WINDOW)
    return;
  ExmCurveText *text = time_preparation (bench, a, n_a, b, n_b);
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      double least = G_MAXDOUBLE;
      if (!is_asked (bench, k))
        continue;
      g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
      for (guint round = 0; round < N_ROUNDS; round++)
        {
          ExmCurveTrack *track;
          double start = cpu_ms ();
          if (exm_curve_track_new (text, bench->workspace, NULL, NULL, &track)
              != EXM_KERNEL_OK)
            g_error ("a pair cannot be followed");
          least = MIN (least, cpu_ms () - start);
          if (first == NULL)
            first = g_steal_pointer (&track);
          else
            expect_same (first, track);
          exm_curve_track_free (track);
        }
      keep (bench, k, least, n_a);
    }
  exm_curve_track_free (first);
  exm_curve_text_free (text);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
print_stage (const char *name, GArray *times)
{
  g_array_sort (times, compare_doubles);
  const double *all = (const double *) (gpointer) times->data;
  guint last = times->len - 1, p95 = last * 95 / 100;
  g_print ("%-36s %10.3f %10.3f %10.3f ms a pair, n = %u\n", name, all[0], all[last / 2],
           all[last], times->len);
  g_print ("%-36s %10.3f %10.3f %10.3f ms a pair, n = %u\n",
           "  and the slowest 5 % of them", all[p95], all[(p95 + last) / 2], all[last],
           times->len - p95);
}

int
main (int argc, char *argv[])
{
  Bench bench = { .workspace = exm_curve_workspace_new (), .asked = argv + 1 };
  char line[8192];

  for (guint k = 0; k < N_STAGES; k++)
    bench.times[k] = g_array_new (FALSE, FALSE, sizeof (double));
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      g_auto (GStrv) files = g_strsplit (g_strchomp (line), "\t", 3);
      if (g_strv_length (files) >= 2)
        bench_pair (&bench, files);
    }
  if (bench.times[N_PROCESSOR_PATHS]->len == 0)
    {
      g_printerr ("bench-tracks: no pair on standard input\n");
      return 1;
    }
  g_print ("%-36s %10s %10s %10s\n", "", "min", "median", "max");
  print_stage ("tracked: codes and reversal", bench.times[N_PROCESSOR_PATHS]);
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      if (bench.times[k]->len == 0)
        continue;
      g_autofree char *name = g_strdup_printf ("tracked: FS + BS %s", processor_paths[k]);
      print_stage (name, bench.times[k]);
    }
  for (guint k = 0; k < N_STAGES; k++)
    g_array_unref (bench.times[k]);
  exm_curve_workspace_free (bench.workspace);
  return 0;
}
