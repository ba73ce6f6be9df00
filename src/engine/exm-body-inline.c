/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "exm-body-inline.h"

#include <string.h>

/* Emphasis and links that may be open at once inside a line. */
#define MAX_OPEN 16u

char *
exm_body_dup_base (const ExmPageText *page)
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

/* @value as an address that may be followed: absolute, http(s) or mailto; else %NULL.
 * What could end an attribute or a Markdown link is percent-encoded. */
static char *
make_address (const char *base, const char *value)
{
  static const char *const schemes[] = { "http", "https", "mailto" };
  g_autofree char *absolute = NULL;

  if (base != NULL)
    absolute = g_uri_resolve_relative (
        base, value, G_URI_FLAGS_PARSE_RELAXED | G_URI_FLAGS_ENCODED, NULL);
  else
    absolute = g_strdup (value);
  g_autofree char *scheme = absolute != NULL ? g_uri_parse_scheme (absolute) : NULL;
  if (scheme == NULL)
    return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strcasecmp (scheme, schemes[i]) == 0)
      return g_uri_escape_string (absolute, "!*';:@&=+$,/?#%~-_.", TRUE);
  return NULL;
}

/* The spans of a line lie together, in order of lines. */
static const ExmSpan *
find_spans (const ExmBody *self, guint line, guint *n)
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
  return *n > 0 ? spans + low : NULL;
}

static char *
dup_address (const ExmBody *self, const ExmSpan *span)
{
  if (span->value == 0)
    return NULL;
  return make_address (self->base, exm_page_text_get_string (self->page, span->value));
}

static gboolean
is_first_image (const ExmSpan *span)
{
  return span->kind == EXM_SPAN_IMAGE && span->start == 0;
}

gboolean
exm_body_starts_with_image (const ExmBody *self, guint line)
{
  guint n;
  const ExmSpan *spans = find_spans (self, line, &n);

  if ((self->lines[line].flags & EXM_LINE_IMAGE) == 0)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *address
          = is_first_image (&spans[i]) ? dup_address (self, &spans[i]) : NULL;
      if (address != NULL)
        return TRUE;
    }
  return FALSE;
}

void
exm_body_append_images (const ExmBody *self,
                        const ExmBodyFormat *format,
                        guint line,
                        GString *out)
{
  guint n;
  const ExmSpan *spans = find_spans (self, line, &n);
  g_autofree char *before = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (!is_first_image (&spans[i]))
        continue;
      ExmBodySpan image = {
        .kind = EXM_SPAN_IMAGE,
        .address = dup_address (self, &spans[i]),
        .label = exm_page_text_get_string (self->page, spans[i].label),
      };
      if (image.address == NULL || g_strcmp0 (image.address, before) == 0)
        {
          g_free (image.address);
          continue;
        }
      if (before != NULL)
        g_string_append_c (out, ' ');
      format->image (out, &image);
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

typedef struct
{
  const ExmBodyFormat *format;
  GString *out;
  const ExmSpan *spans[MAX_OPEN];
  ExmBodySpan open[MAX_OPEN]; /* (owned): their addresses */
  guint n_open;
} Spans;

static void
close_spans (Spans *self, guint32 position)
{
  while (self->n_open > 0 && self->spans[self->n_open - 1]->end <= position)
    {
      guint top = --self->n_open;
      self->format->close (self->out, &self->open[top]);
      g_clear_pointer (&self->open[top].address, g_free);
    }
}

/* Returns: up to where the span is written already. */
static guint32
open_span (const ExmBody *self, Spans *spans, const ExmSpan *span, const char *text)
{
  gsize n_bytes = strlen (text);
  g_autofree char *address = dup_address (self, span);
  gboolean nests
      = spans->n_open == 0 || span->end <= spans->spans[spans->n_open - 1]->end;
  ExmBodySpan open = {
    .kind = span->kind,
    .address = address,
    .label = exm_page_text_get_string (self->page, span->label),
    .stands_apart = is_apart (text, span->start, n_bytes, FALSE)
                    && is_apart (text, span->end, n_bytes, TRUE),
  };

  if (span->kind == EXM_SPAN_IMAGE)
    {
      if (address != NULL && !is_first_image (span))
        spans->format->image (spans->out, &open);
      return span->start;
    }
  if (!nests || span->start == span->end || spans->n_open >= MAX_OPEN
      || (span->kind == EXM_SPAN_LINK && address == NULL))
    return span->start;
  if (span->kind == EXM_SPAN_CODE && spans->format->code != NULL)
    {
      spans->format->code (spans->out, text + span->start, span->end - span->start);
      return span->end;
    }
  spans->format->open (spans->out, &open);
  open.address = g_steal_pointer (&address);
  spans->open[spans->n_open] = open;
  spans->spans[spans->n_open++] = span;
  return span->start;
}

void
exm_body_append_line (const ExmBody *self,
                      const ExmBodyFormat *format,
                      guint line,
                      GString *out)
{
  const char *text = exm_page_text_get_line (self->page, line);
  const guint32 n_bytes = (guint32) strlen (text);
  guint n;
  const ExmSpan *all = find_spans (self, line, &n);
  Spans spans = { .format = format, .out = out };
  guint32 position = 0;

  for (guint i = 0; i <= n; i++)
    {
      guint32 next = i < n ? all[i].start : n_bytes;
      while (position < next)
        {
          guint32 end
              = spans.n_open > 0 ? MIN (next, spans.spans[spans.n_open - 1]->end) : next;
          if (end > position)
            format->text (out, text + position, end - position, position == 0);
          position = MAX (end, position);
          close_spans (&spans, position);
        }
      /* What stands inside of code is written with it. */
      if (i < n && position <= all[i].start)
        position = open_span (self, &spans, &all[i], text);
      close_spans (&spans, position);
    }
  close_spans (&spans, n_bytes);
}
