/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What keeps the first opening of a view or a dialog from holding the main loop for
 * longer than a frame. Main thread. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_preload_start:
 *
 * Prepares the classes of views, rows and dialogs, whose templates are parsed then, one
 * whenever nothing else is to be done. Once a process; later calls do nothing.
 */
void
exm_preload_start (void);

/* Shows a window that was made just now: in a turn of the main loop of its own, since
 * either takes about a frame. Unless it is destroyed before. */
void
exm_preload_present (GtkWindow *window);

G_END_DECLS
