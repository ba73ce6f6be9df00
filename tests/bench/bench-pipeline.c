/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Time of a page by stage, as Markdown.
 *
 * bench-pipeline [--quick] [EXAMPLE TARGET…]
 *
 * Without files it takes pages of sites that do not exist. Every stage must give a result
 * that makes sense: the program fails when one does not. */

#include "article/exm-body.h"
#include "charset/exm-decode.h"
#include "engine/exm-engine.h"
#include "extract/exm-alignment.h"
#include "extract/exm-methods.h"
#include "metadata/exm-metadata-reader.h"
#include "methods/exm-method-table.h"

#include "page/exm-page-builder.h"
#include "test-site.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

typedef enum
{
  STAGE_DECODE,
  STAGE_READ,
  STAGE_PREPARE,
  STAGE_CURVES,
  STAGE_RULES,
  STAGE_NETS,
  STAGE_METADATA,
  STAGE_WHOLE,
  N_STAGES
} Stage;

static const char *const stage_names[N_STAGES]
    = { "decode",     "read",         "prepare",  "curves",
        "hand rules", "nets, choice", "metadata", "whole" };

typedef struct
{
  const char *name;
  GBytes *example;    /* (owned) */
  GPtrArray *targets; /* (owned) (element-type GBytes) */
} PageSet;

static void
page_set_clear (PageSet *self)
{
  g_bytes_unref (self->example);
  g_ptr_array_unref (self->targets);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PageSet, page_set_clear)

typedef struct
{
  GArray *usec[N_STAGES]; /* (owned) (element-type double): a page and round each */
} Times;

static void
expect (gboolean right, const char *what, const GError *error)
{
  if (!right)
    g_error ("%s: %s", what, error != NULL ? error->message : "a wrong result");
}

static void
add_time (Times *times, Stage stage, gint64 start_usec, gint64 end_usec)
{
  double usec = (double) (end_usec - start_usec);
  g_array_append_val (times->usec[stage], usec);
}

static ExmPageText *
read_page (GBytes *raw, Times *times)
{
  g_autoptr (GError) error = NULL;
  ExmPageTextParts parts;
  ExmCharset charset = { 0 };
  gint64 start = g_get_monotonic_time ();
  GBytes *source = exm_decode (raw, NULL, NULL, &charset, &error);

  expect (source != NULL, "decode", error);
  add_time (times, STAGE_DECODE, start, g_get_monotonic_time ());

  start = g_get_monotonic_time ();
  exm_page_text_parts_init (&parts);
  g_array_unref (parts.charset.replaced);
  parts.charset = charset;
  parts.source = source;
  exm_page_build (&parts);
  ExmPageText *page = exm_page_text_new (&parts);
  add_time (times, STAGE_READ, start, g_get_monotonic_time ());
  return page;
}

/* Times the default method: curves and hand rules by themselves, and the rest. */
static ExmResult *
run_method (const ExmMethodInput *input, Times *times)
{
  g_auto (ExmAlignment) comparison = { NULL };
  g_autoptr (GError) error = NULL;
  guint n_lines;
  ExmResultData data;

  gint64 start = g_get_monotonic_time ();
  expect (exm_alignment_init (&comparison, input, &error), "curves", error);
  gint64 compared = g_get_monotonic_time ();
  exm_page_text_get_lines (exm_prepared_get_page (input->target), &n_lines);
  exm_result_data_init (&data, "bench", n_lines);
  exm_rules_gather (input, &comparison, &data);
  exm_result_data_clear (&data);
  gint64 ruled = g_get_monotonic_time ();
  ExmResult *result = exm_method_run (exm_method_find (NULL, NULL), input, &error);
  expect (result != NULL, "method", error);
  add_time (times, STAGE_CURVES, start, compared);
  add_time (times, STAGE_RULES, compared, ruled);
  add_time (times, STAGE_NETS, ruled, g_get_monotonic_time () - (ruled - start));
  return result;
}

static void
run_stages (GBytes *raw, ExmPrepared *example, Times *times)
{
  g_autoptr (ExmPageText) page = read_page (raw, times);

  gint64 start = g_get_monotonic_time ();
  g_autoptr (ExmPrepared) target = exm_prepared_new (page, NULL);
  add_time (times, STAGE_PREPARE, start, g_get_monotonic_time ());

  const ExmMethodInput input = {
    .target = target, .examples = &example, .n_examples = 1, .window = 32, .brief = TRUE
  };
  g_autoptr (ExmResult) result = run_method (&input, times);
  const ExmResultData *data = exm_result_get (result);

  start = g_get_monotonic_time ();
  g_autoptr (ExmMetadata) metadata = exm_metadata_read (page, data->head, data->tail);
  add_time (times, STAGE_METADATA, start, g_get_monotonic_time ());
}

