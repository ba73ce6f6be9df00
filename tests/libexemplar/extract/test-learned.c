/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "extract/boundaries/exm-choose.h"
#include "extract/exm-method.h"
#include "extract/net/exm-extract-error.h"
#include "extract/net/exm-weights.h"
#include "methods/exm-method-table.h"
#include "test-page.h"
#include "test-site.h"

#include <math.h>
#include <string.h>

static void
test_functions (void)
{
  for (double x = -30; x <= 30; x += .013)
    {
      float e = exm_net_exp ((float) x);
      g_assert_cmpfloat (fabs ((double) e / exp ((double) (float) x) - 1), <, 3e-7);
      g_assert_cmpfloat (
          fabs ((double) exm_net_tanh ((float) x) - tanh ((double) (float) x)), <, 3e-7);
    }
  g_assert_cmpfloat (exm_net_logistic (1000), ==, 1);
  g_assert_cmpfloat (exm_net_logistic (-1000), >=, 0);
  g_assert_cmpfloat (exm_net_logistic (-1000), <, 1e-30);
}

static void
fill (float *values, guint n, GRand *rand, double size)
{
  for (guint i = 0; i < n; i++)
    values[i] = (float) g_rand_double_range (rand, -size, size);
}

static ExmNet *
make_net (GRand *rand, guint n_inputs, guint n_blocks)
{
  ExmNet *net = exm_net_new (n_inputs, n_blocks);

  for (guint i = 0; i < n_inputs; i++)
    net->columns[i] = n_inputs - 1 - i;
  fill (net->means, n_inputs, rand, 1);
  fill (net->scales, n_inputs, rand, 3);
  fill (net->weights, n_blocks * n_inputs * EXM_NET_UNITS, rand, .5);
  fill (net->biases, n_blocks * EXM_NET_UNITS, rand, 1);
  fill (net->outputs, n_blocks * EXM_NET_UNITS, rand, 1);
  fill (&net->bias, 1, rand, 1);
  return net;
}

/* As one would write it on paper. */
static double
run_naively (const ExmNet *net, const float *row)
{
  double sum = 0;

  for (guint b = 0; b < net->n_blocks; b++)
    for (guint k = 0; k < EXM_NET_UNITS; k++)
      {
        double unit = (double) net->biases[b * EXM_NET_UNITS + k];
        for (guint i = 0; i < net->n_inputs; i++)
          {
            double x = ((double) row[net->columns[i]] - (double) net->means[i])
                       * (double) net->scales[i];
            unit += CLAMP (x, -8, 8)
                    * (double) net->weights[(b * net->n_inputs + i) * EXM_NET_UNITS + k];
          }
        sum += (double) net->outputs[b * EXM_NET_UNITS + k] * tanh (unit);
      }
  return sum / net->n_blocks + (double) net->bias;
}

/* The very sums, in their order, without vectors. */
static float
run_in_order (const ExmNet *net, const float *row)
{
  g_autofree float *inputs = g_new (float, net->n_inputs);
  float sum = 0;

  exm_net_normalize (net, row, inputs);
  for (guint b = 0; b < net->n_blocks; b++)
    for (guint k = 0; k < EXM_NET_UNITS; k++)
      {
        float unit = net->biases[b * EXM_NET_UNITS + k];
        for (guint i = 0; i < net->n_inputs; i++)
          unit += inputs[i] * net->weights[(b * net->n_inputs + i) * EXM_NET_UNITS + k];
        sum += net->outputs[b * EXM_NET_UNITS + k] * exm_net_tanh (unit);
      }
  return sum / (float) net->n_blocks + net->bias;
}

/* Against a net in double precision, and bit by bit; contributions and prior sum to what
 * it says. */
static void
test_net (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint n_inputs = 1; n_inputs <= 61; n_inputs += 12)
    for (guint n_blocks = 1; n_blocks <= 2; n_blocks++)
      {
        g_autoptr (ExmNet) net = make_net (rand, n_inputs, n_blocks);
        g_autofree float *rows = g_new (float, 10 * n_inputs);
        g_autofree float *shares = g_new (float, n_inputs);
        g_autofree float *base = g_new (float, n_inputs);
        float evidence[10];
        fill (rows, 10 * n_inputs, rand, 4);
        fill (base, n_inputs, rand, 2);
        exm_net_run (net, rows, 10, n_inputs, evidence);
        for (guint row = 0; row < 10; row++)
          {
            double expected = run_naively (net, rows + row * n_inputs);
            double sum
                = (double) exm_net_explain (net, base, rows + row * n_inputs, shares);
            for (guint i = 0; i < n_inputs; i++)
              sum += (double) shares[i];
            g_assert_cmpfloat_with_epsilon ((double) evidence[row], expected, 2e-4);
            g_assert_cmpfloat (evidence[row], ==,
                               run_in_order (net, rows + row * n_inputs));
            g_assert_cmpfloat_with_epsilon (sum, expected, 2e-4);
          }
      }
}

