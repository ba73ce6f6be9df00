/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-trash-item.h"

struct _ExmTrashItem
{
  GObject parent_instance;

  ExmTrashInfo *info; /* (owned) */
};

G_DEFINE_FINAL_TYPE (ExmTrashItem, exm_trash_item, G_TYPE_OBJECT)

static void
exm_trash_item_finalize (GObject *object)
{
  exm_trash_info_unref (EXM_TRASH_ITEM (object)->info);
  G_OBJECT_CLASS (exm_trash_item_parent_class)->finalize (object);
}

static void
exm_trash_item_class_init (ExmTrashItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_trash_item_finalize;
}

static void
exm_trash_item_init (ExmTrashItem *self)
{
}

ExmTrashItem *
exm_trash_item_new (ExmTrashInfo *info)
{
  ExmTrashItem *self = g_object_new (EXM_TYPE_TRASH_ITEM, NULL);

  self->info = exm_trash_info_ref (info);
  return self;
}

const ExmTrashInfo *
exm_trash_item_get_info (ExmTrashItem *self)
{
  return self->info;
}
