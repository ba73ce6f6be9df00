/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Alerts of saved searches: whether a run stored articles that one which alerts finds.
 * Each run is looked at once, after its articles are indexed. Any thread. */

#pragma once

#include "control/exm-worker-event.h"
#include "store/exm-search-index.h"

G_BEGIN_DECLS

/* A run that has ended. */
typedef struct
{
  char *task_uid;   /* (owned) */
  char *task_name;  /* (owned) */
  gint64 from_usec; /* its articles were collected from then on … */
  gint64 to_usec;   /* … and before then */
} ExmRunSpan;

void exm_run_span_free (ExmRunSpan *self);

/**
 * exm_run_alerts_find:
 * @folder: the data folder, which has the saved searches
 * @index: brought up to date; of the thread that calls
 * @runs: (element-type ExmRunSpan)
 * @alerts: (element-type ExmWorkerEvent): is given one for each run and search that
 * alerts and found any
 *
 * Articles that wait for a person, and backlog, are left out. Lines of the file that
 * cannot be read are told where the searches are listed. Cost: one search for each run
 * and search that alerts, over the articles of the run.
 */
gboolean exm_run_alerts_find (const char *folder,
                              ExmSearchIndex *index,
                              GPtrArray *runs,
                              GPtrArray *alerts,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
