/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kinds of pages: signs, the weights and their file, and what comes of a page. */

#include "config.h"

#include "extract/exm-method.h"
#include "kinds/exm-kind-model.h"
#include "kinds/exm-kind-signs.h"
#include "methods/exm-method-table.h"
#include "test-kind-pages.h"
#include "test-page.h"
#include "test-site.h"

#include <math.h>
#include <string.h>

static void
test_names (void)
{
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    g_assert_cmpuint (exm_page_kind_find (exm_page_kind_get_name (k)), ==, k);
  g_assert_cmpuint (exm_page_kind_find ("essay"), ==, EXM_N_PAGE_KINDS);
  g_assert_cmpuint (exm_page_kind_find (NULL), ==, EXM_N_PAGE_KINDS);
  g_assert_cmpuint (exm_page_kind_get_shown (EXM_PAGE_COLLECTION), ==, EXM_SHOWN_LIST);
  g_assert_cmpstr (exm_shown_kind_get_name (EXM_SHOWN_DISCUSSION), ==, "discussion");
}

static guint
find_sign (const char *name)
{
  guint n, i = 0;
  const ExmKindSign *all = exm_kind_signs_list (&n);

  while (i < n && !g_str_equal (all[i].name, name))
    i++;
  g_assert_cmpuint (i, <, n);
  return i;
}

/* Signs of a page with evidence 0. */
static float *
measure (const char *html)
{
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target, .brief = TRUE };
  g_auto (ExmFeatures) features = { 0 };
  g_autoptr (GError) error = NULL;
  guint n;

  exm_kind_signs_list (&n);
  float *signs = g_new (float, n);
  g_assert_true (exm_features_measure (&input, &features, &error));
  g_autofree float *evidence = g_new0 (float, features.n_rows + 1);
  exm_kind_signs_measure (exm_prepared_get_page (target), &features, evidence, signs);
  return signs;
}

static float
get (const float *signs, const char *name)
{
  return signs[find_sign (name)];
}

static void
test_signs (void)
{
  g_autofree float *signs = measure (
      "<html><head><title>Lamps - Shop</title><meta property='og:type' content='product'>"
      "<meta property='article:published_time' content='2026-01-02'>"
      "<link rel='canonical' "
      "href='https://a.example/products/2026/red-oak-lamp.html?x=1'>"
      "<script type='application/ld+json'>{\"@type\":[\"ItemList\"],"
      "\"name\":\"recipe\"}</script></head><body class='Archive'><div id=a><div id=b>"
      "<div class='productCard product-cards x'><h2><a href='/a'>A lamp</a></h2>"
      "<p>Costs $ 12 today</p><p>Is it red?</p></div></div></div></body></html>");

  g_assert_cmpfloat_with_epsilon (get (signs, "name-product"), log (3), 1e-5);
  g_assert_cmpfloat_with_epsilon (get (signs, "name-card"), log (3), 1e-5);
  g_assert_cmpfloat (get (signs, "name-archive"), ==, 0);
  g_assert_cmpfloat (get (signs, "root-archive"), ==, 1);
  g_assert_cmpfloat (get (signs, "type-product"), ==, 1);
  g_assert_cmpfloat (get (signs, "type-itemlist"), ==, 1);
  g_assert_cmpfloat (get (signs, "type-recipe"), ==, 0);
  g_assert_cmpfloat (get (signs, "has-article:published_time"), ==, 1);
  g_assert_cmpfloat (get (signs, "path-product"), ==, 1);
  g_assert_cmpfloat (get (signs, "page-path-depth"), ==, 3);
  g_assert_cmpfloat (get (signs, "page-path-year"), ==, 1);
  g_assert_cmpfloat (get (signs, "page-path-query"), ==, 1);
  g_assert_cmpfloat_with_epsilon (get (signs, "page-path-hyphens"), log (3), 1e-5);
  g_assert_cmpfloat_with_epsilon (get (signs, "page-prices"), log (2), 1e-5);
  g_assert_cmpfloat_with_epsilon (get (signs, "page-questions"), log (2), 1e-5);
  g_assert_cmpfloat_with_epsilon (get (signs, "page-linked-headings"), .5, 1e-5);
}

/* An address says the same by itself as where the page declares it, whatever its host. */
static void
test_address (void)
{
  g_autofree float *one = measure (
      "<link rel='canonical' href='https://one.example/docs/a-b'><p>Some text.</p>");
  g_autofree float *two = measure (
      "<link rel='canonical' href='http://forum.two.test/docs/a-b'><p>Some text.</p>");
  guint n;

  exm_kind_signs_list (&n);
  g_assert_cmpmem (one, n * sizeof *one, two, n * sizeof *two);
  g_assert_cmpfloat (get (one, "path-doc"), ==, 1);
  g_assert_cmpfloat (get (one, "path-forum"), ==, 0);
}

/* Beside what one would write on paper. */
static void
test_run (void)
{
  const ExmKindModel *model = exm_kind_model_get_shipped ();
  g_autofree char *html = test_kind_list (3);
  g_autofree float *signs = measure (html);
  double chances[EXM_N_PAGE_KINDS], naive[EXM_N_PAGE_KINDS], sum = 0, all = 0;

  exm_kind_model_run (model, signs, chances);
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    {
      double z = (double) model->biases[k];
      for (guint i = 0; i < model->n_signs; i++)
        {
          double x = ((double) signs[model->signs[i]] - (double) model->means[i])
                     * (double) model->scales[i];
          z += CLAMP (x, -4, 4) * (double) model->weights[i * EXM_N_PAGE_KINDS + k];
        }
      naive[k] = exp (z);
      sum += naive[k];
    }
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    {
      g_assert_cmpfloat_with_epsilon (chances[k], naive[k] / sum, 1e-4);
      all += chances[k];
    }
  g_assert_cmpfloat_with_epsilon (all, 1, 1e-9);
}

