/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Long work of a command on a thread of its own, so that it can be ended from the
 * keyboard and still say what it did. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @cancellable: used when the command is to end; then the work soon returns */
typedef void (*ExmCliWorkFunc) (gpointer data, GCancellable *cancellable);

/**
 * exm_cli_run_in_background:
 * @work: called once, on another thread
 * @tick: (nullable): called ten times a second meanwhile, on this one
 * @data: of both
 *
 * SIGINT and SIGTERM are heard until @work returns, and its @cancellable is used then.
 * Blocks.
 *
 * Returns: whether it was not told to end
 */
gboolean
exm_cli_run_in_background (ExmCliWorkFunc work, void (*tick) (gpointer), gpointer data);

G_END_DECLS
