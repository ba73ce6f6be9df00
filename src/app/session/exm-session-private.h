/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions that the files of a session share. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/* Takes the worker, which the caller stops, from a session that starts no other one until
 * exm_session_resume(). @worker: (out) (transfer full) (nullable)
 *
 * Returns: %FALSE if it is starting, or was suspended already */
gboolean exm_session_suspend (ExmSession *self, ExmWorker **worker);

/* Lets it start again, and tells then that anything may have changed. */
void exm_session_resume (ExmSession *self);

typedef void (*ExmSessionReadyFunc) (ExmSession *self, gpointer data);

/* Calls @func at once, or where the worker is starting when it has started or could not.
 */
void exm_session_when_ready (ExmSession *self, ExmSessionReadyFunc func, gpointer data);

/* Emits "task-changed", and has the list read again. */
void exm_session_task_changed (ExmSession *self, const char *uid);

G_END_DECLS
