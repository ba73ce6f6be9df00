/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store's trash: deleted tasks, which keep their articles for %EXM_TRASH_USEC. They
 * do not run, publish, or show in any list, search or count; their name is free. */

#pragma once

#include "store/exm-store.h"
#include "store/tables/exm-table-trash.h"

G_BEGIN_DECLS

/* Which copy stays of an article that another task has too. */
typedef enum
{
  EXM_TRASH_KEEP_BOTH,
  EXM_TRASH_KEEP_TRASHED,
  EXM_TRASH_KEEP_NEW,
} ExmTrashKeep;

/**
 * exm_store_trash_task:
 * @n_articles: (out): articles that went with it
 *
 * Moves a task into the trash. Its run ends as stopped; what it was to fetch and to
 * publish rests.
 */
gboolean exm_store_trash_task (
    ExmStore *self, const char *uid, gint64 now_usec, guint *n_articles, GError **error);

/* Returns: (transfer full) (element-type ExmTrashInfo): the last one first */
GPtrArray *exm_store_list_trash (ExmStore *self, GError **error);

/* Returns: (transfer full): what tasks set up since have of the task's articles */
ExmTrashTwins *
exm_store_find_trash_twins (ExmStore *self, const char *uid, GError **error);

/* @in_trash: (out): whether a task of that identity is in the trash, or still on its way
 * out */
gboolean exm_store_is_in_trash (ExmStore *self,
                                const char *uid,
                                gboolean *in_trash,
                                GError **error);

/**
 * exm_store_restore_trashed:
 * @keep: which copies of common articles stay
 * @name: (out) (transfer full) (nullable): its new name, where another task has its own
 * @over: (out): whether it is restored; else the same has to be called again
 *
 * Restores a task; what waited to be published is due again. Copies that do not stay are
 * deleted first, a slice a call, so that nothing is held for long. Whatever ends this in
 * the middle, each article is still on one side.
 */
gboolean exm_store_restore_trashed (ExmStore *self,
                                    const char *uid,
                                    ExmTrashKeep keep,
                                    gint64 now_usec,
                                    char **name,
                                    gboolean *over,
                                    GError **error);

/**
 * exm_store_begin_emptying:
 * @uid: (nullable): one task, %NULL for all in the trash
 * @before_usec: of these only what was trashed by then
 *
 * From now on it cannot be restored; exm_store_empty_some() deletes it, now or later,
 * here or in another process.
 */
gboolean exm_store_begin_emptying (ExmStore *self,
                                   const char *uid,
                                   gint64 before_usec,
                                   GError **error);

/**
 * exm_store_empty_some:
 * @name: (out) (transfer full) (nullable): the task that is gone with this call
 * @n_articles: (out): the articles that it had
 * @more: (out): whether there is more to delete
 *
 * Deletes a slice of what is being emptied out. Published files stay.
 */
gboolean exm_store_empty_some (
    ExmStore *self, char **name, guint *n_articles, gboolean *more, GError **error);

/* @next_usec: (out): when a task has to be emptied out: 1 for at once, 0 for never */
gboolean exm_store_get_next_emptying (ExmStore *self, gint64 *next_usec, GError **error);

G_END_DECLS
