/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages made to hurt: deep, long, endless. Every bound on time is many times what the
 * page takes, so that only another order of growth goes over it. */

#include "test-page.h"

#include "base/exm-limits.h"
#include "page/exm-page-reader.h"

#include <string.h>
#include <time.h>

/* Seconds that any page of these tests may take; sanitizers slow them down tenfold. */
#define MAX_SECONDS 20.0

static ExmPageText *
read_in_time (const char *html)
{
  g_autoptr (GTimer) timer = g_timer_new ();
  ExmPageText *page = test_page_read (html);
  double seconds = g_timer_elapsed (timer, NULL);

  g_test_message ("%.3f s for %" G_GSIZE_FORMAT " bytes", seconds, strlen (html));
  g_assert_cmpfloat (seconds, <, MAX_SECONDS);
  return page;
}

static void
assert_depth (const char *open, const char *close, guint depth, gboolean closed)
{
  GString *html = g_string_new ("<!DOCTYPE html><body>");

  for (guint i = 0; i < depth; i++)
    g_string_append (html, open);
  g_string_append (html, "deep");
  for (guint i = 0; closed && i < depth; i++)
    g_string_append (html, close);
  g_string_append (html, "<p>after</p>");
  g_autofree char *text = g_string_free (html, FALSE);
  g_autoptr (ExmPageText) page = read_in_time (text);
  g_autofree char *lines = test_page_join (page);
  g_assert_cmpstr (lines, ==, "deep|after");
  g_assert_false (exm_page_text_get_truncated (page));
}

static void
test_depth (void)
{
  static const guint depths[] = { 250, 255, 256, 509, 510, 511, 512, 513, 514, 100000 };

  for (gsize i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      assert_depth ("<div>", "</div>", depths[i], TRUE);
      assert_depth ("<div>", "</div>", depths[i], FALSE);
    }
  assert_depth ("<span>", "</span>", 100000, TRUE);
}

static void
test_depth_is_capped (void)
{
  g_autofree char *html = test_page_repeat ("", "<div><p>x", 3000, "");
  g_autoptr (ExmPageText) page = read_in_time (html);
  guint n_nodes, n_lines;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, 3000);
  for (guint i = 0; i < n_nodes; i++)
    g_assert_cmpuint (nodes[i].depth, <, EXM_MAX_NODE_DEPTH);
}

/* At 512 open elements the innermost one ends before the next begins, unless it came with
 * the same token. Expected values are those of WebKitGTK 2.50, 509 <div> above them. */
static void
test_depth_as_webkit (void)
{
  static const struct
  {
    const char *html;
    const char *lines;
    guint n_link_chars; /* of the first line */
    guint n_depth;      /* of the element of the last line */
  } cases[] = {
    { "<a href=x>one<b>two<i>three</i>four</b>five</a>six", "onetwothreefourfivesix", 11,
      510 }, /* no text is half of the line: its block */
    { "<p>one<p>two<ul><li>x<li>y</ul>three", "one|two|x|ythree", 0, 511 },
    { "<span>1<br>2<img>3<i>4<br>5</i>6</span>7", "1|234|567", 0, 510 },
    { "<table><tr><td>cell<td>c2<tr><td>c3</table>after", "cell|c2|c3after", 0, 1 },
    { "<div>a<!-- -->b<p>c", "a|b|c", 0, 511 },
    { "<div>x<div>y</div>z</div>w", "x|y|z|w", 0, 509 },
  };
  g_autofree char *divs = test_page_repeat ("<!DOCTYPE html><body>", "<div>", 509, "");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strconcat (divs, cases[i].html, NULL);
      g_autoptr (ExmPageText) page = read_in_time (html);
      g_autofree char *lines = test_page_join (page);
      guint n_nodes, n_lines;
      const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
      const ExmLine *all = exm_page_text_get_lines (page, &n_lines);
      g_assert_cmpstr (lines, ==, cases[i].lines);
      g_assert_cmpuint (all[0].n_link_chars, ==, cases[i].n_link_chars);
      g_assert_cmpuint (nodes[all[n_lines - 1].node].depth, ==, cases[i].n_depth);
    }
}

/* A link, a list and a heading that close below the limit must close above it too. */
static void
test_depth_ends (void)
{
  GString *html = g_string_new ("<body>");

  for (guint i = 0; i < 600; i++)
    g_string_append (html, "<div>");
  g_string_append (html, "<ul><li><a href=u>in</a></li></ul><script>no</script>");
  for (guint i = 0; i < 600; i++)
    g_string_append (html, "</div>");
  g_string_append (html, "<p>out</p>");
  g_autofree char *text = g_string_free (html, FALSE);
  g_autoptr (ExmPageText) page = read_in_time (text);
  g_autofree char *lines = test_page_join (page);
  g_assert_cmpstr (lines, ==, "in|out");
  const ExmLine *out = test_page_find_line (page, "out");
  g_assert_cmphex (out->flags, ==, 0);
  g_assert_cmpuint (out->n_link_chars, ==, 0);
}

