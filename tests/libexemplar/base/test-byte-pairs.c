/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Words refused by pairs of bytes against a search of the whole text. */

#include "base/exm-byte-pairs.h"

#include <string.h>

#define N_ROUNDS 20000u

static char *
make_text (GRand *random, gsize n_bytes)
{
  char *text = g_malloc (n_bytes + 1);

  for (gsize i = 0; i < n_bytes; i++)
    text[i] = (char) (g_rand_boolean (random) ? g_rand_int_range (random, 'a', 'f')
                                              : g_rand_int_range (random, 1, 256));
  text[n_bytes] = '\0';
  return text;
}

/* No word that is there is refused, and most others are. */
static void
test_search (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint n_missing = 0, n_refused = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree char *text
          = make_text (random, (gsize) g_rand_int_range (random, 0, 40));
      g_autofree char *word = make_text (random, (gsize) g_rand_int_range (random, 2, 4));
      ExmBytePairs pairs;
      exm_byte_pairs_read (&pairs, text);
      gboolean refused = !exm_byte_pairs_may_have (&pairs, word);
      if (strstr (text, word) != NULL)
        g_assert_false (refused);
      else
        {
          n_missing++;
          n_refused += refused;
        }
    }
  g_assert_cmpuint (n_missing, <, N_ROUNDS);
  g_assert_cmpuint (n_refused, >, n_missing * 9 / 10);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/byte-pairs/search", test_search);
  return g_test_run ();
}
