/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-line-builder.h"

#include "exm-limits.h"
#include "exm-nodes.h"
#include "exm-slices.h"
#include "exm-text.h"

#include <string.h>

/* Links and emphasis open at once; deeper ones are text like any other. Each open one
 * costs a span on every line that starts inside it. */
#define MAX_OPEN_SPANS 16u

typedef struct
{
  guint32 node;
  guint32 block;
  ExmTag tag;
  ExmTagClass tag_class;
  guint16 flags; /* ExmLineFlags of the text inside */
  guint8 heading;
  gboolean is_link;
  gboolean preformatted;
  gboolean has_span;
} OpenElement;

struct _ExmLineBuilder
{
  ExmPageTextParts *parts; /* (unowned) */
  ExmSlices *slices;       /* (owned) */
  GArray *open;            /* (owned) (element-type OpenElement) */
  GByteArray *beyond; /* (owned): ExmTagClass of elements open below the depth limit */
  guint n_dropping;   /* open elements whose content is no text */
  guint n_links;      /* open links */

  GArray *open_spans; /* (owned) (element-type ExmSpan): .start in the current line */
  GArray *line_spans; /* (owned) (element-type ExmSpan): closed, of the current line */
  GArray *pending_images; /* (owned) (element-type ExmSpan): stand before the next line */

  ExmLine line; /* the current one; n_bytes is 0 until its first character */
  gboolean pending_space;
  gboolean pending_in_link; /* whether the pending space stands in a link */
  gboolean in_word;
  guint32 next_start;

  guint source_line;
  gsize source_line_end;
};

static void
scan_source_lines (ExmPageTextParts *parts)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (parts->source, &size);
  const char *start = data != NULL ? data : "";
  const char *end = start + size;

  for (const char *p = start; p < end;)
    {
      const char *newline = memchr (p, '\n', (gsize) (end - p));
      const char *next = newline != NULL ? newline + 1 : end;
      ExmSourceLine line = { .n_bytes = (guint32) (next - p) };
      g_array_append_val (parts->source_lines, line);
      p = next;
    }
}

ExmLineBuilder *
exm_line_builder_new (ExmPageTextParts *parts)
{
  ExmLineBuilder *self = g_new0 (ExmLineBuilder, 1);

  self->parts = parts;
  self->slices = exm_slices_new (parts);
  self->open = g_array_new (FALSE, FALSE, sizeof (OpenElement));
  self->beyond = g_byte_array_new ();
  self->open_spans = g_array_new (FALSE, FALSE, sizeof (ExmSpan));
  self->line_spans = g_array_new (FALSE, FALSE, sizeof (ExmSpan));
  self->pending_images = g_array_new (FALSE, FALSE, sizeof (ExmSpan));
  scan_source_lines (parts);
  if (parts->source_lines->len > 0)
    self->source_line_end = g_array_index (parts->source_lines, ExmSourceLine, 0).n_bytes;
  return self;
}

void
exm_line_builder_free (ExmLineBuilder *self)
{
  exm_slices_free (self->slices);
  g_array_unref (self->open);
  g_byte_array_unref (self->beyond);
  g_array_unref (self->open_spans);
  g_array_unref (self->line_spans);
  g_array_unref (self->pending_images);
  g_free (self);
}

static OpenElement *
innermost (ExmLineBuilder *self)
{
  return self->open->len > 0
             ? &g_array_index (self->open, OpenElement, self->open->len - 1)
             : NULL;
}

static int
compare_spans (const void *a, const void *b)
{
  const ExmSpan *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->end > y->end ? -1 : x->end < y->end;
}

/* White space is written with the word behind it, which can stand inside an element that
 * opened before it. */
static void
close_span (ExmLineBuilder *self, ExmSpan span)
{
  const char *line = self->parts->text->str + self->line.text;

  span.end = self->line.n_bytes;
  if (span.start < span.end && line[span.start] == ' ')
    span.start++;
  if (span.start < span.end)
    g_array_append_val (self->line_spans, span);
}

