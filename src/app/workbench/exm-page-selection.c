/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-page-selection.h"

#include "app/session/exm-batched-list-model.h"
#include "store/exm-store-reader.h"
#include "task/exm-article.h"

struct _ExmPageSelection
{
  GObject parent_instance;

  GtkSingleSelection *pages;   /* (owned) (element-type ExmPageItem) */
  GListStore *articles;        /* (owned): of the task */
  ExmBatchedListModel *listed; /* (owned): follows articles; pages shows it */
};

enum
{
  SELECTED,
  MOVED,
  FOLLOWED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmPageSelection, exm_page_selection, G_TYPE_OBJECT)

static void
on_selected (ExmPageSelection *self)
{
  g_signal_emit (self, signals[MOVED], 0);
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
on_listed_changed (ExmPageSelection *self)
{
  g_signal_emit (self, signals[FOLLOWED], 0);
}

static gboolean
shows_articles (ExmPageSelection *self)
{
  return gtk_single_selection_get_model (self->pages) == G_LIST_MODEL (self->listed);
}

static gboolean
has_selected (ExmPageSelection *self)
{
  return gtk_single_selection_get_selected (self->pages) != GTK_INVALID_LIST_POSITION;
}

/* Returns: where from @from on the article is among @items, their number if nowhere */
static guint
find_article (gpointer items, guint from, gint64 id)
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

static void
select_quietly (ExmPageSelection *self, guint position)
{
  g_signal_handlers_block_by_func (self->pages, on_selected, self);
  gtk_single_selection_set_selected (self->pages, position);
  g_signal_handlers_unblock_by_func (self->pages, on_selected, self);
  g_signal_emit (self, signals[MOVED], 0);
}

void
exm_page_selection_leave (ExmPageSelection *self)
{
  select_quietly (self, GTK_INVALID_LIST_POSITION);
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

/* All at once, so that the list can follow in batches. */
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
  GListModel *list = G_LIST_MODEL (items);

  if (g_list_model_get_n_items (list) == 0)
    {
      fill_items (items, articles);
      return;
    }
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (articles, i);
      const ExmPageOutcome outcome = outcome_of (info);
      guint place = find_article (list, i, info->id);
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, place);
      if (item == NULL)
        item = exm_page_item_new_stored (info->url, info->id, &outcome);
      else
        exm_page_item_update_stored (item, &outcome);
      if (place == i && i < g_list_model_get_n_items (list))
        continue;
      if (place < g_list_model_get_n_items (list))
        g_list_store_remove (items, place);
      g_list_store_insert (items, i, item);
    }
  g_list_store_splice (items, articles->len,
                       g_list_model_get_n_items (list) - articles->len, NULL, 0);
}

void
exm_page_selection_take_articles (ExmPageSelection *self,
                                  GPtrArray *articles,
                                  gint64 wanted)
{
  g_signal_handlers_block_by_func (self->pages, on_selected, self);
  update_articles (self->articles, articles);
  if (!shows_articles (self))
    gtk_single_selection_set_model (self->pages, G_LIST_MODEL (self->listed));
  g_signal_handlers_unblock_by_func (self->pages, on_selected, self);
  ExmPageItem *item = exm_page_selection_get_item (self);
  if ((item != NULL ? exm_page_item_get_article_id (item) : 0) != wanted)
    exm_page_selection_leave (self);
  exm_page_selection_follow (self, wanted);
  g_signal_emit (self, signals[MOVED], 0);
}

void
exm_page_selection_follow (ExmPageSelection *self, gint64 id)
{
  if (id == 0 || !shows_articles (self) || has_selected (self))
    return;
  guint position = find_article (self->listed, 0, id);
  if (position < g_list_model_get_n_items (G_LIST_MODEL (self->listed)))
    select_quietly (self, position);
}

