/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-sample"

#include "config.h"

#include "demo/exm-sample-paged.h"

#include "demo/exm-sample-numbered.h"

#include <string.h>

#define CHAIN_PAGES 200u

/* Which page is asked for. */
#define PAGE_ALL 0u

static const char *const kinds[] = { "rows",  "next", "query", "gb",    "script", "all",
                                     "mixed", "loop", "chain", "other", NULL };

guint
exm_sample_paged_count (const char *kind)
{
  return strcmp (kind, "chain") == 0 ? 2 : EXM_SAMPLE_PAGED_N;
}

static guint
count_pages (const char *kind, guint number)
{
  return strcmp (kind, "chain") == 0 ? CHAIN_PAGES
         : strcmp (kind, "loop") == 0 || strcmp (kind, "other") == 0
             ? 4
             : 1 + (number - EXM_SAMPLE_PAGED_FIRST) % 7;
}

/* How the pages of one article are named. */
static const char *
get_form (const char *kind, guint number)
{
  static const char *const mixed[] = { "rows", "next", "query", "script", "all" };

  const guint n = (guint) G_N_ELEMENTS (mixed);

  return strcmp (kind, "mixed") == 0 ? mixed[number % n] : kind;
}

/* Characters that follow from @seed, as sentences. */
static char *
dup_chinese (guint seed)
{
  GString *text = g_string_new (NULL);
  guint64 state = seed * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + 1;

  for (guint i = 0; i < 5; i++)
    {
      for (guint k = 0; k < 24; k++)
        {
          state = state * G_GUINT64_CONSTANT (6364136223846793005) + 1442695040888963407;
          g_string_append_unichar (text, 0x4e00 + (guint) (state >> 40) % 5000);
        }
      g_string_append (text, i < 4 ? "，" : "。");
    }
  return g_string_free (text, FALSE);
}

/* The paragraphs of one page, a line each. */
static char *
dup_page_body (const char *kind, guint number, guint page)
{
  guint seed = number * 250 + page;

  if (strcmp (kind, "gb") != 0)
    return exm_sample_numbered_dup_body (seed);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *paragraph = dup_chinese (seed * 5 + i);
      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", paragraph);
    }
  return g_string_free (text, FALSE);
}

char *
exm_sample_paged_dup_body (const char *kind, guint number, guint *n_pages)
{
  GString *text = g_string_new (NULL);

  *n_pages = count_pages (kind, number);
  for (guint i = 1; i <= *n_pages; i++)
    {
      g_autofree char *body = dup_page_body (kind, number, i);
      g_string_append_printf (text, "%s%s", i > 1 ? "\n" : "", body);
    }
  return g_string_free (text, FALSE);
}

static char *
dup_title (const char *kind, guint number)
{
  if (strcmp (kind, "gb") != 0)
    return exm_sample_numbered_dup_title (number);
  g_autofree char *text = dup_chinese (number * 7);
  return g_utf8_substring (text, 0, 14);
}

static char *
dup_file (const char *form, guint number, guint page)
{
  guint shift = strcmp (form, "script") == 0;

  if (page == PAGE_ALL)
    return g_strdup_printf ("%u_all.html", number);
  if (page == 1)
    return g_strdup_printf ("%u.html", number);
  return strcmp (form, "query") == 0
             ? g_strdup_printf ("%u.html?page=%u", number, page)
             : g_strdup_printf ("%u_%u.html", number, page - shift);
}

static void
append_link (GString *html, const char *form, guint number, guint page, const char *text)
{
  g_autofree char *file = dup_file (form, number, page);

  g_string_append_printf (html, "<a href=\"%s\">%s</a> ", file, text);
}

/* A row of numbers; of many pages with a gap. */
static void
append_row (GString *html, const char *form, guint number, guint page, guint n_pages)
{
  for (guint i = 1; i <= n_pages; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      if (i == page)
        g_string_append_printf (html, "<b>%s</b> ", text);
      else if (strcmp (form, "query") == 0 && i > page + 2 && i < n_pages)
        g_string_append (html, i == page + 3 ? "… " : "");
      else
        append_link (html, form, number, i, text);
    }
}

static void
append_pager (GString *html, const char *form, guint number, guint page, guint n_pages)
{
  gboolean chinese = strcmp (form, "gb") == 0;

  g_string_append (html, "<div class=\"pager\">");
  if (strcmp (form, "script") == 0)
    g_string_append_printf (html,
                            "<script>createPageHTML(%u, %u, \"%u\", \"html\");</script>",
                            n_pages, page - 1, number);
  else
    {
      if (strcmp (form, "next") != 0 && strcmp (form, "chain") != 0)
        append_row (html, form, number, page, n_pages);
      if (page < n_pages)
        append_link (html, form, number, page + 1, chinese ? "下一页" : "Next page");
      if (strcmp (form, "all") == 0)
        append_link (html, form, number, PAGE_ALL, "View all");
    }
  g_string_append (html, "</div>\n");
}

static void
append_frame (GString *html, const char *kind, const char *title, const char *head)
{
  gboolean chinese = strcmp (kind, "gb") == 0;

  g_string_append_printf (
      html,
      "<!DOCTYPE html>\n<html lang=\"%s\"><head><meta charset=\"%s\"><title>%s - %s"
      "</title>%s</head>\n<body><div class=\"top\"><a href=\"/\">%s</a> <a "
      "href=\"/paged/%s/\">%s</a></div>\n<div class=\"main\">\n",
      chinese ? "zh" : "en", chinese ? "gb18030" : "utf-8", title,
      chinese ? "数页报" : "The Paged Post", head, chinese ? "首页" : "Home", kind,
      chinese ? "全部文章" : "All articles");
}

