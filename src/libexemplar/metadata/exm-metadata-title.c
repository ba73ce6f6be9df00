/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-title.h"

#include "base/exm-text.h"

#include <string.h>

#define MAX_SEGMENTS 12
#define MAX_HEADINGS 200
#define MAX_HEADING_BYTES 2000

/* Lines near the body's head that may repeat the title though they are no headings. */
#define NEAR_LINES 12
#define NEAR_LENGTH 18 /* shorter ones are bread crumbs */

/* A headline is no paragraph. */
#define MAX_HEADLINE_BYTES 500u

/* Share of the words of a preferred headline that the declared title has too. */
#define MIN_SHARED_WORDS .33

typedef struct
{
  const char *start; /* (unowned) */
  const char *end;   /* (unowned) */
} Segment;

typedef struct
{
  const char *text; /* (unowned) */
  Segment segments[MAX_SEGMENTS];
  guint n;
  gboolean loose; /* cut by " - " alone, which titles hold too */
} Cut;

typedef struct
{
  GHashTable *headings; /* (owned): squeezed text of the page's headings, owned */
  char *headline;       /* (owned) (nullable): the body's <h1>, squeezed */
  char *site;           /* (owned) (nullable): the declared name, squeezed */
  char *host;           /* (owned) (nullable): without www. */
} Site;

static void
site_clear (Site *self)
{
  g_clear_pointer (&self->headings, g_hash_table_unref);
  g_free (self->headline);
  g_free (self->site);
  g_free (self->host);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Site, site_clear)

static void
add_heading (Site *self, const char *text, gsize n)
{
  char *squeezed = exm_text_squeeze (text, MIN (n, MAX_HEADING_BYTES));
  if (*squeezed == '\0')
    g_free (squeezed);
  else
    g_hash_table_add (self->headings, squeezed);
}

static void
site_init (Site *self, const ExmMetadataReader *reader, guint anchor)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (reader->page, &n);
  const char *name = exm_metadata_get (reader->out, EXM_FIELD_SITE);

  self->headings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < n && g_hash_table_size (self->headings) < MAX_HEADINGS; i++)
    {
      gboolean near = anchor != EXM_NONE && i + NEAR_LINES >= anchor && i <= anchor + 1
                      && lines[i].length >= NEAR_LENGTH;
      const char *line = exm_page_text_get_line (reader->page, i);
      if (lines[i].heading > 0 || near)
        add_heading (self, line, lines[i].n_bytes);
      /* The one above the body; a logo on top of the page is an <h1> too. */
      if (lines[i].heading != 1 || (lines[i].flags & EXM_LINE_FLAGGED) != 0
          || anchor == EXM_NONE || i + NEAR_LINES < anchor || i > anchor + 1)
        continue;
      g_free (self->headline);
      self->headline = exm_text_squeeze (line, MIN (lines[i].n_bytes, MAX_HEADING_BYTES));
    }
  if (name != NULL)
    self->site = exm_text_squeeze (name, strlen (name));
  if (reader->base == NULL)
    return;
  g_autoptr (GUri) uri = g_uri_parse (reader->base, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (uri != NULL && g_uri_get_host (uri) != NULL)
    {
      const char *host = g_uri_get_host (uri);
      self->host = g_ascii_strdown (exm_text_begins (host, "www.") ? host + 4 : host, -1);
    }
}

/* @squeezed: letters and digits of a name; hosts are compared as squeezed. */
static gboolean
is_host_label (const Site *self, const char *squeezed)
{
  if (self->host == NULL || strlen (squeezed) < 3)
    return FALSE;
  g_autofree char *host = exm_text_squeeze (self->host, strlen (self->host));
  if (strcmp (host, squeezed) == 0)
    return TRUE;
  g_auto (GStrv) labels = g_strsplit (self->host, ".", 8);
  for (guint i = 0; labels[i] != NULL && labels[i + 1] != NULL; i++)
    {
      g_autofree char *label = exm_text_squeeze (labels[i], strlen (labels[i]));
      if (strlen (label) >= 3
          && (strcmp (label, squeezed) == 0
              || (exm_text_begins (squeezed, label) && strlen (squeezed) < 24)))
        return TRUE;
    }
  return FALSE;
}

