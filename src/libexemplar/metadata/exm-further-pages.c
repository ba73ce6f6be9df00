/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-further-pages.h"

#include "page/exm-page-counter.h"

#include <string.h>

/* A pager that is farther behind the body belongs to something else. */
#define MAX_LINES_BEHIND 80u

/* Lines of comments between body and pager from which the pager is theirs. */
#define MAX_COMMENT_LINES 4u

/* Longer texts of links are no names of pages. */
#define MAX_TEXT_BYTES 120u

/* The second page may have the counter 1: "index_1.shtml". */
typedef struct
{
  const ExmPageText *page; /* (unowned) */
  const char *url;         /* (unowned) */
  char *base;              /* (owned) */
  guint own_counter;
  guint next;    /* counter of the next page, 0 for none */
  guint last;    /* greatest counter */
  guint n_shift; /* links called 2 whose counter is 1 */
} Search;

static const char *const next_words[] = { "next",
                                          "next page",
                                          "go to next page",
                                          "nextpage",
                                          "continue",
                                          "continue to next page",
                                          "continued",
                                          "continue reading",
                                          "read on",
                                          "下一页",
                                          "下页",
                                          "下一頁",
                                          "下頁",
                                          "后一页",
                                          "後一頁",
                                          "后页",
                                          "翻到下一页",
                                          "余下全文",
                                          "阅读余下全文",
                                          "阅读下一页",
                                          "點擊下一頁",
                                          "点击下一页",
                                          "查看下一页",
                                          NULL };

/* @text in lower case without arrows, brackets and what else decorates it. */
static char *
dup_bare (const char *text, gsize n_bytes)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; p < text + n_bytes; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (g_unichar_isalnum (c))
        g_string_append_unichar (out, g_unichar_tolower (c));
      else if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    }
  g_strchomp (out->str);
  return g_string_free (out, FALSE);
}

static guint
read_digits (const char *text, const char *tail)
{
  gsize n = strspn (text, "0123456789");

  if (n == 0 || n > 2 || *text == '0' || strcmp (text + n, tail) != 0)
    return 0;
  return (guint) g_ascii_strtoull (text, NULL, 10);
}

/* The page that a link is called by: "3", "page 3", "第3页"; 0 for none. */
static guint
read_called (const char *bare)
{
  static const struct
  {
    const char *before; /* (unowned) */
    const char *behind; /* (unowned) */
  } forms[] = { { "", "" },
                { "page ", "" },
                { "第", "页" },
                { "第", "頁" },
                { "第 ", " 页" },
                { "go to page ", "" },
                { "next page ", "" },
                { "continue to page ", "" },
                { "continued on page ", "" } };

  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if (g_str_has_prefix (bare, forms[i].before))
      {
        guint number = read_digits (bare + strlen (forms[i].before), forms[i].behind);
        if (number > 0)
          return number;
      }
  return 0;
}

static gboolean
says_next (const char *bare)
{
  return g_strv_contains (next_words, bare) || g_str_has_prefix (bare, "next page ")
         || g_str_has_prefix (bare, "下一页 ") || g_str_has_prefix (bare, "下一頁 ");
}

static gboolean
has_name (const ExmPageText *page, const ExmNode *node, const char *const *names)
{
  const guint32 both[] = { node->class_names, node->id };

  for (gsize i = 0; i < G_N_ELEMENTS (both); i++)
    {
      const char *text = exm_page_text_get_string (page, both[i]);
      g_autofree char *lower = g_ascii_strdown (text, (gssize) strnlen (text, 200));
      for (gsize k = 0; names[k] != NULL; k++)
        if (strstr (lower, names[k]) != NULL)
          return TRUE;
    }
  return FALSE;
}

/* Whether an element around @line that does not hold line @head is named so. */
static gboolean
is_inside (const ExmPageText *page, guint line, guint head, const char *const *names)
{
  guint n_nodes = 0, n_lines = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint32 i = lines[line].node; i < n_nodes; i = nodes[i].parent)
    {
      if (nodes[i].first_line <= head && nodes[i].last_line >= head)
        return FALSE;
      if (has_name (page, &nodes[i], names))
        return TRUE;
    }
  return FALSE;
}

static const char *const comment_names[]
    = { "comment", "disqus", "respond", "replies", "pinglun", NULL };
static const char *const other_names[]
    = { "comment",  "disqus", "replies", "pinglun",  "related",  "recommend",
        "carousel", "slide",  "gallery", "calendar", "sidebar",  "popular",
        "review",   "swiper", "archive", "post-nav", "adjacent", NULL };

