/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Redesigns of sites, and how they are mended: one of the pages that do not fit the
 * example of their task becomes a further example. The pages are ranked by how well they
 * teach (exm-example-rank.h), the newest first where they teach the same. */

#pragma once

#include "engine/exm-example-rank.h"
#include "store/exm-store-reader.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * ExmRedesignPage:
 * @article: that was made of it
 * @url: (owned): its address
 * @hash: (owned): of its bytes
 * @charset: (owned) (nullable): as HTTP declared it
 * @page: (owned): for the engine
 * @n_like: how many of the others look like it
 * @like: the article of the newest of those, 0 for none
 * @lack: what keeps it from teaching well
 *
 * A page that may become the example.
 */
typedef struct
{
  gint64 article;
  char *url;
  char *hash;
  char *charset;
  ExmPrepared *page;
  guint n_like;
  gint64 like;
  ExmExampleLack lack;
} ExmRedesignPage;

/**
 * exm_redesign_rank:
 * @uid: of the task
 * @cancellable: (nullable)
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND without a page that does not fit
 *
 * Any thread that may block. Cost: reads a dozen pages, and exm_example_rank().
 *
 * Returns: (transfer full) (element-type ExmRedesignPage): the best first, never empty
 */
GPtrArray *exm_redesign_rank (ExmStoreReader *reader,
                              ExmEngine *engine,
                              const char *uid,
                              GCancellable *cancellable,
                              GError **error);

/* Returns: what is wrong with a page as an example, which goes on after "but" or a colon;
 * %NULL for one that teaches. Translated */
const char *exm_redesign_describe_lack (ExmExampleLack lack);

/* Returns: (transfer full): @task with @page as its last example */
ExmTask *exm_redesign_add_to (const ExmTask *task, const ExmRedesignPage *page);

/**
 * exm_redesign_use:
 * @uid: of the task that gets @page
 * @sisters: (out) (transfer full) (optional) (element-type utf8): the tasks that had an
 *   example in common with it
 * @error: (out): %EXM_STORE_ERROR
 *
 * Whoever writes to @store. Its articles stay as they are: exm_reextract_again() follows.
 */
gboolean exm_redesign_use (ExmStore *store,
                           const char *uid,
                           const ExmRedesignPage *page,
                           gint64 now_usec,
                           GPtrArray **sisters,
                           GError **error);

/**
 * exm_redesign_mend:
 * @uid: of the task that gets @page
 * @n_done: (out): articles that were extracted anew
 * @sisters: (out) (transfer full) (optional): as for exm_redesign_use()
 * @error: (out): where none of those that do not fit could be extracted, and the task is
 *   what it was
 *
 * As exm_redesign_use(), and extracts all articles that do not fit again;
 * exm_reextract_undo() and exm_redesign_take_back() undo it. For a process without a
 * worker. Thread of @store. Cost: extracts each page.
 */
gboolean exm_redesign_mend (ExmStore *store,
                            ExmEngine *engine,
                            const char *uid,
                            const ExmRedesignPage *page,
                            guint *n_done,
                            GPtrArray **sisters,
                            GError **error);

/* Takes the example out of the task again, and leaves the rest as it is by now. */
gboolean exm_redesign_take_back (ExmStore *store,
                                 const char *uid,
                                 const ExmRedesignPage *page,
                                 gint64 now_usec,
                                 GError **error);

G_END_DECLS
