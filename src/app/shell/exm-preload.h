/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Prepares the classes of views and dialogs while the main loop is idle. Main thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_preload_start:
 *
 * Prepares the classes of views, rows and dialogs, whose templates are parsed then, one
 * whenever nothing else is to be done. Once a process; later calls do nothing.
 */
void exm_preload_start (void);

G_END_DECLS
