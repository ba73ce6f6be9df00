/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The stored pages of a task, for methods to be compared on: each with the examples that
 * it was, or would be, extracted by. Read through a reader, by any thread. */

#pragma once

#include "lab/benchmark/exm-method-comparison.h"
#include "store/exm-store-reader.h"

G_BEGIN_DECLS

typedef struct _ExmStoredPages ExmStoredPages;

/**
 * exm_stored_pages_new:
 * @engine: reads the pages; kept
 * @reader: of the store; kept
 * @uid: the task
 * @limit: at most so many pages, those collected last, 0 for all
 * @error: %EXM_STORE_ERROR, or an example that cannot be read, with its address
 *
 * Blocks; any thread.
 *
 * Returns: (transfer full): the pages, which may be none
 */
ExmStoredPages *exm_stored_pages_new (ExmEngine *engine,
                                      ExmStoreReader *reader,
                                      const char *uid,
                                      guint limit,
                                      GError **error);

/**
 * exm_stored_pages_new_known:
 *
 * As exm_stored_pages_new(), but those alone whose body is known.
 */
ExmStoredPages *exm_stored_pages_new_known (ExmEngine *engine,
                                            ExmStoreReader *reader,
                                            const char *uid,
                                            GError **error);

void exm_stored_pages_free (ExmStoredPages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmStoredPages, exm_stored_pages_free)

guint exm_stored_pages_get_n (const ExmStoredPages *self);

/* Returns: (transfer none): the task whose pages they are */
ExmTask *exm_stored_pages_get_task (const ExmStoredPages *self);

/* Returns: (transfer full) (element-type ExmPrepared): the task's example pages */
GPtrArray *exm_stored_pages_dup_examples (const ExmStoredPages *self);

/* Returns: (transfer none): how many of the task's pages had a line */
const ExmSiteStat *exm_stored_pages_get_site (const ExmStoredPages *self);

/* Returns: (transfer none): the address of a page */
const char *exm_stored_pages_get_url (const ExmStoredPages *self, guint index);

/**
 * exm_stored_pages_get_reference:
 *
 * Returns: the bodies that an operator has called right or corrected, if there are such;
 * else those of the default method
 */
ExmComparedReference exm_stored_pages_get_reference (const ExmStoredPages *self);

/* An #ExmComparedPageFunc; @data: #ExmStoredPages */
gboolean
exm_stored_pages_load (guint index, gpointer data, ExmComparedPage *page, GError **error);

G_END_DECLS
