/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-paragraphs.h"

#include <string.h>

/* Lines in which the next paragraph is looked for; those of one table or piece of code
 * may lie between. */
#define MAX_AHEAD 4096u

/* Longest name of an element that matters here, and an end. */
#define MAX_NAME 12u

typedef enum
{
  KIND_INLINE,    /* part of a paragraph */
  KIND_BREAK,     /* ends its first line */
  KIND_CONTAINER, /* ends a paragraph, and begins none */
  KIND_PARAGRAPH,
  KIND_BOX, /* scrolls by itself: its link stands beside it */
} Kind;

static const struct
{
  const char *name;
  Kind kind;
} elements[] = {
  { "p", KIND_PARAGRAPH },
  { "li", KIND_PARAGRAPH },
  { "h1", KIND_PARAGRAPH },
  { "h2", KIND_PARAGRAPH },
  { "h3", KIND_PARAGRAPH },
  { "h4", KIND_PARAGRAPH },
  { "h5", KIND_PARAGRAPH },
  { "h6", KIND_PARAGRAPH },
  { "figcaption", KIND_PARAGRAPH },
  { "pre", KIND_BOX },
  { "table", KIND_BOX },
  { "br", KIND_BREAK },
  { "ul", KIND_CONTAINER },
  { "ol", KIND_CONTAINER },
  { "blockquote", KIND_CONTAINER },
  { "figure", KIND_CONTAINER },
};

typedef struct
{
  const char *start;
  const char *end; /* one past its ">" */
  char name[MAX_NAME];
  gboolean closes;
  Kind kind;
} Tag;

/* Place in the fragment, and in a paragraph of it. */
typedef struct
{
  const char *at;
  Kind kind;       /* of the paragraph, %KIND_INLINE in none */
  guint n_before;  /* paragraphs that ended */
  gboolean filled; /* whether it has text */
  gboolean broken; /* whether its first line is over */
  GString *line;   /* (nullable): gets the first line, with its references */
} Scan;

static Kind
get_kind (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (elements); i++)
    if (g_ascii_strcasecmp (elements[i].name, name) == 0)
      return elements[i].kind;
  return KIND_INLINE;
}

/* @text: begins with "<" */
static Tag
read_tag (const char *text)
{
  Tag tag = { .start = text, .closes = text[1] == '/' };
  const char *name = text + 1 + tag.closes;
  gsize n = 0;

  for (; n + 1 < MAX_NAME && g_ascii_isalnum (name[n]); n++)
    tag.name[n] = name[n];
  const char *end = strchr (name, '>');
  tag.end = end != NULL ? end + 1 : name + strlen (name);
  tag.kind = get_kind (tag.name);
  return tag;
}

static void
take_text (Scan *self, const char *end)
{
  for (const char *p = self->at; p < end; p++)
    {
      gboolean blank = g_ascii_isspace (*p);
      /* A line of code ends where its text does. */
      if (*p == '\n' && self->filled && self->kind == KIND_BOX)
        self->broken = TRUE;
      self->filled |= !blank && self->kind != KIND_INLINE;
      if (self->line != NULL && !self->broken && self->kind != KIND_INLINE)
        g_string_append_c (self->line, *p);
    }
  self->at = end;
}

/* Returns: whether a paragraph with text ends by @tag */
static gboolean
take_tag (Scan *self, const Tag *tag)
{
  gboolean in_box = self->kind == KIND_BOX;
  gboolean ends
      = self->filled
        && (in_box ? tag->closes && tag->kind == KIND_BOX : tag->kind > KIND_BREAK);

  self->at = tag->end;
  if (tag->kind == KIND_BREAK
      || (in_box && g_ascii_strcasecmp (tag->name, "td") == 0 && tag->closes)
      || (in_box && g_ascii_strcasecmp (tag->name, "th") == 0 && tag->closes))
    self->broken |= self->filled;
  if (tag->kind <= KIND_BREAK || (in_box && tag->kind != KIND_BOX))
    return FALSE;
  self->n_before += ends;
  self->filled = self->broken = FALSE;
  self->kind = tag->closes || tag->kind == KIND_CONTAINER ? KIND_INLINE : tag->kind;
  return ends;
}

