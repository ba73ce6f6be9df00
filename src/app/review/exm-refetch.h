/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The page of a stored article is fetched again, as are further pages that it lacks, and
 * the article extracted from what came, by what was said of its lines; and put back as it
 * was. Main thread; nothing blocks. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

#define EXM_TYPE_REFETCH (exm_refetch_get_type ())
G_DECLARE_FINAL_TYPE (ExmRefetch, exm_refetch, EXM, REFETCH, GObject)

/* Returns: whether a page of this address can be fetched, now or at another time */
gboolean exm_refetch_is_possible (const char *url);

/* @article_id: of an article whose page can be fetched */
ExmRefetch *exm_refetch_new (ExmSession *session, gint64 article_id);

/**
 * exm_refetch_run_async:
 * @cancellable: (nullable)
 *
 * Once. After an error the article is as it was, with the page it had. The result is a
 * #GTask of a boolean; errors: %EXM_FETCH_ERROR, %EXM_STORE_ERROR, or of the engine.
 */
void exm_refetch_run_async (ExmRefetch *self,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);

/* The article has its old page and text again. The result as of the run. */
void
exm_refetch_undo_async (ExmRefetch *self, GAsyncReadyCallback callback, gpointer data);

G_END_DECLS
