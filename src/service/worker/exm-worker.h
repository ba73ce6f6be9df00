/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread that does the work: it owns the writing side of the store, the fetcher and
 * the timers, and takes each task from schedule to published article. Requests go in from
 * any thread; events come out in the main context that the worker was made in. */

#pragma once

#include "control/exm-worker-error.h"
#include "control/exm-worker-event.h"
#include "fetch/exm-fetched.h"
#include "fetch/exm-renderer.h"
#include "store/exm-store.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_WORKER (exm_worker_get_type ())
G_DECLARE_FINAL_TYPE (ExmWorker, exm_worker, EXM, WORKER, GObject)

typedef enum
{
  EXM_WORKER_NETWORK_THERE,
  EXM_WORKER_NETWORK_NONE,
  EXM_WORKER_NETWORK_PORTAL, /* answers for everybody until somebody logs in */
  EXM_WORKER_NETWORK_UNUSED, /* the host is on this side of it */
} ExmWorkerNetwork;

/* Whether @host can be reached; on the worker's thread. */
typedef ExmWorkerNetwork (*ExmWorkerNetworkFunc) (const char *host, gpointer data);

/**
 * ExmWorkerOptions:
 * @folder: data folder: store, lock and socket are in it
 * @share: where another process has the collecting role, start even so: writes and
 *   fetches are done here, runs are asked for there, what happens there is told here, and
 *   the role is taken over when it becomes free. Not with @once
 * @once: do what is due, and what was asked for, then end by itself
 * @max_fetches: requests under way at once, 0 for 8; never more than one a host
 * @job_timeout_ms: that a page may take in all, from the request to its article, 0 for
 *   ten minutes
 * @watchdog_ms: that the pool may be at one page or source, 0 for
 *   %EXM_WATCHDOG_SECONDS; for tests
 * @clock: (nullable): what tells the time, Unix time in microseconds; for tests
 * @clock_data: for @clock
 * @renderer: (nullable): for tasks whose pages are rendered or looked at; without it
 * these fail and say so. The worker keeps a reference
 * @network: (nullable): what tells whether there is a network; %NULL for the system,
 * where this computer itself is always there. exm_worker_wake() tells that it changed
 * @network_data: for @network
 * @get_free: (nullable): what tells how many bytes are free for backups; %NULL for the
 *   system
 * @get_free_data: for @get_free
 * @icons: (nullable): folder for icons of sites, see exm-icon-cache.h; %NULL: none are
 *   asked for
 * @ignore_robots: for tests of other things than robots.txt
 */
typedef struct
{
  const char *folder;
  gboolean share;
  gboolean once;
  guint max_fetches;
  guint job_timeout_ms;
  guint watchdog_ms;
  gint64 (*clock) (gpointer data);
  gpointer clock_data;
  ExmRenderer *renderer;
  ExmWorkerNetworkFunc network;
  gpointer network_data;
  guint64 (*get_free) (const char *folder, gpointer data);
  gpointer get_free_data;
  const char *icons;
  gboolean ignore_robots;
} ExmWorkerOptions;

/**
 * ExmWorkerFunc:
 * @event: immutable; owned by the caller
 *
 * Called in the main context in which the worker was made.
 */
typedef void (*ExmWorkerFunc) (const ExmWorkerEvent *event, gpointer data);

/**
 * exm_worker_new:
 * @options: copied
 * @func: (nullable): told of everything that happens
 *
 * Returns: (transfer full): a worker that does nothing yet
 */
ExmWorker *
exm_worker_new (const ExmWorkerOptions *options, ExmWorkerFunc func, gpointer data);

/**
 * exm_worker_start:
 * @error: %EXM_WORKER_ERROR_BUSY if another process has the collecting role, unless it
 *   is shared;
 *   %EXM_STORE_ERROR if the store cannot be used
 *
 * Takes the collecting role, opens the store and starts the thread. Blocks until it is
 * known whether that worked.
 */
gboolean exm_worker_start (ExmWorker *self, GError **error);

