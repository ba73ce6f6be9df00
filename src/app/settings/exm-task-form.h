/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every field of a task, to be edited. Nothing is written. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_FORM (exm_task_form_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskForm, exm_task_form, EXM, TASK_FORM, AdwBin)

/* @task: what is shown from now on. The signal "changed" tells of what a person changes.
 */
void exm_task_form_set_task (ExmTaskForm *self, ExmTask *task);

/**
 * exm_task_form_begin:
 * @task: what is shown after the last step
 *
 * As exm_task_form_set_task(), whose many rows would hold the main loop for longer than a
 * frame, but in steps: exm_task_form_step() is to be called until it returns %FALSE.
 * Until then the form shows something in between, and nothing is to be asked of it. What
 * a person changes in between is told of by "changed" in the last step.
 */
void exm_task_form_begin (ExmTaskForm *self, ExmTask *task);

/* Returns: whether more is to be done */
gboolean exm_task_form_step (ExmTaskForm *self);

/* Says when the worker runs the task @stored next: as exm_form_schedule_set_due(). */
void exm_task_form_set_due (ExmTaskForm *self, ExmTask *stored, gint64 due_usec);

/* Returns: (transfer full): a task as the rows say; the identity and what is not shown
 * are those of the task that was set */
ExmTask *exm_task_form_make_task (ExmTaskForm *self);

/* @n_passed: addresses that the first run passed over and that can be collected still;
 * shown at the row of the first run unless 0 */
void exm_task_form_set_passed_over (ExmTaskForm *self, guint n_passed);

/* @groups: (element-type utf8): for each #ExmGroupValue the group that it is from, which
 * is said beside it; holds %NULL where it is the task's own */
void exm_task_form_set_groups (ExmTaskForm *self, const GPtrArray *groups);

/* @folder: (nullable): the data folder, where connections of messages are kept; for tasks
 * that are shown from now on */
void exm_task_form_set_folder (ExmTaskForm *self, const char *folder);

/* @bytes_a_day: that the task's pictures take, as is estimated; 0: not known */
void exm_task_form_set_kept (ExmTaskForm *self, guint64 bytes_a_day);

/**
 * exm_task_form_check:
 *
 * Returns: (transfer full) (nullable): what is wrong, in words; %NULL if it can be saved
 */
char *exm_task_form_check (ExmTaskForm *self);

G_END_DECLS
