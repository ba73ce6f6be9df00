/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body-line.h"

#include <string.h>

/* Emphasis and links that may be open at once inside a line. */
#define MAX_OPEN 16u

static char *
dup_base (const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *url = exm_page_text_get_url (page);

  for (guint i = 0; i < n; i++)
    {
      if (slices[i].kind != EXM_SLICE_BASE)
        continue;
      const char *href = exm_page_text_get_string (page, slices[i].value);
      if (url == NULL)
        return g_strdup (href);
      char *resolved
          = g_uri_resolve_relative (url, href, G_URI_FLAGS_PARSE_RELAXED, NULL);
      return resolved != NULL ? resolved : g_strdup (url);
    }
  return g_strdup (url);
}

void
exm_body_lines_init (ExmBodyLines *self,
                     const ExmPageText *page,
                     const ExmResultData *data)
{
  self->page = page;
  self->base = dup_base (page);
  self->notes = exm_body_notes_new (page, data);
}

void
exm_body_lines_clear (ExmBodyLines *self)
{
  g_free (self->base);
  g_clear_pointer (&self->notes, exm_body_notes_free);
}

/* Whether @address names neither a scheme nor anything that could be read as one (RFC
 * 3986, 4.2: the first segment of a relative path has no colon). */
static gboolean
is_relative (const char *address)
{
  return *address != '\0' && address[strcspn (address, ":/?#")] != ':';
}

/* @value as an address that may be followed: http(s), mailto, or relative where the
 * page's own is not known; else %NULL. Characters that could end an attribute or a
 * Markdown link are percent-encoded. */