/* Whether @text names a site: the declared one, the host, or by its last word. */
static gboolean
names_site (const Site *self, const char *text, gsize n)
{
  static const char *const endings[]
      = { "网",   "網",   "新闻", "新聞", "频道", "頻道",   "日报",
          "日報", "晚报", "晚報", "早报", "时报", "時報",   "在线",
          "门户", "中心", "资讯", "论坛", "博客", "客户端", NULL };
  static const char *const domains[] = { ".com", ".cn", ".net", ".org", ".de", ".fr" };
  g_autofree char *squeezed = exm_text_squeeze (text, n);

  if (*squeezed == '\0')
    return TRUE;
  if (self->site != NULL
      && (strcmp (self->site, squeezed) == 0
          || (g_utf8_strlen (squeezed, -1) >= 3 && strstr (self->site, squeezed) != NULL)
          || (exm_text_begins (squeezed, self->site) && strlen (self->site) >= 6
              && strlen (squeezed) < 2 * strlen (self->site))))
    return TRUE;
  if (is_host_label (self, squeezed))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
    if (n > strlen (domains[i]) && n <= 24
        && g_ascii_strncasecmp (text + n - strlen (domains[i]), domains[i],
                                strlen (domains[i]))
               == 0)
      return TRUE;
  for (guint i = 0; endings[i] != NULL; i++)
    if (g_str_has_suffix (squeezed, endings[i]) && g_utf8_strlen (squeezed, -1) <= 10)
      return TRUE;
  return FALSE;
}

/* Length of the separator at @p, 0 if none. @strong: one that titles seldom hold. */
static gsize
separator_length (const char *text, const char *p, gboolean *strong)
{
  static const char *const strong_marks[]
      = { " | ", " :: ", " » ", " « ", " › ", " · ", " • ",
          " – ", " — ",  "｜",  "_",   "|",   "--",  NULL };
  gunichar before = p > text ? g_utf8_get_char (g_utf8_prev_char (p)) : 0;

  *strong = FALSE;
  /* The first bytes of all marks. */
  if (strchr (" |_-\xef", *p) == NULL)
    return 0;
  *strong = TRUE;
  for (guint i = 0; strong_marks[i] != NULL; i++)
    if (exm_text_begins (p, strong_marks[i]))
      {
        *strong = strcmp (strong_marks[i], " – ") != 0
                  && strcmp (strong_marks[i], " — ") != 0;
        return strlen (strong_marks[i]);
      }
  *strong = FALSE;
  if (exm_text_begins (p, " - "))
    return 3;
  if (*p == '-' && (exm_char_is_cjk (before) || exm_char_is_sentence_mark (before))
      && exm_char_is_cjk (g_utf8_get_char (p + 1)))
    return 1;
  return 0;
}

static void
cut_init (Cut *self, const char *text)
{
  const char *start = text;
  const char *p = text;

  *self = (Cut){ .text = text, .loose = TRUE };
  while (*p != '\0')
    {
      gboolean strong;
      gsize n = p == start ? 0 : separator_length (text, p, &strong);
      if (n == 0 || self->n + 1 >= MAX_SEGMENTS)
        {
          p = g_utf8_next_char (p);
          continue;
        }
      self->loose = self->loose && !strong;
      self->segments[self->n++] = (Segment){ start, p };
      p += n;
      start = p;
    }
  self->segments[self->n++] = (Segment){ start, p };
}

static char *
dup_range (const Cut *cut, guint first, guint last)
{
  const char *start = cut->segments[first].start;
  return g_strstrip (g_strndup (start, (gsize) (cut->segments[last].end - start)));
}

