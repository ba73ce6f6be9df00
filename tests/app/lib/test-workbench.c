/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-workbench.h"

#include "store-fixture.h"

ExmWorkbenchPage *
test_workbench_show (ExmApplication *app)
{
  ExmWindow *window = test_gui_get_window (app);

  exm_window_set_task_uid (window, store_task_uid (1));
  exm_window_set_view (window, "workbench");
  return EXM_WORKBENCH_PAGE (test_gui_need (window, EXM_TYPE_WORKBENCH_PAGE, NULL));
}

gboolean
test_workbench_has_result (gpointer analysis)
{
  return exm_analysis_get_state (analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (analysis)
         && exm_analysis_get_result (analysis) != NULL
         && exm_analysis_get_chart_data (analysis) != NULL
         && !exm_analysis_get_chart_busy (analysis);
}

void
test_workbench_wait_for_result (ExmWorkbenchPage *page)
{
  test_gui_wait_until (test_workbench_has_result, exm_workbench_page_get_analysis (page),
                       "a result");
  test_gui_settle (GTK_WIDGET (page));
}
