/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A run in the list of runs: whose, when, how far, and what came of it. */

#pragma once

#include "app/activity/exm-run-item.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_RUN_ROW (exm_run_row_get_type ())
G_DECLARE_FINAL_TYPE (ExmRunRow, exm_run_row, EXM, RUN_ROW, GtkWidget)

/**
 * exm_run_row_set_item:
 * @item: (nullable): what is shown from now on
 *
 * Costs nothing if @item is shown already: views bind rows anew behind one that comes or
 * goes.
 */
void exm_run_row_set_item (ExmRunRow *self, ExmRunItem *item);

/* Returns: (transfer none) (nullable) */
ExmRunItem *exm_run_row_get_item (ExmRunRow *self);

/**
 * exm_run_row_set_task_name:
 * @task_name: (nullable): its task, where runs of several are listed
 */
void exm_run_row_set_task_name (ExmRunRow *self, const char *task_name);

/* How a run stands, in words. @state: see #ExmRun. Returns: (transfer none) */
const char *exm_run_words_state (const char *state);

/* Returns: (transfer full): "Page 12 of 40, 3 new", or what came of it */
char *exm_run_words_progress (ExmRunItem *item);

G_END_DECLS
