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
 * layout; rows of several cells are data from so many on, whatever share one has. */
#define MAX_CELL_LENGTH 300u
#define MAX_CELL_LINES 2.0
#define MAX_CELL_SHARE .6
#define MANY_ROWS 3u

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
      ExmBodyContainer container = {
        .node = node,
        .list = EXM_NONE,
        .note = exm_body_notes_get_label (self->text.notes, node),
      };
      if ((tag != EXM_TAG_LI && tag != EXM_TAG_BLOCKQUOTE && container.note == NULL)
          || is_frame (self, node) || self->containers->len - first >= MAX_CONTAINERS)
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
         && (n_wide >= MANY_ROWS || most <= MAX_CELL_SHARE * n_chars);
}

/* Asked for each of its lines, answered once. */
static gboolean
is_data_table (ExmBody *self, guint32 table)
{
  if (self->kinds[table] == 0)
    self->kinds[table] = holds_data (self, table) ? 1 : 2;
  return self->kinds[table] == 1;
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
add_images (ExmBody *self, guint line, guint first, guint n, guint32 node)
{
  ExmBodyBlock *block = add_block (self, EXM_BLOCK_IMAGES, line, node);

  block->first_image = first;
  block->n_images = n;
}

/* Adds the images before a line's text. Returns: whether there are some */
static gboolean
add_leading_images (ExmBody *self, guint line)
{
  guint first, n = exm_body_lines_count_leading (&self->text, line, &first);

  if (n > 0)
    add_images (self, line, first, n, self->lines[line].node);
  return n > 0;
}

/* The element that holds a line of code: a pre, or the table that has a row a line. */
static guint32
find_listing (const ExmBody *self, guint32 node)
{
  guint32 pre = exm_body_find_up (self, node, EXM_TAG_PRE, EXM_TAG_XMP);

  return pre != EXM_NONE ? pre
                         : exm_body_find_up (self, node, EXM_TAG_TABLE, EXM_TAG_LISTING);
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
    pre = find_listing (self, line->node);
  if (pre != EXM_NONE && last != NULL && last->kind == EXM_BLOCK_CODE
      && last->node == pre)
    {
      last->last = i;
      return;
    }
  if (add_leading_images (self, i))
    last = NULL;
  if (pre != EXM_NONE)
    add_block (self, EXM_BLOCK_CODE, i, pre)->node = pre;
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

/* Images of lines that were left out */

/* The share of the body's text that its frame holds. */
#define FRAME_SHARE .9

static double
sum_kept (const ExmBody *self, guint first, guint end)
{
  double sum = 0;

  for (guint i = first; i < end; i++)
    sum += exm_body_keeps (self, i) ? self->lines[i].length : 0;
  return sum;
}

static guint
find_longest (const ExmBody *self)
{
  guint longest = self->head;

  for (guint i = self->head; i <= self->tail; i++)
    if (exm_body_keeps (self, i) && self->lines[i].length > self->lines[longest].length)
      longest = i;
  return longest;
}

/* The lowest element around the block of the longest kept line that holds nearly all kept
 * text; each line is looked at once on the way up. */
static guint32
find_frame (const ExmBody *self)
{
  double kept = sum_kept (self, self->head, self->tail + 1), inside = 0;
  guint first = find_longest (self), end = first;
  guint32 node = self->nodes[self->lines[first].block].parent;

  for (; node != EXM_NONE; node = self->nodes[node].parent)
    {
      const ExmNode *around = &self->nodes[node];
      inside += sum_kept (self, around->first_line, first)
                + sum_kept (self, end, around->last_line + 1);
      first = around->first_line;
      end = around->last_line + 1;
      if (inside >= FRAME_SHARE * kept)
        break;
    }
  return node;
}

/* Whether an element has text of its own, all of which was left out. */
static gboolean
has_only_dropped (const ExmBody *self, const ExmNode *node)
{
  gboolean any = FALSE;

  if (node->first_line == EXM_NONE)
    return FALSE;
  for (guint i = node->first_line; i <= node->last_line; i++)
    {
      if (exm_body_keeps (self, i))
        return FALSE;
      any |= (self->lines[i].flags & (EXM_LINE_FLAGGED | EXM_LINE_CAPTION)) == 0;
    }
  return any;
}

/* Asked for each image in it, answered once. */
static gboolean
is_left_out (ExmBody *self, guint32 node)
{
  if (self->left_out == NULL)
    self->left_out = g_new0 (guint8, self->n_nodes);
  if (self->left_out[node] == 0)
    self->left_out[node] = has_only_dropped (self, &self->nodes[node]) ? 1 : 2;
  return self->left_out[node] == 1;
}

/* Whether an image stands in the body although the line that follows it does not: no
 * element around it was left out as a whole. */
static gboolean
stands_in_frame (ExmBody *self, guint32 node)
{
  while (node != EXM_NONE && node != self->frame && !is_left_out (self, node))
    node = self->nodes[node].parent;
  return node == self->frame;
}

/* A caption that was left out of the text goes with its picture. */
static void
add_caption_of_dropped (ExmBody *self, guint line)
{
  const ExmBodyBlock *last
      = self->blocks->len > 0
            ? &g_array_index (self->blocks, ExmBodyBlock, self->blocks->len - 1)
            : NULL;

  if (last != NULL && last->kind == EXM_BLOCK_IMAGES && last->first == line
      && exm_body_find_up (self, self->lines[line].node, EXM_TAG_FIGURE, EXM_TAG_FIGURE)
             != EXM_NONE)
    add_block (self, EXM_BLOCK_CAPTION, line, self->lines[line].node);
}

static void
add_images_of_dropped (ExmBody *self, guint line)
{
  guint n, first, n_spans;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n_spans);

  first = exm_body_lines_find_spans (&self->text, line, &n);
  for (guint i = first; i < first + n; i++)
    {
      gboolean captioned = (self->lines[line].flags & EXM_LINE_CAPTION)
                           && line < self->tail && spans[i].start == 0;
      if (exm_body_lines_shows (&self->text, i)
          && (captioned || stands_in_frame (self, spans[i].node)))
        add_images (self, line, i, 1, spans[i].node);
    }
  if (self->lines[line].flags & EXM_LINE_CAPTION)
    add_caption_of_dropped (self, line);
}

/* Blocks of the lines from the first kept one on; behind the last one images may follow.
 */
static void
add_lines (ExmBody *self)
{
  self->frame = find_frame (self);
  for (guint i = self->head; i < self->n_lines; i++)
    if (exm_body_keeps (self, i))
      add_line (self, i);
    else if ((self->lines[i].flags & EXM_LINE_IMAGE)
             && (self->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      add_images_of_dropped (self, i);
}

void
exm_body_init (ExmBody *self, const ExmPageText *page, const ExmResult *result)
{
  *self = (ExmBody){
    .page = page,
    .data = exm_result_get (result),
    .blocks = g_array_new (FALSE, FALSE, sizeof (ExmBodyBlock)),
    .containers = g_array_new (FALSE, FALSE, sizeof (ExmBodyContainer)),
    .cells = g_array_new (FALSE, FALSE, sizeof (ExmBodyCell)),
    .head = EXM_NONE,
  };
  exm_body_lines_init (&self->text, page, self->data);
  self->lines = exm_page_text_get_lines (page, &self->n_lines);
  self->nodes = exm_page_text_get_nodes (page, &self->n_nodes);
  for (guint i = 0; i < self->n_lines; i++)
    if (exm_body_keeps (self, i))
      {
        self->head = MIN (self->head, i);
        self->tail = i;
      }
  if (self->head != EXM_NONE)
    add_lines (self);
}

void
exm_body_clear (ExmBody *self)
{
  exm_body_lines_clear (&self->text);
  g_array_unref (self->blocks);
  g_array_unref (self->containers);
  g_array_unref (self->cells);
  g_free (self->tables);
  g_free (self->kinds);
  g_free (self->numbers);
  g_free (self->left_out);
}
