/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The pages of an article as one page text, and pages that are none of it. */

#include "page/exm-page-join.h"
#include "page/exm-page-reader.h"

#include <string.h>

#define FIRST_URL "https://a.example/news/2026/library-opens.html"
#define SECOND_URL "https://a.example/news/2026/library-opens_2.html"

static ExmPageText *
read_page (const char *url, const char *title, const char *head, const char *body)
{
  g_autofree char *html = g_strdup_printf (
      "<!DOCTYPE html><html><head><title>%s</title>%s</head><body><div class=top><a "
      "href='/'>Home</a></div><div class=story>%s</div></body></html>",
      title, head, body);
  g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
  const ExmPageHints hints = { .url = url };
  g_autoptr (GError) error = NULL;
  ExmPageText *page = exm_page_read (raw, &hints, &error);

  g_assert_no_error (error);
  return page;
}

static ExmPageText *
join (ExmPageText *first, ExmPageText *second)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (pages, first);
  g_ptr_array_add (pages, second);
  ExmPageText *page = exm_page_join (pages);
  exm_page_text_validate (page, &error);
  g_assert_no_error (error);
  return page;
}

static void
test_lines (void)
{
  g_autoptr (ExmPageText) first
      = read_page (FIRST_URL, "Library", "<meta name=author content='A. B.'>",
                   "<h1>Library opens</h1><p>One. <a href='x.html'>x</a></p><ul><li>a"
                   "<li>b</ul><select><option>c</select>");
  g_autoptr (ExmPageText) second
      = read_page ("https://a.example/news/2026/library-opens/2/", "Library",
                   "<meta name=author content='C. D.'>",
                   "<p id=p2 class='q r'>二. <a href='y.html'>y</a> <img src='i.png' "
                   "alt='An image'></p>");
  g_autoptr (ExmPageText) page = join (first, second);
  guint n = 0, n_first = 0, n_second = 0, start = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  exm_page_text_get_lines (first, &n_first);
  exm_page_text_get_lines (second, &n_second);

  g_assert_cmpuint (n, ==, n_first + n_second);
  g_assert_cmpuint (exm_page_text_get_n_joined (page), ==, 2);
  g_assert_true (exm_page_text_get_joined (page, 1, &start) == second);
  g_assert_cmpuint (start, ==, n_first);
  g_assert_cmpuint (exm_page_text_get_n_chars (page), ==,
                    exm_page_text_get_n_chars (first) + 1
                        + exm_page_text_get_n_chars (second));
  g_autofree guint32 *codes = exm_page_text_dup_codes (page);
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), NULL);
  for (guint i = 0; i < n; i++)
    {
      const ExmPageText *one = i < n_first ? first : second;
      const char *text = exm_page_text_get_line (page, i);
      g_assert_cmpstr (text, ==,
                       exm_page_text_get_line (one, i < n_first ? i : i - n_first));
      g_assert_cmpint (source[lines[i].source_start], ==, *text);
      if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
        g_assert_cmpuint (codes[lines[i].start], ==,
                          g_unichar_tolower (g_utf8_get_char (text)));
    }
  guint n_nodes = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmNode *last = &nodes[lines[n - 1].block];
  g_assert_cmpstr (exm_page_text_get_string (page, last->id), ==, "p2");
  g_assert_cmpstr (exm_page_text_get_string (page, last->class_names), ==, "q r");
}

/* Later pages may lie in other folders. */
static void
test_addresses (void)
{
  g_autoptr (ExmPageText) first
      = read_page (FIRST_URL, "Library", "", "<p>One <a href='x.html'>x</a></p>");
  g_autoptr (ExmPageText) second
      = read_page ("https://a.example/news/2026/library-opens/2/", "Library", "",
                   "<p>Two <a href='y.html'>y</a></p>");
  g_autoptr (ExmPageText) page = join (first, second);
  guint n = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpstr (exm_page_text_get_string (page, spans[1].value), ==, "x.html");
  g_assert_cmpstr (exm_page_text_get_string (page, spans[3].value), ==,
                   "https://a.example/news/2026/library-opens/2/y.html");
  g_assert_cmpstr (exm_page_text_get_title (page), ==, "Library");
  guint n_slices = 0, n_of_first = 0;
  exm_page_text_get_slices (page, &n_slices);
  exm_page_text_get_slices (first, &n_of_first);
  g_assert_cmpuint (n_slices, ==, n_of_first);
}

