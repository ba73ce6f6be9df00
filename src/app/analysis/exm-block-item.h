/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A block of a page in the tree of them. Immutable. */

#pragma once

#include "types/exm-block.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_BLOCK_ITEM (exm_block_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmBlockItem, exm_block_item, EXM, BLOCK_ITEM, GObject)

/**
 * exm_block_items_new:
 * @page: the page that was divided
 * @blocks: (element-type ExmBlock): into these, which must not change
 *
 * O(blocks).
 *
 * Returns: (transfer full) (element-type ExmBlockItem): one a block, in their order
 */
GPtrArray *exm_block_items_new (const ExmPageText *page, const GArray *blocks);

/* Its place among the blocks. */
guint exm_block_item_get_index (ExmBlockItem *self);

/* Returns: (transfer none): what it is; lives as long as @self */
const ExmBlock *exm_block_item_get (ExmBlockItem *self);

/* Returns: (transfer none): the first words in it, "" without text */
const char *exm_block_item_get_text (ExmBlockItem *self);

/* Returns: (transfer none) (nullable) (element-type ExmBlockItem): what it is divided
 * into; %NULL for a block without parts */
GListModel *exm_block_item_get_parts (ExmBlockItem *self);

G_END_DECLS
