/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Estimate of what the pictures of a task take a day: by what its articles hold so far,
 * or by a plain guess, and by how many articles its last runs brought. Main thread. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/* Bytes of pictures of an article where none are held yet. */
#define EXM_KEEP_ESTIMATE_ARTICLE_BYTES (500u * 1000u)

/* @uid: of the task */
void exm_keep_estimate_async (ExmSession *session,
                              const char *uid,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data);

/* Returns: bytes a day, 0 where no run brought anything yet; or with @error */
guint64 exm_keep_estimate_finish (GAsyncResult *result, GError **error);

/**
 * exm_keep_estimate_compute:
 * @runs: (element-type ExmRun): newest first
 * @held: of the task
 * @now_usec: Unix time
 *
 * Returns: bytes a day
 */
guint64 exm_keep_estimate_compute (const GPtrArray *runs,
                                   const ExmHeldSize *held,
                                   gint64 now_usec);

G_END_DECLS
