/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A stored article is extracted anew from its stored page, with what was said of the page
 * and of others of its task. */

#pragma once

#include "exm-engine.h"
#include "exm-worker.h"

G_BEGIN_DECLS

/**
 * exm_worker_reextract_async:
 * @engine: does the work; may be shared with others
 * @article_id: of the article
 * @cancellable: (nullable): before anything is stored
 * @callback: called in the thread-default context of the caller
 *
 * The store is read and written on the worker's thread, the page is read on the pool. The
 * article keeps its time, and its state if a person called it good; copies that were
 * published stay as they are. Where what is said of the page has changed meanwhile,
 * nothing is stored: whoever changed it asks again. Any thread.
 */
void
exm_worker_reextract_async (ExmWorker *self,
                            ExmEngine *engine,
                            gint64 article_id,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);

/* @error: %EXM_STORE_ERROR if article or page are not there; %G_IO_ERROR_CANCELLED */
gboolean
exm_worker_reextract_finish (ExmWorker *self, GAsyncResult *result, GError **error);

G_END_DECLS