/* Each stray end tag makes a tree builder search all open elements. */
static void
assert_quadratic (const char *before, const char *open, const char *stray)
{
  GString *html = g_string_new (before);

  for (guint i = 0; i < 100000; i++)
    g_string_append (html, open);
  g_string_append (html, "kept");
  for (guint i = 0; i < 100000; i++)
    g_string_append (html, stray);
  g_string_append (html, "<p>after");
  g_autofree char *text = g_string_free (html, FALSE);
  g_test_message ("%s%s…%s", before, open, stray);
  g_autoptr (ExmPageText) page = read_in_time (text);
  g_assert_nonnull (test_page_find_line (page, "kept"));
  g_assert_nonnull (test_page_find_line (page, "after"));
}

static void
test_quadratic (void)
{
  assert_quadratic ("<body>", "<span>", "</b>");
  assert_quadratic ("<body><b><div>", "<span>", "</b>");
  assert_quadratic ("<body><table>", "<span>", "</table>");
  assert_quadratic ("<body>", "<b>", "</p>");
  assert_quadratic ("<body>", "<span>", "</unknown>");
  assert_quadratic ("", "<a href=x>", "</body></html>");
  assert_quadratic ("", "<a href=x>", "<body>");
}

/* Seconds of processor that a megabyte may take: the promise is one of release builds. */
#ifdef NDEBUG
#define MAX_SECONDS_PER_MB .05
#else
#define MAX_SECONDS_PER_MB 2.
#endif

#define MAX_TRIES 5u

/* Half a megabyte of the one, half a megabyte of the other. "%u" counts. */
static void
assert_linear (const char *before, const char *first, const char *second)
{
  const char *parts[] = { first, second };
  GString *html = g_string_new (before);

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_auto (GStrv) pieces = g_strsplit (parts[i], "%u", 2);
      for (guint n = 0; html->len < (i + 1) * 500000; n++)
        if (pieces[1] != NULL)
          g_string_append_printf (html, "%s%u%s", pieces[0], n, pieces[1]);
        else
          g_string_append (html, parts[i]);
    }
  g_autofree char *text = g_string_free (html, FALSE);
  double least = G_MAXDOUBLE;
  /* Another process may have had the caches; a page that is too slow always is. */
  for (guint i = 0; i < MAX_TRIES && least >= MAX_SECONDS_PER_MB; i++)
    {
      clock_t start = clock ();
      g_autoptr (ExmPageText) page = test_page_read (text);
      least = MIN (least, (double) (clock () - start) / CLOCKS_PER_SEC);
    }
  g_test_message ("%.0f ms: %s %s… %s…", least * 1e3, before, first, second);
  /* The others are measured all the same. */
  if (least >= MAX_SECONDS_PER_MB)
    g_test_fail_printf ("%.0f ms: %s %s… %s…", least * 1e3, before, first, second);
}

