/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Older articles that can be collected still, in numbers. Main thread; work that takes
 * time is done elsewhere. */

#pragma once

#include "app/session/exm-session.h"
#include "jobs/exm-older.h"

G_BEGIN_DECLS

typedef struct _ExmOlderArticles ExmOlderArticles;

/**
 * exm_older_articles_read_async:
 * @uid: a task
 *
 * Reads what is stored; nothing is fetched.
 */
void exm_older_articles_read_async (ExmSession *session,
                                    const char *uid,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer data);

/* Returns: (transfer full): what there is, maybe nothing */
ExmOlderArticles *exm_older_articles_read_finish (GAsyncResult *result, GError **error);

void exm_older_articles_free (ExmOlderArticles *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmOlderArticles, exm_older_articles_free)

/* Returns: (transfer none): the task that they are of */
const ExmTask *exm_older_articles_get_task (const ExmOlderArticles *self);

/* Returns: how many addresses the patterns of the task leave out */
guint exm_older_articles_get_n_left_out (const ExmOlderArticles *self);

/* Returns: how many of the addresses @choice takes */
guint exm_older_articles_count (const ExmOlderArticles *self,
                                const ExmOlderChoice *choice);

/**
 * exm_older_articles_collect_async:
 * @self: (transfer full)
 *
 * Collects what @choice takes, in a run that begins now or is under way. Ends with
 * exm_session_write_finish().
 */
void exm_older_articles_collect_async (ExmOlderArticles *self,
                                       const ExmOlderChoice *choice,
                                       ExmSession *session,
                                       GAsyncReadyCallback callback,
                                       gpointer data);

G_END_DECLS
