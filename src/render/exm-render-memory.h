/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much memory a process takes with all that it started. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_render_memory_of:
 * @pid: a process
 *
 * Any thread; a few small reads of /proc for each process.
 *
 * Returns: resident bytes of it and its descendants that no other process shares; 0 where
 *   that cannot be read
 */
guint64 exm_render_memory_of (int pid);

G_END_DECLS
