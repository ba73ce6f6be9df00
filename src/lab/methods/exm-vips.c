/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-vips.h"

#include "lab/methods/exm-vips-divide.h"
#include "lab/methods/exm-vips-separators.h"

#include <math.h>

/* Groups inside each other within one round; what is left there is not divided. */
#define MAX_GROUP_DEPTH 64u
/* Blocks inside each other; the innermost are not looked into. */
#define MAX_DEPTH 250u

/* The share of a block's text that one of its parts has to have to be the article in its
 * stead. */
#define MAIN_SHARE 0.6
/* Share that a block at the very side of the page counts, of one in its middle. */
#define SIDE_SHARE 0.3

typedef struct
{
  ExmVipsPage page; /* (unowned): its fields */
  guint permitted;
  ExmVips *result; /* (unowned) */
} Segmentation;

static ExmBlock *
get_block (const ExmVips *self, guint32 block)
{
  return &g_array_index (self->blocks, ExmBlock, block);
}

static guint32
add_block (const Segmentation *self, guint32 parent, guint coherence)
{
  ExmBlock block = {
    .parent = parent,
    .first_line = EXM_NONE,
    .last_line = EXM_NONE,
    .coherence = (guint8) coherence,
  };

  if (parent != EXM_NONE)
    {
      const ExmBlock *around = get_block (self->result, parent);
      block.depth = around->depth + 1;
      block.coherence = MAX (block.coherence, around->coherence);
    }
  g_array_append_val (self->result->blocks, block);
  return self->result->blocks->len - 1;
}

static void fill (Segmentation *self,
                  guint32 block,
                  const ExmVipsItem *items,
                  guint n_items,
                  guint depth);

/* The heavier of the two directions' separators: only those of the greatest weight. */
static GArray *
find_strongest (const Segmentation *self,
                const ExmVipsItem *items,
                guint n_items,
                ExmVipsDirection *direction)
{
  g_autofree guint32 *nodes = g_new (guint32, n_items);
  GArray *found[2];
  guint weights[2] = { 0, 0 };

  for (guint i = 0; i < n_items; i++)
    nodes[i] = items[i].node;
  for (guint k = 0; k < 2; k++)
    {
      found[k]
          = exm_vips_find_separators (&self->page, nodes, n_items, (ExmVipsDirection) k);
      for (guint i = 0; i < found[k]->len; i++)
        weights[k]
            = MAX (weights[k], g_array_index (found[k], ExmVipsSeparator, i).weight);
    }
  *direction = weights[EXM_VIPS_VERTICAL] > weights[EXM_VIPS_HORIZONTAL]
                   ? EXM_VIPS_VERTICAL
                   : EXM_VIPS_HORIZONTAL;
  GArray *strongest = g_array_new (FALSE, FALSE, sizeof (ExmVipsSeparator));
  for (guint i = 0; i < found[*direction]->len; i++)
    {
      const ExmVipsSeparator *separator
          = &g_array_index (found[*direction], ExmVipsSeparator, i);
      if (separator->weight == weights[*direction])
        g_array_append_val (strongest, *separator);
    }
  g_array_unref (found[0]);
  g_array_unref (found[1]);
  return strongest;
}

/* The greater the weight of what divides a group, the less it hangs together. */
static void
rate_group (Segmentation *self,
            guint32 index,
            const ExmVipsItem *items,
            guint n_items,
            const GArray *separators)
{
  ExmBlock *block = get_block (self->result, index);
  guint coherence = EXM_MAX_COHERENCE;

  if (separators->len > 0)
    coherence = EXM_MAX_COHERENCE + EXM_VIPS_MIN_WEIGHT
                - g_array_index (separators, ExmVipsSeparator, 0).weight;
  for (guint i = 0; separators->len == 0 && i < n_items; i++)
    coherence = MIN (coherence, items[i].coherence);
  block->coherence = (guint8) MAX (block->coherence, coherence);
}

