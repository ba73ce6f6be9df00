/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table page of pages.db: the bytes of pages by their hash, compressed. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-packed-page.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* Bytes that are stored already are not stored again. */
gboolean exm_table_page_put (ExmDb *db, const ExmPackedPage *page, GError **error);

/**
 * exm_table_page_get:
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND; DAMAGED if they are not what was stored
 *
 * Returns: (transfer full): the bytes
 */
GBytes *exm_table_page_get (ExmDb *db, const char *hash, GError **error);

gboolean exm_table_page_count (ExmDb *db, ExmStoreStats *stats, GError **error);

G_END_DECLS
