/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From weights and evidence to head, tail, verdicts and margin; and line-block, whose
 * numbers are worked out by hand here. */

#include "exm-boundaries.h"
#include "exm-method.h"

#include "test-page.h"

#include <string.h>

/* The verdicts of lines with these weights and evidence: "." dropped, "-" trimmed, "#"
 * kept. A line whose weight is NAN is a hidden one. */
static char *
choose (const double *weights, const float *evidence, guint n, ExmResultData *data)
{
  GString *html = g_string_new (NULL);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (html, weights[i] != weights[i] ? "<p hidden>x</p>" : "<p>x</p>");
  g_autofree char *text = g_string_free (html, FALSE);
  g_autoptr (ExmPageText) page = test_page_read (text);
  exm_result_data_init (data, "test", n);
  for (guint i = 0; i < n; i++)
    {
      data->weights[i] = weights[i] != weights[i] ? 0 : weights[i];
      data->evidence[i] = evidence != NULL ? evidence[i] : 0;
    }
  exm_boundaries_choose (page, data, -.5);
  for (guint i = 0; i < n; i++)
    g_string_append_c (out, ".-#"[data->verdicts[i]]);
  return g_string_free (out, FALSE);
}

static void
test_choose (void)
{
  static const double nan = __builtin_nan ("");
  const struct
  {
    double weights[6];
    float evidence[6];
    const char *verdicts;
    double margin;
  } cases[] = {
    { { -1, 3, 4, -2, -1, -1 }, { 0 }, ".##...", 1 },
    { { -1, 3, -1, 4, -9, 3 }, { 0 }, ".###..", .5 },
    { { -1, 3, -1, 4, -1, -1 }, { 0, 0, -.4f }, ".###..", 1 },
    { { -1, 3, -1, 4, -1, -1 }, { 0, 0, -.6f }, ".#-#..", 1 },
    { { -1, 3, nan, 4, -1, -1 }, { 0, 0, 5 }, ".#-#..", 1 },
    { { nan, 3, 4, nan, -1, -1 }, { 0 }, ".##...", 1 },
    { { -1, -3, -1, -4, -1, -1 }, { 0 }, "......", 0 },
    { { 5, -9, 5, -9, 5, -9 }, { 0 }, "#.....", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ExmResultData data;
      g_autofree char *verdicts = choose (cases[i].weights, cases[i].evidence, 6, &data);
      g_assert_cmpstr (verdicts, ==, cases[i].verdicts);
      g_assert_cmpfloat_with_epsilon (data.margin, cases[i].margin, 1e-9);
      const char *first = strpbrk (verdicts, "#");
      const char *last = strrchr (verdicts, '#');
      if (first == NULL)
        g_assert_cmpuint (data.head, ==, EXM_NONE);
      else
        {
          g_assert_cmpuint (data.head, ==, (guint) (first - verdicts));
          g_assert_cmpuint (data.tail, ==, (guint) (last - verdicts));
        }
      exm_result_data_clear (&data);
    }
}

/* Runs line-block on a page whose source lines have these numbers of characters, a line
 * of text each. Returns: first and last body line's source line as "3-6", or "none". */
static char *
run_line_block (const guint *n_chars, guint n, ExmResult **result)
{
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strnfill (n_chars[i], (char) ('a' + i));
      g_string_append_printf (html, "%s%s%s\n", n_chars[i] > 0 ? "<p>" : "", text,
                              n_chars[i] > 0 ? "</p>" : "");
    }
  g_autofree char *page_html = g_string_free (html, FALSE);
  g_autoptr (ExmPrepared) target = test_page_prepare (page_html, NULL);
  ExmPageText *page = exm_prepared_get_page (target);
  const ExmMethodInput input = { .target = target };
  g_autoptr (GError) error = NULL;
  *result = exm_method_run (exm_method_find ("line-block", NULL), &input, &error);
  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (*result);
  if (data->head == EXM_NONE)
    return g_strdup ("none");
  return g_strdup_printf ("%d-%d", *exm_page_text_get_line (page, data->head) - 'a',
                          *exm_page_text_get_line (page, data->tail) - 'a');
}

static void
test_line_block (void)
{
  static const struct
  {
    guint n_chars[10];
    const char *body;
  } cases[] = {
    /* Blocks: 10 0 50 90 120 70 30 0 0 0: the one of source line 3 exceeds 86. */
    { { 10, 0, 0, 0, 50, 40, 30, 0, 0, 0 }, "4-6" },
    /* Blocks: 0 0 46 86 87 41 1 0: 86 is not more than 86; the next start has an empty
     * block three lines on. */
    { { 0, 0, 0, 0, 46, 40, 1, 0, 0, 0 }, "none" },
    /* Blocks: 0 0 47 87 88 41 1 0: one more, and the first start will do. */
    { { 0, 0, 0, 0, 47, 40, 1, 0, 0, 0 }, "4-6" },
    /* Two empty lines do not end the body, three do. */
    { { 50, 50, 0, 0, 50, 50, 0, 0, 0, 9 }, "0-5" },
    { { 90, 50, 5, 9, 0, 0, 0, 60, 50, 9 }, "0-3" },
    /* The stretch with more text. */
    { { 90, 50, 5, 9, 0, 0, 0, 99, 50, 9 }, "7-9" },
    { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, "none" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmResult) result = NULL;
      g_autofree char *body = run_line_block (cases[i].n_chars, 10, &result);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (body, ==, cases[i].body);
    }
}

static void
test_line_block_sums (void)
{
  static const guint n_chars[10] = { 10, 0, 0, 0, 50, 40, 30, 0, 0, 0 };
  static const float sums[] = { 10, 120, 70, 30 };
  g_autoptr (ExmResult) result = NULL;
  g_autofree char *body = run_line_block (n_chars, 10, &result);
  const ExmLane *lane = &g_array_index (exm_result_get (result)->lanes, ExmLane, 0);

  g_assert_cmpstr (lane->id, ==, "block");
  for (guint i = 0; i < G_N_ELEMENTS (sums); i++)
    g_assert_cmpfloat (lane->values[i], ==, sums[i]);
}

/* Hidden text counts in the source, not on the page. */
static void
test_line_block_hidden (void)
{
  g_autofree char *hidden = g_strnfill (500, 'h');
  g_autofree char *html
      = g_strdup_printf ("<p>seen</p><p hidden>%s</p>\n<p>end</p>\n<p>x</p>\n<p>y</p>\n"
                         "<p>z</p>\n",
                         hidden);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result
      = exm_method_run (exm_method_find ("line-block", NULL), &input, &error);

  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  g_assert_cmpuint (data->head, ==, 0);
  g_assert_cmpuint (data->verdicts[1], ==, EXM_VERDICT_TRIMMED);
  g_assert_cmpfloat (data->margin, >=, 0);
  g_assert_cmpfloat (data->margin, <=, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/boundaries/choose", test_choose);
  g_test_add_func ("/extract/line-block/by-hand", test_line_block);
  g_test_add_func ("/extract/line-block/sums", test_line_block_sums);
  g_test_add_func ("/extract/line-block/hidden", test_line_block_hidden);
  return g_test_run ();
}
