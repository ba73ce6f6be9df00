/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article that a person calls none: its task leaves out its address, or those that are
 * built alike too, and what that covers is known before it is done. No widgets. Main
 * thread. */

#pragma once

#include "app/session/exm-session.h"
#include "setup/exm-exclusion.h"

G_BEGIN_DECLS

#define EXM_TYPE_DISMISSAL (exm_dismissal_get_type ())
G_DECLARE_FINAL_TYPE (ExmDismissal, exm_dismissal, EXM, DISMISSAL, GObject)

/* @id: of the article */
ExmDismissal *exm_dismissal_new (ExmSession *session, gint64 id);

/* Finds out what it would cover. Changes nothing. */
void exm_dismissal_find_async (ExmDismissal *self,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data);

/* @error: %EXM_EXCLUSION_ERROR where the article is to stay; what the store gives */
gboolean
exm_dismissal_find_finish (ExmDismissal *self, GAsyncResult *result, GError **error);

/**
 * exm_dismissal_get_exclusion:
 * @alone: of its address alone
 *
 * Returns: (transfer none): what is left out; it has to be found already
 */
const ExmExclusion *exm_dismissal_get_exclusion (ExmDismissal *self, gboolean alone);

/* Writes into the task that it leaves them out from now on; its articles stay. Finished
 * by exm_session_write_finish(). */
void exm_dismissal_run_async (ExmDismissal *self,
                              gboolean alone,
                              GAsyncReadyCallback callback,
                              gpointer data);
/* Writes back what the task took before; finished likewise. */
void exm_dismissal_undo_async (ExmDismissal *self,
                               GAsyncReadyCallback callback,
                               gpointer data);
/* Returns: (transfer none) (element-type gint64): the articles of what was run */
GArray *exm_dismissal_get_ids (ExmDismissal *self);

G_END_DECLS
