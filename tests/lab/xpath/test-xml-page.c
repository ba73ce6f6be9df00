/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tree of libxml2 that a page becomes: names, places, limits. Its shape is tested
 * with html5lib-tests and by tests/fuzz/fuzz-xmldoc.c. */

#include "base/exm-limits.h"
#include "lab/xpath/exm-xpath.h"
#include "xml-dump.h"

#include <string.h>

static ExmXmlPage *
read_page (const char *html)
{
  g_autoptr (GBytes) source = g_bytes_new (html, strlen (html));
  ExmXmlPage *page = exm_xml_page_new (source, FALSE);

  xml_dump_assert_consistent (page, strlen (html));
  return page;
}

static ExmXPathResult *
find (ExmXmlPage *page, const char *expression)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmXPath) xpath = exm_xpath_compile (expression, &error);

  g_assert_no_error (error);
  ExmXPathResult *result = exm_xpath_evaluate (xpath, page, &error);
  g_assert_no_error (error);
  return result;
}

static char *
find_string (ExmXmlPage *page, const char *expression)
{
  g_autoptr (ExmXPathResult) result = find (page, expression);
  return exm_xpath_result_make_string (result);
}

static void
assert_string (ExmXmlPage *page, const char *expression, const char *expected)
{
  g_autofree char *found = find_string (page, expression);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_names (void)
{
  g_autoptr (ExmXmlPage) page = read_page (
      "<DIV CLASS=x>a<o:p ns:b=1 2=3 \xe5\x90\x8d=4>b</o:p></div>"
      "<svg viewbox=5><title>c</title><a xlink:href=6 xml:lang=de>d</a></svg>"
      "<math definitionurl=7><mi>e</math><p xlink:href=8>f");

  assert_string (page, "//div[@class='x']", "ab");
  assert_string (page, "count(//DIV)", "0");
  assert_string (page, "//oU00003Ap/@nsU00003Ab", "1");
  assert_string (page, "//oU00003Ap/@U000032", "3");
  assert_string (page, "//@\xe5\x90\x8d", "4");
  assert_string (page, "//svg:svg/@viewBox", "5");
  assert_string (page, "count(//svg) + count(//title) + count(//a)", "0");
  assert_string (page, "//svg:svg/svg:title", "c");
  assert_string (page, "//svg:a/@xlink:href", "6");
  assert_string (page, "//svg:a[lang('de')]", "d");
  assert_string (page, "//math:math/@definitionURL", "7");
  assert_string (page, "namespace-uri(//math:mi)", "http://www.w3.org/1998/Math/MathML");
  assert_string (page, "//p/@xlinkU00003Ahref", "8");
}

static void
test_content (void)
{
  g_autoptr (ExmXmlPage) page = read_page (
      "<!-- a -- b --><template><tr><td>c</td></template><noscript><p>d</p></noscript>"
      "<script>if (1 < 2) e</script><p>&amp;\x01&#0;</p><frame>");

  assert_string (page, "/comment()", " a -- b ");
  assert_string (page, "//template/tr/td", "c");
  assert_string (page, "//p[. = 'd']", "d");
  assert_string (page, "//script", "if (1 < 2) e");
  assert_string (page, "//p[2]", "&\x01\xef\xbf\xbd");
}

static void
test_ids (void)
{
  g_autoptr (ExmXmlPage) page
      = read_page ("<p id=a>1<p id=a>2<p id=b>3<p id=''>4<table><b id=c>5<tr><td>6");

  assert_string (page, "id('a')", "1");
  assert_string (page, "id('b c')", "3");
  assert_string (page, "count(id('b c'))", "2");
  assert_string (page, "count(id(''))", "0");
}

static void
assert_place (
    ExmXmlPage *page, const char *html, const char *path, const char *text, guint line)
{
  g_autoptr (ExmXPathResult) result = find (page, path);
  gsize start, end;

  g_assert_cmpuint (exm_xpath_result_get_n_nodes (result), ==, 1);
  const xmlNode *node = exm_xpath_result_get_node (result, 0);
  g_assert_cmpuint (exm_xml_page_get_line (page, node), ==, line);
  g_autofree char *made = exm_xml_page_make_path (page, node);
  g_assert_cmpstr (made, ==, path);
  gboolean known = exm_xml_page_get_range (page, node, &start, &end);
  g_assert_cmpint (known, ==, text != NULL);
  if (text == NULL)
    return;
  g_autofree char *found = g_strndup (html + start, end - start);
  g_assert_cmpstr (found, ==, text);
}

static void
test_places (void)
{
  static const char html[]
      = "<title>a</title>\n<p id=b\n  class=\"c\">d&amp;e<b>f</b>g\n<p>h<!-- i -->\n"
        "<svg\n><a/></svg><table>\n<tr><td>j<tr><td>k</table>l";
  g_autoptr (ExmXmlPage) page = read_page (html);

  assert_place (page, html, "/html", NULL, 1);
  assert_place (page, html, "/html/body", NULL, 2);
  assert_place (page, html, "/html/body/p[1]", "<p id=b\n  class=\"c\">", 2);
  assert_place (page, html, "/html/body/p[1]/@id", "id=b", 2);
  assert_place (page, html, "/html/body/p[1]/text()[1]", "d&amp;e", 3);
  assert_place (page, html, "/html/body/p[1]/b", "<b>", 3);
  assert_place (page, html, "/html/body/p[1]/text()[2]", "g\n", 3);
  assert_place (page, html, "/html/body/p[2]/comment()", "<!-- i -->", 4);
  assert_place (page, html, "/html/body/p[2]/svg:svg", "<svg\n>", 5);
  assert_place (page, html, "/html/body/p[2]/svg:svg/svg:a", "<a/>", 6);
  assert_place (page, html, "/html/body/p[2]/table/tbody", NULL, 7);
  assert_place (page, html, "/html/body/p[2]/table/tbody/tr[2]/td", "<td>", 7);
  assert_place (page, html, "/", NULL, 1);
}

/* An end tag of a form leaves what is open inside it open, which makes the deepest page:
 * of each two elements inside each other one counts as open. */
static void
test_depth (void)
{
  GString *html = g_string_new (NULL);

  for (guint i = 0; i < 3000; i++)
    g_string_append (html, "<form><div></form>x");
  g_autoptr (ExmXmlPage) page = read_page (html->str);
  assert_string (page, "count(//form)", "3000");
  assert_string (page, "string-length(/)", "3000");
  assert_string (page, "count(//*[count(ancestor::*) > 1000]) > 0", "true");
  g_string_free (html, TRUE);
}

/* Copies of an element with many attributes are what grows fastest. */
static void
test_too_many_nodes (void)
{
  GString *html = g_string_new ("<p><b");

  for (guint i = 0; i < 256; i++)
    g_string_append_printf (html, " a%u=v", i);
  g_string_append_c (html, '>');
  for (guint i = 0; i < 16000; i++)
    g_string_append (html, "<p>text ");
  g_autofree char *text = g_string_free (html, FALSE);
  g_autoptr (GBytes) source = g_bytes_new_static (text, strlen (text));
  g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, FALSE);

  g_assert_true (exm_xml_page_is_truncated (page));
  guint n = xml_dump_assert_consistent (page, strlen (text));
  g_assert_cmpuint (n, <=, EXM_MAX_XML_NODES);
  g_assert_cmpuint (n, >, EXM_MAX_XML_NODES / 4);
}