static void
test_strangers (void)
{
  static const struct
  {
    const char *title;
    const char *head;
    const char *body;
    gboolean stranger;
  } cases[] = {
    { "Library opens its room - The Post", "", "<h1>Library opens its room</h1>", FALSE },
    { "Library opens its room (2) - The Post", "", "<p>More</p>", FALSE },
    { "Page 2: Library opens its room - The Post", "", "<p>More</p>", FALSE },
    { "The Post", "", "<p>More</p>", FALSE },
    { "", "", "<p>More</p>", FALSE },
    { "Ferry runs aground - The Post", "", "<h1>Ferry runs aground</h1>", TRUE },
    { "The second day - The Post", "", "<h1>Library opens its room</h1>", FALSE },
    { "图书馆开放 - The Post", "", "<p>More</p>", TRUE },
    { "Library opens its room - The Post",
      "<link rel=canonical href='/news/2026/ferry-aground.html'>", "<p>More</p>", TRUE },
    { "Library opens its room - The Post",
      "<link rel=canonical href='/news/2026/library-opens.html'>", "<p>More</p>", FALSE },
    { "Library opens its room - The Post", "<link rel=canonical href='" SECOND_URL "'>",
      "<p>More</p>", FALSE },
    { "Library opens its room - The Post",
      "<link rel=canonical href='/news/2026/library-opens_all.html'>", "<p>More</p>",
      FALSE },
  };
  g_autoptr (ExmPageText) first
      = read_page (FIRST_URL, "Library opens its room - The Post", "",
                   "<h1>Library opens its room</h1>");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) second
          = read_page (SECOND_URL, cases[i].title, cases[i].head, cases[i].body);
      g_autoptr (ExmPageText) page = join (first, second);
      g_test_message ("%s %s", cases[i].title, cases[i].head);
      g_assert_cmpuint (exm_page_text_get_n_strangers (page), ==, cases[i].stranger);
      g_assert_cmpuint (exm_page_text_get_n_joined (page), ==, cases[i].stranger ? 1 : 2);
    }
}

/* Each page has its encoding, and one that is no page is left out. */
static void
test_read (void)
{
  static const char one[] = "<title>t</title><p>One</p>";
  static const char two[]
      = "<meta charset=gb18030><title>t</title><p>\xd6\xd0\xce\xc4</p>";
  static const char none[] = "%PDF-1.4 binary";
  g_autoptr (GBytes) first = g_bytes_new_static (one, strlen (one));
  g_autoptr (GBytes) second = g_bytes_new_static (two, strlen (two));
  g_autoptr (GBytes) third = g_bytes_new_static (none, strlen (none));
  g_autoptr (GPtrArray) further = exm_further_page_list_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (further, exm_further_page_new (SECOND_URL, NULL, second));
  g_ptr_array_add (further, exm_further_page_new (NULL, "utf-8", third));
  const ExmPageHints hints = { .url = FIRST_URL, .further = further };
  g_autoptr (ExmPageText) page = exm_page_read (first, &hints, &error);
  g_assert_no_error (error);
  guint n = 0;
  exm_page_text_get_lines (page, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (exm_page_text_get_line (page, 1), ==, "中文");
  g_assert_cmpuint (exm_page_text_get_n_joined (page), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-join/lines", test_lines);
  g_test_add_func ("/page-join/addresses", test_addresses);
  g_test_add_func ("/page-join/strangers", test_strangers);
  g_test_add_func ("/page-join/read", test_read);
  return g_test_run ();
}
