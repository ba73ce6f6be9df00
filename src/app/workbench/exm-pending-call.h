/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operation that goes on without its owner: its callback asks whether the owner still
 * waits for it. Main thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  GWeakRef owner;
  GCancellable *cancellable; /* (owned) */
} ExmPendingCall;

/**
 * exm_pending_call_new:
 * @owner: a #GObject, not kept
 * @slot: (inout): the owner's field; the call before it is cancelled
 *
 * Returns: (transfer full): data for the callback, which is to end it
 */
ExmPendingCall *exm_pending_call_new (gpointer owner, GCancellable **slot);

/**
 * exm_pending_call_end:
 * @call: (transfer full)
 *
 * Returns: (transfer full) (nullable): the owner, if it still waits
 */
gpointer exm_pending_call_end (ExmPendingCall *call);

/* Cancels the call of a field, if there is one. */
void exm_pending_call_stop (GCancellable **slot);

G_END_DECLS
