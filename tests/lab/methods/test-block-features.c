/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* block-features: what is counted in a block, the bounds of each kind of block, and a
 * page whose four blocks are known. */

#include "extract/exm-method.h"
#include "methods/exm-method-table.h"
#include "lab/methods/exm-page-blocks.h"
#include "test-page.h"

#include <string.h>

#define SENTENCE "The bridge, closed since May, is to be opened again in the spring. "
#define PARAGRAPH "<p>" SENTENCE SENTENCE SENTENCE "</p>"

static void
test_counts (void)
{
  g_autoptr (ExmPageText) page = test_page_read (
      "<div><p>One, two. <a href=x>Link, too</a></p><p>Three。</p>four<br>five"
      "<p hidden>Hidden, text.</p></div>");
  g_auto (ExmPageBlocks) blocks = { 0 };
  guint div = 0;

  exm_page_blocks_init (&blocks, page);
  while (blocks.nodes[div].tag != EXM_TAG_DIV)
    div++;
  const ExmPageBlock *block = &blocks.blocks[div];
  /* "One, two. ", "Three。", four and five. */
  g_assert_cmpuint (block->n_text, ==, 10 + 6 + 4 + 4);
  g_assert_cmpuint (block->n_tags, ==, 5); /* three p, a, br */
  g_assert_cmpuint (block->n_marks, ==, 4);
  g_assert_cmpuint (block->n_paragraphs, ==, 3); /* two p, one br */
  g_assert_cmpuint (block->n_links, ==, 1);
  g_assert_cmpuint (block->n_chars, ==, 19 + 6 + 4 + 4);
  /* From "One" to "text.", markup and what is hidden too. */
  g_assert_cmpuint (block->n_source, ==, 85);
  g_assert_cmpfloat_with_epsilon (exm_page_block_get_text_share (block), 33.0 / 85, 1e-9);
  g_assert_false (block->turns);
  g_assert_false (block->legal);
}

static void
test_score (void)
{
  ExmPageBlock block = { .n_text = 200, .n_tags = 10 };

  /* 100 tags in 1,000 characters: a tag weighs 10. */
  g_assert_cmpfloat (exm_page_block_score (&block, 100), ==, 100);
  g_assert_cmpfloat (exm_page_block_score (&block, 50), ==, 0);
  block.legal = TRUE;
  g_assert_cmpfloat_with_epsilon (exm_page_block_score (&block, 100), 30, 1e-9);
}

/* The text of the title's line, or "". */
static char *
find_title (const char *html)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_auto (ExmPageBlocks) blocks = { 0 };

  exm_page_blocks_init (&blocks, page);
  guint line = exm_page_blocks_find_title (&blocks, 35);
  return g_strdup (line != EXM_NONE ? exm_page_text_get_line (page, line) : "");
}

static void
assert_title (const char *html, const char *expected)
{
  g_autofree char *found = find_title (html);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_title (void)
{
  assert_title ("<h1>Two</h1>", "");
  assert_title ("<h1>Four</h1>", "Four");
  assert_title ("<h1>Three words here</h1>", "Three words here");
  assert_title ("<h1>桥已封</h1>", "");
  assert_title ("<h1>桥已封闭</h1>", "桥已封闭");
  assert_title ("<h3>Three words here</h3>", "Three words here");
  assert_title ("<h4>Three words here</h4>", "");
  assert_title ("<p><b>Three words here</b>", "Three words here");
  assert_title ("<p><i>Three words here</i>", "Three words here");
  assert_title ("<p><em>Three words here</em>", "");
  assert_title ("<p>Three words here", "");
  assert_title ("<div class=newsTitle>Three words here</div>", "Three words here");
  assert_title ("<div id=head1>Three words here</div>", "Three words here");
  /* An h1 before an h2; of two h2 the first; the one that the page's title says. */
  assert_title ("<h2>The second of them</h2><h1>The first of them</h1>",
                "The first of them");
  assert_title ("<h2>The first of them</h2><h2>The second of them</h2>",
                "The first of them");
  assert_title ("<title>The second of them - News</title><h2>The first of them</h2>"
                "<h2>The second of them</h2>",
                "The second of them");
  /* Less than 35 characters. */
  g_autofree char *most = test_page_repeat ("<h1>", "桥", 31, "end</h1>");
  g_autofree char *more = test_page_repeat ("<h1>", "桥", 32, "end</h1>");
  g_autofree char *kept = find_title (most);
  g_assert_true (g_str_has_suffix (kept, "end"));
  assert_title (more, "");
}

static void
assert_date (const char *html, const char *expected)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_auto (ExmPageBlocks) blocks = { 0 };
  g_autofree char *date = NULL;

  exm_page_blocks_init (&blocks, page);
  guint line = exm_page_blocks_find_date (
      &blocks, exm_page_blocks_find_title (&blocks, 35), &date);
  g_assert_cmpstr (date, ==, expected);
  g_assert_cmpint (line == EXM_NONE, ==, expected == NULL);
}

static void
test_date (void)
{
  assert_date ("<h1>Three words here</h1><p>2026-11-20", "2026-11-20");
  assert_date ("<h1>Three words here</h1><p>No date", NULL);
  /* Behind the title before the one above it; the words decide. */
  assert_date ("<p>2026-11-19<h1>Three words here</h1><p>2026-11-20", "2026-11-20");
  assert_date ("<p>2026-11-19<h1>Three words here</h1><p>2026-11-20<p>来源：日报 "
               "2026-11-21",
               "2026-11-21");
  /* Less than 50 characters. */
  assert_date ("<p>2026-11-20 0123456 89012345 78901234 67890123 567", "2026-11-20");
  assert_date ("<p>2026-11-20 0123456 89012345 78901234 67890123 5678", NULL);
}

