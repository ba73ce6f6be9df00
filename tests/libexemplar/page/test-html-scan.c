/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every way of scanning that this processor has, against the simplest one. */

#include "html/exm-html-scan.h"

#include <string.h>

static const char *
scan_naively (const char *p, const char *end, ExmHtmlStops stops)
{
  while (p < end && memchr (stops.bytes, *p, sizeof stops.bytes) == NULL)
    p++;
  return p;
}

static void
test_way (const void *data)
{
  ExmHtmlScan scan = exm_html_scan_by_name (data);
  static const char bytes[] = "<&\r\0>ab\xe4\xbc\x80\xff";
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  g_assert_nonnull (scan);
  for (guint round = 0; round < 20000; round++)
    {
      gsize n = (gsize) g_rand_int_range (random, 0, 100);
      /* Exactly as large as its text, so that a sanitizer sees what is read behind it. */
      g_autofree char *text = g_malloc (MAX (n, 1));
      guint rare = (guint) g_rand_int_range (random, 1, 60);
      for (gsize i = 0; i < n; i++)
        text[i] = g_rand_int_range (random, 0, (int) rare) == 0
                      ? bytes[g_rand_int_range (random, 0, sizeof bytes - 1)]
                      : 'x';
      ExmHtmlStops stops;
      for (guint i = 0; i < 4; i++)
        stops.bytes[i] = bytes[g_rand_int_range (random, 0, sizeof bytes - 1)];
      const char *expected = scan_naively (text, text + n, stops);
      g_assert_true (scan (text, text + n, stops) == expected);
      g_assert_true (exm_html_find (scan, text, text + n, stops) == expected);
      if (memchr (stops.bytes, '\0', sizeof stops.bytes) == NULL)
        g_assert_true (exm_html_find_in_short (text, text + n, stops) == expected);
    }
}

static void
test_names (void)
{
  g_assert_nonnull (exm_html_scan_by_name (NULL));
  g_assert_nonnull (exm_html_scan_by_name ("portable"));
  g_assert_null (exm_html_scan_by_name ("no such processor"));
}

int
main (int argc, char *argv[])
{
  static const char *const ways[] = { "portable", "sse2", "avx2" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/html/scan/names", test_names);
  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    if (exm_html_scan_by_name (ways[i]) != NULL)
      {
        g_autofree char *name = g_strconcat ("/page/html/scan/", ways[i], NULL);
        g_test_add_data_func (name, ways[i], test_way);
      }
  return g_test_run ();
}
