/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tokens that are read where they are needed are those that the tokenizer finds step by
 * step. */

#include "html/exm-html-tokenizer-private.h"

#include <string.h>

static void
assert_equal_part (ExmHtmlPart a, ExmHtmlPart b)
{
  g_assert_cmpmem (a.text, a.n_bytes, b.text, b.n_bytes);
}

static void
assert_equal (const ExmHtmlToken *a, const ExmHtmlToken *b)
{
  g_assert_cmpint (a->type, ==, b->type);
  g_assert_cmpuint (a->start, ==, b->start);
  g_assert_cmpuint (a->end, ==, b->end);
  if (a->type == EXM_HTML_TEXT)
    {
      g_assert_cmpint (a->is_nul, ==, b->is_nul);
      assert_equal_part (a->text, b->text);
    }
  if (a->type != EXM_HTML_START_TAG && a->type != EXM_HTML_END_TAG)
    return;
  g_assert_cmpint (a->tag, ==, b->tag);
  g_assert_cmpint (a->self_closing, ==, b->self_closing);
  g_assert_cmpuint (a->known, ==, b->known);
  assert_equal_part (a->name, b->name);
  g_assert_cmpuint (a->n_attributes, ==, b->n_attributes);
  for (guint i = 0; i < a->n_attributes; i++)
    {
      assert_equal_part (a->attributes[i].name, b->attributes[i].name);
      assert_equal_part (a->attributes[i].value, b->attributes[i].value);
    }
}

/* Whether a text says what it is: blank only if all of it is. */
static void
check_blank (const ExmHtmlToken *token)
{
  if (token->type != EXM_HTML_TEXT || token->blank != EXM_HTML_BLANK_YES)
    return;
  for (gsize i = 0; i < token->text.n_bytes; i++)
    g_assert_cmpuint ((guint8) token->text.text[i], <=, ' ');
}

/* Returns the state that tree construction would ask for after a tag. */
static void
change_state (ExmHtmlTokenizer *self, const ExmHtmlToken *token)
{
  if (token->type != EXM_HTML_START_TAG)
    return;
  if (token->tag == EXM_TAG_SCRIPT)
    self->state = EXM_HTML_SCRIPT_DATA;
  else if (token->tag == EXM_TAG_STYLE)
    self->state = EXM_HTML_RAWTEXT;
  else if (token->tag == EXM_TAG_TITLE)
    self->state = EXM_HTML_RCDATA;
}

/* Returns: tokens */
static guint
compare (const char *source, gsize n_bytes)
{
  g_autofree ExmHtmlTokenizer *fast = g_new (ExmHtmlTokenizer, 1);
  g_autofree ExmHtmlTokenizer *slow = g_new (ExmHtmlTokenizer, 1);
  ExmHtmlToken a, b;
  guint n = 0;

  exm_html_tokenizer_init (fast, source, n_bytes);
  exm_html_tokenizer_init (slow, source, n_bytes);
  do
    {
      exm_html_tokenizer_next (fast, &a);
      exm_html_tokenizer_next_any (slow, &b);
      assert_equal (&a, &b);
      check_blank (&a);
      change_state (fast, &a);
      change_state (slow, &b);
      n++;
    }
  while (a.type != EXM_HTML_EOF);
  return n;
}

static void
test_pieces (void)
{
  static const char *const pieces[]
      = { "<",
          ">",
          "/",
          "</",
          "<p>",
          "<a href=\"u\">",
          "</a>",
          " ",
          "\n",
          "\r\n",
          "\t\t\t",
          "&",
          "&amp;",
          "text",
          "中文",
          "<!--",
          "-->",
          "<br/>",
          "=",
          "'",
          "\"",
          "<h1 ",
          "class",
          "<script>",
          "</script>",
          "<title>",
          "</title>",
          "<style>",
          "</style>",
          "</>",
          "<DIV>",
          "<article>",
          "<figcaption>",
          "<x-long-name a>",
          "<?x",
          "<!doctype html>",
          "                                ",
          "words that are so long that no short text holds all of them, not this one" };
  GRand *random = g_rand_new_with_seed (20261123);
  guint n_tokens = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) page = g_string_new (NULL);
      for (gint k = g_rand_int_range (random, 1, 30); k > 0; k--)
        {
          if (g_rand_int_range (random, 0, 20) == 0)
            g_string_append_c (page, (char) g_rand_int_range (random, 0, 0x80));
          else
            g_string_append (
                page, pieces[g_rand_int_range (random, 0, (gint) G_N_ELEMENTS (pieces))]);
        }
      /* Allocate exactly, so that a sanitizer sees reads past the end. */
      g_autofree char *source = g_memdup2 (page->str, page->len);
      n_tokens += compare (source, page->len);
    }
  g_assert_cmpuint (n_tokens, >, 100000);
  g_rand_free (random);
}

static void
test_blank (void)
{
  static const struct
  {
    const char *page;
    ExmHtmlBlank blank;
  } cases[] = {
    { "\n    <p>long enough to be near</p>", EXM_HTML_BLANK_YES },
    { " x  <p>long enough to be near</p>", EXM_HTML_BLANK_NO },
    { "                        <p>long enough</p>", EXM_HTML_BLANK_YES },
    { "                        x<p>long enough</p>", EXM_HTML_BLANK_NO },
    { "x                       <p>long enough</p>", EXM_HTML_BLANK_NO },
    { "\n\n<!-- a comment ends a text too -->", EXM_HTML_BLANK_YES },
    { "\n\n&amp; is not looked at at once    ", EXM_HTML_BLANK_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);
      ExmHtmlToken token;
      exm_html_tokenizer_init (tokenizer, cases[i].page, strlen (cases[i].page));
      exm_html_tokenizer_next (tokenizer, &token);
      g_assert_cmpint (token.type, ==, EXM_HTML_TEXT);
#ifdef EXM_HAS_BYTE_BLOCK
      g_assert_cmpint (token.blank, ==, cases[i].blank);
#else
      g_assert_cmpint (token.blank, ==, EXM_HTML_BLANK_UNKNOWN);
#endif
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/html-tokens/pieces", test_pieces);
  g_test_add_func ("/page/html-tokens/blank", test_blank);
  return g_test_run ();
}
