/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All shortcuts of the window in one list, from which both the keys and the window that
 * shows them are made. Keys are looked at before the focused widget sees them, because a
 * web view keeps what it gets; while text is edited only some of them are.
 *
 * "win." actions are the window's. "page." actions are asked of the view that is shown,
 * whose class installs those that it has: page.find, page.inspector, page.previous,
 * page.next, page.save, page.looks-right, page.wrong, page.mark, page.fit, page.undo.
 * Where it has none, or it is disabled, the key goes on to the focused widget. */

#pragma once

#include "exm-window.h"

G_BEGIN_DECLS

/* Puts the keys on the window. */
void
exm_shortcuts_install (ExmWindow *window);

/* Returns: (transfer none): a window that shows them, transient for @window, for
 * exm_preload_present(), before which it is filled */
GtkWindow *
exm_shortcuts_window_new (ExmWindow *window);

/**
 * exm_shortcuts_leave_enter:
 * @focus: (nullable): what has the focus
 *
 * Returns: whether Enter is that widget's own: it activates it, or a part of it
 */
gboolean
exm_shortcuts_leave_enter (GtkWidget *focus);

G_END_DECLS
