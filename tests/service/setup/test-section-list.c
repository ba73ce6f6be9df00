/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of sections as people have them. */

#include "setup/exm-section-list.h"

#include <gio/gio.h>
#include <string.h>

/* Returns: (transfer full): "line name|address|group" of each, or the error */
static char *
read_bytes (const char *text, gsize n_bytes)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, n_bytes);
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GPtrArray) sections = exm_section_list_read (bytes, &note, &error);
  g_autoptr (GString) out = g_string_new (NULL);

  if (sections == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
      return g_strdup (error->message);
    }
  for (guint i = 0; i < sections->len; i++)
    {
      const ExmSection *section = g_ptr_array_index (sections, i);
      g_string_append_printf (out, "%s%u %s|%s|%s", i > 0 ? "; " : "", section->line,
                              section->name != NULL ? section->name : "",
                              section->address != NULL ? section->address : "",
                              section->group != NULL ? section->group : "");
    }
  if (note != NULL)
    g_string_append_printf (out, " (%s)", note);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
test_lines (void)
{
  static const char *const cases[][2] = {
    /* Words. */
    { "https://a.example/news/\n\n# a comment\nhttp://b.example\n",
      "1 |https://a.example/news/|; 4 |http://b.example|" },
    { "The Local News https://a.example/n,1.html Papers of the North\r\n",
      "1 The Local News|https://a.example/n,1.html|Papers of the North" },
    { "  a.example/news\n", "1 |a.example/news|" },
    { "人民日报 新闻.中国/a 报纸\n", "1 人民日报|新闻.中国/a|报纸" },
    { "nothing here\nv1.2 is out\n", "1 nothing here||; 2 v1.2 is out||" },
    /* From a spreadsheet. */
    { "News\thttps://a.example/\tPapers\nhttps://b.example/\tB\tBlogs\nhttps://c.example/"
      "\n",
      "1 News|https://a.example/|Papers; 2 B|https://b.example/|Blogs; "
      "3 |https://c.example/|" },
    { "分组\t名称\t网址\n报纸\t日报\thttps://a.example/\n\t晚报\thttps://b.example/\n",
      "2 日报|https://a.example/|报纸; 3 晚报|https://b.example/|" },
    /* CSV. */
    { "\"News, local\",https://a.example/?a=1,b\nB,https://b.example/,\"say "
      "\"\"x\"\"\"\n",
      "1 News, local|https://a.example/?a=1|b; 2 B|https://b.example/|say \"x\"" },
    { "URL;Title;Folder\nhttps://a.example/;A;F\n", "2 A|https://a.example/|F" },
    { "Name,Address\nA,https://a.example/\n,,\nB,\n", "2 A|https://a.example/|; 4 B,||" },
    { "https://a.example/news/,Local\n", "1 Local|https://a.example/news/|" },
    { "News https://a.example/list,1,2.html Papers\n",
      "1 News|https://a.example/list,1,2.html|Papers" },
    { "Le Monde https://w.example/rss/sequence/0,2-3208,1-0,0.xml\n",
      "1 Le Monde|https://w.example/rss/sequence/0,2-3208,1-0,0.xml|" },
    { "Node.js,https://a.example/blog\n", "1 Node.js|https://a.example/blog|" },
    { "Booking.com https://news.a.example/ Travel\n",
      "1 Booking.com|https://news.a.example/|Travel" },
    { "News,https://a.example/,Papers,,\n", "1 News|https://a.example/|Papers" },
    { "News,https://a.example/,Papers,checked by Li\n",
      "1 News|https://a.example/|Papers" },
    { "url,name\nhttps://a.example/n/,Local 2\n", "2 Local 2|https://a.example/n/|" },
    { "\"unclosed,https://a.example/\n", "1 \"unclosed,https://a.example/||" },
    { "\xef\xbb\xbf"
      "A,https://a.example/\n",
      "1 A|https://a.example/|" },
    { "", "The list names no section" },
    { "# nothing\n ;\n", "The list names no section" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = read_bytes (cases[i][0], strlen (cases[i][0]));
      g_assert_cmpstr (found, ==, cases[i][1]);
    }
}

/* As a spreadsheet in Chinese saves it. */
static void
test_charset (void)
{
  g_autofree char *text = g_convert ("新闻,https://a.example/,报纸\n", -1, "GB18030",
                                     "UTF-8", NULL, NULL, NULL);
  g_autofree char *found = read_bytes (text, strlen (text));
  g_autofree char *binary = read_bytes ("\x89PNG\r\n\0\x1a", 8);

  g_assert_cmpstr (found, ==, "1 新闻|https://a.example/|报纸");
  g_assert_cmpstr (binary, ==, "This is no list of text: save it as text, CSV or OPML");
}

static void
test_opml (void)
{
  static const char *const cases[][2] = {
    { "<?xml version='1.0'?><opml version='2.0'><head><title>T</title></head><body>"
      "<outline text='News &amp; more'><outline text='Local'><outline text='A' "
      "type='rss' xmlUrl='https://a.example/feed?a&amp;b'/></outline>"
      "<outline title='B' htmlUrl='https://b.example/'/></outline>"
      "<outline text='C' xmlurl='https://c.example/' xmlUrl=''/></body></opml>",
      "3 A|https://a.example/feed?a&b|News & more/Local; 4 B|https://b.example/|News & "
      "more; "
      "5 C|https://c.example/|" },
    /* Broken off, and a feed that has others inside. */
    { "<opml><body><outline text='A' xmlUrl='https://a.example/'><outline text='B' "
      "xmlUrl='https://b.example/'>",
      "1 A|https://a.example/|; 2 B|https://b.example/| (The file breaks off: only its "
      "first 2 sections were read)" },
    { "<opml><body><outline text='A' xmlUrl='https://a.example/'/><outline text='B' "
      "xmlU",
      "1 A|https://a.example/| (The file breaks off: only its first 1 section was "
      "read)" },
    { "<!DOCTYPE opml [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;'>]><opml>"
      "<body><outline text='&b;' xmlUrl='https://a.example/'/></body></opml>",
      NULL },
    { "<opml><body/></opml>", "The list names no section" },
    { "<html><p>no list</html>", "The list names no section" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *found = read_bytes (cases[i][0], strlen (cases[i][0]));
      if (cases[i][1] != NULL)
        g_assert_cmpstr (found, ==, cases[i][1]);
      else
        g_assert_null (strstr (found, "aaaaaaaaaaaaaaaaaaaa"));
    }
}

/* Lists that are too long are refused, in linear time. */
static void
test_large (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < EXM_SECTION_LIST_MAX; i++)
    g_string_append_printf (text, "N%u,https://a.example/%u,G\n", i, i);
  g_autofree char *all = read_bytes (text->str, text->len);
  g_assert_true (g_str_has_suffix (all, "; 10000 N9999|https://a.example/9999|G"));
  g_string_append (text, "https://a.example/\n");
  g_autofree char *more = read_bytes (text->str, text->len);
  g_assert_cmpstr (more, ==, "The list has more than 10000 sections");
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "<outline text='a'>");
  g_string_prepend (text, "<opml>");
  g_autofree char *deep = read_bytes (text->str, text->len);
  g_assert_cmpstr (deep, ==, "The list names no section");
  g_autofree char *long_line = g_strnfill (1000000, ',');
  g_autofree char *one = g_strconcat ("https://a.example/", long_line, NULL);
  g_autofree char *wide = read_bytes (one, strlen (one));
  g_assert_true (g_str_has_prefix (wide, "1 |https://a.example/"));
  g_autofree char *huge = g_strnfill (EXM_SECTION_LIST_MAX_BYTES + 1, 'a');
  g_autofree char *refused = read_bytes (huge, EXM_SECTION_LIST_MAX_BYTES + 1);
  g_assert_cmpstr (refused, ==, "The list has more than 16777216 bytes");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section-list/lines", test_lines);
  g_test_add_func ("/section-list/charset", test_charset);
  g_test_add_func ("/section-list/opml", test_opml);
  g_test_add_func ("/section-list/large", test_large);
  return g_test_run ();
}
