/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Session of the window: a data folder with its worker, its reader and its tasks, and
 * the engine. Writing goes to the worker, reading to the reader; nothing here blocks but
 * exm_session_start() and exm_session_stop(). Main thread.
 *
 * Signals:
 *   "event" (ExmWorkerEvent *): what the worker tells, as it comes
 *   "problem" (GError *): the store can be used no longer, and has been left alone since
 *   "replaced": it started on a database that was repaired or restored
 *   "articles-changed" (char *uid): of a task; %NULL for any
 *   "runs-changed" (char *uid): its runs or their pages; %NULL for any
 *   "tasks-changed": the list was read again, also if it is the same
 *   "task-changed" (char *uid): the definition of a task was written; %NULL for any */

#pragma once

#include "app/session/exm-saved-search-list.h"
#include "app/session/exm-style-choice.h"
#include "app/session/exm-task-list.h"
#include "engine/exm-engine.h"
#include "resources/exm-resources.h"
#include "store/exm-store-reader.h"
#include "worker/exm-worker.h"

G_BEGIN_DECLS

#define EXM_TYPE_SESSION (exm_session_get_type ())
G_DECLARE_FINAL_TYPE (ExmSession, exm_session, EXM, SESSION, GObject)

/**
 * exm_session_new:
 * @folder: data folder; made when the session starts
 *
 * Properties for reading: "started"; "elsewhere"; "n-needs-you", tasks with "needs-you";
 * "n-running"; "n-active", tasks that run or have a time at which they will.
 *
 * Returns: (transfer full): a session that does nothing yet
 */
ExmSession *exm_session_new (const char *folder);

/**
 * exm_session_start:
 * @error: as exm_worker_start()
 *
 * Opens the store, which may be brought up to date, and starts the worker. Blocks.
 */
gboolean exm_session_start (ExmSession *self, GError **error);

/* As exm_session_start(), without blocking. After a failure it may be tried again. */
void
exm_session_start_async (ExmSession *self, GAsyncReadyCallback callback, gpointer data);
gboolean
exm_session_start_finish (ExmSession *self, GAsyncResult *result, GError **error);

/* Stops the worker and closes the reader. Blocks until what is under way is put back. */
void exm_session_stop (ExmSession *self);

const char *exm_session_get_folder (ExmSession *self);
gboolean exm_session_is_started (ExmSession *self);

/* Whether another process collects: runs are asked for there, and told of here. When it
 * ends, collecting goes on here and this becomes %FALSE. */
gboolean exm_session_is_elsewhere (ExmSession *self);

/* All (transfer none). The worker is there once the session has started. */
ExmEngine *exm_session_get_engine (ExmSession *self);
ExmStoreReader *exm_session_get_reader (ExmSession *self);
ExmRenderer *exm_session_get_renderer (ExmSession *self);
ExmResources *exm_session_get_resources (ExmSession *self);
ExmStyleChoice *exm_session_get_style_choice (ExmSession *self);
ExmSavedSearchList *exm_session_get_searches (ExmSession *self);
/* Returns: (nullable) */
ExmWorker *exm_session_get_worker (ExmSession *self);
/* Returns: (element-type ExmTaskItem): always the same list */
GListModel *exm_session_get_tasks (ExmSession *self);
/* Returns: (element-type ExmTrashItem): deleted tasks, the last one first; always the
 * same list. See exm-session-trash.h */
GListModel *exm_session_get_trash (ExmSession *self);

/* Returns: (nullable) */
ExmTaskItem *exm_session_find_task (ExmSession *self, const char *uid);

/* Reads the list of tasks again, soon; several calls are one reading. */
void exm_session_refresh (ExmSession *self);

/* Asks for a run now; and for its end. */
void exm_session_run_task (ExmSession *self, const char *uid);
void exm_session_stop_run (ExmSession *self, const char *uid);

/**
 * exm_session_fetch_async:
 * @task: (nullable): whose rules of fetching hold: its user agent, its hosts, its time,
 *   whether pages are laid out
 * @url: of the page, which is stored
 * @callback: whose source is the worker; it ends with exm_worker_fetch_finish()
 *
 * Fetches one page that an operator asked for.
 *
 * Returns: whether there is a worker; else nothing happens
 */
gboolean exm_session_fetch_async (ExmSession *self,
                                  ExmTask *task,
                                  const char *url,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

/* Writing: exm-session-write.c. Each may fail as the store can; %G_IO_ERROR_CLOSED where
 * the session has not started. All end with exm_session_write_finish(). */

/**
 * exm_session_write_async:
 * @uid: (nullable): the task that is written
 * @func: see exm_worker_write_async()
 *
 * Emits "task-changed" and has the list read again when it is done.
 */
void exm_session_write_async (ExmSession *self,
                              const char *uid,
                              ExmWorkerWrite func,
                              gpointer data,
                              GDestroyNotify free_data,
                              GAsyncReadyCallback callback,
                              gpointer callback_data);
gboolean
exm_session_write_finish (ExmSession *self, GAsyncResult *result, GError **error);
/* A callback: ends @task (transfer full), a #GTask that answers a boolean, as the write
 * ended. */
void exm_session_write_pass (GObject *self, GAsyncResult *result, gpointer task);

/**
 * exm_session_write_again_async:
 * @failed: of a write that failed; once only
 *
 * Tries the same once more, when the operator has mended the cause, say.
 */
void exm_session_write_again_async (ExmSession *self,
                                    GAsyncResult *failed,
                                    GAsyncReadyCallback callback,
                                    gpointer data);

/* Adds the task, or stores it over the one of its identity; plans its next run. */
void exm_session_save_task_async (ExmSession *self,
                                  ExmTask *task,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
void exm_session_set_paused_async (ExmSession *self,
                                   const char *uid,
                                   gboolean paused,
                                   GAsyncReadyCallback callback,
                                   gpointer data);

G_END_DECLS
