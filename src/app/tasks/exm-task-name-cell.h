/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The first cell of a row of the table: the name of a task, or of a group with an arrow
 * that opens and closes it. What is in a group is further in. */

#pragma once

#include "app/widgets/exm-site-icons.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TASK_NAME_CELL (exm_task_name_cell_get_type ())
G_DECLARE_FINAL_TYPE (ExmTaskNameCell, exm_task_name_cell, EXM, TASK_NAME_CELL, GtkBox)

/* @icons: (nullable): of the sites of the tasks that it gets next */
void exm_task_name_cell_set_icons (ExmTaskNameCell *self, ExmSiteIcons *icons);

/**
 * exm_task_name_cell_set_item:
 * @item: (nullable): an ExmTaskItem or an ExmGroupItem; as it is now
 *
 * A click on the arrow of a group runs the action "tasks.toggle-group" with its path. The
 * row that the cell is in says whether its group is open.
 */
void exm_task_name_cell_set_item (ExmTaskNameCell *self, gpointer item);

/**
 * exm_task_name_cell_find:
 * @widget: (nullable): a row of a table with such cells, or in one
 * @row: (out) (transfer none) (nullable) (optional): the row
 *
 * Returns: (transfer none) (nullable): what the row shows
 */
gpointer exm_task_name_cell_find (GtkWidget *widget, GtkWidget **row);

G_END_DECLS
