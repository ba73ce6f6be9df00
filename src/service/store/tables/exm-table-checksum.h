/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Checksums of articles and of task definitions: XXH3 of the texts that were written, of
 * 64 bits. SQLite sees damage of its own structure only; a byte of a text that changed on
 * the disk is seen by these. A row without one is from before they were kept. */

#pragma once

#include "store/db/exm-statement.h"

G_BEGIN_DECLS

/* Columns of an article that its checksum is of, in this order: everything that is read
 * off its page. */
#define EXM_SQL_CHECKED_COLUMNS                                                          \
  "url, url_key, title, author, editor, source, section, published, modified, language," \
  " canonical, site, image, origins, excerpt, text, html, markdown"
#define EXM_N_CHECKED_COLUMNS 18u

/**
 * exm_checksum_of_texts:
 * @texts: (array length=n_texts) (element-type utf8) (nullable): %NULL differs from ""
 *
 * Any thread. Cost: some GB a second.
 */
gint64 exm_checksum_of_texts (const char *const *texts, guint n_texts);

/* Returns: the checksum of %EXM_N_CHECKED_COLUMNS columns of the row, from @first on: of
 * text and Markdown themselves, whichever way they are stored */
gint64 exm_checksum_of_row (ExmStatement *row, int first);

/* Stores the checksum of what the article is now. */
gboolean
exm_table_checksum_put (ExmDb *db, gint64 article, gint64 checksum, GError **error);

/* The same of an article that has none yet; one that has keeps it. */
gboolean
exm_table_checksum_add (ExmDb *db, gint64 article, gint64 checksum, GError **error);

/* @error: (out): %EXM_STORE_ERROR_CHECKSUM, naming article and file, and what helps */
void
exm_table_checksum_set_error (ExmDb *db, gint64 article, const char *url, GError **error);

G_END_DECLS
