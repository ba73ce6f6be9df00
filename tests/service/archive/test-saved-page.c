/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive/exm-saved-page.h"

#include <gio/gio.h>

/* Microseconds of 2026-11-28T20:13:03Z. */
#define TIME (G_GINT64_CONSTANT (1795896783) * G_USEC_PER_SEC)

#define FAR "https://news.example/a/1"
#define OTHER "https://other.example/b/2"

static void
test_addresses (void)
{
  const struct
  {
    const char *page; /* (unowned) */
    const char *url;  /* (unowned) (nullable) */
    gint64 time_usec;
  } cases[] = {
    { "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: " FAR
      " \n saved date: Sat Nov 28 2026 20:13:03 GMT+0000 (Coordinated Universal Time)\n"
      "--><meta charset=utf-8><link rel=canonical href=" OTHER ">",
      FAR, TIME },
    { "<!DOCTYPE html> <html lang=de><!--\r\n Page saved with SingleFile \r\n url: " FAR
      "?a=1&b=2 \r\n saved date: Sat Nov 28 2026 21:13:03 GMT+0100 (Mitteleuropa)\r\n-->",
      FAR "?a=1&b=2", TIME },
    { "<!-- Saved from " FAR " at 2026-11-28T20:13:03Z using monolith v2.8.1 -->\n<html>",
      FAR, TIME },
    { "<!-- Saved from local source at 2026-11-28T20:13:03Z using monolith v2.8.1 -->"
      "<link rel=canonical href=" OTHER ">",
      OTHER, 0 },
    { "<html>\n<!-- Mirrored from news.example/a/1 by HTTrack Website Copier/3.x "
      "[XR&CO'2014], Sat, 28 Nov 2026 20:13:03 GMT -->\n",
      FAR, TIME },
    { "<!DOCTYPE html>\n<!-- saved from url=(0024)" FAR " -->\n<html>", FAR, 0 },
    { "<title><link rel=canonical href=" OTHER "></title><link rel=\"Canonical\" "
      "href=\" " FAR "?a&amp;b \">",
      FAR "?a&b", 0 },
    /* A site that declares its start page everywhere tells more by og:url. */
    { "<link rel=canonical href=https://news.example/><meta property=og:url content=" FAR
      ">",
      FAR, 0 },
    { "<link rel=canonical href=https://news.example/>", "https://news.example/", 0 },
    { "<script>'<link rel=canonical href=" OTHER ">'</script><style><link rel=canonical "
      "href=" OTHER "></style>",
      NULL, 0 },
    { "<body><link rel=canonical href=" OTHER "><!-- saved from url=(0024)" FAR " -->",
      NULL, 0 },
    { "<link rel=canonical href=/a/1><meta property=og:url content=ftp://a/b>", NULL, 0 },
    { "<!-- Page saved with SingleFile url: javascript:1 -->", NULL, 0 },
    { "", NULL, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes
          = g_bytes_new_static (cases[i].page, strlen (cases[i].page));
      gint64 time_usec = -1;
      g_autofree char *url = exm_saved_page_find_address (bytes, NULL, &time_usec);
      g_test_message ("%s", cases[i].page);
      g_assert_cmpstr (url, ==, cases[i].url);
      g_assert_cmpint (time_usec, ==, cases[i].time_usec);
    }
}

/* The encoding is that of the page, declared or not. */
static void
test_encodings (void)
{
  const char *page = "<html><link rel=canonical href=" FAR ">";
  gsize n_bytes = 0;
  g_autofree char *wide = g_convert (page, -1, "UTF-16", "UTF-8", NULL, &n_bytes, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (wide, n_bytes);
  gint64 time_usec = 0;
  g_autofree char *url = exm_saved_page_find_address (bytes, NULL, &time_usec);

  g_assert_cmpstr (url, ==, FAR);
}

/* Only the start is read, however large the page is. */
static void
test_start_alone (void)
{
  g_autofree char *filling = g_strnfill (300 << 10, ' ');
  g_autofree char *page
      = g_strconcat ("<html>", filling, "<link rel=canonical href=" FAR ">", NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (page, strlen (page));
  gint64 time_usec = 0;

  g_assert_null (exm_saved_page_find_address (bytes, NULL, &time_usec));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/saved-page/addresses", test_addresses);
  g_test_add_func ("/archive/saved-page/encodings", test_encodings);
  g_test_add_func ("/archive/saved-page/start-alone", test_start_alone);
  return g_test_run ();
}
