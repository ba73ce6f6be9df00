/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* line-block: the rows of the source without its tags, sums and decisions by hand. */

#include "extract/exm-method.h"
#include "lab/methods/exm-source-rows.h"
#include "methods/exm-method-table.h"
#include "test-page.h"

#include <string.h>

#define N_ROWS 10u

static ExmResult *
run (const char *html, const char *parameters)
{
  const ExmMethod *method = exm_method_find ("line-block", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree double *values = exm_method_parse_parameters (method, parameters, &error);
  g_assert_no_error (error);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target, .parameters = values };
  ExmResult *result = exm_method_run (method, &input, &error);

  g_assert_no_error (error);
  return result;
}

/* A page whose source lines have these numbers of characters, each a line of text. */
static char *
make_page (const guint *n_chars)
{
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *text = g_strnfill (n_chars[i], (char) ('a' + i));
      g_string_append_printf (html, "%s%s%s\n", n_chars[i] > 0 ? "<p>" : "", text,
                              n_chars[i] > 0 ? "</p>" : "");
    }
  return g_string_free (html, FALSE);
}

/* The verdicts, a character a line. */
static char *
draw (const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    g_string_append_c (out, ".-+"[data->verdicts[i]]);
  return g_string_free (out, FALSE);
}

static void
test_decisions (void)
{
  static const struct
  {
    guint n_chars[N_ROWS];
    const char *verdicts; /* of the lines: what has no characters is none */
  } cases[] = {
    /* Blocks: 10 0 50 90 120 70 30 0 0 0: the one of row 3 exceeds 86. */
    { { 10, 0, 0, 0, 50, 40, 30, 0, 0, 0 }, ".+++" },
    /* 86 is not more than 86, 87 is. */
    { { 10, 0, 0, 0, 46, 40, 0, 0, 0, 0 }, "..." },
    { { 10, 0, 0, 0, 46, 40, 5, 0, 0, 0 }, ".+++" },
    /* A row of less than five characters is none of the body. */
    { { 10, 0, 0, 0, 46, 40, 4, 0, 0, 0 }, ".++." },
    /* Blocks: 90 0 0 0 …: nothing in the three behind. */
    { { 90, 0, 0, 0, 0, 0, 0, 0, 0, 9 }, ".." },
    /* Blocks: 95 5 0 0 …: one of the three behind is not empty. */
    { { 90, 5, 0, 0, 0, 0, 0, 0, 0, 9 }, "++." },
    /* Two empty rows do not end the body, three do. */
    { { 50, 50, 0, 0, 50, 50, 0, 0, 0, 9 }, "++++." },
    /* Every stretch counts, what is short between them does not. */
    { { 90, 50, 0, 0, 0, 0, 0, 60, 50, 9 }, "+++++" },
    { { 90, 50, 0, 0, 0, 9, 0, 0, 0, 99 }, "++-+" },
    { { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 }, ".........." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = make_page (cases[i].n_chars);
      g_autoptr (ExmResult) result = run (html, NULL);
      g_autofree char *drawn = draw (result);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_cmpstr (drawn, ==, cases[i].verdicts);
    }
}

static void
assert_drawn (const char *html, const char *verdicts)
{
  g_autoptr (ExmResult) result = run (html, "threshold=20");
  g_autofree char *drawn = draw (result);

  g_assert_cmpstr (drawn, ==, verdicts);
}

/* A stretch that says whose the page is goes as a whole; short rows do not tell. */
static void
test_legal (void)
{
  assert_drawn ("<p>abcdefghijklmnopqrst</p>\n<p>uvwxyz</p>\n\n\n\n\n"
                "<p>Copyright 2026 by Example</p>\n<p>and all who wrote</p>",
                "++..");
  assert_drawn ("<p>abcdefghijklmnopqrst</p>\n<p>版权所有</p>\n<p>uvwxyz</p>", "+-+");
  assert_drawn ("<p>abcdefghijklmnopqrst</p>\n<p>版权所有。</p>\n<p>uvwxyz</p>", "...");
  assert_drawn ("<p>abcdefghijklmnopqrst</p>\n<p>copyright</p>\n<p>uvwxyz</p>", "+++");
}

static void
assert_sums (const char *html, const char *parameters, const float *sums, guint n)
{
  g_autoptr (ExmResult) result = run (html, parameters);
  const ExmResultData *data = exm_result_get (result);
  const ExmLane *lane = &g_array_index (data->lanes, ExmLane, 0);

  g_assert_cmpstr (lane->id, ==, "block");
  g_assert_cmpuint (data->n_lines, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (lane->values[i], ==, sums[i]);
}

/* The ten rows of a page, in blocks of three, of one and of all. */
static void
test_sums (void)
{
  static const guint n_chars[N_ROWS] = { 5, 7, 30, 40, 90, 3, 80, 20, 11, 2 };
  static const float threes[] = { 42, 77, 160, 133, 173, 103, 111, 33, 13, 2 };
  static const float ones[] = { 5, 7, 30, 40, 90, 3, 80, 20, 11, 2 };
  static const float tens[] = { 288, 283, 276, 246, 206, 116, 113, 33, 13, 2 };
  static const guint gaps[N_ROWS] = { 10, 0, 0, 0, 50, 40, 30, 0, 0, 0 };
  static const float beside_gaps[] = { 10, 120, 70, 30 };
  g_autofree char *html = make_page (n_chars);
  g_autofree char *with_gaps = make_page (gaps);

  assert_sums (html, NULL, threes, N_ROWS);
  assert_sums (html, "width=1", ones, N_ROWS);
  assert_sums (html, "width=10", tens, N_ROWS);
  assert_sums (with_gaps, NULL, beside_gaps, G_N_ELEMENTS (beside_gaps));
}

static void
test_parameters (void)
{
  static const guint n_chars[N_ROWS] = { 20, 0, 0, 0, 0, 40, 0, 0, 30, 9 };
  static const struct
  {
    const char *parameters;
    const char *verdicts;
  } cases[] = {
    { "threshold=19", "++++" },         { "threshold=20", ".+++" },
    { "threshold=70,width=3", "...." }, { "threshold=70,width=5", ".+++" },
    { "threshold=0,width=1", "..++" },
  };
  g_autofree char *html = make_page (n_chars);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmResult) result = run (html, cases[i].parameters);
      g_autofree char *drawn = draw (result);
      g_test_message ("%s", cases[i].parameters);
      g_assert_cmpstr (drawn, ==, cases[i].verdicts);
    }
}

