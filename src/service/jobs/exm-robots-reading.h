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
 * Parses it on the pool; any thread. The result is a #GTask of an #ExmRobots, whose only
 * error is %G_IO_ERROR_CANCELLED.
 */
void exm_robots_read_async (GBytes *bytes,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);

G_END_DECLS
