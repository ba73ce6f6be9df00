/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "lab/benchmark/exm-token-bag.h"

/* Close enough for numbers that were worked by hand. */
#define CLOSE 1e-9

static ExmTokenScore
score (const char *known, const char *found)
{
  g_autoptr (ExmTokenBag) a = exm_token_bag_new (known);
  g_autoptr (ExmTokenBag) b = exm_token_bag_new (found);
  return exm_token_bag_score (a, b);
}

static void
assert_count (const char *text, guint n)
{
  g_autoptr (ExmTokenBag) bag = exm_token_bag_new (text);
  g_assert_cmpuint (exm_token_bag_get_n (bag), ==, n);
}

static void
test_tokens (void)
{
  assert_count ("", 0);
  assert_count (" — … ! ", 0);
  assert_count ("It's 3.5 °C", 5);
  assert_count ("snake_case word", 2);
  assert_count ("盐巷里有 four bakers", 6);
  assert_count ("a盐b", 3);
  /* The iteration mark and the zero are characters; the full stop is none. */
  assert_count ("佐々木〇。", 4);
  assert_count ("パン", 2);
  assert_count ("한국어 말", 2);
  assert_count ("𠮷野家", 3);
}

/* Known: the the cat sat (4); found: the cat cat ran off (5). In common: the, cat. */
static void
test_by_hand (void)
{
  ExmTokenScore got = score ("The the cat sat.", "the cat, cat ran off");

  g_assert_cmpfloat_with_epsilon (got.precision, 2 / 5.0, CLOSE);
  g_assert_cmpfloat_with_epsilon (got.recall, 2 / 4.0, CLOSE);
  g_assert_cmpfloat_with_epsilon (got.f1, 4 / 9.0, CLOSE);
}

static void
test_same (void)
{
  static const char *const pairs[][2] = {
    { "", "" },
    { "…", "" },
    { "Straße", "STRASSE" },
    { "ﬁne ＡＢＣ１", "FINE abc1" },
    { "e\xcc\x81t\xc3\xa9", "\xc3\xa9t\xc3\xa9" },
    { "one two", "two\n one" },
    { "盐巷", "巷 盐" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      ExmTokenScore got = score (pairs[i][0], pairs[i][1]);
      g_assert_cmpfloat (got.precision, ==, 1);
      g_assert_cmpfloat (got.recall, ==, 1);
      g_assert_cmpfloat (got.f1, ==, 1);
    }
}

static void
test_nothing (void)
{
  static const char *const pairs[][2] = { { "a", "" }, { "", "a" }, { "a", "b" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      ExmTokenScore got = score (pairs[i][0], pairs[i][1]);
      g_assert_cmpfloat (got.precision, ==, 0);
      g_assert_cmpfloat (got.recall, ==, 0);
      g_assert_cmpfloat (got.f1, ==, 0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/token-bag/tokens", test_tokens);
  g_test_add_func ("/token-bag/by-hand", test_by_hand);
  g_test_add_func ("/token-bag/same", test_same);
  g_test_add_func ("/token-bag/nothing", test_nothing);
  return g_test_run ();
}
