/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-line-writer.h"

#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "html/exm-html-reference.h"
#include "page/exm-line-counter.h"
#include "page/exm-nodes.h"
#include "page/exm-slices.h"

#include <string.h>
typedef struct
{
  ExmEventList *events;    /* (unowned) */
  ExmPageTextParts *parts; /* (unowned) */
  const char *source;      /* (unowned) */

  ExmSpan open_spans[EXM_NODES_MAX_OPEN_SPANS]; /* .start in the line, .line: node */
  guint n_open_spans;
  ExmSpans line_spans;     /* closed, of the current line */
  gboolean captures;       /* the text of a slice is gathered */
  gboolean has_image;      /* there was an image, */
  guint image_lines;       /* before which so many lines had begun */
  ExmSpans pending_images; /* they stand before the next line */
  ExmSpans pending_hidden; /* the same, if it is hidden */
  guint32 innermost_span;  /* element of the last open span, EXM_NONE */

  guint32 run;          /* characters at the current line's end that stand right away */
  guint32 run_node;     /* in this one element */
  guint32 longest;      /* of the current line's longest such run, */
  guint32 longest_node; /* and its element */
  ExmLineCounter now;   /* the current one; n_bytes is 0 until its first character */
  gboolean pending_space;
  gboolean pending_in_link; /* whether the pending space stands in a link */
  guint32 next_start;
} Writer;