static void
test_file (void)
{
  g_autofree char *text = exm_kind_model_write (exm_kind_model_get_shipped ());
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmKindModel) read = exm_kind_model_parse (text, strlen (text), &error);

  g_assert_no_error (error);
  g_autofree char *again = exm_kind_model_write (read);
  g_assert_cmpstr (again, ==, text);
  /* Without any of its lines it is refused, by a message that names a line. */
  for (guint i = 0; i + 1 < n_lines; i += i < 8 ? 1 : 97)
    {
      g_autoptr (GString) cut = g_string_new (NULL);
      g_autoptr (GError) refused = NULL;
      for (guint k = 0; k < n_lines; k++)
        if (k != i)
          g_string_append_printf (cut, "%s\n", lines[k]);
      g_assert_null (exm_kind_model_parse (cut->str, cut->len, &refused));
      g_assert_nonnull (strstr (refused->message, "Line "));
    }
  /* Numbers that are none, and a sign that nobody knows. */
  static const char *const bad[] = { "sign text-prose 0 nan", "sign text-prose 0 1e9",
                                     "sign text-nonsense 0 1", "sign" };
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *whole = g_strdup_printf ("%s\n%s\n%s\n%s\n", lines[0], lines[1],
                                                "signs 1 0 0 0 0 0 0 0", bad[i]);
      g_autoptr (GError) refused = NULL;
      g_assert_null (exm_kind_model_parse (whole, strlen (whole), &refused));
      g_assert_nonnull (refused);
    }
}

static ExmResult *
extract (ExmPrepared *target, gboolean brief)
{
  const ExmMethodInput input = { .target = target, .brief = brief };
  g_autoptr (GError) error = NULL;
  ExmResult *result
      = exm_method_run (exm_method_find ("exemplar-single", NULL), &input, &error);

  g_assert_no_error (error);
  return result;
}

static void
check_reasons (const ExmKindAnswer *kind)
{
  g_assert_cmpuint (kind->n_reasons, >, 0);
  for (guint i = 0; i < kind->n_reasons; i++)
    {
      g_assert_cmpfloat (kind->reasons[i].amount, >, 0);
      g_assert_true (i == 0 || kind->reasons[i].amount <= kind->reasons[i - 1].amount);
    }
}

/* A list is called so, and all its items are kept. */
static void
test_list (void)
{
  g_autofree char *html = test_kind_list (1);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmPageText *page = exm_prepared_get_page (target);
  g_autoptr (ExmResult) result = extract (target, FALSE);
  const ExmResultData *data = exm_result_get (result);
  guint n_lines, n_kept = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  gboolean has_lane = FALSE;

  g_assert_true (data->kind.known);
  g_assert_cmpuint (data->kind.shown, ==, EXM_SHOWN_LIST);
  g_assert_cmpfloat (data->kind.confidence, >, .5);
  check_reasons (&data->kind);
  for (guint i = 0; i < n_lines; i++)
    n_kept += lines[i].heading == 2 && data->verdicts[i] == EXM_VERDICT_KEPT;
  g_assert_cmpuint (n_kept, ==, 12);
  for (guint k = 0; k < data->lanes->len; k++)
    has_lane |= g_str_equal (g_array_index (data->lanes, ExmLane, k).id, "kind");
  g_assert_true (has_lane);
  g_autoptr (ExmResult) brief = extract (target, TRUE);
  g_assert_cmpmem (exm_result_get (brief)->verdicts, n_lines, data->verdicts, n_lines);
}

static void
test_article (void)
{
  for (guint site = 1; site <= 6; site++)
    {
      g_auto (TestSitePage) made = test_site_make_page (site, 1, 9, TEST_SITE_ENGLISH, 0);
      g_auto (TestSitePage) other
          = test_site_make_page (site, 2, 9, TEST_SITE_ENGLISH, 0);
      g_autoptr (ExmPrepared) target = test_page_prepare (made.html, NULL);
      g_autoptr (ExmPrepared) example = test_page_prepare (other.html, NULL);
      g_autoptr (ExmResult) alone = extract (target, TRUE);
      const ExmMethodInput input
          = { .target = target, .examples = &example, .n_examples = 1, .brief = TRUE };
      g_autoptr (ExmResult) pair
          = exm_method_run (exm_method_find ("exemplar", NULL), &input, NULL);
      g_assert_cmpuint (exm_result_get (alone)->kind.shown, ==, EXM_SHOWN_ARTICLE);
      check_reasons (&exm_result_get (alone)->kind);
      /* An example moves the page's best paragraph at most, and that hardly the kind. */
      g_assert_cmpuint (exm_result_get (pair)->kind.shown, ==, EXM_SHOWN_ARTICLE);
      g_assert_cmpfloat_with_epsilon (exm_result_get (pair)->kind.confidence,
                                      exm_result_get (alone)->kind.confidence, .05);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kinds/names", test_names);
  g_test_add_func ("/kinds/signs", test_signs);
  g_test_add_func ("/kinds/address", test_address);
  g_test_add_func ("/kinds/run", test_run);
  g_test_add_func ("/kinds/file", test_file);
  g_test_add_func ("/kinds/list", test_list);
  g_test_add_func ("/kinds/article", test_article);
  return g_test_run ();
}
