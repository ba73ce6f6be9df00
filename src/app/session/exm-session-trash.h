/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The trash of a session. Each write may fail as the store can;
 * %G_IO_ERROR_CLOSED where the session has not started. Main thread; nothing blocks. */

#pragma once

#include "app/session/exm-session.h"
#include "store/exm-store-trash.h"

G_BEGIN_DECLS

/* Moves the task into the trash, with its articles. */
void exm_session_trash_task_async (ExmSession *self,
                                   const char *uid,
                                   GAsyncReadyCallback callback,
                                   gpointer data);

/* @n_articles: (out): articles that went with it */
gboolean exm_session_trash_task_finish (ExmSession *self,
                                        GAsyncResult *result,
                                        guint *n_articles,
                                        GError **error);

/* Restores a task; see exm_store_restore_trashed(). */
void exm_session_restore_task_async (ExmSession *self,
                                     const char *uid,
                                     ExmTrashKeep keep,
                                     GAsyncReadyCallback callback,
                                     gpointer data);

/* @name: (out) (transfer full) (nullable): its new name, where its own was taken */
gboolean exm_session_restore_task_finish (ExmSession *self,
                                          GAsyncResult *result,
                                          char **name,
                                          GError **error);

/* Empties the trash, or one task out of it; ends with exm_session_write_finish(), while
 * the worker still deletes slice by slice. @uid: (nullable): %NULL for all */
void exm_session_empty_trash_async (ExmSession *self,
                                    const char *uid,
                                    GAsyncReadyCallback callback,
                                    gpointer data);

G_END_DECLS