/* Which instructions are used is chosen once for a process. */
static void
test_net_of_each_processor (void)
{
  static const char *const names[] = { "portable", "sse2", "avx2", "avx512" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_setenv ("EXEMPLAR_CPU", names[i], TRUE);
      g_test_trap_subprocess ("/extract/learned/net", 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
    }
  g_unsetenv ("EXEMPLAR_CPU");
}

static double
expect (guint n, const double *tokens, const double *chances, guint set)
{
  double n_kept = 0, n_right = 0, body = 0;

  for (guint i = 0; i < n; i++)
    {
      body += tokens[i] * chances[i];
      if ((set >> i & 1) == 0)
        continue;
      n_kept += tokens[i];
      n_right += tokens[i] * chances[i];
    }
  return n_kept + body > 0 ? 2 * n_right / (n_kept + body) : 0;
}

/* Against every subset of the lines that may be kept. */
static void
test_expect (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (guint round = 0; round < 300; round++)
    {
      double tokens[9], chances[9], best = 0;
      guint8 inside[9], kept[9];
      guint n = (guint) g_rand_int_range (rand, 1, 10), allowed = 0, chosen = 0;
      for (guint i = 0; i < n; i++)
        {
          tokens[i] = g_rand_int_range (rand, 0, 40);
          chances[i] = g_rand_double (rand);
          inside[i] = g_rand_int_range (rand, 0, 4) > 0;
          allowed |= (guint) inside[i] << i;
        }
      double found = exm_choose_expect (n, tokens, chances, inside, kept);
      for (guint set = 0; set < 1u << n; set++)
        if ((set & ~allowed) == 0)
          best = MAX (best, expect (n, tokens, chances, set));
      for (guint i = 0; i < n; i++)
        chosen |= (guint) kept[i] << i;
      g_assert_cmpfloat_with_epsilon (found, best, 1e-9);
      g_assert_cmpfloat_with_epsilon (expect (n, tokens, chances, chosen), best, 1e-9);
      g_assert_cmpuint (chosen & ~allowed, ==, 0);
    }
}

static void
assert_refused (const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_weights_parse (text, strlen (text), &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_TABLE);
}

/* A table is written and read; each line that is missing, and each that is damaged, is
 * refused. */
static void
test_table (void)
{
  g_autofree char *text = exm_weights_write (exm_weights_get_shipped ());
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmWeights) again = exm_weights_parse (text, strlen (text), &error);
  guint n_lines = g_strv_length (lines) - 1;

  g_assert_no_error (error);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    g_assert_cmpuint (exm_weights_get (again)->nets[v]->n_inputs, ==,
                      exm_weights_get (exm_weights_get_shipped ())->nets[v]->n_inputs);
  for (guint i = 0; i < n_lines; i += 1 + i / 7)
    {
      g_autofree char *line = g_steal_pointer (&lines[i]);
      static const char *const damaged[]
          = { "", "input known 1e99 1", "w AAAA", "bias nan" };
      for (gsize k = 0; k < G_N_ELEMENTS (damaged); k++)
        {
          lines[i] = (char *) damaged[k];
          g_autofree char *broken = g_strjoinv ("\n", lines);
          assert_refused (broken);
        }
      lines[i] = g_steal_pointer (&line);
    }
  for (gsize n = 0; n < strlen (text) - 5; n += 997)
    {
      g_autofree char *start = g_strndup (text, n);
      assert_refused (start);
    }
}

static ExmResult *
run (ExmPrepared *target, ExmPrepared *example, gboolean brief)
{
  const ExmMethodInput input = {
    .target = target,
    .examples = &example,
    .n_examples = example != NULL,
    .brief = brief,
  };
  g_autoptr (GError) error = NULL;
  const char *name = example != NULL ? "exemplar" : "exemplar-single";
  ExmResult *result = exm_method_run (exm_method_find (name, NULL), &input, &error);

  g_assert_no_error (error);
  return result;
}