/* While a line is open, @line is the element: outer ones come before those in them. */
static int
compare_spans (const void *a, const void *b, void *unused)
{
  const ExmSpan *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Nearly always they are. */
static gboolean
are_ordered (const ExmSpans *spans)
{
  for (guint i = 1; i < spans->len; i++)
    if (compare_spans (&spans->data[i - 1], &spans->data[i], NULL) > 0)
      return FALSE;
  return TRUE;
}

/* White space is written with the word behind it, which can stand inside an element that
 * opened before it. */
static void
close_span (Writer *self, ExmSpan span)
{
  const char *line = self->parts->text.data + self->now.line.text;

  span.end = self->now.line.n_bytes;
  if (span.start < span.end && line[span.start] == ' ')
    span.start++;
  if (span.start < span.end)
    *exm_array_next (&self->line_spans) = span;
}

/* Spans that are open go on in the next line, from its first byte. */
static void
flush_spans (Writer *self)
{
  for (guint i = 0; i < self->n_open_spans; i++)
    {
      ExmSpan *open = &self->open_spans[i];
      close_span (self, *open);
      open->start = 0;
    }
  if (self->line_spans.len == 0)
    return;
  if (!are_ordered (&self->line_spans))
    exm_array_sort (&self->line_spans, compare_spans);
  for (guint i = 0; i < self->line_spans.len; i++)
    {
      const ExmSpan *span = &self->line_spans.data[i];
      ExmSpan *kept = exm_array_next (&self->parts->spans);
      *kept = *span;
      kept->line = self->parts->lines.len;
      kept->end = MIN (span->end, self->now.line.n_bytes);
      kept->start = MIN (span->start, kept->end);
    }
  self->line_spans.len = 0;
}

/* Extrapolates the rest of the page from the lines so far when their room is used up. */
static G_GNUC_NO_INLINE void
reserve_lines (Writer *self)
{
  gsize at = self->now.line.source_end;
  guint n = exm_array_foresee (self->parts->lines.len, at, self->events->n_bytes - at, 1);

  exm_array_reserve (&self->parts->lines, n + 8);
}

static void
flush_line (Writer *self)
{
  ExmLine *line = &self->now.line;

  self->pending_space = FALSE;
  if (line->n_bytes == 0)
    return;

  if (self->longest > 0 && (line->flags & EXM_LINE_CODE) == 0)
    line->node = 2 * self->longest >= line->n_chars ? self->longest_node : line->block;
  flush_spans (self);
  line->key = exm_line_get_key (&self->now);
  *exm_array_next (&self->parts->text) = '\0';
  if ((line->flags & EXM_LINE_FLAGGED) == 0)
    self->next_start = line->start + line->n_chars + 1;
  if (G_UNLIKELY (self->parts->lines.len == self->parts->lines.room))
    reserve_lines (self);
  *exm_array_next (&self->parts->lines) = *line;
  exm_line_restart (&self->now);
}

/* Reveals lines hidden along with a line. */
static void
place_hidden_images (Writer *self, const ExmLine *line, guint index)
{
  for (guint i = 0; i < self->pending_hidden.len; i++)
    {
      ExmSpan *span = &self->pending_hidden.data[i];
      span->line = index;
      span->start = span->end = line->n_bytes;
    }
  if (line->flags & EXM_LINE_FLAGGED)
    exm_array_extend (&self->events->hidden_images, self->pending_hidden.data,
                      self->pending_hidden.len);
  self->pending_hidden.len = 0;
}

static void
start_line (Writer *self, guint32 node, gsize source)
{
  const ExmNodeInfo *info = exm_event_list_info (self->events, node);

  self->now.line = (ExmLine){
    .text = self->parts->text.len,
    .start = self->next_start,
    .node = node,
    .block = info->around.block,
    .source_start = (guint32) source,
    .flags = info->flags,
    .heading = info->around.heading,
  };
  self->run = self->longest = 0;
  self->run_node = self->longest_node = node;
  if (self->pending_images.len > 0)
    {
      self->now.line.flags |= EXM_LINE_IMAGE;
      exm_array_extend (&self->line_spans, self->pending_images.data,
                        self->pending_images.len);
      self->pending_images.len = 0;
    }
  if (self->pending_hidden.len > 0)
    place_hidden_images (self, &self->now.line, self->parts->lines.len);
}

static gboolean
is_full (Writer *self)
{
  if (self->parts->lines.len < EXM_MAX_LINES && self->next_start < EXM_MAX_PAGE_CHARS
      && self->now.line.n_chars < EXM_MAX_PAGE_CHARS)
    return FALSE;
  self->parts->truncated = TRUE;
  return TRUE;
}

/* The line has what is needed to take a character that is no space. */
static gboolean
prepare (Writer *self, guint32 node, gboolean in_link, gsize source)
{
  if (is_full (self))
    return FALSE;
  if (self->now.line.n_bytes == 0)
    start_line (self, node, source);
  else if (self->pending_space)
    {
      exm_line_put_char (&self->now, ' ');
      self->now.line.n_link_chars += self->pending_in_link;
    }
  self->pending_space = FALSE;
  return TRUE;
}

/* Notes that the source before @source_end is written. */
static void
written (Writer *self, gsize source_end)
{
  self->now.line.n_bytes = self->parts->text.len - self->now.line.text;
  self->now.line.source_end = (guint32) MAX (source_end, self->now.line.source_start);
}

/* Letters that pages of a wrong charset hold as control characters mean windows-1252. */
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

static void
write_space (Writer *self, const ExmNodeInfo *info, char c)
{
  if ((c == '\n' || c == '\r') && (info->bits & EXM_NODE_PREFORMATTED))
    flush_line (self);
  else if (!self->pending_space)
    {
      self->pending_space = self->now.line.n_bytes > 0;
      self->pending_in_link = (info->bits & EXM_NODE_IN_LINK) != 0;
    }
}

/* A run of text without white space that counts, from @p on. Returns: where it ends. */
static const char *
write_run (Writer *self, guint32 node, gboolean in_link, const char *p, const char *end)
{
  if (!prepare (self, node, in_link, (gsize) (p - self->source)))
    return g_utf8_next_char (p);
  guint32 before = self->now.line.n_chars;
  p = exm_line_put_run (&self->now, p, end);
  guint32 n = self->now.line.n_chars - before;
  self->now.line.n_link_chars += in_link ? n : 0;
  written (self, (gsize) (p - self->source));
  return p;
}

/* A single character that stands for the source from @start to @end. */
static void
write_char (Writer *self, guint32 node, gunichar c, gsize start, gsize end)
{
  const ExmNodeInfo *info = exm_event_list_info (self->events, node);
  gboolean in_link = (info->bits & EXM_NODE_IN_LINK) != 0;

  c = repair_control (c);
  if (exm_char_get_facts (c) & EXM_CHAR_SPACE)
    {
      write_space (self, info, c == '\n' ? '\n' : ' ');
      return;
    }
  if (!prepare (self, node, in_link, start))
    return;
  exm_line_put_char (&self->now, c);
  self->now.line.n_link_chars += in_link;
  written (self, end);
}

static G_GNUC_NO_INLINE void
write_text (Writer *self, guint32 node, const ExmNodeInfo *info, gsize from, gsize to)
{
  gboolean in_link = (info->bits & EXM_NODE_IN_LINK) != 0;
  gboolean preformatted = (info->bits & EXM_NODE_PREFORMATTED) != 0;
  const char *end = self->source + to;

  for (const char *p = self->source + from; p < end;)
    {
      if (exm_line_is_blank (*p))
        {
          write_space (self, info, *p);
          p = preformatted ? p + 1 : exm_line_skip_blanks (p + 1, end, self->now.limit);
        }
      else if ((guint8) *p < 0x80 || !exm_line_is_wide_space (p))
        p = write_run (self, node, in_link, p, end);
      else
        {
          gsize n, at = (gsize) (p - self->source);
          gunichar c = exm_char_read_wide (p, &n);
          write_char (self, node, c, at, at + n);
          p += n;
        }
    }
}

static G_GNUC_NO_INLINE void
write_reference (Writer *self, guint32 node, gsize from, gsize to)
{
  ExmHtmlReference reference;

  exm_html_reference_read (self->source + from, self->source + to, FALSE, &reference);
  const char *end = reference.text + reference.n_bytes;
  for (const char *p = reference.text; p < end; p = g_utf8_next_char (p))
    write_char (self, node, g_utf8_get_char (p), from, to);
}

/* The span elements around the text to come are @innermost and those around it. */
static G_GNUC_NO_INLINE void
change_spans (Writer *self, guint32 innermost)
{
  guint32 chain[EXM_NODES_MAX_OPEN_SPANS];
  guint n = innermost != EXM_NONE
                ? exm_event_list_info (self->events, innermost)->around.n_spans
                : 0;
  guint n_common = 0;
  guint32 at = innermost;

  for (guint i = n; i-- > 0;)
    {
      guint32 parent = exm_event_list_node (self->events, at)->parent;
      chain[i] = at;
      at = parent != EXM_NONE ? exm_event_list_info (self->events, parent)->around.span
                              : EXM_NONE;
    }
  while (n_common < n && n_common < self->n_open_spans
         && self->open_spans[n_common].line == chain[n_common])
    n_common++;
  while (self->n_open_spans > n_common)
    close_span (self, self->open_spans[--self->n_open_spans]);
  for (guint i = n_common; i < n; i++)
    self->open_spans[self->n_open_spans++] = (ExmSpan){
      .line = chain[i],
      .start
      = self->now.line.n_bytes + (self->now.line.n_bytes > 0 && self->pending_space),
      .kind
      = exm_event_list_span_kind (exm_event_list_node (self->events, chain[i])->tag,
                                  exm_event_list_info (self->events, chain[i])->bits),
      .value = exm_event_list_info (self->events, chain[i])->link,
      .node = chain[i],
    };
  self->innermost_span = innermost;
}

static void
leave_slices (Writer *self, guint32 node)
{
  exm_slices_leave (self->events->slices, self->events, node);
  self->captures = exm_slices_is_open (self->events->slices);
}

/* Clears the text gathered for a slice, dropped or not. */
static G_GNUC_NO_INLINE void
capture_text (Writer *self, const ExmEvent *item)
{
  ExmHtmlReference reference;

  leave_slices (self, item->node);
  if (item->kind != EXM_ITEM_REFERENCE)
    {
      exm_slices_text (self->events->slices, self->source + item->start,
                       item->end - item->start, TRUE);
      return;
    }
  exm_html_reference_read (self->source + item->start, self->source + item->end, FALSE,
                           &reference);
  exm_slices_text (self->events->slices, reference.text, reference.n_bytes, FALSE);
}

static inline void
count_run (Writer *self, guint32 node, guint32 n_chars)
{
  if (node != self->run_node)
    self->run = 0;
  self->run_node = node;
  self->run += n_chars;
  if (self->run <= self->longest)
    return;
  self->longest = self->run;
  self->longest_node = node;
}

static inline void
put_text (Writer *self, const ExmEvent *item)
{
  const ExmNodeInfo *info = exm_event_list_info (self->events, item->node);

  if (G_UNLIKELY (self->captures))
    capture_text (self, item);
  if (info->bits & EXM_NODE_DROPPED)
    return;
  if (self->now.line.n_bytes > 0 && info->around.block != self->now.line.block)
    flush_line (self);
  if (info->around.span != self->innermost_span)
    change_spans (self, info->around.span);
  guint32 before = self->now.line.n_bytes > 0 ? self->now.line.n_chars : 0;
  if (item->kind == EXM_ITEM_BLANK && (info->bits & EXM_NODE_PREFORMATTED) == 0)
    write_space (self, info, ' ');
  else if (item->kind == EXM_ITEM_REFERENCE)
    write_reference (self, item->node, item->start, item->end);
  else
    write_text (self, item->node, info, item->start, item->end);
  /* Lines end inside preformatted text. */
  guint32 after = self->now.line.n_bytes > 0 ? self->now.line.n_chars : 0;
  if (after > before)
    count_run (self, item->node, after - before);
}

/* Whether an image is one that a reader sees, and sees once: what stands for a lazy image
 * where scripts are off follows it. */
static gboolean
shows_image (Writer *self, const ExmNodeInfo *info)
{
  guint n_begun = self->parts->lines.len + (self->now.line.n_bytes > 0);
  gboolean follows = self->has_image && n_begun == self->image_lines;

  if (info->bits & EXM_NODE_DROPPED)
    return FALSE;
  if (info->flags & EXM_LINE_NOSCRIPT)
    return !follows;
  self->has_image = TRUE;
  self->image_lines = n_begun;
  return (info->flags & EXM_LINE_FLAGGED) == 0
         || (self->now.line.n_bytes > 0 && (self->now.line.flags & EXM_LINE_FLAGGED));
}

/* Whether a formula stands where a reader sees it; its own element is a script. */
static gboolean
shows_formula (Writer *self, guint32 node)
{
  guint32 parent = exm_event_list_node (self->events, node)->parent;

  return parent != EXM_NONE
         && (exm_event_list_info (self->events, parent)->flags & EXM_LINE_FLAGGED) == 0;
}

/* An image stands in its line, or before the next one if it has none of its own. */
static void
put_image (Writer *self, guint32 node, guint32 image)
{
  const ExmNodeInfo *info = exm_event_list_info (self->events, node);
  ExmSpan span = self->events->images.data[image];
  gboolean is_formula = span.kind == EXM_SPAN_FORMULA;

  if (is_formula ? !shows_formula (self, node) : !shows_image (self, info))
    {
      if ((info->flags & (EXM_LINE_HIDDEN | EXM_LINE_TEMPLATE))
          && (info->bits & EXM_NODE_DROPPED) == 0 && self->now.line.n_bytes == 0)
        exm_array_append (&self->pending_hidden, span);
      return;
    }
  span.start = span.end = self->now.line.n_bytes;
  if (self->now.line.n_bytes > 0)
    {
      self->now.line.flags |= is_formula ? 0 : EXM_LINE_IMAGE;
      exm_array_append (&self->line_spans, span);
    }
  else
    exm_array_append (&self->pending_images, span);
}

static gboolean
is_in_dropped (const Writer *self, guint32 node)
{
  guint32 parent = exm_event_list_node (self->events, node)->parent;
  return parent != EXM_NONE
         && (exm_event_list_info (self->events, parent)->bits & EXM_NODE_DROPPED) != 0;
}

static void
put_element (Writer *self, const ExmEvent *item)
{
  if (self->captures)
    leave_slices (self, item->node);
  if (is_in_dropped (self, item->node))
    return;
  /* The element around the line may have ended before this one began. */
  if (item->breaks
      || exm_event_list_info (self->events, item->node)->around.block
             != self->now.line.block)
    flush_line (self);
  if (item->start != 0)
    {
      exm_slices_reach (self->events->slices, item->start - 1);
      self->captures = exm_slices_is_open (self->events->slices);
    }
  if (item->end != 0)
    put_image (self, item->node, item->end - 1);
}

static void put_list (Writer *self, guint32 list);

static inline void
put_item (Writer *self, const ExmEvent *item)
{
  if (item->kind != EXM_ITEM_ELEMENT)
    {
      put_text (self, item);
      return;
    }
  guint32 list = exm_event_list_own_list (self->events, item->node);
  if (G_UNLIKELY (list != 0) && item->breaks)
    put_list (self, list);
  put_element (self, item);
}

/* Lists stand in each other no deeper than the builder lets them. */
static void
put_list (Writer *self, guint32 list)
{
  guint32 i = self->events->lists.data[list].first;

  while (i != 0)
    {
      const ExmEvent *item = &self->events->items.data[i - 1];
      put_item (self, item);
      i = exm_event_list_place (self->events, item)->next;
    }
}

static void
put_last_images (Writer *self)
{
  ExmPageTextParts *parts = self->parts;

  if (parts->lines.len == 0)
    return;
  guint last = parts->lines.len - 1;
  ExmLine *line = &parts->lines.data[last];
  for (guint i = 0; i < self->pending_images.len; i++)
    {
      ExmSpan span = self->pending_images.data[i];
      span.line = last;
      span.start = span.end = line->n_bytes;
      line->flags |= EXM_LINE_IMAGE;
      exm_array_append (&parts->spans, span);
    }
  if (self->pending_hidden.len > 0)
    place_hidden_images (self, line, last);
}

void
exm_lines_write (ExmEventList *events)
{
  Writer self = {
    .events = events,
    .parts = events->parts,
    .source = events->source,
    .innermost_span = EXM_NONE,
  };

  /* With a blank or the end of a line behind each text. */
  exm_array_reserve (&events->parts->text,
                     (guint) events->n_text_bytes + events->items.len + EXM_LINE_ROOM);
  exm_line_counter_init (&self.now, &events->parts->text,
                         events->source + events->n_bytes);
  exm_array_reserve (&events->parts->lines, events->items.len / 4);

  for (guint i = 0; i < events->items.len; i++)
    {
      const ExmEvent *item = &events->items.data[i];
      if (item->place == 0)
        put_item (&self, item);
    }
  flush_line (&self);
  put_last_images (&self);
  exm_line_counter_clear (&self.now);
  exm_array_clear (&self.line_spans);
  exm_array_clear (&self.pending_images);
  exm_array_clear (&self.pending_hidden);
}
