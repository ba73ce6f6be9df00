/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-pending-call.h"

void
exm_pending_call_stop (GCancellable **slot)
{
  g_cancellable_cancel (*slot);
  g_clear_object (slot);
}

ExmPendingCall *
exm_pending_call_new (gpointer owner, GCancellable **slot)
{
  ExmPendingCall *call = g_new0 (ExmPendingCall, 1);

  exm_pending_call_stop (slot);
  *slot = g_cancellable_new ();
  call->cancellable = g_object_ref (*slot);
  g_weak_ref_init (&call->owner, owner);
  return call;
}

gpointer
exm_pending_call_end (ExmPendingCall *call)
{
  GObject *owner = g_weak_ref_get (&call->owner);

  if (owner != NULL && g_cancellable_is_cancelled (call->cancellable))
    g_clear_object (&owner);
  g_weak_ref_clear (&call->owner);
  g_object_unref (call->cancellable);
  g_free (call);
  return owner;
}
