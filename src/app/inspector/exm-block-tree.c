/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-block-tree.h"

#include "app/analysis/exm-block-item.h"
#include "app/inspector/exm-block-row.h"
#include "app/widgets/exm-init.h"

struct _ExmBlockTree
{
  AdwBin parent_instance;

  GtkListView *list;       /* (unowned): of the template */
  ExmAnalysis *analysis;   /* (owned) (nullable) */
  GPtrArray *items;        /* (owned) (nullable) (element-type ExmBlockItem) */
  GtkTreeListModel *model; /* (unowned) (nullable): the list's */
  guint scroll_id;
};

G_DEFINE_FINAL_TYPE (ExmBlockTree, exm_block_tree, ADW_TYPE_BIN)

static GListModel *
open_block (gpointer item, gpointer data)
{
  GListModel *parts = exm_block_item_get_parts (item);

  return parts != NULL ? g_object_ref (parts) : NULL;
}

static gboolean
is_around (ExmBlockTree *self, guint block, guint inner)
{
  while (inner < self->items->len && inner != block)
    inner = exm_block_item_get (g_ptr_array_index (self->items, inner))->parent;
  return inner == block;
}

/* Opens the blocks around one. Returns: its place in the list, or
 * %GTK_INVALID_LIST_POSITION. */
static guint
reveal (ExmBlockTree *self, guint block)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  for (guint at = 0; at < n; at++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (self->model, at);
      g_autoptr (ExmBlockItem) item = gtk_tree_list_row_get_item (row);
      guint index = exm_block_item_get_index (item);
      if (index == block)
        return at;
      if (!is_around (self, index, block))
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      n = g_list_model_get_n_items (G_LIST_MODEL (self->model));
    }
  return GTK_INVALID_LIST_POSITION;
}

static void
scroll_to (ExmBlockTree *self, guint at)
{
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", at);
}

static void
choose (ExmBlockTree *self, guint block)
{
  GtkSelectionModel *selection = gtk_list_view_get_model (self->list);
  guint at = reveal (self, block);

  if (at == GTK_INVALID_LIST_POSITION)
    return;
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (selection), at);
  scroll_to (self, at);
}

static guint
find_main (ExmBlockTree *self)
{
  for (guint i = 0; i < self->items->len; i++)
    if (exm_block_item_get (g_ptr_array_index (self->items, i))->is_main)
      return i;
  return 0;
}

/* Once the list has its rows. */
static gboolean
on_show_main (gpointer data)
{
  ExmBlockTree *self = EXM_BLOCK_TREE (data);

  self->scroll_id = 0;
  scroll_to (self, reveal (self, find_main (self)));
  return G_SOURCE_REMOVE;
}

/* The operator chose a row. */
static void
on_selected (ExmBlockTree *self)
{
  GtkSingleSelection *selection
      = GTK_SINGLE_SELECTION (gtk_list_view_get_model (self->list));
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (selection);
  g_autoptr (ExmBlockItem) item = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (item != NULL)
    exm_view_state_set_current_block (exm_analysis_get_view (self->analysis),
                                      exm_block_item_get_index (item));
}

static void
empty (ExmBlockTree *self)
{
  g_clear_handle_id (&self->scroll_id, g_source_remove);
  gtk_list_view_set_model (self->list, NULL);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  self->model = NULL;
}

static void
on_blocks_changed (ExmBlockTree *self)
{
  ExmResult *result
      = exm_view_state_get_blocks (exm_analysis_get_view (self->analysis), NULL);
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  const GArray *blocks = result != NULL ? exm_result_get (result)->blocks : NULL;
  guint n_lines = 0;

  empty (self);
  if (page != NULL)
    exm_page_text_get_lines (page, &n_lines);
  if (blocks == NULL || blocks->len == 0 || exm_result_get (result)->n_lines != n_lines)
    return;
  self->items = exm_block_items_new (page, blocks);
  GListStore *roots = g_list_store_new (EXM_TYPE_BLOCK_ITEM);
  g_list_store_append (roots, g_ptr_array_index (self->items, 0));
  self->model = gtk_tree_list_model_new (G_LIST_MODEL (roots), FALSE, FALSE, open_block,
                                         NULL, NULL);
  GtkSingleSelection *selection = gtk_single_selection_new (G_LIST_MODEL (self->model));
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_selected (selection, GTK_INVALID_LIST_POSITION);
  g_signal_connect_object (selection, "notify::selected-item", G_CALLBACK (on_selected),
                           self, G_CONNECT_SWAPPED);
  reveal (self, find_main (self));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  self->scroll_id = g_idle_add (on_show_main, self);
}

static guint
find_innermost (ExmBlockTree *self, guint line)
{
  guint found = EXM_NONE, depth = 0;

  for (guint i = 0; i < self->items->len; i++)
    {
      const ExmBlock *block = exm_block_item_get (g_ptr_array_index (self->items, i));
      if (block->first_line > line || block->last_line < line || block->depth < depth
          || block->first_line == EXM_NONE)
        continue;
      found = i;
      depth = block->depth;
    }
  return found;
}

static void
on_current_line (ExmBlockTree *self)
{
  guint line = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));
  guint block
      = self->items != NULL && line != EXM_NONE ? find_innermost (self, line) : EXM_NONE;

  if (block != EXM_NONE)
    choose (self, block);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, g_object_new (EXM_TYPE_BLOCK_ROW, NULL));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  exm_block_row_show (EXM_BLOCK_ROW (gtk_list_item_get_child (item)),
                      gtk_list_item_get_item (item));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  exm_block_row_show (EXM_BLOCK_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
exm_block_tree_dispose (GObject *object)
{
  ExmBlockTree *self = EXM_BLOCK_TREE (object);

  exm_analysis_unbind (&self->analysis, self);
  if (self->list != NULL)
    empty (self);
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_BLOCK_TREE);
  G_OBJECT_CLASS (exm_block_tree_parent_class)->dispose (object);
}

static void
exm_block_tree_class_init (ExmBlockTreeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_block_tree_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-block-tree.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmBlockTree, list);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_unbind);
}

static void
exm_block_tree_init (ExmBlockTree *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_block_tree_set_analysis (ExmBlockTree *self, ExmAnalysis *analysis)
{
  exm_analysis_unbind (&self->analysis, self);
  empty (self);
  if (analysis == NULL)
    return;
  self->analysis = g_object_ref (analysis);
  ExmViewState *view = exm_analysis_get_view (analysis);
  g_signal_connect_swapped (view, "blocks-changed", G_CALLBACK (on_blocks_changed), self);
  g_signal_connect_swapped (view, "notify::current-line", G_CALLBACK (on_current_line),
                            self);
  on_blocks_changed (self);
}