static void
append_foot (GString *html, const char *kind)
{
  g_string_append (html,
                   strcmp (kind, "gb") == 0
                       ? "</div><div class=\"foot\"><p>数页报版权所有，未经许可不得转载。"
                         "</p></div></body></html>\n"
                       : "</div><div class=\"foot\"><p>The Paged Post prints long "
                         "articles on several pages.</p></div></body></html>\n");
}

static void
append_body (GString *html, const char *kind, guint number, guint page)
{
  g_autofree char *body = dup_page_body (kind, number, page);
  g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);

  for (gsize i = 0; paragraphs[i] != NULL; i++)
    g_string_append_printf (html, "<p>%s</p>\n", paragraphs[i]);
}

/* Whether the third page of the article is that of another one. */
static guint
find_shown (const char *kind, guint number, guint *page)
{
  if (strcmp (kind, "loop") == 0 && *page > 2)
    *page = 2;
  return strcmp (kind, "other") == 0 && *page == 3 ? number + 400 : number;
}

static void
append_article (GString *html, const char *kind, guint number, guint page)
{
  const char *form = get_form (kind, number);
  guint n_pages = count_pages (kind, number), shown_page = page;
  guint shown = find_shown (kind, number, &shown_page);
  g_autofree char *title = dup_title (kind, shown);
  g_autofree char *next = dup_file (form, number, page + 1);
  g_autofree char *declared
      = strcmp (form, "next") == 0 && page < n_pages
            ? g_strdup_printf ("<link rel=\"next\" href=\"%s\">", next)
            : g_strdup ("");

  append_frame (html, kind, title, declared);
  g_string_append_printf (html,
                          "<h1>%s</h1><p class=\"byline\">%s %u</p>\n<div "
                          "class=\"story\">\n",
                          title, strcmp (kind, "gb") == 0 ? "记者" : "By Number", shown);
  if (page == PAGE_ALL)
    for (guint i = 1; i <= n_pages; i++)
      append_body (html, kind, shown, i);
  else
    append_body (html, kind, shown, shown_page);
  g_string_append (html, "</div>\n");
  if (n_pages > 1 && page != PAGE_ALL)
    append_pager (html, form, number, page, n_pages);
  append_foot (html, kind);
}

static void
append_list (GString *html, const char *kind)
{
  append_frame (html, kind, strcmp (kind, "gb") == 0 ? "全部文章" : "All articles", "");
  g_string_append (html, "<ul class=\"list\">\n");
  for (guint i = 0; i < exm_sample_paged_count (kind); i++)
    {
      guint number = EXM_SAMPLE_PAGED_FIRST + i;
      g_autofree char *title = dup_title (kind, number);
      g_string_append_printf (html,
                              "<li><a href=\"/paged/%s/2026/%u.html\">%s</a></li>\n",
                              kind, number, title);
    }
  g_string_append (html, "</ul>\n");
  append_foot (html, kind);
}

/* @page: (out): as the file's name, or the query, says */
static gboolean
parse_file (
    const char *file, const char *query, const char *kind, guint *number, guint *page)
{
  char *end = NULL;
  guint64 value = g_ascii_strtoull (file, &end, 10), counter = 1;

  if (value < EXM_SAMPLE_PAGED_FIRST
      || value >= EXM_SAMPLE_PAGED_FIRST + exm_sample_paged_count (kind))
    return FALSE;
  *number = (guint) value;
  const char *form = get_form (kind, *number);
  if (strcmp (end, "_all.html") == 0)
    {
      *page = PAGE_ALL;
      return strcmp (form, "all") == 0;
    }
  if (*end == '_')
    counter = g_ascii_strtoull (end + 1, &end, 10) + (strcmp (form, "script") == 0);
  else if (query != NULL && g_str_has_prefix (query, "page="))
    counter = g_ascii_strtoull (query + strlen ("page="), NULL, 10);
  *page = (guint) MIN (counter, CHAIN_PAGES + 1);
  return *page > 0 && *page <= count_pages (kind, *number);
}

ExmSamplePage *
exm_sample_paged_render (const char *path, const char *query)
{
  g_autoptr (GString) html = g_string_new (NULL);
  guint number = 0, page = 0;

  if (!g_str_has_prefix (path, EXM_SAMPLE_PAGED_PREFIX))
    return NULL;
  g_auto (GStrv) parts = g_strsplit (path + strlen (EXM_SAMPLE_PAGED_PREFIX), "/", 3);
  guint n = g_strv_length (parts);
  if (n < 2 || !g_strv_contains (kinds, parts[0]))
    return NULL;
  if (n == 2 && *parts[1] == '\0')
    append_list (html, parts[0]);
  else if (n == 3 && strcmp (parts[1], "2026") == 0
           && parse_file (parts[2], query, parts[0], &number, &page))
    append_article (html, parts[0], number, page);
  else
    return NULL;

  ExmSamplePage *made = g_new0 (ExmSamplePage, 1);
  made->status = 200;
  made->content_type = g_strdup ("text/html");
  made->encoding = g_strdup (strcmp (parts[0], "gb") == 0 ? "GB18030" : "UTF-8");
  made->text = g_string_free (g_steal_pointer (&html), FALSE);
  return made;
}