static char *
make_address (const char *base, const char *value)
{
  static const char *const schemes[] = { "http", "https", "mailto" };
  g_autofree char *address = NULL;
  gboolean may = FALSE;

  if (base != NULL)
    address = g_uri_resolve_relative (
        base, value, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  else
    address = g_strstrip (g_strdup (value));
  if (address == NULL)
    return NULL;
  g_autofree char *scheme = g_uri_parse_scheme (address);
  for (gsize i = 0; scheme != NULL && i < G_N_ELEMENTS (schemes); i++)
    may |= g_ascii_strcasecmp (scheme, schemes[i]) == 0;
  if (!may && !(base == NULL && is_relative (address)))
    return NULL;
  return g_uri_escape_string (address, "!*';:@&=+$,/?#%~-_.", TRUE);
}

guint
exm_body_lines_find_spans (const ExmBodyLines *self, guint line, guint *n)
{
  guint n_spans, low = 0, end;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n_spans);

  for (guint high = n_spans; low < high;)
    {
      guint middle = low + (high - low) / 2;
      if (spans[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  for (end = low; end < n_spans && spans[end].line == line;)
    end++;
  *n = end - low;
  return low;
}

static const ExmSpan *
get_span (const ExmBodyLines *self, guint span)
{
  guint n;

  return exm_page_text_get_spans (self->page, &n) + span;
}

/* @address: offset among the strings, 0: none */
static char *
dup_address (const ExmBodyLines *self, guint32 address)
{
  if (address == 0)
    return NULL;
  return make_address (self->base, exm_page_text_get_string (self->page, address));
}

gboolean
exm_body_lines_shows (const ExmBodyLines *self, guint index)
{
  const ExmSpan *span = get_span (self, index);

  if (span->kind == EXM_SPAN_FORMULA)
    return span->start == span->end;
  if (span->kind != EXM_SPAN_IMAGE)
    return FALSE;
  g_autofree char *address = dup_address (self, span->value);
  return address != NULL;
}

/* The image that @span stands for; without an address where that may not be written. */
static ExmBodySpan
make_image (const ExmBodyLines *self, const ExmSpan *span)
{
  ExmBodySpan image = {
    .kind = EXM_SPAN_IMAGE,
    .address = dup_address (self, span->value),
    .source = dup_address (self, span->source),
    .label = exm_page_text_get_string (self->page, span->label),
  };

  if (g_strcmp0 (image.address, image.source) == 0)
    g_clear_pointer (&image.source, g_free);
  return image;
}

/* Whether a span stands before its line: an image, or a formula without text. */
static gboolean
leads (const ExmSpan *span)
{
  return span->start == 0 && span->end == 0;
}

guint
exm_body_lines_count_leading (const ExmBodyLines *self, guint line, guint *first)
{
  guint n, n_leading = 0;
  gboolean shows = FALSE;

  *first = exm_body_lines_find_spans (self, line, &n);
  while (n_leading < n && get_span (self, *first + n_leading)->start == 0)
    {
      shows |= leads (get_span (self, *first + n_leading))
               && exm_body_lines_shows (self, *first + n_leading);
      n_leading++;
    }
  return shows ? n_leading : 0;
}

static void
append_formula (const ExmBodyLines *self,
                const ExmBodyFormat *format,
                const ExmSpan *span,
                GString *out)
{
  format->formula (out, exm_page_text_get_string (self->page, span->value),
                   span->label != 0);
}

void
exm_body_lines_append_images (const ExmBodyLines *self,
                              const ExmBodyFormat *format,
                              guint first,
                              guint n,
                              GString *out)
{
  g_autofree char *before = NULL;
  gboolean any = FALSE;

  for (guint i = first; i < first + n; i++)
    {
      const ExmSpan *span = get_span (self, i);
      if (span->start != span->end || !exm_body_lines_shows (self, i))
        continue;
      if (span->kind == EXM_SPAN_FORMULA)
        {
          g_string_append (out, any ? " " : "");
          any = TRUE;
          append_formula (self, format, span, out);
          continue;
        }
      ExmBodySpan image = make_image (self, span);
      if (g_strcmp0 (image.address, before) != 0)
        {
          g_string_append (out, any ? " " : "");
          any = TRUE;
          format->image (out, &image);
        }
      g_free (image.source);
      g_free (before);
      before = image.address;
    }
}

/* Whether marks of emphasis may stand at @position of @text. */
static gboolean
is_apart (const char *text, gsize position, gsize n_bytes, gboolean behind)
{
  const char *p = text + position;

  if (behind ? position >= n_bytes : position == 0)
    return TRUE;
  gunichar c = g_utf8_get_char (behind ? p : g_utf8_prev_char (p));
  return g_unichar_isspace (c) || (c < 0x80 && g_ascii_ispunct ((char) c));
}

gboolean
exm_body_line_stands_apart (const char *text, gsize n_bytes, gsize start, gsize end)
{
  return is_apart (text, start, n_bytes, FALSE) && is_apart (text, end, n_bytes, TRUE);
}

typedef struct
{
  const ExmBodyLines *lines; /* (unowned) */
  const ExmBodyFormat *format;
  GString *out;
  const char *text; /* (unowned): of the line */
  const ExmSpan *spans[MAX_OPEN];
  ExmBodySpan open[MAX_OPEN]; /* (owned): their addresses */
  guint n_open;
} Writer;

static void
close_spans (Writer *self, guint32 position)
{
  while (self->n_open > 0 && self->spans[self->n_open - 1]->end <= position)
    {
      guint top = --self->n_open;
      self->format->close (self->out, &self->open[top]);
      g_clear_pointer (&self->open[top].address, g_free);
    }
}

/* The mark of a footnote that the raised span @index is, whatever brackets are around it;
 * %NULL if it is none. */
static const ExmBodyJump *
find_raised_mark (const Writer *self, guint index, guint end)
{
  const ExmSpan *raised = get_span (self->lines, index);

  for (guint i = index + 1; i < end; i++)
    {
      const ExmSpan *span = get_span (self->lines, i);
      const ExmBodyJump *jump = exm_body_notes_find_jump (self->lines->notes, i);
      if (span->end > raised->end)
        return NULL;
      if (jump == NULL || jump->label == NULL)
        continue;
      const char *before = self->text + raised->start;
      return strspn (before, "[( ") >= span->start - raised->start
                     && strspn (self->text + span->end, "]) ") >= raised->end - span->end
                 ? jump
                 : NULL;
    }
  return NULL;
}

/* Spans that a format writes in another way than by their text. @end: behind the last
 * span of the line. Returns: whether it did. */
static gboolean
replace_span (Writer *self, guint index, guint end)
{
  const ExmBodyFormat *format = self->format;
  const ExmSpan *span = get_span (self->lines, index);
  const ExmBodyJump *jump = exm_body_notes_find_jump (self->lines->notes, index);

  if (span->kind == EXM_SPAN_FORMULA)
    {
      if (!leads (span))
        append_formula (self->lines, format, span, self->out);
      return TRUE;
    }
  if (span->kind == EXM_SPAN_CODE && format->code != NULL)
    {
      format->code (self->out, self->text + span->start, span->end - span->start);
      return TRUE;
    }
  if (format->note == NULL)
    return FALSE;
  if (span->kind == EXM_SPAN_SUPERSCRIPT)
    jump = find_raised_mark (self, index, end);
  if (jump != NULL && jump->label != NULL)
    format->note (self->out, jump->label);
  return jump != NULL && (jump->label != NULL || jump->goes_back);
}

static char *
dup_link (Writer *self, guint index)
{
  const ExmBodyJump *jump = exm_body_notes_find_jump (self->lines->notes, index);

  if (jump != NULL && self->format->anchor != NULL)
    return g_strdup_printf ("#n%u", jump->anchor);
  return dup_address (self->lines, get_span (self->lines, index)->value);
}

/* Returns: up to where the span is written already. */
static guint32
open_span (Writer *self, guint index, guint end)
{
  const ExmSpan *span = get_span (self->lines, index);
  gsize n_bytes = strlen (self->text);
  gboolean nests = self->n_open == 0 || span->end <= self->spans[self->n_open - 1]->end;

  if (span->kind == EXM_SPAN_IMAGE)
    {
      ExmBodySpan image = make_image (self->lines, span);
      if (image.address != NULL && !leads (span))
        self->format->image (self->out, &image);
      g_free (image.address);
      g_free (image.source);
      return span->start;
    }
  if (!nests || self->n_open >= MAX_OPEN)
    return span->start;
  if (replace_span (self, index, end))
    return span->end;
  if (span->start == span->end)
    return span->start;
  ExmBodySpan open = {
    .kind = span->kind,
    .stands_apart
    = exm_body_line_stands_apart (self->text, n_bytes, span->start, span->end),
  };
  if (span->kind == EXM_SPAN_LINK)
    open.address = dup_link (self, index);
  if (span->kind == EXM_SPAN_LINK && open.address == NULL)
    return span->start;
  self->format->open (self->out, &open);
  self->open[self->n_open] = open;
  self->spans[self->n_open++] = span;
  return span->start;
}

void
exm_body_lines_append (const ExmBodyLines *self,
                       const ExmBodyFormat *format,
                       guint line,
                       GString *out)
{
  const char *text = exm_page_text_get_line (self->page, line);
  const guint32 n_bytes = (guint32) strlen (text);
  guint n;
  guint first = exm_body_lines_find_spans (self, line, &n);
  guint anchor = exm_body_notes_get_anchor (self->notes, line);
  Writer writer = { .lines = self, .format = format, .out = out, .text = text };
  guint32 position = 0;

  if (anchor > 0 && format->anchor != NULL)
    format->anchor (out, anchor);
  for (guint i = first; i <= first + n; i++)
    {
      guint32 next = i < first + n ? get_span (self, i)->start : n_bytes;
      while (position < next)
        {
          guint32 end = writer.n_open > 0
                            ? MIN (next, writer.spans[writer.n_open - 1]->end)
                            : next;
          if (end > position)
            format->text (out, text + position, end - position, position == 0);
          position = MAX (end, position);
          close_spans (&writer, position);
        }
      /* Spans inside of what is written already are written with it. */
      if (i < first + n && position <= next)
        position = open_span (&writer, i, first + n);
      close_spans (&writer, position);
    }
  close_spans (&writer, n_bytes);
}
