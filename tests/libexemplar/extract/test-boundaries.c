/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From weights and evidence to head, tail, verdicts and margin. */

#include "extract/boundaries/exm-boundaries.h"
#include "extract/boundaries/exm-choose.h"

#include "test-page.h"

#include <string.h>
#include <time.h>

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

/* Code in a body is kept as a whole, text that speaks against itself is not. */
static void
test_listings (void)
{
  static const char html[] = "<p>One.</p><pre>if (a)\n  b ();\nend</pre><p>Menu</p>"
                             "<p>Two, and more words than all that.</p><pre>far</pre>";
  const float evidence[] = { 6, -1, 2, -3, -3, 6, -3 };
  guint rows[] = { 0, 1, 2, 3, 4, 5, 6 };
  const ExmFeatures features = { .n_lines = 7, .lines = rows, .n_rows = 7 };
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (GString) out = g_string_new (NULL);
  ExmResultData data;

  exm_result_data_init (&data, "test", 7);
  exm_choose_lines (page, &features, evidence, NULL, 0, &data);
  for (guint i = 0; i < 7; i++)
    g_string_append_c (out, ".-#"[data.verdicts[i]]);
  g_assert_cmpstr (out->str, ==, "####-#.");
  exm_result_data_clear (&data);
}

/* A body begins below its headline and the line that says when and from where it is, but
 * for where such lines were marked. */
static void
test_heading (void)
{
  static const char html[] = "<title>A find - News</title><h2>A find</h2><p>Source: City "
                             "2026-05-01</p><p>The text of it.</p><p>A find</p>";
  guint rows[] = { 0, 1, 2, 3 };
  g_autofree float *columns = g_new0 (float, 4 * EXM_N_COLUMNS);
  const float evidence[] = { 3, 3, 3, 3 };
  ExmFeatures features = { .n_lines = 4, .lines = rows, .n_rows = 4, .rows = columns };
  g_autoptr (ExmPageText) page = test_page_read (html);
  ExmResultData data;

  columns[EXM_N_COLUMNS + EXM_COLUMN_KIND_DATE] = 1;
  columns[EXM_N_COLUMNS + EXM_COLUMN_KIND_BYLINE] = 1;
  for (guint marked = 0; marked < 2; marked++)
    {
      features.has_region = marked;
      exm_result_data_init (&data, "test", 4);
      exm_choose_lines (page, &features, evidence, NULL, 0, &data);
      g_assert_cmpuint (data.head, ==, marked ? 0 : 2);
      g_assert_cmpuint (data.tail, ==, 3);
      exm_result_data_clear (&data);
    }
}

/* Lines of a page, with evidence; the first is the head of its body. */
static guint
find_head (const char *html, const float *evidence, guint n)
{
  g_autofree guint *rows = g_new (guint, n);
  g_autofree float *columns = g_new0 (float, n *EXM_N_COLUMNS);
  g_autoptr (ExmPageText) page = test_page_read (html);
  ExmResultData data;

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  const ExmFeatures features
      = { .n_lines = n, .lines = rows, .n_rows = n, .rows = columns };
  exm_result_data_init (&data, "test", n);
  exm_choose_lines (page, &features, evidence, NULL, 0, &data);
  guint head = data.head;
  exm_result_data_clear (&data);
  return head;
}

/* An authority's name makes a dateline long; the line above it is a headline, though the
 * page's title does not say so. A sentence is none, and a body keeps its text. */
static void
test_dateline (void)
{
  static const char office[]
      = "<title>林业局</title><p>东山水鸟图片</p><p>来源：东山省西河县林业和草原管理局-"
        "西河县林业和草原管理局 时间：2026-05-01 09:30</p><p>白鹭</p><p>苍鹭</p>";
  static const char rain[] = "<p>It rained all day.</p><p>Source: City 2026-05-01</p>"
                             "<p>It rained all night.</p>";
  static const char note[] = "<p>A short note</p><p>Source: City 2026-05-01</p>";
  const float evidence[] = { 3, 3, 3, 3 };

  g_assert_cmpuint (find_head (office, evidence, 4), ==, 2);
  g_assert_cmpuint (find_head (rain, evidence, 3), ==, 0);
  g_assert_cmpuint (find_head (note, evidence, 2), ==, 0);
}

/* A heading or an item between paragraphs of one element says little for itself, and
 * stays; what speaks much against itself, or stands in a box, does not. Nor does what the
 * example has too, or what the operator spoke against. */
