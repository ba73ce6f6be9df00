/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A body as Markdown and as HTML: structure, escapes, and what must never come through.
 */

#include "article/exm-body.h"

#include "page/exm-page-reader.h"
#include "test-page.h"

#include <string.h>

/* All lines of @page but those that are flagged or hold "DROP". */
static ExmResult *
keep_all (const ExmPageText *page)
{
  ExmResultData data;
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  exm_result_data_init (&data, "test", n);
  for (guint i = 0; i < n; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0
        && strstr (exm_page_text_get_line (page, i), "DROP") == NULL)
      data.verdicts[i] = EXM_VERDICT_KEPT;
  return exm_result_new (&data);
}

static ExmPageText *
read_page (const char *html)
{
  static const ExmPageHints hints
      = { .url = "https://news.example/a/b.html", .override_charset = "utf-8" };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

typedef struct
{
  const char *page;
  const char *markdown;
  const char *html;
} Case;

/* The lines of our own HTML are those that were kept. */
static void
assert_reads_back (const ExmPageText *page, const ExmResult *result, const char *html)
{
  g_autoptr (ExmPageText) again = test_page_read (html);
  g_autoptr (ExmResult) all = keep_all (again);
  g_autofree char *before = exm_body_write_text (page, result);
  g_autofree char *after = exm_body_write_text (again, all);

  g_assert_cmpstr (after, ==, before);
}

static void
run (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (ExmPageText) page = read_page (cases[i].page);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_autofree char *html = exm_body_write_html (page, result);

      g_test_message ("%s", cases[i].page);
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
      g_assert_cmpstr (html, ==, cases[i].html);
      assert_reads_back (page, result, html);
    }
}

