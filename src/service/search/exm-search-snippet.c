/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-search"

#include "config.h"

#include "search/exm-search-snippet.h"

#include <string.h>

/* The share of a snippet that stands before its first mark. */
#define BEFORE_SHARE 4u

/* Places that are marked; more are found in no snippet. */
#define MAX_SPANS 1000u

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const ExmSearchSpan *one = a;
  const ExmSearchSpan *other = b;

  return one->start < other->start ? -1 : one->start > other->start;
}

static void
add_spans (GArray *spans, const ExmSearchText *text, const ExmSearchTerm *term)
{
  guint n_units = term->text->units->len;

  for (guint at = exm_search_text_find (text, term->text, term->prefix, 0);
       at != G_MAXUINT && spans->len < MAX_SPANS;
       at = exm_search_text_find (text, term->text, term->prefix, at + n_units))
    {
      const ExmSearchSpan span
          = { .start = exm_search_text_get_unit (text, at)->start,
              .end = exm_search_text_get_unit (text, at + n_units - 1)->end };
      g_array_append_val (spans, span);
    }
}

/* Returns: (transfer full): where the terms stand, in their order, apart */
static GArray *
find_spans (const ExmSearchQuery *query, const char *source, gboolean of_title)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (source);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (ExmSearchSpan));
  GArray *apart = g_array_new (FALSE, FALSE, sizeof (ExmSearchSpan));

  for (guint i = 0; i < query->terms->len; i++)
    {
      const ExmSearchTerm *term = g_ptr_array_index (query->terms, i);
      if (!term->negated && (of_title || !term->in_title))
        add_spans (spans, text, term);
    }
  g_array_sort (spans, compare_spans);
  for (guint i = 0; i < spans->len; i++)
    {
      ExmSearchSpan span = g_array_index (spans, ExmSearchSpan, i);
      ExmSearchSpan *last
          = apart->len > 0 ? &g_array_index (apart, ExmSearchSpan, apart->len - 1) : NULL;
      if (last != NULL && span.start <= last->end)
        last->end = MAX (last->end, span.end);
      else
        g_array_append_val (apart, span);
    }
  return apart;
}

/* Appends @n_bytes of @p on one line. */
static void
append_line (GString *out, const char *p, gsize n_bytes)
{
  for (const char *end = p + n_bytes; p < end; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (!g_unichar_isspace (c) && !g_unichar_iscntrl (c))
        g_string_append_unichar (out, c);
      else if (out->len > 0 && out->str[out->len - 1] != ' ')
        g_string_append_c (out, ' ');
    }
}

ExmSearchSnippet *
exm_search_snippet_new (const ExmSearchQuery *query,
                        const char *source,
                        gboolean of_title,
                        guint n_chars)
{
  ExmSearchSnippet *self = g_new0 (ExmSearchSnippet, 1);
  g_autofree char *text = g_utf8_make_valid (source != NULL ? source : "", -1);
  g_autoptr (GArray) spans = find_spans (query, text, of_title);
  g_autoptr (GString) out = g_string_new (NULL);
  const char *begin = text;

  if (spans->len > 0)
    {
      begin = text + g_array_index (spans, ExmSearchSpan, 0).start;
      for (guint i = 0; i < n_chars / BEFORE_SHARE && begin > text; i++)
        begin = g_utf8_prev_char (begin);
    }
  const char *end = begin;
  for (guint i = 0; i < n_chars && *end != '\0'; i++)
    end = g_utf8_next_char (end);
  if (begin > text)
    g_string_append (out, "…");
  self->marks = g_array_new (FALSE, FALSE, sizeof (ExmSearchSpan));
  const char *p = begin;
  for (guint i = 0; i < spans->len; i++)
    {
      ExmSearchSpan span = g_array_index (spans, ExmSearchSpan, i);
      if (text + span.end > end)
        break;
      append_line (out, p, (gsize) (text + span.start - p));
      ExmSearchSpan mark = { .start = (guint) out->len };
      append_line (out, text + span.start, span.end - span.start);
      mark.end = (guint) out->len;
      g_array_append_val (self->marks, mark);
      p = text + span.end;
    }
  append_line (out, p, (gsize) (end - p));
  if (*end != '\0')
    g_string_append (out, "…");
  self->text = g_string_free (g_steal_pointer (&out), FALSE);
  return self;
}

void
exm_search_snippet_free (ExmSearchSnippet *self)
{
  g_free (self->text);
  g_array_unref (self->marks);
  g_free (self);
}

char *
exm_search_snippet_write (const ExmSearchSnippet *self,
                          const char *begin,
                          const char *end)
{
  GString *out = g_string_new (NULL);
  guint at = 0;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const ExmSearchSpan *mark = &g_array_index (self->marks, ExmSearchSpan, i);
      g_string_append_len (out, self->text + at, mark->start - at);
      g_string_append (out, begin);
      g_string_append_len (out, self->text + mark->start, mark->end - mark->start);
      g_string_append (out, end);
      at = mark->end;
    }
  g_string_append (out, self->text + at);
  return g_string_free (out, FALSE);
}

