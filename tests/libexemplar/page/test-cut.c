/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages that end before their end. */

#include "test-page.h"

#include <string.h>

static gboolean
is_cut (const char *html)
{
  g_autoptr (ExmPrepared) page = test_page_prepare (html, NULL);
  g_autoptr (GError) error = NULL;

  exm_page_text_validate (exm_prepared_get_page (page), &error);
  g_assert_no_error (error);
  return exm_page_text_get_cut (exm_prepared_get_page (page));
}

static void
test_cut (void)
{
  static const char *const pages[] = {
    "<body><p>Barley soup</p><div cla",
    "<body><p>Barley soup</p><img alt=\"a bowl of so",
    "<body><p>Barley soup</p><img alt='a > b",
    "<body><p>Barley soup</p></di",
    "<body><p>Barley soup</p><!-- the foot of the pa",
    "<body><p>Barley soup</p><!-- the foot --",
    "<body><p>Barley soup</p><script>var foot = 1; if (fo",
    "<body><p>Barley soup</p><style>.foot { co",
    "<p>大麦汤的做法</p><a href=\"/foo",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    if (!is_cut (pages[i]))
      g_error ("taken for whole: %s", pages[i]);
}

static void
test_whole (void)
{
  static const char *const pages[] = {
    "<html><body><p>Barley soup</p></body></html>",
    "<html><body><p>Barley soup</p></body></html><!-- served in 3 ms",
    "<html><body><p>Barley soup</p></BODY><script>foot ()",
    "<p>Barley soup",
    "<p>Barley soup: 3 < 4",
    "<p>Barley soup</p>\n",
    "<p>Barley soup</p><!-- foot -->",
    "<p>Barley soup</p><!doctype html>",
    "<p>Barley soup</p><script>foot ()</script>",
    "<p>Barley soup</p><br/>",
    "Barley soup",
    "<p>大麦汤的做法</p>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    if (is_cut (pages[i]))
      g_error ("taken for cut: %s", pages[i]);
}

static void
test_closed (void)
{
  static const struct
  {
    const char *html;
    gboolean closed;
  } pages[] = { { "", FALSE },       { "<", FALSE },        { "</bod", FALSE },
                { "</body", TRUE },  { "</html>", TRUE },   { "</Html > <p>foot", TRUE },
                { "<html>", FALSE }, { "body html", FALSE } };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (pages[i].html, strlen (pages[i].html));
      g_assert_cmpint (exm_page_text_is_closed (bytes), ==, pages[i].closed);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/cut/cut", test_cut);
  g_test_add_func ("/page/cut/whole", test_whole);
  g_test_add_func ("/page/cut/closed", test_closed);
  return g_test_run ();
}