static void
test_text (void)
{
  static const Case cases[] = {
    { "<p>one<p>two", "one\n\ntwo\n", "<p>one</p>\n<p>two</p>\n" },
    { "<h1>A</h1><h3>B</h3><p>x", "# A\n\n### B\n\nx\n",
      "<h1>A</h1>\n<h3>B</h3>\n<p>x</p>\n" },
    { "<p>Roses<br>and thorns<br><br>Verse two", "Roses\\\nand thorns\n\nVerse two\n",
      "<p>Roses<br>\nand thorns</p>\n<p>Verse two</p>\n" },
    { "<p>a <b>b</b> <i>c</i> <code>d</code>", "a **b** *c* `d`\n",
      "<p>a <strong>b</strong> <em>c</em> <code>d</code></p>\n" },
    { "<p>中<b>文</b>字<b>好</b>", "中<strong>文</strong>字<strong>好</strong>\n",
      "<p>中<strong>文</strong>字<strong>好</strong></p>\n" },
    { "<p><b>all <i>of</i> it</b>", "**all *of* it**\n",
      "<p><strong>all <em>of</em> it</strong></p>\n" },
    { "<p>in<b>side</b>", "in<strong>side</strong>\n",
      "<p>in<strong>side</strong></p>\n" },
    { "<p><code>a`b &lt;i> <b>x</b></code>", "`` a`b <i> x ``\n",
      "<p><code>a`b &lt;i&gt; <strong>x</strong></code></p>\n" },
    { "<p>see <a href=c.html>the <b>boat</b></a>.",
      "see [the **boat**](https://news.example/a/c.html).\n",
      "<p>see <a href=\"https://news.example/a/c.html\">the "
      "<strong>boat</strong></a>.</p>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_lists (void)
{
  static const Case cases[] = {
    { "<p>x<ul><li>a<li>b</ul><p>y", "x\n\n- a\n- b\n\ny\n",
      "<p>x</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>y</p>\n" },
    { "<p>x<ol start=3><li>a<li value=7>b<li>c</ol>", "x\n\n3. a\n7. b\n8. c\n",
      "<p>x</p>\n<ol start=\"3\">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>\n" },
    { "<p>x<ul><li>a<ol><li>b<li>c</ol><li>d</ul>", "x\n\n- a\n  1. b\n  2. c\n- d\n",
      "<p>x</p>\n<ul>\n<li>a\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>d</li>\n</"
      "ul>\n" },
    { "<p>x<ul><li><p>a<p>b<li>c</ul>", "x\n\n- a\n\n  b\n- c\n",
      "<p>x</p>\n<ul>\n<li>a\n<p>b</p></li>\n<li>c</li>\n</ul>\n" },
    { "<p>x<ul><li>a</ul><ul><li>b</ul>", "x\n\n- a\n\n* b\n",
      "<p>x</p>\n<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n" },
    { "<p>x<ol><li>DROP<li>b</ol>", "x\n\n2. b\n",
      "<p>x</p>\n<ol start=\"2\">\n<li>b</li>\n</ol>\n" },
    /* A list that holds the whole body is layout. */
    { "<ul><li><p>one<p>two</ul>", "one\n\ntwo\n", "<p>one</p>\n<p>two</p>\n" },
    { "<blockquote><p>one<p>two</blockquote>", "one\n\ntwo\n",
      "<p>one</p>\n<p>two</p>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_quotations (void)
{
  static const Case cases[] = {
    { "<p>x<blockquote><p>a<p>b</blockquote><p>y", "x\n\n> a\n>\n> b\n\ny\n",
      "<p>x</p>\n<blockquote>\n<p>a</p>\n<p>b</p></blockquote>\n<p>y</p>\n" },
    { "<p>x<blockquote>a</blockquote><blockquote>b</blockquote>", "x\n\n> a\n\n> b\n",
      "<p>x</p>\n<blockquote>\n<p>a</p></blockquote>\n<blockquote>\n<p>b</p></"
      "blockquote>\n" },
    { "<p>x<blockquote>a<ul><li>b</ul></blockquote>", "x\n\n> a\n>\n> - b\n",
      "<p>x</p>\n<blockquote>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_code (void)
{
  static const Case cases[] = {
    { "<p>x<pre><code class='hljs language-c'>int f (void)\n{\n\n  return 1  +  2;\n}\n"
      "</code></pre><p>y",
      "x\n\n```c\nint f (void)\n{\n\n  return 1  +  2;\n}\n```\n\ny\n",
      "<p>x</p>\n<pre><code class=\"language-c\">int f (void)\n{\n\n  return 1  +  2;\n}"
      "</code></pre>\n<p>y</p>\n" },
    { "<p>x<pre>  a &lt; b\n   <b>```</b></pre>", "x\n\n````\n  a < b\n   ```\n````\n",
      "<p>x</p>\n<pre><code>  a &lt; b\n   ```</code></pre>\n" },
    { "<p>x<pre class='lang-\"><script>'>a</pre>", "x\n\n```\na\n```\n",
      "<p>x</p>\n<pre><code>a</code></pre>\n" },
    /* A highlighter's spans, breaks and boxes; numbers of lines; rows of a table. */
    { "<p>x<pre><span class=k>if</span>  (a &lt;  b)<br>&nbsp;&nbsp;c<br><br>d</pre>",
      "x\n\n```\nif  (a <  b)\n  c\n\nd\n```\n",
      "<p>x</p>\n<pre><code>if  (a &lt;  b)\n  c\n\nd</code></pre>\n" },
    { "<p>x<pre><div><span class=ln>9 </span>  a  =  1</div><div><span class=ln>10"
      "</span>b</div></pre>",
      "x\n\n```\n  a  =  1\nb\n```\n",
      "<p>x</p>\n<pre><code>  a  =  1\nb</code></pre>\n" },
    { "<p>x<pre><ol><li>a<li>  b</ol></pre>", "x\n\n```\na\n  b\n```\n",
      "<p>x</p>\n<pre><code>a\n  b</code></pre>\n" },
    { "<p>x<table><tr><td class=gutter>1<td>a  b<tr><td class=gutter>2<td>c</table>",
      "x\n\n```\na  b\nc\n```\n", "<p>x</p>\n<pre><code>a  b\nc</code></pre>\n" },
    { "<p>x<ul><li>a<pre>b\nc</pre></ul>", "x\n\n- a\n\n  ```\n  b\n  c\n  ```\n",
      "<p>x</p>\n<ul>\n<li>a\n<pre><code>b\nc</code></pre></li>\n</ul>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_tables (void)
{
  static const Case cases[] = {
    { "<p>x<table><tr><th>Year<th>Boats<tr><td>1999<td>3 | 4<tr><td>2000<td></table><p>y",
      "x\n\n| Year | Boats |\n| --- | --- |\n| 1999 | 3 \\| 4 |\n| 2000 |  |\n\ny\n",
      "<p>x</p>\n<table>\n<tr><th>Year</th><th>Boats</th></tr>\n<tr><td>1999</td>"
      "<td>3 | 4</td></tr>\n<tr><td>2000</td><td></td></tr>\n</table>\n<p>y</p>\n" },
    { "<p>x<table><tr><td colspan=2>Boats<tr><td>1999<td>3<tr><td>2000<td>4</table>",
      "x\n\n<table>\n<tr><td "
      "colspan=\"2\">Boats</td></tr>\n<tr><td>1999</td><td>3</td></tr>"
      "\n<tr><td>2000</td><td>4</td></tr>\n</table>\n",
      "<p>x</p>\n<table>\n<tr><td colspan=\"2\">Boats</td></tr>\n<tr><td>1999</td>"
      "<td>3</td></tr>\n<tr><td>2000</td><td>4</td></tr>\n</table>\n" },
    /* Layout of the turn of the century: paragraphs in cells. */
    { "<table><tr><td>one<br><br>two<td>three</table>", "one\n\ntwo\n\nthree\n",
      "<p>one</p>\n<p>two</p>\n<p>three</p>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_images (void)
{
  static const Case cases[] = {
    { "<p>x<figure><img src=/i.jpg alt='A [b]'><figcaption>The "
      "boat</figcaption></figure>",
      "x\n\n![A \\[b\\]](https://news.example/i.jpg)\n\n*The boat*\n",
      "<p>x</p>\n<figure><img src=\"https://news.example/i.jpg\" alt=\"A [b]\">"
      "<figcaption>The boat</figcaption></figure>\n" },
    { "<p>x<p><img src=i.jpg></p><p>y", "x\n\n![](https://news.example/a/i.jpg)\n\ny\n",
      "<p>x</p>\n<p><img src=\"https://news.example/a/i.jpg\" "
      "alt=\"\"></p>\n<p>y</p>\n" },
    { "<p>x <img src=i.jpg> y", "x![](https://news.example/a/i.jpg) y\n", NULL },
    /* The caption was taken out of the text; it goes with its image. */
    { "<p>x<figure><img src=i.jpg><figcaption>DROP</figcaption></figure><p>y",
      "x\n\n![](https://news.example/a/i.jpg)\n\n*DROP*\n\ny\n", NULL },
    { "<p>x<p><img src=i.jpg><img src=i.jpg></p><p>y",
      "x\n\n![](https://news.example/a/i.jpg)\n\ny\n", NULL },
  };

  run (cases, 2);
  for (gsize i = 2; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_page (cases[i].page);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
    }
}

/* The widest useful candidate of a srcset stands for a placeholder. */
static void
test_candidates (void)
{
  static const char *const cases[][2] = {
    { "b.jpg 1.5x, a.jpg 2x", "a" },
    { "b.jpg, a.jpg 1.25x", "a" },
    { "b.jpg 640w 480h, a.jpg 1200w 90h", "a" },
    { "b.jpg 480w, a.jpg 2560w, b.jpg 8000w", "a" },
    { "b.jpg 9000w, a.jpg 4000w, b.jpg 5000w", "a" },
    { "b.jpg 9000w, a.jpg 400w", "a" },
    { "a.jpg 0800.50w, b.jpg 800w", "a" },
    { "b.jpg 1x,a.jpg 3x,", "a" },
    { "a.jpg", "a" },
    { "a.jpg 99999999999999999999999999w", "a" },
    { "a.jpg ..x w x", "a" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strdup_printf (
          "<p>x<p><img src=blank.gif srcset='%s'></p><p>y", cases[i][0]);
      g_autoptr (ExmPageText) page = read_page (html);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_autofree char *expected = g_strdup_printf (
          "x\n\n![](https://news.example/a/%s.jpg)\n\ny\n", cases[i][1]);

      g_assert_cmpstr (markdown, ==, expected);
    }
}

/* A wider picture is offered beside the address that the page shows. */
static void
test_sources (void)
{
  static const char *const cases[][2] = {
    { "<img src=a.jpg srcset='a.jpg 400w, b.jpg 1200w' alt='A &amp; \"B\"'>",
      "<img src=\"https://news.example/a/a.jpg\" alt=\"A &amp; &quot;B&quot;\""
      " srcset=\"https://news.example/a/b.jpg\">" },
    { "<picture><source srcset='/c.jpg?w=2&amp;x 2x'><img src=a.jpg></picture>",
      "<img src=\"https://news.example/a/a.jpg\" alt=\"\""
      " srcset=\"https://news.example/c.jpg?w=2&amp;x\">" },
    /* The same picture by another name, one that nothing may follow, one of a list. */
    { "<img src=a.jpg srcset='../a/a.jpg 2x'>",
      "<img src=\"https://news.example/a/a.jpg\" alt=\"\">" },
    { "<img src=a.jpg srcset='javascript:x 2x'>",
      "<img src=\"https://news.example/a/a.jpg\" alt=\"\">" },
    { "<img src=a.jpg srcset='b.jpg?&#44; 2x'>",
      "<img src=\"https://news.example/a/a.jpg\" alt=\"\">" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strdup_printf ("<p>x<p>%s</p><p>y", cases[i][0]);
      g_autoptr (ExmPageText) page = read_page (html);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *body = exm_body_write_html (page, result);
      g_test_message ("%s: %s", cases[i][0], body);
      g_assert_nonnull (strstr (body, cases[i][1]));
    }
}

/* Text that looks like Markdown stays text. */
static void
test_escapes (void)
{
  static const struct
  {
    const char *text; /* as HTML */
    const char *markdown;
  } cases[] = {
    { "# no heading", "\\# no heading\n" },
    { "1. no list", "1\\. no list\n" },
    { "2026) no list", "2026\\) no list\n" },
    { "- no list", "\\- no list\n" },
    { "+ no list", "\\+ no list\n" },
    { "=====", "\\=====\n" },
    { "> no quotation", "\\> no quotation\n" },
    { "*a* _b_ `c` ~d~", "\\*a\\* \\_b\\_ \\`c\\` \\~d\\~\n" },
    { "[a](javascript:x)", "\\[a\\](javascript:x)\n" },
    { "&amp;amp; &lt;script>", "\\&amp; \\<script\\>\n" },
    { "C# and F #", "C# and F \\#\n" },
    { "a | b \\ c", "a \\| b \\\\ c\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strdup_printf ("<p>%s</p>", cases[i].text);
      g_autoptr (ExmPageText) page = read_page (html);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
    }
}

/* No script, handler, style or address of another scheme comes through. */
static void
test_safe (void)
{
  static const char html[]
      = "<p onclick=evil() style='x'>a<a href='javascript:evil()'>b</a><a "
        "href=' java\nscript:evil()'>c</a><a href='data:text/html,evil'>d</a><img "
        "src='javascript:evil()' onerror=evil()><a href='vbscript:evil'>e</a><a "
        "href='/ok\"><b>evil</b>'>f</a><a href='mailto:x@news.example'>g</a></p>"
        "<script>evil()</script><svg onload=evil()></svg><ol start='1\"evil'><li>h</ol>"
        "<p>&lt;img src=x onerror=evil2()&gt;";
  g_autoptr (ExmPageText) page = read_page (html);
  g_autoptr (ExmResult) result = keep_all (page);
  g_autofree char *out = exm_body_write_html (page, result);
  g_autofree char *markdown = exm_body_write_markdown (page, result);

  g_assert_null (strstr (out, "script"));
  g_assert_null (strstr (out, "onclick"));
  g_assert_null (strstr (out, "<img"));
  g_assert_null (strstr (out, "<b>"));
  g_assert_null (strstr (out, "start="));
  g_assert_null (strstr (out, "data:"));
  g_assert_nonnull (strstr (out, "<a href=\"mailto:x@news.example\">g</a>"));
  g_assert_nonnull (strstr (out, "&lt;img src=x onerror=evil2()&gt;"));
  g_assert_null (strstr (markdown, "javascript"));
  g_assert_nonnull (strstr (markdown, "\\<img src=x onerror=evil2()\\>"));
}

static void
test_raised (void)
{
  static const Case cases[] = {
    { "<p>x<sup>2</sup> and H<sub>2</sub>O", "x<sup>2</sup> and H<sub>2</sub>O\n",
      "<p>x<sup>2</sup> and H<sub>2</sub>O</p>\n" },
    { "<p>the 5<sup>th</sup>", "the 5<sup>th</sup>\n", "<p>the 5<sup>th</sup></p>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

static void
test_notes (void)
{
  static const Case cases[] = {
    /* As Markdown programs write them. */
    { "<p>one<sup id=r1><a href=#f1>1</a></sup> two<sup id=r2><a href=#f2>2</a></sup>"
      "<ol><li id=f1><p>First. <a href=#r1>\u21a9</a></p><li id=f2><p>Second.</p>"
      "<p>More of it. <a href=#r2>\u21a9</a></p></ol>",
      "one[^1] two[^2]\n\n[^1]: First. \n[^2]: Second.\n\n    More of it. \n",
      "<p><a id=\"n3\"></a>one<sup><a href=\"#n1\">1</a></sup> two<sup><a href=\"#n2\">2"
      "</a></sup></p>\n<ol>\n<li><a id=\"n1\"></a>First. <a "
      "href=\"#n3\">\u21a9</a></li>\n"
      "<li><a id=\"n2\"></a>Second.\n<p>More of it. <a href=\"#n3\">\u21a9</a></p></li>\n"
      "</ol>\n" },
    /* Brackets, an asterisk, a page that writes its own address, no list. */
    { "<p>one<sup>[<a href='https://news.example/a/b.html#f1'>a</a>]</sup> two<sup><a "
      "href=#f2>*</a></sup><p id=f1>First.<p id=f2>Second.",
      "one[^a] two[^n2]\n\n[^a]: First.\n\n[^n2]: Second.\n",
      "<p>one<sup>[<a href=\"#n1\">a</a>]</sup> two<sup><a href=\"#n2\">*</a></sup></p>\n"
      "<p><a id=\"n1\"></a>First.</p>\n<p><a id=\"n2\"></a>Second.</p>\n" },
    /* A table of contents is none, and neither is what was left out. */
    { "<p><a href=#s>Part</a><h2 id=s>Part</h2><p>x<sup><a href=#gone>1</a></sup>"
      "<p id=gone>DROP",
      "[Part](https://news.example/a/b.html#s)\n\n## Part\n\nx<sup>"
      "[1](https://news.example/a/b.html#gone)</sup>\n",
      "<p><a href=\"#n1\">Part</a></p>\n<h2><a id=\"n1\"></a>Part</h2>\n<p>x<sup><a "
      "href=\"https://news.example/a/b.html#gone\">1</a></sup></p>\n" },
  };
  run (cases, G_N_ELEMENTS (cases));
}

#define KATEX                                                                            \
  "<span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation "   \
  "encoding='application/x-tex'>x^2 &lt; y</annotation></semantics></math></span><span " \
  "class=katex-html>x2</span></span>"

/* Formulas are their TeX, whatever the page shows of them. */
static void
test_formulas (void)
{
  static const Case cases[] = {
    { "<p>that " KATEX " holds", "that $x^2 < y$ holds\n",
      "<p>that <span class=\"math inline\">\\(x^2 &lt; y\\)</span> holds</p>\n" },
    { "<p>x<div class=katex-display>" KATEX "</div>", "x\n\n$$x^2 < y$$\n",
      "<p>x</p>\n<p><span class=\"math display\">\\[x^2 &lt; y\\]</span></p>\n" },
    /* MathJax, drawn and not. */
    { "<p>that <span class=MathJax_Preview>[m]</span><span class=MathJax><i>ab</i></span>"
      "<script type=math/tex>\\frac{a}{b}</script> holds",
      "that $\\frac{a}{b}$ holds\n",
      "<p>that <span class=\"math inline\">\\(\\frac{a}{b}\\)</span> holds</p>\n" },
    { "<p>one</p><script type='math/tex; mode=display'>% <![CDATA[\nn = "
      "1\n%]]></script><p>two",
      "one\n\n$$n = 1$$\n\ntwo\n",
      "<p>one</p>\n<p><span class=\"math display\">\\[n = "
      "1\\]</span></p>\n<p>two</p>\n" },
    { "<p>one<div class=MathJax_Display>n1</div><script type='math/tex; mode=display'>n "
      "= 1"
      "</script><p>two",
      "one\n\n$$n = 1$$\n\ntwo\n",
      "<p>one</p>\n<p><span class=\"math display\">\\[n = "
      "1\\]</span></p>\n<p>two</p>\n" },
    /* MathML alone, and MathML that is not known. */
    { "<p>x <math><mfrac><mi>a</mi><mrow><mi>β</mi><mo>+</mo><mn>1</mn></mrow></mfrac>"
      "<mo>≤</mo><msqrt><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></msqrt></math> "
      "y",
      "x $\\frac{a}{\\beta + 1} \\le \\sqrt{x_{i}^{2}}$ y\n",
      "<p>x <span class=\"math inline\">\\(\\frac{a}{\\beta + 1} \\le "
      "\\sqrt{x_{i}^{2}}\\)</span> y</p>\n" },
    { "<p>x <math><mover><mi>v</mi><mo>→</mo></mover><mi>sin</mi><mi>t</mi><mtable><mtr>"
      "<mtd><mn>1</mn></mtd><mtd><mi>ab</mi></mtd></mtr><mtr><mtd><mn>2</mn></mtd><mtd>"
      "<mtext>if</mtext></mtd></mtr></mtable></math> y",
      "x $\\vec{v}\\sin t\\begin{matrix} 1 & \\mathrm{ab} \\\\ 2 & \\text{if} "
      "\\end{matrix}$ y\n",
      "<p>x <span class=\"math inline\">\\(\\vec{v}\\sin t\\begin{matrix} 1 &amp; "
      "\\mathrm{ab} \\\\ 2 &amp; \\text{if} \\end{matrix}\\)</span> y</p>\n" },
    { "<p>x <math><mi>a</mi><maction><mi>b</mi></maction></math> y", "x ab y\n",
      "<p>x ab y</p>\n" },
    /* Marks that MathJax or KaTeX would find; prices are none. */
    { "<p>x \\(a_<i>1</i>\\) costs $5 or $6<p>$$b$$<script src=mathjax.js></script>",
      "x $a_1$ costs \\$5 or \\$6\n\n$$b$$\n",
      "<p>x <span class=\"math inline\">\\(a_1\\)</span> costs $5 or $6</p>\n"
      "<p><span class=\"math display\">\\[b\\]</span></p>\n" },
    { "<p>x $a$ y<script>MathJax = {tex: {inlineMath: [['$', '$']]}}</script>",
      "x $a$ y\n", "<p>x <span class=\"math inline\">\\(a\\)</span> y</p>\n" },
    { "<p>x \\(a\\) y", "x \\\\(a\\\\) y\n", "<p>x \\(a\\) y</p>\n" },
    /* MediaWiki, whose picture of the formula is no picture of the article. */
    { "<p>as <span class=mwe-math-element><math><semantics><mi>E</mi><annotation "
      "encoding='application/x-tex'>{\\displaystyle E=mc^{2}}</annotation></semantics>"
      "</math><img src=e.svg alt=E></span> says",
      "as $E=mc^{2}$ says\n",
      "<p>as <span class=\"math inline\">\\(E=mc^{2}\\)</span> says</p>\n" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_page (cases[i].page);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_autofree char *html = exm_body_write_html (page, result);
      g_test_message ("%s", cases[i].page);
      g_assert_true (exm_page_text_validate (page, NULL));
      g_assert_cmpstr (markdown, ==, cases[i].markdown);
      g_assert_cmpstr (html, ==, cases[i].html);
    }
}

#define LONG "a paragraph that is long enough to hold nearly all of the text of its body"

/* Images between the body's lines belong to it, whatever becomes of the line behind. */
static void
test_images_of_dropped (void)
{
  static const struct
  {
    const char *page;
    const char *html;
  } cases[] = {
    { "<article><p>" LONG "<p><img src=i.jpg></article><footer>DROP</footer>",
      "<p>" LONG "</p>\n<p><img src=\"https://news.example/a/i.jpg\" alt=\"\"></p>\n" },
    { "<article><p>" LONG "<p><img src=i.jpg><p>DROP<p>end</article>",
      "<p>" LONG "</p>\n<p><img src=\"https://news.example/a/i.jpg\" alt=\"\"></p>\n"
      "<p>end</p>\n" },
    { "<article><p>" LONG "<div><img src=i.jpg><p>DROP</div></article>",
      "<p>" LONG "</p>\n" },
    { "<article><p>" LONG "</article><footer><img src=i.jpg>DROP</footer>",
      "<p>" LONG "</p>\n" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_page (cases[i].page);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *html = exm_body_write_html (page, result);
      g_test_message ("%s", cases[i].page);
      g_assert_cmpstr (html, ==, cases[i].html);
    }
}

/* Relative addresses stay where no base is known; none of them can become a scheme. */
static void
test_no_base (void)
{
  static const char html[]
      = "<p><a href=c.html>a</a> <a href='/d?x=1:2'>b</a> <a "
        "href='javascript:evil()'>c</a>"
        " <a href=' java\nscript:evil()'>d</a> <a href='\x01vbscript:evil'>e</a><p>"
        "<img src=i.jpg>f";
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmResult) result = keep_all (page);
  g_autofree char *out = exm_body_write_html (page, result);

  g_assert_cmpstr (out, ==,
                   "<p><a href=\"c.html\">a</a> <a href=\"/d?x=1:2\">b</a> c d e</p>\n"
                   "<p><img src=\"i.jpg\" alt=\"\"></p>\n<p>f</p>\n");
}

#define PROSE                                                                            \
  "The harbour board met on Monday, after three weeks of rain, to decide what becomes "  \
  "of the old ferry; nobody had expected the hall to be so full, and two people spoke "  \
  "from the stairs."
#define MORE                                                                             \
  "Its engine, which was built in the same yard as the boat itself, has run for forty "  \
  "years without a spare part, and the mechanics say that it could run for ten more, "   \
  "if only someone paid for the oil."
#define CONSTRUCTS                                                                       \
  "<p>" PROSE "</p><figure><img src=/i.jpg alt=Boat><figcaption>The boat</figcaption>"   \
  "</figure><h2>Next</h2><p>See <a href=c.html>the <b>boat</b></a>.</p><ul><li>a<li>b"   \
  "<ol start=3><li>c<li>d</ol></ul><blockquote><p>q<p>r</blockquote><pre><code "         \
  "class=language-c>f ();</code></pre><table><tr><th>Year<th>Boats<tr><td>"              \
  "1979<td>3</table><p>" MORE "</p><img data-src=/j.jpg "                                \
  "src='data:image/gif;base64,AA' alt=Last>"

/* @html as the text of an attribute in double quotation marks. */
static char *
escape_attribute (const char *html)
{
  g_auto (GStrv) parts = g_strsplit (html, "&", -1);
  return g_strjoinv ("&amp;", parts);
}

/* @html as a string of JSON. */
static char *
escape_json (const char *html)
{
  g_auto (GStrv) lines = g_strsplit (html, "\n", -1);
  g_autofree char *text = g_strjoinv ("\\n", lines);
  g_auto (GStrv) ends = g_strsplit (text, "</", -1);
  return g_strjoinv ("<\\/", ends);
}

/* A body that a page hides or embeds has the structure that it has where it is shown. */
static void
test_revealed (void)
{
  static const struct
  {
    const char *before, *after;
    char *(*escape) (const char *html);
  } ways[] = {
    { "<noscript>", "</noscript>", NULL },
    { "<div hidden>", "</div>", NULL },
    { "<template>", "</template>", NULL },
    { "<iframe srcdoc=\"", "\"></iframe>", escape_attribute },
    { "<script>state={\"html\":\"", "\"}</script>", escape_json },
    { "<script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"articleBody\":\"",
      "\"}</script>", escape_json },
  };
  g_autoptr (ExmPageText) shown = read_page ("<h1>Ferry</h1><div>" CONSTRUCTS "</div>");
  g_autoptr (ExmResult) all = keep_all (shown);
  g_autofree char *markdown = exm_body_write_markdown (shown, all);
  g_autofree char *html = exm_body_write_html (shown, all);

  g_assert_nonnull (strstr (markdown, "![Boat](https://news.example/i.jpg)\n"));
  g_assert_nonnull (strstr (markdown, "![Last](https://news.example/j.jpg)\n"));
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *inside
          = ways[i].escape != NULL ? ways[i].escape (CONSTRUCTS) : g_strdup (CONSTRUCTS);
      g_autofree char *source
          = g_strconcat ("<h1>Ferry</h1>", ways[i].before, inside, ways[i].after, NULL);
      g_autoptr (ExmPageText) page = read_page (source);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autofree char *found = exm_body_write_markdown (page, result);
      g_autofree char *found_html = exm_body_write_html (page, result);
      g_test_message ("%s", ways[i].before);
      g_assert_cmpstr (found, ==, markdown);
      g_assert_cmpstr (found_html, ==, html);
    }
}

static void
test_nothing (void)
{
  g_autoptr (ExmPageText) page = read_page ("<p>DROP");
  g_autoptr (ExmResult) result = keep_all (page);
  g_autofree char *markdown = exm_body_write_markdown (page, result);
  g_autofree char *html = exm_body_write_html (page, result);

  g_assert_cmpstr (markdown, ==, "");
  g_assert_cmpstr (html, ==, "");
}

/* Lists, tables and code without end cost time in proportion. */
static void
test_hostile (void)
{
  static const char *const units[]
      = { "<ul><li>a",          "<blockquote>a", "<table><tr><td>a<td>b",
          "<tr><td>a<td>b<td>", "<pre>a\n",      "<ol start=9><li>a</ol>" };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *html = test_page_repeat ("<p>x<table>", units[i], 20000, "<p>y");
      g_autoptr (ExmPageText) page = read_page (html);
      g_autoptr (ExmResult) result = keep_all (page);
      g_autoptr (GTimer) timer = g_timer_new ();
      g_autofree char *markdown = exm_body_write_markdown (page, result);
      g_autofree char *out = exm_body_write_html (page, result);
      g_test_message ("%s: %.3f s", units[i], g_timer_elapsed (timer, NULL));
      g_assert_cmpfloat (g_timer_elapsed (timer, NULL), <, 20);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/body/text", test_text);
  g_test_add_func ("/engine/body/lists", test_lists);
  g_test_add_func ("/engine/body/quotations", test_quotations);
  g_test_add_func ("/engine/body/code", test_code);
  g_test_add_func ("/engine/body/tables", test_tables);
  g_test_add_func ("/engine/body/images", test_images);
  g_test_add_func ("/engine/body/candidates", test_candidates);
  g_test_add_func ("/engine/body/sources", test_sources);
  g_test_add_func ("/engine/body/escapes", test_escapes);
  g_test_add_func ("/engine/body/safe", test_safe);
  g_test_add_func ("/engine/body/raised", test_raised);
  g_test_add_func ("/engine/body/notes", test_notes);
  g_test_add_func ("/engine/body/formulas", test_formulas);
  g_test_add_func ("/engine/body/images-of-dropped", test_images_of_dropped);
  g_test_add_func ("/engine/body/no-base", test_no_base);
  g_test_add_func ("/engine/body/revealed", test_revealed);
  g_test_add_func ("/engine/body/nothing", test_nothing);
  g_test_add_func ("/engine/body/hostile", test_hostile);
  return g_test_run ();
}
