/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task that something ails in the queue of what needs a person. */

#pragma once

#include "exm-task-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TROUBLE_ROW (exm_trouble_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmTroubleRow, exm_trouble_row, EXM, TROUBLE_ROW, GtkWidget)

GtkWidget *
exm_trouble_row_new (void);

/* @item: (nullable): what is shown from now on */
void
exm_trouble_row_set_item (ExmTroubleRow *self, ExmTaskItem *item);

/* Returns: (transfer none) (nullable): what is shown */
ExmTaskItem *
exm_trouble_row_get_item (ExmTroubleRow *self);

G_END_DECLS
