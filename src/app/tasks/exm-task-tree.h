/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks below their groups, as one list: each group with the groups in it, then its
 * tasks; tasks of no group come last. Main thread. */

#pragma once

#include "app/tasks/exm-closed-groups.h"
#include "app/tasks/exm-group-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_TREE (exm_task_tree_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskTree, exm_task_tree, EXM, TASK_TREE, GObject)

/**
 * exm_task_tree_new:
 * @tasks: (element-type ExmTaskItem): in the order in which each group lists its own
 *
 * Follows what is added to @tasks and what goes; exm_task_tree_update() has to be called
 * where groups or numbers of tasks may be others. The item of a group stays the same
 * object as long as it is listed.
 *
 * Returns: (transfer full): a #GListModel of #ExmGroupItem and #ExmTaskItem
 */
ExmTaskTree *exm_task_tree_new (GListModel *tasks);

/* @item: (type GObject): of the tree, or of a list with the tree in it. Returns: how many
 * groups its row is in */
guint exm_task_tree_get_depth (gpointer item);

/* @item: (type GObject): as of exm_task_tree_get_depth(). Returns: whether it is the
 * group, or in it */
gboolean exm_task_tree_is_below (gpointer item, ExmGroupItem *group);

/* Looks at the groups of all tasks again. Cost: O(tasks · log tasks) */
void exm_task_tree_update (ExmTaskTree *self);

/* @closed: groups whose tasks are hidden; it is followed. Until then there are none. */
void exm_task_tree_set_closed (ExmTaskTree *self, ExmClosedGroups *closed);

/* @sorter: order of groups that are in the same one; it is followed. Those that are equal
 * to it come by name, as all do until then. */
void exm_task_tree_set_sorter (ExmTaskTree *self, GtkSorter *sorter);

/* Hides the tasks of the group, or shows them again; while all groups show theirs, it
 * does nothing. */
void exm_task_tree_toggle (ExmTaskTree *self, ExmGroupItem *group);

/* Left and Right close and open the group, and the other way round where text goes from
 * right to left. Returns: whether the key did */
gboolean
exm_task_tree_take_key (ExmTaskTree *self, ExmGroupItem *group, guint key, gboolean rtl);

/* @all: whether each group shows its tasks, as while somebody looks for one */
void exm_task_tree_set_expanded (ExmTaskTree *self, gboolean all);

/* Returns: (transfer full): identities of the tasks of the group, and of those in it,
 * %NULL-terminated */
char **exm_task_tree_dup_uids (ExmTaskTree *self, ExmGroupItem *group);

G_END_DECLS
