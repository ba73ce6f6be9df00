/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The published files of articles that were extracted anew: they stay what they were
 * until a person wants them to be what the articles are. Main thread; nothing blocks. */

#pragma once

#include "app/session/exm-session.h"

G_BEGIN_DECLS

/**
 * exm_stale_copies_find_async:
 * @old: (element-type ExmArticle): the articles as they were published
 */
void exm_stale_copies_find_async (ExmSession *session,
                                  GPtrArray *old,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

/* Returns: (transfer full) (nullable) (element-type gint64): the publications that tell
 *   something else than the articles do; %NULL with @error */
GArray *
exm_stale_copies_find_finish (ExmSession *session, GAsyncResult *result, GError **error);

/**
 * exm_stale_copies_update_async:
 * @ids: (element-type gint64): publications
 *
 * They are written anew, as soon as the worker comes to it.
 */
void exm_stale_copies_update_async (ExmSession *session,
                                    GArray *ids,
                                    GAsyncReadyCallback callback,
                                    gpointer data);
gboolean exm_stale_copies_update_finish (ExmSession *session,
                                         GAsyncResult *result,
                                         GError **error);

G_END_DECLS
