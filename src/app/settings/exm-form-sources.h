/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Form of the sources of a task, in which it finds addresses of articles, one row
 * each. */

#pragma once

#include "task/exm-task.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_FORM_SOURCES (exm_form_sources_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmFormSources, exm_form_sources, EXM, FORM_SOURCES, AdwPreferencesGroup)

/* Shows what @fields says. Its signal "changed" tells of what a person changes. */
void exm_form_sources_set (ExmFormSources *self, const ExmTaskFields *fields);

/* Puts what is shown into @fields, which has none of it yet. */
void exm_form_sources_get (ExmFormSources *self, ExmTaskFields *fields);

/* Returns: (transfer full) (nullable): what is wrong with the first source that is */
char *exm_form_sources_check (ExmFormSources *self);

G_END_DECLS
