/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The runs of a task or of all, newest first, as ExmRunItem. Main thread. */

#pragma once

#include "app/activity/exm-run-item.h"
#include "app/session/exm-paged-list.h"

G_BEGIN_DECLS

#define EXM_TYPE_RUN_LIST (exm_run_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunList, exm_run_list, EXM, RUN_LIST, ExmPagedList)

ExmRunList *exm_run_list_new (void);

/**
 * exm_run_list_set_filter:
 * @uid: (nullable): only runs of this task
 * @failed_only: only those that failed, or have pages that did
 */
void exm_run_list_set_filter (ExmRunList *self, const char *uid, gboolean failed_only);

/* Takes an event of the worker. Counts of the run under way change at once; runs that
 * begin or end change once they are read. */
void exm_run_list_take_event (ExmRunList *self, const ExmWorkerEvent *event);

G_END_DECLS
