/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Repair of a data folder: each damaged file is salvaged, and pages that are damaged or
 * lost are fetched again. */

#pragma once

#include "store/salvage/exm-store-salvage.h"

G_BEGIN_DECLS

/**
 * ExmRepairedFile:
 * @file: its name; static
 * @sound: it was left as it is, and @salvage is empty
 */
typedef struct
{
  const char *file;
  gboolean sound;
  ExmSalvage salvage;
} ExmRepairedFile;

/**
 * ExmStoreRepair:
 * @files: what came of exemplar.db and pages.db, the first @n_files
 * @notices: (owned) (element-type utf8): what was told as the store was opened
 * @pages: (owned) (nullable) (element-type ExmDamage): pages that are fetched again
 */
typedef struct
{
  ExmRepairedFile files[2];
  guint n_files;
  GPtrArray *notices;
  GPtrArray *pages;
} ExmStoreRepair;

void exm_store_repair_clear (ExmStoreRepair *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmStoreRepair, exm_store_repair_clear)

/* Whether rows were lost. */
gboolean exm_store_repair_is_lossy (const ExmStoreRepair *self);

/**
 * exm_store_repair:
 * @folder: the data folder, whose collecting role the caller has
 * @repair: (inout): all zero; filled, also where it fails
 * @error: (out): as exm_store_salvage() and exm_store_open() set it
 *
 * Blocks for the disk: all that is stored is read. Any thread.
 */
gboolean exm_store_repair (const char *folder, ExmStoreRepair *repair, GError **error);

G_END_DECLS
