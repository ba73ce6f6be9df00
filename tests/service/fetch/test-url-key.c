/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-url-key.h"

#include <string.h>

#include "fetch/exm-fetch-error.h"

static char *
key_of (const char *url)
{
  g_autoptr (GError) error = NULL;
  char *key = exm_url_get_key (url, &error);

  g_assert_no_error (error);
  g_assert_nonnull (key);
  return key;
}

static void
test_key (void)
{
  static const struct
  {
    const char *url, *key; /* (unowned) */
  } cases[] = {
    /* scheme, host, port */
    { "http://example.com", "https://example.com/" },
    { "HTTPS://Example.COM:443/a", "https://example.com/a" },
    { "http://example.com:80/a", "https://example.com/a" },
    { "http://example.com:443/a", "https://example.com/a" },
    { "http://example.com:8080/a", "https://example.com:8080/a" },
    { "https://example.com./a", "https://example.com/a" },
    { "https://user:secret@example.com/a", "https://example.com/a" },
    { "https://例子.测试/页", "https://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5" },
    { "http://[2001:DB8::1]:80/a", "https://[2001:db8::1]/a" },
    { "http://0x7f.1./a", "https://127.0.0.1/a" },
    /* www. goes only before a registrable domain */
    { "https://www.example.com/a", "https://example.com/a" },
    { "https://www.example.co.uk/a", "https://example.co.uk/a" },
    { "https://www.news.example.com/a", "https://www.news.example.com/a" },
    { "https://www.co.uk/a", "https://www.co.uk/a" },
    { "https://www.com/a", "https://www.com/a" },
    { "https://www.www.com/a", "https://www.com/a" },
    { "https://m.example.com/a", "https://m.example.com/a" },
    { "https://www.0x7f.1/a", "https://www.0x7f.1/a" },
    /* path */
    { "https://example.com/a/./b/../c", "https://example.com/a/c" },
    { "https://example.com/a/%2e%2E/c", "https://example.com/c" },
    { "https://example.com/%7euser/%e6%96%b0", "https://example.com/~user/%E6%96%B0" },
    { "https://example.com/新", "https://example.com/%E6%96%B0" },
    { "https://example.com/a%2fb", "https://example.com/a%2Fb" },
    { "https://example.com/a%2541", "https://example.com/a%2541" },
    { "https://example.com/100%", "https://example.com/100%25" },
    { "https://example.com/A/", "https://example.com/A/" },
    { "https://example.com/a;JSessionID=0F3/b", "https://example.com/a/b" },
    { "https://example.com/a;jsessionid=1;v=2", "https://example.com/a;v=2" },
    { "https://example.com/a/..;jsessionid=1/b", "https://example.com/b" },
    /* query */
    { "https://example.com/a?", "https://example.com/a" },
    { "https://example.com/a?&&b=1&", "https://example.com/a?b=1" },
    { "https://example.com/a?b=2&a=1", "https://example.com/a?a=1&b=2" },
    { "https://example.com/a?b=2&a=9&b=1&a=3", "https://example.com/a?a=9&a=3&b=2&b=1" },
    { "https://example.com/a?id2=1&id=2", "https://example.com/a?id=2&id2=1" },
    { "https://example.com/a?z&a=1", "https://example.com/a?z&a=1" },
    { "https://example.com/?=b&a=1", "https://example.com/?=b&a=1" },
    { "https://example.com/?20240512", "https://example.com/?20240512" },
    { "https://example.com/a?x=", "https://example.com/a?x=" },
    { "https://example.com/a?x=%7e%c3", "https://example.com/a?x=~%C3" },
    { "https://example.com/a?x=a+b", "https://example.com/a?x=a+b" },
    { "https://example.com/a?utm_source=x&id=1&UTM%5Fmedium=y&fbclid",
      "https://example.com/a?id=1" },
    { "https://example.com/a?spm=1.2&gclid=3", "https://example.com/a" },
    { "https://example.com/a?from=timeline&isappinstalled=0", "https://example.com/a" },
    { "https://example.com/a?from=alice&src=17",
      "https://example.com/a?from=alice&src=17" },
    { "https://example.com/a?spmx=1&autm_source=2&from",
      "https://example.com/a?spmx=1&autm_source=2&from" },
    /* fragment */
    { "https://example.com/a#comments", "https://example.com/a" },
    { "https://example.com/a#!/b", "https://example.com/a#!/b" },
    { "https://example.com/#/article/5", "https://example.com/#/article/5" },
    { "https://example.com/a?#x?y=1", "https://example.com/a" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *key = key_of (cases[i].url);
      g_assert_cmpstr (key, ==, cases[i].key);
      g_autofree char *again = key_of (key);
      g_assert_cmpstr (again, ==, key);
    }
}

static void
test_refused (void)
{
  static const char *const urls[]
      = { "", "news", "ftp://example.com/", "https:///", "https://a..b/", "mailto:x@y" };
  g_autofree char *endless = g_strnfill (100000, 'a');
  g_autofree char *long_url = g_strconcat ("https://example.com/", endless, NULL);
  /* Within the limit as it is and beyond it once escaped. */
  g_autofree char *spaces = g_strnfill (40000, '"');
  g_autofree char *swelling = g_strconcat ("https://example.com/?", spaces, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (exm_url_get_key (urls[i], &error));
      g_assert_true (error != NULL && error->domain == EXM_FETCH_ERROR);
      g_clear_error (&error);
      g_assert_null (exm_url_get_site (urls[i], &error));
      g_assert_true (error != NULL && error->domain == EXM_FETCH_ERROR);
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (exm_url_get_key (long_url, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_URL);
  g_clear_error (&error);
  g_assert_null (exm_url_get_key (swelling, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_URL);
}

static void
test_site (void)
{
  static const struct
  {
    const char *url, *site; /* (unowned) */
  } cases[] = {
    { "https://example.com/a", "example.com" },
    { "https://a.b.Example.COM:8443/a", "example.com" },
    { "https://news.example.co.uk/", "example.co.uk" },
    { "https://news.example.com.cn/", "example.com.cn" },
    { "https://alice.github.io/", "alice.github.io" },
    { "https://新闻.例子.中国/", "xn--fsqu00a.xn--fiqs8s" },
    { "https://a.b.example.com./", "example.com" },
    { "https://co.uk/", "co.uk" },
    { "https://x.y.unheardof/", "y.unheardof" },
    { "http://localhost:8080/a", "localhost" },
    { "http://127.1:8080/a", "127.0.0.1" },
    { "http://[::1]:8080/a", "[::1]" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *site = exm_url_get_site (cases[i].url, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (site, ==, cases[i].site);
    }
}

static void
test_tracking (void)
{
  static const struct
  {
    const char *url, *rest; /* (unowned) */
  } cases[] = {
    { "https://example.com/a", "https://example.com/a" },
    { "https://example.com/a#utm_x", "https://example.com/a#utm_x" },
    { "https://example.com/a?utm_x=1", "https://example.com/a" },
    { "https://example.com/a?utm_x=1#b", "https://example.com/a#b" },
    { "https://example.com/a?b=1&utm_x=1&&c", "https://example.com/a?b=1&&c" },
    { "https://example.com/a#b?utm_x=1", "https://example.com/a#b?utm_x=1" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *rest = exm_url_without_tracking (cases[i].url);
      g_assert_cmpstr (rest, ==, cases[i].rest);
    }
}

/* Bytes that are likely to mean something in an address. */
static char *
make_random_url (GRand *rand)
{
  static const char *const pieces[] = {
    "/",
    "//",
    ".",
    "..",
    "%2e",
    "%2F",
    "%",
    "%e",
    "a",
    "B",
    "新",
    "\xff",
    "?",
    "&",
    "=",
    "#",
    "!",
    "#!",
    ":",
    "80",
    "443",
    "@",
    ";jsessionid=",
    ";",
    "[",
    "]",
    "\\",
    " ",
    "www.",
    "com",
    "co.uk",
    "m.",
    "1",
    "0x7f",
    "utm_a=",
    "spm",
    "from=rss",
    "xn--",
    "-",
    "{",
    "|",
    "~",
    "+",
  };
  GString *out
      = g_string_new (g_rand_boolean (rand) ? "http://" : "https://www.example.");
  guint n = g_rand_int_range (rand, 1, 24);

  for (guint i = 0; i < n; i++)
    g_string_append (out, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
  return g_string_free (out, FALSE);
}

static void
test_idempotent (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260101);
  guint n_keys = 0;

  for (guint i = 0; i < 60000; i++)
    {
      g_autofree char *url = make_random_url (rand);
      g_autofree char *key = exm_url_get_key (url, NULL);
      if (key == NULL)
        continue;
      n_keys++;
      g_autofree char *again = key_of (key);
      if (strcmp (key, again) != 0)
        g_error ("“%s” has the key “%s”, and that has “%s”", url, key, again);
      g_assert_true (g_str_is_ascii (key) && g_str_has_prefix (key, "https://"));
    }
  /* The pieces make addresses often enough for the test to mean something. */
  g_assert_cmpuint (n_keys, >, 10000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-key/key", test_key);
  g_test_add_func ("/collect/url-key/refused", test_refused);
  g_test_add_func ("/collect/url-key/site", test_site);
  g_test_add_func ("/collect/url-key/tracking", test_tracking);
  g_test_add_func ("/collect/url-key/idempotent", test_idempotent);
  return g_test_run ();
}
