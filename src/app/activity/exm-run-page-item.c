/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-page-item.h"

#include <string.h>

struct _ExmRunPageItem
{
  GObject parent_instance;

  ExmRunPage *page; /* (owned) */
};

enum
{
  PROP_0,
  PROP_PAGE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmRunPageItem, exm_run_page_item, G_TYPE_OBJECT)

static void
exm_run_page_item_get_property (GObject *object,
                                guint id,
                                GValue *value,
                                GParamSpec *pspec)
{
  if (id == PROP_PAGE)
    g_value_set_pointer (value, EXM_RUN_PAGE_ITEM (object)->page);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_run_page_item_finalize (GObject *object)
{
  exm_run_page_unref (EXM_RUN_PAGE_ITEM (object)->page);
  G_OBJECT_CLASS (exm_run_page_item_parent_class)->finalize (object);
}

static void
exm_run_page_item_class_init (ExmRunPageItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_run_page_item_get_property;
  object_class->finalize = exm_run_page_item_finalize;
  properties[PROP_PAGE] = g_param_spec_pointer (
      "page", NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_run_page_item_init (ExmRunPageItem *self)
{
}

ExmRunPageItem *
exm_run_page_item_new (ExmRunPage *page)
{
  ExmRunPageItem *self = g_object_new (EXM_TYPE_RUN_PAGE_ITEM, NULL);

  self->page = exm_run_page_ref (page);
  return self;
}

void
exm_run_page_item_update (ExmRunPageItem *self, ExmRunPage *page)
{
  const ExmRunPage *old = self->page;

  if (strcmp (old->state, page->state) == 0 && old->time_usec == page->time_usec
      && old->attempts == page->attempts && old->article_id == page->article_id
      && g_strcmp0 (old->cause, page->cause) == 0)
    return;
  exm_run_page_ref (page);
  exm_run_page_unref (self->page);
  self->page = page;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

const ExmRunPage *
exm_run_page_item_get_page (ExmRunPageItem *self)
{
  return self->page;
}
