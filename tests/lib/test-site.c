/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-site.h"

#include "base/exm-text.h"

#include <string.h>

/* Words that a site's articles draw on. */
#define N_WORDS 900u

typedef struct
{
  GRand *rand; /* (owned): of the page */
  TestSiteLanguage language;
  TestSiteFlags flags;
  char *words[N_WORDS]; /* (owned) */
} Writer;

void
test_site_page_clear (TestSitePage *page)
{
  g_clear_pointer (&page->html, g_free);
  g_clear_pointer (&page->body, g_free);
}

static char *
make_english_word (GRand *rand)
{
  static const char *const onsets[] = { "b", "c", "d", "f", "g", "l",  "m",  "n",
                                        "p", "r", "s", "t", "v", "st", "tr", "gr" };
  static const char *const rimes[] = { "a",  "e",   "i",  "o",  "u",    "an", "er",
                                       "in", "ost", "al", "en", "ight", "or", "um" };
  GString *word = g_string_new (NULL);
  guint n = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n; i++)
    {
      guint onset = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (onsets));
      guint rime = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (rimes));
      g_string_append_printf (word, "%s%s", onsets[onset], rimes[rime]);
    }
  return g_string_free (word, FALSE);
}

static char *
make_chinese_word (GRand *rand)
{
  GString *word = g_string_new (NULL);
  guint n = (guint) g_rand_int_range (rand, 1, 4);

  for (guint i = 0; i < n; i++)
    g_string_append_unichar (word, (gunichar) g_rand_int_range (rand, 0x4e00, 0x5a00));
  return g_string_free (word, FALSE);
}

static void
writer_init (Writer *self,
             guint site,
             guint number,
             TestSiteLanguage language,
             TestSiteFlags flags)
{
  g_autoptr (GRand) words = g_rand_new_with_seed (site * 7919 + 1);

  self->rand = g_rand_new_with_seed (site * 104729 + number + 17);
  self->language = language;
  self->flags = flags;
  for (guint i = 0; i < N_WORDS; i++)
    self->words[i] = language == TEST_SITE_CHINESE ? make_chinese_word (words)
                                                   : make_english_word (words);
}

static void
writer_clear (Writer *self)
{
  g_rand_free (self->rand);
  for (guint i = 0; i < N_WORDS; i++)
    g_free (self->words[i]);
}

static guint
roll (Writer *self, guint least, guint most)
{
  return (guint) g_rand_int_range (self->rand, (gint32) least, (gint32) most + 1);
}

/* @n words without a full stop: a headline, a link. */
static void
append_phrase (Writer *self, GString *out, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const char *word = self->words[roll (self, 0, N_WORDS - 1)];
      if (self->language == TEST_SITE_CHINESE)
        g_string_append (out, word);
      else if (i > 0)
        g_string_append_printf (out, " %s", word);
      else
        g_string_append_printf (out, "%c%s", g_ascii_toupper (*word), word + 1);
    }
}

static void
append_paragraph (Writer *self, GString *out)
{
  gboolean chinese = self->language == TEST_SITE_CHINESE;
  guint n = roll (self, 2, 5);

  for (guint i = 0; i < n; i++)
    {
      g_string_append (out, i > 0 && !chinese ? " " : "");
      append_phrase (self, out, roll (self, 6, 14));
      g_string_append (out, chinese ? "，" : ", ");
      append_phrase (self, out, roll (self, 4, 12));
      g_string_append (out, chinese ? "。" : ".");
    }
}

static void
append_links (Writer *self, GString *html, const char *class_name, guint n)
{
  g_string_append_printf (html, "<ul class='%s'>\n", class_name);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (html, "<li><a href='/story/%u'>", roll (self, 1000, 9999));
      append_phrase (self, html, roll (self, 3, 8));
      g_string_append (html, "</a></li>\n");
    }
  g_string_append (html, "</ul>\n");
}

/* The parts of the template that are the same on every page of a site. */
static void
append_fixed (guint site, TestSiteLanguage language, const char *part, GString *html)
{
  Writer writer;

  writer_init (&writer, site, g_str_hash (part), language, TEST_SITE_PLAIN);
  g_string_append_printf (html, "<div class='%s'><h3>", part);
  append_phrase (&writer, html, 2);
  g_string_append (html, "</h3>\n");
  append_links (&writer, html, "menu", 8);
  g_string_append (html, "<p>");
  append_paragraph (&writer, html);
  g_string_append (html, "</p></div>\n");
  writer_clear (&writer);
}

