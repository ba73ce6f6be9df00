/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task that something ails in the queue of what needs a person. */

#pragma once

#include "app/session/exm-task-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_PROBLEM_ROW (exm_problem_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmProblemRow, exm_problem_row, EXM, PROBLEM_ROW, GtkWidget)

/* @item: (nullable): what is shown from now on */
void exm_problem_row_set_item (ExmProblemRow *self, ExmTaskItem *item);

/* Returns: (transfer none) (nullable): what is shown */
ExmTaskItem *exm_problem_row_get_item (ExmProblemRow *self);

G_END_DECLS
