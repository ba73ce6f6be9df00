/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The thread that does the work: it owns the writing side of the store, the fetcher and
 * the timers, and takes each task from schedule to published article. Requests go in from
 * any thread; events come out in the main context that the worker was made in. */

#pragma once

#include "exm-worker-error.h"
#include "exm-worker-event.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_WORKER (exm_worker_get_type ())
G_DECLARE_FINAL_TYPE (ExmWorker, exm_worker, EXM, WORKER, GObject)

/**
 * ExmWorkerOptions:
 * @folder: data folder: store, lock and socket are in it
 * @once: do what is due, and what was asked for, then end by itself
 * @max_fetches: requests under way at once, 0 for 8; never more than one a host
 * @clock: (nullable): what tells the time, Unix time in microseconds; for tests
 * @clock_data: for @clock
 * @ignore_robots: for tests of other things than robots.txt
 */
typedef struct
{
  const char *folder;
  gboolean once;
  guint max_fetches;
  gint64 (*clock) (gpointer data);
  gpointer clock_data;
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
 * @error: %EXM_WORKER_ERROR_BUSY if another process has the collecting role;
 *   %EXM_STORE_ERROR if the store cannot be used
 *
 * Takes the collecting role, opens the store and starts the thread. Blocks until it is
 * known whether that worked.
 */
gboolean
exm_worker_start (ExmWorker *self, GError **error);

/**
 * exm_worker_run_task:
 * @uid: a task
 *
 * Asks for a run now, whatever its schedule says, even if it is paused. May be called
 * before exm_worker_start() too. Any thread.
 */
void
exm_worker_run_task (ExmWorker *self, const char *uid);

/**
 * exm_worker_wake:
 *
 * The store was changed by somebody else: look again. Any thread.
 */
void
exm_worker_wake (ExmWorker *self);

/**
 * exm_worker_stop:
 *
 * Takes no new work, cancels what is under way, gives its jobs back, closes the store and
 * joins the thread. Blocks; done with the last reference too. A worker with @once that
 * has ended is stopped the same way.
 */
void
exm_worker_stop (ExmWorker *self);

G_END_DECLS
