/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body-blocks.h"

#include <string.h>

/* Lines that a single break parts stay together where both are shorter than this (a CJK
 * character counts 3): verses, addresses. Longer ones are paragraphs of old pages. */
#define MAX_VERSE 80u

/* A table whose cells hold longer lines, more lines each, or most of its text in one, is
 * layout. */
#define MAX_CELL_LENGTH 300u
#define MAX_CELL_LINES 2.0
#define MAX_CELL_SHARE .6

/* Deeper containers are left out: no reader tells them apart. */
#define MAX_CONTAINERS 16u

gboolean
exm_body_keeps (const ExmBody *self, guint line)
{
  return self->data->verdicts[line] == EXM_VERDICT_KEPT;
}

guint32
exm_body_find_up (const ExmBody *self, guint32 node, ExmTag tag, ExmTag other)
{
  while (node != EXM_NONE && self->nodes[node].tag != tag
         && self->nodes[node].tag != other)
    node = self->nodes[node].parent;
  return node;
}

static gboolean
is_list (ExmTag tag)
{
  return tag == EXM_TAG_UL || tag == EXM_TAG_OL || tag == EXM_TAG_MENU
         || tag == EXM_TAG_DIR;
}

/* Whether the element is around all of the body. */
static gboolean
is_frame (const ExmBody *self, guint32 node)
{
  return self->nodes[node].first_line <= self->head
         && self->nodes[node].last_line >= self->tail;
}

static guint32
find_list (const ExmBody *self, guint32 item)
{
  guint32 at = self->nodes[item].parent;

  while (at != EXM_NONE && !is_list (self->nodes[at].tag))
    {
      if (self->nodes[at].tag == EXM_TAG_LI)
        return self->nodes[item].parent;
      at = self->nodes[at].parent;
    }
  return at != EXM_NONE ? at : self->nodes[item].parent;
}

/* Items without a number of their own count on from the one before. */
static void
number_items (ExmBody *self)
{
  guint n = MAX (self->n_nodes, 1);
  g_autofree guint *next = g_new0 (guint, n);

  self->numbers = g_new0 (guint, n);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const ExmNode *node = &self->nodes[i];
      if (node->tag == EXM_TAG_OL)
        next[i] = MAX (node->number, 1u);
      if (node->tag != EXM_TAG_LI || node->parent == EXM_NONE)
        continue;
      guint32 list = find_list (self, i);
      self->numbers[i] = node->number > 0 ? node->number : next[list];
      next[list] = self->numbers[i] + 1;
    }
}

static void
add_containers (ExmBody *self, ExmBodyBlock *block, guint32 node)
{
  guint first = self->containers->len;

  for (; node != EXM_NONE; node = self->nodes[node].parent)
    {
      ExmTag tag = self->nodes[node].tag;
      ExmBodyContainer container = { .node = node, .list = EXM_NONE };
      if ((tag != EXM_TAG_LI && tag != EXM_TAG_BLOCKQUOTE) || is_frame (self, node)
          || self->containers->len - first >= MAX_CONTAINERS)
        continue;
      if (tag == EXM_TAG_LI && self->nodes[node].parent != EXM_NONE)
        {
          if (self->numbers == NULL)
            number_items (self);
          container.list = find_list (self, node);
          container.ordered = self->nodes[container.list].tag == EXM_TAG_OL;
          container.number = self->numbers[node];
        }
      g_array_append_val (self->containers, container);
    }
  /* From the outside in. */
  ExmBodyContainer *all = (ExmBodyContainer *) (void *) self->containers->data;
  for (guint i = first, k = self->containers->len; i + 1 < k; i++)
    {
      ExmBodyContainer other = all[--k];
      all[k] = all[i];
      all[i] = other;
    }
  block->containers = first;
  block->n_containers = self->containers->len - first;
}

/* Tables */

