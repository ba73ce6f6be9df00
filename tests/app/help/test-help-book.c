/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles from Markdown, and the topics that the program carries. */

#include "app/help/exm-help-book.h"

#include <string.h>

static const char *const chinese[] = { "zh_CN.UTF-8", "zh_CN", "zh", "C", NULL };
static const char *const english[] = { "en_GB", "en", "C", NULL };
static const char *const unknown[] = { "xx_YY", "xx", NULL };

static ExmHelpArticle *
parse (const char *markdown)
{
  return exm_help_article_new ("topic", markdown, strlen (markdown));
}

static const ExmHelpBlock *
get_block (ExmHelpArticle *article, guint index)
{
  GPtrArray *blocks = exm_help_article_get_blocks (article);

  g_assert_cmpuint (index, <, blocks->len);
  return g_ptr_array_index (blocks, index);
}

static void
assert_block (ExmHelpArticle *article,
              guint index,
              ExmHelpBlockKind kind,
              guint level,
              const char *text)
{
  const ExmHelpBlock *block = get_block (article, index);

  g_assert_cmpint (block->kind, ==, kind);
  g_assert_cmpuint (block->level, ==, level);
  g_assert_cmpstr (block->text, ==, text);
}

static void
test_blocks (void)
{
  g_autoptr (ExmHelpArticle) article
      = parse ("# The *title*\n\nOne\nparagraph.\n\n## Part\n\n1. first\n2. second\n\n"
               "   more of it\n\n   - inner\n\n- bare\n\n```\nrun <this>\n```\n\n"
               "![a drawing](../pictures/waist.svg)\n\n<b>no HTML</b> here\n");

  g_assert_cmpstr (exm_help_article_get_title (article), ==, "The title");
  g_assert_cmpstr (get_block (article, 0)->markup, ==, "The <i>title</i>");
  assert_block (article, 0, EXM_HELP_BLOCK_HEADING, 1, "The title");
  assert_block (article, 1, EXM_HELP_BLOCK_PARAGRAPH, 0, "One paragraph.");
  assert_block (article, 2, EXM_HELP_BLOCK_HEADING, 2, "Part");
  assert_block (article, 3, EXM_HELP_BLOCK_ITEM, 1, "first");
  assert_block (article, 4, EXM_HELP_BLOCK_ITEM, 1, "second");
  assert_block (article, 5, EXM_HELP_BLOCK_PARAGRAPH, 1, "more of it");
  assert_block (article, 6, EXM_HELP_BLOCK_ITEM, 2, "inner");
  assert_block (article, 7, EXM_HELP_BLOCK_ITEM, 1, "bare");
  assert_block (article, 8, EXM_HELP_BLOCK_CODE, 0, "run <this>");
  g_assert_cmpstr (get_block (article, 8)->markup, ==, "run &lt;this&gt;");
  assert_block (article, 9, EXM_HELP_BLOCK_PICTURE, 0, "a drawing");
  assert_block (article, 10, EXM_HELP_BLOCK_PARAGRAPH, 0, "no HTML here");
  g_assert_cmpuint (exm_help_article_get_blocks (article)->len, ==, 11);
  g_assert_cmpstr (get_block (article, 9)->picture, ==, "waist.svg");
  g_assert_cmpuint (get_block (article, 3)->number, ==, 1);
  g_assert_cmpuint (get_block (article, 4)->number, ==, 2);
  g_assert_cmpuint (get_block (article, 7)->number, ==, 0);
}

static void
test_markup (void)
{
  g_autoptr (ExmHelpArticle) article
      = parse ("**Save & Start**, `a<b`, [curves](curves.md), "
               "[out](https://x.example/?a=1&b=2), \\*");
  const ExmHelpBlock *block = get_block (article, 0);
  GPtrArray *links = exm_help_article_get_links (article);

  g_assert_cmpstr (block->text, ==, "Save & Start, a<b, curves, out, *");
  g_assert_nonnull (strstr (block->markup, "<b>Save &amp; Start</b>, <span "));
  g_assert_nonnull (strstr (block->markup, "a&lt;b"));
  g_assert_nonnull (strstr (block->markup, "<a href=\"curves\">curves</a>"));
  g_assert_nonnull (
      strstr (block->markup, "<a href=\"https://x.example/?a=1&amp;b=2\">out</a>, *"));
  g_assert_cmpuint (links->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (links, 0), ==, "curves");
}

/* Passages have the words in bold, from shortly before the first one on. */
static void
test_passage (void)
{
  static const char text[] = "# Curves & <ends>\n\nFirst of all.\n\n"
                             "The article is where both curves have a WAIST & little "
                             "else; a waist is seen.\n\n"
                             "二、正文起点左边的页面与示例页相同，右边是新的内容，直到正"
                             "文终点为止，其后又相同。\n";
  g_autoptr (ExmHelpArticle) article
      = exm_help_article_new ("curves", text, strlen (text));
  g_autofree char *waist = exm_help_article_dup_passage (article, "waist"),
                  *both = exm_help_article_dup_passage (article, "article  waist"),
                  *end = exm_help_article_dup_passage (article, "终点"),
                  *title = exm_help_article_dup_passage (article, "ends"),
                  *wide = exm_help_article_dup_passage (article, "ＳＥＥＮ");

  g_assert_cmpstr (
      waist, ==,
      "…curves have a <b>WAIST</b> &amp; little else; a <b>waist</b> is seen.");
  g_assert_cmpstr (both, ==,
                   "The <b>article</b> is where both curves have a <b>WAIST</b> &amp; "
                   "little else; a <b>waist</b> is seen.");
  g_assert_cmpstr (end, ==,
                   "…页相同，右边是新的内容，直到正文<b>终点</b>为止，其后又相同。");
  g_assert_cmpstr (title, ==, "First of all.");
  g_assert_true (g_str_has_suffix (wide, "a waist is <b>seen</b>."));
}

