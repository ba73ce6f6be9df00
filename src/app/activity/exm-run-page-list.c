/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-page-list.h"

#include <string.h>

struct _ExmRunPageList
{
  ExmPagedList parent_instance;

  gint64 run_id;
};

G_DEFINE_FINAL_TYPE (ExmRunPageList, exm_run_page_list, EXM_TYPE_PAGED_LIST)

static void
make_query (ExmPagedList *list, GObject *last, guint limit, ExmStoreQuery *query)
{
  ExmRunPageList *self = EXM_RUN_PAGE_LIST (list);

  query->kind = EXM_READ_RUN_PAGES;
  query->id = self->run_id;
  query->offset = last != NULL ? g_list_model_get_n_items (G_LIST_MODEL (list)) : 0;
  query->limit = limit;
}

static GObject *
make_item (ExmPagedList *list, gpointer row)
{
  return G_OBJECT (exm_run_page_item_new (row));
}

static gboolean
is_same (GObject *item, gpointer row)
{
  const ExmRunPage *old = exm_run_page_item_get_page (EXM_RUN_PAGE_ITEM (item));
  const ExmRunPage *page = row;

  if (strcmp (page->kind, "problem") == 0)
    return strcmp (old->kind, "problem") == 0 && old->time_usec == page->time_usec
           && g_strcmp0 (old->cause, page->cause) == 0;
  return strcmp (old->kind, page->kind) == 0 && strcmp (old->url_key, page->url_key) == 0;
}

static void
update_item (GObject *item, gpointer row)
{
  exm_run_page_item_update (EXM_RUN_PAGE_ITEM (item), row);
}

static void
exm_run_page_list_class_init (ExmRunPageListClass *klass)
{
  ExmPagedListClass *list_class = EXM_PAGED_LIST_CLASS (klass);

  list_class->item_type = EXM_TYPE_RUN_PAGE_ITEM;
  list_class->make_query = make_query;
  list_class->make_item = make_item;
  list_class->is_same = is_same;
  list_class->update_item = update_item;
}

static void
exm_run_page_list_init (ExmRunPageList *self)
{
}

ExmRunPageList *
exm_run_page_list_new (void)
{
  return g_object_new (EXM_TYPE_RUN_PAGE_LIST, NULL);
}

void
exm_run_page_list_set_run (ExmRunPageList *self, gint64 run_id)
{
  if (run_id == self->run_id)
    return;
  self->run_id = run_id;
  exm_paged_list_reset (EXM_PAGED_LIST (self));
}
