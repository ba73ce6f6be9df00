/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive/exm-mhtml.h"

#include <gio/gio.h>
#include <string.h>

#define TIME (G_GINT64_CONSTANT (1795896783) * G_USEC_PER_SEC)
#define URL "https://news.example/a/1"

#define HEAD                                                                             \
  "From: <Saved by a test>\r\n"                                                          \
  "Snapshot-Content-Location: " URL "\r\n"                                               \
  "Subject: =?utf-8?Q?A=20page?=\r\n"                                                    \
  "Date: Sat, 28 Nov 2026 20:13:03 -0000\r\n"                                            \
  "MIME-Version: 1.0\r\n"
#define RELATED                                                                          \
  HEAD "Content-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary="        \
       "\"--M--x----\"\r\n\r\n\r\n"
#define MARK "----M--x----\r\n"
#define LAST "----M--x------\r\n"
#define PART "Content-Type: text/html; charset=gbk\r\nContent-Location: " URL "?part\r\n"
#define PICTURE                                                                          \
  "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n"

static ExmMhtmlResult
read_text (ExmMhtml *self, const char *text, gsize n_bytes, gboolean whole)
{
  /* A copy of that length: reading behind it is found. */
  g_autofree char *copy = g_memdup2 (text, n_bytes);

  return exm_mhtml_read (self, copy, n_bytes, whole);
}

