/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A long list of the store as a GListModel: read page by page while somebody looks
 * further down, and read again from the top when something changed, without losing the
 * place. Main thread; nothing blocks. */

#pragma once

#include "store/exm-store-reader.h"

G_BEGIN_DECLS

#define EXM_TYPE_PAGED_LIST (exm_paged_list_get_type ())
G_DECLARE_DERIVABLE_TYPE (ExmPagedList, exm_paged_list, EXM, PAGED_LIST, GObject)

/**
 * ExmPagedListClass:
 * @item_type: of the items
 * @make_query: fills @query for at most @limit rows behind @last, %NULL for the first
 *   ones; its strings need live no longer than the list does
 * @make_item: (transfer full): an item for a row
 * @is_same: whether an item stands for the same thing as a row
 * @update_item: the item takes over what the row says now
 * @is_hidden: (nullable): rows that are not to be seen
 * @arranged: (nullable): items came or went, or were updated
 *
 * Properties, for reading, with notification: "n-items"; "loading"; "settled", whether
 * there was an answer since the last reset; "message", why there was none, or %NULL.
 */
struct _ExmPagedListClass
{
  GObjectClass parent_class;

  GType item_type;
  void (*make_query) (ExmPagedList *self,
                      GObject *last,
                      guint limit,
                      ExmStoreQuery *query);
  GObject *(*make_item) (ExmPagedList *self, gpointer row);
  gboolean (*is_same) (GObject *item, gpointer row);
  void (*update_item) (GObject *item, gpointer row);
  gboolean (*is_hidden) (ExmPagedList *self, gpointer row);
  void (*arranged) (ExmPagedList *self);
};

/**
 * exm_paged_list_set_reader:
 * @reader: (nullable): where rows come from; nothing is read before the first reset
 */
void exm_paged_list_set_reader (ExmPagedList *self, ExmStoreReader *reader);

/* Returns: (transfer none) (nullable) */
ExmStoreReader *exm_paged_list_get_reader (ExmPagedList *self);

/* Other rows are wanted: what is being read is interrupted. The old rows stay until the
 * new ones are there. */
void exm_paged_list_reset (ExmPagedList *self);

/* Something changed: reads the rows again, from the top to about where reading ended. */
void exm_paged_list_refresh (ExmPagedList *self);

/* Reads on; done by itself when an item near the end is asked for. */
void exm_paged_list_load_more (ExmPagedList *self);

/* For subclasses, when a row that is there is to be hidden. */
void exm_paged_list_remove (ExmPagedList *self, GObject *item);

/* Returns: (transfer none): an item that is there, without reading on */
GObject *exm_paged_list_peek (ExmPagedList *self, guint position);

gboolean exm_paged_list_is_loading (ExmPagedList *self);

/* Returns: (transfer none) (nullable): why the last reading failed */
const char *exm_paged_list_get_message (ExmPagedList *self);

gboolean exm_paged_list_is_settled (ExmPagedList *self);

G_END_DECLS
