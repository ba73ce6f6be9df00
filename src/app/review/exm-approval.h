/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A person says of articles that they look right, and may take it back: what is held of
 * them goes out after a pause, in which nothing has to be called back. Main thread;
 * nothing blocks. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/* Delay from the approval of an article to its publication, so that it can be undone. */
#define EXM_APPROVAL_PAUSE_USEC (10 * G_USEC_PER_SEC)

#define EXM_TYPE_APPROVAL (exm_approval_get_type ())
G_DECLARE_FINAL_TYPE (ExmApproval, exm_approval, EXM, APPROVAL, GObject)

/* @ids: (element-type gint64): of the articles */
ExmApproval *exm_approval_new (ExmSession *session, GArray *ids);

/**
 * exm_approval_run_async:
 *
 * All of them or, after an error, none; it may then be run again. Articles that are gone
 * are passed over.
 */
void
exm_approval_run_async (ExmApproval *self, GAsyncReadyCallback callback, gpointer data);

/* They are what they were before; what went out meanwhile stays out. */
void
exm_approval_undo_async (ExmApproval *self, GAsyncReadyCallback callback, gpointer data);
/* Ends either. */
gboolean exm_approval_finish (ExmApproval *self, GAsyncResult *result, GError **error);

/* Returns: (transfer none) (element-type gint64): the articles */
GArray *exm_approval_get_ids (ExmApproval *self);

G_END_DECLS