/* The longest run of segments that is a heading of the page, or %NULL. */
static char *
dup_heading (const Site *site, const Cut *cut)
{
  for (guint n = cut->n; n >= 1; n--)
    for (guint first = 0; first + n <= cut->n; first++)
      {
        g_autofree char *text = dup_range (cut, first, first + n - 1);
        g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
        if (g_hash_table_contains (site->headings, squeezed)
            && !(cut->n > 1 && n == 1 && names_site (site, text, strlen (text))))
          return g_steal_pointer (&text);
      }
  return NULL;
}

static gboolean
segment_names_site (const Site *site, const Cut *cut, guint i)
{
  const Segment *segment = &cut->segments[i];
  return names_site (site, segment->start, (gsize) (segment->end - segment->start));
}

/* Short parts behind the longest one: a site's name that nothing else names. */
static gboolean
is_short_tail (const Cut *cut, guint first, guint last)
{
  g_autofree char *tail = dup_range (cut, last, last);
  g_autofree char *rest = dup_range (cut, first, last - 1);
  guint n_tail = exm_text_count_tokens (tail, strlen (tail));
  guint n_rest = exm_text_count_tokens (rest, strlen (rest));

  return n_rest > n_tail && n_tail <= (cut->loose ? 4 : 8);
}

/* @text without the site's name; %NULL if it is nothing else. @is_page_title: it is a
 * <title>, whose last part mostly is the site. */
static char *
dup_without_site (const Site *site, const char *text, gboolean is_page_title)
{
  Cut cut;
  if (exm_text_count_tokens (text, strlen (text)) == 0)
    return NULL;
  cut_init (&cut, text);

  char *heading = dup_heading (site, &cut);
  if (heading != NULL)
    return heading;
  guint first = 0;
  guint last = cut.n - 1;
  while (last > first && segment_names_site (site, &cut, last))
    last--;
  while (first < last && segment_names_site (site, &cut, first))
    first++;
  /* Behind the headline come section and site: where the site is gone already, only a
   * mark that titles seldom hold tells a section from the headline's own last part. */
  if (is_page_title && first == 0 && (last == cut.n - 1 || !cut.loose))
    while (last > first && is_short_tail (&cut, first, last))
      last--;
  if (first == last && cut.n == 1 && site->site != NULL)
    {
      g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
      if (strcmp (squeezed, site->site) == 0)
        return NULL;
    }
  return dup_range (&cut, first, last);
}

/* @text behind "Site: ", where a heading or the site's name bears that out. */
static const char *
skip_site_prefix (const Site *site, const char *text)
{
  static const char *const colons[] = { ": ", "：" };

  for (guint i = 0; i < G_N_ELEMENTS (colons); i++)
    {
      const char *colon = strstr (text, colons[i]);
      if (colon == NULL || colon == text)
        continue;
      const char *rest = colon + strlen (colons[i]);
      g_autofree char *prefix = exm_text_squeeze (text, (gsize) (colon - text));
      g_autofree char *squeezed = exm_text_squeeze (rest, strlen (rest));
      if (g_hash_table_contains (site->headings, squeezed) || is_host_label (site, prefix)
          || g_strcmp0 (site->site, prefix) == 0)
        return rest;
    }
  return text;
}

/* Cuts "… 某某网" at its last space. */
static void
cut_spaced_site (const Site *site, char *text)
{
  char *space = strrchr (text, ' ');

  if (space != NULL && space != text && exm_char_is_cjk (g_utf8_get_char (space + 1))
      && g_utf8_strlen (text, (gssize) (space - text)) >= 6
      && names_site (site, space + 1, strlen (space + 1)))
    *space = '\0';
}

/* Cuts the declared name of the site from the end, whatever mark parts it: "…：某某新聞",
 * "… (The Post)". Where the page's heading has it too, it belongs there. */
