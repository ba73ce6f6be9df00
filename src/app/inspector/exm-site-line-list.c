/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-site-line-list.h"

struct _ExmSiteLineItem
{
  GObject parent_instance;

  ExmSiteLine *line; /* (owned) */
};

G_DEFINE_FINAL_TYPE (ExmSiteLineItem, exm_site_line_item, G_TYPE_OBJECT)

static guint changed_signal;

static void
exm_site_line_item_finalize (GObject *object)
{
  exm_site_line_unref (EXM_SITE_LINE_ITEM (object)->line);
  G_OBJECT_CLASS (exm_site_line_item_parent_class)->finalize (object);
}

static void
exm_site_line_item_class_init (ExmSiteLineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_site_line_item_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_site_line_item_init (ExmSiteLineItem *self)
{
}

const ExmSiteLine *
exm_site_line_item_get_line (ExmSiteLineItem *self)
{
  return self->line;
}

struct _ExmSiteLineList
{
  ExmPagedList parent_instance;

  char *task_uid; /* (owned) */
  char *search;   /* (owned) (nullable): until the first one */
};

G_DEFINE_FINAL_TYPE (ExmSiteLineList, exm_site_line_list, EXM_TYPE_PAGED_LIST)

static void
make_query (ExmPagedList *list, GObject *last, guint limit, ExmStoreQuery *query)
{
  ExmSiteLineList *self = EXM_SITE_LINE_LIST (list);

  query->kind = EXM_READ_SITE_LINES;
  query->uid = self->task_uid;
  query->filter.search = self->search;
  query->offset = last != NULL ? g_list_model_get_n_items (G_LIST_MODEL (list)) : 0;
  query->limit = limit;
}

static GObject *
make_item (ExmPagedList *list, gpointer row)
{
  ExmSiteLineItem *item = g_object_new (EXM_TYPE_SITE_LINE_ITEM, NULL);

  item->line = exm_site_line_ref (row);
  return G_OBJECT (item);
}

static gboolean
is_same (GObject *item, gpointer row)
{
  return EXM_SITE_LINE_ITEM (item)->line->key == ((const ExmSiteLine *) row)->key;
}

static void
update_item (GObject *object, gpointer row)
{
  ExmSiteLineItem *item = EXM_SITE_LINE_ITEM (object);
  ExmSiteLine *line = row;
  gboolean same = item->line->n_pages == line->n_pages
                  && item->line->n_site_pages == line->n_site_pages
                  && item->line->ruling == line->ruling
                  && g_strcmp0 (item->line->text, line->text) == 0;

  if (same)
    return;
  exm_site_line_ref (line);
  exm_site_line_unref (item->line);
  item->line = line;
  g_signal_emit (item, changed_signal, 0);
}

static void
exm_site_line_list_finalize (GObject *object)
{
  ExmSiteLineList *self = EXM_SITE_LINE_LIST (object);

  g_free (self->task_uid);
  g_free (self->search);
  G_OBJECT_CLASS (exm_site_line_list_parent_class)->finalize (object);
}

static void
exm_site_line_list_class_init (ExmSiteLineListClass *klass)
{
  ExmPagedListClass *list_class = EXM_PAGED_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_site_line_list_finalize;
  list_class->item_type = EXM_TYPE_SITE_LINE_ITEM;
  list_class->make_query = make_query;
  list_class->make_item = make_item;
  list_class->is_same = is_same;
  list_class->update_item = update_item;
}

static void
exm_site_line_list_init (ExmSiteLineList *self)
{
}

ExmSiteLineList *
exm_site_line_list_new (ExmStoreReader *reader, const char *task_uid)
{
  ExmSiteLineList *self = g_object_new (EXM_TYPE_SITE_LINE_LIST, NULL);

  self->task_uid = g_strdup (task_uid);
  exm_paged_list_set_reader (EXM_PAGED_LIST (self), reader);
  return self;
}

void
exm_site_line_list_search (ExmSiteLineList *self, const char *text)
{
  if (g_strcmp0 (text, self->search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (text);
  exm_paged_list_reset (EXM_PAGED_LIST (self));
}
