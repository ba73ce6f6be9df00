/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "demo/exm-sample-numbered.h"

#include <string.h>

static void
test_pages (void)
{
  g_autoptr (ExmSamplePage) list = exm_sample_numbered_render ("/numbered/40/");
  g_autoptr (ExmSamplePage) page = exm_sample_numbered_render ("/numbered/40/000007");
  g_autoptr (ExmSamplePage) again = exm_sample_numbered_render ("/numbered/40/7");
  g_autofree char *body = exm_sample_numbered_dup_body (7);
  g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);

  g_assert_nonnull (strstr (list->text, "\"/numbered/40/000001\""));
  g_assert_nonnull (strstr (list->text, "\"/numbered/40/000040\""));
  g_assert_null (strstr (list->text, "000041"));
  g_assert_cmpstr (page->text, ==, again->text);
  g_assert_cmpuint (g_strv_length (paragraphs), >=, 6);
  for (gsize i = 0; paragraphs[i] != NULL; i++)
    g_assert_nonnull (strstr (page->text, paragraphs[i]));
}

static void
test_distinct (void)
{
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint number = 1; number <= 2000; number++)
    {
      g_autofree char *body = exm_sample_numbered_dup_body (number);
      g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);
      for (gsize i = 0; paragraphs[i] != NULL; i++)
        g_assert_true (g_hash_table_add (seen, g_strdup (paragraphs[i])));
    }
}

static void
test_no_page (void)
{
  static const char *const paths[] = {
    "/",
    "/numbered/",
    "/numbered/0/",
    "/numbered/x/",
    "/numbered/100001/",
    "/numbered/10/0",
    "/numbered/10/11",
    "/numbered/10/1/",
    "/numbered/10/-1",
    "/numbered/10/99999999999999999999",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    g_assert_null (exm_sample_numbered_render (paths[i]));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sample/numbered/pages", test_pages);
  g_test_add_func ("/sample/numbered/distinct", test_distinct);
  g_test_add_func ("/sample/numbered/no-page", test_no_page);
  return g_test_run ();
}
