/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fills a new window in idle steps, so that no step holds the main loop for longer than a
 * frame. Main thread. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*ExmIdleFillFunc) (GtkWindow *window, gconstpointer data);

/**
 * exm_idle_fill_then:
 * @window: was made just now
 * @func: adds a part of what it lacks, unless it is gone by then
 * @data: for @func; outlives it
 *
 * Each call is for a turn of the main loop of its own, in the order of the calls: a
 * dialog as a whole takes longer than a frame.
 */
void exm_idle_fill_then (GtkWindow *window, ExmIdleFillFunc func, gconstpointer data);

/* Shows a window that was made just now, after what exm_idle_fill_then() was asked for.
 */
void exm_idle_fill_present (GtkWindow *window);

G_END_DECLS
