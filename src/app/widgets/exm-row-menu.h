/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of a row of a list or a table. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_row_menu_popup:
 * @model: of the menu
 * @owner: the widget around the list, which it is shown over
 * @row: (nullable): gets the keyboard back when the menu is closed, if it is shown still
 * @place: in pixels of @owner
 *
 * Main thread.
 *
 * Returns: (transfer none): the menu, which goes when it is closed; an owner that ends
 *   before unparents it
 */
GtkWidget *exm_row_menu_popup (GMenuModel *model,
                               GtkWidget *owner,
                               GtkWidget *row,
                               const GdkRectangle *place);

G_END_DECLS
