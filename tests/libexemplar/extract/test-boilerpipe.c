/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* boilerpipe's rules, each worked by hand, and its two extractors on whole pages. */

#include "extract/exm-headline.h"
#include "extract/exm-method.h"
#include "methods/exm-boilerpipe.h"
#include "methods/exm-method-table.h"
#include "test-page.h"

#include <string.h>

/* A block of @n_words on one line of text, @n_links of them linked. */
static ExmTextBlock
words (guint n_words, guint n_links)
{
  return (ExmTextBlock){
    .n_words = n_words,
    .n_link_words = n_links,
    .n_wrapped_words = n_words,
    .n_wrapped = 1,
  };
}

static void
assert_words (gboolean expected,
              ExmTextBlock before,
              ExmTextBlock block,
              ExmTextBlock after)
{
  g_assert_cmpint (exm_boilerpipe_is_content_by_words (&before, &block, &after), ==,
                   expected);
}

/* Each split of the tree from both sides. */
static void
test_words_tree (void)
{
  /* Too many links in the block itself: a third, to six digits, is too many. */
  assert_words (TRUE, words (100, 0), words (100, 33), words (100, 0));
  assert_words (FALSE, words (100, 0), words (99, 33), words (100, 0));
  /* Few links before: five ninths are few. */
  assert_words (TRUE, words (9, 5), words (17, 0), words (0, 0));
  assert_words (FALSE, words (7, 4), words (17, 0), words (0, 0));
  /* … a block of its own strength, */
  assert_words (TRUE, words (0, 0), words (17, 0), words (0, 0));
  assert_words (FALSE, words (0, 0), words (16, 0), words (0, 0));
  /* … a strong one behind, */
  assert_words (TRUE, words (0, 0), words (1, 0), words (16, 0));
  assert_words (FALSE, words (0, 0), words (1, 0), words (15, 0));
  /* … something before. */
  assert_words (TRUE, words (5, 0), words (1, 0), words (0, 0));
  assert_words (FALSE, words (4, 0), words (1, 0), words (0, 0));
  /* Links before: a long block, or a strong one behind. */
  assert_words (TRUE, words (9, 9), words (41, 0), words (0, 0));
  assert_words (FALSE, words (9, 9), words (40, 0), words (17, 0));
  assert_words (TRUE, words (9, 9), words (1, 0), words (18, 0));
}

static void
assert_density (gboolean expected,
                ExmTextBlock before,
                ExmTextBlock block,
                ExmTextBlock after)
{
  g_assert_cmpint (exm_boilerpipe_is_content_by_density (&before, &block, &after), ==,
                   expected);
}

static void
test_density_tree (void)
{
  assert_density (TRUE, words (5, 0), words (13, 4), words (12, 0));
  assert_density (FALSE, words (5, 0), words (12, 4), words (12, 0));
  /* Few links before: five ninths are few. */
  assert_density (TRUE, words (9, 5), words (10, 0), words (1, 0));
  assert_density (FALSE, words (7, 4), words (10, 0), words (1, 0));
  /* Links before: only what stands behind decides. */
  assert_density (TRUE, words (9, 9), words (1, 0), words (12, 0));
  assert_density (FALSE, words (9, 9), words (20, 0), words (11, 0));
  /* A dense block, unless it is the last. */
  assert_density (TRUE, words (0, 0), words (10, 0), words (1, 0));
  assert_density (FALSE, words (9, 0), words (10, 0), words (0, 0));
  /* A thin one: what is behind, then what is before. */
  assert_density (TRUE, words (0, 0), words (9, 0), words (11, 0));
  assert_density (FALSE, words (4, 0), words (9, 0), words (10, 0));
  assert_density (TRUE, words (5, 0), words (9, 0), words (10, 0));
}

static GArray *
read_blocks (const char *html)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree guint *numbers = NULL;

  return exm_text_blocks_new (page, &numbers);
}

