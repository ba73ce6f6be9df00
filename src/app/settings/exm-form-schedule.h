/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When a task is collected: how often, when of the week, in words, and the next times. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FORM_SCHEDULE (exm_form_schedule_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFormSchedule, exm_form_schedule, EXM, FORM_SCHEDULE, AdwPreferencesGroup)

/* Shows what @fields says. Its signal "changed" tells of what a person changes. */
void exm_form_schedule_set (ExmFormSchedule *self, const ExmTaskFields *fields);

/**
 * exm_form_schedule_set_due:
 * @schedule: (nullable): that the worker goes by; while it is shown, so is when it is due
 * @due_usec: Unix time in microseconds, 0 for never
 */
void
exm_form_schedule_set_due (ExmFormSchedule *self, ExmSchedule *schedule, gint64 due_usec);

/* Puts what is shown into @fields, which has none of it yet. */
void exm_form_schedule_get (ExmFormSchedule *self, ExmTaskFields *fields);

/* Returns: (transfer full) (nullable): what is wrong with it */
char *exm_form_schedule_check (ExmFormSchedule *self);

G_END_DECLS