static void
find_tables (ExmBody *self)
{
  guint n = MAX (self->n_nodes, 1);
  g_autofree guint *n_rows = g_new0 (guint, n), *n_columns = g_new0 (guint, n);

  self->tables = g_new (guint32, n);
  self->kinds = g_new0 (guint8, n);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const ExmNode *node = &self->nodes[i];
      guint32 outer = node->parent != EXM_NONE ? self->tables[node->parent] : EXM_NONE;
      self->tables[i] = node->tag == EXM_TAG_TABLE ? i : outer;
      if (outer == EXM_NONE)
        continue;
      if (node->tag == EXM_TAG_TR)
        n_rows[outer]++;
      if (node->tag != EXM_TAG_TD && node->tag != EXM_TAG_TH)
        continue;
      const ExmBodyCell cell = {
        .table = outer,
        .node = i,
        .row = MAX (n_rows[outer], 1) - 1,
        .column = n_columns[node->parent]++,
      };
      g_array_append_val (self->cells, cell);
    }
}

static int
compare_cells (const void *a, const void *b)
{
  const ExmBodyCell *x = a, *y = b;

  if (x->table != y->table)
    return x->table < y->table ? -1 : 1;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return x->column < y->column ? -1 : x->column > y->column;
}

const ExmBodyCell *
exm_body_find_cells (const ExmBody *self, guint32 table, guint *n)
{
  const ExmBodyCell *cells = (const ExmBodyCell *) (void *) self->cells->data;
  guint low = 0, high = self->cells->len, end;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (cells[middle].table < table)
        low = middle + 1;
      else
        high = middle;
    }
  for (end = low; end < self->cells->len && cells[end].table == table;)
    end++;
  *n = end - low;
  return *n > 0 ? cells + low : NULL;
}

static gboolean
holds_data (const ExmBody *self, guint32 table)
{
  guint n, n_filled = 0, n_wide = 0;
  const ExmBodyCell *cells = exm_body_find_cells (self, table, &n);
  double n_lines = 0, n_chars = 0, most = 0;

  if (is_frame (self, table))
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const ExmNode *node = &self->nodes[cells[i].node];
      guint before = (guint) n_chars;
      n_wide += cells[i].column == 1;
      if (node->first_line == EXM_NONE)
        continue;
      for (guint k = node->first_line; k <= node->last_line; k++)
        {
          const ExmLine *line = &self->lines[k];
          if (!exm_body_keeps (self, k))
            continue;
          if (line->length > MAX_CELL_LENGTH || line->heading > 0
              || self->tables[line->node] != table || (line->flags & EXM_LINE_CODE))
            return FALSE;
          n_lines++;
          n_chars += line->length;
        }
      n_filled += n_chars > before;
      most = MAX (most, n_chars - before);
    }
  return n_wide >= 2 && n_filled >= 3 && n_lines <= MAX_CELL_LINES * n_filled
         && most <= MAX_CELL_SHARE * n_chars;
}

/* Asked for each of its lines, answered once. */
static gboolean
is_data_table (ExmBody *self, guint32 table)
{
  if (self->kinds[table] == 0)
    self->kinds[table] = holds_data (self, table) ? 1 : 2;
  return self->kinds[table] == 1;
}

/* Code */

/* How many line breaks @source has between two places, and whether the last one is
 * followed by nothing but blanks: then they are the indentation from @indent on. */
static guint
count_breaks (const char *source, gsize from, gsize to, gsize *indent)
{
  guint n = 0;
  gboolean in_tag = FALSE;

  *indent = from;
  for (gsize i = from; i < to; i++)
    {
      in_tag = source[i] == '<' || (in_tag && source[i] != '>');
      if (source[i] == '\n' && !in_tag)
        {
          n++;
          *indent = i + 1;
        }
    }
  return n;
}

static void
append_blanks (GString *out, const char *source, gsize from, gsize to)
{
  gboolean in_tag = FALSE;

  for (gsize i = from; i < to; i++)
    {
      in_tag = source[i] == '<' || (in_tag && source[i] != '>');
      if (!in_tag && (source[i] == ' ' || source[i] == '\t'))
        g_string_append_c (out, source[i]);
    }
}

