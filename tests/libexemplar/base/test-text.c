/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-text.h"
#include "base/exm-word.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

static guint64
key (const char *text)
{
  return exm_text_key (text, strlen (text));
}

static void
test_key_folds (void)
{
  g_assert_cmpuint (key ("Page 12 of 40"), ==, key ("page 3  of\t7"));
  g_assert_cmpuint (key (" \u00a0 Share \u3000"), ==, key ("share"));
  /* NFKC: full-width letters and digits are the plain ones. */
  g_assert_cmpuint (key ("ＡＢＣ１２"), ==, key ("abc9"));
  g_assert_cmpuint (key ("①"), ==, key ("1"));
  g_assert_cmpuint (key ("新闻"), !=, key ("新聞"));
  g_assert_cmpuint (key ("a b"), !=, key ("ab"));
}

/* The definition, character by character. */
static guint64
find_key (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_NFKC);
  g_autoptr (GString) folded = g_string_new (NULL);
  gunichar last = ' ';

  for (const char *p = normal; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      c = exm_char_is_space (c)   ? ' '
          : g_unichar_isdigit (c) ? '0'
                                  : g_unichar_tolower (c);
      if ((c != ' ' && c != '0') || c != last)
        g_string_append_unichar (folded, c);
      last = c;
    }
  if (folded->len > 0 && folded->str[folded->len - 1] == ' ')
    g_string_truncate (folded, folded->len - 1);
  return folded->len > 0 ? XXH3_64bits (folded->str, folded->len) : 0;
}

static gboolean
is_assigned (gunichar c)
{
  return g_unichar_validate (c) && g_unichar_isdefined (c)
         && g_unichar_type (c) != G_UNICODE_PRIVATE_USE;
}

/* Each character between others that it might join, and behind itself. */
static void
test_key_of_each (void)
{
  for (gunichar c = 1; c < 0x30000; c++)
    {
      char utf8[8] = { 0 };
      if (!is_assigned (c))
        continue;
      g_unichar_to_utf8 (c, utf8);
      g_autofree char *text
          = g_strconcat (utf8, "e", utf8, "\u1100", utf8, utf8, " 7", utf8, NULL);
      if (key (text) != find_key (text))
        g_error ("U+%04X has another key", c);
    }
}

/* Characters of all kinds beside each other. */
static void
test_key_of_mixtures (void)
{
  static const char *const units[]
      = { "a",      "A",      "\uff21", "1",      "\uff17", " ",          "\u3000",
          "中",     "。",     "，",     "は",     "한",     "\u1112",     "\u1161",
          "\u11ab", "é",      "e",      "\u0301", "\u0323", "\U0001f600", "\ufe0f",
          "\ufb01", "İ",      "\u00a0", "ſ",      "ς",      "\u0660",     "Ⱥ",
          "か",     "\u3099", "ｶ",      "\uff9e", "\u200d", "½",          "…",
          "™",      "№",      "㎡",     "①" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 50000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      for (guint n = 1 + round % 24; n > 0; n--)
        g_string_append (text, units[g_rand_int_range (random, 0, G_N_ELEMENTS (units))]);
      if (key (text->str) != find_key (text->str))
        g_error ("another key: %s", text->str);
    }
}

static void
test_key_of_nothing (void)
{
  g_assert_cmpuint (key (""), ==, 0);
  g_assert_cmpuint (key (" \u3000\n"), ==, 0);
  g_assert_cmpuint (key ("x"), !=, 0);
}

static void
test_key_of_long_expansion (void)
{
  /* U+FDFA is one character that NFKC makes eighteen. */
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "\ufdfa");
  g_assert_cmpuint (exm_text_key (text->str, text->len), !=, 0);
}

/* Texts so long that they are normalised in pieces: what belongs together stays so
 * wherever a piece would end. */
static void
test_key_of_pieces (void)
{
  static const char *const together[]
      = { "e\u0301",       "\u1112\u1161\u11ab", "\u0e33\u0e48", "\u30ab\u3099",
          "q\u0323\u0307", "\ufdfa\u0651",       "\U0001d15f" };

  for (guint i = 0; i < G_N_ELEMENTS (together); i++)
    for (guint n = 2030; n < 2060; n++)
      {
        g_autoptr (GString) text = g_string_new (NULL);
        for (guint k = 0; k < n; k++)
          g_string_append_c (text, (char) ('a' + k % 26));
        for (guint k = 0; k < 2000; k++)
          g_string_append (text, together[i]);
        g_autofree char *normal = g_utf8_normalize (text->str, -1, G_NORMALIZE_NFKC);
        g_assert_cmpuint (key (text->str), ==, key (normal));
        g_string_append (text, together[i]);
        g_assert_cmpuint (key (text->str), !=, key (normal));
      }
}

static void
test_squeeze (void)
{
  const char *text = "Ａ “b”\n\u00a0C　中， 文…";
  g_autofree char *a = exm_text_squeeze (text, strlen (text));
  g_assert_cmpstr (a, ==, "abc中文");
}

/* NFKC, then what are letters and digits in lower case. */
static char *
squeeze_slowly (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_NFKC);
  GString *out = g_string_new (NULL);

  for (const char *p = normal; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalnum (g_utf8_get_char (p)))
      g_string_append_unichar (out, g_unichar_tolower (g_utf8_get_char (p)));
  return g_string_free (out, FALSE);
}

