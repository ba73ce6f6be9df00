/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The articles of a task as the pages that the workbench steps through. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-workbench-page-private.h"

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

void
exm_workbench_update_articles (GListStore *items, GPtrArray *articles)
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
