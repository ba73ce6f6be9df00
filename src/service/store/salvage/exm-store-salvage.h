/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Makes a sound database file of what can be read of a damaged one. */

#pragma once

#include "store/db/exm-store-error.h"
#include "store/salvage/exm-table-scan.h"

G_BEGIN_DECLS

/**
 * ExmSalvage:
 * @tables: (owned) (element-type ExmTableScan): what was read of each table, and lost
 * @n_orphans: rows that were dropped because what they belong to is lost
 * @n_tasks_remade: tasks that were lost and made anew, paused, as articles belong to them
 * @lost: (owned) (element-type utf8): normal forms of the addresses of articles that are
 *   lost, as far as an index has them; they are collected again when they are listed
 * @kept: (owned) (nullable): where the damaged file is
 */
typedef struct
{
  GArray *tables;
  guint64 n_orphans;
  guint64 n_tasks_remade;
  GPtrArray *lost;
  char *kept;
} ExmSalvage;

void exm_salvage_clear (ExmSalvage *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmSalvage, exm_salvage_clear)

/* Whether rows were lost. */
gboolean exm_salvage_is_lossy (const ExmSalvage *self);

/**
 * exm_store_salvage:
 * @folder: the data folder, which nobody collects into
 * @file: %EXM_STORE_MAIN_FILE or %EXM_STORE_PAGES_FILE
 * @salvage: (inout): all zero; filled, also where it fails
 * @error: (out): %EXM_STORE_ERROR_DAMAGED if no articles could be read though there were
 *   some; %EXM_STORE_ERROR_BUSY; nothing was changed
 *
 * Writes a new file, row by row (exm_table_scan_run()), makes its references whole, has
 * it checked by SQLite, and puts it into the place of the damaged one, which is kept as
 * "FILE.damaged-TIME". Works on a sound file too. Blocks for the disk: about as long as
 * copying the file. Any thread.
 */
gboolean exm_store_salvage (const char *folder,
                            const char *file,
                            ExmSalvage *salvage,
                            GError **error);

/**
 * exm_store_salvage_look:
 * @salvage: (inout): all zero; its tables are filled with what can be read and what not
 *
 * Changes nothing.
 */
gboolean exm_store_salvage_look (const char *folder,
                                 const char *file,
                                 ExmSalvage *salvage,
                                 GError **error);

G_END_DECLS