/* A line of code as it is written, where nothing in it stands for something else. */
static void
append_code_line (const ExmBody *self, const char *source, guint index, GString *out)
{
  const ExmLine *line = &self->lines[index];
  gsize n_bytes = line->source_end - line->source_start;
  const char *text = source + line->source_start;

  if (memchr (text, '<', n_bytes) == NULL && memchr (text, '&', n_bytes) == NULL
      && memchr (text, '\n', n_bytes) == NULL && memchr (text, '\r', n_bytes) == NULL
      && memchr (text, '\0', n_bytes) == NULL)
    g_string_append_len (out, text, (gssize) n_bytes);
  else
    g_string_append (out, exm_page_text_get_line (self->page, index));
}

void
exm_body_append_code (const ExmBody *self, const ExmBodyBlock *block, GString *out)
{
  const char *source = g_bytes_get_data (exm_page_text_get_source (self->page), NULL);
  gsize before = 0;

  for (guint i = block->first; i <= block->last; i++)
    {
      const ExmLine *line = &self->lines[i];
      gboolean known = (line->flags & EXM_LINE_EMBEDDED) == 0;
      gsize indent = 0;
      if (!exm_body_keeps (self, i))
        continue;
      if (before > 0)
        {
          guint n = known && before <= line->source_start
                        ? count_breaks (source, before, line->source_start, &indent)
                        : 1;
          for (guint k = 0; k < MAX (n, 1u); k++)
            g_string_append_c (out, '\n');
        }
      if (known && indent > 0)
        append_blanks (out, source, indent, line->source_start);
      else if (known)
        {
          gsize start = line->source_start;
          while (start > 0 && (source[start - 1] == ' ' || source[start - 1] == '\t'))
            start--;
          append_blanks (out, source, start, line->source_start);
        }
      if (known)
        append_code_line (self, source, i, out);
      else
        g_string_append (out, exm_page_text_get_line (self->page, i));
      before = MAX (line->source_end, 1u);
    }
}

char *
exm_body_dup_language (const ExmBody *self, const ExmBodyBlock *block)
{
  static const char *const marks[] = { "language-", "lang-", "brush: ", "brush:" };
  guint32 node = self->lines[block->first].node;

  for (guint depth = 0; node != EXM_NONE && depth < 6; depth++)
    {
      const char *names
          = exm_page_text_get_string (self->page, self->nodes[node].class_names);
      for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          const char *name = strstr (names, marks[i]);
          gsize n = 0;
          if (name == NULL)
            continue;
          name += strlen (marks[i]);
          while (n < 24
                 && (g_ascii_isalnum (name[n])
                     || (name[n] != '\0' && strchr ("+#-", name[n]))))
            n++;
          return g_strndup (name, n);
        }
      node = self->nodes[node].parent;
    }
  return g_strdup ("");
}

/* Blocks */

static ExmBodyBlock *
add_block (ExmBody *self, ExmBodyBlockKind kind, guint line, guint32 node)
{
  ExmBodyBlock block = { .kind = kind, .first = line, .last = line, .node = EXM_NONE };

  add_containers (self, &block, node);
  g_array_append_val (self->blocks, block);
  return &g_array_index (self->blocks, ExmBodyBlock, self->blocks->len - 1);
}

/* Whether one break, not two, stands between two lines of a block of text. */
static gboolean
is_broken_once (const ExmBody *self, guint before, guint line)
{
  const char *source = g_bytes_get_data (exm_page_text_get_source (self->page), NULL);
  const ExmLine *a = &self->lines[before], *b = &self->lines[line];
  guint n = 0;

  if (a->block != b->block || a->length >= MAX_VERSE || b->length >= MAX_VERSE
      || ((a->flags | b->flags) & EXM_LINE_EMBEDDED) || a->source_end > b->source_start)
    return FALSE;
  for (gsize i = a->source_end; i + 3 < b->source_start; i++)
    n += source[i] == '<' && g_ascii_strncasecmp (source + i + 1, "br", 2) == 0
         && !g_ascii_isalpha (source[i + 3]);
  return n == 1;
}

static gboolean
joins (const ExmBody *self, const ExmBodyBlock *last, guint line)
{
  return last->kind == EXM_BLOCK_TEXT && last->last + 1 == line
         && is_broken_once (self, last->last, line);
}

