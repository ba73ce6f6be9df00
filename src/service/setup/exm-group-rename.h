/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Another name for a group of tasks, with the groups in it and what their tasks get. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/* Renaming as it was done, for taking it back. */
typedef struct
{
  GPtrArray *befores;   /* (element-type ExmTask): the tasks that changed, as they were */
  GPtrArray *groups;    /* (element-type utf8): the group that each of them came into */
  GHashTable *settings; /* (element-type utf8 utf8): values of the store before, by key;
                         * empty for none */
} ExmGroupRename;

/* Returns: (transfer full): one that changed nothing */
ExmGroupRename *exm_group_rename_new (void);

void exm_group_rename_free (ExmGroupRename *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmGroupRename, exm_group_rename_free)

/**
 * exm_group_rename_run:
 * @self: an empty one; stays so on failure
 * @from: a group, as "News/Local"
 * @to: its new path, which may be that of another group: they are one then, and what that
 *   one says of its tasks stays
 * @error: (out): of the store
 *
 * Renames a group on the store's thread: its tasks, those of the groups in it, and what
 * they get unless they have their own. All of it or nothing is stored. Cost: O(tasks +
 * settings), a version for each task.
 */
gboolean exm_group_rename_run (ExmGroupRename *self,
                               ExmStore *store,
                               const char *from,
                               const char *to,
                               gint64 now_usec,
                               GError **error);

/**
 * exm_group_rename_undo:
 *
 * Gives groups and tasks back what they had, on the store's thread. Tasks that were moved
 * elsewhere since, or deleted, are left alone. All of it or nothing is stored.
 */
gboolean exm_group_rename_undo (ExmGroupRename *self,
                                ExmStore *store,
                                gint64 now_usec,
                                GError **error);

G_END_DECLS
