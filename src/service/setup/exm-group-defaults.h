/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values that the tasks of a group get unless they have their own. They are settings of
 * the store; what a task runs by always stands in the task itself. A task whose value is
 * that of its group follows it: where the group's becomes another, so does the task's.
 * Groups that are in another one have its values until they get their own.
 *
 * Calls with a store are on its thread. */

#pragma once

#include "store/exm-store-reader.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_GROUP_SCHEDULE,
  EXM_GROUP_OUTPUTS,
  EXM_GROUP_KEEP, /* what is kept of an article beside its text */
  EXM_N_GROUP_VALUES,
} ExmGroupValue;

/* Bit of a value in a set of them. */
#define EXM_GROUP_BIT(value) (1u << (value))

/* Returns: "schedule", "outputs" or "keep", for settings, options and JSON */
const char *exm_group_value_get_name (ExmGroupValue value);

/* @value: (out): left alone if there is none of that name. Returns: whether there is */
gboolean exm_group_value_from_name (const char *name, ExmGroupValue *value);

/* Returns: (transfer full): the beginning of the store's keys for it; a group follows */
char *exm_group_value_dup_prefix (ExmGroupValue value);

/**
 * exm_group_normalize:
 * @group: (nullable): as it was typed
 *
 * Returns: (transfer full) (nullable): the same without empty parts and spaces around
 *   them; %NULL where nothing is left
 */
char *exm_group_normalize (const char *group);

/* @path: (nullable): a normal one. Returns: whether @group is it, or is in it */
gboolean exm_group_is_below (const char *group, const char *path);

/**
 * exm_group_defaults_get:
 * @group: (nullable): of a task
 * @from: (out) (transfer full) (nullable) (optional): the group that says so, itself or
 *   one that it is in
 * @error: (out): of the store; %EXM_TASK_ERROR where what is stored cannot be read
 *
 * Returns: (transfer full) (nullable): a task with the value, and nothing else that
 *   counts; %NULL with @error unset where no group has one
 */
ExmTask *exm_group_defaults_get (
    ExmStore *store, const char *group, ExmGroupValue value, char **from, GError **error);

/* Returns: whether @task has the value of @model */
gboolean exm_group_defaults_is_same (ExmGroupValue value,
                                     const ExmTask *task,
                                     const ExmTask *model);

/**
 * exm_group_defaults_apply:
 * @task: a new one, in its group
 * @own: bits of the values that it has of its own
 *
 * Returns: (transfer full) (nullable): @task with what its group has in place of the
 *   others; %NULL with @error as of exm_group_defaults_get()
 */
ExmTask *exm_group_defaults_apply (ExmStore *store,
                                   const ExmTask *task,
                                   guint own,
                                   GError **error);

/**
 * exm_group_defaults_set:
 * @group: a group, which may have no task yet
 * @model: (nullable): has the value; %NULL: the group has none of its own any more
 * @all: whether tasks with another value get it, too, and not only those that follow
 * @befores: (element-type ExmTask) (nullable): gets the tasks that changed, as they were
 *
 * Gives a group a value, and the tasks that follow it, whose next runs are planned by it.
 * All of it or nothing is stored. Cost: O(tasks), a version for each that changes.
 */
gboolean exm_group_defaults_set (ExmStore *store,
                                 const char *group,
                                 ExmGroupValue value,
                                 const ExmTask *model,
                                 gboolean all,
                                 gint64 now_usec,
                                 GPtrArray *befores,
                                 GError **error);

/**
 * exm_group_defaults_list_followed_async:
 * @task: as it is stored
 * @callback: called in the thread-default context of the caller
 *
 * Finds the groups that a task has its values from. Any thread. The result is a #GTask of
 * a #GPtrArray (element-type utf8): for each value the group that says it, %NULL where
 * the task has its own; errors as of exm_group_defaults_get().
 */
void exm_group_defaults_list_followed_async (ExmStoreReader *reader,
                                             ExmTask *task,
                                             GCancellable *cancellable,
                                             GAsyncReadyCallback callback,
                                             gpointer data);

G_END_DECLS
