/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Words of names and of short lines: what finds them fast finds what a look at each
 * would. */

#include "extract/exm-line-kind.h"
#include "extract/exm-words.h"

#include <string.h>

static void
test_names (void)
{
  const ExmWordClass ad = EXM_WORDS_NOISE | EXM_WORDS_AD;

  g_assert_cmpint (exm_words_classify (""), ==, 0);
  g_assert_cmpint (exm_words_classify ("ad"), ==, ad);
  g_assert_cmpint (exm_words_classify ("AD"), ==, ad);
  g_assert_cmpint (exm_words_classify ("adx"), ==, 0);
  g_assert_cmpint (exm_words_classify ("zhengwen"), ==, EXM_WORDS_BODY);
  g_assert_cmpint (exm_words_classify ("main-zhengwen_2"), ==, EXM_WORDS_BODY);
  g_assert_cmpint (exm_words_classify ("articleText"), ==, EXM_WORDS_BODY);
  g_assert_cmpint (exm_words_classify ("ARTICLETEXT"), ==, EXM_WORDS_BODY);
  g_assert_cmpint (exm_words_classify ("storyAd"), ==, EXM_WORDS_BODY | ad);
  g_assert_cmpint (exm_words_classify ("STORYAd"), ==, 0);
  g_assert_cmpint (exm_words_classify ("ad@ad`ad[ad{"), ==, ad);
  g_assert_cmpint (exm_words_classify ("\xc3\xa4"
                                       "ad\xc3\xa4"),
                   ==, ad);
  g_assert_cmpint (exm_words_classify ("advertisementadvertisementad"), ==, 0);
}

/* The words of a name say together what each says alone. */
static void
test_names_as_each (void)
{
  static const char *const words[]
      = { "article", "share", "x",      "Foot", "footer", "rss", "tag",
          "tags",    "col",   "AUTHOR", "wznr", "io",     "q",   "text",
          "texts",   "ads",   "hot",    "info", "bio",    "nav" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) name = g_string_new (NULL);
      guint together = 0;
      for (guint k = 0; k < 4; k++)
        {
          const char *word = words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))];
          g_string_append (name, word);
          g_string_append_c (name, "-_ 3."[g_rand_int_range (random, 0, 5)]);
          together |= exm_words_classify (word);
        }
      g_assert_cmpuint (exm_words_classify (name->str), ==, together);
    }
}

static void
assert_opens (const char *line, guint classes)
{
  /* Nothing behind the line is read. */
  g_autofree char *exact = g_memdup2 (line, MAX (strlen (line), 1));
  g_assert_cmpuint (exm_words_classify_line (exact, strlen (line)), ==, classes);
}

static void
test_openings (void)
{
  assert_opens ("", 0);
  assert_opens ("(", 0);
  assert_opens ("3", 0);
  assert_opens ("Comments (12)", EXM_WORDS_COMMENT);
  assert_opens ("12 COMMENTS", EXM_WORDS_COMMENT);
  assert_opens ("» ADD A COMMENT", EXM_WORDS_COMMENT);
  assert_opens ("About the author", EXM_WORDS_NOISE | EXM_WORDS_AUTHOR);
  assert_opens ("ABOUT AUTHOR", EXM_WORDS_NOISE | EXM_WORDS_AUTHOR);
  assert_opens ("About us", EXM_WORDS_NOISE | EXM_WORDS_LEGAL);
  assert_opens ("Abou", 0);
  assert_opens ("【댓글】", EXM_WORDS_COMMENT);
  assert_opens ("関連ニュース", EXM_WORDS_NOISE | EXM_WORDS_RELATED);
  assert_opens ("関", 0);
  assert_opens ("Comments: but a sentence of more than sixty bytes opens no part at all",
                0);
}

/* Every name of a month, at the beginning, in the middle and at the end of a line. */
static void
test_dates (void)
{
  static const char *const months[]
      = { "January", "märz",   "MAY", "Août",    "décembre", "enero", "março",
          "luglio",  "января", "мая", "ДЕКАБРЯ", "jan",      "Sept",  "dec" };
  static const char *const others[]
      = { "Maybe", "marches", "decade", "Augustus", "junior", "xmay", "мир", "a", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (months) + G_N_ELEMENTS (others); i++)
    for (guint place = 0; place < 3; place++)
      {
        gboolean month = i < G_N_ELEMENTS (months);
        const char *word = month ? months[i] : others[i - G_N_ELEMENTS (months)];
        static const char *const forms[]
            = { "By %s 7 Ann", "by Ann, 7 %s on", "by 7 %s" };
        const char *at = strstr (forms[place], "%s");
        g_autofree char *line = g_strdup_printf ("%.*s%s%s", (int) (at - forms[place]),
                                                 forms[place], word, at + 2);
        g_autofree char *long_line = g_strdup_printf ("%s %0600d", line, 0);
        g_test_message ("%s", line);
        g_assert_cmpint (exm_line_kind_is_dateline (line, strlen (line)), ==, month);
        g_assert_cmpint (exm_line_kind_is_dateline (long_line, strlen (long_line)), ==,
                         month);
      }
  g_assert_false (exm_line_kind_is_dateline ("By Ann, May", 11));
  g_assert_true (exm_line_kind_is_dateline ("By Ann 10:30", 12));
  g_assert_false (exm_line_kind_is_dateline ("10:30", 5));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/words/names", test_names);
  g_test_add_func ("/extract/words/names-as-each", test_names_as_each);
  g_test_add_func ("/extract/words/openings", test_openings);
  g_test_add_func ("/extract/words/dates", test_dates);
  return g_test_run ();
}
