/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The sample site on a thread of its own, for programs that make synchronous requests. */

#pragma once

#include "demo/exm-sample-server.h"

G_BEGIN_DECLS

/* A running site and its thread. */
typedef struct _ExmSampleThread ExmSampleThread;

/**
 * exm_sample_thread_start:
 * @data_dir: (nullable): as of exm_sample_server_new()
 * @flags: as of exm_sample_server_new()
 * @port: as of exm_sample_server_start()
 * @error: return location
 *
 * Waits until the site listens.
 *
 * Returns: (transfer full) (nullable): the running site
 */
ExmSampleThread *exm_sample_thread_start (const char *data_dir,
                                          ExmSampleServerFlags flags,
                                          guint port,
                                          GError **error);

/**
 * exm_sample_thread_get_server:
 * @self: a running site
 *
 * Returns: (transfer none): its server, of which only the functions marked "any thread"
 *   may be called
 */
ExmSampleServer *exm_sample_thread_get_server (ExmSampleThread *self);

/**
 * exm_sample_thread_stop:
 * @self: (transfer full): a running site
 *
 * Closes all connections, ends the thread and waits for it.
 */
void exm_sample_thread_stop (ExmSampleThread *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSampleThread, exm_sample_thread_stop)

G_END_DECLS
