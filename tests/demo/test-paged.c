/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo/exm-sample-paged.h"

#include <string.h>

/* The pages of an article hold its body, each paragraph once. */
static void
test_bodies (void)
{
  static const char *const kinds[] = { "rows", "gb" };

  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n_pages = 0;
      g_autofree char *body = exm_sample_paged_dup_body (kinds[k], 107, &n_pages);
      g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);
      g_autoptr (GString) all = g_string_new (NULL);
      g_assert_cmpuint (n_pages, ==, 7);
      for (guint i = 1; i <= n_pages; i++)
        {
          g_autofree char *path
              = i > 1 ? g_strdup_printf ("/paged/%s/2026/107_%u.html", kinds[k], i)
                      : g_strdup_printf ("/paged/%s/2026/107.html", kinds[k]);
          g_autoptr (ExmSamplePage) page = exm_sample_paged_render (path, NULL);
          g_assert_nonnull (page);
          g_string_append (all, page->text);
        }
      for (gsize i = 0; paragraphs[i] != NULL; i++)
        {
          const char *first = strstr (all->str, paragraphs[i]);
          g_assert_nonnull (first);
          g_assert_null (strstr (first + 1, paragraphs[i]));
        }
    }
}

static void
test_addresses (void)
{
  static const struct
  {
    const char *path;
    const char *query;
    gboolean there;
  } cases[] = {
    { "/paged/rows/", NULL, TRUE },
    { "/paged/rows/2026/102_2.html", NULL, TRUE },
    { "/paged/rows/2026/102_3.html", NULL, FALSE },
    { "/paged/query/2026/102.html", "page=2", TRUE },
    { "/paged/query/2026/102.html", "page=3", FALSE },
    { "/paged/script/2026/102_1.html", NULL, TRUE },
    { "/paged/script/2026/102_2.html", NULL, FALSE },
    { "/paged/all/2026/102_all.html", NULL, TRUE },
    { "/paged/rows/2026/102_all.html", NULL, FALSE },
    { "/paged/rows/2026/100.html", NULL, FALSE },
    { "/paged/none/", NULL, FALSE },
    { "/paged/", NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmSamplePage) page
          = exm_sample_paged_render (cases[i].path, cases[i].query);
      g_test_message ("%s?%s", cases[i].path, cases[i].query);
      g_assert_cmpint (page != NULL, ==, cases[i].there);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample/paged/bodies", test_bodies);
  g_test_add_func ("/sample/paged/addresses", test_addresses);
  return g_test_run ();
}