/* Marks in HTML */

#define MARK_BEGIN "<mark class=\"exemplar-found\">"
#define MARK_END "</mark>"

/* The text of a fragment, and where each of its bytes comes from. */
typedef struct
{
  GString *text;
  GArray *places; /* (element-type ExmSearchSpan): a byte each; none for gaps */
} HtmlText;

static void
html_text_clear (HtmlText *self)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->places);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HtmlText, html_text_clear)

static void
add_bytes (HtmlText *self, const char *bytes, gsize n_bytes, guint start, guint end)
{
  const ExmSearchSpan place = { start, end };

  g_string_append_len (self->text, bytes, (gssize) n_bytes);
  for (gsize i = 0; i < n_bytes; i++)
    g_array_append_val (self->places, place);
}

/* Elements that a word may go through. */
static gboolean
is_inline (const char *tag)
{
  static const char *const names[]
      = { "a",   "abbr", "b", "cite", "code",  "del",  "em",     "font", "i",   "ins",
          "kbd", "mark", "q", "s",    "small", "span", "strong", "sub",  "sup", "u" };
  gsize n = 0;

  tag += *tag == '/';
  while (g_ascii_isalnum (tag[n]))
    n++;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strlen (names[i]) == n && g_ascii_strncasecmp (tag, names[i], n) == 0)
      return TRUE;
  return FALSE;
}

/* Returns: where the tag at @p ends, whose values may have any character */
static const char *
skip_tag (const char *p)
{
  char quote = '\0';

  for (; *p != '\0'; p++)
    {
      if (quote != '\0')
        quote = *p == quote ? '\0' : quote;
      else if (*p == '"' || *p == '\'')
        quote = *p;
      else if (*p == '>')
        return p + 1;
    }
  return p;
}

/* Reads a character that may be written as a reference. Returns: where it ends */
static const char *
read_character (const char *p, gunichar *character)
{
  static const struct
  {
    const char *name;
    gunichar character;
  } names[] = { { "&amp;", '&' },  { "&lt;", '<' },   { "&gt;", '>' },
                { "&quot;", '"' }, { "&#39;", '\'' }, { "&nbsp;", 0xa0 } };

  for (guint i = 0; *p == '&' && i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (p, names[i].name))
      {
        *character = names[i].character;
        return p + strlen (names[i].name);
      }
  *character = g_utf8_get_char (p);
  return g_utf8_next_char (p);
}

static void
read_html (HtmlText *self, const char *html)
{
  for (const char *p = html; *p != '\0';)
    {
      const char *end;
      gunichar character = '\n';
      char bytes[6];
      if (*p == '<')
        {
          end = skip_tag (p);
          if (!is_inline (p + 1))
            add_bytes (self, "\n", 1, (guint) (p - html), (guint) (p - html));
        }
      else
        {
          end = read_character (p, &character);
          add_bytes (self, bytes, (gsize) g_unichar_to_utf8 (character, bytes),
                     (guint) (p - html), (guint) (end - html));
        }
      p = end;
    }
}

/* Marks a place, anew behind each tag in it. @at: (inout): how much of @html is in @out
 */
static void
write_mark (
    GString *out, const HtmlText *text, const char *html, ExmSearchSpan span, guint *at)
{
  const ExmSearchSpan *places = (const ExmSearchSpan *) (gpointer) text->places->data;

  for (guint i = span.start; i < span.end;)
    {
      guint start = places[i].start;
      guint end = places[i].end;
      while (++i < span.end && places[i].start <= end)
        end = MAX (end, places[i].end);
      if (start == end)
        continue;
      g_string_append_len (out, html + *at, start - *at);
      g_string_append (out, MARK_BEGIN);
      g_string_append_len (out, html + start, end - start);
      g_string_append (out, MARK_END);
      *at = end;
    }
}

char *
exm_search_mark_html (const ExmSearchQuery *query, const char *html)
{
  g_autofree char *valid = g_utf8_make_valid (html != NULL ? html : "", -1);
  g_auto (HtmlText) text
      = { g_string_new (NULL), g_array_new (FALSE, FALSE, sizeof (ExmSearchSpan)) };
  GString *out = g_string_new (NULL);
  guint at = 0;

  read_html (&text, valid);
  g_autoptr (GArray) spans = find_spans (query, text.text->str, FALSE);
  for (guint i = 0; i < spans->len; i++)
    write_mark (out, &text, valid, g_array_index (spans, ExmSearchSpan, i), &at);
  g_string_append (out, valid + at);
  return g_string_free (out, FALSE);
}