/* Spans that are open go on in the next line, from its first byte. */
static void
flush_spans (ExmLineBuilder *self)
{
  for (guint i = 0; i < self->open_spans->len; i++)
    {
      ExmSpan *open = &g_array_index (self->open_spans, ExmSpan, i);
      close_span (self, *open);
      open->start = 0;
    }
  g_array_sort (self->line_spans, compare_spans);
  for (guint i = 0; i < self->line_spans->len; i++)
    {
      ExmSpan *span = &g_array_index (self->line_spans, ExmSpan, i);
      span->line = self->parts->lines->len;
      span->end = MIN (span->end, self->line.n_bytes);
      span->start = MIN (span->start, span->end);
    }
  g_array_append_vals (self->parts->spans, self->line_spans->data, self->line_spans->len);
  g_array_set_size (self->line_spans, 0);
}

static void
flush_line (ExmLineBuilder *self)
{
  ExmLine *line = &self->line;

  self->pending_space = FALSE;
  self->in_word = FALSE;
  if (line->n_bytes == 0)
    return;

  flush_spans (self);
  line->key = exm_text_key (self->parts->text->str + line->text, line->n_bytes);
  g_string_append_c (self->parts->text, '\0');
  if ((line->flags & EXM_LINE_FLAGGED) == 0)
    self->next_start = line->start + line->n_chars + 1;
  g_array_append_val (self->parts->lines, *line);
  *line = (ExmLine){ 0 };
}

static void
start_line (ExmLineBuilder *self, const OpenElement *inside, gsize source)
{
  self->line = (ExmLine){
    .text = (guint32) self->parts->text->len,
    .start = self->next_start,
    .node = inside->node,
    .block = inside->block,
    .source_start = (guint32) source,
    .flags = inside->flags,
    .heading = inside->heading,
  };
  if (self->pending_images->len > 0)
    {
      self->line.flags |= EXM_LINE_IMAGE;
      g_array_append_vals (self->line_spans, self->pending_images->data,
                           self->pending_images->len);
      g_array_set_size (self->pending_images, 0);
    }
}

static void
count_char (ExmLineBuilder *self, gunichar c, gboolean in_link)
{
  ExmLine *line = &self->line;
  gboolean cjk = exm_char_is_cjk (c);

  line->n_chars++;
  line->length += cjk ? 3 : 1;
  line->n_link_chars += in_link;
  line->n_marks += exm_char_is_sentence_mark (c);
  if (cjk)
    {
      line->n_tokens++;
      self->in_word = FALSE;
    }
  else if (g_unichar_isalnum (c))
    {
      line->n_tokens += !self->in_word;
      self->in_word = TRUE;
    }
  else
    self->in_word = FALSE;
}

static void
seek_source_line (ExmLineBuilder *self, gsize source)
{
  const GArray *lines = self->parts->source_lines;

  while (source >= self->source_line_end && self->source_line + 1 < lines->len)
    {
      self->source_line++;
      self->source_line_end
          += g_array_index (lines, ExmSourceLine, self->source_line).n_bytes;
    }
}

static gboolean
is_full (ExmLineBuilder *self)
{
  if (self->parts->lines->len < EXM_MAX_LINES && self->next_start < EXM_MAX_PAGE_CHARS)
    return FALSE;
  self->parts->truncated = TRUE;
  return TRUE;
}

/* References written with a number of the C1 range mean windows-1252 in HTML, and no page
 * has a use for the control characters themselves. */
static gunichar
repair_control (gunichar c)
{
  static const guint16 windows_1252[32] = {
    0x20ac, 0x0020, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x0020, 0x017d, 0x0020,
    0x0020, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x0020, 0x017e, 0x0178,
  };
  return c >= 0x80 && c < 0xa0 ? windows_1252[c - 0x80] : c;
}

/* The character @c at @source of the source joins the current line. */
static void
append_char (ExmLineBuilder *self, const OpenElement *inside, gunichar c, gsize source)
{
  if (exm_char_is_space (c))
    {
      if (c == '\n')
        seek_source_line (self, source + 1);
      if (c == '\n' && inside->preformatted)
        {
          self->line.source_end = (guint32) source;
          flush_line (self);
        }
      else if (!self->pending_space)
        {
          self->pending_space = self->line.n_bytes > 0;
          self->pending_in_link = self->n_links > 0;
        }
      return;
    }

  if (self->line.n_bytes == 0)
    {
      if (is_full (self))
        return;
      start_line (self, inside, source);
    }
  else if (self->line.n_chars >= EXM_MAX_PAGE_CHARS)
    {
      self->parts->truncated = TRUE;
      return;
    }
  else if (self->pending_space)
    {
      g_string_append_c (self->parts->text, ' ');
      count_char (self, ' ', self->pending_in_link);
    }
  self->pending_space = FALSE;
  g_string_append_unichar (self->parts->text, c);
  count_char (self, c, self->n_links > 0);
  self->line.n_bytes = (guint32) self->parts->text->len - self->line.text;
  g_array_index (self->parts->source_lines, ExmSourceLine, self->source_line).n_text++;
}

