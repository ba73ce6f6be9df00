/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A connection to an SQLite database. It belongs to the thread that opened it; every
 * function asserts that. */

#pragma once

#include <gio/gio.h>

#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

typedef struct _ExmDb ExmDb;

/* How long a connection waits for another one's lock. */
#define EXM_DB_BUSY_TIMEOUT_MS 5000u

/**
 * ExmDbOptions:
 * @read_only: the file is never written through this connection, nor created
 * @busy_timeout_ms: 0 for %EXM_DB_BUSY_TIMEOUT_MS
 * @vfs: (nullable): SQLite's file system layer, %NULL for the default; for tests
 * @cache_kib: the most memory that its cache of pages takes, in KiB; 0 for SQLite's own
 *   bound, 2000
 */
typedef struct
{
  gboolean read_only;
  guint busy_timeout_ms;
  const char *vfs;
  guint cache_kib;
} ExmDbOptions;

/**
 * exm_db_open:
 * @path: the database file; created unless @options say read-only
 * @options: (nullable): %NULL for the defaults
 * @error: (out): %EXM_STORE_ERROR
 *
 * The connection has foreign keys on, a synchronous level of FULL, no trust in the schema
 * of the file, and checks of cells on; each setting is read back. The journal mode is as
 * in the file: see exm_db_enter_wal().
 *
 * Returns: (transfer full): a connection
 */
ExmDb *exm_db_open (const char *path, const ExmDbOptions *options, GError **error);

/* As exm_db_open(), of the file @name in @folder, only to read. */
ExmDb *exm_db_open_to_read (const char *folder, const char *name, GError **error);

/**
 * exm_db_close:
 * @self: (transfer full): a connection without open statement; that is asserted
 *
 * A transaction that is still open is rolled back.
 */
void exm_db_close (ExmDb *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmDb, exm_db_close)

/**
 * exm_db_keep_log:
 *
 * Closing will leave the file and its log as they are. For a file that is not ours to
 * change, or damaged.
 */
void exm_db_keep_log (ExmDb *self);

/**
 * exm_db_enter_wal:
 *
 * Switches the file to write-ahead logging, so that readers and one writer live together.
 *
 * Returns: %TRUE if it is in that mode now
 */
gboolean exm_db_enter_wal (ExmDb *self, GError **error);

/**
 * exm_db_execute:
 * @sql: one or more statements without parameters; from the source, never from input
 * @error: (out): %EXM_STORE_ERROR
 */
gboolean exm_db_execute (ExmDb *self, const char *sql, GError **error);

/**
 * exm_db_copy_to:
 * @path: file to be written; replaced if it is there
 * @cancellable: (nullable): looked at every 4 MB
 *
 * Writes a copy of the database as it is, with what is still in its log. Cost: that of
 * reading and writing the whole file.
 */
gboolean
exm_db_copy_to (ExmDb *self, const char *path, GCancellable *cancellable, GError **error);

/* Whether a statement that runs is to be ended; called about every 20 µs. */
typedef gboolean (*ExmDbWatchFunc) (gpointer data);

/**
 * exm_db_set_watch:
 * @func: (nullable): asked while statements run; %NULL for none
 * @data: for @func
 * @until_usec: monotonic time after which statements are ended too, 0 for none
 *
 * Holds from now on for each statement of the connection; %NULL and 0 end it. The
 * statement fails with %G_IO_ERROR_CANCELLED or %EXM_STORE_ERROR_TOO_LONG.
 */
void
exm_db_set_watch (ExmDb *self, ExmDbWatchFunc func, gpointer data, gint64 until_usec);

/**
 * exm_db_expect_version:
 * @version: the newest schema that the caller knows
 *
 * For exm_db_check_version().
 */
void exm_db_expect_version (ExmDb *self, guint version);

/**
 * exm_db_check_version:
 * @error: %EXM_STORE_ERROR_NEWER
 *
 * Another process, of a newer version, may have brought the file up while it is open
 * here. Some microseconds.
 *
 * Returns: whether the schema is one that the caller knows
 */
gboolean exm_db_check_version (ExmDb *self, GError **error);

const char *exm_db_get_path (ExmDb *self);

/* Rows that the last INSERT, UPDATE or DELETE changed itself. */
guint exm_db_get_changes (ExmDb *self);

/* Row id of the last INSERT. */
gint64 exm_db_get_last_id (ExmDb *self);

/* Whether the file can only be read, whatever was asked for. */
gboolean exm_db_is_read_only (ExmDb *self);

/* Whether a transaction is open. */
gboolean exm_db_in_transaction (ExmDb *self);

/* @change: 1 where one begins, −1 where one ends. Returns: how many guards of
 * transactions, one within another, there are now */
guint exm_db_count_transactions (ExmDb *self, int change);

/**
 * exm_db_set_error:
 * @error: (out) (optional): filled from what the connection reported last
 * @code: extended result code of SQLite
 */
void exm_db_set_error (ExmDb *self, int code, GError **error);

/**
 * exm_db_take_statement:
 *
 * Returns: (nullable): the handle of a statement of this text that was kept; the caller's
 */
gpointer exm_db_take_statement (ExmDb *self, const char *sql);

/* Keeps the handle of a statement that is done for the next one of its text, or ends it.
 */
void exm_db_keep_statement (ExmDb *self, gpointer statement);

/**
 * exm_db_get_handle:
 *
 * Returns: (transfer none): SQLite's own object, for ExmStatement
 */
struct sqlite3 *exm_db_get_handle (ExmDb *self);

G_END_DECLS
