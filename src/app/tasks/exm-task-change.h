/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A change of several tasks at once, and back. Main thread; nothing blocks. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_TASK_CHANGE_PAUSED,
  EXM_TASK_CHANGE_GROUP,
  EXM_TASK_CHANGE_NAME,
  EXM_TASK_CHANGE_SCHEDULE, /* their next runs are planned by it */
  EXM_TASK_CHANGE_OUTPUTS,
  EXM_TASK_CHANGE_GROUP_NAME, /* of a group alone: its tasks and groups go with it */
  EXM_TASK_CHANGE_TRASH,      /* they go there; Undo restores them */
} ExmTaskChangeKind;

#define EXM_TYPE_TASK_CHANGE (exm_task_change_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskChange, exm_task_change, EXM, TASK_CHANGE, GObject)

/**
 * exm_task_change_new:
 * @uids: (element-type utf8): identities of tasks; copied
 * @given: (inout) (nullable): has what all of them get; taken over and left empty. %NULL
 *   for the trash
 */
ExmTaskChange *
exm_task_change_new (ExmTaskChangeKind kind, const GPtrArray *uids, ExmTaskFields *given);

/**
 * exm_task_change_new_of_group:
 * @kind: the schedule, the outputs or its name
 * @group: the group, which gets the value, and its tasks with it; see
 *   exm_group_defaults_set() and exm_group_rename_run()
 * @all: also those of its tasks that have their own; not for its name
 */
ExmTaskChange *exm_task_change_new_of_group (ExmTaskChangeKind kind,
                                             const char *group,
                                             ExmTaskFields *given,
                                             gboolean all);

/* Returns: (nullable): the group that gets a value, if it is one */
const char *exm_task_change_get_group (ExmTaskChange *self);

ExmTaskChangeKind exm_task_change_get_kind (ExmTaskChange *self);

/* How many tasks were changed; those that had the value already are not. */
guint exm_task_change_get_n_done (ExmTaskChange *self);

/* How many articles went into the trash with them. */
guint exm_task_change_get_n_articles (ExmTaskChange *self);

/* Once. It is written in slices, so that the worker has other things to do as well. Tasks
 * that were changed before one fails stay so, and are taken back by
 * exm_task_change_undo_async(). Both end with exm_session_write_finish(). */
void exm_task_change_run_async (ExmTaskChange *self,
                                ExmSession *session,
                                GAsyncReadyCallback callback,
                                gpointer data);

/* Gives each task back what it had before, and leaves alone what else was changed of it
 * since. */
void exm_task_change_undo_async (ExmTaskChange *self,
                                 ExmSession *session,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

G_END_DECLS