/**
 * exm_worker_run_task:
 * @uid: a task
 *
 * Asks for a run now, whatever its schedule says, even if it is paused. May be called
 * before exm_worker_start() too. Any thread.
 */
void exm_worker_run_task (ExmWorker *self, const char *uid);

/**
 * exm_worker_stop_run:
 * @uid: a task
 *
 * Ends the run of the task, if there is one, wherever it is collected: what is under way
 * is cancelled, its state is "stopped", and pages that were found and not collected are
 * part of the next run. Any thread.
 */
void exm_worker_stop_run (ExmWorker *self, const char *uid);

/**
 * exm_worker_wake:
 *
 * The store was changed by somebody else: look again. Any thread.
 */
void exm_worker_wake (ExmWorker *self);

/**
 * exm_worker_get_collecting:
 *
 * Any thread.
 *
 * Returns: whether this worker has the collecting role now; see @share
 */
gboolean exm_worker_get_collecting (ExmWorker *self);

/**
 * ExmWorkerWrite:
 * @store: to be written to; no group is open
 * @now_usec: Unix time
 * @data: as given
 *
 * Called on the worker's thread, which does nothing else meanwhile: no waiting here.
 */
typedef gboolean (*ExmWorkerWrite) (ExmStore *store,
                                    gint64 now_usec,
                                    gpointer data,
                                    GError **error);

/**
 * exm_worker_write_async:
 * @func: what to do
 * @data: for @func
 * @free_data: (nullable): called in the context of the caller, after @callback
 * @cancellable: (nullable): before @func has begun
 * @callback: called in the thread-default context of the caller
 *
 * Writes happen in the order in which they were asked for. Whoever collects looks at its
 * tasks again afterwards, here or in another process. Any thread.
 */
void exm_worker_write_async (ExmWorker *self,
                             ExmWorkerWrite func,
                             gpointer data,
                             GDestroyNotify free_data,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer callback_data);

/* @error: of the function; %G_IO_ERROR_CANCELLED, also where the worker does not run */
gboolean exm_worker_write_finish (ExmWorker *self, GAsyncResult *result, GError **error);

/**
 * ExmWorkerFetch:
 * @url: as pasted
 * @user_agent: (nullable): %NULL for ours
 * @timeout_ms: for all of it, 0 for the usual
 * @private_hosts: (nullable): hosts that may have private addresses
 * @store_page: store its bytes
 * @rendered: lay it out and take what its scripts made of it
 * @keep: a run that begins soon takes it as it came now
 */
typedef struct
{
  const char *url;
  const char *user_agent;
  guint timeout_ms;
  const char *const *private_hosts;
  gboolean store_page;
  gboolean rendered;
  gboolean keep;
} ExmWorkerFetch;

/**
 * exm_worker_fetch_async:
 * @fetch: copied
 * @cancellable: (nullable): at any time
 * @callback: called in the thread-default context of the caller
 *
 * Fetches one page that an operator asked for: robots.txt and the delay of its host do
 * not hold for it. Any thread.
 */
void exm_worker_fetch_async (ExmWorker *self,
                             const ExmWorkerFetch *fetch,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer callback_data);

/**
 * exm_worker_fetch_finish:
 * @page_hash: (out) (optional) (nullable) (transfer full): the name of the bytes, if they
 *   were to be stored
 * @error: %EXM_FETCH_ERROR, %EXM_STORE_ERROR; %G_IO_ERROR_CANCELLED, also where the
 *   worker does not run
 *
 * Returns: (transfer full) (nullable): the page
 */
ExmFetched *exm_worker_fetch_finish (ExmWorker *self,
                                     GAsyncResult *result,
                                     char **page_hash,
                                     GError **error);

/**
 * exm_worker_stop:
 *
 * Takes no new work, cancels what is under way, gives its jobs back, closes the store and
 * joins the thread. Blocks; done with the last reference too. A worker with @once that
 * has ended is stopped the same way.
 */
void exm_worker_stop (ExmWorker *self);

/* Returns: (transfer full): what tells the output from others of its task, in the store
 */
char *exm_worker_dup_output_key (const ExmTaskOutput *output);

G_END_DECLS