/* Without lanes the same body is found; without an example, most of it. */
static void
test_brief (void)
{
  g_auto (TestSitePage) a
      = test_site_make_page (4, 1, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  g_auto (TestSitePage) b
      = test_site_make_page (4, 2, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  g_autoptr (ExmPrepared) example = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) target = test_page_prepare (b.html, NULL);
  g_autoptr (ExmResult) full = run (target, example, FALSE);
  g_autoptr (ExmResult) brief = run (target, example, TRUE);
  g_autoptr (ExmResult) single = run (target, NULL, FALSE);
  const ExmResultData *x = exm_result_get (full), *y = exm_result_get (brief);

  g_assert_cmpuint (x->lanes->len, >, 10);
  g_assert_cmpuint (y->lanes->len, ==, 0);
  g_assert_cmpmem (x->verdicts, x->n_lines, y->verdicts, y->n_lines);
  g_assert_cmpfloat (x->confidence, ==, y->confidence);
  g_assert_cmpuint (exm_result_get (single)->head, !=, EXM_NONE);
}

/* An appeal in the article's own place, which the example has not got yet, is taken for
 * body; the task's other pages tell that it is none. */
static void
test_site_statistics (void)
{
  static const char appeal[] = "<p>Our readers keep this paper alive, and it costs them "
                               "no more than a cup of tea "
                               "a month; if you can, join the many who already do.</p>";
  g_autoptr (GPtrArray) pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_page_text_unref);
  g_auto (TestSitePage) a
      = test_site_make_page (4, 1, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
  g_autoptr (ExmPrepared) example = test_page_prepare (a.html, NULL);
  g_autoptr (ExmPrepared) target = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 6; i++)
    {
      g_auto (TestSitePage) page
          = test_site_make_page (4, 2 + i, 9, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
      g_auto (GStrv) parts = g_strsplit (page.html, "</p>", -1);
      guint n = g_strv_length (parts);
      GString *html = g_string_new (NULL);
      for (guint k = 0; k < n; k++)
        g_string_append_printf (html, "%s%s%s", parts[k], k + 1 < n ? "</p>" : "",
                                k == n / 2 ? appeal : "");
      g_ptr_array_add (pages, test_page_read (html->str));
      if (i == 0)
        target = test_page_prepare (html->str, NULL);
      g_string_free (html, TRUE);
    }
  g_autoptr (ExmSiteStat) site
      = exm_site_stat_new_from_pages ((ExmPageText *const *) pages->pdata, pages->len);
  ExmMethodInput input = { .target = target, .examples = &example, .n_examples = 1 };
  const ExmMethod *method = exm_method_find ("exemplar", NULL);
  g_autoptr (ExmResult) alone = exm_method_run (method, &input, &error);
  input.site = site;
  g_autoptr (ExmResult) with = exm_method_run (method, &input, &error);
  g_assert_no_error (error);
  const ExmResultData *x = exm_result_get (alone), *y = exm_result_get (with);
  const ExmPageText *page = exm_prepared_get_page (target);
  guint n_lines, line = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  while (!g_str_has_prefix (exm_page_text_get_line (page, line), "Our readers"))
    line++;
  g_assert_cmpint (x->verdicts[line], ==, EXM_VERDICT_KEPT);
  g_assert_cmpint (y->verdicts[line], ==, EXM_VERDICT_TRIMMED);
  for (guint i = 0; i < n_lines; i++)
    {
      double sum = 0;
      if (i != line)
        g_assert_cmpint (x->verdicts[i], ==, y->verdicts[i]);
      for (guint k = 0; k < y->lanes->len; k++)
        sum += (double) g_array_index (y->lanes, ExmLane, k).contributions[i];
      if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
        g_assert_cmpfloat_with_epsilon (sum, (double) y->evidence[i], 1e-3);
    }
}

/* Twice the page is about twice the work: shapes that make lanes look far. */
static void
test_linear (void)
{
  static const char *const units[] = {
    "<p>Word and more words, and a sentence that goes on for a while.</p>",
    "<div class=comment><p>Posted by Ann on May 3, 2014</p><p>I agree.</p></div>",
    "<ul><li><a href=u>One</a><li><a href=u>Two</a></ul>",
    "<div>deep ",
    "<p>。</p>",
    "<br>x",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      double seconds[2];
      for (guint k = 0; k < 2; k++)
        {
          guint n = 4000u << (2 * k);
          g_autofree char *html
              = test_page_repeat ("<title>Word</title><body>", units[i], n, "");
          g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
          g_autoptr (ExmPrepared) example
              = test_page_prepare ("<p>Another page.</p>", NULL);
          gint64 start = g_get_monotonic_time ();
          g_autoptr (ExmResult) result = run (target, example, TRUE);
          seconds[k] = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
        }
      g_test_message ("%s: %.3f s, four times as much: %.3f s", units[i], seconds[0],
                      seconds[1]);
      /* A quadratic lane would take sixteen times as long; a busy machine some. */
      g_assert_cmpfloat (seconds[1], <, 10 * seconds[0] + 1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/learned/functions", test_functions);
  g_test_add_func ("/extract/learned/net", test_net);
  g_test_add_func ("/extract/learned/each-processor", test_net_of_each_processor);
  g_test_add_func ("/extract/learned/expect", test_expect);
  g_test_add_func ("/extract/learned/table", test_table);
  g_test_add_func ("/extract/learned/brief", test_brief);
  g_test_add_func ("/extract/learned/site-statistics", test_site_statistics);
  g_test_add_func ("/extract/learned/linear", test_linear);
  return g_test_run ();
}
