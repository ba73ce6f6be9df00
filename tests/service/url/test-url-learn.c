/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Patterns for the articles of a page, and for what stands beside them. */

#include "url/exm-url-judge.h"
#include "url/exm-url-pattern-learn.h"

#include <string.h>

#define SITE "https://a.example"

static GPtrArray *
split (const char *paths)
{
  GPtrArray *urls = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) parts = g_strsplit (paths, " ", -1);

  for (char **part = parts; *part != NULL; part++)
    g_ptr_array_add (urls, g_strconcat (SITE, *part, NULL));
  return urls;
}

static char *
join (GPtrArray *patterns)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < patterns->len; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " " : "",
                            (char *) g_ptr_array_index (patterns, i) + strlen (SITE));
  return g_string_free (out, FALSE);
}

static void
test_learn (void)
{
  static const struct
  {
    const char *articles; /* (unowned) */
    const char *others;   /* (unowned) */
    const char *include;  /* (unowned) */
    const char *exclude;  /* (unowned) */
  } cases[] = {
    { "/news/1.html /news/2.html /news/3.html", "/ /about.html", "/news/(*).html", "" },
    /* Articles and pages of the site in one place. */
    { "/last-ferry/ /a-bell/ /bread-prices/", "/about/ /contact/ /tag/sea/", "/(*)/",
      "/about/ /contact/" },
    /* A directory of lists, in which articles are found as well. */
    { "/n/x/last-ferry /n/y/a-bell /n/z/bread-prices", "/n/tag/sea /n/tag/bells",
      "/n/(*)/(*)", "/n/tag/(**)" },
    /* Two generations of addresses. */
    { "/article-11-1.html /article-12-1.html /posts/0a1b2c3d.html /posts/ffee0011.html",
      "/about.html", "/article-(*).html /posts/(*).html", "" },
    /* Sections that differ in one name, or in two where the name has numbers. */
    { "/dev/post-520/ /life/post-523/ /book/post-526/", "/dev/ /life/", "/(*)/post-(*)/",
      "" },
    { "/a/b/101.html /a/c/102.html /d/b/103.html", "/a/b/ /x.html", "/(*)/(*)/(*).html",
      "" },
    /* Not where that takes what is none. */
    { "/news/last-ferry.html /sport/a-bell.html", "/jobs/baker.html /jobs/cook.html",
      "/news/(*).html /sport/(*).html", "" },
    /* Below a date any name is an article's. */
    { "/2026/03/01/rope01/ /2026/03/02/rope02/", "/2026/ /2026/03/",
      "/{yyyy}/{MM}/{dd}/(*)/", "" },
    { "/2026/03/01/rope01/ /2026/03/02/rope02/ /2026/03/02/lamp01/ /2026/03/04/rope03/",
      "/2026/", "/{yyyy}/{MM}/{dd}/(*)/", "" },
    /* But for a name that they all have: other pages of a paper lie beside them. */
    { "/2026-03/01/content_17.htm /2026-03/01/content_18.htm /2026-03/02/content_19.htm",
      "/", "/{yyyy}-{MM}/(*)/content_(*).htm", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) articles = split (cases[i].articles);
      g_autoptr (GPtrArray) others = split (cases[i].others);
      g_autoptr (GPtrArray) include = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) exclude = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GError) error = NULL;
      g_test_message ("%s", cases[i].articles);
      exm_url_patterns_learn (articles, others, include, exclude, &error);
      g_assert_no_error (error);
      g_autofree char *in = join (include);
      g_autofree char *out = join (exclude);
      g_assert_cmpstr (in, ==, cases[i].include);
      g_assert_cmpstr (out, ==, cases[i].exclude);
    }
}

static void
test_refused (void)
{
  g_autoptr (GPtrArray) articles = g_ptr_array_new ();
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (GPtrArray) include = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (articles, (char *) "no address");
  g_assert_false (exm_url_patterns_learn (articles, others, include, include, &error));
  g_assert_nonnull (error);
}

static void
test_judge (void)
{
  static const char *const articles[]
      = { "/2026/11/17/last-ferry-of-autumn/", "/news/7001.html",
          "/the-last-ferry-sails/", "/show.asp?id=17", "/%E6%9C%80%E5%90%8E%E7%9A%84/" };
  static const char *const lists[] = { "/tag/sea/",
                                       "/category/news/page/2/",
                                       "/2026/11/",
                                       "/2026/",
                                       "/2026-11/",
                                       "/author/anna/",
                                       "/?page=2",
                                       "/about/",
                                       "/login",
                                       "/privacy-policy/",
                                       "/jobs/cook/",
                                       "/page/2",
                                       "/archives/2026/11/index.html" };
  static const char *const never[]
      = { "/", "", "/index.html", "/x.pdf", "/feed.xml", "/a/b.JPG" };

  for (gsize i = 0; i < G_N_ELEMENTS (articles); i++)
    {
      g_autofree char *url = g_strconcat (SITE, articles[i], NULL);
      g_test_message ("%s", url);
      g_assert_cmpfloat (exm_url_judge (url), >, 0);
      g_assert_false (exm_url_names_list (url));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *url = g_strconcat (SITE, lists[i], NULL);
      g_test_message ("%s", url);
      g_assert_cmpfloat (exm_url_judge (url), <, 0);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (never); i++)
    {
      g_autofree char *url = g_strconcat (SITE, never[i], NULL);
      g_test_message ("%s", url);
      g_assert_cmpfloat (exm_url_judge (url), ==, EXM_URL_NEVER);
    }
}

static void
test_date (void)
{
  static const char *const dated[]
      = { "/2026/05/a-rope/", "/c/2020-12-05/477872.html", "/2026/a-rope",
          "/news/2026-05-01-a-rope.html", "/20260501a.html" };
  static const char *const others[]
      = { "/2026/05/", "/archive/2026/05/01/", "/2026-05", "/202605", "/2000-best-books/",
          "/p/4711",   "/1984-again",          "/" };

  for (gsize i = 0; i < G_N_ELEMENTS (dated); i++)
    {
      g_autofree char *url = g_strconcat (SITE, dated[i], NULL);
      g_test_message ("%s", url);
      g_assert_true (exm_url_has_date (url));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *url = g_strconcat (SITE, others[i], NULL);
      g_test_message ("%s", url);
      g_assert_false (exm_url_has_date (url));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/url/date", test_date);
  g_test_add_func ("/url/learn/patterns", test_learn);
  g_test_add_func ("/url/learn/refused", test_refused);
  g_test_add_func ("/url/learn/judge", test_judge);
  return g_test_run ();
}
