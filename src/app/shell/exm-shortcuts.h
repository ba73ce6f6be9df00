/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* All shortcuts of the window in one list, from which both the keys and the window that
 * shows them are made. Keys are looked at before the focused widget sees them, because a
 * web view keeps what it gets; while text is edited only some of them are.
 *
 * "win." actions are the window's. "page." actions are asked of the page that is shown,
 * whose class installs those that it has: page.find, page.inspector, page.previous,
 * page.next, page.save, page.looks-right, page.wrong, page.mark, page.fit, page.undo.
 * Where it has none, or it is disabled, the key goes on to the focused widget. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_shortcuts_take_key:
 * @page: (nullable): what "page." actions are asked of
 * @event: a key press in @window, before the focused widget sees it
 *
 * Returns: %GDK_EVENT_STOP if an action was activated, else %GDK_EVENT_PROPAGATE
 */
gboolean exm_shortcuts_take_key (GtkWindow *window, GtkWidget *page, GdkEvent *event);

/* Returns: (transfer none): a window that shows them, transient for @window, for
 * exm_idle_fill_present(), before which it is filled */
GtkWindow *exm_shortcuts_window_new (GtkWindow *window);

G_END_DECLS
