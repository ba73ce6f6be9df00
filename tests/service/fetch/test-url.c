/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"

#include <string.h>

#include "fetch/exm-fetch-error.h"

static void
test_input (void)
{
  static const struct
  {
    const char *text, *url; /* (unowned) */
  } cases[] = {
    { "https://example.com", "https://example.com/" },
    { "  HTTP://Example.COM:80/A/../b/./c  ", "http://example.com/b/c" },
    { "https://example.com:443/", "https://example.com/" },
    { "https://example.com:8443/", "https://example.com:8443/" },
    { "example.com/x", "https://example.com/x" },
    { "example.com:8080/x", "https://example.com:8080/x" },
    { "//example.com/x", "https://example.com/x" },
    { "localhost:8080/x", "http://localhost:8080/x" },
    { "localhost", "http://localhost/" },
    { "127.0.0.1:81", "http://127.0.0.1:81/" },
    { "192.0.2.7/a", "http://192.0.2.7/a" },
    { "[::1]:8080/x", "http://[::1]:8080/x" },
    { "https://[2001:DB8:0::1]/", "https://[2001:db8::1]/" },
    { "http://0x7f.1/", "http://127.0.0.1/" },
    { "http://2130706433", "http://127.0.0.1/" },
    { "https:example.com", "https://example.com/" },
    { "https:/example.com/x", "https://example.com/x" },
    { "https:\\\\example.com\\a\\b?c\\d", "https://example.com/a/b?c%5Cd" },
    { "<https://example.com/a>", "https://example.com/a" },
    { "https://example.com/a\n  b", "https://example.com/a%20%20b" },
    { "https://example.com/lo\r\nng", "https://example.com/long" },
    { "\u3000https://example.com/\u00a0", "https://example.com/" },
    { "https://example.com/新闻/1.html?词=值#段",
      "https://example.com/%E6%96%B0%E9%97%BB/1.html?%E8%AF%8D=%E5%80%BC#%E6%AE%B5" },
    { "https://example.com/a b?c d", "https://example.com/a%20b?c%20d" },
    { "https://example.com/%E6%96%B0", "https://example.com/%E6%96%B0" },
    { "https://example.com/100%", "https://example.com/100%25" },
    { "https://example.com/%zz", "https://example.com/%25zz" },
    { "https://example.com/?u=http://b.example/",
      "https://example.com/?u=http://b.example/" },
    { "https://example.com?x", "https://example.com/?x" },
    { "https://例子.测试/页", "https://xn--fsqu00a.xn--0zwm56d/%E9%A1%B5" },
    { "例子。测试", "https://xn--fsqu00a.xn--0zwm56d/" },
    { "https://bücher.example", "https://xn--bcher-kva.example/" },
    { "https://straße.example", "https://xn--strae-oqa.example/" },
    { "https://my_host.example/", "https://my_host.example/" },
    { "https://r3---sn.example/", "https://r3---sn.example/" },
    { "https://user:pa ss@example.com/", "https://user:pa%20ss@example.com/" },
    { "https://example.com./x", "https://example.com./x" },
    /* Bytes that are not UTF-8 are kept as they are. */
    { "https://example.com/\xd0\xc2", "https://example.com/%D0%C2" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = exm_url_normalize_input (cases[i].text, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (url, ==, cases[i].url);
      /* A normal address stays as it is. */
      g_autofree char *again = exm_url_normalize_input (url, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (again, ==, url);
    }
}

static void
test_bad_input (void)
{
  static const struct
  {
    const char *text; /* (unowned) */
    int code;
  } cases[] = {
    { "", EXM_FETCH_ERROR_URL },
    { " \u3000\n", EXM_FETCH_ERROR_URL },
    { "word", EXM_FETCH_ERROR_URL },
    { "two words", EXM_FETCH_ERROR_URL },
    { "http://", EXM_FETCH_ERROR_URL },
    { "https:///", EXM_FETCH_ERROR_URL },
    { "https://?x", EXM_FETCH_ERROR_URL },
    { "https://a b.example/", EXM_FETCH_ERROR_URL },
    { "https://a..example/", EXM_FETCH_ERROR_URL },
    { "https://exa<mple.com/", EXM_FETCH_ERROR_URL },
    { "https://a%2fb.example/", EXM_FETCH_ERROR_URL },
    { "https://a%00.example/", EXM_FETCH_ERROR_URL },
    { "https://\xd0\xc2.example/", EXM_FETCH_ERROR_URL },
    { "https://[::1/", EXM_FETCH_ERROR_URL },
    { "https://[1.2.3.4]/", EXM_FETCH_ERROR_URL },
    { "https://[zz]/", EXM_FETCH_ERROR_URL },
    { "https://example.com:99999/", EXM_FETCH_ERROR_URL },
    { "https://example.com:8o/", EXM_FETCH_ERROR_URL },
    { "https://::1/", EXM_FETCH_ERROR_URL },
    { "file:///etc/passwd", EXM_FETCH_ERROR_SCHEME },
    { "data:text/html,<p>x", EXM_FETCH_ERROR_SCHEME },
    { "javascript:alert(1)", EXM_FETCH_ERROR_SCHEME },
    { "ftp://example.com/x", EXM_FETCH_ERROR_SCHEME },
    { "mailto:a@example.com", EXM_FETCH_ERROR_SCHEME },
    { "about:blank", EXM_FETCH_ERROR_SCHEME },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = exm_url_normalize_input (cases[i].text, &error);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_error (error, EXM_FETCH_ERROR, cases[i].code);
      g_assert_null (url);
    }
}

static void
test_long_input (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strnfill (EXM_MAX_URL_BYTES + 1, 'a');

  g_assert_null (exm_url_normalize_input (text, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_URL);
}

static void
test_resolve (void)
{
  static const struct
  {
    const char *reference, *url; /* (unowned) */
  } cases[] = {
    { "c.html", "https://a.example/x/c.html" },
    { "../c?d#e", "https://a.example/c?d#e" },
    { "../../../c", "https://a.example/c" },
    { "/c", "https://a.example/c" },
    { "\\c", "https://a.example/c" },
    { "?q=1", "https://a.example/x/b.html?q=1" },
    { "", "https://a.example/x/b.html?q" },
    { "//b.example/c", "https://b.example/c" },
    { "\\\\b.example/c", "https://b.example/c" },
    { "http://b.example/c d", "http://b.example/c%20d" },
    { " 新 闻 ", "https://a.example/x/%E6%96%B0%20%E9%97%BB" },
    { "\xd0\xc2\xce\xc5", "https://a.example/x/%D0%C2%CE%C5" },
    { "//例子.测试/", "https://xn--fsqu00a.xn--0zwm56d/" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url
          = exm_url_resolve ("https://a.example/x/b.html?q", cases[i].reference, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (url, ==, cases[i].url);
    }

  g_autoptr (GError) error = NULL;
  g_assert_null (exm_url_resolve ("https://a.example/", "javascript:x", &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_SCHEME);
}

static void
test_display (void)
{
  g_autofree char *plain = exm_url_to_display ("https://me:secret@a.example/x@y");
  g_autofree char *query = exm_url_to_display ("https://a.example/?x=b@c");
  g_autofree char *bytes = exm_url_to_display ("a\xff");
  g_autofree char *text = g_strnfill (1000, 'a');
  g_autofree char *cut = exm_url_to_display (text);

  g_assert_cmpstr (plain, ==, "https://a.example/x@y");
  g_assert_cmpstr (query, ==, "https://a.example/?x=b@c");
  g_assert_cmpstr (bytes, ==, "a\ufffd");
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, 201);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/url/input", test_input);
  g_test_add_func ("/url/input/bad", test_bad_input);
  g_test_add_func ("/url/input/long", test_long_input);
  g_test_add_func ("/url/resolve", test_resolve);
  g_test_add_func ("/url/display", test_display);
  return g_test_run ();
}