/* The rows as "5 . . 7": characters, a point for an empty one. */
static void
assert_rows (const char *html, const char *expected)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (GArray) rows = exm_source_rows_new (page);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      const ExmSourceRow *row = &g_array_index (rows, ExmSourceRow, i);
      if (row->line == EXM_NONE)
        g_string_append (found, " .");
      else
        g_string_append_printf (found, " %u", row->n_text);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_rows (void)
{
  assert_rows ("<p>one two</p>\n<p>three</p>", " 6 5");
  assert_rows ("<p>one</p>\n\n\n<p>three</p>", " 3 . . 5");
  /* Line feeds of markup are none of the text. */
  assert_rows ("<p>one</p>\n<script>\n\n'</p>'\n</script><!--\n\n<p>\n--><p\nid=a\n>two",
               " 3 3");
  assert_rows ("<p>one</p>\n<style>\n\np {}\n</style>\n<p>two", " 3 . 3");
  /* A paragraph that is wrapped is one row. */
  assert_rows ("<p>one\ntwo\n\nthree</p>\n<p>four", " 11 4");
  /* Without line feeds, what ends and starts between. */
  assert_rows ("<p>one</p><p>two</p>", " 3 . 3");
  assert_rows ("<p>one<br>two<br><br>three", " 3 3 . 5");
  assert_rows ("<div><div>one</div></div><div><div>two</div></div>", " 3 . . . 3");
  /* Hidden text is in the source and not on the page. */
  assert_rows ("<p>one</p>\n<p hidden>two</p>\n<p>three", " 3 . 5");
  /* Unclosed tags. */
  assert_rows ("<p>one</p>\n<p", " 3");
  assert_rows ("<p>1 < 2</p>\n<p>a <", " 3 2");
}

static void
test_row_bytes (void)
{
  g_autoptr (ExmPageText) page = test_page_read ("<p>one</p>\n\n<p>two &amp; x</p>");
  g_autoptr (GArray) rows = exm_source_rows_new (page);

  g_assert_cmpuint (rows->len, ==, 3);
  g_assert_cmpuint (g_array_index (rows, ExmSourceRow, 0).n_bytes, ==, 6);
  g_assert_cmpuint (g_array_index (rows, ExmSourceRow, 1).n_bytes, ==, 0);
  g_assert_cmpuint (g_array_index (rows, ExmSourceRow, 2).n_bytes, ==, 20);
  g_assert_cmpuint (g_array_index (rows, ExmSourceRow, 2).n_text, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-block/decisions", test_decisions);
  g_test_add_func ("/line-block/sums", test_sums);
  g_test_add_func ("/line-block/legal", test_legal);
  g_test_add_func ("/line-block/parameters", test_parameters);
  g_test_add_func ("/line-block/rows", test_rows);
  g_test_add_func ("/line-block/row-bytes", test_row_bytes);
  return g_test_run ();
}
