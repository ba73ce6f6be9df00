/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-align.h"

#include <string.h>

#define MAX_LINES 14u
#define N_ROUNDS 4000u

/* A letter a line; a capital one stands behind a gap, and weighs what its letter says. */
static void
align (const char *rows, const char *keys, guint *partners)
{
  g_autofree ExmAlignRow *list = g_new0 (ExmAlignRow, strlen (rows) + 1);
  g_autofree guint64 *others = g_new0 (guint64, strlen (keys) + 1);

  for (gsize i = 0; rows[i] != '\0'; i++)
    list[i] = (ExmAlignRow){ (guint64) g_ascii_tolower (rows[i]),
                             (guint) g_ascii_tolower (rows[i]) % 5,
                             g_ascii_isupper (rows[i]) };
  for (gsize i = 0; keys[i] != '\0'; i++)
    others[i] = (guint64) keys[i];
  exm_align_keys (list, (guint) strlen (rows), others, (guint) strlen (keys), partners);
}

/* Partners as letters from "a", "." for none. */
static void
assert_aligned (const char *rows, const char *keys, const char *expected)
{
  guint partners[64];
  char found[65] = "";

  align (rows, keys, partners);
  for (gsize i = 0; rows[i] != '\0'; i++)
    found[i] = partners[i] == G_MAXUINT32 ? '.' : (char) ('a' + partners[i]);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_by_hand (void)
{
  assert_aligned ("", "", "");
  assert_aligned ("xy", "", "..");
  assert_aligned ("", "xy", "");
  assert_aligned ("xyz", "xyz", "abc");
  assert_aligned ("xyz", "xz", "a.b");
  assert_aligned ("xz", "xyz", "ac");
  /* Heavier elements win: h weighs 4, p 2. */
  assert_aligned ("hp", "ph", "b.");
  /* Neighbours stay together, a gap stands for something. */
  assert_aligned ("xy", "xzxy", "cd");
  assert_aligned ("xY", "xyzy", "ad");
}

/* The heaviest common subsequence, from its definition. */
static guint
weigh (const char *rows, const char *keys)
{
  if (*rows == '\0' || *keys == '\0')
    return 0;
  if (*rows == *keys)
    return MAX ((guint) *rows % 5, 1) + weigh (rows + 1, keys + 1);
  return MAX (weigh (rows + 1, keys), weigh (rows, keys + 1));
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      char rows[MAX_LINES + 1] = "", keys[MAX_LINES + 1] = "";
      guint partners[MAX_LINES], found = 0, next = 0;
      gint n_rows = g_rand_int_range (rand, 0, MAX_LINES / 2),
           n_keys = g_rand_int_range (rand, 0, MAX_LINES);
      for (gint i = 0; i < n_rows; i++)
        rows[i] = (char) ('a' + g_rand_int_range (rand, 0, 6));
      for (gint i = 0; i < n_keys; i++)
        keys[i] = (char) ('a' + g_rand_int_range (rand, 0, 6));
      align (rows, keys, partners);
      for (gint i = 0; i < n_rows; i++)
        {
          if (partners[i] == G_MAXUINT32)
            continue;
          g_assert_cmpuint (partners[i], >=, next);
          g_assert_cmpint (rows[i], ==, keys[partners[i]]);
          next = partners[i] + 1;
          found += MAX ((guint) rows[i] % 5, 1);
        }
      g_assert_cmpuint (found, ==, weigh (rows, keys));
    }
}

/* The k-th copy of a very frequent element is paired with about the k-th. */
static void
test_many (void)
{
  const guint n = 20000;
  g_autofree ExmAlignRow *rows = g_new0 (ExmAlignRow, n);
  g_autofree guint64 *keys = g_new0 (guint64, n);
  g_autofree guint *partners = g_new (guint, n);
  guint n_found = 0;

  for (guint i = 0; i < n; i++)
    {
      rows[i] = (ExmAlignRow){ i % 2 == 0 ? 7 : i, 1, FALSE };
      keys[i] = rows[i].key;
    }
  exm_align_keys (rows, n, keys, n, partners);
  for (guint i = 0; i < n; i++)
    n_found += partners[i] == i;
  g_assert_cmpuint (n_found, ==, n);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/align/by-hand", test_by_hand);
  g_test_add_func ("/align/random", test_random);
  g_test_add_func ("/align/many", test_many);
  return g_test_run ();
}
