/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "discover/exm-sitemap-kind.h"

static void
test_names (void)
{
  static const struct
  {
    const char *url; /* (unowned) */
    ExmSitemapKind kind;
  } cases[] = {
    { "https://a.example/wp-sitemap-posts-post-1.xml", EXM_SITEMAP_KIND_ARTICLE },
    { "https://a.example/wp-sitemap-posts-page-1.xml", EXM_SITEMAP_KIND_OTHER },
    { "https://a.example/post_tag-sitemap1.xml", EXM_SITEMAP_KIND_OTHER },
    { "https://a.example/post-sitemap12.xml", EXM_SITEMAP_KIND_ARTICLE },
    { "https://a.example/News.XML.gz", EXM_SITEMAP_KIND_ARTICLE },
    { "https://a.example/author-sitemap.xml", EXM_SITEMAP_KIND_OTHER },
    { "https://a.example/page/sitemap-3.xml?page=2#post", EXM_SITEMAP_KIND_NONE },
    { "https://a.example/postal-sitemap.xml", EXM_SITEMAP_KIND_NONE },
    { "", EXM_SITEMAP_KIND_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (exm_sitemap_kind_from_name (cases[i].url), ==, cases[i].kind);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/discover/sitemap-kind/names", test_names);
  return g_test_run ();
}