static void
assert_block (const char *html, ExmTextBlock expected)
{
  g_autoptr (GArray) blocks = read_blocks (html);

  g_assert_cmpuint (blocks->len, ==, 1);
  const ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, 0);
  g_assert_cmpuint (block->n_words, ==, expected.n_words);
  g_assert_cmpuint (block->n_link_words, ==, expected.n_link_words);
  g_assert_cmpuint (block->n_wrapped_words, ==, expected.n_wrapped_words);
  g_assert_cmpuint (block->n_wrapped, ==, expected.n_wrapped);
}

static void
test_counting (void)
{
  assert_block ("<p>one, two - three",
                (ExmTextBlock){ .n_words = 3, .n_wrapped_words = 3, .n_wrapped = 1 });
  assert_block (
      "<p>go <a href=x>to the</a> <b>next</b> page <a href=y>now</a>",
      (ExmTextBlock){
          .n_words = 6, .n_link_words = 3, .n_wrapped_words = 6, .n_wrapped = 1 });
  /* Sixteen words of four letters and a space are 79 columns; with the seventeenth the
   * line is full, and that word stands on the next. */
  assert_block (
      "<p>aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa aaaa "
      "aaaa aaaa aaaa",
      (ExmTextBlock){ .n_words = 17, .n_wrapped_words = 16, .n_wrapped = 1 });
  /* Two characters a word, an odd one too; letters among them are a word of their own. */
  assert_block ("<p>新闻中心说",
                (ExmTextBlock){ .n_words = 3, .n_wrapped_words = 3, .n_wrapped = 1 });
  assert_block ("<p>共5人，见<a href=x>新闻</a>",
                (ExmTextBlock){ .n_words = 4, .n_wrapped_words = 4, .n_wrapped = 1 });
}

static void
test_ends (void)
{
  static const char *const ends[]
      = { "Comments",
          "Comments (12)",
          "© Reuters 2012",
          "Please rate this story",
          "17 Comments",
          "3 users responded in this post",
          "What you think...",
          "Tell us what you think…",
          "Now Add your comment!",
          "Add Comment",
          "Reader views",
          "Have your say here",
          "Reader Comments",
          "Thanks for your comments - this feedback is now closed",
          "Thanks for your comments – this feedback is now closed" };
  static const char *const others[]
      = { "No comments", "17 Commentators", "Reuters", "What you think", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_assert_true (exm_boilerpipe_ends_text (ends[i], 19));
      g_assert_false (exm_boilerpipe_ends_text (ends[i], 20));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (exm_boilerpipe_ends_text (others[i], 2));
}

static void
test_title (void)
{
  g_assert_true (exm_headline_is_title ("A storm is coming", "A storm is coming"));
  g_assert_true (exm_headline_is_title ("A Storm is coming", "A storm is coming - Bay"));
  g_assert_true (
      exm_headline_is_title ("A storm is coming", "News | A storm is coming (video)"));
  g_assert_true (exm_headline_is_title ("暴雨将至", "暴雨将至_新闻"));
  g_assert_true (exm_headline_is_title ("“A storm!” is coming", "A storm is coming"));
  g_assert_true (
      exm_headline_is_title ("e\xcc\x81t\xc3\xa9 ici", "\xc3\x89t\xc3\xa9 ici"));
  g_assert_true (exm_headline_is_title ("ＡＢＣ 12", "abc 12"));
  g_assert_true (exm_headline_is_title ("— 3 storms", "３ storms"));
  g_assert_false (exm_headline_is_title ("…", "…"));
  g_assert_false (exm_headline_is_title ("News", "News | A storm is coming"));
  g_assert_false (exm_headline_is_title ("", ""));
}

/* Blocks with @n_words[i] words; negative ones are content. */
static GArray *
make_blocks (const int *n_words, guint n)
{
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (ExmTextBlock));

  for (guint i = 0; i < n; i++)
    {
      ExmTextBlock block = words ((guint) ABS (n_words[i]), 0);
      block.first = block.last = i;
      block.content = n_words[i] < 0;
      g_array_append_val (blocks, block);
    }
  return blocks;
}

/* The blocks as "first-last" with a star behind content. */
static char *
describe (const GArray *blocks)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < blocks->len; i++)
    {
      const ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      g_string_append_printf (out, "%s%u-%u%s", i > 0 ? " " : "", block->first,
                              block->last, block->content ? "*" : "");
    }
  return g_string_free (out, FALSE);
}

