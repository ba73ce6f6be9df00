/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of a data folder: whether both databases are there, or were there once. All
 * functions block for some microseconds and may be called on any thread. */

#pragma once

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

/**
 * ExmStoreFiles:
 * @has_main: exemplar.db holds something
 * @has_empty_main: exemplar.db is there and holds nothing
 * @has_pages: pages.db holds something
 * @has_copies: there are copies of exemplar.db, or a log of it
 */
typedef struct
{
  gboolean has_main;
  gboolean has_empty_main;
  gboolean has_pages;
  gboolean has_copies;
} ExmStoreFiles;

/* Finds out which files are in the folder. */
void exm_store_files_find (const char *folder, ExmStoreFiles *files);

/**
 * exm_store_files_are_complete:
 * @files: what is in @folder
 * @error: (out): %EXM_STORE_ERROR_DAMAGED, with what helps
 *
 * Returns: %FALSE if exemplar.db is missing or empty though other files tell that it held
 *   something once
 */
gboolean exm_store_files_are_complete (const char *folder,
                                       const ExmStoreFiles *files,
                                       GError **error);

G_END_DECLS
