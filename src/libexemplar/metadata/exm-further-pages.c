/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-further-pages.h"

#include "base/exm-char.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"
#include "metadata/exm-page-counter.h"

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
  const char *first;       /* (unowned): address of the first page, as far as is known */
  gboolean is_first;       /* nothing was before this page: its own counter tells */
  char *base;              /* (owned) */
  guint own_counter;
  guint next;       /* counter of the next page, 0 for none */
  guint last;       /* greatest counter */
  guint n_shift;    /* links called 2 whose counter is 1 */
  GPtrArray *found; /* (owned) (element-type utf8) (nullable elements): by counter */
  char *all;        /* (owned) (nullable): of all pages in one */
} Search;

static void
search_clear (Search *self)
{
  g_free (self->base);
  g_ptr_array_unref (self->found);
  g_free (self->all);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

static const char *const next_words[] = {
  "next",
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
  "次のページ",
  "次のページへ",
  "次ページ",
  "次ページへ",
  "次へ",
  "続きを読む",
  "다음 페이지",
  "다음페이지",
  "다음 쪽",
  "다음",
  "nächste seite",
  "zur nächsten seite",
  "weiter",
  "weiterlesen",
  "page suivante",
  "suivant",
  "suivante",
  "lire la suite",
  "página siguiente",
  "siguiente página",
  "siguiente",
  "continuar leyendo",
  "следующая страница",
  "следующая",
  "далее",
  "читать далее",
  "próxima página",
  "página seguinte",
  "próxima",
  "seguinte",
  "pagina successiva",
  "successiva",
  "avanti",
  NULL,
};

/* Names of links to a page that has all of them. */
static const char *const all_words[] = {
  "view all",
  "view all pages",
  "view as single page",
  "view as one page",
  "view on one page",
  "view article as a single page",
  "single page",
  "single page view",
  "all pages",
  "one page",
  "on one page",
  "show all",
  "show all pages",
  "read on one page",
  "full article",
  "view full article",
  "全文",
  "阅读全文",
  "查看全文",
  "全文阅读",
  "显示全文",
  "显示全部",
  "单页阅读",
  "单页显示",
  "在本页阅读全文",
  "閱讀全文",
  "顯示全文",
  "全文閱讀",
  "單頁閱讀",
  "全文を読む",
  "全文表示",
  "1ページで読む",
  "1ページで表示",
  "すべて表示",
  "すべてのページ",
  "一括表示",
  "전체보기",
  "전체 보기",
  "한 페이지로 보기",
  "기사 전체보기",
  "auf einer seite",
  "auf einer seite lesen",
  "artikel auf einer seite lesen",
  "alles auf einer seite",
  "alles anzeigen",
  "tout afficher",
  "afficher tout",
  "sur une seule page",
  "lire sur une seule page",
  "tout lire",
  "ver todo",
  "ver en una sola página",
  "en una sola página",
  "на одной странице",
  "показать полностью",
  "читать полностью",
  "вся статья",
  "ver tudo",
  "em uma única página",
  "página única",
  "tutto in una pagina",
  "leggi tutto in una pagina",
  NULL,
};

/* Text of a link in lower case, without arrows, brackets and what else decorates it. */
typedef struct
{
  char text[EXM_LOWER_ROOM (MAX_TEXT_BYTES) + 8];
} Bare;

static void
bare_init (Bare *self, const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;
  char *to = self->text;

  for (const char *p = text; p < end;)
    {
      gsize n = 1;
      gunichar c = (guchar) *p < 0x80 ? (guchar) *p : exm_char_read_wide (p, &n);
      if (c < 0x80 ? g_ascii_isalnum ((char) c) : g_unichar_isalnum (c))
        to += g_unichar_to_utf8 (
            c < 0x80 ? (gunichar) g_ascii_tolower ((char) c) : g_unichar_tolower (c), to);
      else if (to > self->text && to[-1] != ' ')
        *to++ = ' ';
      p += n;
    }
  *to = '\0';
  g_strchomp (self->text);
}

/* Looks at the first bytes before it compares: there are many words and many links. */
static gboolean
is_one_of (const char *text, const char *const *words)
{
  for (gsize i = 0; words[i] != NULL; i++)
    if (*text == words[i][0] && strcmp (text, words[i]) == 0)
      return TRUE;
  return FALSE;
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
                { "continued on page ", "" },
                { "", "ページ" },
                { "", "ページ目" },
                { "", "ページ目へ" },
                { "", "페이지" },
                { "", " 페이지" },
                { "seite ", "" },
                { "página ", "" },
                { "pagina ", "" },
                { "страница ", "" },
                { "стр ", "" } };

  if (strpbrk (bare, "0123456789") == NULL)
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if (exm_text_begins (bare, forms[i].before))
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
  return is_one_of (bare, next_words) || exm_text_begins (bare, "next page ")
         || exm_text_begins (bare, "下一页 ") || exm_text_begins (bare, "下一頁 ");
}

