/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-search"

#include "config.h"

#include "search/exm-search-snippet.h"

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
