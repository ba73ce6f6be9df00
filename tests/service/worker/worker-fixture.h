/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A data folder, a folder to publish into, and the sample site to collect from. */

#pragma once

#include "demo/exm-sample-thread.h"
#include "store/exm-store.h"
#include "worker/exm-worker.h"

/* Articles of a first run that takes the newest. */
#define WORKER_BENCH_NEWEST 7u

typedef struct
{
  ExmSampleThread *site;   /* (owned) */
  ExmSampleServer *server; /* (unowned) */
  char *folder;            /* (owned): the data folder */
  char *out;               /* (owned): where articles go */
  GMainLoop *loop;         /* (owned) */
  GString *problems;       /* (owned) */
  GString *alerts;         /* (owned): of saved searches, "name n " each */
  gint ahead_s;            /* atomic: of the system's clock, the worker's */
  gboolean skip_waits;     /* put the clock ahead where a problem makes the worker wait */
  int skip_s;              /* how far, 0 for 20 s; when a run ends, too, unless 0 */
  ExmRenderer *renderer;   /* (unowned) (nullable): for what comes next */
  ExmWorker *worker;       /* (unowned) (nullable): in worker_bench_run_once() */
  guint n_articles;        /* events so far */
  guint n_published;
  guint n_finished;
  guint n_changed;
  guint n_older;   /* of the last run, as told last */
  guint n_backlog; /* the same */
  char *state;     /* (owned) (nullable): of the last run that ended */
  char *message;   /* (owned) (nullable): the same */
} WorkerBench;

void worker_bench_init (WorkerBench *bench);
void worker_bench_clear (WorkerBench *bench);

/* Returns: (transfer full): the address of a page of the sample site */
char *worker_bench_make_url (WorkerBench *bench, const char *path);

/**
 * worker_bench_add_task:
 * @section: of the sample site; its first article is the example
 * @source: path of a list, feed or sitemap
 *
 * Returns: (transfer full): the uid of a new task in the store
 */
char *worker_bench_add_task (WorkerBench *bench,
                             const char *section,
                             const char *source,
                             ExmSourceKind kind,
                             ExmFirstRun first_run);

/* The same with another name, and the path of its example. */
char *worker_bench_add_task_like (WorkerBench *bench,
                                  const char *name,
                                  const char *example,
                                  const char *source,
                                  ExmSourceKind kind,
                                  ExmFirstRun first_run);

/* Sets the fault of a page from now on: see exm_sample_server_set_fault(); %NULL: none.
 */
void worker_bench_set_fault (WorkerBench *bench, const char *path, const char *fault);

/* Returns: (transfer full): the store of the data folder */
ExmStore *worker_bench_open_store (WorkerBench *bench);

/* Returns: (transfer full): what is listed of the only task */
ExmTaskInfo *worker_bench_read_info (WorkerBench *bench);

/* Changes the only task as @change does. */
void worker_bench_change_task (WorkerBench *bench,
                               const char *uid,
                               void (*change) (ExmTaskFields *fields, gconstpointer data),
                               gconstpointer data);

/* For ExmWorkerOptions: what time it is in the bench. */
gint64 worker_bench_get_time (gpointer bench);

/* Puts the clock ahead, or back. */
void worker_bench_advance (WorkerBench *bench, ExmWorker *worker, int seconds);

/* For exm_worker_new(): counts in the bench, and ends its loop when the worker ends. */
void worker_bench_on_event (const ExmWorkerEvent *event, gpointer data);

/* Runs the task once, until nothing is left to do. */
void worker_bench_run_once (WorkerBench *bench, const char *uid);

/* Stops a worker, takes its last events and asserts that nobody keeps it. */
void worker_bench_end (ExmWorker *worker);

/* Asserts that @n_expected articles of the task are stored with their true bodies and
 * authors. */
void worker_bench_assert_truth (WorkerBench *bench,
                                const char *uid,
                                const char *section,
                                guint n_expected);

/* Returns: files in @folder, but hidden ones */
guint worker_bench_count_files (const char *folder);

/* Extracts stored articles anew, in a worker of its own. @articles: (element-type
 * ExmArticleInfo): which */
void worker_bench_reextract (WorkerBench *bench, const GPtrArray *articles);
