/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reads the rows of a table of a damaged file, past what cannot be read. Works on
 * SQLite's own connections, of the thread that opened them. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

struct sqlite3;

/**
 * ExmTableScan:
 * @table: its name; static
 * @n_read: rows that were read, and written where there is a target
 * @n_lost: rows that are known to be lost, or 1 where it is only known that some are
 * @damaged: something of it could not be read
 */
typedef struct
{
  const char *table; /* (unowned) */
  guint64 n_read;
  guint64 n_lost;
  gboolean damaged;
} ExmTableScan;

/**
 * exm_table_scan_run:
 * @scan: its table is given, the rest is filled
 * @source: the damaged file
 * @target: (nullable): file with the same table and no foreign keys enforced; %NULL to
 *   count only
 *
 * Goes through the b-tree of the table itself, as its indices may be damaged too. Where
 * that ends with an error, gives row ids out of order or fewer rows than an index has,
 * the table is read anew: by each row id that the table, its indices and references to it
 * name, as a hint, and by those between; then by scans from both ends and of halved
 * ranges of row ids, for rows that cannot be found by their ids. A table without row ids
 * is read from both ends of each task. Cost: that of reading the table, and several times
 * that for a damaged one, whose row ids are held in memory.
 *
 * Returns: %FALSE if the target could not be written
 */
gboolean
exm_table_scan_run (ExmTableScan *scan, struct sqlite3 *source, struct sqlite3 *target);

G_END_DECLS