/* A block of its own; looked into if it does not hang together as is wanted. */
static void
add_item (Segmentation *self, guint32 parent, const ExmVipsItem *item)
{
  const ExmVipsNode *node = exm_vips_page_get_node (&self->page, item->node);
  guint32 index = add_block (self, parent, item->coherence);
  ExmBlock *block = get_block (self->result, index);

  block->box = node->box;
  block->coherence = MAX (block->coherence, EXM_MIN_COHERENCE);
  block->first_line = node->first_line;
  block->last_line = node->last_line;
  if (item->coherence >= self->permitted || block->depth >= MAX_DEPTH)
    return;
  g_autoptr (GArray) pool = g_array_new (FALSE, FALSE, sizeof (ExmVipsItem));
  exm_vips_divide (&self->page, item->node, pool);
  const ExmVipsItem *items = (const ExmVipsItem *) (void *) pool->data;
  if (pool->len > 1 || items[0].node != item->node)
    {
      fill (self, index, items, pool->len, 0);
      return;
    }
  /* Seen by itself it hangs together better than among others. */
  block = get_block (self->result, index);
  block->coherence = MAX (block->coherence, items[0].coherence);
}

/* Which part an item is in: the separators that it lies behind. */
static guint
find_part (const GArray *separators, const ExmBox *box, ExmVipsDirection direction)
{
  guint low = 0, high = separators->len;
  float start, end;

  exm_vips_get_extent (box, direction, &start, &end);
  float middle = (start + end) / 2;
  while (low < high)
    {
      guint at = (low + high) / 2;
      if (g_array_index (separators, ExmVipsSeparator, at).end <= middle)
        low = at + 1;
      else
        high = at;
    }
  return low;
}

static void
note_separator (Segmentation *self, const ExmVipsItem *items, guint n, guint8 weight)
{
  guint32 first = EXM_NONE;

  for (guint i = 0; i < n; i++)
    first = MIN (first, exm_vips_page_get_node (&self->page, items[i].node)->first_line);
  if (first != EXM_NONE)
    self->result->separators[first] = MAX (self->result->separators[first], weight);
}

/* Sorts the items by their parts, in each as they come in the document. Returns:
 * (transfer full): where each part begins, and the end */
static guint *
sort_into_parts (const Segmentation *self,
                 const ExmVipsItem *items,
                 guint n_items,
                 const GArray *separators,
                 ExmVipsDirection direction,
                 ExmVipsItem *sorted)
{
  guint n_parts = separators->len + 1;
  guint *starts = g_new0 (guint, (gsize) n_parts + 1);
  g_autofree guint *next = g_new0 (guint, n_parts);
  g_autofree guint *parts = g_new (guint, n_items);

  for (guint i = 0; i < n_items; i++)
    {
      const ExmVipsNode *node = exm_vips_page_get_node (&self->page, items[i].node);
      parts[i] = find_part (separators, &node->box, direction);
      starts[parts[i] + 1]++;
    }
  for (guint k = 0; k < n_parts; k++)
    {
      starts[k + 1] += starts[k];
      next[k] = starts[k];
    }
  for (guint i = 0; i < n_items; i++)
    sorted[next[parts[i]]++] = items[i];
  return starts;
}

/* Puts items into a block, divided at the separators of the greatest weight first. A
 * block without a box yet is a group of them, which has its coherence from these. */
static void
fill (Segmentation *self,
      guint32 block,
      const ExmVipsItem *items,
      guint n_items,
      guint depth)
{
  ExmVipsDirection direction;
  g_autoptr (GArray) separators = find_strongest (self, items, n_items, &direction);

  if (exm_box_is_empty (&get_block (self->result, block)->box))
    rate_group (self, block, items, n_items, separators);
  if (separators->len == 0 || depth >= MAX_GROUP_DEPTH)
    {
      for (guint i = 0; i < n_items; i++)
        add_item (self, block, &items[i]);
      return;
    }
  g_autofree ExmVipsItem *sorted = g_new (ExmVipsItem, n_items);
  g_autofree guint *starts
      = sort_into_parts (self, items, n_items, separators, direction, sorted);
  for (guint k = 0; k <= separators->len; k++)
    {
      const ExmVipsItem *part = &sorted[starts[k]];
      guint n = starts[k + 1] - starts[k];
      if (k > 0)
        note_separator (self, part, n,
                        g_array_index (separators, ExmVipsSeparator, k - 1).weight);
      if (n == 1)
        add_item (self, block, part);
      else if (n > 1)
        {
          guint32 group = add_block (self, block, EXM_MIN_COHERENCE);
          fill (self, group, part, n, depth + 1);
        }
    }
}

/* Groups lie where their parts lie. */
static void
complete_groups (ExmVips *self)
{
  for (guint32 i = self->blocks->len; i-- > 1;)
    {
      const ExmBlock *block = get_block (self, i);
      ExmBlock *around = get_block (self, block->parent);
      around->box = exm_vips_unite (around->box, block->box);
      if (block->first_line == EXM_NONE)
        continue;
      around->first_line = MIN (around->first_line, block->first_line);
      around->last_line = around->last_line == EXM_NONE
                              ? block->last_line
                              : MAX (around->last_line, block->last_line);
    }
}

