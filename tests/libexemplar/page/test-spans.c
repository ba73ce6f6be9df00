/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links, emphasis and images within lines. */

#include "test-page.h"

#include <string.h>

/* Every span as "line:kind[text](value)", joined by blanks. */
static char *
describe_spans (const ExmPageText *page)
{
  static const char kinds[] = { 'L', 'I', 'S', 'E', 'C', '^', '_', 'F' };
  GString *out = g_string_new (NULL);
  guint n_spans;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);

  for (guint i = 0; i < n_spans; i++)
    {
      const ExmSpan *span = &spans[i];
      const char *line = exm_page_text_get_line (page, span->line);
      g_string_append_printf (out, "%s%u:%c[%.*s]", i > 0 ? " " : "", span->line,
                              kinds[span->kind], (int) (span->end - span->start),
                              line + span->start);
      if (span->value != 0)
        g_string_append_printf (out, "(%s)",
                                exm_page_text_get_string (page, span->value));
      if (span->kind == EXM_SPAN_IMAGE)
        g_string_append_printf (out, "@%u%s", span->start,
                                exm_page_text_get_string (page, span->label));
      if (span->source != 0)
        g_string_append_printf (out, ">%s",
                                exm_page_text_get_string (page, span->source));
    }
  return g_string_free (out, FALSE);
}

/* A page, and its spans as describe_spans() tells them. */
typedef struct
{
  const char *html;
  const char *spans;
} Case;

static void
check_cases (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      g_autofree char *spans = describe_spans (page);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpstr (spans, ==, cases[i].spans);
    }
}

