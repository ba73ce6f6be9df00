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

typedef void (*ExmPreloadFunc) (GtkWindow *window, gconstpointer data);

/**
 * exm_preload_then:
 * @window: was made just now
 * @func: adds a part of what it lacks, unless it is gone by then
 * @data: for @func; outlives it
 *
 * Each call is for a turn of the main loop of its own, in the order of the calls: a
 * dialog as a whole takes longer than a frame.
 */
void
exm_preload_then (GtkWindow *window, ExmPreloadFunc func, gconstpointer data);

/* Shows a window that was made just now, after what exm_preload_then() was asked for. */
void
exm_preload_present (GtkWindow *window);

G_END_DECLS
