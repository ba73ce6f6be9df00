/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What was said is said again: each kind of argument, what is said within it, and texts
 * that only look like it. */

#include "exm-said.h"

static void
assert_words (char *said, const char *expected)
{
  g_autofree char *taken = said;
  g_autofree char *words = exm_said_to_words (taken);

  g_assert_cmpstr (words, ==, expected);
}

static void
test_arguments (void)
{
  assert_words (exm_said_new ("nothing"), "nothing");
  assert_words (exm_said_new ("%s, %u and %d", "a", 7u, -3), "a, 7 and -3");
  assert_words (exm_said_new ("%.1f of 100 %%", 2.25), "2.2 of 100 %");
  assert_words (exm_said_new ("%lu %lld", G_MAXULONG, (long long) G_MININT64),
                "18446744073709551615 -9223372036854775808");
  assert_words (exm_said_new ("“%s”", "it's \"so\", \\ and 中文\n"),
                "“it's \"so\", \\ and 中文\n”");
  assert_words (exm_said_new ("[%s]", (const char *) NULL), "[]");
  assert_words (exm_said_new ("%s", "100 %s"), "100 %s");
}

static void
test_within (void)
{
  g_autofree char *inner = exm_said_new ("%s did not answer in time.", "a.example");

  assert_words (exm_said_new ("%s: %s", "http://a.example/", inner),
                "http://a.example/: a.example did not answer in time.");
  /* Not without end. */
  g_autofree char *deep = g_strdup (inner);
  for (guint i = 0; i < 20; i++)
    {
      char *next = exm_said_new ("%s", deep);
      g_free (deep);
      deep = next;
    }
  g_autofree char *words = exm_said_to_words (deep);
  g_assert_nonnull (words);
}

/* As translators may order them. */
static void
test_positions (void)
{
  assert_words (g_strdup ("['%2$s before %1$s', 'a', 'b']"), "b before a");
}

static void
test_other_texts (void)
{
  static const char *const texts[] = {
    "",
    "a.example did not answer in time.",
    "[",
    "[]",
    "['']",
    "['%s']",
    "['%9$s', 'a']",
    "['%0$s', 'a'",
    "['%', 'a'",
    "[1, 2]",
    "@as []",
    "['a', 'b'] and more",
  };

  g_assert_null (exm_said_to_words (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *words = exm_said_to_words (texts[i]);
      g_test_message ("%s", texts[i]);
      g_assert_null (words);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/said/arguments", test_arguments);
  g_test_add_func ("/said/within", test_within);
  g_test_add_func ("/said/positions", test_positions);
  g_test_add_func ("/said/other-texts", test_other_texts);
  return g_test_run ();
}
