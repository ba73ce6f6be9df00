/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A data folder, a folder to publish into, and a site of some articles whose pages are as
 * small as they may be: for tests that collect them many times over. */

#pragma once

#include "store/exm-store.h"
#include "worker/exm-worker.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* The task of the bench. */
#define REPORT_TASK_UID "00000000000040008000000000000001"

typedef struct
{
  SoupServer *server;   /* (owned) */
  char *base;           /* (owned) */
  guint n_listed;       /* articles on the site: /report/1.html and so on */
  char *folder;         /* (owned) */
  char *out;            /* (owned) */
  GMainLoop *loop;      /* (owned) */
  gint ahead_s;         /* atomic: of the system's clock, the worker's */
  int ahead_a_run_s;    /* how much further after each run */
  int jump_s;           /* how much further when an article is asked for, once */
  const char *schedule; /* (unowned) (nullable): of the task that is added next */
  gboolean hurries;     /* the clock goes on where the worker waits */
  ExmWorker *worker;    /* (unowned): the one that is waited for */
  guint n_events;       /* that it told */
  guint n_events_seen;  /* when the clock was looked at */
  gboolean heed_robots;
  const char *tdmrep;   /* (unowned) (nullable): the site's tdmrep.json */
  guint tdmrep_status;  /* 0 for 404 where there is none, and for 200 */
  const char *reserved; /* (unowned) (nullable): X-Robots-Tag of the first article */
  const char *icons;    /* (unowned) (nullable): where icons of sites go */
  const char *link;     /* (unowned) (nullable): stands before each article's page */
  const char *robots;   /* (unowned) (nullable): the site's robots.txt */
  guint n_robots;       /* requests of robots.txt */
  guint n_tdmrep;       /* requests of tdmrep.json */
  guint n_runs;         /* that ended */
  char *state;          /* (owned) (nullable): of the last one */
  gboolean failed;      /* the worker ended so */
  guint n_problems;
  guint n_published;
  GString *notices; /* (owned): what was told, a line each */
} ReportBench;

void report_bench_init (ReportBench *bench);
void report_bench_clear (ReportBench *bench);

/* Returns: (transfer full): the store of the data folder */
ExmStore *report_bench_open_store (const ReportBench *bench);

/* With two outputs: a file an article, and a line an article. */
void report_bench_add_task (ReportBench *bench, ExmFirstRun first_run);

/* Returns: (transfer full): what is listed of the task */
ExmTaskInfo *report_bench_read_info (const ReportBench *bench);

/* SQL of another program. */
void report_bench_execute (const ReportBench *bench, const char *sql);

/* For ExmWorkerOptions: what time it is in the bench. */
gint64 report_bench_get_time (gpointer bench);

/* For exm_worker_new(): counts in the bench, and ends its loop when the worker ends. */
void report_bench_on_event (const ExmWorkerEvent *event, gpointer bench);

/* Returns: (transfer full): a worker that was not started */
ExmWorker *report_bench_new_worker (ReportBench *bench, gboolean once);

/* Waits until a worker that runs once has ended. Returns: whether it was told that all
 * went well */
gboolean report_bench_wait (ReportBench *bench, ExmWorker *worker);

/* Runs the task once. Returns: as report_bench_wait() */
gboolean report_bench_run_once (ReportBench *bench);

/* Asserts that each article from @from on is stored once and published once by each
 * output, and none before them. */
void report_bench_assert_collected (const ReportBench *bench, guint from);

G_END_DECLS