void
exm_line_builder_text (ExmLineBuilder *self,
                       const char *text,
                       gsize n_bytes,
                       gsize source_start,
                       gsize source_end)
{
  const OpenElement *inside = innermost (self);
  const char *end = text + n_bytes;

  exm_slices_text (self->slices, text, n_bytes);
  if (inside == NULL || self->n_dropping > 0)
    return;

  seek_source_line (self, source_start);
  for (const char *p = text; p < end; p = g_utf8_next_char (p))
    {
      gsize source = MIN (source_start + (gsize) (p - text), source_end);
      append_char (self, inside, repair_control (g_utf8_get_char (p)), source);
    }
  if (self->line.n_bytes > 0)
    self->line.source_end = (guint32) MAX (source_end, self->line.source_start);
}

static gboolean
open_span (ExmLineBuilder *self, ExmSpanKind kind, guint32 value)
{
  if (self->open_spans->len >= MAX_OPEN_SPANS)
    return FALSE;
  ExmSpan span = {
    .start = self->line.n_bytes + (self->line.n_bytes > 0 && self->pending_space),
    .kind = kind,
    .value = value,
  };
  g_array_append_val (self->open_spans, span);
  return TRUE;
}

static gboolean
open_span_of_element (ExmLineBuilder *self,
                      ExmTag tag,
                      const ExmAttribute *attributes,
                      guint n_attributes)
{
  switch (tag)
    {
    case EXM_TAG_A:
      {
        const char *href = exm_attributes_find (attributes, n_attributes, "href");
        return href != NULL
               && open_span (self, EXM_SPAN_LINK,
                             exm_parts_append_string (self->parts, href));
      }
    case EXM_TAG_B:
    case EXM_TAG_STRONG:
      return open_span (self, EXM_SPAN_STRONG, 0);
    case EXM_TAG_EM:
    case EXM_TAG_I:
      return open_span (self, EXM_SPAN_EMPHASIS, 0);
    case EXM_TAG_CODE:
      return open_span (self, EXM_SPAN_CODE, 0);
    default:
      return FALSE;
    }
}

/* An image stands in its line, or before the next one if it has none of its own. Lazy
 * pages keep its address in a data attribute and a placeholder in src. */
static void
add_image (ExmLineBuilder *self, const ExmAttribute *attributes, guint n_attributes)
{
  static const char *const lazy[] = { "data-src", "data-original", "data-lazy-src" };
  const char *src = exm_attributes_find (attributes, n_attributes, "src");

  for (gsize i = 0; i < G_N_ELEMENTS (lazy); i++)
    if (src == NULL || *src == '\0' || g_ascii_strncasecmp (src, "data:", 5) == 0)
      src = exm_attributes_find (attributes, n_attributes, lazy[i]);
  if (src == NULL || *src == '\0')
    return;

  ExmSpan span = {
    .start = self->line.n_bytes,
    .end = self->line.n_bytes,
    .kind = EXM_SPAN_IMAGE,
    .value = exm_parts_append_string (self->parts, src),
    .label = exm_parts_append_string (
        self->parts, exm_attributes_find (attributes, n_attributes, "alt")),
  };
  if (self->line.n_bytes > 0)
    {
      self->line.flags |= EXM_LINE_IMAGE;
      g_array_append_val (self->line_spans, span);
    }
  else
    g_array_append_val (self->pending_images, span);
}

