/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any lines as the Set-Cookie headers of an answer, kept in a jar as a task's fetcher has
 * one: what is sent back is one line, and goes to no other site. */

#include "fuzz.h"

#include <libsoup/soup.h>
#include <string.h>

#define MAX_HEADERS 32u

static void
expect_header (const char *sent)
{
  FUZZ_EXPECT (sent == NULL || strpbrk (sent, "\r\n") == NULL);
}

static guint
count (const char *text, const char *word)
{
  guint n = 0;

  for (const char *p = strstr (text, word); p != NULL; p = strstr (p + 1, word))
    n++;
  return n;
}

/* libsoup 3.2 never frees the first of two values of an attribute. */
static gboolean
names_twice (const char *line)
{
  g_autofree char *lower = g_ascii_strdown (line, -1);

  return count (lower, "domain") > 1 || count (lower, "path") > 1
         || count (lower, "expires") + count (lower, "max-age") > 1;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (SoupCookieJar) jar = soup_cookie_jar_new ();
  g_autoptr (SoupMessage) message
      = soup_message_new ("GET", "https://news.site.example/a/b?c=d");
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  static const char *const foreign[]
      = { "https://other.example/a/b", "https://newssite.example/", "https://example/",
          "https://site.example.org/a/b", "https://127.0.0.1/a/b" };

  for (guint i = 0; i < MAX_HEADERS && lines[i] != NULL; i++)
    {
      /* As a parser of headers passes it on. */
      g_autofree char *value = g_strstrip (g_strdelimit (g_strdup (lines[i]), "\r", ' '));
      if (!names_twice (value))
        soup_message_headers_append (headers, "Set-Cookie", value);
    }
  GSList *cookies = soup_cookies_from_response (message);
  for (GSList *i = cookies; i != NULL; i = i->next)
    soup_cookie_jar_add_cookie_with_first_party (jar, soup_message_get_uri (message),
                                                 i->data);
  g_slist_free (cookies);
  g_autofree char *own
      = soup_cookie_jar_get_cookies (jar, soup_message_get_uri (message), TRUE);
  expect_header (own);
  for (gsize i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      g_autoptr (GUri) uri = g_uri_parse (foreign[i], SOUP_HTTP_URI_FLAGS, NULL);
      g_autofree char *sent = soup_cookie_jar_get_cookies (jar, uri, TRUE);
      if (sent != NULL)
        g_error ("%s gets “%s”", foreign[i], sent);
    }
  return 0;
}
