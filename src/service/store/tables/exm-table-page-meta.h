/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table page_meta: when and from where each stored page came. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

gboolean
exm_table_page_meta_insert (ExmDb *db, const ExmStoredPage *page, GError **error);

/* Versions of a page that are told of. */
#define EXM_PAGE_VERSIONS 20

/**
 * exm_table_page_meta_list_versions:
 * @hash: of the bytes of one of them
 *
 * Returns: (transfer full) (element-type ExmStoredPage): what was fetched from the
 *   addresses that gave these bytes, them too, each page once with the time it was
 *   fetched last; the newest %EXM_PAGE_VERSIONS, newest first
 */
GPtrArray *
exm_table_page_meta_list_versions (ExmDb *db, const char *hash, GError **error);

/**
 * exm_table_page_meta_find:
 * @hash: of the bytes
 * @url: (nullable): where they came from, if several addresses gave them
 *
 * Returns: (transfer full) (nullable): the last fetch that gave them, of @url where there
 *   is one; %NULL with @error
 *   unset if there is none
 */
ExmStoredPage *
exm_table_page_meta_find (ExmDb *db, const char *hash, const char *url, GError **error);

G_END_DECLS
