/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Page of a run and its outcome, in a list. Main thread. */

#pragma once

#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_RUN_PAGE_ITEM (exm_run_page_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunPageItem, exm_run_page_item, EXM, RUN_PAGE_ITEM, GObject)

/**
 * exm_run_page_item_new:
 * @page: as the store lists it
 *
 * Its property "page", a pointer, notifies.
 *
 * Returns: (transfer full): an item
 */
ExmRunPageItem *exm_run_page_item_new (ExmRunPage *page);

void exm_run_page_item_update (ExmRunPageItem *self, ExmRunPage *page);

/* Returns: (transfer none): immutable */
const ExmRunPage *exm_run_page_item_get_page (ExmRunPageItem *self);

G_END_DECLS
