/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* node-prune: pages whose elements' text is counted by hand. */

#include "extract/exm-headline.h"
#include "extract/exm-method.h"
#include "methods/exm-method-table.h"
#include "test-page.h"

/* 40 characters. */
#define FORTY "The bridge is to be opened in the spring"

static ExmResult *
run (const char *html, const char *parameters)
{
  const ExmMethod *method = exm_method_find ("node-prune", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree double *values = exm_method_parse_parameters (method, parameters, &error);
  g_assert_no_error (error);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target, .parameters = values };
  ExmResult *result = exm_method_run (method, &input, &error);

  g_assert_no_error (error);
  return result;
}

static void
assert_drawn (const char *html, const char *parameters, const char *expected)
{
  g_autoptr (ExmResult) result = run (html, parameters);
  const ExmResultData *data = exm_result_get (result);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    g_string_append_c (out, ".-+"[data->verdicts[i]]);
  g_assert_cmpstr (out->str, ==, expected);
}

/* The element with the most text right under it; what is deeper does not count. */
static void
test_best (void)
{
  assert_drawn ("<div><p>Short</div><div><p>" FORTY "<p>" FORTY "</div><p>End", NULL,
                ".++.");
  assert_drawn ("<div>" FORTY "<br>" FORTY "</div><div><p>" FORTY "</div>", NULL, "++.");
  /* 80 characters in two paragraphs before 40 each in three divs of divs. */
  assert_drawn ("<div><p>" FORTY "<p>" FORTY "</div><div><div><p>" FORTY
                "</div><div><p>" FORTY "</div><div><p>" FORTY "</div></div>",
                NULL, "++...");
  /* Links are no text. */
  assert_drawn ("<div><p><a href=x>" FORTY FORTY FORTY "</a></div><div><p>" FORTY
                "</div>",
                NULL, ".+");
}

/* The best node has 80 characters of its own and 16 in an inner div: the element around
 * it has 16 or 17 more. */
static void
test_edges (void)
{
  /* 16 · 6 = 96: the div's line hangs under a sixth of the text. */
  assert_drawn ("<div><div><p>0123456789012345</div><p>" FORTY "<p>" FORTY "</div>", NULL,
                ".++");
  assert_drawn ("<div><div><p>0123456789012345</div><p>" FORTY "<p>" FORTY "</div>",
                "less=6", "+++");
  assert_drawn ("<div><div><p>0123456789012345</div><p>" FORTY "<p>" FORTY "</div>",
                "less=5.9", ".++");
  /* Both edges, but not the middle. */
  assert_drawn ("<div><div><p>Top</div><p>" FORTY "<div><p>Mid</div><p>" FORTY
                "<div><p>End</div><div><p>End</div></div>",
                NULL, ".+++..");
}

static void
test_growing (void)
{
  /* The article has 120 characters, the section 80, so that it is half as much again. */
  const char *html = "<article><section><p>" FORTY "<p>" FORTY
                     "</section><section><p>" FORTY "</section></article>";

  assert_drawn (html, "more=1.4", "++.");
  assert_drawn (html, "more=1.5", "+++");
  /* A node that surrounds nothing else is the same text. */
  assert_drawn ("<main><article><p>" FORTY "<p>" FORTY "</article></main><p>x", NULL,
                "++.");
}

static void
assert_title (const char *html, const char *expected, gboolean has_line)
{
  g_autoptr (ExmResult) result = run (html, NULL);
  const GArray *answers = exm_result_get (result)->answers;

  g_assert_cmpuint (answers->len, ==, expected != NULL);
  if (expected == NULL)
    return;
  const ExmAnswer *answer = &g_array_index (answers, ExmAnswer, 0);
  g_assert_cmpint (answer->kind, ==, EXM_ANSWER_TITLE);
  g_assert_cmpstr (answer->text, ==, expected);
  g_assert_cmpint (answer->line != EXM_NONE, ==, has_line);
}

static void
test_title (void)
{
  /* All words of the heading are in the body, of the title's four of six. */
  assert_title ("<title>Bridge to be opened - Bay News</title><h1>Bridge to be "
                "opened</h1><div><p>" FORTY "<p>" FORTY "</div>",
                "Bridge to be opened", FALSE);
  assert_title ("<title>Bay News</title><h1>The bridge is opened</h1><div><p>" FORTY
                "<p>" FORTY "</div>",
                "The bridge is opened", TRUE);
  assert_title ("<title>Bay</title><h1>Nothing of that sort</h1><p><font>In the "
                "spring</font></p><div><p>" FORTY "<p>" FORTY "</div>",
                "In the spring", TRUE);
  /* No title lies in the body, and two words are none either. */
  assert_title ("<div><p><b>The bridge is opened</b><p>" FORTY "<p>" FORTY "</div>", NULL,
                FALSE);
  assert_title ("<h1>The bridge</h1><div><p>" FORTY "<p>" FORTY "</div>", NULL, FALSE);
  assert_title ("<h1>Of other things only</h1><div><p>" FORTY "<p>" FORTY "</div>", NULL,
                FALSE);
}

static void
test_cut (void)
{
  static const char *const cases[][2] = {
    { "A bridge - The Bay", "A bridge" },
    { "暴雨将至_新闻", "暴雨将至" },
    { "A - B - C", "A - B" },
    { "No cut", "No cut" },
    { "- The Bay", "- The Bay" },
    { "A bridge — The Bay", "A bridge" },
    { " x ", "x" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *cut = exm_headline_dup_cut (cases[i][0]);
      g_assert_cmpstr (cut, ==, cases[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/node-prune/best", test_best);
  g_test_add_func ("/node-prune/edges", test_edges);
  g_test_add_func ("/node-prune/growing", test_growing);
  g_test_add_func ("/node-prune/title", test_title);
  g_test_add_func ("/node-prune/cut", test_cut);
  return g_test_run ();
}
