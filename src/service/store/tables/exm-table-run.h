/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table run: the rounds of each task. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"

G_BEGIN_DECLS

/* @id: (out): the new run, which is running. */
gboolean exm_table_run_insert (
    ExmDb *db, gint64 task, gint64 started_usec, gint64 *id, GError **error);

/* Adds to the counts of a run. */
gboolean exm_table_run_add_counts (ExmDb *db,
                                   gint64 id,
                                   const ExmRunCounts *counts,
                                   GError **error);

gboolean exm_table_run_finish (ExmDb *db,
                               gint64 id,
                               gint64 finished_usec,
                               const char *state,
                               const char *message,
                               const char *said,
                               GError **error);

/* Ends what runs of @task: "stopped". */
gboolean
exm_table_run_stop_open (ExmDb *db, gint64 task, gint64 now_usec, GError **error);

/* Ends the runs that no process is at any more: "interrupted". */
gboolean exm_table_run_close_open (ExmDb *db, gint64 now_usec, GError **error);

/* Which runs are listed. */
typedef enum
{
  EXM_RUNS_ALL,
  EXM_RUNS_OPEN,   /* that are running */
  EXM_RUNS_FAILED, /* that failed, were interrupted, or have pages that failed */
} ExmRunSelection;

/**
 * exm_table_run_list:
 * @task: row of a task, 0 for all
 * @before_id: only runs before this one, 0 for the newest
 *
 * Returns: (transfer full) (element-type ExmRun): newest first
 */
GPtrArray *exm_table_run_list (ExmDb *db,
                               gint64 task,
                               gint64 before_id,
                               ExmRunSelection selection,
                               guint limit,
                               GError **error);

/**
 * exm_table_run_find_open:
 * @id: (out): the run of @task that is under way, 0 if none is
 */
gboolean exm_table_run_find_open (ExmDb *db, gint64 task, gint64 *id, GError **error);

/* @task: (out): whose run it is, 0 if there is none of that number */
gboolean exm_table_run_find_task (ExmDb *db, gint64 id, gint64 *task, GError **error);

G_END_DECLS