static void
cut_declared_site (const Site *site, const char *name, char *title)
{
  gsize n = name != NULL ? strlen (name) : 0;
  gsize n_title = strlen (title);
  gboolean marked = FALSE;

  while (n_title > n
         && g_utf8_strchr (")）]】", -1,
                           g_utf8_get_char (g_utf8_prev_char (title + n_title)))
                != NULL)
    n_title = (gsize) (g_utf8_prev_char (title + n_title) - title);
  if (n < 3 || n_title <= n || strncmp (title + n_title - n, name, n) != 0)
    return;
  g_autofree char *squeezed = exm_text_squeeze (title, strlen (title));
  if (g_hash_table_contains (site->headings, squeezed))
    return;
  char *end = title + n_title - n;
  while (end > title)
    {
      char *before = g_utf8_prev_char (end);
      gunichar c = g_utf8_get_char (before);
      /* Keep what ends a sentence or a quotation. */
      if (g_unichar_isalnum (c) || g_utf8_strchr ("?!.\"”’»？！。」』", -1, c) != NULL)
        break;
      marked = marked || !g_unichar_isspace (c);
      end = before;
    }
  if (marked && exm_text_count_tokens (title, (gsize) (end - title)) >= 2)
    *end = '\0';
}

/* Whether a part of a title may begin or end with the character at @p: marks that titles
 * seldom hold, and a hyphen that does not join words. */
static gboolean
parts_title (const char *text, const char *p)
{
  static const char marks[] = "|｜_·•»«›‹–—/【】[]()（）~";
  gunichar c = g_utf8_get_char (p);

  if (c == '-')
    return p == text || !g_ascii_isalnum (p[-1]) || !g_ascii_isalnum (p[1]);
  return c != 0 && g_utf8_strchr (marks, -1, c) != NULL;
}

/* Bytes of @title, from its end, that @other ends with too and that a mark parts from the
 * rest of both. */
static gsize
measure_shared_end (const char *title, const char *other)
{
  const char *p = title + strlen (title), *q = other + strlen (other);
  gsize shared = 0;

  while (p > title && q > other)
    {
      p = g_utf8_prev_char (p);
      q = g_utf8_prev_char (q);
      if (g_utf8_get_char (p) != g_utf8_get_char (q))
        return shared;
      if (parts_title (title, p))
        shared = strlen (p);
    }
  return p == title || q == other ? 0 : shared;
}

static gsize
measure_shared_start (const char *title, const char *other)
{
  const char *p = title, *q = other;
  gsize shared = 0;

  for (; *p != '\0' && *q != '\0'; p = g_utf8_next_char (p), q = g_utf8_next_char (q))
    {
      if (g_utf8_get_char (p) != g_utf8_get_char (q))
        return shared;
      if (parts_title (title, p))
        shared = (gsize) (g_utf8_next_char (p) - title);
    }
  return 0;
}

/* Cuts what a page of the same section has at the same end. A rest without a word was no
 * site. */
static void
cut_shared (const ExmMetadataReader *self, char **title)
{
  for (guint i = 0; self->siblings != NULL && self->siblings[i] != NULL; i++)
    {
      g_autofree char *other = exm_metadata_clean (self->siblings[i]);
      gsize n_bytes = strlen (*title);
      gsize end = measure_shared_end (*title, other);
      gsize start = measure_shared_start (*title, other);
      if (start + end == 0 || start + end >= n_bytes)
        continue;
      g_autofree char *rest = g_strndup (*title + start, n_bytes - start - end);
      g_autofree char *name = exm_text_squeeze (*title + n_bytes - end, end);
      g_autofree char *first = exm_text_squeeze (*title, start);
      g_strstrip (rest);
      if (exm_text_count_tokens (rest, strlen (rest)) < 2
          || (*name == '\0' && *first == '\0'))
        continue;
      g_free (*title);
      *title = g_steal_pointer (&rest);
    }
}

static gboolean
is_in_headline (const Site *site, const char *start, const char *end, glong least)
{
  g_autofree char *squeezed = exm_text_squeeze (start, (gsize) (end - start));

  return g_utf8_strlen (squeezed, -1) >= least
         && strstr (site->headline, squeezed) != NULL;
}

/* Whether @text has a word of the headline, or two neighbouring characters of a script
 * without spaces. Short words are in all sentences. */
