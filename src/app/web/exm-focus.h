/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys that a focused widget needs for itself, before a window takes them as shortcuts.
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @focus: (nullable): the focused widget
 *
 * Returns: whether it takes letters and Enter: text is edited, or a popover is open */
gboolean exm_focus_keeps_letters (GtkWidget *focus);

/* @focus: (nullable): the focused widget
 *
 * Returns: whether Enter is its own: it activates the widget, or a part of it */
gboolean exm_focus_keeps_enter (GtkWidget *focus);

G_END_DECLS