static void
test_find (void)
{
  g_autoptr (ExmHelpArticle) article
      = parse ("# Curves\n\nThe waist is the body.\n\n正文起点在这里。\n");
  guint block = 9;

  g_assert_true (exm_help_article_find (article, "WAIST", &block));
  g_assert_cmpuint (block, ==, 1);
  g_assert_true (exm_help_article_find (article, " body  curves ", NULL));
  g_assert_true (exm_help_article_find (article, "ｗａｉｓｔ body", &block));
  g_assert_cmpuint (block, ==, 1);
  g_assert_true (exm_help_article_find (article, "起点", &block));
  g_assert_cmpuint (block, ==, 2);
  g_assert_false (exm_help_article_find (article, "waist ferry", NULL));
  g_assert_false (exm_help_article_find (article, "  ", NULL));
  g_assert_false (exm_help_article_find (article, "", NULL));
}

static void
assert_language (const char *const *languages, const char *folder)
{
  g_autoptr (ExmHelpBook) book = exm_help_book_new (languages);

  g_assert_cmpstr (exm_help_book_get_language (book), ==, folder);
}

static void
test_languages (void)
{
  assert_language (chinese, "zh_CN");
  assert_language (english, "C");
  assert_language (unknown, "C");
}

/* Every topic is in every language, in the same order and groups. */
static void
test_twins (void)
{
  g_autoptr (ExmHelpBook) one = exm_help_book_new (english);
  g_autoptr (ExmHelpBook) other = exm_help_book_new (chinese);
  GPtrArray *articles = exm_help_book_get_articles (one);
  GPtrArray *twins = exm_help_book_get_articles (other);

  g_assert_cmpuint (articles->len, >=, 20);
  g_assert_cmpuint (articles->len, ==, twins->len);
  g_assert_nonnull (exm_help_book_get_group (one, 0));
  for (guint i = 0; i < articles->len; i++)
    {
      ExmHelpArticle *article = g_ptr_array_index (articles, i);
      ExmHelpArticle *twin = g_ptr_array_index (twins, i);
      g_assert_cmpstr (exm_help_article_get_name (article), ==,
                       exm_help_article_get_name (twin));
      g_assert_cmpstr (exm_help_article_get_title (article), !=,
                       exm_help_article_get_title (twin));
      g_assert_cmpint (exm_help_book_get_group (one, i) == NULL, ==,
                       exm_help_book_get_group (other, i) == NULL);
      g_assert_true (exm_help_book_find (one, exm_help_article_get_name (article))
                     == article);
    }
  g_assert_null (exm_help_book_find (one, "nothing"));
}

/* Labels take the markup of every block, pictures are there, and links go somewhere. */
static void
check_block (const ExmHelpBlock *block)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMarkupParseContext) context = NULL;
  static const GMarkupParser parser = { NULL };
  g_autofree char *whole = g_strconcat ("<markup>", block->markup, "</markup>", NULL);

  context = g_markup_parse_context_new (&parser, 0, NULL, NULL);
  g_markup_parse_context_parse (context, whole, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (block->text, !=, "");
  /* Marks that CommonMark does not take for any, beside Chinese punctuation. */
  if (block->kind != EXM_HELP_BLOCK_CODE && strstr (block->markup, "monospace") == NULL)
    g_assert_null (strstr (block->text, "**"));
  if (block->kind != EXM_HELP_BLOCK_PICTURE)
    return;
  g_autoptr (GBytes) picture = exm_help_book_read_picture (block->picture);
  g_assert_nonnull (picture);
}

static void
test_topics (gconstpointer languages)
{
  g_autoptr (ExmHelpBook) book = exm_help_book_new (languages);
  GPtrArray *articles = exm_help_book_get_articles (book);

  for (guint i = 0; i < articles->len; i++)
    {
      ExmHelpArticle *article = g_ptr_array_index (articles, i);
      GPtrArray *blocks = exm_help_article_get_blocks (article);
      GPtrArray *links = exm_help_article_get_links (article);
      g_assert_cmpuint (blocks->len, >, 3);
      for (guint b = 0; b < blocks->len; b++)
        check_block (g_ptr_array_index (blocks, b));
      for (guint l = 0; l < links->len; l++)
        g_assert_nonnull (exm_help_book_find (book, g_ptr_array_index (links, l)));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/help/article/blocks", test_blocks);
  g_test_add_func ("/help/article/markup", test_markup);
  g_test_add_func ("/help/article/find", test_find);
  g_test_add_func ("/help/article/passage", test_passage);
  g_test_add_func ("/help/book/languages", test_languages);
  g_test_add_func ("/help/book/twins", test_twins);
  g_test_add_data_func ("/help/book/topics/en", english, test_topics);
  g_test_add_data_func ("/help/book/topics/zh", chinese, test_topics);
  return g_test_run ();
}