/* Bytes of class names or an id that are looked at. */
#define MAX_NAME_BYTES 200u

static gboolean
names_any (const char *text, const char *const *names)
{
  char lower[MAX_NAME_BYTES + 1];
  gsize n = 0;

  for (; n < MAX_NAME_BYTES && text[n] != '\0'; n++)
    lower[n] = (char) (text[n] | (g_ascii_isupper (text[n]) ? 0x20 : 0));
  lower[n] = '\0';
  for (gsize k = 0; names[k] != NULL; k++)
    if (strstr (lower, names[k]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
has_name (const ExmPageText *page, const ExmNode *node, const char *const *names)
{
  const guint32 both[] = { node->class_names, node->id };

  for (gsize i = 0; i < G_N_ELEMENTS (both); i++)
    if (both[i] != 0 && names_any (exm_page_text_get_string (page, both[i]), names))
      return TRUE;
  return FALSE;
}

/* Whether each element is named so, as far as it was asked. */
typedef enum
{
  UNASKED,
  UNNAMED,
  NAMED,
} Asked;

/* Whether an element around @line that does not hold line @head is named so. @asked:
 * (nullable): what is known of each element, for who asks often */
static gboolean
is_inside (const ExmPageText *page,
           guint line,
           guint head,
           const char *const *names,
           guint8 *asked)
{
  guint n_nodes = 0, n_lines = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint32 i = lines[line].node; i < n_nodes; i = nodes[i].parent)
    {
      if (nodes[i].first_line <= head && nodes[i].last_line >= head)
        return FALSE;
      guint8 answer = asked != NULL ? asked[i] : UNASKED;
      if (answer == UNASKED)
        answer = has_name (page, &nodes[i], names) ? NAMED : UNNAMED;
      if (asked != NULL)
        asked[i] = answer;
      if (answer == NAMED)
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
  guint n = 0, n_nodes = 0, n_comments = 0;

  exm_page_text_get_lines (page, &n);
  exm_page_text_get_nodes (page, &n_nodes);
  g_autofree guint8 *asked = g_new0 (guint8, (gsize) n_nodes + 1);
  guint end = MIN (n, tail + 1 + MAX_LINES_BEHIND);
  for (guint i = tail + 1; i < end; i++)
    {
      n_comments += is_inside (page, i, head, comment_names, asked);
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

/* Returns: (transfer full) (nullable): the address that @value refers to */
static char *
dup_url (const Search *self, guint32 value)
{
  const char *reference = exm_page_text_get_string (self->page, value);

  return *reference == '\0' || *reference == '#'
             ? NULL
             : g_uri_resolve_relative (self->base, reference, G_URI_FLAGS_PARSE_RELAXED,
                                       NULL);
}

static guint
read_counter_of (Search *self, const char *url)
{
  guint own_counter = 0;
  guint counter = exm_page_counter_read (self->first, url, &own_counter);

  if (counter > 0 && self->is_first)
    self->own_counter = own_counter;
  return counter;
}

static guint
read_counter (Search *self, guint32 value)
{
  g_autofree char *url = dup_url (self, value);

  return url != NULL ? read_counter_of (self, url) : 0;
}

/* Keeps the address of a page that is found for the first time. */
static void
keep (Search *self, guint counter, const char *url)
{
  if (counter > EXM_PAGE_COUNTER_MAX)
    return;
  if (self->found->len <= counter)
    g_ptr_array_set_size (self->found, (gint) counter + 1);
  if (g_ptr_array_index (self->found, counter) == NULL)
    g_ptr_array_index (self->found, counter) = g_strndup (url, strcspn (url, "#"));
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
    {
      if (slices[i].kind != EXM_SLICE_LINK
          || !exm_text_has_word (exm_page_text_get_string (self->page, slices[i].name),
                                 "next"))
        continue;
      g_autofree char *url = dup_url (self, slices[i].value);
      guint counter = url != NULL ? read_counter_of (self, url) : 0;
      if (counter == 0)
        continue;
      add_next (self, counter);
      keep (self, counter, url);
    }
}

static void
read_link (Search *self, const ExmSpan *span, guint head)
{
  const char *text = exm_page_text_get_line (self->page, span->line);

  if (span->end - span->start > MAX_TEXT_BYTES)
    return;
  Bare bare;
  bare_init (&bare, text + span->start, span->end - span->start);
  guint called = read_called (bare.text);
  gboolean says_all = is_one_of (bare.text, all_words);
  if (called == 0 && !says_next (bare.text) && !says_all)
    return;
  g_autofree char *url = dup_url (self, span->value);
  guint counter = url != NULL ? read_counter_of (self, url) : 0;
  if (url == NULL || is_inside (self->page, span->line, head, other_names, NULL))
    return;
  if (says_all && counter == 0 && self->all == NULL
      && exm_page_counter_names_all (self->first, url))
    self->all = g_strndup (url, strcspn (url, "#"));
  if (counter == 0 || says_all
      || (called > 0 && called != counter && called != counter + 1))
    return;
  /* The first page is no further one. */
  if (called == 1)
    return;
  self->n_shift += called == counter + 1;
  add_next (self, counter);
  keep (self, counter, url);
  if (called > 0)
    self->last = MAX (self->last, counter);
}

#define CALL "createPageHTML"

/* Its least frequent letter. */
#define CALL_RARE 6u

/* Goes from one rare letter to the next, as fast as memchr(). */
static const char *
find_call (const char *source, gsize n_bytes)
{
  const gsize n_behind = strlen (CALL) - CALL_RARE;
  const char *end = source + n_bytes;

  if (n_bytes < strlen (CALL))
    return NULL;
  for (const char *p = source + CALL_RARE; (gsize) (end - p) >= n_behind; p++)
    {
      p = memchr (p, CALL[CALL_RARE], (gsize) (end - p) - n_behind + 1);
      if (p == NULL)
        return NULL;
      if (memcmp (p - CALL_RARE, CALL, strlen (CALL)) == 0)
        return p - CALL_RARE;
    }
  return NULL;
}

/* Reads the call at the beginning of @text. Returns: how many pages it names, 0 where it
 * is none; @file: (out): the beginning of their addresses; @ending: (out): their end */
static guint
read_call (const char *text, char **file, char **ending)
{
  g_autoptr (GRegex) regex
      = g_regex_new (CALL "\\s*\\(\\s*(\\d{1,3})\\s*,\\s*\\d{1,3}\\s*,\\s*[\"']"
                          "([\\w.-]{1,80})[\"']\\s*,\\s*[\"'](\\w{1,8})[\"']",
                     0, G_REGEX_MATCH_ANCHORED, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, text, 0, &match))
    return 0;
  g_autofree char *n_pages = g_match_info_fetch (match, 1);
  *file = g_match_info_fetch (match, 2);
  *ending = g_match_info_fetch (match, 3);
  return (guint) g_ascii_strtoull (n_pages, NULL, 10);
}

/* Adds page @counter of a script's row. Returns: whether it is one of the article */
static gboolean
add_of_script (Search *self, const char *file, const char *ending, guint counter)
{
  g_autofree char *name = g_strdup_printf ("%s_%u.%s", file, counter, ending);
  g_autofree char *url
      = g_uri_resolve_relative (self->base, name, G_URI_FLAGS_PARSE_RELAXED, NULL);

  if (url == NULL || read_counter_of (self, url) != counter)
    return FALSE;
  add_next (self, counter);
  keep (self, counter, url);
  self->last = MAX (self->last, counter);
  self->n_shift++;
  return TRUE;
}

/* Rows of links that a script writes, whose call says it all:
 * createPageHTML (5, 0, "t2026_17", "html"): 5 pages, this is the first, file, ending. */
static void
read_script (Search *self)
{
  gsize size = 0;
  const char *source = g_bytes_get_data (exm_page_text_get_source (self->page), &size);
  const char *call = find_call (source, size);

  for (; call != NULL; call = find_call (call + 1, (gsize) (source + size - call - 1)))
    {
      g_autofree char *text
          = g_utf8_make_valid (call, MIN (200, (gssize) (source + size - call)));
      g_autofree char *file = NULL, *ending = NULL;
      guint n_pages = read_call (text, &file, &ending);
      for (guint i = 1; i < n_pages && add_of_script (self, file, ending, i); i++)
        ;
      if (n_pages > 0)
        return;
    }
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

void
exm_further_pages_clear (ExmFurtherPages *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->urls, g_ptr_array_unref);
  g_clear_pointer (&self->all, g_free);
  *self = (ExmFurtherPages){ 0 };
}

/* Any address of a page, from which the others are made. */
static const char *
find_pattern (const Search *self)
{
  for (guint i = self->found->len; i-- > 0;)
    if (g_ptr_array_index (self->found, i) != NULL)
      return g_ptr_array_index (self->found, i);
  return NULL;
}

/* Adds the addresses of the second and all later pages, found or made. */
static void
list_urls (const Search *self, ExmFurtherPages *out)
{
  const char *pattern = find_pattern (self);

  out->urls = g_ptr_array_new_with_free_func (g_free);
  for (guint number = 2; number <= out->n_pages; number++)
    {
      guint counter = number - out->shift;
      const char *url
          = counter < self->found->len ? g_ptr_array_index (self->found, counter) : NULL;
      g_ptr_array_add (out->urls, url != NULL       ? g_strdup (url)
                                  : pattern != NULL ? exm_page_counter_make (
                                        self->first, pattern, counter)
                                                    : NULL);
    }
}

static void
read_links (Search *self, guint head, guint tail)
{
  guint n_spans = 0, n_lines = 0;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n_spans);
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  guint end = find_end (self->page, head, tail);

  for (guint i = 0; i < n_spans && spans[i].line < end; i++)
    if (spans[i].kind == EXM_SPAN_LINK && spans[i].line > head && spans[i].value != 0
        && !(lines[spans[i].line].flags & EXM_LINE_FLAGGED))
      read_link (self, &spans[i], head);
}

gboolean
exm_further_pages_find (const ExmPageText *page,
                        guint head,
                        guint tail,
                        const ExmFurtherPages *before,
                        ExmFurtherPages *out)
{
  const char *url = exm_page_text_get_url (page);
  guint ignored = 0;

  *out = (ExmFurtherPages){ 0 };
  if (url == NULL || head == EXM_NONE)
    return FALSE;
  g_auto (Search) search = { .page = page,
                             .first = before != NULL ? before->first : url,
                             .is_first = before == NULL,
                             .base = dup_base (page, url),
                             .found = g_ptr_array_new_with_free_func (g_free) };
  if (before != NULL)
    search.own_counter = exm_page_counter_read (search.first, url, &ignored);
  read_declared (&search);
  read_links (&search, head, tail);
  if (search.next == 0)
    read_script (&search);
  if (search.next == 0 || is_archive (&search))
    return FALSE;
  out->first = g_strdup (search.first);
  out->shift = before != NULL
                   ? before->shift
                   : search.n_shift > 0 || (search.own_counter == 0 && search.next == 1);
  out->number = search.own_counter > 0 ? search.own_counter + out->shift : 1;
  out->n_pages = MAX (search.last + out->shift, out->number + 1);
  out->all = g_steal_pointer (&search.all);
  list_urls (&search, out);
  return TRUE;
}