static void
test_pages (void)
{
  const struct
  {
    const char *text; /* (unowned) */
    const char *page; /* (unowned) (nullable): %NULL where there is none */
    const char *url;  /* (unowned) (nullable) */
  } cases[] = {
    { RELATED MARK PART "\r\n<p>plain\r\n\r\n" MARK PICTURE LAST, "<p>plain\r\n", URL },
    { RELATED MARK PICTURE MARK PART "\r\n<p>second\r\n" LAST, "<p>second", URL },
    { RELATED MARK PART "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
                        "<p class=3D\"a\">so=\r\n ft=20=E5=A5=BD =zz= \r\nend=\r\n" LAST,
      "<p class=\"a\">so ft \xe5\xa5\xbd =zzend", URL },
    { RELATED MARK PART
      "content-transfer-encoding: BASE64\r\n\r\nPHA+\r\nYmFz\r\nZQ==\r\n" LAST,
      "<p>base", URL },
    { RELATED MARK PART "Content-Transfer-Encoding: binary\r\n\r\n<p>----M--x----y\r\n"
                        "----M--x----y\r\n" LAST,
      "<p>----M--x----y\r\n----M--x----y", URL },
    /* The part that is named goes before the first one. */
    { HEAD "Content-Type: multipart/related; boundary=b; start=\"<2@x>\"\r\n\r\n"
           "--b\r\nContent-Type: text/html\r\nContent-ID: <1@x>\r\n\r\n<p>frame\r\n"
           "--b\r\nContent-Type: text/html\r\nContent-ID: <2@x>\r\n\r\n<p>page\r\n--b--",
      "<p>page", URL },
    { HEAD
      "Content-Type: multipart/related; boundary=b; start=\"<3@x>\"\r\n\r\n"
      "--b\r\nContent-Type: text/html\r\nContent-ID: <1@x>\r\n\r\n<p>first\r\n"
      "--b\r\nContent-Type: text/html\r\nContent-ID: <2@x>\r\n\r\n<p>page\r\n--b--\r\n",
      "<p>first", URL },
    /* A message in a message, and line breaks of Unix. */
    { "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n"
      "Content-Type: multipart/alternative; boundary=\"b-2\"\n\n--b-2\n"
      "Content-Type: text/plain\n\nplain\n--b-2\nContent-Type: text/html\n"
      "Content-Location: https://news.example/\n a/1\n\n<p>inner\n--b-2--\n--b--\n",
      "<p>inner", URL },
    { "MIME-Version: 1.0\nContent-Location: file:///a.html\nContent-Type: "
      "text/html\n\n<p>one",
      "<p>one", NULL },
    { RELATED MARK PICTURE LAST, NULL, NULL },
    { "MIME-Version: 1.0\nContent-Type: multipart/related\n\n--b\n\n<p>\n--b--\n", NULL,
      NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (ExmMhtml) got = { 0 };
      gsize n_bytes = strlen (cases[i].text);
      g_test_message ("case %zu", i);
      g_assert_true (exm_mhtml_sniff (cases[i].text, n_bytes));
      ExmMhtmlResult result = read_text (&got, cases[i].text, n_bytes, TRUE);
      g_assert_cmpint (result, ==,
                       cases[i].page != NULL ? EXM_MHTML_READ : EXM_MHTML_NO_PAGE);
      if (cases[i].page == NULL)
        continue;
      gsize n = 0;
      const char *page = g_bytes_get_data (got.bytes, &n);
      g_assert_cmpmem (page, n, cases[i].page, strlen (cases[i].page));
      g_assert_cmpstr (got.url, ==, cases[i].url);
      g_assert_cmpint (got.time_usec, ==,
                       g_str_has_prefix (cases[i].text, HEAD) ? TIME : 0);
    }
}

/* However much of the file is there, the page is whole or is not there at all. */
static void
test_starts (void)
{
  static const char text[] = RELATED MARK PART
      "Content-Transfer-Encoding: base64\r\n\r\nPHA+\r\nYmFz\r\nZQ==\r\n" MARK PICTURE
          LAST;
  guint n_read = 0;

  for (gsize n = 0; n <= strlen (text); n++)
    {
      g_auto (ExmMhtml) got = { 0 };
      if (read_text (&got, text, n, FALSE) != EXM_MHTML_READ)
        continue;
      g_assert_cmpuint (g_bytes_get_size (got.bytes), ==, strlen ("<p>base"));
      g_assert_cmpstr (got.charset, ==, "gbk");
      n_read++;
    }
  g_assert_cmpuint (n_read, >=, strlen (PICTURE));
  static const char single[] = "MIME-Version: 1.0\nContent-Type: text/html\n\n<p>one";
  g_auto (ExmMhtml) got = { 0 };
  g_assert_cmpint (read_text (&got, single, strlen (single), FALSE), ==, EXM_MHTML_CUT);
}

static void
test_others (void)
{
  static const char *const others[] = {
    "",
    "<html>",
    "WARC/1.0\r\nContent-Type: text/html\r\n\r\n",
    "From: a@b\nMIME-Version: 1.0\nContent-Type: text/plain\n\nmail",
    "Content-Type: multipart/related; boundary=b\n\nno version",
    "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\nno end",
    "Prose: it begins with a word.\n\nMIME-Version: 1.0\nContent-Type: text/html\n\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (exm_mhtml_sniff (others[i], strlen (others[i])));
}

/* A boundary is that of the standard, or there are no parts. */
static void
test_boundary (void)
{
  for (gsize n = 69; n <= 72; n++)
    {
      g_autofree char *boundary = g_strnfill (n, '-');
      g_autofree char *text = g_strdup_printf (
          HEAD "Content-Type: multipart/related; boundary=%s\r\n\r\n"
               "-%s\r\n--%s\r\nContent-Type: text/html\r\n\r\n<p>-%s--%s\r\n--%s--\r\n",
          boundary, boundary, boundary, boundary, boundary, boundary);
      g_auto (ExmMhtml) got = { 0 };
      g_assert_cmpint (read_text (&got, text, strlen (text), TRUE), ==,
                       n <= 70 ? EXM_MHTML_READ : EXM_MHTML_NO_PAGE);
      if (n <= 70)
        g_assert_cmpuint (g_bytes_get_size (got.bytes), ==, 2 * n + strlen ("<p>---"));
    }
}

/* Parts without number, in parts without end: the time is that of one reading. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (RELATED);

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, MARK
                     "Content-Type: multipart/related; boundary=\"--M--x----\"\r\n\r\n");
  g_auto (ExmMhtml) got = { 0 };
  g_assert_cmpint (read_text (&got, text->str, text->len, TRUE), !=, EXM_MHTML_READ);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/mhtml/pages", test_pages);
  g_test_add_func ("/archive/mhtml/boundary", test_boundary);
  g_test_add_func ("/archive/mhtml/starts", test_starts);
  g_test_add_func ("/archive/mhtml/others", test_others);
  g_test_add_func ("/archive/mhtml/many", test_many);
  return g_test_run ();
}