/* A new engine each time: nothing comes from its cache. */
static void
run_whole (GBytes *raw, ExmPrepared *example, gboolean has_body, Times *times)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autoptr (ExmPrepared) target = exm_engine_prepare (engine, raw, NULL, NULL, &error);

  expect (target != NULL, "prepare", error);
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, NULL, &error);
  expect (result != NULL, "extract", error);
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata (engine, target, result);
  g_autofree char *body = exm_body_write_text (exm_prepared_get_page (target), result);
  add_time (times, STAGE_WHOLE, start, g_get_monotonic_time ());
  expect (!has_body || strlen (body) > 100, "body", NULL);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static double
get_median (const GArray *sorted)
{
  return g_array_index (sorted, double, sorted->len / 2);
}

static void
print_times (const PageSet *set, Times *times)
{
  gsize n_bytes = 0;
  double sum = 0;

  for (guint i = 0; i < set->targets->len; i++)
    n_bytes += g_bytes_get_size (g_ptr_array_index (set->targets, i));
  n_bytes /= set->targets->len;
  for (guint stage = 0; stage < N_STAGES; stage++)
    g_array_sort (times->usec[stage], compare_doubles);
  for (guint stage = 0; stage < STAGE_WHOLE; stage++)
    sum += get_median (times->usec[stage]);

  g_print ("\n%-40s %10s %10s %10s\n", set->name, "min", "median", "max");
  for (guint stage = 0; stage < N_STAGES; stage++)
    {
      const GArray *usec = times->usec[stage];
      double median = get_median (usec);
      g_autofree char *title
          = stage == STAGE_WHOLE
                ? g_strdup_printf ("%s: %s", set->name, stage_names[stage])
                : g_strdup_printf ("%s: %s (%.1f %%)", set->name, stage_names[stage],
                                   100 * median / MAX (sum, 1));
      g_print ("%-40s %10.0f %10.0f %10.0f usec a page of %u, n = %" G_GSIZE_FORMAT "\n",
               title, g_array_index (usec, double, 0), median,
               g_array_index (usec, double, usec->len - 1), set->targets->len, n_bytes);
    }
  g_print ("\n%.1f pages/s on one core\n",
           G_USEC_PER_SEC / MAX (get_median (times->usec[STAGE_WHOLE]), 1));
}

static void
bench (const PageSet *set, guint n_rounds, gboolean has_body)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  Times times;
  g_autoptr (ExmPrepared) example
      = exm_engine_prepare (engine, set->example, NULL, NULL, &error);

  expect (example != NULL, "example", error);
  for (guint stage = 0; stage < N_STAGES; stage++)
    times.usec[stage] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint round = 0; round < n_rounds; round++)
    for (guint i = 0; i < set->targets->len; i++)
      {
        GBytes *raw = g_ptr_array_index (set->targets, i);
        run_stages (raw, example, &times);
        run_whole (raw, example, has_body, &times);
      }
  print_times (set, &times);
  for (guint stage = 0; stage < N_STAGES; stage++)
    g_array_unref (times.usec[stage]);
}

static GBytes *
make_page (guint number, guint n_paragraphs, TestSiteLanguage language)
{
  TestSitePage page = test_site_make_page (40, number, n_paragraphs, language,
                                           TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  gsize n = strlen (page.html);

  g_free (page.body);
  return g_bytes_new_take (page.html, n);
}

static void
bench_made (const char *name,
            guint n_paragraphs,
            TestSiteLanguage language,
            gboolean quick)
{
  g_auto (PageSet) set = {
    .name = name,
    .example = make_page (0, n_paragraphs, language),
    .targets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref),
  };

  for (guint i = 1; i <= (quick ? 2 : 10); i++)
    g_ptr_array_add (set.targets, make_page (i, n_paragraphs, language));
  bench (&set, quick ? 1 : 10, TRUE);
}

static GBytes *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) error = NULL;
  GBytes *bytes = g_file_load_bytes (file, NULL, NULL, &error);

  expect (bytes != NULL, path, error);
  return bytes;
}

static void
bench_files (char **paths, guint n)
{
  g_auto (PageSet) set = {
    .name = "files",
    .example = load (paths[0]),
    .targets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref),
  };

  for (guint i = 1; i < n; i++)
    g_ptr_array_add (set.targets, load (paths[i]));
  bench (&set, 10, FALSE);
}

int
main (int argc, char *argv[])
{
  setlocale (LC_ALL, "");
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;

  if (argc > 2 && !quick)
    {
      bench_files (argv + 1, (guint) argc - 1);
      return EXIT_SUCCESS;
    }
  if (argc > 1 && !quick)
    {
      g_printerr ("usage: %s [--quick] [EXAMPLE TARGET…]\n", argv[0]);
      return EXIT_FAILURE;
    }
  bench_made ("English, short", 8, TEST_SITE_ENGLISH, quick);
  bench_made ("English, long", 60, TEST_SITE_ENGLISH, quick);
  bench_made ("Chinese", 20, TEST_SITE_CHINESE, quick);
  return EXIT_SUCCESS;
}
