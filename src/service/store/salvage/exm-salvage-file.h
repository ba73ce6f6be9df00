/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The two ends of a salvage: a damaged file that is opened even so, and a new one whose
 * references are made whole. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-schema.h"

G_BEGIN_DECLS

struct sqlite3;

/**
 * exm_salvage_file_open:
 * @path: a damaged database file
 * @schema: what it should hold
 * @mended: (out) (transfer full) (nullable): a copy that was made because the header is
 *   damaged; to be deleted after the connection was closed
 * @version: (out): of its schema; the newest where the file does not tell
 * @error: (out): %EXM_STORE_ERROR
 *
 * Statements of the schema that are damaged are passed over. The file is not changed.
 *
 * Returns: (transfer full): SQLite's own connection, for sqlite3_close()
 */
struct sqlite3 *exm_salvage_file_open (const char *path,
                                       const ExmSchema *schema,
                                       char **mended,
                                       guint *version,
                                       GError **error);

/**
 * exm_salvage_file_tidy:
 * @db: the new exemplar.db, without foreign keys enforced
 * @n_orphans: (out): rows that were dropped, because what they refer to is not there
 * @n_tasks: (out): tasks that were made anew, as articles refer to them
 */
gboolean
exm_salvage_file_tidy (ExmDb *db, guint64 *n_orphans, guint64 *n_tasks, GError **error);

G_END_DECLS
