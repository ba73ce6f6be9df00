/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Begins and ends of lines, and text that is not the page's. */

#include "test-page.h"

#include "base/exm-text.h"

typedef struct
{
  const char *html;
  const char *lines; /* joined by "|" */
} Case;

static void
run_cases (const Case *cases, gsize n)
{
  for (gsize i = 0; i < n; i++)
    test_page_assert_reads (cases[i].html, cases[i].lines);
}

static void
test_breaks (void)
{
  static const Case cases[] = {
    { "<p>one</p><p>two</p>", "one|two" },
    { "<div>one<div>two</div>three</div>", "one|two|three" },
    { "<p>a <b>bold</b> and <i>slanted</i><span>word</span></p>",
      "a bold and slantedword" },
    { "<p>one<br>two<br/>three<hr>four", "one|two|three|four" },
    { "<p>one<custom-tag>two</custom-tag>three</p>", "onetwothree" },
    { "<ul><li>one<li>two <b>more</b></ul>after", "one|two more|after" },
    { "<dl><dt>term<dd>meaning</dl>", "term|meaning" },
    { "<table><tr><td>a<td>b<tr><th>c</table>", "a|b|c" },
    { "<h1>Head</h1>text<h2>Sub</h2>", "Head|text|Sub" },
    { "<figure><img src=a><figcaption>Cap</figcaption></figure>", "Cap" },
    { "<p>one<p>two", "one|two" },
    { "plain text", "plain text" },
    { "<p>break<wbr>able soft&shy;hyphen", "breakable soft\u00adhyphen" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_white_space (void)
{
  static const Case cases[] = {
    { "<p>  a \t\n b&nbsp;&nbsp;c\u3000\u3000d  </p>", "a b c d" },
    { "<p>a <b> b</b> c</p>", "a b c" },
    { "<p>a<b> b </b>c</p>", "a b c" },
    { "<p>\u3000\u3000正文 第一段</p>", "正文 第一段" },
    { "<p>zero\u200bwidth\ufeffmark</p>", "zero width mark" },
    { "<p>&nbsp;</p><p> </p><p>\u3000</p>x", "x" },
    { "<p>a\n\n\nb</p>", "a b" },
    { "<p>a&#10;b&NewLine;c&#13;d\re</p>", "a b c d e" },
    { "<pre>a&#10;b&NewLine;c&#13;d\re</pre>", "a|b|c d|e" },
    { "<p>a<!-- a remark -->b</p>", "ab" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_preformatted (void)
{
  static const Case cases[] = {
    { "<pre>one\n  two\n\nthree</pre>", "one|two|three" },
    { "<pre>a<b>b\nc</b>d</pre>e", "ab|cd|e" },
    { "<pre><code>x = 1\ny = 2</code></pre>", "x = 1|y = 2" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));

  g_autoptr (ExmPageText) page = test_page_read ("<pre>one\ntwo</pre><p>three</p>");
  g_assert_cmpuint (test_page_find_line (page, "one")->flags, ==, EXM_LINE_CODE);
  g_assert_cmpuint (test_page_find_line (page, "two")->flags, ==, EXM_LINE_CODE);
  g_assert_cmpuint (test_page_find_line (page, "three")->flags, ==, 0);
}

static void
test_dropped (void)
{
  static const Case cases[] = {
    { "<p>a<script>var x = '<p>no</p>';</script>b</p>", "ab" },
    { "<style>p { color: red }</style><p>a</p>", "a" },
    { "<p>a</p><iframe src=x>no</iframe><p>b</p>", "a|b" },
    { "<p>a <svg><text>no</text></svg> b</p>", "a b" },
    { "<p>a <svg><title>no</title><path d='M0'/></svg> b</p>", "a b" },
    { "<p>a <svg><g><desc>no</desc></g><foreignObject><div>no</div></foreignObject></svg>"
      " b</p>",
      "a b" },
    { "<form><textarea>no</textarea>yes</form>", "yes" },
    { "<html><head><title>no</title></head><body>yes", "yes" },
    { "<script>document.write('<p>no')</script>yes", "yes" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_references (void)
{
  static const Case cases[] = {
    /* A page that copies windows-1252 numbers means these characters. */
    { "<p>don&#146;t &#147;quote&#148; &#150; &#133;</p>", "don’t “quote” – …" },
    { "<p>&lt;p&gt; &amp;amp; &eacute; &#x4e2d;&#25991;</p>", "<p> &amp; é 中文" },
    /* Invalid characters are shown as one, as in browsers. */
    { "<p>a&#0;b&#xFFFFFFF;c</p>", "a\ufffdb\ufffdc" },
    { "<p>AT&T &unknown; x</p>", "AT&T &unknown; x" },
    { "<p>a&#129;b</p>", "a b" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_damaged (void)
{
  static const Case cases[] = {
    { "<div><p>one<div>two</p></div>three", "one|two|three" },
    { "</p></div></b>text</i></span>", "text" },
    { "<b><i>a</b>b</i><p>c", "ab|c" },
    { "<p>a < b and c > d", "a < b and c > d" },
    { "<p>one</p><p", "one" },
    { "<p>one</p><!-- never closed <p>two", "one" },
    { "<p title=\"a>b\">one</p>", "one" },
    /* The end tag of the link does not end the paragraph inside it. */
    { "<a href=x><p>one</a>two", "onetwo" },
    /* Text behind the end goes on where the body left off. */
    { "one</body></html>two<p>three", "onetwo|three" },
    { "<body><p>one<body class=x><p>two", "one|two" },
    { "<p>one<style>p{}", "one" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

static void
test_nothing (void)
{
  static const char *const pages[] = { "",
                                       " \n\t\u3000",
                                       "<p></p>",
                                       "<html><body></body></html>",
                                       "<!-- only this -->",
                                       "<script>x</script>" };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (pages[i]);
      guint n_lines;
      exm_page_text_get_lines (page, &n_lines);
      g_assert_cmpuint (n_lines, ==, 0);
      g_assert_cmpuint (exm_page_text_get_n_chars (page), ==, 0);
      g_assert_false (exm_page_text_get_truncated (page));
    }
}

static void
test_nul (void)
{
  static const char html[] = "<p>a\0b</p>\0<p>c</p>\0";
  g_autoptr (ExmPageText) page = test_page_read_bytes (html, sizeof html - 1);
  g_autofree char *lines = test_page_join (page);

  g_assert_cmpstr (lines, ==, "ab|c");
  g_assert_cmpuint (exm_page_text_get_charset (page)->n_nul, ==, 3);
}

static void
test_marks (void)
{
  static const struct
  {
    const char *html;
    guint flags;
    guint heading;
  } cases[] = {
    { "<ul><li>x</ul>", EXM_LINE_LIST_ITEM, 0 },
    { "<ul><li><p>x</ul>", EXM_LINE_LIST_ITEM, 0 },
    { "<table><tr><td>x</table>", EXM_LINE_TABLE_CELL, 0 },
    { "<table><tr><th>x</table>", EXM_LINE_TABLE_CELL, 0 },
    { "<table><caption>x</caption></table>", EXM_LINE_CAPTION, 0 },
    { "<figure><figcaption>x</figcaption></figure>", EXM_LINE_CAPTION, 0 },
    { "<blockquote><p>x</blockquote>", EXM_LINE_QUOTE, 0 },
    { "<blockquote><ul><li>x</ul></blockquote>", EXM_LINE_QUOTE | EXM_LINE_LIST_ITEM, 0 },
    { "<h1>x</h1>", 0, 1 },
    { "<h3><span>x</span></h3>", 0, 3 },
    { "<h6>x</h6>", 0, 6 },
    { "<p hidden>x</p>", EXM_LINE_HIDDEN, 0 },
    { "<div hidden=''><p>x</p></div>", EXM_LINE_HIDDEN, 0 },
    { "<p style='DISPLAY : none'>x</p>", EXM_LINE_HIDDEN, 0 },
    { "<p style='color:red;visibility:hidden'>x</p>", EXM_LINE_HIDDEN, 0 },
    { "<p style='display:block'>x</p>", 0, 0 },
    { "<p class=hidden>x</p>", 0, 0 },
    { "<noscript><p>x</p></noscript>", EXM_LINE_NOSCRIPT, 0 },
    { "<template><p>x</p></template>", EXM_LINE_TEMPLATE, 0 },
    { "<select><option>x</option></select>", EXM_LINE_SELECT, 0 },
    { "<div hidden><ul><li>x</ul></div>", EXM_LINE_HIDDEN | EXM_LINE_LIST_ITEM, 0 },
    { "<p>x<img src=a.png></p>", EXM_LINE_IMAGE, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html = g_strconcat ("<body>", cases[i].html, "<p>after</p>", NULL);
      g_autoptr (ExmPageText) page = test_page_read (html);
      const ExmLine *line = test_page_find_line (page, "x");
      g_test_message ("%s", cases[i].html);
      g_assert_cmphex (line->flags, ==, cases[i].flags);
      g_assert_cmpuint (line->heading, ==, cases[i].heading);
      /* It ends with its element. */
      const ExmLine *after = test_page_find_line (page, "after");
      g_assert_cmphex (after->flags, ==, 0);
      g_assert_cmpuint (after->heading, ==, 0);
    }
}

static void
test_hidden_by_style_of_another (void)
{
  /* Only what is written on the element counts. */
  g_autoptr (ExmPageText) page
      = test_page_read ("<style>.x{display:none}</style><p class=x>prose</p>");
  g_assert_cmphex (test_page_find_line (page, "prose")->flags, ==, 0);
}

/* HTML inside a drawing is no text, but what it leaves open goes on behind it. */
static void
test_drawing (void)
{
  static const Case cases[] = {
    { "<p>a<svg><foreignObject><div>no<b>no</div></foreignObject></svg>b", "ab" },
    { "<p>a<svg><desc>no<img src=x></desc></svg>b</p>c", "ab|c" },
    { "<table><svg><desc><b></table>text", "text" },
    { "<table><svg><desc><i>no<p>no</i></table>one<p>two", "one|two" },
    /* Its elements shared a number, and the list of formatting ones was left with less
     * than it had: found by fuzzing. */
    { "<svg><desc>><i>x<ol&><mi></center><m>&ngE;<rt></applet><stro</font>ng><li>>y</i>x",
      NULL },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    if (cases[i].lines != NULL)
      test_page_assert_reads (cases[i].html, cases[i].lines);
    else
      exm_page_text_unref (test_page_read (cases[i].html));
}

/* White space before a block is no part of a line, unless what stands there is more than
 * it looks. */
static void
test_blank_before_block (void)
{
  static const Case cases[] = {
    { "<div>a <ul> <li> b </li> </ul> </div> <div>c</div>", "a|b|c" },
    { "<div>a <table>b<tr><td>c</table></div>", "a b|c" },
    { "<p>a <svg><foreignObject> <div>no</div></foreignObject></svg>b", "a b" },
    { "<p>a<b> </b><i> <div>b</div></i>c", "a|b|c" },
    { "<pre>a\n\n<div>b</div>  c</pre>", "a|b|c" },
    { "<ul><li>a<ul> <li>b</li> </ul> </li> </ul> c", "a|b|c" },
  };
  run_cases (cases, G_N_ELEMENTS (cases));
}

/* Text before a table keeps its order when elements are reconstructed there. */
static void
test_before_table (void)
{
  static const Case cases[] = {
    { "<table><b><i>0<div>1</b>2<tbody>3<tr><td>4</table>", "0|12|3|4" },
    { "<table><b><i>0<div>1</b>2</div>3<tr><td>4</table>5", "0|12|3|4|5" },
    { "<table><a><i><div><u>1<a>2<tbody>3", "12|3" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    test_page_assert_reads (cases[i].html, cases[i].lines);
}

/* A character between two words, for all characters but those of markup, against what
 * each of them is. */
static void
test_counts (void)
{
  g_autoptr (GString) html = g_string_new ("<body>");
  guint n_lines, n = 0;

  for (gunichar c = 0xa0; c < 0x10200; c++)
    if (c < 0xd800 || c > 0xdfff)
      {
        g_string_append (html, "<p>go.");
        g_string_append_unichar (html, c);
        g_string_append (html, "on 7");
      }
  g_autoptr (ExmPageText) page = test_page_read (html->str);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  for (gunichar c = 0xa0; c < 0x10200; c++)
    if (c < 0xd800 || c > 0xdfff)
      {
        gboolean cjk = exm_char_is_cjk (c);
        g_assert_cmpuint (n, <, n_lines);
        g_assert_cmpuint (lines[n].n_chars, ==, 8);
        g_assert_cmpuint (lines[n].length, ==, cjk ? 10 : 8);
        g_assert_cmpuint (lines[n].n_marks, ==, 1 + exm_char_is_sentence_mark (c));
        g_assert_cmpuint (lines[n].n_tokens, ==, 3 + cjk);
        n++;
      }
  g_assert_cmpuint (n, ==, n_lines);
}

/* Character by character: one blank for white space between others. */
static char *
collapse (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean pending = FALSE;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_space = exm_char_is_space (c);
      if (!is_space && pending && out->len > 0)
        g_string_append_c (out, ' ');
      if (!is_space)
        g_string_append_unichar (out, c);
      pending = is_space;
    }
  return g_string_free (out, FALSE);
}

/* Lines of many lengths against what they should have. */
static void
test_long_counts (void)
{
  static const char *const pieces[]
      = { "a",   "Zebra", "7",      "09",     ".",    ",",
          "(x)", "[y]",   "\"",     "?",      "!",    ";",
          ":",   "-",     "@",      "`",      "{",    "_",
          "Y",   "~",     " ",      "  ",     "\t",   "\n",
          "é",   "新",    "\u3000", "\u00a0", "\x7f", "wordwordwordwordword",
          "，",  "。",    "“",      "2024年", "①",    "\u0301",
          "…",   "㎡",    "한",     "\u1161", "😀",    "\u200b",
          "䶵",  "か",    "Ⅻ",      "ﬁ",      "⒈",    "一二三四五六七八九十" };
  static const char start[] = "<body><p>";
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 6000; round++)
    {
      g_autoptr (GString) html = g_string_new (start);
      guint n = (guint) g_rand_int_range (random, 0, 60);
      g_string_append (html, pieces[round % 9]);
      for (guint i = 0; i < n; i++)
        g_string_append (html,
                         pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      g_autoptr (ExmPageText) page = test_page_read (html->str);
      const ExmLine *line = exm_page_text_get_lines (page, &n);
      const char *text = exm_page_text_get_line (page, 0);
      g_autofree char *expected = collapse (html->str + strlen (start));
      guint n_marks = 0, length = 0;
      g_assert_cmpuint (n, ==, 1);
      g_assert_cmpstr (text, ==, expected);
      for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
        {
          n_marks += exm_char_is_sentence_mark (g_utf8_get_char (p));
          length += exm_char_is_cjk (g_utf8_get_char (p)) ? 3 : 1;
        }
      g_assert_cmpuint (line->n_marks, ==, n_marks);
      g_assert_cmpuint (line->length, ==, length);
      g_assert_cmphex (line->key, ==, exm_text_key (text, line->n_bytes));
      g_assert_cmpuint (line->n_tokens, ==, exm_text_count_tokens (text, line->n_bytes));
      g_assert_cmpuint (line->n_chars, ==, g_utf8_strlen (text, -1));
    }
}

/* Numbers beside lines of code are no text; other numbers are. */
static void
test_gutters (void)
{
  static const struct
  {
    const char *html; /* (unowned) */
    guint n_marked;
  } cases[] = {
    { "<table><tr><td class=gutter><pre>1\n2\n3</pre><td class=code><pre>a\nb\n10</pre>"
      "</table>",
      3 },
    { "<figure class=hl><td class='rouge-gutter gl'><pre "
      "class=lineno>1\n2\n</pre></figure>",
      2 },
    { "<pre><span class=line-numbers>7<br>8</span></pre><p>9</p>", 2 },
    { "<td class=gutter>Edition 3<td class=gutter>1234567", 0 },
    { "<article class=gutterless><p>5</p></article>", 0 },
    { "<ol><li>1<li>2<li>3</ol>", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      guint n = 0, n_marked = 0, start = 0;
      const ExmLine *lines = exm_page_text_get_lines (page, &n);
      g_test_message ("%s", cases[i].html);
      for (guint k = 0; k < n; k++)
        {
          n_marked += (lines[k].flags & EXM_LINE_GUTTER) != 0;
          g_assert_cmpuint (lines[k].start, ==, start);
          start += lines[k].flags & EXM_LINE_GUTTER ? 0 : lines[k].n_chars + 1;
        }
      g_assert_cmpuint (n_marked, ==, cases[i].n_marked);
    }
}

/* Lines beside numbers are code, whatever elements a highlighter makes of them; a row of
 * a layout is none. */
static void
test_listings (void)
{
  static const struct
  {
    const char *html; /* (unowned) */
    guint n_code;
  } cases[] = {
    { "<table><tr><td class=crayon-nums><div class=crayon-num>1</div><div "
      "class=crayon-num>2</div><td><div>if (a)</div><div>b ();</div></table><p>Text.",
      2 },
    { "<table><tr><td class=gutter>1<td><h2>News</h2><p>Text.</table>", 0 },
    { "<table><tr><td class=gutter>1<td><p><a href=a>One</a><p><a "
      "href=b>Two</a></table>",
      0 },
    { "<div><span class=lineno>1</span></div><div>Text.</div>", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      guint n = 0, n_code = 0;
      const ExmLine *lines = exm_page_text_get_lines (page, &n);
      g_test_message ("%s", cases[i].html);
      for (guint k = 0; k < n; k++)
        n_code += (lines[k].flags & EXM_LINE_CODE) != 0;
      g_assert_cmpuint (n_code, ==, cases[i].n_code);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/lines/breaks", test_breaks);
  g_test_add_func ("/page/lines/white-space", test_white_space);
  g_test_add_func ("/page/lines/preformatted", test_preformatted);
  g_test_add_func ("/page/lines/dropped", test_dropped);
  g_test_add_func ("/page/lines/references", test_references);
  g_test_add_func ("/page/lines/damaged", test_damaged);
  g_test_add_func ("/page/lines/nothing", test_nothing);
  g_test_add_func ("/page/lines/nul", test_nul);
  g_test_add_func ("/page/lines/counts", test_counts);
  g_test_add_func ("/page/lines/long-counts", test_long_counts);
  g_test_add_func ("/page/lines/marks", test_marks);
  g_test_add_func ("/page/lines/before-table", test_before_table);
  g_test_add_func ("/page/lines/blank-before-block", test_blank_before_block);
  g_test_add_func ("/page/lines/drawing", test_drawing);
  g_test_add_func ("/page/lines/style-of-another", test_hidden_by_style_of_another);
  g_test_add_func ("/page/lines/gutters", test_gutters);
  g_test_add_func ("/page/lines/listings", test_listings);
  return g_test_run ();
}
