/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Messages are repeated in another language: each kind of argument, nested messages, and
 * texts that only look like one. */

#include "base/exm-said-error.h"

#include <errno.h>
#include <gio/gio.h>

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
  assert_words (exm_said_new ("%zu %g", (gsize) 12, .5), "12 0.5");
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

/* As translators may order them, and we. */
static void
test_positions (void)
{
  assert_words (exm_said_new ("%2$d before %1$s", "a", 7), "7 before a");
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

GQuark test_said_error_quark (void);

EXM_DEFINE_SAID_ERROR (test - said - error, test_said_error)

static void
assert_error_says (const GError *error, const char *words)
{
  g_autofree char *said = exm_said_to_words (exm_said_from_error (error));

  g_assert_cmpstr (error->message, ==, words);
  g_assert_cmpstr (said, ==, words);
}

static void
test_errors (void)
{
  g_autoptr (GError) error = NULL;

  exm_said_set_error (&error, test_said_error_quark (), 3, "%s holds %u", "a", 2u);
  g_assert_error (error, test_said_error_quark (), 3);
  assert_error_says (error, "a holds 2");
  g_autoptr (GError) copy = g_error_copy (error);
  exm_said_prefix_error (&copy, "%s: ", "b");
  assert_error_says (copy, "b: a holds 2");
  assert_error_says (error, "a holds 2");
  exm_said_set_error (NULL, test_said_error_quark (), 3, "nobody asks");
  exm_said_prefix_error (NULL, "nobody asks");

  /* Other errors keep their words. */
  g_autoptr (GError) other = NULL;
  exm_said_prefix_error (&other, "nothing");
  g_assert_null (other);
  exm_said_set_error (&other, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", "no");
  exm_said_prefix_error (&other, "%s: ", "c");
  g_assert_cmpstr (other->message, ==, "c: no");
  g_assert_null (exm_said_from_error (other));
  g_assert_cmpstr (exm_said_errno (ENOSPC), ==, "No space left on device");
  g_assert_cmpstr (exm_said_errno (-1), ==, "Unknown error");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/said/arguments", test_arguments);
  g_test_add_func ("/said/within", test_within);
  g_test_add_func ("/said/positions", test_positions);
  g_test_add_func ("/said/other-texts", test_other_texts);
  g_test_add_func ("/said/errors", test_errors);
  return g_test_run ();
}
