/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Backups of exemplar.db: whole, verified copies in the folder "backups" of the data
 * folder. pages.db is copied only where that is asked for: it is large, and what is lost
 * of it is fetched again. All functions block for the disk; any thread, each with a
 * connection of its own. */

#pragma once

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

#define EXM_STORE_BACKUP_FOLDER "backups"

/* Backups that are kept; older ones are deleted. */
#define EXM_STORE_BACKUPS_KEPT 2u

/* Space that must be free for one that nobody asked for. */
#define EXM_STORE_BACKUP_LEAST_FREE (5 * G_GUINT64_CONSTANT (1000000000))

/* And how many times the size of the database. */
#define EXM_STORE_BACKUP_FREE_TIMES 3u

/**
 * ExmStoreBackupOptions:
 * @now_usec: Unix time in microseconds, for the name
 * @pages: copy pages.db as well
 * @least_free: bytes that must be free, beside %EXM_STORE_BACKUP_FREE_TIMES its size
 * @get_free: (nullable): tells the free space of a folder; %NULL for the system
 * @data: for @get_free
 */
typedef struct
{
  gint64 now_usec;
  gboolean pages;
  guint64 least_free;
  guint64 (*get_free) (const char *folder, gpointer data);
  gpointer data;
} ExmStoreBackupOptions;

/**
 * exm_store_backup_list:
 * @folder: the data folder
 *
 * Returns: (transfer full) (element-type filename): copies of exemplar.db, newest first
 */
GPtrArray *exm_store_backup_list (const char *folder);

/**
 * exm_store_backup_get_token:
 * @folder: the data folder
 *
 * Returns: (transfer full) (nullable): changes whenever tasks, articles or corrections
 *   do, so that nothing is copied twice; %NULL with @error set
 */
char *exm_store_backup_get_token (const char *folder, GError **error);

/**
 * exm_store_backup_make:
 * @folder: the data folder
 * @cancellable: (nullable): looked at every 4 MB
 * @error: (out): %EXM_STORE_ERROR_FULL if there is too little space;
 *   %EXM_STORE_ERROR_DAMAGED if the copy, and so the database, is damaged
 *
 * Copies the pages of the file as they are, in one reading transaction: writers go on
 * meanwhile, and the copy is of one moment. VACUUM INTO would build the file anew: it
 * takes longer, and an index that is damaged would be hidden by a sound one. The copy is
 * read back (integrity_check, its articles counted) before it gets its name.
 *
 * Returns: (transfer full) (nullable): the copy; %NULL with @error set
 */
char *exm_store_backup_make (const char *folder,
                             const ExmStoreBackupOptions *options,
                             GCancellable *cancellable,
                             GError **error);

/**
 * exm_store_backup_verify:
 * @path: a copy of exemplar.db
 * @n_articles: (out) (optional): how many articles are in it
 * @error: (out): %EXM_STORE_ERROR_DAMAGED, %EXM_STORE_ERROR_FOREIGN …
 */
gboolean exm_store_backup_verify (const char *path,
                                  gint64 *n_articles,
                                  GCancellable *cancellable,
                                  GError **error);

/**
 * exm_store_backup_restore:
 * @folder: the data folder, which nobody collects into
 * @path: a copy of exemplar.db, verified here first
 * @n_articles: (out): how many articles are in it
 * @kept: (out) (transfer full) (nullable): where the present file is kept
 * @error: (out): nothing was changed
 */
gboolean exm_store_backup_restore (const char *folder,
                                   const char *path,
                                   gint64 *n_articles,
                                   char **kept,
                                   GError **error);

G_END_DECLS
