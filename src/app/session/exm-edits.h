/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes that the lists ask the worker for: articles deleted, pages tried again.
 * Main thread; nothing blocks. */

#pragma once

#include "worker/exm-worker.h"

G_BEGIN_DECLS

/* @ids: (element-type gint64): articles to be deleted; published files stay. Those that
 * are gone are passed over. */
void exm_edits_delete_async (ExmWorker *worker,
                             GArray *ids,
                             GAsyncReadyCallback callback,
                             gpointer data);

/* @url: a page of the task @uid that is due now; @url_key: its normal form */
void exm_edits_retry_async (ExmWorker *worker,
                            const char *uid,
                            const char *url,
                            const char *url_key,
                            GAsyncReadyCallback callback,
                            gpointer data);

/* Each is finished by exm_worker_write_finish(). */

G_END_DECLS
