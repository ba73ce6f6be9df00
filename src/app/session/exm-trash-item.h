/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task in the trash as lists show it: an object around an immutable value. */

#pragma once

#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_TRASH_ITEM (exm_trash_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmTrashItem, exm_trash_item, EXM, TRASH_ITEM, GObject)

/* Returns: (transfer full): an item of @info */
ExmTrashItem *exm_trash_item_new (ExmTrashInfo *info);

/* Returns: (transfer none): lives as long as the item */
const ExmTrashInfo *exm_trash_item_get_info (ExmTrashItem *self);

G_END_DECLS
