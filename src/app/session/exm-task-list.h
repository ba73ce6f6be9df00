/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tasks of a store as a GListModel of ExmTaskItem, by name. Main thread. */

#pragma once

#include "app/session/exm-task-item.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_LIST (exm_task_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskList, exm_task_list, EXM, TASK_LIST, GObject)

/**
 * exm_task_list_new:
 *
 * Returns: (transfer full): an empty list; its property "n-items" notifies
 */
ExmTaskList *exm_task_list_new (void);

/**
 * exm_task_list_update:
 * @infos: (element-type ExmTaskInfo): all tasks that there are
 *
 * Items of tasks that were there stay the same objects. One "items-changed" covers the
 * stretch in which the list differs; none is emitted if the order is the same.
 */
void exm_task_list_update (ExmTaskList *self, GPtrArray *infos);

/**
 * exm_task_list_find:
 * @uid: (nullable): a task
 *
 * Returns: (transfer none) (nullable): its item. Cost: O(1)
 */
ExmTaskItem *exm_task_list_find (ExmTaskList *self, const char *uid);

G_END_DECLS