static void
test_between (void)
{
  static const char html[]
      = "<div><p>The first paragraph.</p><h3>A heading</h3><p>The second one.</p>"
        "<div><p>In a box</p></div><p>The third one.</p><p>Share this</p>"
        "<p>The last one.</p><p>Behind it</p></div>";
  const float evidence[] = { 6, -1.5f, 6, -1.5f, 6, -4, 6, -1.5f };
  guint rows[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  const ExmFeatures features = { .n_lines = 8, .lines = rows, .n_rows = 8 };
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (GString) out = g_string_new (NULL);
  ExmResultData data;

  exm_result_data_init (&data, "test", 8);
  exm_choose_lines (page, &features, evidence, NULL, 0, &data);
  for (guint i = 0; i < 8; i++)
    g_string_append_c (out, ".-#"[data.verdicts[i]]);
  g_assert_cmpstr (out->str, ==, "###-#-#.");
  exm_result_data_clear (&data);

  float told[8] = { 0 }, columns[8 * EXM_N_COLUMNS] = { 0 };
  ExmFeatures known = features;
  known.rows = columns;
  for (guint i = 0; i < 3; i++)
    {
      told[1] = i == 1 ? -1 : 0;
      columns[EXM_N_COLUMNS + EXM_COLUMN_KNOWN] = i == 2;
      exm_result_data_init (&data, "test", 8);
      exm_choose_lines (page, &known, evidence, told, 0, &data);
      g_assert_cmpint (data.verdicts[1], ==,
                       i == 0 ? EXM_VERDICT_KEPT : EXM_VERDICT_TRIMMED);
      exm_result_data_clear (&data);
    }
}

/* Returns: (transfer full): the verdicts of the lines of a page */
static char *
choose_lines (const char *html, const float *evidence, guint n)
{
  g_autofree guint *rows = g_new (guint, n);
  g_autoptr (ExmPageText) page = test_page_read (html);
  const ExmFeatures features = { .n_lines = n, .lines = rows, .n_rows = n };
  char *verdicts = g_new0 (char, n + 1);
  ExmResultData data;

  for (guint i = 0; i < n; i++)
    rows[i] = i;
  exm_result_data_init (&data, "test", n);
  exm_choose_lines (page, &features, evidence, NULL, 0, &data);
  for (guint i = 0; i < n; i++)
    verdicts[i] = ".-#"[data.verdicts[i]];
  exm_result_data_clear (&data);
  return verdicts;
}

/* A list is kept for what its lines say: not for those that a list in it keeps, which
 * come before some of its own lines and behind others. */
static void
test_lists_in_lists (void)
{
  static const char html[] = "<p>A long first paragraph.</p><ul><li>one<ul><li>two three"
                             "<li>four</ul><li>five</ul><p>A long last paragraph.</p>";
  const float evidence[] = { 9, -5, 4, -5, -5, 9 };
  g_autofree char *verdicts = choose_lines (html, evidence, 6);

  g_assert_cmpstr (verdicts, ==, "#-##-#");
}

/* Seconds of processor; what counts a list for each list in it takes minutes. */
#define MAX_SECONDS 10.

#define N_LISTS 100000u

static void
test_many_lists (void)
{
  g_autofree char *html = test_page_repeat (
      "<p>A long first paragraph.</p><ul>", "<li>a b c d e<ul><li>f g h i j<li>k</ul>",
      N_LISTS, "</ul><p>A long last paragraph.</p>");
  guint n = 3 * N_LISTS + 2;
  g_autofree float *evidence = g_new (float, n);

  for (guint i = 0; i < n; i++)
    evidence[i] = i == 0 || i == n - 1 || i % 3 == 2 ? 9 : -3;
  clock_t start = clock ();
  g_autofree char *verdicts = choose_lines (html, evidence, n);
  g_assert_cmpfloat ((double) (clock () - start) / CLOCKS_PER_SEC, <, MAX_SECONDS);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (verdicts[i], ==, i % 3 == 1 && i < n - 1 ? '-' : '#');
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/boundaries/between", test_between);
  g_test_add_func ("/extract/boundaries/choose", test_choose);
  g_test_add_func ("/extract/boundaries/dateline", test_dateline);
  g_test_add_func ("/extract/boundaries/heading", test_heading);
  g_test_add_func ("/extract/boundaries/listings", test_listings);
  g_test_add_func ("/extract/boundaries/lists-in-lists", test_lists_in_lists);
  g_test_add_func ("/extract/boundaries/many-lists", test_many_lists);
  return g_test_run ();
}
