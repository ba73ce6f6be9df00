/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One analysis in both page panes and in the chart: a line that is pointed at, clicked,
 * dragged or marked in one is seen in the others. Main thread. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "app/chart/exm-chart-panel.h"
#include "app/web/exm-page-pane.h"

G_BEGIN_DECLS

#define EXM_TYPE_LINKED_VIEWS (exm_linked_views_get_type ())
G_DECLARE_FINAL_TYPE (ExmLinkedViews, exm_linked_views, EXM, LINKED_VIEWS, GObject)

/* @example, @target, @chart_panel: not kept; they live at least as long as the views */
ExmLinkedViews *exm_linked_views_new (ExmAnalysis *analysis,
                                      ExmPagePane *example,
                                      ExmPagePane *target,
                                      ExmChartPanel *chart_panel);

/* Shows an example of the analysis, the first where there is none at @index. */
void exm_linked_views_show_example (ExmLinkedViews *self, guint index);

/* Returns: the example that is shown */
guint exm_linked_views_get_example (ExmLinkedViews *self);

G_END_DECLS
