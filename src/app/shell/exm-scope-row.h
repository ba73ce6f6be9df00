/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of the sidebar: an icon, that of a task's site, a name, the state in words and a
 * count. */

#pragma once

#include "app/widgets/exm-site-icons.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_SCOPE_ROW (exm_scope_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmScopeRow, exm_scope_row, EXM, SCOPE_ROW, GtkBox)

/* @icons: of the sites of tasks */
GtkWidget *exm_scope_row_new (ExmSiteIcons *icons);

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
