/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every way of checking UTF-8 that this processor has, against GLib's. */

#include "charset/exm-utf8.h"

#include <string.h>

#define AROUND 150u

static gsize
run_naively (const guint8 *data, gsize n, gsize *n_multi)
{
  const char *end;

  g_utf8_validate_len ((const char *) data, n, &end);
  gsize length = (gsize) (end - (const char *) data);
  for (gsize i = 0; i < length; i++)
    *n_multi += data[i] >= 0xc0;
  return length;
}

/* @n bytes at the end of memory that is exactly as large, for the sanitizers. */
static void
assert_same (ExmProcessor processor, const guint8 *data, gsize n)
{
  g_autofree guint8 *copy = g_memdup2 (n > 0 ? data : (const guint8 *) "", MAX (n, 1));
  gsize expected_multi = 3, n_multi = 3;
  gsize expected = run_naively (data, n, &expected_multi);

  g_assert_cmpuint (exm_utf8_run_by (processor, copy, n, &n_multi), ==, expected);
  g_assert_cmpuint (n_multi, ==, expected_multi);
}

/* All sequences of two bytes and those of three and four that begin with them, at every
 * place of a block. */
static void
test_sequences (const void *data)
{
  ExmProcessor processor = (ExmProcessor) GPOINTER_TO_UINT (data);
  static const guint8 tails[] = { 'a', 0x80, 0x8f, 0x90, 0xbf, 0 };
  guint8 text[AROUND + 8];

  for (guint first = 0x7f; first < 0x100; first++)
    for (guint second = 0; second < 0x100; second++)
      for (guint k = 0; k < sizeof tails * sizeof tails; k++)
        {
          gsize at = (first * 7 + second * 3 + k) % AROUND;
          memset (text, 'x', sizeof text);
          text[at] = (guint8) first;
          text[at + 1] = (guint8) second;
          text[at + 2] = tails[k % sizeof tails];
          text[at + 3] = tails[k / sizeof tails];
          assert_same (processor, text, sizeof text);
        }
}

/* Valid text with a mistake somewhere, cut anywhere. */
static void
test_random (const void *data)
{
  ExmProcessor processor = (ExmProcessor) GPOINTER_TO_UINT (data);
  static const char *const pieces[] = { "a", "plain text", "é", "新", "\U0001f600", "ｱ" };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint round = 0; round < 20000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      gsize n = (gsize) g_rand_int_range (random, 0, 200);
      while (text->len < n)
        g_string_append (text,
                         pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))]);
      g_string_truncate (text, n);
      if (n > 0 && round % 3 == 0)
        text->str[g_rand_int_range (random, 0, (int) n)]
            = (char) g_rand_int_range (random, 0, 256);
      assert_same (processor, (const guint8 *) text->str, n);
    }
}

int
main (int argc, char *argv[])
{
  static const char *const names[] = { "portable", "sse2", "avx2", "avx512" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (exm_processor_has ((ExmProcessor) i))
      {
        g_autofree char *sequences = g_strconcat ("/utf-8/sequences/", names[i], NULL);
        g_autofree char *random = g_strconcat ("/utf-8/random/", names[i], NULL);
        g_test_add_data_func (sequences, GUINT_TO_POINTER (i), test_sequences);
        g_test_add_data_func (random, GUINT_TO_POINTER (i), test_random);
      }
  return g_test_run ();
}
