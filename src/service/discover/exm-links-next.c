/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-links.h"

#include <string.h>

#include "base/exm-text.h"
#include "discover/exm-links-private.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

/* A row of page numbers where each has a line of its own. */
#define MAX_ROW_LINES 24u

static const char *const next_words[] = {
  "next",
  "next page",
  "older",
  "older posts",
  "older entries",
  "older articles",
  "older stories",
  "earlier",
  "earlier entries",
  "earlier posts",
  "下一页",
  "下页",
  "下一頁",
  "下頁",
  "后一页",
  "後一頁",
  "后页",
  "往后",
  "更早",
  "更早的文章",
  "更早文章",
  "较旧的文章",
  NULL,
};

/* Names before the number of a list page. */
static const char *const page_marks[] = {
  "/page/",  "page=",  "/page-", "/page_", "page_", "/index_",
  "/index-", "/list_", "/list-", "pn=",    "/p/",   NULL,
};

static gboolean
is_arrow (gunichar c)
{
  return c == '>' || c == 0x203a || c == 0xbb || c == 0x2192 || c == 0x226b || c == 0x21d2
         || c == 0x25b6 || c == 0x25ba || c == 0x300b || c == 0x3009;
}

/* Arrows the other way, which decorate words for older and newer alike. */
static gboolean
is_back_arrow (gunichar c)
{
  return c == '<' || c == 0x2039 || c == 0xab || c == 0x2190 || c == 0x226a || c == 0x300a
         || c == 0x3008;
}

guint
exm_link_says_next (const char *text)
{
  g_autoptr (GString) words = g_string_new (NULL);
  gboolean has_arrow = FALSE;

  if (strlen (text) > 60)
    return 0;
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      has_arrow = has_arrow || is_arrow (c);
      if (!is_arrow (c) && !is_back_arrow (c))
        g_string_append_unichar (words, g_unichar_tolower (c));
    }
  g_strstrip (words->str);
  if (*words->str == '\0')
    return has_arrow ? 1 : 0;
  return g_strv_contains (next_words, words->str) ? 2 : 0;
}

guint
exm_link_is_number (const char *text)
{
  gsize n = strspn (text, "0123456789");

  return n > 0 && n <= 5 && text[n] == '\0' ? (guint) atoi (text) : 0;
}

static char *
find_declared (const ExmPageText *page)
{
  const char *own = exm_page_text_get_url (page);
  g_autofree char *base = exm_link_dup_base (page);
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n && own != NULL; i++)
    if (slices[i].kind == EXM_SLICE_LINK
        && exm_text_has_word (exm_page_text_get_string (page, slices[i].name), "next"))
      {
        g_autofree char *url = exm_url_resolve (
            base, exm_page_text_get_string (page, slices[i].value), NULL);
        if (url != NULL && strcmp (url, own) != 0 && exm_url_is_same_host (url, own))
          return g_steal_pointer (&url);
      }
  return NULL;
}

static const ExmLink *
find_said (const GPtrArray *links, const char *own)
{
  const ExmLink *best = NULL;
  guint best_rank = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      guint rank = exm_link_says_next (link->text);
      if (rank > best_rank && exm_url_is_same_host (link->url, own))
        {
          best = link;
          best_rank = rank;
        }
    }
  return best;
}

static gboolean
names_pager (const char *names)
{
  g_autofree char *lower = g_ascii_strdown (names, (gssize) strnlen (names, 100));

  return strstr (lower, "pag") != NULL || strstr (lower, "fenye") != NULL;
}

/* Whether an element around the line is named as a pager is. */
static gboolean
is_in_pager (const ExmPageText *page, const ExmLine *line)
{
  guint n = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);

  for (guint32 i = line->node, step = 0; i < n && step < 4; i = nodes[i].parent, step++)
    {
      if (names_pager (exm_page_text_get_string (page, nodes[i].class_names))
          || names_pager (exm_page_text_get_string (page, nodes[i].id)))
        return TRUE;
    }
  return FALSE;
}

