/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Secondary methods beside the default one: each also runs by itself, and the bodies are
 * compared. */

#include "extract/boundaries/exm-features.h"
#include "methods/exm-judge.h"
#include "extract/exm-method.h"

#include "methods/exm-method-table.h"
#include "test-page.h"
#include "test-site.h"

#include <math.h>

#define CLOSE 1e-9

static const char *const names[]
    = { "boilerpipe-article", "boilerpipe-default", "line-statistics", "exemplar-rules" };

typedef struct
{
  ExmPrepared *target;
  ExmPrepared *example;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_auto (TestSitePage) a = test_site_make_page (5, 1, 8, TEST_SITE_ENGLISH,
                                                 TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
  g_auto (TestSitePage) b = test_site_make_page (5, 2, 6, TEST_SITE_ENGLISH,
                                                 TEST_SITE_DRIFT | TEST_SITE_COMMENTS);

  self->target = test_page_prepare (a.html, NULL);
  self->example = test_page_prepare (b.html, NULL);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  exm_prepared_unref (self->target);
  exm_prepared_unref (self->example);
}

static ExmMethodInput
make_input (const Fixture *self, gboolean with_example)
{
  return (ExmMethodInput){
    .target = self->target,
    .examples = &self->example,
    .n_examples = with_example,
    .window = 32,
  };
}

static ExmResult *
run (const Fixture *self, const char *method, gboolean with_example)
{
  const ExmMethodInput input = make_input (self, with_example);
  g_autoptr (GError) error = NULL;
  ExmResult *result = exm_method_run (exm_method_find (method, NULL), &input, &error);

  g_assert_no_error (error);
  return result;
}

/* Mean over the first @n methods of F1 to the power of @power. */
static double
expect (const Fixture *self, const ExmResultData *body, guint n, double power)
{
  guint n_lines;
  const ExmLine *lines
      = exm_page_text_get_lines (exm_prepared_get_page (self->target), &n_lines);
  double mean = 0;

  for (guint k = 0; k < n; k++)
    {
      g_autoptr (ExmResult) result = run (self, names[k], n == G_N_ELEMENTS (names));
      const ExmResultData *other = exm_result_get (result);
      double both = 0, sum = 0;
      for (guint i = 0; i < n_lines; i++)
        {
          gboolean a = body->verdicts[i] == EXM_VERDICT_KEPT;
          gboolean b = other->verdicts[i] == EXM_VERDICT_KEPT;
          both += a && b ? lines[i].n_tokens : 0;
          sum += (a + b) * (double) lines[i].n_tokens;
        }
      mean += pow (sum > 0 ? 2 * both / sum : 1, power) / n;
    }
  return mean;
}

static void
test_agreement (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmResult) with = run (self, "exemplar", TRUE);
  g_autoptr (ExmResult) single = run (self, "exemplar-single", FALSE);
  g_autoptr (ExmResult) other = run (self, "line-block", FALSE);
  double agreement = exm_result_get (with)->agreement;

  g_assert_cmpfloat (agreement, >, 0);
  g_assert_cmpfloat (agreement, <, 1);
  g_assert_cmpfloat_with_epsilon (agreement, expect (self, exm_result_get (with), 4, 1),
                                  CLOSE);
  g_assert_cmpfloat_with_epsilon (exm_result_get (single)->agreement,
                                  expect (self, exm_result_get (single), 2, 1), CLOSE);
  g_assert_cmpfloat (exm_result_get (other)->agreement, ==, -1);
}

/* The last sign of the confidence: near agreement counts, not how far away others are. */
static void
test_sign (Fixture *self, gconstpointer data)
{
  const ExmMethodInput input = make_input (self, TRUE);
  g_auto (ExmFeatures) features = { 0 };
  ExmResultData body;
  double signs[EXM_N_SIGNS];

  g_assert_true (exm_features_measure (&input, &features, NULL));
  g_assert_cmpuint (features.n_secondary_methods, ==, G_N_ELEMENTS (names));
  exm_result_data_init (&body, "exemplar", features.n_lines);
  g_autofree float *alone = g_new (float, features.n_rows + 1);
  exm_method_exemplar_judge (&input, &features,
                             exm_weights_get (exm_weights_get_shipped ()), &body, signs,
                             alone);
  g_assert_cmpfloat_with_epsilon (signs[EXM_N_SIGNS - 1], 4 * expect (self, &body, 4, 8),
                                  CLOSE);
  exm_result_data_clear (&body);
}

/* Opinions are of the pages alone, as they were when the confidence was calibrated. */
static void
test_task (Fixture *self, gconstpointer data)
{
  ExmMethodInput input = make_input (self, TRUE);
  ExmPageText *page = exm_prepared_get_page (self->target);
  g_autoptr (ExmSiteStat) site = exm_site_stat_new_from_pages (&page, 1);
  g_auto (ExmFeatures) plain = { 0 }, of_task = { 0 };

  g_assert_true (exm_features_measure (&input, &plain, NULL));
  input.site = site;
  input.sensitivity = 1.5;
  input.brief = TRUE;
  g_assert_true (exm_features_measure (&input, &of_task, NULL));
  g_assert_cmpuint (plain.n_secondary_methods, ==, of_task.n_secondary_methods);
  for (guint k = 0; k < plain.n_secondary_methods; k++)
    g_assert_cmpmem (plain.secondary_methods[k], plain.n_rows,
                     of_task.secondary_methods[k], of_task.n_rows);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/secondary-methods/agreement", test_agreement },
    { "/secondary-methods/sign", test_sign },
    { "/secondary-methods/task", test_task },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return g_test_run ();
}