static void
test_spans (void)
{
  static const Case cases[] = {
    { "<p>a <a href=u>b c</a> d", "0:L[b c](u)" },
    { "<p>a<a href=u> b </a>d", "0:L[b](u)" },
    { "<p><a href=u>b</a><a href=v>c</a>", "0:L[b](u) 0:L[c](v)" },
    { "<p><a href=u>one<br>two</a> three", "0:L[one](u) 1:L[two](u)" },
    { "<a href=u><p>one</p><p>two</p></a>", "0:L[one](u) 1:L[two](u)" },
    { "<p><a href=u>x <b>y</b> z</a>", "0:L[x y z](u) 0:S[y]" },
    { "<p><b>w <i>x</i></b> <code>y</code> <em>z</em>", "0:S[w x] 0:E[x] 0:C[y] 0:E[z]" },
    /* The outer one comes first, whether the line ends behind it or goes on. */
    { "<p><a href=u><b>y</b></a>", "0:L[y](u) 0:S[y]" },
    { "<p><a href=u><b>y</b></a> z", "0:L[y](u) 0:S[y]" },
    { "<p><a>no address</a> <a href=''>own page</a>", "0:L[own page]" },
    { "<p><a href=u></a>x", "" },
    { "<p><a href=u>中文</a>字", "0:L[中文](u)" },
    { "<p>x<img src=a.png alt=A>y", "0:I[](a.png)@1A" },
    { "<img src=a.png><p>x", "0:I[](a.png)@0" },
    { "<p>x<p><img src=a.png>", "0:I[](a.png)@1" },
    { "<p>x</p><img src=a><img src=b><p>y", "1:I[](a)@0 1:I[](b)@0" },
    { "<p>x<img src='data:image/gif;base64,R0' data-src=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img data-original=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img src=small.jpg data-src=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img src=/i/blank.gif data-original=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img src=/i/loading.gif zoomfile=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img srcset='a.jpg 300w, b.jpg 1200w,c.jpg 600w'>", "0:I[](b.jpg)@1" },
    { "<p>x<img src='data:,' data-srcset='a.jpg, b.jpg 2x'>", "0:I[](b.jpg)@1" },
    { "<p>x<img src=a.jpg srcset='b.jpg 2x'>", "0:I[](a.jpg)@1>b.jpg" },
    { "<p>x<img src=a.jpg srcset='b.jpg 1x'>", "0:I[](a.jpg)@1" },
    { "<p>x<img src=a.jpg srcset='b.jpg 320w, c.jpg 640w'>", "0:I[](a.jpg)@1" },
    { "<p>x<img src=a.jpg srcset='b.jpg 320w, a.jpg 1640w'>", "0:I[](a.jpg)@1" },
    { "<p>x<picture><source srcset='b.jpg 1200w'><img src=a.jpg></picture>",
      "0:I[](a.jpg)@1>b.jpg" },
    { "<p>x<picture><source srcset='b.jpg 1200w'><source srcset='c.jpg 1600w, d.jpg 9w'>"
      "<img src=a.jpg srcset='e.jpg 1400w' alt=A></picture>",
      "0:I[](a.jpg)@1A>c.jpg" },
    { "<p>x<picture><source data-srcset=b.jpg><img src='data:,'></picture>",
      "0:I[](b.jpg)@1" },
    { "<p>x<picture><source srcset='b.avif 2x' type=image/avif><source srcset='c.webp 2x'"
      " type=image/webp><img src=a.jpg></picture>",
      "0:I[](a.jpg)@1>c.webp" },
    { "<p>x<picture><source srcset='b.webp' type=image/webp><img src=a.jpg></picture>",
      "0:I[](a.jpg)@1" },
    { "<p>x<picture><source srcset='b.jpg 2x'></picture><img src=a.jpg>",
      "0:I[](a.jpg)@1" },
    { "<p>x<picture><source srcset='b.jpg 2x'><img src=a.jpg></picture>"
      "<picture><img src=c.jpg></picture>",
      "0:I[](a.jpg)@1>b.jpg 0:I[](c.jpg)@1" },
    { "<p>x<video><source srcset='b.jpg 2x'><img src=a.jpg></video>", "0:I[](a.jpg)@1" },
    { "<p>x<amp-img src=a.jpg alt=A width=600></amp-img>", "0:I[](a.jpg)@1A" },
    { "<p>x<amp-img src=a.jpg><noscript><img src=a.jpg></noscript></amp-img>",
      "0:I[](a.jpg)@1" },
    { "<p>x<img data-src=a.jpg><noscript><img src=a2.jpg></noscript>", "0:I[](a.jpg)@1" },
    { "<p>x<img src='data:,'><noscript><img src=a.jpg></noscript><p>y",
      "1:I[](a.jpg)@0" },
    { "<p>x<img src=a.jpg width=1 height=1><img src=b.jpg height=0>", "" },
    { "<p>x<span hidden><img src=a.jpg></span>", "" },
    { "<p>x<img src='' data-lazy-src=a.jpg>", "0:I[](a.jpg)@1" },
    { "<p>x<img alt=none>", "" },
    { "<p>x<svg><image src=a></svg><script>'<img src=b>'</script>", "" },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_formulas (void)
{
  static const Case cases[] = {
    /* A formula of more lines than one is written in the first. */
    { "<pre>x <math><mi>a</mi>\n<mo>=</mo>\n<mi>b</mi></math> y", "0:F[a](a = b)" },
    { "<pre>x <math><semantics><mi>a</mi>\n<mi>b</mi><annotation encoding="
      "application/x-tex>ab</annotation></semantics></math>\n<math><mi>c</mi></math> y",
      "0:F[a](ab) 2:F[c](c)" },
    /* The next mark that closes counts, for all that open before it. */
    { "<p>$$e\\$$ f$$, \\(a \\[b \\(c\\) d\\) \\[\\] $$$$ g\\]<script src=mathjax>",
      "0:F[$$e\\$$ f$$](e\\$$ f) 0:F[\\(a \\[b \\(c\\)](a \\[b \\(c)" },
  };

  check_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_image_flag (void)
{
  g_autoptr (ExmPageText) page
      = test_page_read ("<p>a</p><img src=x><p>b</p><p>c</p><img src=y>");

  g_assert_cmphex (test_page_find_line (page, "a")->flags, ==, 0);
  g_assert_cmphex (test_page_find_line (page, "b")->flags, ==, EXM_LINE_IMAGE);
  g_assert_cmphex (test_page_find_line (page, "c")->flags, ==, EXM_LINE_IMAGE);
}

static void
test_only_images (void)
{
  g_autoptr (ExmPageText) page = test_page_read ("<img src=x><p><img src=y>");
  guint n;

  exm_page_text_get_spans (page, &n);
  g_assert_cmpuint (n, ==, 0);
  exm_page_text_get_lines (page, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_link_characters (void)
{
  static const struct
  {
    const char *html;
    guint n_chars;
    guint n_link_chars;
  } cases[] = {
    { "<p>ab <a href=u>cd</a>", 5, 2 },
    { "<p><a href=u>ab cd</a>", 5, 5 },
    { "<p><a href=u>ab <b>cd</b> ef</a> g", 10, 8 },
    { "<p><a name=u>ab</a>", 2, 0 },
    { "<p><a href=u>中文</a>字", 3, 2 },
    { "<p>a<a href=u></a>b", 2, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      guint n_lines, n_nodes;
      const ExmLine *line = exm_page_text_get_lines (page, &n_lines);
      const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
      g_test_message ("%s", cases[i].html);
      g_assert_cmpuint (n_lines, ==, 1);
      g_assert_cmpuint (line->n_chars, ==, cases[i].n_chars);
      g_assert_cmpuint (line->n_link_chars, ==, cases[i].n_link_chars);
      g_assert_cmpuint (nodes[0].n_link_chars, ==, cases[i].n_link_chars);
    }
}

/* However many are open, a line costs no more than a few spans. */
static void
test_many_open (void)
{
  g_autofree char *html = test_page_repeat ("<body>", "<b>", 300, "x<br>y<p>z");
  g_autoptr (ExmPageText) page = test_page_read (html);
  guint n_spans, n_lines;

  exm_page_text_get_spans (page, &n_spans);
  exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, 3);
  g_assert_cmpuint (n_spans, >, 0);
  g_assert_cmpuint (n_spans, <=, 3 * 16);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/spans/kinds", test_spans);
  g_test_add_func ("/page/spans/formulas", test_formulas);
  g_test_add_func ("/page/spans/image-flag", test_image_flag);
  g_test_add_func ("/page/spans/only-images", test_only_images);
  g_test_add_func ("/page/spans/link-characters", test_link_characters);
  g_test_add_func ("/page/spans/many-open", test_many_open);
  return g_test_run ();
}
