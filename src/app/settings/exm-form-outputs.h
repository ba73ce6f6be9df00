/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Form of the outputs of a task, or of a saved search, one row each. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FORM_OUTPUTS (exm_form_outputs_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFormOutputs, exm_form_outputs, EXM, FORM_OUTPUTS, AdwPreferencesGroup)

/* Leaves format and folder alone to be set, or connection and time: no more is kept of
 * the outputs of a saved search. Before exm_form_outputs_set(). */
void exm_form_outputs_simplify (ExmFormOutputs *self);

/* Shows what @fields says. Its signal "changed" tells of what a person changes. @folder:
 * (nullable): the data folder, where connections are kept */
void exm_form_outputs_set (ExmFormOutputs *self,
                           const ExmTaskFields *fields,
                           const char *folder);

/* Puts what is shown into @fields, which has none of it yet. */
void exm_form_outputs_get (ExmFormOutputs *self, ExmTaskFields *fields);

/* Returns: (transfer full) (nullable): what is wrong with the first output that is */
char *exm_form_outputs_check (ExmFormOutputs *self);

G_END_DECLS
