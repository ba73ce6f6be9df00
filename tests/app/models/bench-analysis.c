/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Work of the workbench after a page has come, without drawing: from its bytes to
 * verdicts of its lines and to its curves. And the check of ten pages of a set-up.
 *
 * Pages of about 200 KB with much markup are made; with files, the first is the example,
 * and each of the others a page. */

#include "config.h"

#include "app/analysis/exm-analysis.h"
#include "app/setup/exm-setup-check.h"

#include <stdlib.h>

#define N_ROUNDS 15u
#define N_CHECKED 10u
#define PAGE_BYTES 200000u

static const ExmPageHints hints = { .url = "http://site.example/1.html" };

static void
expect (gboolean right, const GError *error)
{
  if (!right)
    g_error ("%s", error != NULL ? error->message : "a wrong result");
}

static void
add_words (GString *html, GRand *rand, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (html, "word%u ", g_rand_int_range (rand, 0, 5000));
}

static void
add_links (GString *html, const char *kind, guint n)
{
  g_string_append_printf (html, "<nav class=\"%s-list layout-%s\"><ul>\n", kind, kind);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        html,
        "<li class=\"%s-item item-%u has-icon\" data-track=\"%s%u\">"
        "<a href=\"/%s/section-%u/index.html\">"
        "<span class=\"icon icon-%u\"></span>Section %s %u</a></li>\n",
        kind, i, kind, i, kind, i, i % 9, kind, i);
  g_string_append (html, "</ul></nav>\n");
}

/* A third of it is the article; what it is beside stays the same. */
static GBytes *
make_page (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  GString *html = g_string_new ("<!DOCTYPE html><meta charset=\"utf-8\">");

  g_string_append_printf (html, "<title>Report %u</title><body>", seed);
  add_links (html, "menu", 150);
  g_string_append_printf (html, "<article><h1>Report %u of the harbour</h1>\n", seed);
  gsize begin = html->len;
  while (html->len - begin < PAGE_BYTES / 3)
    {
      g_string_append (html, "<p class=\"paragraph text-block\">");
      add_words (html, rand, 60);
      g_string_append (html, "</p>\n");
    }
  g_string_append (html, "</article>");
  while (html->len < PAGE_BYTES)
    add_links (html, "more", 100);
  return g_string_free_to_bytes (html);
}

static GBytes *
read_page (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  gsize size = 0;

  expect (g_file_get_contents (path, &text, &size, &error), error);
  return g_bytes_new_take (text, size);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a;
  double other = *(const double *) b;

  return one < other ? -1 : one > other;
}

static void
print_times (const char *name, GArray *times, guint n)
{
  g_array_sort (times, compare_times);
  g_print ("%-28s %10.2f %10.2f %10.2f msec, n = %u\n", name,
           g_array_index (times, double, 0),
           g_array_index (times, double, times->len / 2),
           g_array_index (times, double, times->len - 1), n);
}

static void
take_time (GArray *times, gint64 start_usec)
{
  double ms = (double) (g_get_monotonic_time () - start_usec) / 1000;

  g_array_append_val (times, ms);
}

static void
wait_for (ExmAnalysis *analysis)
{
  while (exm_analysis_get_busy (analysis) || exm_analysis_get_chart_busy (analysis)
         || exm_analysis_get_chart_data (analysis) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
bench_page (ExmEngine *engine, GPtrArray *pages, guint n_rounds)
{
  g_autoptr (ExmAnalysis) analysis = exm_analysis_new (engine);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  gsize n_bytes = 0;

  exm_analysis_set_example (analysis, pages->pdata[0], &hints, NULL);
  for (guint round = 0; round < n_rounds; round++)
    for (guint i = 1; i < pages->len; i++)
      {
        gint64 start_usec = g_get_monotonic_time ();
        exm_analysis_set_target (analysis, pages->pdata[i], &hints);
        wait_for (analysis);
        take_time (times, start_usec);
        expect (exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY, NULL);
        n_bytes = g_bytes_get_size (pages->pdata[i]);
      }
  print_times ("analysis-page", times, (guint) n_bytes);
}

static void
on_checked (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
check (ExmEngine *engine, GPtrArray *pages, GArray *times)
{
  const ExmExtractOptions options = { .method = NULL };
  const ExmCheckExample example = { .bytes = pages->pdata[0], .hints = hints };
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_CHECKED; i++)
    {
      ExmPageItem *item = exm_page_item_new (hints.url);
      exm_page_item_set_bytes (item, pages->pdata[1 + i % (pages->len - 1)], NULL, NULL);
      g_ptr_array_add (items, item);
    }
  gint64 start_usec = g_get_monotonic_time ();
  exm_setup_check_async (engine, &example, 1, &options, items, NULL, on_checked, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GPtrArray) checked = NULL;
  g_autoptr (GArray) outcomes = exm_setup_check_finish (result, &checked, &error);
  take_time (times, start_usec);
  expect (outcomes != NULL && outcomes->len == N_CHECKED, error);
}

int
main (int argc, char **argv)
{
  gboolean quick = argc == 2 && g_str_equal (argv[1], "--quick");
  guint n_rounds = quick ? 1 : N_ROUNDS;
  g_autoptr (GPtrArray) pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (ExmEngine) engine = exm_engine_new ();

  if (argc == 2 && !quick)
    {
      g_printerr ("usage: %s [--quick | EXAMPLE PAGE…]\n", argv[0]);
      return EXIT_FAILURE;
    }
  for (int i = 1; i < argc && !quick; i++)
    g_ptr_array_add (pages, read_page (argv[i]));
  for (guint i = 0; i < 1 + N_CHECKED && argc <= 2; i++)
    g_ptr_array_add (pages, make_page (i));
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  bench_page (engine, pages, n_rounds);
  for (guint round = 0; round < n_rounds; round++)
    check (engine, pages, times);
  print_times ("check-ten-pages", times, N_CHECKED);
  return EXIT_SUCCESS;
}
