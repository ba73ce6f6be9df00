/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "fetch/exm-http-header.h"

#include "fetch/exm-address.h"
#include "fetch/exm-content-type.h"

static void
test_content_type (void)
{
  static const struct
  {
    const char *value, *essence, *charset; /* (unowned) (nullable) */
  } cases[] = {
    { NULL, NULL, NULL },
    { "", NULL, NULL },
    { "text/html", "text/html", NULL },
    { "Text/HTML; Charset=GB2312", "text/html", "GB2312" },
    { " text/html ;charset = \"utf-8\" ", "text/html", "utf-8" },
    { "text/html;charset='gbk'", "text/html", "gbk" },
    { "text/html; charset=\"utf-8", "text/html", "utf-8" },
    { "text/html; charset=", "text/html", NULL },
    { "text/html; charset=\"\"; charset=big5", "text/html", "big5" },
    { "text/html;;; charset=a; charset=b", "text/html", "a" },
    { "text/html; boundary=\"x; charset=no\"; charset=yes", "text/html", "yes" },
    { "text/html charset=utf-8", "text/html", "utf-8" },
    { "text/html, text/html; charset=euc-jp", "text/html", "euc-jp" },
    { "text/html; xcharset=no", "text/html", NULL },
    { "text/html; charset", "text/html", NULL },
    { "html", NULL, NULL },
    { "/html", NULL, NULL },
    { "text/", NULL, NULL },
    { "; charset=utf-8", NULL, "utf-8" },
    { "=", NULL, NULL },
    { "=====;=;", NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *charset = NULL;
      g_autofree char *essence = exm_http_parse_content_type (cases[i].value, &charset);
      g_test_message ("%s", cases[i].value != NULL ? cases[i].value : "(none)");
      g_assert_cmpstr (essence, ==, cases[i].essence);
      g_assert_cmpstr (charset, ==, cases[i].charset);
    }
}

static void
test_retry_after (void)
{
  /* 1994-11-06 08:49:37 UTC */
  const gint64 then = 784111777;
  static const struct
  {
    const char *value; /* (unowned) (nullable) */
    gint64 seconds;
  } cases[] = {
    { NULL, -1 },
    { "", -1 },
    { "soon", -1 },
    { "-5", -1 },
    { "0", 0 },
    { " 120 ", 120 },
    { "99999999999999999999", G_MAXINT32 },
    { "Sun, 06 Nov 1994 08:49:37 GMT", 60 },
    { "Sunday, 06-Nov-94 08:49:37 GMT", 60 },
    { "Sun, 06 Nov 1994 08:48:36 GMT", 0 },
    { "Sun, 06 Nov 9994 08:48:36 GMT", G_MAXINT32 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (exm_http_parse_retry_after (cases[i].value, then - 60), ==,
                     cases[i].seconds);
}

static void
test_valid_header (void)
{
  g_assert_true (exm_http_header_is_valid ("X-Name", "any \t value 中"));
  g_assert_false (exm_http_header_is_valid ("", "x"));
  g_assert_false (exm_http_header_is_valid ("X Name", "x"));
  g_assert_false (exm_http_header_is_valid ("X:", "x"));
  g_assert_false (exm_http_header_is_valid ("X", "a\r\nInjected: b"));
  g_assert_false (exm_http_header_is_valid ("X", "a\nb"));
}

static void
test_types (void)
{
  static const char *const pages[] = { "text/html",
                                       "application/xhtml+xml",
                                       "application/rss+xml",
                                       "text/xml",
                                       "application/xml",
                                       "text/plain",
                                       "application/octet-stream",
                                       NULL };
  static const char *const others[] = { "application/pdf",  "image/png", "image/svg+xml",
                                        "application/json", "video/mp4", "text/css" };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    g_assert_true (exm_content_type_may_be_page (pages[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (exm_content_type_may_be_page (others[i]));
  g_assert_cmpstr (exm_content_type_describe ("application/pdf"), ==, "a PDF document");
  g_assert_cmpstr (exm_content_type_describe ("image/svg+xml"), ==, "an image");
  g_assert_cmpstr (exm_content_type_describe ("application/json"), ==,
                   "application/json");
}

static void
test_addresses (void)
{
  static const char *const hidden[] = { "0.0.0.0",
                                        "10.1.2.3",
                                        "100.64.0.1",
                                        "100.127.255.255",
                                        "127.0.0.1",
                                        "127.255.0.9",
                                        "168.63.129.16",
                                        "169.254.169.254",
                                        "172.16.0.1",
                                        "172.31.255.255",
                                        "192.168.1.1",
                                        "198.18.0.1",
                                        "224.0.0.1",
                                        "239.255.255.250",
                                        "255.255.255.255",
                                        "::",
                                        "::1",
                                        "::ffff:127.0.0.1",
                                        "::ffff:10.0.0.1",
                                        "::127.0.0.1",
                                        "64:ff9b::a00:1",
                                        "2002:7f00:1::",
                                        "2002:c0a8:101::1",
                                        "fc00::1",
                                        "fd00:ec2::254",
                                        "fe80::1",
                                        "febf::1",
                                        "fec0::1",
                                        "ff02::1",
                                        "2001:db8::1",
                                        "2001::1",
                                        "100::1",
                                        "100.100.100.200",
                                        "192.0.0.192",
                                        "::ffff:100.64.0.1",
                                        "64:ff9b:1::1" };
  static const char *const open[]
      = { "8.8.8.8",          "1.1.1.1",      "9.255.255.255",  "11.0.0.0",
          "100.63.255.255",   "100.128.0.0",  "172.15.255.255", "172.32.0.0",
          "192.167.255.255",  "192.169.0.0",  "198.17.255.255", "198.20.0.0",
          "223.255.255.255",  "2606:4700::1", "::ffff:8.8.8.8", "2002:808:808::1",
          "64:ff9b::808:808", "2001:4860::1", "fbff::1",        "168.63.129.17" };

  for (gsize i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (hidden[i]);
      g_test_message ("%s", hidden[i]);
      g_assert_true (exm_address_is_private (address));
      g_assert_true (exm_host_is_private_literal (hidden[i]));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (open[i]);
      g_test_message ("%s", open[i]);
      g_assert_false (exm_address_is_private (address));
      g_assert_false (exm_host_is_private_literal (open[i]));
    }
}

static void
test_host_literals (void)
{
  static const char *const hidden[]
      = { "localhost",  "LOCALHOST.",   "a.localhost",     "[::1]",
          "127.1",      "2130706433",   "0x7f000001",      "0177.0.0.1",
          "127.0.0.1.", "fe80::1%eth0", "[fe80::1%25eth0]" };
  static const char *const names[]
      = { "example.com", "localhost.example", "10.example", "1.2.3.4.5", "cafe.de", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (hidden); i++)
    {
      g_test_message ("%s", hidden[i]);
      g_assert_true (exm_host_is_private_literal (hidden[i]));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i]);
      g_assert_false (exm_host_is_private_literal (names[i]));
    }
}

static void
test_host_equal (void)
{
  g_assert_true (exm_host_equal ("Example.com", "example.COM."));
  g_assert_true (exm_host_equal ("[::1]", "::1"));
  g_assert_true (exm_host_equal ("例子.测试", "xn--fsqu00a.xn--0zwm56d"));
  g_assert_false (exm_host_equal ("example.com", "www.example.com"));
  g_assert_false (exm_host_equal (NULL, NULL));
  g_assert_false (exm_host_equal ("example.com", NULL));
}

/* Words for what an operator meets; the server's own for the rest. */
static void
test_status (void)
{
  g_assert_cmpstr (exm_http_status_explain (404), ==, "there is no such page");
  g_assert_cmpstr (exm_http_status_explain (503), ==, "it is busy or being serviced");
  g_assert_null (exm_http_status_explain (200));
  g_assert_null (exm_http_status_explain (418));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/http/content-type", test_content_type);
  g_test_add_func ("/http/retry-after", test_retry_after);
  g_test_add_func ("/http/header", test_valid_header);
  g_test_add_func ("/http/status", test_status);
  g_test_add_func ("/http/types", test_types);
  g_test_add_func ("/address/private", test_addresses);
  g_test_add_func ("/address/literals", test_host_literals);
  g_test_add_func ("/address/equal", test_host_equal);
  return g_test_run ();
}