void
exm_line_builder_open (ExmLineBuilder *self,
                       const char *name,
                       const ExmAttribute *attributes,
                       guint n_attributes)
{
  ExmTag tag = exm_tag_from_name (name, strlen (name));
  ExmTagClass tag_class = exm_tag_get_class (tag);
  const OpenElement *outer = innermost (self);

  if ((tag_class & EXM_TAG_BLOCK) && self->n_dropping == 0)
    flush_line (self);
  if (self->open->len >= EXM_MAX_DEPTH || self->beyond->len > 0 || self->n_dropping > 0
      || self->parts->nodes->len >= EXM_MAX_NODES)
    {
      guint8 kept = (guint8) tag_class;
      g_byte_array_append (self->beyond, &kept, 1);
      self->parts->truncated |= self->parts->nodes->len >= EXM_MAX_NODES;
      self->n_dropping += (tag_class & EXM_TAG_DROPPED) != 0;
      return;
    }

  OpenElement element = {
    .tag = tag,
    .tag_class = tag_class,
    .flags = exm_node_get_flags (tag, attributes, n_attributes),
    .heading = (guint8) exm_tag_get_heading_level (tag),
    .preformatted = tag == EXM_TAG_PRE || tag == EXM_TAG_XMP || tag == EXM_TAG_PLAINTEXT,
    .is_link = tag == EXM_TAG_A && exm_attributes_find (attributes, n_attributes, "href"),
  };
  if (outer != NULL)
    {
      element.flags |= outer->flags;
      element.heading = element.heading != 0 ? element.heading : outer->heading;
      element.preformatted |= outer->preformatted;
    }
  element.node = exm_node_append (self->parts, outer != NULL ? outer->node : EXM_NONE,
                                  tag, name, attributes, n_attributes, element.flags);
  element.block
      = outer == NULL || (tag_class & EXM_TAG_BLOCK) ? element.node : outer->block;
  element.has_span = open_span_of_element (self, tag, attributes, n_attributes);
  if (tag == EXM_TAG_IMG)
    add_image (self, attributes, n_attributes);
  self->n_links += element.is_link;
  self->n_dropping += (tag_class & EXM_TAG_DROPPED) != 0;
  exm_slices_open (self->slices, tag, attributes, n_attributes, element.node);
  g_array_append_val (self->open, element);
}

static void
close_innermost (ExmLineBuilder *self)
{
  if (self->beyond->len > 0)
    {
      guint8 tag_class = self->beyond->data[self->beyond->len - 1];
      g_byte_array_set_size (self->beyond, self->beyond->len - 1);
      self->n_dropping -= (tag_class & EXM_TAG_DROPPED) != 0;
      if ((tag_class & EXM_TAG_BLOCK) && self->n_dropping == 0)
        flush_line (self);
      return;
    }

  OpenElement element = g_array_index (self->open, OpenElement, self->open->len - 1);
  g_array_set_size (self->open, self->open->len - 1);
  exm_slices_close (self->slices, element.node);
  if (element.has_span)
    {
      ExmSpan span = g_array_index (self->open_spans, ExmSpan, self->open_spans->len - 1);
      g_array_set_size (self->open_spans, self->open_spans->len - 1);
      close_span (self, span);
    }
  self->n_links -= element.is_link;
  self->n_dropping -= (element.tag_class & EXM_TAG_DROPPED) != 0;
  if (element.tag_class & EXM_TAG_BLOCK)
    flush_line (self);
}

/* The root stays open to the end: what stands behind it belongs to it, as in browsers. */
void
exm_line_builder_close (ExmLineBuilder *self)
{
  if (self->open->len + self->beyond->len > 1)
    close_innermost (self);
  else
    flush_line (self);
}

void
exm_line_builder_finish (ExmLineBuilder *self)
{
  ExmPageTextParts *parts = self->parts;

  flush_line (self);
  while (self->open->len > 0)
    close_innermost (self);
  if (parts->lines->len > 0)
    {
      guint last = parts->lines->len - 1;
      ExmLine *line = &g_array_index (parts->lines, ExmLine, last);
      for (guint i = 0; i < self->pending_images->len; i++)
        {
          ExmSpan span = g_array_index (self->pending_images, ExmSpan, i);
          span.line = last;
          span.start = span.end = line->n_bytes;
          line->flags |= EXM_LINE_IMAGE;
          g_array_append_val (parts->spans, span);
        }
    }
  exm_nodes_complete (parts);
  exm_slices_finish (self->slices);
}
