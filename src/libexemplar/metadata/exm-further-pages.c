/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-further-pages.h"

#include "base/exm-text.h"

#include <string.h>

/* --- Page counters --- */

/* Pages that an article may have; lists have more. */
#define EXM_PAGE_COUNTER_MAX 99u

/* An address in parts; the path without slashes at its end. */
typedef struct
{
  char *host;  /* (owned) */
  char *path;  /* (owned) */
  char *query; /* (owned): "" for none */
  gboolean is_folder;
} Parts;

static void
parts_clear (Parts *self)
{
  g_free (self->host);
  g_free (self->path);
  g_free (self->query);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

/* Parts of addresses whose pages are replies, older entries or pictures. */
static const char *const no_articles[] = { "category",
                                           "categories",
                                           "tag",
                                           "tags",
                                           "author",
                                           "authors",
                                           "archive",
                                           "archives",
                                           "search",
                                           "forum",
                                           "forums",
                                           "thread",
                                           "threads",
                                           "topic",
                                           "topics",
                                           "bbs",
                                           "gallery",
                                           "galleries",
                                           "photo",
                                           "photos",
                                           "pictures",
                                           "slideshow",
                                           "slideshows",
                                           "label",
                                           "comments",
                                           "reviews",
                                           "board",
                                           "boards",
                                           "cat",
                                           "community",
                                           "showthread.php",
                                           "viewtopic.php",
                                           "page",
                                           "forumdisplay.php",
                                           "viewthread.php",
                                           NULL };

static const char *const query_names[]
    = { "page",    "p",         "pg",      "paged",      "pn",
        "pageno",  "page_no",   "pagenum", "pagenumber", "currentpage",
        "curpage", "pageindex", NULL };

/* Separators between the name of a file and its counter; longer ones first. */
static const char *const separators[]
    = { "_page_", "-page-", "_page", "-page", "_p", "-p", "_", "-", NULL };

static void
parts_init (Parts *self, const char *url)
{
  const char *start = strstr (url, "://");

  start = start != NULL ? start + 3 : url;
  if (g_ascii_strncasecmp (start, "www.", 4) == 0)
    start += 4;
  gsize n_host = strcspn (start, "/?#");
  gsize n_path = strcspn (start + n_host, "?#");
  const char *path = start + n_host, *query = path + n_path;
  self->host = g_ascii_strdown (start, (gssize) n_host);
  self->is_folder = n_path > 0 && path[n_path - 1] == '/';
  while (n_path > 0 && path[n_path - 1] == '/')
    n_path--;
  self->path = g_strndup (path, n_path);
  self->query
      = *query == '?' ? g_strndup (query + 1, strcspn (query + 1, "#")) : g_strdup ("");
}

static gboolean
is_forum (const char *host)
{
  static const char *const names[]
      = { "forum.", "forums.", "bbs.", "discuss.", "community.", "board.", "boards." };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (host, names[i]))
      return TRUE;
  return FALSE;
}

/* The number that all of @text but @tail is, 0 for none. */
static guint
read_number (const char *text, const char *tail)
{
  gsize n = strspn (text, "0123456789");

  if (n == 0 || n > 5 || *text == '0' || strcmp (text + n, tail) != 0)
    return 0;
  return (guint) g_ascii_strtoull (text, NULL, 10);
}

/* Whether @path can be that of an article: not a root, a section or a day. */
static gboolean
names_article (const Parts *self)
{
  g_auto (GStrv) segments = g_strsplit (self->path, "/", -1);
  guint n = g_strv_length (segments);
  gboolean has_name = FALSE;

  if (n < 2)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *lower = g_ascii_strdown (segments[i], -1);
      if (g_strv_contains (no_articles, lower))
        return FALSE;
      has_name = has_name || strpbrk (lower, "abcdefghijklmnopqrstuvwxyz%") != NULL;
    }
  const char *last = segments[n - 1];
  gsize n_digits = strspn (last, "0123456789");
  if (last[n_digits] == '\0')
    return has_name && n_digits >= 4 && (n_digits > 4 || n > 3);
  if (g_str_has_prefix (last, "index.") || g_str_has_prefix (last, "default."))
    return strpbrk (self->path, "0123456789") != NULL;
  return strpbrk (last, "0123456789-_.%") != NULL || strlen (last) >= 20
         || strpbrk (self->path, "0123456789") != NULL;
}

