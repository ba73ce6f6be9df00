/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of the sidebar: an icon, a name, the state in words and a count. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SCOPE_ROW (exm_scope_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmScopeRow, exm_scope_row, EXM, SCOPE_ROW, GtkBox)

GtkWidget *exm_scope_row_new (void);

/**
 * exm_scope_row_set_item:
 * @item: (nullable): an ExmTaskItem, an ExmGroupItem, an ExmSavedSearchItem or an
 *   ExmScope; it is followed
 * @in_tree: whether what is in a group is further in, for the eye
 */
void exm_scope_row_set_item (ExmScopeRow *self, gpointer item, gboolean in_tree);

/* Returns: (transfer full) (nullable): what it shows */
gpointer exm_scope_row_dup_item (ExmScopeRow *self);

G_END_DECLS
