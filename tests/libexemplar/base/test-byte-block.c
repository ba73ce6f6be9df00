/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Blocks of sixteen bytes against the same functions byte by byte. */

#include "base/exm-byte-block.h"
#include "base/exm-word.h"

#include <string.h>

static void
test_first (void)
{
  static const char name[] = "blockquote";

  for (gsize n = 0; n < sizeof name; n++)
    {
      g_autofree char *copy = g_memdup2 (name, MAX (n, 1));
      guint64 expected = 0;
      for (gsize i = MIN (n, 8); i-- > 0;)
        expected = expected << 8 | (guint8) name[i];
      g_assert_cmpuint (exm_word_first (copy, n), ==, expected);
    }
}

#ifdef EXM_HAS_BYTE_BLOCK

static void
test_load (void)
{
  static const char text[] = "sixteen and some more";

  for (gsize n = 0; n < sizeof text; n++)
    {
      /* Exactly as large as its text, so that a sanitizer sees what is read behind it. */
      g_autofree char *copy = g_memdup2 (text, MAX (n, 1));
      char loaded[16], expected[16] = { 0 };
      _mm_storeu_si128 ((__m128i *) loaded, exm_byte_block_load (copy, n));
      memcpy (expected, text, MIN (n, sizeof expected));
      g_assert_cmpmem (loaded, sizeof loaded, expected, sizeof expected);
    }
}

static guint
get_han_naively (const char *text)
{
  const char *p = text;

  for (; *p != '\0' && p < text + 30; p = g_utf8_next_char (p))
    if (g_utf8_get_char (p) < 0x4e00 || g_utf8_get_char (p) > 0x9fff)
      break;
  return (guint) (p - text);
}

static void
test_han (void)
{
  static const gunichar chars[] = { 'a',    0xe9,   0x3002, 0x4dff, 0x4e00, 0x4fff,
                                    0x5000, 0x9fff, 0xa000, 0xff0c, 0x20000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint round = 0; round < 40000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      __m128i first, second;
      for (guint n = round % 16; n > 0; n--)
        /* Mostly those that are counted. */
        g_string_append_unichar (
            text, chars[g_rand_int_range (random, round % 3 == 0 ? 0 : 4,
                                          round % 3 == 1 ? G_N_ELEMENTS (chars) : 8)]);
      /* Exactly as large as its text. */
      g_autofree char *copy = g_memdup2 (text->str, MAX (text->len, 1));
      g_assert_cmpuint (exm_byte_block_get_han (copy, text->len, &first, &second), ==,
                        get_han_naively (text->str));
    }
}

#endif

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byte-block/first", test_first);
#ifdef EXM_HAS_BYTE_BLOCK
  g_test_add_func ("/byte-block/load", test_load);
  g_test_add_func ("/byte-block/han", test_han);
#endif
  return g_test_run ();
}
