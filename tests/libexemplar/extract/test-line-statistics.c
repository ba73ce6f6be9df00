/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The line-statistics method: its rule worked by hand. */

#include "extract/exm-method.h"
#include "methods/exm-method-table.h"
#include "test-page.h"

#include <string.h>

#define PAGE "<p>Menu<p>A line, of prose.<p>!!,,..(()) x<p>Another one, of the site."

/* The verdicts, a character a line; @n_seen of @n_pages had the second line, and the last
 * line is on all. */
static char *
draw (guint n_pages, guint n_seen, const char *parameters)
{
  const ExmMethod *method = exm_method_find ("line-statistics", NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (PAGE, NULL);
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (target), &n_lines);
  g_assert_cmpuint (n_lines, ==, 4);
  const ExmSiteStatLine counts[]
      = { { lines[1].key, n_seen }, { lines[3].key, n_pages } };
  g_autoptr (ExmSiteStat) site
      = exm_site_stat_new (n_pages, counts, G_N_ELEMENTS (counts));
  g_autofree double *values = exm_method_parse_parameters (method, parameters, NULL);
  const ExmMethodInput input
      = { .target = target, .window = 32, .site = site, .parameters = values };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = exm_method_run (method, &input, &error);
  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  char *drawn = g_new0 (char, n_lines + 1);

  for (guint i = 0; i < n_lines; i++)
    drawn[i] = ".-+"[data->verdicts[i]];
  return drawn;
}

static void
assert_drawn (guint n_pages, guint n_seen, const char *parameters, const char *expected)
{
  g_autofree char *drawn = draw (n_pages, n_seen, parameters);

  g_assert_cmpstr (drawn, ==, expected);
}

/* int (1 + RC / 50) sightings are allowed. */
static void
test_rule (void)
{
  assert_drawn (49, 1, NULL, ".+..");
  assert_drawn (49, 2, NULL, "....");
  assert_drawn (50, 2, NULL, ".+..");
  assert_drawn (50, 3, NULL, "....");
  assert_drawn (99, 2, NULL, ".+..");
  assert_drawn (99, 3, NULL, "....");
  assert_drawn (100, 3, NULL, ".+..");
  assert_drawn (100, 4, NULL, "....");
}

/* Rulings of the operator come before counts and punctuation. */
static void
test_rulings (void)
{
  const ExmMethod *method = exm_method_find ("line-statistics", NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (PAGE, NULL);
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (target), &n_lines);
  const ExmSiteStatLine counts[] = {
    { .key = lines[0].key, .ruling = EXM_LINE_LABEL_BODY },
    { .key = lines[1].key, .n_pages = 1, .ruling = EXM_LINE_LABEL_NOISE },
    { .key = lines[3].key, .n_pages = 40, .ruling = EXM_LINE_LABEL_BODY },
  };
  g_autoptr (ExmSiteStat) site = exm_site_stat_new (40, counts, G_N_ELEMENTS (counts));
  const ExmMethodInput input = { .target = target, .window = 32, .site = site };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = exm_method_run (method, &input, &error);
  g_assert_no_error (error);
  const guint8 *verdicts = exm_result_get (result)->verdicts;

  g_assert_cmpuint (verdicts[0], ==, EXM_VERDICT_KEPT);
  g_assert_cmpuint (verdicts[1], ==, EXM_VERDICT_TRIMMED);
  g_assert_cmpuint (verdicts[2], ==, EXM_VERDICT_TRIMMED);
  g_assert_cmpuint (verdicts[3], ==, EXM_VERDICT_KEPT);
}

static void
test_parameter (void)
{
  assert_drawn (10, 2, "pages-a-repeat=10", ".+..");
  assert_drawn (10, 3, "pages-a-repeat=10", "....");
  /* p: a line of ten marks in twelve characters; two of seventeen; none at all. */
  assert_drawn (10, 1, "max-marks=1", ".++.");
  assert_drawn (10, 1, "max-marks=0.2", ".+..");
  assert_drawn (10, 1, "max-marks=0.1", "....");
  assert_drawn (10, 1, "max-marks=0", "....");
  /* On a site of one page everything is seen once. */
  assert_drawn (1, 1, NULL, ".+-+");
}

/* Statistics of another site know none of the lines: prose is all that is asked. */
static void
test_other_site (void)
{
  assert_drawn (1000, 0, NULL, ".+..");
}

/* Without statistics the pages at hand are the site. */
static void
test_examples (void)
{
  g_autoptr (ExmPrepared) target = test_page_prepare (PAGE, NULL);
  g_autoptr (ExmPrepared) example
      = test_page_prepare ("<p>Menu<p>Told yesterday, at length.<p>Another one, of the "
                           "site.",
                           NULL);
  const ExmMethod *method = exm_method_find ("line-statistics", NULL);
  ExmMethodInput input
      = { .target = target, .examples = &example, .n_examples = 1, .window = 32 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = exm_method_run (method, &input, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (exm_result_get (result)->head, ==, 1);
  g_assert_cmpuint (exm_result_get (result)->tail, ==, 1);
  input.n_examples = 0;
  g_assert_null (exm_method_run (method, &input, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NEEDS);
  g_assert_nonnull (strstr (error->message, "line-statistics"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-statistics/rule", test_rule);
  g_test_add_func ("/line-statistics/rulings", test_rulings);
  g_test_add_func ("/line-statistics/parameter", test_parameter);
  g_test_add_func ("/line-statistics/other-site", test_other_site);
  g_test_add_func ("/line-statistics/examples", test_examples);
  return g_test_run ();
}
