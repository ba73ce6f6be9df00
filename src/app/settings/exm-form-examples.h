/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The example pages of a task: which there are, and in which encoding they are read. What
 * is body on them is marked on the workbench. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FORM_EXAMPLES (exm_form_examples_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFormExamples, exm_form_examples, EXM, FORM_EXAMPLES, AdwPreferencesGroup)

/* Shows what @fields says. Its signal "changed" tells of what a person changes. */
void exm_form_examples_set (ExmFormExamples *self, const ExmTaskFields *fields);

/* Puts what is shown into @fields, which has none of it yet. */
void exm_form_examples_get (ExmFormExamples *self, ExmTaskFields *fields);

G_END_DECLS