/* The first span of @line or a later one; spans are ordered by line. */
static guint
find_spans (const ExmSpan *spans, guint n, guint line)
{
  guint low = 0;

  while (low < n)
    {
      guint middle = low + (n - low) / 2;
      if (spans[middle].line < line)
        low = middle + 1;
      else
        n = middle;
    }
  return low;
}

/* Adds the numbers of a line that are no links. */
static void
add_plain_numbers (const ExmPageText *page, guint line, GArray *numbers)
{
  g_autofree char *text = g_strdup (exm_page_text_get_line (page, line));
  guint n = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);

  for (guint i = find_spans (spans, n, line); i < n && spans[i].line == line; i++)
    if (spans[i].kind == EXM_SPAN_LINK)
      memset (text + spans[i].start, ' ', spans[i].end - spans[i].start);
  for (const char *p = text; *p != '\0';)
    {
      gsize n_digits = strspn (p, "0123456789");
      if (n_digits > 0 && n_digits <= 5)
        {
          guint number = (guint) atoi (p);
          g_array_append_val (numbers, number);
        }
      p += MAX (n_digits, 1);
    }
}

/* The numbers without link in the row that @link, a number, belongs to. */
static GArray *
find_row (const ExmPageText *page, const ExmLink *link)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint first = link->line > MAX_ROW_LINES ? link->line - MAX_ROW_LINES : 0;

  add_plain_numbers (page, link->line, numbers);
  if (!is_in_pager (page, &lines[link->line]))
    return numbers;
  for (guint i = first; i < MIN (n, link->line + MAX_ROW_LINES); i++)
    if (i != link->line && lines[i].n_chars <= 5 && lines[i].n_link_chars == 0
        && is_in_pager (page, &lines[i]))
      add_plain_numbers (page, i, numbers);
  return numbers;
}

static const ExmLink *
find_number (const ExmPageText *page, const GPtrArray *links, const char *own)
{
  for (guint i = 0, looked_at = 0; i < links->len && looked_at < 40; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      guint number = exm_link_is_number (link->text);
      if (number < 2 || !exm_url_is_same_host (link->url, own))
        continue;
      looked_at++;
      g_autoptr (GArray) row = find_row (page, link);
      for (guint k = 0; k < row->len; k++)
        if (g_array_index (row, guint, k) == number - 1)
          return link;
    }
  return NULL;
}

/* The page number in an address, 0 for none; @rest gets the address without it. */
static guint
read_page_number (const char *url, char **rest)
{
  for (guint i = 0; page_marks[i] != NULL; i++)
    {
      const char *mark = strstr (url, page_marks[i]);
      const char *digits = mark != NULL ? mark + strlen (page_marks[i]) : NULL;
      gsize n = digits != NULL ? strspn (digits, "0123456789") : 0;
      if (n > 0 && n <= 5 && !g_ascii_isalpha (digits[n]))
        {
          g_autofree char *before = g_strndup (url, (gsize) (digits - url));
          *rest = g_strconcat (before, "#", digits + n, NULL);
          return (guint) atoi (digits);
        }
    }
  return 0;
}

/* The folder of an address, for the first page, which often has no number. */
static gboolean
is_below (const char *url, const char *own)
{
  const char *slash = strrchr (own, '/');

  return slash != NULL && strncmp (url, own, (gsize) (slash - own) + 1) == 0;
}

static const ExmLink *
find_counted (const GPtrArray *links, const char *own)
{
  g_autofree char *own_rest = NULL;
  guint own_number = read_page_number (own, &own_rest);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_autofree char *rest = NULL;
      guint number = read_page_number (link->url, &rest);
      gboolean follows = own_number > 0
                             ? number == own_number + 1 && strcmp (rest, own_rest) == 0
                             : number == 2 && is_below (link->url, own);
      if (follows)
        return link;
    }
  return NULL;
}

char *
exm_links_find_next (const ExmPageText *page, const GPtrArray *links)
{
  const char *own = exm_page_text_get_url (page);
  char *declared = find_declared (page);

  if (declared != NULL || own == NULL)
    return declared;
  const ExmLink *link = find_said (links, own);
  if (link == NULL)
    link = find_number (page, links, own);
  if (link == NULL)
    link = find_counted (links, own);
  return link != NULL ? g_strdup (link->url) : NULL;
}
