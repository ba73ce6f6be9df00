/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "fetch/exm-robots.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_robots_read_async:
 * @bytes: a robots.txt
 * @cancellable: (nullable): @callback is called at once when it is cancelled
 * @callback: called in the thread-default context of the caller
 *
 * Parses it on the pool; any thread.
 */
void exm_robots_read_async (GBytes *bytes,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);

/* Returns: (transfer full) (nullable): %NULL with %G_IO_ERROR_CANCELLED */
ExmRobots *exm_robots_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
