/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Text and Markdown out of HTML: what the first rule gives, which never changes, and that
 * it gives what is extracted. */

#include "article/exm-derived-body.h"

#include "article/exm-body.h"
#include "page/exm-page-reader.h"
#include "test-page.h"

#include <string.h>

/* Checks what is stored by the first rule; it stands here for good. */
static void
test_rule (void)
{
  static const struct
  {
    const char *html;
    const char *text;
    const char *markdown;
  } cases[] = {
    { "", "", "" },
    { "<p>one</p>\n<p>two &amp; &lt;b&gt; &quot;3&quot; &amp;amp;</p>\n",
      "one\ntwo & <b> \"3\" &amp;", "one\n\ntwo \\& \\<b\\> \"3\" \\&amp;\n" },
    { "<h2>1. A</h2>\n<p># x<br>\n- y</p>\n", "1. A\n# x\n- y",
      "## 1\\. A\n\n\\# x\\\n\\- y\n" },
    { "<p>in<strong>side</strong> <em>b</em> x<sup>2</sup></p>\n", "inside b x2",
      "in<strong>side</strong> *b* x<sup>2</sup>\n" },
    { "<p><code>a`b &lt;i&gt; <strong>x</strong></code></p>\n", "a`b <i> x",
      "`` a`b <i> x ``\n" },
    { "<p><a href=\"https://a.example/?b&amp;c\">see <strong>it</strong></a>, "
      "<a href=\"mailto:x@y\">2. z</a></p>\n",
      "see it, 2. z", "[see **it**](https://a.example/?b&c), [2. z](mailto:x@y)\n" },
    { "<p><img src=\"https://a.example/i.jpg\" alt=\"A &quot;[b]&quot;\" srcset=\"s\"> "
      "<img src=\"https://a.example/j.jpg\" alt=\"\"></p>\n",
      "", "![A \"\\[b\\]\"](https://a.example/i.jpg) ![](https://a.example/j.jpg)\n" },
    { "<figure><img src=\"https://a.example/i.jpg\" alt=\"\"><figcaption>The "
      "boat</figcaption></figure>\n<p>x</p>\n",
      "The boat\nx", "![](https://a.example/i.jpg)\n\n*The boat*\n\nx\n" },
    { "<p>x</p>\n<ul>\n<li>a\n<ol start=\"3\">\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n"
      "<li>d</li>\n</ul>\n<ul>\n<li>e\n<p>f</p></li>\n</ul>\n",
      "x\na\nb\nc\nd\ne\nf", "x\n\n- a\n  3. b\n  4. c\n- d\n\n* e\n\n  f\n" },
    { "<p>x</p>\n<blockquote>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>\n",
      "x\na\nb", "x\n\n> a\n>\n> - b\n" },
    { "<p>x</p>\n<pre><code class=\"language-c\">int  f;\n\n  a &lt;  b "
      "```\n</code></pre>\n",
      "x\nint f;\na < b ```", "x\n\n````c\nint  f;\n\n  a <  b ```\n\n````\n" },
    { "<table>\n<tr><th>Y</th><th>B</th></tr>\n<tr><td>1</td><td></td></tr>\n</table>\n",
      "Y\nB\n1", "| Y | B |\n| --- | --- |\n| 1 |  |\n" },
    { "<table>\n<tr><td colspan=\"2\">Y<br>\nZ</td></tr>\n</table>\n", "Y\nZ",
      "<table>\n<tr><td colspan=\"2\">Y<br>\nZ</td></tr>\n</table>\n" },
    { "<p><span class=\"math display\">\\[a\nb\\]</span></p>\n"
      "<p>x <span class=\"math inline\">\\(a\\)</span></p>\n",
      "x ", "$$a b$$\n\nx $a$\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = exm_derived_body_write_text (cases[i].html);
      g_autofree char *markdown = exm_derived_body_write_markdown (cases[i].html);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
      g_assert_cmpint (exm_derived_body_compare (cases[i].html, text, markdown), ==,
                       EXM_DERIVED_TEXT | EXM_DERIVED_MARKDOWN);
    }
}

static ExmResult *
keep_all (const ExmPageText *page)
{
  ExmResultData data;
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  exm_result_data_init (&data, "test", n);
  for (guint i = 0; i < n; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      data.verdicts[i] = EXM_VERDICT_KEPT;
  return exm_result_new (&data);
}

static ExmDerivedForms
compare (const char *html)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmResult) result = keep_all (page);
  g_autofree char *text = exm_body_write_text (page, result);
  g_autofree char *markdown = exm_body_write_markdown (page, result);
  g_autofree char *body = exm_body_write_html (page, result);

  g_test_message ("%s", body);
  return exm_derived_body_compare (body, text, markdown);
}

