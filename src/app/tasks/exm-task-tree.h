/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks below their groups, as one list: groups by name, each with the groups in it, then
 * its tasks; tasks of no group come last. Main thread. */

#pragma once

#include "app/tasks/exm-group-item.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_TREE (exm_task_tree_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskTree, exm_task_tree, EXM, TASK_TREE, GObject)

/**
 * exm_task_tree_new:
 * @tasks: (element-type ExmTaskItem): in the order in which each group lists its own
 *
 * Follows what is added to @tasks and what goes; exm_task_tree_update() has to be called
 * where groups of tasks may be others. Items of groups stay the same objects.
 *
 * Returns: (transfer full): a #GListModel of #ExmGroupItem and #ExmTaskItem
 */
ExmTaskTree *exm_task_tree_new (GListModel *tasks);

/* @item: (type GObject): of the tree, or of a list with the tree in it. Returns: how many
 * groups its row is in */
guint exm_task_tree_get_depth (gpointer item);

/* Looks at the groups of all tasks again. Cost: O(tasks · log tasks) */
void exm_task_tree_update (ExmTaskTree *self);

/* Hides the tasks of the group, or shows them again. */
void exm_task_tree_toggle (ExmTaskTree *self, ExmGroupItem *group);

/* @all: whether each group shows its tasks, as while somebody looks for one */
void exm_task_tree_set_expanded (ExmTaskTree *self, gboolean all);

/* @paths: (array zero-terminated=1): groups whose tasks are hidden */
void exm_task_tree_set_collapsed (ExmTaskTree *self, const char *const *paths);

/* Returns: (transfer full): the same, by name */
char **exm_task_tree_dup_collapsed (ExmTaskTree *self);

/* Returns: (transfer full): identities of the tasks of the group, and of those in it,
 * %NULL-terminated */
char **exm_task_tree_dup_uids (ExmTaskTree *self, ExmGroupItem *group);

G_END_DECLS
