/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layout of the workbench: pages, chart and inspector by the size of the window. The
 * operator's dividers stay until the window goes from one kind of size to another. */

#pragma once

#include "app/chart/exm-chart-panel.h"
#include "app/inspector/exm-inspector.h"
#include "app/reading/exm-verdict-row.h"
#include "app/web/exm-page-pane.h"

G_BEGIN_DECLS

/**
 * ExmWorkbenchLayout:
 * @page: the workbench; this and all other widgets are not owned
 * @is_narrow: the inspector lies over the rest, when it is asked for
 * @placed_width: as the inspector was placed, 0 before
 * @placed_height: as the chart was placed, 0 before
 */
typedef struct
{
  AdwBin *page;
  AdwFlap *flap;
  AdwBin *side_bin;
  GtkPaned *outer;
  GtkPaned *inner;
  AdwLeaflet *leaflet;
  ExmPagePane *example;
  ExmPagePane *target;
  ExmChartPanel *chart_panel;
  ExmInspector *inspector;
  ExmVerdictRow *verdict_row;

  gboolean is_narrow;
  int placed_width;
  int placed_height;
  guint source;
} ExmWorkbenchLayout;

/* Begins to lay out, once all widgets are set. */
void exm_workbench_layout_begin (ExmWorkbenchLayout *self);
/* Drops a layout that is due. */
void exm_workbench_layout_end (ExmWorkbenchLayout *self);

/* Virtual functions of the page: see GtkWidgetClass. */
void exm_workbench_layout_measure (ExmWorkbenchLayout *self,
                                   GtkOrientation orientation,
                                   int for_size,
                                   int *minimum,
                                   int *natural);
void exm_workbench_layout_allocate (ExmWorkbenchLayout *self,
                                    int width,
                                    int height,
                                    int baseline);

void exm_workbench_layout_toggle_inspector (ExmWorkbenchLayout *self);

/* Shows or hides the example; where there is room for one page only, the other one. */
void exm_workbench_layout_swap_pages (ExmWorkbenchLayout *self);

/* Shows the example, or the target alone. */
void exm_workbench_layout_show_example (ExmWorkbenchLayout *self);
void exm_workbench_layout_show_target (ExmWorkbenchLayout *self);

G_END_DECLS
