/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The articles of a task as the pages that the workbench steps through. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page-private.h"

guint
exm_workbench_find_article (GListModel *items, guint from, gint64 id)
{
  guint n = g_list_model_get_n_items (items);

  for (guint i = from; i < n; i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (items, i);
      if (exm_page_item_get_article_id (item) == id)
        return i;
    }
  return n;
}

static ExmPageMark
mark_of (const ExmArticleInfo *info)
{
  ExmArticleState state = EXM_ARTICLE_GOOD;

  exm_article_state_from_name (info->state, &state);
  switch (state)
    {
    case EXM_ARTICLE_GOOD:
      return EXM_PAGE_PASS;
    case EXM_ARTICLE_UNSURE:
    case EXM_ARTICLE_INCOMPLETE:
      return EXM_PAGE_LOOK;
    case EXM_ARTICLE_DOES_NOT_FIT:
    case EXM_ARTICLE_EMPTY:
    default:
      return EXM_PAGE_FAIL;
    }
}

static ExmPageOutcome
outcome_of (const ExmArticleInfo *info)
{
  return (ExmPageOutcome){
    .mark = mark_of (info),
    .message = info->reason,
    .confidence = info->confidence,
    .n_chars = info->n_chars,
    .title = info->title,
    .excerpt = info->excerpt,
  };
}

/* All at once, so that who follows the list can take it calmly. */
static void
fill_items (GListStore *items, GPtrArray *articles)
{
  g_autoptr (GPtrArray) new_items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      const ExmPageOutcome outcome = outcome_of (info);
      g_ptr_array_add (new_items,
                       exm_page_item_new_stored (info->url, info->id, &outcome));
    }
  g_list_store_splice (items, 0, 0, new_items->pdata, new_items->len);
}

static void
update_articles (GListStore *items, GPtrArray *articles)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (items)) == 0)
    {
      fill_items (items, articles);
      return;
    }
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      const ExmPageOutcome outcome = outcome_of (info);
      guint place = exm_workbench_find_article (G_LIST_MODEL (items), i, info->id);
      g_autoptr (ExmPageItem) item = g_list_model_get_item (G_LIST_MODEL (items), place);
      if (item == NULL)
        item = exm_page_item_new_stored (info->url, info->id, &outcome);
      else
        exm_page_item_update_stored (item, &outcome);
      if (place == i && i < g_list_model_get_n_items (G_LIST_MODEL (items)))
        continue;
      if (place < g_list_model_get_n_items (G_LIST_MODEL (items)))
        g_list_store_remove (items, place);
      g_list_store_insert (items, i, item);
    }
  g_list_store_splice (items, articles->len,
                       g_list_model_get_n_items (G_LIST_MODEL (items)) - articles->len,
                       NULL, 0);
}

/* Of a task there are as many as it has articles, though the list follows calmly. */
void
exm_workbench_show_position (ExmWorkbenchPage *self)
{
  GListModel *shown = gtk_single_selection_get_model (self->pages);
  guint position = gtk_single_selection_get_selected (self->pages);
  gboolean stored = shown == G_LIST_MODEL (self->calm);
  GListModel *pages = stored ? G_LIST_MODEL (self->articles) : shown;

  exm_verdict_row_set_position (self->verdict_row, position,
                                pages != NULL ? g_list_model_get_n_items (pages) : 0);
}

void
exm_workbench_select_quietly (ExmWorkbenchPage *self, guint position)
{
  g_signal_handlers_block_by_func (self->pages, exm_workbench_on_selected, self);
  gtk_single_selection_set_selected (self->pages, position);
  g_signal_handlers_unblock_by_func (self->pages, exm_workbench_on_selected, self);
  exm_workbench_show_position (self);
}

static gint64
get_selected_article (ExmWorkbenchPage *self)
{
  ExmPageItem *item = gtk_single_selection_get_selected_item (self->pages);

  return item != NULL ? exm_page_item_get_article_id (item) : 0;
}

void
exm_workbench_select_wanted (ExmWorkbenchPage *self)
{
  GListModel *pages = G_LIST_MODEL (self->calm);

  if (self->wanted_article == 0 || pages == NULL
      || gtk_single_selection_get_model (self->pages) != pages
      || gtk_single_selection_get_selected (self->pages) != GTK_INVALID_LIST_POSITION)
    return;
  guint position = exm_workbench_find_article (pages, 0, self->wanted_article);
  if (position < g_list_model_get_n_items (pages))
    exm_workbench_select_quietly (self, position);
}

/* Of a task that was just opened, as soon as the list has it: the list follows in steps
 * and may still have articles of the task before. */
static void
select_newest (ExmWorkbenchPage *self)
{
  GListModel *pages = G_LIST_MODEL (self->calm);

  if (self->task == NULL || self->target_page != NULL || self->page_loading != NULL
      || gtk_single_selection_get_model (self->pages) != pages
      || gtk_single_selection_get_selected (self->pages) != GTK_INVALID_LIST_POSITION)
    return;
  g_autoptr (ExmPageItem) newest
      = g_list_model_get_item (G_LIST_MODEL (self->articles), 0);
  guint position
      = newest != NULL
            ? exm_workbench_find_article (pages, 0, exm_page_item_get_article_id (newest))
            : G_MAXUINT;
  if (position < g_list_model_get_n_items (pages))
    gtk_single_selection_set_selected (self->pages, position);
}

static void
on_calm_changed (ExmWorkbenchPage *self)
{
  exm_workbench_select_wanted (self);
  select_newest (self);
}

static void
ensure_articles (ExmWorkbenchPage *self)
{
  if (self->articles != NULL)
    return;
  self->articles = g_list_store_new (EXM_TYPE_PAGE_ITEM);
  self->calm = exm_batched_list_model_new (G_LIST_MODEL (self->articles));
  g_signal_connect_object (self->calm, "items-changed", G_CALLBACK (on_calm_changed),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
exm_workbench_take_articles (ExmWorkbenchPage *self, GPtrArray *articles)
{
  ensure_articles (self);
  g_signal_handlers_block_by_func (self->pages, exm_workbench_on_selected, self);
  update_articles (self->articles, articles);
  if (gtk_single_selection_get_model (self->pages) != G_LIST_MODEL (self->calm))
    gtk_single_selection_set_model (self->pages, G_LIST_MODEL (self->calm));
  g_signal_handlers_unblock_by_func (self->pages, exm_workbench_on_selected, self);
  if (get_selected_article (self) != self->wanted_article)
    exm_workbench_select_quietly (self, GTK_INVALID_LIST_POSITION);
  exm_workbench_select_wanted (self);
  exm_workbench_show_position (self);
  select_newest (self);
}
