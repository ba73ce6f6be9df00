/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One connection of a control socket: lines in, lines out, both bounded. In the thread of
 * its context. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Longest line, and most bytes that wait for a client. */
#define EXM_CONTROL_MAX_LINE_BYTES 4096u
#define EXM_CONTROL_MAX_QUEUE_BYTES (256u * 1024u)

typedef struct _ExmControlPeer ExmControlPeer;

/**
 * ExmControlPeerFuncs:
 * @line: a whole line came: @n_bytes without its end, terminated; may hold zeros. May
 *   send to and close this peer and others
 * @closed: the connection is gone; called once, from wherever that was noticed
 */
typedef struct
{
  void (*line) (ExmControlPeer *peer, const char *line, gsize n_bytes, gpointer data);
  void (*closed) (ExmControlPeer *peer, gpointer data);
} ExmControlPeerFuncs;

/**
 * exm_control_peer_new:
 * @fd: a connected socket that does not block; the peer owns it
 * @context: where @funcs are called
 * @funcs: static
 * @data: for @funcs; until @closed was called
 */
ExmControlPeer *exm_control_peer_new (int fd,
                                      GMainContext *context,
                                      const ExmControlPeerFuncs *funcs,
                                      gpointer data);

/**
 * exm_control_peer_unref:
 *
 * The connection is to be closed before.
 */
void exm_control_peer_unref (ExmControlPeer *self);

/**
 * exm_control_peer_send:
 * @line: ends of line within it become spaces
 *
 * Does not wait. A peer that has not taken %EXM_CONTROL_MAX_QUEUE_BYTES is closed.
 */
void exm_control_peer_send (ExmControlPeer *self, const char *line);

void exm_control_peer_close (ExmControlPeer *self);

/**
 * exm_control_peer_set_max_line:
 * @n_bytes: what comes is dropped with the connection where a line is longer; to begin
 *   with, %EXM_CONTROL_MAX_LINE_BYTES
 */
void exm_control_peer_set_max_line (ExmControlPeer *self, gsize n_bytes);

void exm_control_peer_set_watching (ExmControlPeer *self, gboolean watching);
gboolean exm_control_peer_get_watching (const ExmControlPeer *self);

G_END_DECLS