static void
test_linear (void)
{
  static const char *const cases[][3] = {
    { "", "<span>", "</b>" },
    { "", "<div>", "</span>" },
    { "<b>", "<div>", "</b>" },
    { "<b><i><u><s>", "<div>", "</b></i></u></s><b><i><u><s>" },
    { "<table>", "<span>", "</table>" },
    { "", "<b>", "</p>" },
    { "", "<x>", "</y>" },
    { "", "<x%u>", "</z>" },
    { "", "<a href=x>x", "</a>" },
    { "", "<b><p>x", "</b>" },
    { "", "<b>", "x<br>" },
    { "", "<font color=%u>", "<p>x" },
    { "", "<b id=%u><p>", "x</b>" },
    { "<svg>", "<g>", "</x>" },
    { "<math><mi>", "<g>", "</x>" },
    { "", "<table><td>", "<b>x</td>" },
    { "", "<table><b>x", "</table>" },
    { "", "<table><tr><td><a>", "x" },
    { "", "<template>", "<div>x" },
    { "", "<table><div><template>", "x" },
    { "", "<form><div>", "</form><form>x" },
    { "", "<p><object>", "<li>x" },
    { "", "<select><option>", "<optgroup>x" },
    { "", "&", "&amp" },
    { "", "<!--", "-->x" },
    { "", "<a b='c'", "/" },
    { "", "<script><!--<script>", "</script>x" },
    { "", "<li itemprop=a>", "x<i></i>" },
    { "", "<nobr>", "x<nobr>" },
    { "", "<button><b>", "</button>x" },
    { "", "<h1><a href=q><b>", "x</h1>" },
    { "", "<dd><dt><b>", "x" },
    { "", "<applet><b>", "</applet>" },
    { "<frameset>", "<frameset>", "</frameset>" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_linear (cases[i][0], cases[i][1], cases[i][2]);
}

/* Shapes of our own, beside those that tree builders are known for. */
static void
test_linear_more (void)
{
  static const char *const cases[][3] = {
    { "", "<p>", "</p>" },
    { "", "<li>", "</ul>" },
    { "", "<a href=#%u>", "x<div>" },
    { "", "<i><p>", "x</i>" },
    { "<table><tr>", "<td><table><tr>", "x</td>" },
    { "<table>", "x<tr>", "<b>y" },
    { "<table>", "<caption><table>", "</caption>x" },
    { "", "<svg><foreignObject>", "<p>x" },
    { "<math>", "<annotation-xml encoding='text/html'><p>", "</math>x" },
    { "", "<template><table>", "</template>" },
    { "", "<ruby><rt>", "x<rb>" },
    { "<select>", "<option>x", "<hr><select>" },
    { "", "<textarea>", "</textarea >" },
    { "", "<title>", "</titl" },
    { "<script>", "<!-- <script ", "</script " },
    { "<svg>", "<![CDATA[", "]]>" },
    { "", "<!doctype x>", "<?x" },
    { "", "</", "</>" },
    { "", "&#%u;", "&#x%u" },
    { "", "&notit;", "&CounterClockwiseContourIntegra" },
    { "", "<p class='a%u b%u'>", "<p id=x%u>" },
    { "", "<p style='display : n o n e;color:", "'" },
    { "", "<img srcset='a 1x, ", "b 2x,'>" },
    { "", "<meta name=a content=b>", "<link rel=alternate href=c>" },
    { "", "<p itemprop=a%u><b itemprop=b>", "x" },
    { "", "<script type=application/ld+json>{\"articleBody\":\"", "a\\u0041b</p> " },
    { "<script>a={\"b\":\"", "{\\\"b\\\":\\\"", "A tale, told. " },
    { "", "<iframe srcdoc='<p>x'>", "</iframe>" },
    { "", "<div hidden>", "A hidden line, of prose, is longer. <p>" },
    { "", "<noscript><div>", "</noscript>x" },
    { "", "<em><strong><a href=x>", "x</a>" },
    { "", "<pre>", "\n x" },
    { "", "\r\n", "\r" },
    { "", "e\xcc\x81", "\xcc\xa3" },
    { "", "\xe3\x80\x80\xef\xbc\x91", "\xef\xac\x81" },
    { "", "<body a%u=b>", "<html b%u=c>" },
    { "", "<h1><h2>", "</h3>x" },
    { "", "<marquee><b>", "</b>" },
    { "", "<frameset>", "<noframes>" },
    { "<b><b><b><b>", "<p>", "</b><b>" },
    { "<p>mathjax", "\\(", "\\[" },
    { "<p>katex left: '$'", "$x ", "\\$ " },
    { "<pre><math>", "<mi>a</mi>\n", "<mn>1</mn>\n" },
    { "<pre><math><mi>", "a\n", "b\n" },
    { "<pre><math><annotation encoding='application/x-tex'>", "x", "</annotation>a\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_linear (cases[i][0], cases[i][1], cases[i][2]);
}

static void
test_many_breaks (void)
{
  g_autofree char *html = test_page_repeat ("<p>one", "<br>", 1000000, "two");
  g_autoptr (ExmPageText) page = read_in_time (html);
  g_autofree char *lines = test_page_join (page);

  g_assert_cmpstr (lines, ==, "one|two");
}

static void
test_many_lines (void)
{
  g_autofree char *html = test_page_repeat ("", "x<br>", EXM_MAX_LINES + 10, "");
  g_autoptr (ExmPageText) page = read_in_time (html);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, EXM_MAX_LINES);
  g_assert_true (exm_page_text_get_truncated (page));
}

static void
test_long_line (void)
{
  g_autofree char *html = test_page_repeat ("<p>", "word ", 2000000, "end");
  g_autoptr (ExmPageText) page = read_in_time (html);
  guint n_lines;
  const ExmLine *line = exm_page_text_get_lines (page, &n_lines);

  g_assert_cmpuint (n_lines, ==, 1);
  g_assert_cmpuint (line->n_chars, ==, 10000003);
  g_assert_cmpuint (line->n_tokens, ==, 2000001);
}

static void
test_too_long_line (void)
{
  g_autofree char *html = test_page_repeat ("<p>", "w", EXM_MAX_PAGE_CHARS + 100, "");
  g_autoptr (ExmPageText) page = read_in_time (html);

  g_assert_cmpuint (exm_page_text_get_n_chars (page), ==, EXM_MAX_PAGE_CHARS);
  g_assert_true (exm_page_text_get_truncated (page));
}

/* Each attribute is compared with all before it. */
static void
assert_attributes (const char *before, const char *after)
{
  GString *html = g_string_new ("<p>one</p><p class='x'");

  for (guint i = 0; i < 300000; i++)
    g_string_append_printf (html, "%s%u%s", before, i, after);
  g_string_append (html, ">two</p><p title='a > b'>three</p>");
  g_autofree char *text = g_string_free (html, FALSE);
  g_autoptr (ExmPageText) page = read_in_time (text);
  g_autofree char *lines = test_page_join (page);
  g_assert_cmpstr (lines, ==, "one|two|three");
  g_assert_true (exm_page_text_get_truncated (page));
}

static void
test_many_attributes (void)
{
  assert_attributes (" a", "");
  assert_attributes ("\na", " = '>'");
  assert_attributes ("a", "=\"x\"");
  assert_attributes (" a", "=<x");
}

/* Nothing that stands in a quoted value is a part of a tag. */
static void
test_attribute_of_words (void)
{
  g_autofree char *html
      = test_page_repeat ("<p title=\"", "some words ", 5000, "\" hidden>one</p>two");
  g_autoptr (ExmPageText) page = read_in_time (html);

  g_assert_cmphex (test_page_find_line (page, "one")->flags, ==, EXM_LINE_HIDDEN);
  g_assert_false (exm_page_text_get_truncated (page));
}

static void
test_long_attribute (void)
{
  g_autofree char *html
      = test_page_repeat ("<p class='", "x ", 3000000, "'>one</p><p>two");
  g_autoptr (ExmPageText) page = read_in_time (html);
  g_autofree char *lines = test_page_join (page);

  g_assert_cmpstr (lines, ==, "one|two");
}

static void
assert_refused (const char *bytes, gsize n_bytes, ExmPageError code, const char *says)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new_static (bytes, n_bytes);
  const ExmPageHints hints = { .url = "http://site.example/page" };

  g_assert_null (exm_page_read (raw, &hints, &error));
  g_assert_error (error, EXM_PAGE_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, "http://site.example/page"));
  g_assert_nonnull (strstr (error->message, says));
}

static void
test_other_formats (void)
{
  static const char pdf[] = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n";
  static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

  assert_refused (pdf, sizeof pdf - 1, EXM_PAGE_ERROR_NOT_HTML, "PDF");
  assert_refused (png, sizeof png - 1, EXM_PAGE_ERROR_NOT_HTML, "image");
}

static void
test_too_many_bytes (void)
{
  gsize n = EXM_MAX_PAGE_BYTES + 1;
  g_autofree char *bytes = g_strnfill (n, 'x');

  assert_refused (bytes, n, EXM_PAGE_ERROR_TOO_LARGE, "67108864");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/hostile/depth", test_depth);
  g_test_add_func ("/page/hostile/depth-is-capped", test_depth_is_capped);
  g_test_add_func ("/page/hostile/depth-as-webkit", test_depth_as_webkit);
  g_test_add_func ("/page/hostile/depth-ends", test_depth_ends);
  g_test_add_func ("/page/hostile/quadratic", test_quadratic);
  g_test_add_func ("/page/hostile/linear", test_linear);
  g_test_add_func ("/page/hostile/linear-more", test_linear_more);
  g_test_add_func ("/page/hostile/many-breaks", test_many_breaks);
  g_test_add_func ("/page/hostile/many-lines", test_many_lines);
  g_test_add_func ("/page/hostile/long-line", test_long_line);
  g_test_add_func ("/page/hostile/too-long-line", test_too_long_line);
  g_test_add_func ("/page/hostile/many-attributes", test_many_attributes);
  g_test_add_func ("/page/hostile/attribute-of-words", test_attribute_of_words);
  g_test_add_func ("/page/hostile/long-attribute", test_long_attribute);
  g_test_add_func ("/page/hostile/other-formats", test_other_formats);
  g_test_add_func ("/page/hostile/too-many-bytes", test_too_many_bytes);
  return g_test_run ();
}