/* Pages that would cost a square of their length: pieces of one text, two texts that grow
 * by turns, attributes of many tags that join, copies of a long value, paths to many
 * siblings. */
static void
test_linear (void)
{
  static const char *const repeated[]
      = { "&amp;", "a</x> </x>", "<html %u=v>", "<p>x", "<p>" };
  static const char *const before[] = { "", "<table>", "", "<p><b title=\"%*s\">", "" };

  for (guint i = 0; i < G_N_ELEMENTS (repeated); i++)
    {
      GString *html = g_string_new (NULL);
      if (strstr (before[i], "%*s") != NULL)
        g_string_append_printf (html, "<p><b title=\"%200000s\">", "x");
      else
        g_string_append (html, before[i]);
      for (guint n = 0; html->len < 2000000; n++)
        if (strstr (repeated[i], "%u") != NULL)
          g_string_append_printf (html, "<html a%u=v>", n);
        else
          g_string_append (html, repeated[i]);
      g_autofree char *text = g_string_free (html, FALSE);
      g_test_timer_start ();
      g_autoptr (GBytes) source = g_bytes_new_static (text, strlen (text));
      g_autoptr (ExmXmlPage) page = exm_xml_page_new (source, FALSE);
      g_autoptr (ExmXPathResult) all = find (page, "//*");
      for (guint j = 0; j < exm_xpath_result_get_n_nodes (all); j++)
        {
          g_autofree char *path
              = exm_xml_page_make_path (page, exm_xpath_result_get_node (all, j));
          g_assert_true (path[0] == '/');
        }
      double seconds = g_test_timer_elapsed ();
      g_test_message ("%s: %.2f s", repeated[i], seconds);
      g_assert_cmpfloat (seconds, <, 20.);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/xpath/page/names", test_names);
  g_test_add_func ("/xpath/page/content", test_content);
  g_test_add_func ("/xpath/page/ids", test_ids);
  g_test_add_func ("/xpath/page/places", test_places);
  g_test_add_func ("/xpath/page/depth", test_depth);
  g_test_add_func ("/xpath/page/too-many-nodes", test_too_many_nodes);
  g_test_add_func ("/xpath/page/linear", test_linear);
  return g_test_run ();
}