static gboolean
shares_word (const Site *site, const char *text)
{
  const char *start = NULL;

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_cjk = exm_char_is_cjk (c);
      if (g_unichar_isalnum (c) && !is_cjk)
        {
          start = start != NULL ? start : p;
          continue;
        }
      if (start != NULL && is_in_headline (site, start, p, 4))
        return TRUE;
      start = NULL;
      if (c == 0)
        return FALSE;
      const char *next = g_utf8_next_char (p);
      if (is_cjk && exm_char_is_cjk (g_utf8_get_char (next))
          && is_in_headline (site, p, g_utf8_next_char (next), 2))
        return TRUE;
    }
}

/* Whether the page's <title> says the headline, and @text something else. */
static gboolean
is_outvoted (const Site *site, const char *page_title, const char *text)
{
  gboolean has_headline = FALSE, has_text = FALSE;
  g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
  Cut cut;

  if (page_title == NULL)
    return FALSE;
  cut_init (&cut, page_title);
  for (guint i = 0; i < cut.n; i++)
    {
      g_autofree char *part = dup_range (&cut, i, i);
      g_autofree char *other = exm_text_squeeze (part, strlen (part));
      has_headline = has_headline || strcmp (other, site->headline) == 0;
      has_text = has_text || strcmp (other, squeezed) == 0;
    }
  return has_headline && (has_text || !shares_word (site, text));
}

/* The <title> of another page of the section. */
static gboolean
is_shared_title (const ExmMetadataReader *self, const char *text)
{
  for (guint i = 0; self->siblings != NULL && self->siblings[i] != NULL; i++)
    {
      g_autofree char *other = exm_metadata_clean (self->siblings[i]);
      if (strcmp (text, other) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The link to the page says its headline, and @text has nothing of that. */
static gboolean
is_unknown_to_link (const Site *site, const char *link, const char *text)
{
  g_autofree char *squeezed
      = exm_text_squeeze (link != NULL ? link : "", link != NULL ? strlen (link) : 0);

  return strcmp (squeezed, site->headline) == 0 && !shares_word (site, text);
}

/* Whether @text is the same on all pages, as where scripts write the headline and leave
 * the title, or a part of its declarations, as the server sent it. The headline above the
 * body has to differ, as it is what is taken then. */
static gboolean
is_title_of_site (const Site *site, const ExmMetadataReader *self, const char *text)
{
  if (site->headline == NULL || *site->headline == '\0')
    return FALSE;
  g_autofree char *squeezed = exm_text_squeeze (text, strlen (text));
  if (*squeezed == '\0' || strstr (site->headline, squeezed) != NULL
      || strstr (squeezed, site->headline) != NULL)
    return FALSE;
  return is_shared_title (self, text) || is_unknown_to_link (site, self->link, text)
         || is_outvoted (site, self->titles[EXM_ORIGIN_ELEMENT], text);
}

/* The <h1> that holds line @index, %EXM_NONE if none does. */
static guint32
find_heading_node (const ExmPageText *page, guint index)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  guint32 node = lines[index].node;

  while (node < n && nodes[node].tag != EXM_TAG_H1)
    node = nodes[node].parent;
  return node < n ? node : EXM_NONE;
}

/* The headline that begins in line @first, its further lines behind a space each. %NULL
 * where it is no title: a logo, or a paragraph. */
static char *
dup_headline (const Site *site, const ExmPageText *page, guint first)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint32 node = find_heading_node (page, first);
  g_autoptr (GString) text = g_string_new (exm_page_text_get_line (page, first));

  for (guint i = first + 1; i < n && lines[i].heading == 1 && node != EXM_NONE
                            && find_heading_node (page, i) == node;
       i++)
    g_string_append_printf (text, " %s", exm_page_text_get_line (page, i));
  g_autofree char *clean = exm_metadata_clean (text->str);
  if (exm_text_count_tokens (clean, strlen (clean)) == 0
      || strlen (clean) > MAX_HEADLINE_BYTES || names_site (site, clean, strlen (clean)))
    return NULL;
  return g_steal_pointer (&clean);
}

/* The share of the words of @text that @title has too: of at least three letters, or two
 * neighbouring characters of a script without spaces. */
static double
measure_shared_words (const char *text, const char *title)
{
  g_autofree char *all = exm_text_squeeze (title, strlen (title));
  const char *start = NULL;
  guint n = 0, n_shared = 0;

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean cjk = exm_char_is_cjk (c);
      const char *first = NULL, *end = p;
      if (g_unichar_isalnum (c) && !cjk)
        start = start != NULL ? start : p;
      else if (start != NULL)
        {
          first = p - start >= 3 ? start : NULL;
          start = NULL;
        }
      if (cjk && exm_char_is_cjk (g_utf8_get_char (g_utf8_next_char (p))))
        {
          first = p;
          end = g_utf8_next_char (g_utf8_next_char (p));
        }
      if (first != NULL)
        {
          g_autofree char *word = exm_text_squeeze (first, (gsize) (end - first));
          n++;
          n_shared += strstr (all, word) != NULL;
        }
      if (c == 0)
        return n > 0 ? (double) n_shared / n : 0;
    }
}

