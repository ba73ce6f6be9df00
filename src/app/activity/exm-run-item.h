/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A run of a task in a list: as the store has it, or as the worker tells while it is
 * under way. Main thread. */

#pragma once

#include "control/exm-worker-event.h"
#include "store/db/exm-store-values.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define EXM_TYPE_RUN_ITEM (exm_run_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunItem, exm_run_item, EXM, RUN_ITEM, GObject)

/**
 * exm_run_item_new:
 * @run: as the store lists it
 *
 * Its property "run", a pointer, notifies.
 *
 * Returns: (transfer full): an item
 */
ExmRunItem *exm_run_item_new (ExmRun *run);

void exm_run_item_update (ExmRunItem *self, ExmRun *run);

/* Returns: (transfer none): immutable */
const ExmRun *exm_run_item_get_run (ExmRunItem *self);

/* Takes over the counts that the worker tells of; for the run that is under way. */
void exm_run_item_count (ExmRunItem *self, const ExmWorkerEvent *event);

/* The pages that were fetched or given up, and those that were found; 0 of 0 while the
 * sources are read. */
void exm_run_item_get_progress (ExmRunItem *self, guint *n_done, guint *n_pages);

G_END_DECLS
