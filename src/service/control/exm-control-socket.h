/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The collecting process listens here for its siblings: lines of text over a Unix socket
 * that the user alone (and root) may open. Requests: "wake", "run UID", "stop-run UID",
 * "status", "stop" and "watch"; each is answered by a line, "ok", "ok TEXT" or "error
 * TEXT", and after "watch" a line a broadcast follows. A client that sends too much,
 * takes too little or is somebody else is dropped; a worker never waits for one. */

#pragma once

#include "control/exm-role-lock.h"

G_BEGIN_DECLS

#define EXM_CONTROL_MAX_CLIENTS 32u

typedef struct _ExmControlSocket ExmControlSocket;

typedef enum
{
  EXM_CONTROL_WAKE,
  EXM_CONTROL_RUN,      /* a task now */
  EXM_CONTROL_STOP_RUN, /* the run of a task */
  EXM_CONTROL_STATUS,
  EXM_CONTROL_STOP,
} ExmControlCommand;

/**
 * ExmControlFunc:
 * @command: what is asked
 * @uid: (nullable): with %EXM_CONTROL_RUN and %EXM_CONTROL_STOP_RUN: which task; one word
 * of UTF-8
 * @data: as given
 * @error: set to refuse; its message goes to the client. %G_IO_ERROR_CANCELLED: whoever
 *   listens ends: the client is hung up on, and may ask the next one
 *
 * Called in the context of the socket; must not free the socket.
 *
 * Returns: (transfer full) (nullable): what is answered behind "ok", one line
 */
typedef char *(*ExmControlFunc) (ExmControlCommand command,
                                 const char *uid,
                                 gpointer data,
                                 GError **error);

/**
 * exm_control_socket_new:
 * @lock: the collecting role; it must outlive the socket, for it says that nobody else
 *   listens: a socket that is found is left over and replaced
 * @context: (nullable): its thread alone uses the socket
 * @func: told of requests
 * @error: %EXM_WORKER_ERROR_SOCKET
 *
 * Returns: (transfer full) (nullable): a socket that listens
 */
ExmControlSocket *exm_control_socket_new (const ExmRoleLock *lock,
                                          GMainContext *context,
                                          ExmControlFunc func,
                                          gpointer data,
                                          GError **error);

/**
 * exm_control_socket_free:
 *
 * Hangs up on everybody and removes the socket. What a client has not taken is lost.
 */
void exm_control_socket_free (ExmControlSocket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmControlSocket, exm_control_socket_free)

/**
 * exm_control_socket_broadcast:
 * @line: JSON; ends of line within it become spaces
 *
 * Sends @line to the clients that said "watch"; those that have not taken
 * %EXM_CONTROL_MAX_QUEUE_BYTES by now are dropped. Does not wait.
 */
void exm_control_socket_broadcast (ExmControlSocket *self, const char *line);

/**
 * exm_control_socket_get_n_clients:
 *
 * Returns: how many are connected
 */
guint exm_control_socket_get_n_clients (const ExmControlSocket *self);

/**
 * exm_control_socket_get_path:
 *
 * Returns: (transfer none): file name of the socket
 */
const char *exm_control_socket_get_path (const ExmControlSocket *self);

G_END_DECLS
