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
} ExmTaskChangeKind;

#define EXM_TYPE_TASK_CHANGE (exm_task_change_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskChange, exm_task_change, EXM, TASK_CHANGE, GObject)

/**
 * exm_task_change_new:
 * @uids: (element-type utf8): identities of tasks; copied
 * @text: (nullable): the group or the name; %NULL for no group
 * @paused: of %EXM_TASK_CHANGE_PAUSED
 */
ExmTaskChange *exm_task_change_new (ExmTaskChangeKind kind,
                                    const GPtrArray *uids,
                                    const char *text,
                                    gboolean paused);

/* How many tasks were changed; those that had the value already are not. */
guint exm_task_change_get_n_done (ExmTaskChange *self);

/* Once. Tasks that were changed before one fails stay so, and are taken back by
 * exm_task_change_undo_async(). Both end with exm_session_write_finish(). */
void exm_task_change_run_async (ExmTaskChange *self,
                                ExmSession *session,
                                GAsyncReadyCallback callback,
                                gpointer data);
void exm_task_change_undo_async (ExmTaskChange *self,
                                 ExmSession *session,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

G_END_DECLS
