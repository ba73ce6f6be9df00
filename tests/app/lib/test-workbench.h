/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The workbench of task 1 in a window that runs, and what tests wait for in it. */

#pragma once

#include "app/workbench/exm-workbench-page.h"

#include "test-gui.h"

G_BEGIN_DECLS

/**
 * test_workbench_show:
 * @app: whose data folder has a task 1
 *
 * Does not wait for pages or results.
 *
 * Returns: (transfer none): the workbench of task 1
 */
ExmWorkbenchPage *test_workbench_show (ExmApplication *app);

/* For test_gui_wait_until(): whether an #ExmAnalysis has its result, and the curves. */
gboolean test_workbench_has_result (gpointer analysis);

/* Waits until the pages on @page have a result, and curves; laid out and drawn. */
void test_workbench_wait_for_result (ExmWorkbenchPage *page);

G_END_DECLS