static void
assert_blocks (const GArray *blocks, const char *expected)
{
  g_autofree char *found = describe (blocks);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_fusion (void)
{
  static const int n_words[] = { 3, -20, -20, 4, -20, 5, 6, -20 };
  g_autoptr (GArray) any = make_blocks (n_words, G_N_ELEMENTS (n_words));
  g_autoptr (GArray) content = make_blocks (n_words, G_N_ELEMENTS (n_words));

  /* A block just before content joins it. */
  exm_boilerpipe_fuse_near (any, FALSE);
  assert_blocks (any, "0-2* 3-4* 5-5 6-7*");
  g_assert_cmpuint (g_array_index (any, ExmTextBlock, 0).n_words, ==, 43);
  exm_boilerpipe_remove_boilerplate (any);
  exm_boilerpipe_fuse_near (any, TRUE);
  assert_blocks (any, "0-7*");

  /* With one block between, but not with two. */
  exm_boilerpipe_remove_boilerplate (content);
  exm_boilerpipe_fuse_near (content, TRUE);
  assert_blocks (content, "1-4* 7-7*");
}

static void
test_fusion_alike (void)
{
  static const int n_words[] = { 3, 3, 4, 3, 3, 3 };
  g_autoptr (GArray) blocks = make_blocks (n_words, G_N_ELEMENTS (n_words));

  exm_boilerpipe_fuse_alike (blocks);
  assert_blocks (blocks, "0-1 2-2 3-5");
  g_assert_cmpfloat_with_epsilon (
      exm_text_block_get_text_density (&g_array_index (blocks, ExmTextBlock, 2)), 3,
      1e-9);
}

/* Only words of full text count, and an end is believed from the least number on. */
static void
test_after_content (void)
{
  static const int n_words[] = { -8, -59, -8, -9, -30, -40 };
  g_autoptr (GArray) blocks = make_blocks (n_words, G_N_ELEMENTS (n_words));

  g_array_index (blocks, ExmTextBlock, 2).labels = EXM_TEXT_BLOCK_ENDS_TEXT;
  g_array_index (blocks, ExmTextBlock, 4).labels = EXM_TEXT_BLOCK_ENDS_TEXT;
  exm_boilerpipe_ignore_after_content (blocks, 60);
  assert_blocks (blocks, "0-0* 1-1* 2-2* 3-3* 4-4 5-5");
}

static void
test_largest_and_title (void)
{
  static const int n_words[] = { 7, -12, 5, -11, -30, -9 };
  g_autoptr (GArray) blocks = make_blocks (n_words, G_N_ELEMENTS (n_words));

  g_array_index (blocks, ExmTextBlock, 1).labels = EXM_TEXT_BLOCK_TITLE;
  exm_boilerpipe_keep_largest (blocks);
  assert_blocks (blocks, "0-0 1-1 2-2 3-3 4-4* 5-5");
  g_array_index (blocks, ExmTextBlock, 2).labels = 0;
  exm_boilerpipe_expand_to_title (blocks);
  assert_blocks (blocks, "0-0 1-1* 2-2 3-3* 4-4* 5-5");
}

static ExmResult *
run (const char *name, const char *html, const char *parameters)
{
  const ExmMethod *method = exm_method_find (name, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree double *values = exm_method_parse_parameters (method, parameters, &error);
  g_assert_no_error (error);
  g_autoptr (ExmPrepared) target = test_page_prepare (html, NULL);
  const ExmMethodInput input = { .target = target, .window = 32, .parameters = values };
  ExmResult *result = exm_method_run (method, &input, &error);

  g_assert_no_error (error);
  return result;
}

/* The verdicts, a character a line. */
static char *
draw (const ExmResult *result)
{
  const ExmResultData *data = exm_result_get (result);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < data->n_lines; i++)
    g_string_append_c (out, ".-+"[data->verdicts[i]]);
  return g_string_free (out, FALSE);
}

#define LONG                                                                             \
  "The mayor said on Monday that the old bridge over the river would stay closed until " \
  "the end of the year because two of its piers have to be mended before the winter."
#define FRAME                                                                            \
  "<title>Bridge stays closed - The Bay</title><ul><li><a href=a>Home</a><li><a href=b>" \
  "News of the day</a></ul>"

static void
test_article (void)
{
  g_autoptr (ExmResult) result
      = run ("boilerpipe-article",
             FRAME "<h1>Bridge stays closed</h1><p>" LONG "<p>" LONG "<p>" LONG
                   "<p>Comments<p>" LONG "<p><a href=c>More news of the bay</a>",
             NULL);
  g_autofree char *drawn = draw (result);
  /* The block before the first of content comes along, even a link. */
  g_assert_cmpstr (drawn, ==, ".+++++...");

  /* An end is not believed if more text is asked for than there is. */
  g_autoptr (ExmResult) later
      = run ("boilerpipe-article",
             FRAME "<h1>Bridge stays closed</h1><p>" LONG "<p>" LONG "<p>" LONG
                   "<p>Comments<p>" LONG "<p><a href=c>More news of the bay</a>",
             "min-words=400");
  g_autofree char *more = draw (later);
  g_assert_cmpstr (more, ==, ".+++++++.");
}

/* Blocks that are kept need not be adjacent, and the rules err on links between two
 * paragraphs. These become one block, with a link before and only a word behind, and that
 * word has a dense block before. */
static void
test_default (void)
{
  g_autoptr (ExmResult) result = run ("boilerpipe-default",
                                      FRAME "<p>Five words stand here alone<p>" LONG
                                            "<p><a href=d>One of many links</a><p>" LONG
                                            " It is so.<p>" LONG "<p>Imprint",
                                      NULL);
  g_autofree char *drawn = draw (result);
  g_assert_cmpstr (drawn, ==, "..++---+");
}

static void
test_nothing (void)
{
  static const char *const names[] = { "boilerpipe-article", "boilerpipe-default" };
  static const char *const pages[] = { "<p>word",
                                       "<p>!!! ??? ...",
                                       "<p><a href=x>link</a><p><a href=y>link</a>",
                                       "<p hidden>nothing of this is seen<p>.",
                                       "<p>שלום עולם<p>مرحبا",
                                       "<p>字" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (pages); k++)
      {
        g_autoptr (ExmResult) result = run (names[i], pages[k], NULL);
        const ExmResultData *data = exm_result_get (result);
        g_assert_true (data->confidence >= 0 && data->confidence <= 1);
        g_assert_cmpint (data->head == EXM_NONE, ==, data->tail == EXM_NONE);
      }
}

static void
test_parameters (void)
{
  const ExmMethod *method = exm_method_find ("boilerpipe-article", NULL);
  static const char *const bad[]
      = { "min-words",    "min-words=",    "min-words=x",  "words=3",
          "min-words=-1", "min-words=nan", "min-words=501" };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_method_parse_parameters (method, bad[i], &error));
      g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_PARAMETER);
      g_assert_nonnull (strstr (error->message, bad[i]));
    }
  g_autofree double *given = exm_method_parse_parameters (method, " min-words=7,", NULL);
  g_assert_cmpfloat (given[0], ==, 7);
  g_autofree double *own = exm_method_parse_parameters (method, NULL, NULL);
  g_assert_cmpfloat (own[0], ==, 60);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/boilerpipe/words-tree", test_words_tree);
  g_test_add_func ("/boilerpipe/density-tree", test_density_tree);
  g_test_add_func ("/boilerpipe/counting", test_counting);
  g_test_add_func ("/boilerpipe/ends", test_ends);
  g_test_add_func ("/boilerpipe/title", test_title);
  g_test_add_func ("/boilerpipe/fusion", test_fusion);
  g_test_add_func ("/boilerpipe/fusion-alike", test_fusion_alike);
  g_test_add_func ("/boilerpipe/after-content", test_after_content);
  g_test_add_func ("/boilerpipe/largest-and-title", test_largest_and_title);
  g_test_add_func ("/boilerpipe/article", test_article);
  g_test_add_func ("/boilerpipe/default", test_default);
  g_test_add_func ("/boilerpipe/nothing", test_nothing);
  g_test_add_func ("/boilerpipe/parameters", test_parameters);
  return g_test_run ();
}