void
exm_paragraphs_append (GString *out, const char *html, const char *label)
{
  g_autofree char *name = g_markup_escape_text (label, -1);
  Scan scan = { .at = html };

  while (*scan.at != '\0')
    {
      const char *from = scan.at, *next = strchr (from, '<');
      take_text (&scan, next != NULL ? next : from + strlen (from));
      g_string_append_len (out, from, scan.at - from);
      if (next == NULL)
        break;
      const Tag tag = read_tag (next);
      gboolean box = tag.kind == KIND_BOX;
      gsize n_bytes = (gsize) (tag.end - tag.start);
      if (box && !tag.closes)
        g_string_append (out, "<div class=\"exemplar-box\">");
      if (box && tag.closes)
        g_string_append_len (out, tag.start, (gssize) n_bytes);
      if (take_tag (&scan, &tag))
        g_string_append_printf (out,
                                "<a class=\"exemplar-why\" href=\"" EXM_PARAGRAPH_SCHEME
                                "%u\" title=\"%s\" aria-label=\"%s\"></a>",
                                scan.n_before - 1, name, name);
      if (box && tag.closes)
        g_string_append (out, "</div>");
      else
        g_string_append_len (out, tag.start, (gssize) n_bytes);
    }
}

/* References that exm_body_write_html() writes. */
static char *
dup_plain (const char *html)
{
  static const char *const references[][2]
      = { { "&lt;", "<" }, { "&gt;", ">" }, { "&quot;", "\"" }, { "&amp;", "&" } };
  g_autoptr (GString) plain = g_string_new (html);

  for (gsize i = 0; i < G_N_ELEMENTS (references); i++)
    g_string_replace (plain, references[i][0], references[i][1], 0);
  return g_strdup (g_strstrip (plain->str));
}

/* Returns: (transfer full) (nullable): the first line of the next paragraph */
static char *
next_line (Scan *scan)
{
  g_autoptr (GString) line = g_string_new (NULL);

  scan->line = line;
  while (*scan->at != '\0')
    {
      const char *next = strchr (scan->at, '<');
      take_text (scan, next != NULL ? next : scan->at + strlen (scan->at));
      if (next == NULL)
        break;
      const Tag tag = read_tag (next);
      Kind kind = scan->kind;
      if (take_tag (scan, &tag))
        return dup_plain (line->str);
      if (scan->kind != kind || tag.kind > KIND_BREAK)
        g_string_set_size (line, scan->filled ? line->len : 0);
    }
  return NULL;
}

/* Whether @shown is the line @line of the text, in which formulas stand as the page draws
 * them: then what is around them decides. */
static gboolean
is_line (const char *shown, const char *line)
{
  const char *first = strstr (shown, "\\("), *last = g_strrstr (shown, "\\)");

  if (first == NULL || last == NULL || last < first)
    return g_str_equal (shown, line);
  gsize n_before = (gsize) (first - shown), n_behind = strlen (last + 2);
  return n_before + n_behind > 0 && strlen (line) >= n_before + n_behind
         && strncmp (line, shown, n_before) == 0 && g_str_has_suffix (line, last + 2);
}

guint
exm_paragraphs_find_line (const char *html, const char *text, guint n)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n_lines = g_strv_length (lines), cursor = 0, found = G_MAXUINT;
  Scan scan = { .at = html };

  for (guint i = 0; i <= n; i++)
    {
      g_autofree char *line = next_line (&scan);
      guint until = MIN (n_lines, cursor + MAX_AHEAD), k = cursor;
      if (line == NULL)
        return G_MAXUINT;
      while (k < until && !is_line (line, g_strstrip (lines[k])))
        k++;
      found = k < until ? k : G_MAXUINT;
      cursor = k < until ? k + 1 : cursor;
    }
  return found;
}
