/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-block-item.h"

/* Characters of the first line that a row shows. */
#define TEXT_CHARS 80u

struct _ExmBlockItem
{
  GObject parent_instance;

  ExmBlock block;
  guint index;
  char *text;        /* (owned) */
  GListStore *parts; /* (owned) (nullable) */
};

G_DEFINE_FINAL_TYPE (ExmBlockItem, exm_block_item, G_TYPE_OBJECT)

static void
exm_block_item_finalize (GObject *object)
{
  ExmBlockItem *self = EXM_BLOCK_ITEM (object);

  g_free (self->text);
  g_clear_object (&self->parts);
  G_OBJECT_CLASS (exm_block_item_parent_class)->finalize (object);
}

static void
exm_block_item_class_init (ExmBlockItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_block_item_finalize;
}

static void
exm_block_item_init (ExmBlockItem *self)
{
}

static char *
dup_text (const ExmPageText *page, const ExmBlock *block)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  if (block->first_line >= n_lines)
    return g_strdup ("");
  return g_utf8_substring (exm_page_text_get_line (page, block->first_line), 0,
                           MIN (lines[block->first_line].n_chars, TEXT_CHARS));
}

GPtrArray *
exm_block_items_new (const ExmPageText *page, const GArray *blocks)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < blocks->len; i++)
    {
      ExmBlockItem *item = g_object_new (EXM_TYPE_BLOCK_ITEM, NULL);
      item->block = g_array_index (blocks, ExmBlock, i);
      item->index = i;
      item->text = dup_text (page, &item->block);
      g_ptr_array_add (items, item);
      if (item->block.parent >= i)
        continue;
      ExmBlockItem *around = g_ptr_array_index (items, item->block.parent);
      if (around->parts == NULL)
        around->parts = g_list_store_new (EXM_TYPE_BLOCK_ITEM);
      g_list_store_append (around->parts, item);
    }
  return items;
}

guint
exm_block_item_get_index (ExmBlockItem *self)
{
  return self->index;
}

const ExmBlock *
exm_block_item_get (ExmBlockItem *self)
{
  return &self->block;
}

const char *
exm_block_item_get_text (ExmBlockItem *self)
{
  return self->text;
}

GListModel *
exm_block_item_get_parts (ExmBlockItem *self)
{
  return self->parts != NULL ? G_LIST_MODEL (self->parts) : NULL;
}
