/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/session/exm-trash-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_TRASH_ROW (exm_trash_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmTrashRow, exm_trash_row, EXM, TRASH_ROW, GtkListBoxRow)

/**
 * exm_trash_row_new:
 *
 * Its buttons activate "trash.restore" and "trash.delete" with the identity of the task.
 *
 * Returns: (transfer floating): a row about @item
 */
GtkWidget *exm_trash_row_new (ExmTrashItem *item);

G_END_DECLS