static void
append_comments (Writer *self, GString *html)
{
  guint n = roll (self, 2, 6);

  g_string_append_printf (html, "<div class='comments'><h3>%s (%u)</h3>\n",
                          self->language == TEST_SITE_CHINESE ? "网友评论" : "Comments",
                          n);
  for (guint i = 0; i < n; i++)
    {
      g_string_append (html, "<div class='comment'><b>");
      append_phrase (self, html, 1);
      g_string_append (html, "</b><p>");
      append_paragraph (self, html);
      g_string_append (html, "</p></div>\n");
    }
  g_string_append (html, "</div>\n");
}

static void
append_article (Writer *self, GString *html, GString *body, guint n_paragraphs)
{
  g_string_append (html, "<div class='article'><h1>");
  append_phrase (self, html, roll (self, 5, 9));
  g_string_append_printf (html, "</h1>\n<div class='info'>2026-0%u-1%u 0%u:%u%u</div>\n",
                          roll (self, 1, 9), roll (self, 0, 9), roll (self, 0, 9),
                          roll (self, 0, 5), roll (self, 0, 9));
  g_string_append (html, "<div class='text'>\n");
  for (guint i = 0; i < n_paragraphs; i++)
    {
      gsize start;
      g_string_append (html, "<p>");
      start = html->len;
      append_paragraph (self, html);
      g_string_append_printf (body, "%s%s", i > 0 ? "\n" : "", html->str + start);
      g_string_append (html, "</p>\n");
    }
  g_string_append (html, "</div></div>\n");
}

TestSitePage
test_site_make_page (guint site,
                     guint number,
                     guint n_paragraphs,
                     TestSiteLanguage language,
                     TestSiteFlags flags)
{
  GString *html = g_string_new ("<!DOCTYPE html><html><head><meta charset='utf-8'>\n");
  GString *body = g_string_new (NULL);
  Writer writer;

  writer_init (&writer, site, number, language, flags);
  g_string_append_printf (html, "<title>Page %u</title></head><body>\n", number);
  append_fixed (site, language, "header", html);
  if (flags & TEST_SITE_DRIFT)
    append_links (&writer, html, "latest", roll (&writer, 0, 9));
  append_article (&writer, html, body, n_paragraphs);
  if (flags & TEST_SITE_DRIFT)
    append_links (&writer, html, "related", roll (&writer, 2, 9));
  if (flags & TEST_SITE_COMMENTS)
    append_comments (&writer, html);
  append_fixed (site, language, "sidebar", html);
  append_fixed (site, language, "footer", html);
  g_string_append (html, "</body></html>\n");
  writer_clear (&writer);
  return (TestSitePage){
    .html = g_string_free (html, FALSE),
    .body = g_string_free (body, FALSE),
  };
}

/* Adds @step to the count of each token of @text. */
static void
count_tokens (GHashTable *counts, const char *text, gint step)
{
  for (const char *p = text; *p != '\0';)
    {
      const char *end = g_utf8_next_char (p);
      gunichar c = g_utf8_get_char (p);
      if (!exm_char_is_cjk (c))
        while (*end != '\0' && g_unichar_isalnum (c)
               && g_unichar_isalnum (g_utf8_get_char (end))
               && !exm_char_is_cjk (g_utf8_get_char (end)))
          end = g_utf8_next_char (end);
      if (g_unichar_isalnum (c))
        {
          char *token = g_strndup (p, (gsize) (end - p));
          gint n = GPOINTER_TO_INT (g_hash_table_lookup (counts, token));
          g_hash_table_insert (counts, token, GINT_TO_POINTER (n + step));
        }
      p = end;
    }
}

double
test_site_score (const char *found, const char *expected)
{
  g_autoptr (GHashTable) counts
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  double n_found = exm_text_count_tokens (found, strlen (found));
  double n_expected = exm_text_count_tokens (expected, strlen (expected));
  double n_missed = 0;
  GHashTableIter iter;
  gpointer count;

  if (n_found + n_expected <= 0)
    return 1;
  count_tokens (counts, expected, 1);
  count_tokens (counts, found, -1);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    n_missed += MAX (GPOINTER_TO_INT (count), 0);
  return 2 * (n_expected - n_missed) / (n_found + n_expected);
}