/* How many lines behind the body a pager may stand: up to the comments. */
static guint
find_end (const ExmPageText *page, guint head, guint tail)
{
  guint n = 0, n_comments = 0;

  exm_page_text_get_lines (page, &n);
  guint end = MIN (n, tail + 1 + MAX_LINES_BEHIND);
  for (guint i = tail + 1; i < end; i++)
    {
      n_comments += is_inside (page, i, head, comment_names);
      if (n_comments >= MAX_COMMENT_LINES)
        return i;
    }
  return end;
}

static char *
dup_base (const ExmPageText *page, const char *url)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_BASE)
      {
        char *base = g_uri_resolve_relative (
            url, exm_page_text_get_string (page, slices[i].value),
            G_URI_FLAGS_PARSE_RELAXED, NULL);
        if (base != NULL)
          return base;
      }
  return g_strdup (url);
}

static guint
read_counter (Search *self, guint32 value)
{
  const char *reference = exm_page_text_get_string (self->page, value);
  guint own_counter = 0;

  if (*reference == '\0' || *reference == '#')
    return 0;
  g_autofree char *url
      = g_uri_resolve_relative (self->base, reference, G_URI_FLAGS_PARSE_RELAXED, NULL);
  guint counter = url != NULL ? exm_page_counter_read (self->url, url, &own_counter) : 0;
  if (counter > 0)
    self->own_counter = own_counter;
  return counter;
}

static void
add_next (Search *self, guint counter)
{
  gboolean follows = self->own_counter > 0 ? counter == self->own_counter + 1
                                           : counter == 1 || counter == 2;

  if (!follows)
    return;
  self->next = counter;
  self->last = MAX (self->last, counter);
}

static gboolean
has_next (const char *rel)
{
  g_auto (GStrv) words = g_strsplit (rel, " ", -1);

  return g_strv_contains ((const char *const *) words, "next");
}

static void
read_declared (Search *self)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_LINK
        && has_next (exm_page_text_get_string (self->page, slices[i].name)))
      {
        guint counter = read_counter (self, slices[i].value);
        if (counter > 0)
          add_next (self, counter);
      }
}

static void
read_link (Search *self, const ExmSpan *span, guint head)
{
  const char *text = exm_page_text_get_line (self->page, span->line);

  if (span->end - span->start > MAX_TEXT_BYTES)
    return;
  g_autofree char *bare = dup_bare (text + span->start, span->end - span->start);
  guint called = read_called (bare);
  if (called == 0 && !says_next (bare))
    return;
  guint counter = read_counter (self, span->value);
  if (counter == 0 || is_inside (self->page, span->line, head, other_names))
    return;
  if (called > 0 && called != counter && called != counter + 1)
    return;
  /* The first page is no further one. */
  if (called == 1)
    return;
  self->n_shift += called == counter + 1;
  add_next (self, counter);
  if (called > 0)
    self->last = MAX (self->last, counter);
}

/* Older entries are counted beyond what any article has. */
static gboolean
is_archive (Search *self)
{
  guint n = 0;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);

  for (guint i = 0; i < n; i++)
    if (spans[i].kind == EXM_SPAN_LINK && spans[i].value != 0
        && read_counter (self, spans[i].value) > EXM_PAGE_COUNTER_MAX)
      return TRUE;
  return FALSE;
}

gboolean
exm_further_pages_find (
    const ExmPageText *page, guint head, guint tail, guint *number, guint *n_pages)
{
  guint n_spans = 0, n_lines = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  Search search = { .page = page, .url = exm_page_text_get_url (page) };

  if (search.url == NULL || head == EXM_NONE)
    return FALSE;
  g_autofree char *base = dup_base (page, search.url);
  search.base = base;
  read_declared (&search);
  guint end = find_end (page, head, tail);
  for (guint i = 0; i < n_spans && spans[i].line < end; i++)
    if (spans[i].kind == EXM_SPAN_LINK && spans[i].line > head && spans[i].value != 0
        && !(lines[spans[i].line].flags & EXM_LINE_FLAGGED))
      read_link (&search, &spans[i], head);
  if (search.next == 0 || is_archive (&search))
    return FALSE;
  guint shift = search.n_shift > 0 || (search.own_counter == 0 && search.next == 1);
  *number = search.own_counter > 0 ? search.own_counter + shift : 1;
  *n_pages = MAX (search.last + shift, *number + 1);
  return TRUE;
}
