/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table page_meta: when and from where each stored page came. */

#pragma once

#include "exm-db.h"
#include "exm-store-values.h"

G_BEGIN_DECLS

gboolean
exm_table_page_meta_insert (ExmDb *db, const ExmStoredPage *page, GError **error);

/**
 * exm_table_page_meta_find:
 * @hash: of the bytes
 *
 * Returns: (transfer full) (nullable): the last fetch that gave them; %NULL with @error
 *   unset if there is none
 */
ExmStoredPage *
exm_table_page_meta_find (ExmDb *db, const char *hash, GError **error);

G_END_DECLS
