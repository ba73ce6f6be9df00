/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every way of counting markup that this processor has, against the simplest one. */

#include "exm-markup-count.h"

static void
assert_count (ExmMarkupCount count, const char *text, gsize n)
{
  guint n_starts = 0, n_ends = 0;

  for (gsize i = 0; i < n; i++)
    if (text[i] == '<' && i + 1 < n && text[i + 1] == '/')
      n_ends++;
    else if (text[i] == '<')
      n_starts++;
  g_assert_cmpuint (count.n_starts, ==, n_starts);
  g_assert_cmpuint (count.n_ends, ==, n_ends);
}

static void
test_way (const void *data)
{
  ExmProcessor processor = (ExmProcessor) GPOINTER_TO_UINT (data);
  static const char bytes[] = "<</\na";
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 20000; round++)
    {
      /* Long enough for counts in bytes to be added up between. */
      gint most = round % 1000 == 0 ? 40000 : 300;
      gsize n = (gsize) g_rand_int_range (random, 0, most);
      /* Exactly as large as its text, so that a sanitizer sees what is read behind it. */
      g_autofree char *text = g_malloc (MAX (n, 1));
      for (gsize i = 0; i < n; i++)
        text[i] = bytes[g_rand_int_range (random, 0, round % 2 == 0 ? 1 : 5)];
      assert_count (exm_markup_count_by (processor, text, n), text, n);
    }
}

static void
test_empty (void)
{
  ExmMarkupCount count = exm_markup_count (NULL, 0);

  g_assert_cmpuint (count.n_starts + count.n_ends, ==, 0);
}

int
main (int argc, char *argv[])
{
  static const char *const names[] = { "portable", "sse2", "avx2" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/markup-count/empty", test_empty);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (exm_processor_has ((ExmProcessor) i))
      {
        g_autofree char *path = g_strconcat ("/markup-count/", names[i], NULL);
        g_test_add_data_func (path, GUINT_TO_POINTER (i), test_way);
      }
  return g_test_run ();
}
