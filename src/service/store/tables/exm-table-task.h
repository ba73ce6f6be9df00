/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables task and task_version. Functions for the thread of the connection. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-trash.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

/* The tasks to be run, the one that waits longest first: by an index, not by a look at
 * every task. */
#define EXM_SQL_TASK_LIST_DUE                                                            \
  "SELECT uid FROM task WHERE paused = 0 AND next_due IS NOT NULL AND next_due <= ?"     \
  " AND " EXM_SQL_NOT_TRASHED ("id") " ORDER BY next_due LIMIT ?"

#define EXM_SQL_TASK_NEXT_DUE                                                            \
  "SELECT next_due FROM task WHERE paused = 0 AND next_due IS NOT NULL"                  \
  " AND " EXM_SQL_NOT_TRASHED ("id") " ORDER BY next_due LIMIT 1"

/* Counts the articles that do not fit of the task in row t, if its newest five are such,
 * or all but one of them, which may be the example's own page; else 0. */
#define EXM_SQL_COUNT_UNFIT                                                              \
  "SELECT iif (sum (n.unfit) >= 3 AND 5 * sum (n.unfit) >= 4 * count (*),"               \
  " (SELECT count (*) FROM article u WHERE u.task = t.id"                                \
  " AND u.state = 'does-not-fit'), 0)"                                                   \
  " FROM (SELECT f.state = 'does-not-fit' AS unfit FROM article f"                       \
  " WHERE f.task = t.id ORDER BY f.collected DESC LIMIT 5) n"

/**
 * exm_table_task_find:
 * @id: (out): the row of the task
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND, also of a task in the trash
 */
gboolean exm_table_task_find (ExmDb *db, const char *uid, gint64 *id, GError **error);

/**
 * exm_table_task_insert:
 * @now_usec: creation time
 *
 * Stores the task as its version 1.
 */
gboolean
exm_table_task_insert (ExmDb *db, const ExmTask *task, gint64 now_usec, GError **error);

/**
 * exm_table_task_update:
 * @version: (out) (optional): the current version
 *
 * Makes a new version if the definition is another one.
 */
gboolean exm_table_task_update (
    ExmDb *db, const ExmTask *task, gint64 now_usec, guint *version, GError **error);

gboolean exm_table_task_delete (ExmDb *db, const char *uid, GError **error);

gboolean
exm_table_task_set_paused (ExmDb *db, const char *uid, gboolean paused, GError **error);

/**
 * exm_table_task_read:
 * @version: which one, 0 for the current one
 * @found_version: (out) (optional): the version that was read
 *
 * Returns: (transfer full): the task; paused as it is now, whatever the version
 */
ExmTask *exm_table_task_read (
    ExmDb *db, const char *uid, guint version, guint *found_version, GError **error);

/**
 * exm_table_task_list:
 *
 * Returns: (transfer full) (element-type ExmTaskInfo): all tasks by name
 */
GPtrArray *exm_table_task_list (ExmDb *db, GError **error);

/**
 * exm_table_task_list_versions:
 *
 * Returns: (transfer full) (element-type ExmTaskVersion): newest first
 */
GPtrArray *exm_table_task_list_versions (ExmDb *db, const char *uid, GError **error);

/* @next_usec: 0 for never. */
gboolean exm_table_task_set_next_due (ExmDb *db,
                                      const char *uid,
                                      gint64 next_usec,
                                      GError **error);

/* @next_usec: (out): when the next task that is not paused is due; 0 if none is. */
gboolean exm_table_task_get_next_due (ExmDb *db, gint64 *next_usec, GError **error);

/* Returns: (transfer full) (element-type utf8): uids of at most @limit tasks, the longest
 * due first. */
GPtrArray *
exm_table_task_list_due (ExmDb *db, gint64 now_usec, guint limit, GError **error);

gboolean exm_table_task_count (ExmDb *db, ExmStoreStats *stats, GError **error);

G_END_DECLS