/* How many links the related block has, 0 if there is none. */
static guint
count_related (guint n_links, const char *more)
{
  g_autofree char *html
      = test_page_repeat ("<h1>Three words here</h1><div><p>相关链接</p>",
                          "<p><a href=x>Another story</a></p>", n_links, more);
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_auto (ExmPageBlocks) blocks = { 0 };

  exm_page_blocks_init (&blocks, page);
  guint node = exm_page_blocks_find_related (&blocks, 0);
  return node != EXM_NONE ? blocks.blocks[node].n_links : 0;
}

static void
test_related (void)
{
  g_assert_cmpuint (count_related (1, "</div>"), ==, 0);
  g_assert_cmpuint (count_related (2, "</div>"), ==, 2);
  g_assert_cmpuint (count_related (19, "</div>"), ==, 19);
  g_assert_cmpuint (count_related (20, "</div>"), ==, 0);
  /* 26 characters of 52 are linked, then 26 of 51. */
  g_assert_cmpuint (count_related (2, "<p>0123456789012345678901</p></div>"), ==, 0);
  g_assert_cmpuint (count_related (2, "<p>012345678901234567890</p></div>"), ==, 2);
}

/* The id of the main block, or "". */
static char *
find_main (const char *html, double marks)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_auto (ExmPageBlocks) blocks = { 0 };

  exm_page_blocks_init (&blocks, page);
  guint node = exm_page_blocks_find_main (&blocks, 0, blocks.n_lines, 90, 0, marks);
  return g_strdup (
      node != EXM_NONE ? exm_page_text_get_string (page, blocks.nodes[node].id) : "");
}

static void
assert_main (const char *html, double marks, const char *expected)
{
  g_autofree char *found = find_main (html, marks);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_main_block (void)
{
  /* Nine commas and stops. */
  assert_main ("<body id=b><div id=a>" PARAGRAPH "</div>", 8, "a");
  assert_main ("<body id=b><div id=a>" PARAGRAPH "</div>", 9, "");
  /* Links with their tags weigh more than the text beside them. */
  assert_main (
      "<body id=b><ul><li><a href=x>One</a><li><a href=y>Two</a></ul><div id=a>" PARAGRAPH
      "</div>",
      5, "a");
  /* A cell as well as a div. */
  assert_main ("<table><tr><td id=l>Menu<td id=r>" PARAGRAPH "</table>", 5, "r");
  /* The block that leads on is not the one. */
  assert_main ("<div id=o><div id=a>" PARAGRAPH "</div><p>And a longer text than a tag "
               "weighs.</p><p>上一篇：题</p></div>",
               5, "a");
  assert_main ("<div id=o>" PARAGRAPH "<p>上一篇：题</p></div>", 5, "o");
  /* Whose it is makes a block count less than a part of it. */
  assert_main ("<div id=o><div id=a>" PARAGRAPH "</div><p>Copyright of all that is here, "
               "and more, and more of it, belongs to those who wrote it.</p></div>",
               5, "a");
}

static ExmResult *
run (const char *html)
{
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target };
  g_autoptr (GError) error = NULL;
  ExmResult *result
      = exm_method_run (exm_method_find ("block-features", NULL), &input, &error);

  g_assert_no_error (error);
  return result;
}

static void
test_page (void)
{
  g_autoptr (ExmResult) result = run (
      "<title>Bridge to open again - The Bay</title><ul><li><a href=a>Home</a><li><a "
      "href=b>News</a></ul><div><h1>Bridge to open again</h1><span>来源：日报 "
      "2026年11月20日"
      "</span>" PARAGRAPH PARAGRAPH
      "<div>相关新闻<br><a href=c>Another story here</a><br>"
      "<a href=d>And one more</a></div></div><p>Copyright The Bay");
  const ExmResultData *data = exm_result_get (result);
  static const struct
  {
    ExmAnswerKind kind;
    guint line;
    const char *text;
  } answers[] = {
    { EXM_ANSWER_TITLE, 2, "Bridge to open again" },
    { EXM_ANSWER_DATE, 3, "2026-11-20" },
    { EXM_ANSWER_RELATED, 7, "Another story here" },
    { EXM_ANSWER_RELATED, 8, "And one more" },
  };

  g_assert_cmpuint (data->head, ==, 4);
  g_assert_cmpuint (data->tail, ==, 5);
  g_assert_cmpuint (data->answers->len, ==, G_N_ELEMENTS (answers));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      const ExmAnswer *answer = &g_array_index (data->answers, ExmAnswer, i);
      g_assert_cmpint (answer->kind, ==, answers[i].kind);
      g_assert_cmpuint (answer->line, ==, answers[i].line);
      g_assert_cmpstr (answer->text, ==, answers[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/block-features/counts", test_counts);
  g_test_add_func ("/block-features/score", test_score);
  g_test_add_func ("/block-features/title", test_title);
  g_test_add_func ("/block-features/date", test_date);
  g_test_add_func ("/block-features/related", test_related);
  g_test_add_func ("/block-features/main", test_main_block);
  g_test_add_func ("/block-features/page", test_page);
  return g_test_run ();
}