void
exm_page_selection_select_newest (ExmPageSelection *self)
{
  g_autoptr (ExmPageItem) newest
      = g_list_model_get_item (G_LIST_MODEL (self->articles), 0);

  if (newest == NULL || !shows_articles (self) || has_selected (self))
    return;
  guint position = find_article (self->listed, 0, exm_page_item_get_article_id (newest));
  if (position < g_list_model_get_n_items (G_LIST_MODEL (self->listed)))
    gtk_single_selection_set_selected (self->pages, position);
}

gboolean
exm_page_selection_select_article (ExmPageSelection *self, gint64 id)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  guint position = find_article (self->pages, 0, id);

  gtk_single_selection_set_selected (self->pages,
                                     position < n ? position : GTK_INVALID_LIST_POSITION);
  return position < n;
}

void
exm_page_selection_select_item (ExmPageSelection *self, ExmPageItem *item)
{
  GListModel *pages = G_LIST_MODEL (self->pages);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (ExmPageItem) page = g_list_model_get_item (pages, i);
      if (page == item)
        gtk_single_selection_set_selected (self->pages, i);
    }
}

gboolean
exm_page_selection_step (ExmPageSelection *self, int by)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  gint64 position = (gint64) gtk_single_selection_get_selected (self->pages) + by;

  if (!has_selected (self))
    position = by > 0 ? 0 : (gint64) n - 1;
  if (position < 0 || position >= n)
    return FALSE;
  gtk_single_selection_set_selected (self->pages, (guint) position);
  return TRUE;
}

guint
exm_page_selection_get_position (ExmPageSelection *self, guint *n)
{
  GListModel *pages = shows_articles (self)
                          ? G_LIST_MODEL (self->articles)
                          : gtk_single_selection_get_model (self->pages);

  *n = pages != NULL ? g_list_model_get_n_items (pages) : 0;
  return gtk_single_selection_get_selected (self->pages);
}

GtkSingleSelection *
exm_page_selection_get_model (ExmPageSelection *self)
{
  return self->pages;
}

ExmPageItem *
exm_page_selection_get_item (ExmPageSelection *self)
{
  return gtk_single_selection_get_selected_item (self->pages);
}

void
exm_page_selection_show_setup (ExmPageSelection *self, GListModel *pages)
{
  gtk_single_selection_set_model (self->pages, pages);
}

void
exm_page_selection_clear (ExmPageSelection *self)
{
  exm_page_selection_leave (self);
  if (!shows_articles (self))
    gtk_single_selection_set_model (self->pages, NULL);
  g_list_store_remove_all (self->articles);
}

static void
exm_page_selection_finalize (GObject *object)
{
  ExmPageSelection *self = EXM_PAGE_SELECTION (object);

  g_object_unref (self->pages);
  g_object_unref (self->listed);
  g_object_unref (self->articles);
  G_OBJECT_CLASS (exm_page_selection_parent_class)->finalize (object);
}

static void
exm_page_selection_class_init (ExmPageSelectionClass *class)
{
  static const char *const names[] = { "selected", "moved", "followed" };

  G_OBJECT_CLASS (class)->finalize = exm_page_selection_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], EXM_TYPE_PAGE_SELECTION, G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_page_selection_init (ExmPageSelection *self)
{
  self->articles = g_list_store_new (EXM_TYPE_PAGE_ITEM);
  self->listed = exm_batched_list_model_new (G_LIST_MODEL (self->articles));
  g_signal_connect_object (self->listed, "items-changed", G_CALLBACK (on_listed_changed),
                           self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  self->pages = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->pages, FALSE);
  gtk_single_selection_set_can_unselect (self->pages, TRUE);
  g_signal_connect_object (self->pages, "notify::selected-item", G_CALLBACK (on_selected),
                           self, G_CONNECT_SWAPPED);
}

ExmPageSelection *
exm_page_selection_new (void)
{
  return g_object_new (EXM_TYPE_PAGE_SELECTION, NULL);
}
