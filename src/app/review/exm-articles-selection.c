/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Selection of the list of articles: tasks that something ails stand above them. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"

/* Returns: (transfer full): where the articles are that are selected; tasks are none */
static GtkBitset *
get_selected (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GtkBitset *articles = gtk_bitset_copy (selected);

  gtk_bitset_remove_range (articles, 0,
                           g_list_model_get_n_items (G_LIST_MODEL (self->problems)));
  return articles;
}

GPtrArray *
exm_articles_page_get_selected (ExmArticlesPage *self)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) selected = get_selected (self);
  GtkBitsetIter iter;
  guint position = 0;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (items,
                     g_list_model_get_item (G_LIST_MODEL (self->selection), position));
  return items;
}

guint
exm_articles_page_count_selected (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected = get_selected (self);

  return (guint) gtk_bitset_get_size (selected);
}

ExmArticleItem *
exm_articles_page_get_only_selected (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected = get_selected (self);

  if (gtk_bitset_get_size (selected) != 1)
    return NULL;
  return g_list_model_get_item (G_LIST_MODEL (self->selection),
                                gtk_bitset_get_minimum (selected));
}

gboolean
exm_articles_page_any_selected (ExmArticlesPage *self, ExmArticlePredicate predicate)
{
  g_autoptr (GtkBitset) selected = get_selected (self);
  GtkBitsetIter iter;
  guint position = 0;
  gboolean found = FALSE, more = gtk_bitset_iter_init_first (&iter, selected, &position);

  while (more && !found)
    {
      g_autoptr (ExmArticleItem) item
          = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
      found = predicate (item);
      more = gtk_bitset_iter_next (&iter, &position);
    }
  return found;
}

/* Returns: the article's position in the view, %GTK_INVALID_LIST_POSITION if it has none
 */
static guint
find_article (ExmArticlesPage *self, gint64 id)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint n_items = g_list_model_get_n_items (model);

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      if (EXM_IS_ARTICLE_ITEM (item)
          && exm_article_item_get_info (EXM_ARTICLE_ITEM (item))->id == id)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

void
exm_articles_page_select_position (ExmArticlesPage *self, guint position)
{
  if (position == GTK_INVALID_LIST_POSITION)
    return;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u",
                              position);
}

gboolean
exm_articles_page_select (ExmArticlesPage *self, gint64 id)
{
  guint position = find_article (self, id);

  return position != GTK_INVALID_LIST_POSITION
         && gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection),
                                             position, TRUE);
}

gboolean
exm_articles_page_go_to (ExmArticlesPage *self, gint64 id)
{
  guint position = find_article (self, id);

  exm_articles_page_select_position (self, position);
  return position != GTK_INVALID_LIST_POSITION;
}
