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

/* Returns: (transfer none) (nullable) (element-type GTask): writes that wait for the
 * worker while it starts; %NULL at other times */
GPtrArray *exm_session_get_waiting (ExmSession *self);

/* Begins the writes of @waiting, and empties it. Without a worker they fail. */
void exm_session_begin_waiting (ExmSession *self, GPtrArray *waiting);

/* Emits "task-changed", and has the list read again. */
void exm_session_task_changed (ExmSession *self, const char *uid);

G_END_DECLS
