/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table trash: deleted tasks that can be restored. Their rows in all other tables
 * stay as they are; queries leave them out by EXM_SQL_NOT_TRASHED(). Functions for the
 * thread of the connection; @task is a row of the table task. */

#pragma once

#include "store/db/exm-schema.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* How long a task stays there. */
#define EXM_TRASH_USEC (30 * G_TIME_SPAN_DAY)

/**
 * exm_table_trash_find:
 * @task: (out): row of the task
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND unless it is there and can be restored
 */
gboolean exm_table_trash_find (ExmDb *db, const char *uid, gint64 *task, GError **error);

/* @task: (out): row of a task of that identity in the trash, 0 if there is none, also one
 * that is being emptied out */
gboolean
exm_table_trash_has_uid (ExmDb *db, const char *uid, gint64 *task, GError **error);

/**
 * exm_table_trash_put:
 * @n_articles: (out): articles that went with the task
 *
 * Puts a task there.
 */
gboolean exm_table_trash_put (
    ExmDb *db, gint64 task, gint64 now_usec, guint *n_articles, GError **error);

/* Takes the task out again. */
gboolean exm_table_trash_remove (ExmDb *db, gint64 task, GError **error);

/* Returns: (transfer full) (element-type ExmTrashInfo): what can be restored, the last
 * one first */
GPtrArray *exm_table_trash_list (ExmDb *db, GError **error);

/**
 * exm_table_trash_find_twins:
 *
 * Compares the task's articles with those of tasks made since it was trashed. Cost: its
 * articles for each of these.
 *
 * Returns: (transfer full): how many are in both, and with which task
 */
ExmTrashTwins *exm_table_trash_find_twins (ExmDb *db, gint64 task, GError **error);

/**
 * exm_table_trash_drop_twins:
 * @of_trash: delete those in the trash; else those of the other tasks
 * @limit: at most so many
 * @n_dropped: (out): so many
 */
gboolean exm_table_trash_drop_twins (ExmDb *db,
                                     gint64 task,
                                     gboolean of_trash,
                                     guint limit,
                                     guint *n_dropped,
                                     GError **error);

/**
 * exm_table_trash_begin_emptying:
 * @task: which one, 0 for all
 * @before_usec: of these only what was trashed by then
 *
 * From now on it cannot be restored.
 */
gboolean exm_table_trash_begin_emptying (ExmDb *db,
                                         gint64 task,
                                         gint64 before_usec,
                                         GError **error);

/**
 * exm_table_trash_get_emptying:
 * @task: (out): a task that is being emptied out, 0 if there is none
 * @name: (out) (transfer full) (nullable): its name
 * @n_articles: (out): what it had when that began
 */
gboolean exm_table_trash_get_emptying (
    ExmDb *db, gint64 *task, char **name, guint *n_articles, GError **error);

/**
 * exm_table_trash_delete_some:
 * @limit: at most so many rows of each table
 * @over: (out): whether the task is gone
 *
 * Deletes a part of a task that is being emptied out, and with the last one the task.
 */
gboolean exm_table_trash_delete_some (
    ExmDb *db, gint64 task, guint limit, gboolean *over, GError **error);

/* @next_usec: (out): when the next task is to be emptied out: 1 for at once, 0 for never
 */
gboolean exm_table_trash_get_next (ExmDb *db, gint64 *next_usec, GError **error);

G_END_DECLS
