/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The stored articles of a task are extracted anew, one after the other, after something
 * that holds for all of them was corrected; and put back as they were. Main thread;
 * nothing blocks. What the articles were is kept by the store.
 *
 * Property for reading: "n-done". */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

#define EXM_TYPE_REEXTRACTION (exm_reextraction_get_type ())
G_DECLARE_FINAL_TYPE (ExmReextraction, exm_reextraction, EXM, REEXTRACTION, GObject)

/**
 * exm_reextraction_new:
 * @uid: of the task
 * @but: an article that is left alone, 0 for none
 */
ExmReextraction *exm_reextraction_new (ExmSession *session, const char *uid, gint64 but);

/* Returns: (transfer full): one for the articles that are in @state when it begins */
ExmReextraction *exm_reextraction_new_of_state (ExmSession *session,
                                                const char *uid,
                                                ExmArticleState state);

/**
 * exm_reextraction_run_async:
 * @cancellable: (nullable): what is done by then stays
 *
 * Once. An article that cannot be extracted stays as it is; the others are done, and the
 * first cause is the error. Copies that were published stay as they are.
 */
void exm_reextraction_run_async (ExmReextraction *self,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

/* Puts back all that were extracted anew; one that was deleted, changed, corrected or
 * approved meanwhile stays so. */
void exm_reextraction_undo_async (ExmReextraction *self,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
/* Ends either. */
gboolean
exm_reextraction_finish (ExmReextraction *self, GAsyncResult *result, GError **error);

/* Returns: (transfer none) (element-type ExmArticle): what was extracted anew, as it was
 */
GPtrArray *exm_reextraction_get_old (ExmReextraction *self);

/* Articles that were extracted anew, and all that there are. */
guint exm_reextraction_get_n_done (ExmReextraction *self);
guint exm_reextraction_get_n_total (ExmReextraction *self);

/**
 * exm_reextraction_count_async:
 *
 * How many articles one would be about.
 */
void exm_reextraction_count_async (ExmSession *session,
                                   const char *uid,
                                   gint64 but,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer data);
/* Returns: 0 also after an error */
guint exm_reextraction_count_finish (GAsyncResult *result);

G_END_DECLS