/* Covers most of what pages are made of. */
static void
test_pages (void)
{
  static const char *const pages[] = {
    "<h1>A</h1><p>one<p>two <b>b</b><i>c</i>, <a href=/d>d</a>",
    "<p>Roses<br>and thorns<br><br>Verse two<p>中<b>文</b>字<b>好</b>",
    "<p>x<ul><li>a<ol><li>b<li>c</ol><li>d</ul><ul><li>e</ul><ol><li>f</ol>",
    "<p>x<ul><li><p>a<p>b<li>c</ul><blockquote><p>a<p>b<ul><li>c</ul></blockquote>",
    "<p>x<pre><code class='language-c'>int f (void)\n{\n\n\treturn 1  +  2;\n}\n</pre>",
    "<p>x<pre><span class=k>if</span>  (a &lt;  b)<br>&nbsp;&nbsp;c<br><br>d</pre><p>y",
    "<p>x<ul><li>a<pre>b\nc</pre></ul>",
    "<p>x<table><tr><th>Year<th>Boats<tr><td>1999<td>3 | 4<tr><td>2000<td></table><p>y",
    "<p>x<table><tr><td colspan=2>A<tr><td>1<td>3<tr><td>2<td>4</table>",
    "<p>x<figure><img src=/i.jpg alt='A [b]'><figcaption>The boat</figcaption></figure>",
    "<p>x<p><img src=i.jpg></p><p>y <img src=j.jpg> z",
    "<p># a<p>1. b<p>- c<p>C# and F #<p>a | b \\ c &amp;amp; &lt;script>",
    "<p><code>a`b &lt;i> <b>x</b></code> <sup>2</sup>x<sub>3</sub>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    g_assert_cmpint (compare (pages[i]), ==, EXM_DERIVED_TEXT | EXM_DERIVED_MARKDOWN);
}

/* Finds the forms that are to be stored: HTML says less than the page. */
static void
test_others (void)
{
  /* The number of an item, and a caption that has no picture. */
  g_assert_cmpint (compare ("<p>x<ol><li>a<li value=7>b</ol>"), ==, EXM_DERIVED_TEXT);
  g_assert_cmpint (compare ("<p>x<figure><figcaption>y</figcaption></figure>"), ==,
                   EXM_DERIVED_TEXT);
  g_assert_cmpint (exm_derived_body_compare ("<p>a</p>", "a", "a"), ==, EXM_DERIVED_TEXT);
  g_assert_cmpint (exm_derived_body_compare ("<p>a</p>", "b", "a\n"), ==,
                   EXM_DERIVED_MARKDOWN);
}

/* Whatever a damaged file holds. */
static void
test_hostile (void)
{
  static const char *const cases[] = { "<",
                                       "<p",
                                       "</",
                                       "<pre>",
                                       "<pre><code",
                                       "<table>",
                                       "<table",
                                       "<li>x</li>",
                                       "</li></ul>x",
                                       "<ul></li></li><li>",
                                       "&",
                                       "&am",
                                       "<a>x",
                                       "<em>x</p>y",
                                       "<em><strong>x</em>y",
                                       "<span>x",
                                       "<span>x</span>",
                                       "<img>",
                                       "<td>x</td>",
                                       "<table><td>x</table>",
                                       "<h7>x",
                                       "<br>",
                                       "<br>\n<br>\n",
                                       "\xff\xfe<p>\xc3</p>\xf0\x9f",
                                       "<ol start=\"99999999999\"><li>x",
                                       "<figcaption>",
                                       "<code>`</code>",
                                       "<table><tr></tr></table>",
                                       "\n\n",
                                       "<code></code>" };
  static const char *const repeated[] = { "<ul><li>", "<blockquote>",
                                          "<em>",     "<a href=\"x\">",
                                          "<pre>",    "<table><tr><td>",
                                          "&",        "<br>",
                                          "<",        "\n",
                                          "</em>",    "<code>",
                                          "<span>",   "<p>x" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = exm_derived_body_write_text (cases[i]);
      g_autofree char *markdown = exm_derived_body_write_markdown (cases[i]);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_true (g_utf8_validate (markdown, -1, NULL));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (repeated); i++)
    {
      g_autoptr (GString) html = g_string_new (NULL);
      for (guint n = 0; n < 20000; n++)
        g_string_append (html, repeated[i]);
      g_string_append (html, "x");
      g_autofree char *text = exm_derived_body_write_text (html->str);
      g_autofree char *markdown = exm_derived_body_write_markdown (html->str);
      /* Nothing grows without a limit. */
      g_assert_cmpuint (strlen (text), <=, html->len);
      g_assert_cmpuint (strlen (markdown), <=, 200 * html->len);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/derived-body/rule", test_rule);
  g_test_add_func ("/derived-body/pages", test_pages);
  g_test_add_func ("/derived-body/others", test_others);
  g_test_add_func ("/derived-body/hostile", test_hostile);
  return g_test_run ();
}
