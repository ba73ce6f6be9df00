/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of one or several tasks as a person asks for them: with dialogs that ask for
 * values, toasts that tell what was done, and Undo. Main thread. */

#pragma once

#include "app/tasks/exm-task-change.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_EDITOR (exm_task_editor_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskEditor, exm_task_editor, EXM, TASK_EDITOR, GObject)

/**
 * exm_task_editor_new:
 * @widget: (unowned): toasts are shown around it, dialogs above its window; the editor
 *   ends with it
 *
 * Its signal "changed" tells that exm_task_editor_can_undo() may have become another.
 *
 * Returns: (transfer full): an editor
 */
ExmTaskEditor *exm_task_editor_new (GtkWidget *widget, ExmSession *session);

/**
 * exm_task_editor_ask:
 * @kind: what is changed; the name, group, schedule and outputs are asked for
 * @uids: (element-type utf8): identities of tasks; nothing happens without any
 *
 * Asks with what the first of the tasks has, and changes all of them then.
 */
void
exm_task_editor_ask (ExmTaskEditor *self, ExmTaskChangeKind kind, const GPtrArray *uids);

/**
 * exm_task_editor_ask_of_group:
 * @kind: the schedule, the outputs or its name
 * @group: its path
 * @uids: (element-type utf8): identities of its tasks, at least one
 *
 * As exm_task_editor_ask(), for what the tasks of a group get, also those that come into
 * it later.
 */
void exm_task_editor_ask_of_group (ExmTaskEditor *self,
                                   ExmTaskChangeKind kind,
                                   const char *group,
                                   const GPtrArray *uids);

/* Pauses or resumes the tasks. */
void
exm_task_editor_set_paused (ExmTaskEditor *self, const GPtrArray *uids, gboolean paused);

/* Runs each of the tasks now. */
void exm_task_editor_run (ExmTaskEditor *self, const GPtrArray *uids);

/* Whether there is a last change that can be taken back. */
gboolean exm_task_editor_can_undo (ExmTaskEditor *self);

/* Takes the last change back, if there is one. */
void exm_task_editor_undo (ExmTaskEditor *self);

G_END_DECLS
