/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much of a text stands in another. */

#include "base/exm-shingles.h"
#include "base/exm-text.h"

#include <string.h>

static double
measure (const char *set, const char *text)
{
  g_autoptr (ExmShingles) shingles = exm_shingles_new ();

  exm_shingles_add (shingles, set, strlen (set));
  return exm_shingles_measure (shingles, text, strlen (text));
}

static void
test_measure (void)
{
  static const char text[]
      = "The harbour board met on Monday, to decide about the ferry.";

  g_assert_cmpfloat (measure (text, text), ==, 1);
  g_assert_cmpfloat (measure (text, "harbour — BOARD met on (monday)"), ==, 1);
  g_assert_cmpfloat (measure (text, "nobody came to the other hall that night"), ==, 0);
  g_assert_cmpfloat (measure ("周一晚上港务局召开会议讨论渡轮", "港务局召开会议，讨论"),
                     ==, 1);
  /* Too short to say. */
  g_assert_cmpfloat (measure (text, "harbour"), ==, 0);
  g_assert_cmpfloat (measure (text, ""), ==, 0);
  g_assert_cmpfloat (measure ("", text), ==, 0);
}

/* Half of a text that is there is half. */
static void
test_half (void)
{
  g_autoptr (GString) known = g_string_new (NULL), other = g_string_new (NULL);

  for (guint i = 0; i < 400; i++)
    {
      g_string_append_printf (known, "known%u ", i);
      g_string_append_printf (other, "other%u ", i);
    }
  g_autofree char *both = g_strconcat (known->str, other->str, NULL);
  double share = measure (known->str, both);

  g_assert_cmpfloat (share, >, .45);
  g_assert_cmpfloat (share, <, .55);
}

/* The same by the simplest means: every run that is asked for is searched for. */
static double
measure_slowly (const char *set, const char *text)
{
  g_autofree char *known = exm_text_squeeze (set, strlen (set));
  g_autofree char *plain = exm_text_squeeze (text, strlen (text));
  gsize n = strlen (plain);
  guint n_runs = 0, n_found = 0;

  for (gsize i = 0; n >= 16 && i <= n - 16;
       i = i + 32 < n - 16 || i == n - 16 ? i + 32 : n - 16)
    {
      g_autofree char *run = g_strndup (plain + i, 16);
      n_found += strstr (known, run) != NULL;
      n_runs++;
    }
  return n_runs > 0 ? (double) n_found / n_runs : 0;
}

/* Enough to make room many times over. */
static void
test_many (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GString) known = g_string_new (NULL), other = g_string_new (NULL);
      for (guint i = 0; i < 40 * (round % 50); i++)
        g_string_append_printf (known, "word%d ", g_rand_int_range (random, 0, 500));
      for (guint i = 0; i < 30; i++)
        {
          gsize at = known->len > 0 ? (gsize) g_rand_int (random) % known->len : 0;
          g_string_append_len (other, known->str + at,
                               (gssize) MIN (known->len - at, 60));
          g_string_append_printf (other, "other%d ", g_rand_int_range (random, 0, 500));
        }
      g_assert_cmpfloat (measure (known->str, other->str), ==,
                         measure_slowly (known->str, other->str));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shingles/measure", test_measure);
  g_test_add_func ("/shingles/half", test_half);
  g_test_add_func ("/shingles/many", test_many);
  return g_test_run ();
}
