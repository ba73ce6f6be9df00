/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of archives in a file without a name, in the order that they came: any of them
 * can be had again. Memory: 24 bytes a page. */

#pragma once

#include "archive/exm-archive-input.h"

G_BEGIN_DECLS

typedef struct _ExmPageSpool ExmPageSpool;

/**
 * exm_page_spool_new:
 * @folder: where the file is; it has no name, and is gone with the program
 * @error: %G_FILE_ERROR, naming the folder
 *
 * Returns: (transfer full): an empty spool
 */
ExmPageSpool *exm_page_spool_new (const char *folder, GError **error);

void exm_page_spool_free (ExmPageSpool *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmPageSpool, exm_page_spool_free)

/**
 * exm_page_spool_add:
 * @capture: a page, or a revisit; neither the record of its fetch nor its digest is kept,
 *   and nothing of the page that it revisits
 * @file: number of the archive that it is of
 * @error: %G_FILE_ERROR
 *
 * Packs and writes it. One thread, before anything is read.
 */
gboolean exm_page_spool_add (ExmPageSpool *self,
                             const ExmCapture *capture,
                             guint file,
                             GError **error);

guint exm_page_spool_get_n_pages (const ExmPageSpool *self);

/* Returns: bytes of a page, about */
gsize exm_page_spool_get_page_bytes (const ExmPageSpool *self, guint page);

/**
 * exm_page_spool_read:
 * @page: below exm_page_spool_get_n_pages()
 * @capture: (out): all zero before
 * @file: (out): number of its archive
 * @error: %G_FILE_ERROR
 *
 * Any thread.
 */
gboolean exm_page_spool_read (
    ExmPageSpool *self, guint page, ExmCapture *capture, guint *file, GError **error);

G_END_DECLS
