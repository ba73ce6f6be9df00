/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A stored article is extracted anew from its stored page, with what was said of the page
 * and of others of its task. */

#pragma once

#include "engine/exm-engine.h"
#include "worker/exm-worker.h"

G_BEGIN_DECLS

/* Pause before publications go out that were held until the article was sure: it may be
 * taken back. */
#define EXM_REEXTRACT_PAUSE_USEC (10 * G_USEC_PER_SEC)

/**
 * exm_worker_reextract_async:
 * @engine: does the work; may be shared with others
 * @article_id: of the article
 * @cancellable: (nullable): before anything is stored
 * @callback: called in the thread-default context of the caller
 *
 * The store is read and written on the worker's thread, the page is read on the pool. The
 * article keeps its time, and its state if a person called it good; what is held of it
 * goes out if it is sure now; copies that were published stay as they are. Where what is
 * said of the page has changed meanwhile, nothing is stored: whoever changed it asks
 * again. Any thread.
 */
void exm_worker_reextract_async (ExmWorker *self,
                                 ExmEngine *engine,
                                 gint64 article_id,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data);

/* As exm_worker_reextract_async(), of an article that a person wants extracted again:
 * exm_reextract_undo() takes it back. */
void exm_worker_extract_again_async (ExmWorker *self,
                                     ExmEngine *engine,
                                     gint64 article_id,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data);

/* Ends either. @error: %EXM_STORE_ERROR if article or page are not there;
 * %EXM_WORKER_ERROR_SET_ASIDE if the process died at it twice; %G_IO_ERROR_CANCELLED */
gboolean
exm_worker_reextract_finish (ExmWorker *self, GAsyncResult *result, GError **error);

/**
 * exm_reextract_now:
 * @store: to be written to, by a process that has no worker; no group is open
 * @engine: does the work
 * @article_id: of the article
 * @changed: (out): whether its text is another one now
 * @error: (out): as exm_worker_reextract_finish()
 *
 * As exm_worker_reextract_async(), on the thread of @store; pictures that it finds are
 * not fetched. Cost: extracts the page.
 */
gboolean exm_reextract_now (ExmStore *store,
                            ExmEngine *engine,
                            gint64 article_id,
                            gboolean *changed,
                            GError **error);

/* As exm_reextract_now(); exm_reextract_undo() takes it back. */
gboolean exm_reextract_again (ExmStore *store,
                              ExmEngine *engine,
                              gint64 article_id,
                              gboolean *changed,
                              GError **error);

/**
 * exm_reextract_try:
 * @store: only read
 * @task: (nullable): in place of the article's own one, of which it is a version
 * @fields: (out) (transfer full): what the article would be
 * @error: (out): as exm_reextract_now()
 *
 * Thread of @store. Cost: extracts the page.
 */
gboolean exm_reextract_try (ExmStore *store,
                            ExmEngine *engine,
                            gint64 article_id,
                            ExmTask *task,
                            ExmArticleFields *fields,
                            GError **error);

/* Ends of taking an extraction back. */
typedef enum
{
  EXM_UNDONE,       /* the article is what it was */
  EXM_UNDO_NOTHING, /* nothing is kept of it */
  EXM_UNDO_CHANGED, /* it was changed since, and is left alone */
} ExmUndoEnd;

/**
 * exm_reextract_undo:
 * @article_id: of an article
 * @end: (out): what came of it
 * @error: (out): %EXM_STORE_ERROR
 *
 * Takes back what exm_reextract_again(), exm_worker_extract_again_async() or a page that
 * was fetched again made of it last, and holds again what went by that and is not out
 * yet. Whoever writes to @store.
 */
gboolean exm_reextract_undo (
    ExmStore *store, gint64 article_id, gint64 now_usec, ExmUndoEnd *end, GError **error);

/**
 * exm_reextract_take_page:
 * @page_hash: of a page that was fetched again
 *
 * Gives it to the article, which keeps what it was for exm_reextract_undo().
 * exm_reextract_again() is to follow.
 */
gboolean exm_reextract_take_page (ExmStore *store,
                                  gint64 article_id,
                                  const char *page_hash,
                                  gint64 now_usec,
                                  GError **error);

/**
 * exm_reextract_restore:
 * @old: what the article was before it was extracted anew
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND where it is gone meanwhile
 *
 * Puts it back, and holds again what went by it and is not out yet. Whoever writes to
 * @store.
 */
gboolean exm_reextract_restore (ExmStore *store,
                                const ExmArticle *old,
                                gint64 now_usec,
                                GError **error);

/**
 * exm_reextract_list_copies:
 * @old: (element-type ExmArticle): what articles were when they were published
 *
 * Returns: (transfer full) (element-type gint64): the publications that are files of
 *   their own and tell something else than the articles do now; %NULL with @error
 */
GArray *exm_reextract_list_copies (ExmStore *store, const GPtrArray *old, GError **error);

G_END_DECLS
