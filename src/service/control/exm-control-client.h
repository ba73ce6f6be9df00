/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Talking to the worker of another process. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How long the other side may take, all together. */
#define EXM_CONTROL_TIMEOUT_MS 2000

/**
 * exm_control_connect:
 * @error: as of exm_control_send()
 *
 * Does not wait; any thread.
 *
 * Returns: a socket that does not block, to be closed; −1 with @error
 */
int exm_control_connect (const char *folder, GError **error);

/**
 * exm_control_send:
 * @folder: data folder
 * @line: "wake", "run UID", "status" or "stop"
 * @reply: (out) (optional) (transfer full): what the worker answered, without "ok": for
 *   most requests nothing; UTF-8
 * @error: %EXM_WORKER_ERROR_NOT_RUNNING if nobody collects from @folder;
 *   %EXM_WORKER_ERROR_NO_ANSWER; %EXM_WORKER_ERROR_REFUSED if it answered that it will
 *   not; %EXM_WORKER_ERROR_SOCKET if it cannot be asked
 *
 * Blocks for up to %EXM_CONTROL_TIMEOUT_MS; any thread.
 */
gboolean
exm_control_send (const char *folder, const char *line, char **reply, GError **error);

G_END_DECLS