static void
assign_lines (ExmVips *self, const ExmVipsPage *page)
{
  g_autofree guint8 *has_parts = g_new0 (guint8, MAX (self->blocks->len, 1));

  for (guint32 i = self->blocks->len; i-- > 1;)
    has_parts[get_block (self, i)->parent] = TRUE;
  for (guint32 i = 0; i < self->blocks->len; i++)
    {
      const ExmBlock *block = get_block (self, i);
      if (has_parts[i] || block->first_line == EXM_NONE)
        continue;
      for (guint line = block->first_line; line <= block->last_line; line++)
        if (page->leaf_of_line[line] != EXM_NONE)
          self->block_of_line[line] = i;
    }
}

/* 1 in the middle of the window, SIDE_SHARE and less at its sides. */
static double
rate_place (const ExmBlock *block, float view_width)
{
  double middle = (double) view_width / 2;
  double off = fabs ((double) (block->box.x + block->box.width / 2) - middle);

  return middle > 0 ? CLAMP (1 - (1 - SIDE_SHARE) * off / middle, 0, 1) : 1;
}

/* Pixels of text in each block, text of links not counted. */
static double *
measure_text (const ExmVips *self, const ExmLayout *layout, const ExmPageText *page)
{
  double *areas = g_new0 (double, MAX (self->blocks->len, 1));
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmLayoutLine *places = exm_layout_get_lines (layout, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (self->block_of_line[i] != EXM_NONE)
      areas[self->block_of_line[i]] += exm_vips_get_area (&places[i].box)
                                       * (lines[i].n_chars - lines[i].n_link_chars)
                                       / MAX (lines[i].n_chars, 1);
  for (guint32 i = self->blocks->len; i-- > 1;)
    areas[get_block (self, i)->parent] += areas[i];
  return areas;
}

/* The article is the smallest block that has most of the text: from the page down, the
 * part with the most text, parts at the side of the window counting less, as long as it
 * has nearly all of it. */
static void
find_main (ExmVips *self, const ExmLayout *layout, const ExmPageText *page)
{
  g_autofree double *areas = measure_text (self, layout, page);
  g_autofree guint32 *best = g_new (guint32, MAX (self->blocks->len, 1));
  g_autofree double *scores = g_new0 (double, MAX (self->blocks->len, 1));
  float view_width = exm_layout_get_view_width (layout);

  for (guint32 i = 0; i < self->blocks->len; i++)
    {
      const ExmBlock *block = get_block (self, i);
      double score = areas[i] * rate_place (block, view_width);
      best[i] = EXM_NONE;
      if (i > 0 && score > scores[block->parent])
        {
          scores[block->parent] = score;
          best[block->parent] = i;
        }
    }
  guint32 at = self->blocks->len > 0 && areas[0] > 0 ? 0 : EXM_NONE;
  while (at != EXM_NONE && best[at] != EXM_NONE
         && areas[best[at]] >= MAIN_SHARE * areas[at])
    at = best[at];
  self->main = at;
  if (at != EXM_NONE)
    get_block (self, at)->is_main = TRUE;
}

void
exm_vips_segment (ExmVips *self,
                  const ExmLayout *layout,
                  const ExmPageText *page,
                  guint permitted)
{
  g_auto (ExmVipsPage) visible = { 0 };
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  exm_vips_page_init (&visible, layout, page);
  *self = (ExmVips){
    .blocks = g_array_new (FALSE, FALSE, sizeof (ExmBlock)),
    .block_of_line = g_new (guint32, MAX (n_lines, 1)),
    .separators = g_new0 (guint8, MAX (n_lines, 1)),
    .main = EXM_NONE,
  };
  for (guint i = 0; i < n_lines; i++)
    self->block_of_line[i] = EXM_NONE;
  if (visible.nodes->len == 0)
    return;
  Segmentation segmentation = { visible, permitted, self };
  const ExmVipsItem whole = { .node = 0, .coherence = 0 };
  add_item (&segmentation, EXM_NONE, &whole);
  complete_groups (self);
  assign_lines (self, &visible);
  find_main (self, layout, page);
}

void
exm_vips_clear (ExmVips *self)
{
  g_clear_pointer (&self->blocks, g_array_unref);
  g_clear_pointer (&self->block_of_line, g_free);
  g_clear_pointer (&self->separators, g_free);
}