static void
test_squeeze_of_each (void)
{
  for (gunichar c = 1; c < 0x30000; c++)
    {
      char utf8[8] = { 0 };
      if (!is_assigned (c))
        continue;
      g_unichar_to_utf8 (c, utf8);
      g_autofree char *text = g_strconcat ("A1 ", utf8, "中e", utf8, utf8, NULL);
      g_autofree char *expected = squeeze_slowly (text);
      g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
      if (strcmp (squeezed, expected) != 0)
        g_error ("U+%04X: “%s” is not “%s”", c, squeezed, expected);
    }
}

static void
test_tokens (void)
{
  static const struct
  {
    const char *text;
    guint n;
  } cases[] = {
    { "", 0 },     { "one two  three", 3 }, { "中文 abc 字1", 5 },
    { "...!", 0 }, { "don't", 2 },          { "日本語のテスト", 7 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (exm_text_count_tokens (cases[i].text, strlen (cases[i].text)), ==,
                      cases[i].n);
}

static void
test_classes (void)
{
  g_assert_true (exm_char_is_space (0x3000));
  g_assert_true (exm_char_is_space (0x00a0));
  g_assert_true (exm_char_is_space (0));
  g_assert_false (exm_char_is_space ('a'));
  g_assert_true (exm_char_is_sentence_mark (0x3002));
  g_assert_true (exm_char_is_sentence_mark (','));
  g_assert_false (exm_char_is_sentence_mark ('a'));
  g_assert_false (exm_char_is_sentence_mark (0));
  g_assert_true (exm_char_is_cjk (0x4e00));
  g_assert_false (exm_char_is_cjk (0xac00));
}

/* All at once says what each question says. */
static void
test_facts (void)
{
  for (gunichar c = 0; c < 0x20100; c++)
    {
      guint8 facts = exm_char_get_facts (c);
      g_assert_cmpuint (exm_char_get (c)->length, ==, exm_char_is_cjk (c) ? 3 : 1);
      g_assert_cmpuint ((facts & EXM_CHAR_SPACE) != 0, ==, exm_char_is_space (c));
      g_assert_cmpuint ((facts & EXM_CHAR_CJK) != 0, ==, exm_char_is_cjk (c));
      g_assert_cmpuint ((facts & EXM_CHAR_MARK) != 0, ==, exm_char_is_sentence_mark (c));
      g_assert_cmpuint ((facts & EXM_CHAR_WORD) != 0, ==,
                        g_unichar_isalnum (c) && !exm_char_is_cjk (c));
    }
  /* Values beyond code points have no facts. */
  g_assert_cmpuint (exm_char_get (0x110000)->facts, ==, 0);
  g_assert_cmpuint (exm_char_get (0x1fffff)->n_folded, ==, 0);
}

/* Names as words against names as characters. */
static void
test_words (void)
{
  for (guint byte = 0; byte < 256; byte++)
    for (gsize n = 1; n <= 20; n++)
      {
        g_autofree char *name = g_strnfill (n, '_');
        g_autofree char *lower = g_strnfill (n, '_');
        name[byte % n] = (char) byte;
        lower[byte % n] = g_ascii_tolower ((char) byte);
        g_assert_cmphex (exm_word_hash (name, n), ==, exm_word_hash (lower, n));
        g_assert_cmphex (exm_word_lower (exm_word_load (name, n)), ==,
                         exm_word_load (lower, n));
        if (byte != '_')
          g_assert_cmphex (exm_word_hash (lower, n), !=, exm_word_hash (lower, n - 1));
        lower[byte % n] ^= 1;
        g_assert_cmphex (exm_word_hash (name, n), !=, exm_word_hash (lower, n));
      }
}

static void
test_has_word (void)
{
  g_assert_true (exm_text_has_word ("tag", "tag"));
  g_assert_true (exm_text_has_word ("nofollow tag", "tag"));
  g_assert_true (exm_text_has_word ("tags tag x", "tag"));
  g_assert_false (exm_text_has_word ("tags metatag tag,", "tag"));
  g_assert_false (exm_text_has_word ("", "tag"));
  g_assert_true (exm_text_begins ("Written by", "Written"));
  g_assert_true (exm_text_begins ("by", "by") && exm_text_begins ("by", ""));
  g_assert_false (exm_text_begins ("b", "by"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text/key/folds", test_key_folds);
  g_test_add_func ("/text/key/each", test_key_of_each);
  g_test_add_func ("/text/key/mixtures", test_key_of_mixtures);
  g_test_add_func ("/text/key/nothing", test_key_of_nothing);
  g_test_add_func ("/text/key/expansion", test_key_of_long_expansion);
  g_test_add_func ("/text/key/pieces", test_key_of_pieces);
  g_test_add_func ("/text/has-word", test_has_word);
  g_test_add_func ("/text/squeeze", test_squeeze);
  g_test_add_func ("/text/squeeze/each", test_squeeze_of_each);
  g_test_add_func ("/text/tokens", test_tokens);
  g_test_add_func ("/text/classes", test_classes);
  g_test_add_func ("/text/facts", test_facts);
  g_test_add_func ("/text/words", test_words);
  return g_test_run ();
}