/* The line in which the headline above the body begins, or the page's only one. %EXM_NONE
 * where neither is to be told. */
static guint
find_headline (const ExmPageText *page, guint anchor)
{
  guint n, n_found = 0, found = EXM_NONE, near = EXM_NONE;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint32 last = EXM_NONE;

  for (guint i = 0; i < n; i++)
    {
      if (lines[i].heading != 1 || (lines[i].flags & EXM_LINE_FLAGGED) != 0)
        continue;
      guint32 node = find_heading_node (page, i);
      if (node == last && node != EXM_NONE)
        continue;
      last = node;
      found = i;
      n_found++;
      if (anchor != EXM_NONE && i <= anchor + 1 && i + NEAR_LINES >= anchor)
        near = i;
    }
  return near != EXM_NONE ? near : n_found == 1 ? found : EXM_NONE;
}

/* Takes the headline that a reader sees, where a declared title says it in other words:
 * those are for search engines and networks. */
static void
prefer_headline (ExmMetadataReader *self, const Site *site, guint anchor)
{
  guint headline = find_headline (self->page, anchor);
  const char *title = exm_metadata_get (self->out, EXM_FIELD_TITLE);

  if (headline == EXM_NONE || title == NULL)
    return;
  g_autofree char *shown = dup_headline (site, self->page, headline);
  if (shown != NULL && strcmp (shown, title) != 0 && !is_shared_title (self, shown)
      && measure_shared_words (shown, title) >= MIN_SHARED_WORDS)
    exm_metadata_replace (self->out, EXM_FIELD_TITLE, EXM_ORIGIN_ELEMENT, shown);
}

void
exm_metadata_choose_title (ExmMetadataReader *self, guint anchor)
{
  g_auto (Site) site = { 0 };

  site_init (&site, self, anchor);
  for (guint origin = 0; origin < G_N_ELEMENTS (self->titles); origin++)
    {
      if (self->titles[origin] == NULL
          || is_title_of_site (&site, self, self->titles[origin]))
        continue;
      g_autofree char *title
          = dup_without_site (&site, self->titles[origin], origin == EXM_ORIGIN_ELEMENT);
      if (title == NULL)
        continue;
      cut_shared (self, &title);
      cut_spaced_site (&site, title);
      cut_declared_site (&site, exm_metadata_get (self->out, EXM_FIELD_SITE), title);
      /* A heading is an element too; it only has a place of its own among candidates. */
      ExmOrigin told
          = origin == EXM_ORIGIN_TEXT ? EXM_ORIGIN_ELEMENT : (ExmOrigin) origin;
      exm_metadata_set (self->out, EXM_FIELD_TITLE, told,
                        skip_site_prefix (&site, title));
    }
  prefer_headline (self, &site, anchor);
}
