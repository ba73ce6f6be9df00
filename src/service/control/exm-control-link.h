/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A lasting connection to the process that collects: what happens there is told here, and
 * requests go there without waiting. In the thread of its context. */

#pragma once

#include "control/exm-worker-event.h"

G_BEGIN_DECLS

typedef struct _ExmControlLink ExmControlLink;

/**
 * ExmControlLinkFuncs:
 * @event: something happened there; %EXM_WORKER_ENDED is not told of, for another process
 *   may go on
 * @refused: a request was refused, in the other's words
 * @closed: the other side is gone, before it answered @unanswered (element-type utf8),
 * the requests it may not have heard; the link is of no more use and may be freed here
 */
typedef struct
{
  void (*event) (ExmWorkerEvent *event, gpointer data); /* takes the event */
  void (*refused) (const char *message, gpointer data);
  void (*closed) (const GPtrArray *unanswered, gpointer data);
} ExmControlLinkFuncs;

/**
 * exm_control_link_new:
 * @folder: data folder
 * @context: where @funcs are called
 * @funcs: static
 * @error: as of exm_control_send()
 *
 * Returns: (transfer full) (nullable): a link that watches
 */
ExmControlLink *exm_control_link_new (const char *folder,
                                      GMainContext *context,
                                      const ExmControlLinkFuncs *funcs,
                                      gpointer data,
                                      GError **error);

/**
 * exm_control_link_free:
 *
 * Hangs up; nothing is called any more.
 */
void exm_control_link_free (ExmControlLink *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmControlLink, exm_control_link_free)

/**
 * exm_control_link_send:
 * @line: "wake", "run UID" or "stop-run UID"
 *
 * Does not wait for an answer. May close the link.
 */
void exm_control_link_send (ExmControlLink *self, const char *line);

G_END_DECLS
