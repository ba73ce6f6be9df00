/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Expressions: what they find, what is wrong with them and where, what they may cost. */

#include "lab/xpath/exm-xpath.h"

#include <string.h>

static ExmXmlPage *
read_page (const char *html)
{
  g_autoptr (GBytes) source = g_bytes_new (html, strlen (html));
  return exm_xml_page_new (source, FALSE);
}

static ExmXPathResult *
evaluate (ExmXmlPage *page, const char *expression, GError **error)
{
  g_autoptr (ExmXPath) xpath = exm_xpath_compile (expression, error);
  return xpath != NULL ? exm_xpath_evaluate (xpath, page, error) : NULL;
}

static void
test_kinds (void)
{
  g_autoptr (ExmXmlPage) page = read_page ("<p>a<p>b<p>c");
  g_autoptr (ExmXPathResult) nodes = evaluate (page, "//p[. != 'b']", NULL);
  g_autoptr (ExmXPathResult) none = evaluate (page, "//q", NULL);
  g_autoptr (ExmXPathResult) number = evaluate (page, "count(//p) div 2", NULL);
  g_autoptr (ExmXPathResult) text = evaluate (page, "concat(//p[2], 'x')", NULL);
  g_autoptr (ExmXPathResult) yes = evaluate (page, "//p = 'c'", NULL);
  g_autofree char *string = exm_xpath_result_make_string (text);
  g_autofree char *second = exm_xpath_result_make_text (nodes, 1);

  g_assert_cmpint (exm_xpath_result_get_kind (nodes), ==, EXM_XPATH_NODES);
  g_assert_cmpuint (exm_xpath_result_get_n_nodes (nodes), ==, 2);
  g_assert_cmpstr (second, ==, "c");
  g_assert_cmpint (exm_xpath_result_get_kind (none), ==, EXM_XPATH_NODES);
  g_assert_cmpuint (exm_xpath_result_get_n_nodes (none), ==, 0);
  g_assert_cmpint (exm_xpath_result_get_kind (number), ==, EXM_XPATH_NUMBER);
  g_assert_cmpfloat (exm_xpath_result_get_number (number), ==, 1.5);
  g_assert_cmpint (exm_xpath_result_get_kind (text), ==, EXM_XPATH_STRING);
  g_assert_cmpstr (string, ==, "bx");
  g_assert_cmpint (exm_xpath_result_get_kind (yes), ==, EXM_XPATH_BOOLEAN);
  g_assert_true (exm_xpath_result_get_boolean (yes));
}

/* Whatever way the expression goes; nodes that are no elements too. */
static void
test_order (void)
{
  g_autoptr (ExmXmlPage) page = read_page ("<p class=x id=y>a<!--b--></p><p>c");
  g_autoptr (ExmXPathResult) result
      = evaluate (page, "//p[2]/preceding::node() | //p/@* | //p[2]/namespace::*", NULL);
  static const char *const expected[] = {
    "/html/head",
    "/html/body/p[1]",
    "/html/body/p[1]/@class",
    "/html/body/p[1]/@id",
    "/html/body/p[1]/text()",
    "/html/body/p[1]/comment()",
    "/html/body/p[2]/namespace::xml",
  };

  g_assert_cmpuint (exm_xpath_result_get_n_nodes (result), ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *path
          = exm_xml_page_make_path (page, exm_xpath_result_get_node (result, i));
      g_assert_cmpstr (path, ==, expected[i]);
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *expression;
    const char *message;
  } cases[] = {
    { "", "ends too early" },
    { "//p[", "ends too early" },
    { "//p[@a='x]", "not closed" },
    { "//p]", "from its character 4 on: ]" },
    { "//\xe5\x90\x8d/a b", "from its character 7 on: b" },
    { "//p[foo(1)]", "no function “foo” (character 5" },
    { "'foo(1)' = //p[\xe5\x90\x8d()]", "(character 16" },
    { "svg:foo(1)", "no function “svg:foo” (character 1" },
    { "//o:p", "no prefix “o” (character 3" },
    { "//*[@o:*]", "no prefix “o” (character 6" },
    { "//p[$x]", "no variables here (character 5" },
    { "count()", "count() takes another number of arguments" },
    { "count(1)", "no set of nodes" },
    { "1/p", "no set of nodes" },
  };
  g_autoptr (ExmXmlPage) page = read_page ("<p>a");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmXPathResult) result = evaluate (page, cases[i].expression, &error);
      g_test_message ("%s", cases[i].expression);
      g_assert_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].message));
    }
}

/* Names that look wrong and are not. */
static void
test_names_that_exist (void)
{
  static const char *const expressions[] = {
    "'$x' = \"o:p(1)\"",
    "//div[div (1) div (2) mod (1)]",
    "child::p/ancestor-or-self::node ()",
    "processing-instruction('x') | //text() | //comment()",
    "normalize-space(//p) and (1 or (0))",
    "1.5 + .5 * -1",
    "//svg:* | //math:* | //@xlink:href | //@xml:lang | //@xmlns:xlink",
  };
  g_autoptr (ExmXmlPage) page = read_page ("<p>a");

  for (guint i = 0; i < G_N_ELEMENTS (expressions); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmXPathResult) result = evaluate (page, expressions[i], &error);
      g_test_message ("%s", expressions[i]);
      g_assert_no_error (error);
    }
}

static void
test_limits (void)
{
  g_autoptr (GError) steps = NULL, nested = NULL, length = NULL;
  GString *html = g_string_new (NULL), *deep = g_string_new (NULL);

  for (guint i = 0; i < 30000; i++)
    g_string_append (html, "<p>x");
  for (guint i = 0; i < 2000; i++)
    g_string_append_c (deep, '(');
  g_autoptr (ExmXmlPage) page = read_page (html->str);
  g_assert_null (
      evaluate (page, "//p[count(preceding::p) > count(following::p) + 5]", &steps));
  g_assert_error (steps, EXM_XPATH_ERROR, EXM_XPATH_ERROR_LIMIT);
  g_assert_null (evaluate (page, deep->str, &nested));
  g_assert_error (nested, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION);
  g_assert_nonnull (strstr (nested->message, "nested too deeply"));
  for (guint i = deep->len; i <= EXM_XPATH_MAX_BYTES; i++)
    g_string_append_c (deep, '(');
  g_assert_null (evaluate (page, deep->str, &length));
  g_assert_nonnull (strstr (length->message, "longer than 4096 bytes"));
  g_string_free (html, TRUE);
  g_string_free (deep, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xpath/kinds", test_kinds);
  g_test_add_func ("/xpath/order", test_order);
  g_test_add_func ("/xpath/errors", test_errors);
  g_test_add_func ("/xpath/names-that-exist", test_names_that_exist);
  g_test_add_func ("/xpath/limits", test_limits);
  return g_test_run ();
}
