/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Full-text search over 200,000 articles a script, made by the store's own functions of
 * words that are as frequent as those of a language: bytes of the index for 100 bytes of
 * text, time to fill it, and of searches. */

#include "config.h"

#include "store/db/exm-store-folder.h"
#include "store/exm-search-index.h"
#include "test-folder.h"
#include "word-store.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define N_ROUNDS 15u
#define N_TASKS 40u

/* Rows that a window and the command line ask for. */
#define N_ROWS 50u

typedef struct
{
  const char *name;
  WordStoreScript script;
  const char *queries[4][2]; /* name and words */
} Language;

static const Language languages[] = {
  { "zh",
    WORD_STORE_CHINESE,
    { { "word", "隧道" },
      { "phrase", "\"北江隧道\"" },
      { "two-filters", "隧道 site:n7.example after:2026-01-20" },
      { "common", "公司" } } },
  { "latin",
    WORD_STORE_LATIN,
    { { "word", "tunnel" },
      { "phrase", "\"the northern tunnel\"" },
      { "two-filters", "tunnel site:n7.example after:2026-01-20" },
      { "prefix", "tunn*" } } },
};

static void
expect (gboolean right, const GError *error)
{
  if (!right)
    g_error ("%s", error != NULL ? error->message : "a wrong result");
}

static void
print_row (const char *script,
           const char *what,
           const double values[3],
           const char *unit,
           guint n)
{
  g_autofree char *name = g_strconcat (script, "-", what, NULL);

  g_print ("%-28s %10.2f %10.2f %10.2f %s, n = %u\n", name, values[0], values[1],
           values[2], unit, n);
}

static void
print_one (const char *script, const char *what, double value, const char *unit, guint n)
{
  print_row (script, what, (const double[]){ value, value, value }, unit, n);
}

static double
get_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec / 1e6
         + (double) usage.ru_stime.tv_sec + (double) usage.ru_stime.tv_usec / 1e6;
}

static void
bench_fill (const char *folder, const Language *language, guint n, gsize n_text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, EXM_STORE_SEARCH_FILE, NULL);
  guint n_changed = 0;
  GStatBuf info;
  double start = get_cpu_seconds ();
  ExmSearchIndex *index = exm_search_index_open (folder, NULL, &error);

  expect (index != NULL && exm_search_index_update (index, &n_changed, NULL, &error)
              && n_changed == n,
          error);
  double filled = get_cpu_seconds ();
  expect (exm_search_index_update (index, &n_changed, NULL, &error) && n_changed == 0,
          error);
  double looked = get_cpu_seconds ();
  exm_search_index_close (index);
  expect (g_stat (path, &info) == 0, NULL);
  print_one (language->name, "fill", (filled - start) / n * 1e6, "CPU usec/article", n);
  print_one (language->name, "nothing-new", (looked - filled) * 1e3, "CPU msec", n);
  print_one (language->name, "size", (double) info.st_size / (double) n_text * 100,
             "% of the text", n);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
bench_query (ExmSearchIndex *index, const Language *language, const char *const *query)
{
  g_autoptr (ExmSearchQuery) parsed = exm_search_query_new (query[1]);
  double times[N_ROUNDS];
  guint n_found = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) hits
          = exm_search_index_find (index, parsed, NULL, N_ROWS, NULL, NULL, &error);
      times[round] = (double) (g_get_monotonic_time () - start) / 1000;
      expect (hits != NULL && hits->len > 0, error);
      n_found = hits->len;
    }
  qsort (times, N_ROUNDS, sizeof *times, compare_doubles);
  print_row (language->name, query[0],
             (const double[]){ times[0], times[N_ROUNDS / 2], times[N_ROUNDS - 1] },
             "msec", n_found);
}

static void
bench (const Language *language, guint n)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  double start = get_cpu_seconds ();
  gsize n_bytes = word_store_fill (folder, language->script, N_TASKS, n);

  print_one (language->name, "store", (get_cpu_seconds () - start) / n * 1e6,
             "CPU usec/article", n);
  print_one (language->name, "text", (double) n_bytes / n, "bytes/article", n);
  bench_fill (folder, language, n, n_bytes);
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (folder, NULL, &error);
  expect (index != NULL, error);
  for (guint i = 0; i < G_N_ELEMENTS (language->queries); i++)
    bench_query (index, language, language->queries[i]);
}

int
main (int argc, char *argv[])
{
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  guint n = argc > 1 && !quick ? (guint) atoi (argv[1]) : quick ? 1200 : 200000;

  if (argc > 2 || n < 1000)
    {
      g_printerr ("usage: %s [--quick | ARTICLES]\n", argv[0]);
      return EXIT_FAILURE;
    }
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    bench (&languages[i], n);
  return EXIT_SUCCESS;
}