static void
add_line (ExmBody *self, guint i)
{
  const ExmLine *line = &self->lines[i];
  ExmBodyBlock *last = self->blocks->len > 0 ? &g_array_index (self->blocks, ExmBodyBlock,
                                                               self->blocks->len - 1)
                                             : NULL;
  guint32 table = EXM_NONE, pre = EXM_NONE;

  if ((line->flags & EXM_LINE_TABLE_CELL) && self->tables == NULL)
    {
      find_tables (self);
      g_array_sort (self->cells, compare_cells);
    }
  if (line->flags & EXM_LINE_TABLE_CELL)
    table = self->tables[line->node];
  if (table != EXM_NONE && last != NULL && last->kind == EXM_BLOCK_TABLE
      && last->node == table)
    {
      last->last = i;
      return;
    }
  if (table != EXM_NONE && is_data_table (self, table))
    {
      add_block (self, EXM_BLOCK_TABLE, i, table)->node = table;
      return;
    }
  if (line->flags & EXM_LINE_CODE)
    pre = exm_body_find_up (self, line->node, EXM_TAG_PRE, EXM_TAG_XMP);
  if (pre != EXM_NONE && last != NULL && last->kind == EXM_BLOCK_CODE
      && last->node == pre)
    {
      last->last = i;
      return;
    }
  if (exm_body_starts_with_image (self, i))
    {
      add_block (self, EXM_BLOCK_IMAGES, i, line->node);
      last = NULL;
    }
  if (pre != EXM_NONE)
    add_block (self, EXM_BLOCK_CODE, i, line->node)->node = pre;
  else if (line->heading > 0)
    add_block (self, EXM_BLOCK_HEADING, i, line->node)->level = line->heading;
  else if (line->flags & EXM_LINE_CAPTION)
    add_block (self, EXM_BLOCK_CAPTION, i, line->node);
  else if (last != NULL && joins (self, last, i))
    last->last = i;
  else
    add_block (self, EXM_BLOCK_TEXT, i, line->node);
}

guint
exm_body_count_common (const ExmBody *self, const ExmBodyBlock *a, const ExmBodyBlock *b)
{
  const ExmBodyContainer *all
      = (const ExmBodyContainer *) (void *) self->containers->data;
  guint n = 0;

  if (a == NULL)
    return 0;
  while (n < a->n_containers && n < b->n_containers
         && all[a->containers + n].node == all[b->containers + n].node)
    n++;
  return n;
}

void
exm_body_init (ExmBody *self, const ExmPageText *page, const ExmResult *result)
{
  *self = (ExmBody){
    .page = page,
    .data = exm_result_get (result),
    .base = exm_body_dup_base (page),
    .blocks = g_array_new (FALSE, FALSE, sizeof (ExmBodyBlock)),
    .containers = g_array_new (FALSE, FALSE, sizeof (ExmBodyContainer)),
    .cells = g_array_new (FALSE, FALSE, sizeof (ExmBodyCell)),
    .head = EXM_NONE,
  };
  self->lines = exm_page_text_get_lines (page, &self->n_lines);
  self->nodes = exm_page_text_get_nodes (page, &self->n_nodes);
  for (guint i = 0; i < self->n_lines; i++)
    if (exm_body_keeps (self, i))
      {
        self->head = MIN (self->head, i);
        self->tail = i;
      }
  for (guint i = self->head; i < self->n_lines && i <= self->tail; i++)
    if (exm_body_keeps (self, i))
      add_line (self, i);
    else if ((self->lines[i].flags & EXM_LINE_CAPTION)
             && exm_body_starts_with_image (self, i))
      add_block (self, EXM_BLOCK_IMAGES, i, self->lines[i].node);
}

void
exm_body_clear (ExmBody *self)
{
  g_free (self->base);
  g_array_unref (self->blocks);
  g_array_unref (self->containers);
  g_array_unref (self->cells);
  g_free (self->tables);
  g_free (self->kinds);
  g_free (self->numbers);
}

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
 * Characters that could end an attribute or a Markdown link are percent-encoded. */
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
      /* Spans inside of code are written with it. */
      if (i < n && position <= all[i].start)
        position = open_span (self, &spans, &all[i], text);
      close_spans (&spans, position);
    }
  close_spans (&spans, n_bytes);
}
