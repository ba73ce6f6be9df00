/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The data folder as the file system sees it: who may write there, and who may read its
 * files. All functions block for some microseconds
 * and may be called on any thread. */

#pragma once

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

/* Names of the two databases, and of that of style sheets and pictures, which can be
 * fetched anew. */
#define EXM_STORE_MAIN_FILE "exemplar.db"
#define EXM_STORE_PAGES_FILE "pages.db"
#define EXM_STORE_RESOURCES_FILE "resources.db"
/* The index of full-text search, made of the articles. */
#define EXM_STORE_SEARCH_FILE "search.db"

/**
 * exm_store_folder_check:
 * @folder: the data folder; one that is not there is fine
 * @error: (out): %EXM_STORE_ERROR_READ_ONLY with the command that helps
 *
 * A folder that everybody, or a group that is not this process's own, may write in is
 * refused: whoever writes there could put other files in place of ours. One that others
 * may only read is fine, as the files in it are for their owner alone.
 */
gboolean exm_store_folder_check (const char *folder, GError **error);

/**
 * exm_store_folder_make:
 * @folder: made with the mode 0700 if it is not there, else checked
 * @error: (out): as exm_store_folder_check(); %EXM_STORE_ERROR_FULL
 */
gboolean exm_store_folder_make (const char *folder, GError **error);

/**
 * exm_store_folder_make_private:
 * @path: a database file
 * @create: make an empty one if it is not there
 *
 * Takes all rights but the owner's from the file and its logs. SQLite gives a log the
 * rights of its database. What cannot be changed is left: whoever opens it is told.
 */
void exm_store_folder_make_private (const char *path, gboolean create);

/**
 * exm_store_folder_sync:
 * @path: a file or a folder
 * @error: (out): %EXM_STORE_ERROR
 *
 * Waits until the disk has it; of a folder the names in it.
 */
gboolean exm_store_folder_sync (const char *path, GError **error);

/**
 * exm_store_folder_lock:
 * @path: a lock file, made where there is none
 * @file: what it guards, for the error
 * @timeout_ms: how long to wait for others; %G_MAXUINT: as long as it takes
 * @cancellable: (nullable): looked at while it waits
 * @error: (out): %EXM_STORE_ERROR_BUSY; %G_IO_ERROR_CANCELLED; if there can be no lock
 *
 * Returns: a descriptor that holds the lock until it is closed; -1 with @error set
 */
int exm_store_folder_lock (const char *path,
                           const char *file,
                           guint timeout_ms,
                           GCancellable *cancellable,
                           GError **error);

/**
 * exm_store_folder_set_error:
 * @path: a file that could not be written
 * @number: errno
 */
void exm_store_folder_set_error (GError **error, const char *path, int number);

G_END_DECLS
