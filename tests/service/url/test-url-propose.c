/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "url/exm-url-pattern.h"

#include <string.h>

#define HEAD "https://example.com/"

/* @urls: with a space between them. */
static char *
propose (const char *urls)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strsplit (urls, " ", -1);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (list, words[i]);
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_propose (list, &error);
  g_assert_no_error (error);
  g_assert_true (exm_url_pattern_matches (pattern, words[0], NULL));
  return g_strdup (exm_url_pattern_get_text (pattern));
}

static void
test_alone (void)
{
  static const struct
  {
    const char *url, *pattern; /* (unowned) */
  } cases[] = {
    /* numbers */
    { HEAD "123456.html", HEAD "(*).html" },
    { HEAD "content_7034567.htm", HEAD "content_(*).htm" },
    { HEAD "a/content_12_34.htm", HEAD "a/content_(*).htm" },
    { HEAD "news/c1130123456.htm", HEAD "news/c(*).htm" },
    { HEAD "news/a716", HEAD "news/(*)" },
    { HEAD "show.php?id=123&cat=news", HEAD "show.php?id=(*)&cat=news" },
    { HEAD "show.php?id=123&utm_source=x#top", HEAD "show.php?id=(*)" },
    { HEAD "?p=12", HEAD "?p=(*)" },
    { HEAD "#/article/12", HEAD "#/article/(*)" },
    /* dates */
    { HEAD "2024/05/12/123.html", HEAD "{yyyy}/{MM}/{dd}/(*).html" },
    { HEAD "2024-05-12/123.html", HEAD "{yyyy}-{MM}-{dd}/(*).html" },
    { HEAD "2024/5/7/123.html", HEAD "{yyyy}/{M}/{d}/(*).html" },
    { HEAD "2024/11/12/123.html", HEAD "{yyyy}/(*)/(*)/(*).html" },
    { HEAD "2024/1105/123.html", HEAD "{yyyy}/{MMdd}/(*).html" },
    { HEAD "202405/t20240512_123.html", HEAD "{yyyyMM}/t{yyyyMMdd}_(*).html" },
    { HEAD "20240512103015.html", HEAD "{yyyyMMdd}(*).html" },
    /* A session, in which a year stands by chance. */
    { HEAD "3101.html;jsessionid=813A92012E9F", HEAD "(*);(*)" },
    { HEAD "news20240512a.html", HEAD "news{yyyyMMdd}a.html" },
    { HEAD "2024/05/obama.html", HEAD "{yyyy}/{MM}/(*).html" },
    { HEAD "2024-05-07-a-long-title", HEAD "{yyyy}-{MM}-{dd}-(*)" },
    { HEAD "20249912.html", HEAD "(*).html" },
    { HEAD "2024-05-07-fire.html", HEAD "{yyyy}-{MM}-{dd}-(*).html" },
    { HEAD "2024-11-24-fire.html", HEAD "{yyyy}-(*).html" },
    { HEAD "123456-new-pier", HEAD "(*)" },
    { HEAD "123456-page.html", HEAD "(*)-page.html" },
    /* titles and hashes */
    { HEAD "news/the-big-fire-of-london", HEAD "news/(*)" },
    { HEAD "news/the-big-fire-of-london/", HEAD "news/(*)/" },
    { HEAD "news/fire", HEAD "news/(*)" },
    { HEAD "fire/index.html", HEAD "(*)/index.html" },
    { HEAD "123/index.html", HEAD "(*)/index.html" },
    { HEAD "123/fire", HEAD "(*)/(*)" },
    { HEAD "p/550e8400-e29b-41d4-a716-446655440000", HEAD "p/(*)" },
    { HEAD "articles/c51yd8p4x", HEAD "articles/(*)" },
    { HEAD "%E6%96%B0%E9%97%BB/%E9%A1%B5.html", HEAD "(*)/(*).html" },
    /* what means something in a pattern */
    { HEAD "a[1]/b*c/12", HEAD "a\\[(*)\\]/b\\*c/(*)" },
    { "http://[::1]:8080/12", "http://[::1]:8080/(*)" },
    { HEAD, HEAD },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pattern = propose (cases[i].url);
      g_assert_cmpstr (pattern, ==, cases[i].pattern);
    }
}

static void
test_among_links (void)
{
  static const struct
  {
    const char *urls, *pattern; /* (unowned) */
  } cases[] = {
    /* A section of its own; others are at the side. */
    { HEAD "news/world/1.html " HEAD "news/world/2.html " HEAD "news/world/3.html " HEAD
           "news/sport/4.html " HEAD "about.html https://other.example/news/art/5.html",
      HEAD "news/world/(*).html" },
    /* All sections on one page. */
    { HEAD "news/world/1.html " HEAD "news/sport/2.html " HEAD "news/art/3.html " HEAD
           "news/money/4.html " HEAD "about.html",
      HEAD "news/(*)/(*).html" },
    /* The same file name everywhere, and a title everywhere. */
    { HEAD "1/text.html " HEAD "2/text.html " HEAD "3/text.html", HEAD "(*)/text.html" },
    { HEAD "1/fire.html " HEAD "2/flood.html " HEAD "3/frost.html", HEAD "(*)/(*).html" },
    { HEAD "show?cat=a&id=1 " HEAD "show?cat=b&id=2 " HEAD "show?cat=c&id=3",
      HEAD "show?cat=(*)&id=(*)" },
    { HEAD "2024/05/12/fire " HEAD "2024/05/11/flood " HEAD "2024/05/12/frost",
      HEAD "{yyyy}/{MM}/{dd}/(*)" },
    /* Links may be anything. */
    { HEAD "1.html mailto:x@y \xff javascript:1", HEAD "(*).html" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *pattern = propose (cases[i].urls);
      g_assert_cmpstr (pattern, ==, cases[i].pattern);
    }
}

static void
test_refused (void)
{
  g_autoptr (GPtrArray) urls = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *spread = g_strnfill (9000, 'a');
  g_autofree char *long_url = g_strconcat (HEAD, spread, NULL);

  g_assert_null (exm_url_pattern_propose (urls, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_ptr_array_add (urls, (char *) "ftp://example.com/");
  g_assert_null (exm_url_pattern_propose (urls, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_ptr_array_index (urls, 0) = long_url;
  g_assert_null (exm_url_pattern_propose (urls, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_LARGE);
}

/* More directories than a pattern has parts, and a page full of links. */
static void
test_large (void)
{
  g_autoptr (GPtrArray) urls = g_ptr_array_new_with_free_func (g_free);
  GString *deep = g_string_new ("https://example.com");

  for (guint i = 0; i < 400; i++)
    g_string_append_printf (deep, "/a%u/b", i);
  g_ptr_array_add (urls, g_string_free (deep, FALSE));
  for (guint i = 0; i < 2000; i++)
    g_ptr_array_add (urls, g_strdup_printf (HEAD "a%u/b/c", i));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_propose (urls, &error);
  g_assert_no_error (error);
  g_assert_true (exm_url_pattern_matches (pattern, g_ptr_array_index (urls, 0), NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-propose/alone", test_alone);
  g_test_add_func ("/collect/url-propose/among-links", test_among_links);
  g_test_add_func ("/collect/url-propose/refused", test_refused);
  g_test_add_func ("/collect/url-propose/large", test_large);
  return g_test_run ();
}
