/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The blocks of a method that looks at pages, over both pages: those of the method that
 * is looked at, or of the task's while the chart shows a lane of it. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page-private.h"

static gboolean
has_blocks (ExmResult *result)
{
  return result != NULL && exm_result_get (result)->blocks != NULL;
}

/* Whether the chart shows a lane of the task's method. */
static gboolean
is_lane_shown (ExmWorkbenchPage *self, const ExmResult *result)
{
  const GArray *lanes = exm_result_get (result)->lanes;
  ExmCurveChart *chart = exm_chart_panel_get_chart (self->chart_panel);
  gboolean found = FALSE;

  for (guint i = 0; i < lanes->len && !found; i++)
    found = exm_curve_chart_get_lane_shown (chart, g_array_index (lanes, ExmLane, i).id);
  return found;
}

/* A result may be of the page before for a moment. */
static void
draw (ExmPagePane *pane, ExmPageText *page, ExmResult *result)
{
  guint n_lines = 0;

  if (page == NULL)
    return;
  exm_page_text_get_lines (page, &n_lines);
  gboolean fits = has_blocks (result) && exm_result_get (result)->n_lines == n_lines;
  exm_page_view_set_blocks (exm_page_pane_get_view (pane), fits ? result : NULL);
}

void
exm_workbench_show_blocks (ExmWorkbenchPage *self)
{
  ExmViewState *shown = exm_analysis_get_view (self->analysis);
  ExmResult *own = exm_analysis_get_result (self->analysis);
  ExmResult *example = NULL, *target = exm_view_state_get_blocks (shown, &example);

  if (target == NULL && has_blocks (own) && is_lane_shown (self, own))
    {
      target = own;
      example = exm_analysis_get_example_result (self->analysis, 0);
    }
  if (!exm_view_state_get_blocks_drawn (shown))
    target = example = NULL;
  draw (self->target, exm_analysis_get_page (self->analysis), target);
  draw (self->example, exm_analysis_get_example_page (self->analysis, 0), example);
  exm_workbench_show_block (self);
}

void
exm_workbench_show_block (ExmWorkbenchPage *self)
{
  /* The views go one after the other. */
  if (self->analysis == NULL || self->target == NULL)
    return;
  exm_page_view_set_block (
      exm_page_pane_get_view (self->target),
      exm_view_state_get_current_block (exm_analysis_get_view (self->analysis)));
}