/* Takes the counter out of a query. Returns: it, 0 for none */
static guint
take_counter (const char *query, char **rest)
{
  g_auto (GStrv) all = g_strsplit (query, "&", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint counter = 0;

  for (guint i = 0; all[i] != NULL; i++)
    {
      const char *equals = strchr (all[i], '=');
      g_autofree char *name
          = equals != NULL ? g_ascii_strdown (all[i], equals - all[i]) : g_strdup ("");
      guint number = equals != NULL && g_strv_contains (query_names, name)
                         ? read_number (equals + 1, "")
                         : 0;
      if (number > 0 && counter == 0)
        counter = number;
      else if (*all[i] != '\0' && !g_str_has_prefix (all[i], "utm_"))
        g_string_append_printf (out, "%s%s", out->len > 0 ? "&" : "", all[i]);
    }
  *rest = g_string_free (g_steal_pointer (&out), FALSE);
  return counter;
}

static guint
read_query (const Parts *own, const Parts *other, guint *own_counter)
{
  g_autofree char *own_rest = NULL, *rest = NULL;

  if (strcmp (own->path, other->path) != 0)
    return 0;
  *own_counter = take_counter (own->query, &own_rest);
  guint counter = take_counter (other->query, &rest);
  /* "?p=12" alone is mostly the number of an article. */
  if (*own_counter > 0 && *own_rest == '\0'
      && g_ascii_strncasecmp (own->query, "p=", 2) == 0)
    return 0;
  return strcmp (own_rest, rest) == 0 ? counter : 0;
}

/* "/2", "/page/2", "/p2" behind the path. */
static guint
read_below (const Parts *own, const Parts *other)
{
  static const char *const marks[] = { "page/", "page-", "page_", "page", "p/", "p", "" };
  gsize n = strlen (own->path);

  if (strncmp (own->path, other->path, n) != 0 || other->path[n] != '/')
    return 0;
  const char *rest = other->path + n + 1;
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (rest, marks[i]))
      return read_number (rest + strlen (marks[i]), "");
  return 0;
}

/* "_2.html" in place of ".html". */
static guint
read_suffix (const char *own, const char *other)
{
  const char *slash = strrchr (own, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;

  if (dot == NULL || dot == slash + 1 || strncmp (own, other, (gsize) (dot - own)) != 0)
    return 0;
  const char *rest = other + (dot - own);
  for (guint i = 0; separators[i] != NULL; i++)
    if (g_str_has_prefix (rest, separators[i]))
      return read_number (rest + strlen (separators[i]), dot);
  return 0;
}

/* The path of the first page if @own is a later one: "/a_2.html" is of "/a.html". */
static char *
dup_first_path (const Parts *own, guint *own_counter)
{
  const char *slash = strrchr (own->path, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;
  const char *mark = slash != NULL ? strrchr (slash, '_') : NULL;

  if (dot != NULL && mark != NULL && mark < dot && mark - slash > 5)
    {
      *own_counter = read_number (mark + 1, dot);
      if (*own_counter > 0)
        return g_strdup_printf ("%.*s%s", (int) (mark - own->path), own->path, dot);
    }
  if (slash != NULL && slash - own->path > 5 && strncmp (slash - 5, "/page", 5) == 0)
    {
      *own_counter = read_number (slash + 1, "");
      if (*own_counter > 0)
        return g_strndup (own->path, (gsize) (slash - 5 - own->path));
    }
  return NULL;
}

static guint
read_path (const Parts *own, const Parts *other)
{
  guint counter = read_below (own, other);

  if (counter == 0)
    counter = read_suffix (own->path, other->path);
  if (counter == 0 && own->is_folder)
    {
      g_autofree char *index = g_strconcat (own->path, "/index.html", NULL);
      g_autofree char *short_index = g_strconcat (own->path, "/index.htm", NULL);
      g_autofree char *parsed_index = g_strconcat (own->path, "/index.shtml", NULL);
      counter = read_suffix (index, other->path) + read_suffix (short_index, other->path)
                + read_suffix (parsed_index, other->path);
    }
  return counter;
}

/* Folders and roots of a site, whose further pages are older entries, have none; nor
 * have threads and galleries. O(lengths). @own: absolute address of a page; @url:
 * another absolute address; @own_counter: (out): the counter in @own, 0 where it has
 * none. Returns: the counter of @url, 0 where it is not @own with a counter */
static guint
page_counter_read (const char *own, const char *url, guint *own_counter)
{
  g_auto (Parts) a = { 0 };
  g_auto (Parts) b = { 0 };

  *own_counter = 0;
  parts_init (&a, own);
  parts_init (&b, url);
  if (strcmp (a.host, b.host) != 0 || is_forum (a.host))
    return 0;
  guint first_counter = 0;
  g_autofree char *first = dup_first_path (&a, &first_counter);
  if (first != NULL)
    {
      g_free (a.path);
      a.path = g_steal_pointer (&first);
      *own_counter = first_counter;
    }
  if (!names_article (&a))
    return 0;
  guint counter = 0;
  if (first_counter == 0)
    counter = read_query (&a, &b, own_counter);
  if (counter == 0 && (*b.query == '\0' || strcmp (a.query, b.query) == 0))
    counter = read_path (&a, &b);
  return *own_counter <= EXM_PAGE_COUNTER_MAX ? counter : 0;
}

/* --- Further pages --- */

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
  guint counter = url != NULL ? page_counter_read (self->url, url, &own_counter) : 0;
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

static void
read_declared (Search *self)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_LINK
        && exm_text_has_word (exm_page_text_get_string (self->page, slices[i].name),
                              "next"))
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
