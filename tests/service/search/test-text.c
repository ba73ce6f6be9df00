/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Folding, units and tokens of full-text search. */

#include "search/exm-search-text.h"

#include <string.h>

/* Units between bars; a unit that is joined to the one before has a plus. */
static char *
write_units (const char *source)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (source);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < text->units->len; i++)
    {
      const ExmSearchUnit *unit = exm_search_text_get_unit (text, i);
      g_string_append (out, i == 0 ? "" : unit->joined ? "+" : "|");
      g_string_append_len (out, text->folded->str + unit->folded, unit->n_folded);
    }
  return g_string_free (out, FALSE);
}

static void
check_units (const char *source, const char *expected)
{
  g_autofree char *units = write_units (source);

  g_assert_cmpstr (units, ==, expected);
}

static void
test_folding (void)
{
  check_units ("Straße ÉCOLE naïve", "strasse|ecole|naive");
  check_units ("e\u0301cole Łódź smørrebrød", "ecole|lodz|smorrebrod");
  check_units ("ＡＢＣ１２ ①", "abc12|1");
  check_units ("Ὀδυσσεύς ΟΔΥΣΣΕΥΣ", "οδυσσευσ|οδυσσευσ");
  check_units ("Ёлка ёлка Й", "елка|елка|и");
  check_units ("İstanbul ısı", "istanbul|isi");
  check_units ("soft\u00adhyphen zero\u200dwidth", "softhyphen|zerowidth");
}

static void
test_arabic_and_hebrew (void)
{
  check_units ("مُحَمَّد أحمد إلى آخر ٱلكتاب", "محمد|احمد|الى|اخر|الكتاب");
  check_units ("كـــتاب", "كتاب");
  check_units ("שָׁלוֹם", "שלום");
}

static void
test_spaceless (void)
{
  check_units ("隧道，开通", "隧+道|开+通");
  check_units ("ｶﾞﾗｽ ガラス か\u3099", "ガ+ラ+ス|ガ+ラ+ス|が");
  check_units ("한국\u1112\u1161\u11ab", "한+국+한");
  check_units ("iPhone手机5G", "iphone+手+机+5g");
  check_units ("กำ", "ก+\u0e4d+า");
  check_units ("コーヒー", "コ+ー+ヒ+ー");
}

static void
test_other_alphabets (void)
{
  /* Vowel signs are no diacritics here. */
  check_units ("हिन्दी भाषा", "हिन्दी|भाषा");
  check_units ("Երևան", "երեւան");
  check_units ("don't e-mail a_b", "don|t|e|mail|a|b");
}

static void
test_bad_bytes (void)
{
  check_units ("ab\xff"
               "cd",
               "ab|cd");
  check_units ("", "");
  check_units (NULL, "");
  check_units ("\u0301\u200d", "");
}

static void
test_places (void)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new ("Die É\u0301cole.");
  const ExmSearchUnit *unit = exm_search_text_get_unit (text, 1);

  g_assert_cmpuint (text->units->len, ==, 2);
  g_assert_cmpuint (unit->start, ==, 4);
  g_assert_cmpuint (unit->end, ==, strlen ("Die É\u0301cole"));
}

static guint
find (const char *source, const char *part, gboolean prefix)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (source);
  g_autoptr (ExmSearchText) wanted = exm_search_text_new (part);

  return exm_search_text_find (text, wanted, prefix, 0);
}

static void
test_find (void)
{
  g_assert_cmpuint (find ("the tunnel opens", "tunnel", FALSE), ==, 1);
  g_assert_cmpuint (find ("the tunnels open", "tunnel", FALSE), ==, G_MAXUINT);
  g_assert_cmpuint (find ("the tunnels open", "tunnel", TRUE), ==, 1);
  g_assert_cmpuint (find ("the tunnels open", "the, open", FALSE), ==, G_MAXUINT);
  g_assert_cmpuint (find ("the tunnels; open", "tunnels open", FALSE), ==, 1);
  g_assert_cmpuint (find ("海底隧道开通", "隧道", FALSE), ==, 2);
  g_assert_cmpuint (find ("海底隧，道", "隧道", FALSE), ==, G_MAXUINT);
  g_assert_cmpuint (find ("海底隧道", "海底 隧道", FALSE), ==, 0);
  g_assert_cmpuint (find ("新iPhone手机", "iphone手", FALSE), ==, 1);
  g_assert_cmpuint (find ("iphone 手机", "iphone手", FALSE), ==, G_MAXUINT);
  g_assert_cmpuint (find ("anything", "", TRUE), ==, G_MAXUINT);
}

static void
add_token (const char *token, gsize n_bytes, gboolean goes_on, gpointer data)
{
  GString *out = data;

  g_string_append_len (out, token, (gssize) n_bytes);
  g_string_append (out, goes_on ? "* " : " ");
}

static void
check_tokens (const char *source,
              gboolean is_query,
              gboolean prefix,
              const char *expected)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (source);
  g_autoptr (GString) out = g_string_new (NULL);

  exm_search_text_foreach_token (text, is_query, prefix, add_token, out);
  g_assert_cmpstr (out->str, ==, expected);
}

static void
test_tokens (void)
{
  check_tokens ("A隧道口 b", FALSE, FALSE, "a 隧道 道口 口 b ");
  check_tokens ("A隧道口 b", TRUE, FALSE, "a 隧道 道口 b ");
  check_tokens ("A隧道口 b", TRUE, TRUE, "a 隧道 道口 b* ");
  check_tokens ("隧 道", TRUE, FALSE, "隧* 道* ");
  check_tokens ("隧道", TRUE, TRUE, "隧道 ");
  check_tokens ("口5G a", FALSE, FALSE, "口 5g a ");
}

static void
test_long_word (void)
{
  g_autofree char *word = g_strnfill (EXM_SEARCH_TOKEN_BYTES + 40, 'x');
  g_autoptr (ExmSearchText) text = exm_search_text_new (word);
  g_autoptr (GString) out = g_string_new (NULL);

  exm_search_text_foreach_token (text, FALSE, FALSE, add_token, out);
  g_assert_cmpuint (out->len, ==, EXM_SEARCH_TOKEN_BYTES + 1);
  g_assert_false (exm_search_text_is_token (text));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/text/folding", test_folding);
  g_test_add_func ("/search/text/arabic-and-hebrew", test_arabic_and_hebrew);
  g_test_add_func ("/search/text/spaceless", test_spaceless);
  g_test_add_func ("/search/text/other-alphabets", test_other_alphabets);
  g_test_add_func ("/search/text/bad-bytes", test_bad_bytes);
  g_test_add_func ("/search/text/places", test_places);
  g_test_add_func ("/search/text/find", test_find);
  g_test_add_func ("/search/text/tokens", test_tokens);
  g_test_add_func ("/search/text/long-word", test_long_word);
  return g_test_run ();
}
