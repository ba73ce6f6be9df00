/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The chart's inside, for the files that its behaviour is split into. */

#pragma once

#include "app/chart/exm-chart-scene.h"
#include "app/chart/exm-curve-chart.h"

G_BEGIN_DECLS

/* Part of the chart that the pointer took hold of. */
typedef enum
{
  EXM_CHART_HOLDS_NOTHING,
  EXM_CHART_HOLDS_FLAG,
  EXM_CHART_HOLDS_PAGE,
  EXM_CHART_HOLDS_STRIP,
} ExmChartHold;

/**
 * ExmChartDrag:
 * @hold: what is dragged
 * @tail: which flag
 * @by_keys: the keyboard moves it
 * @origin: its line before
 * @px: where it follows the pointer, pixels
 * @begin_px: where the pointer took hold
 * @begin: first character seen at that time
 * @moved: it went further than a click
 * @settle: source that ends a move by keys after a pause
 */
typedef struct
{
  ExmChartHold hold;
  gboolean tail;
  gboolean by_keys;
  guint origin;
  double px;
  double begin_px;
  double begin;
  gboolean moved;
  guint settle;
} ExmChartDrag;

/* A flag on its way from where it was let go to its line. */
typedef struct
{
  guint tick;
  gint64 start_usec;
  gboolean tail;
  double from_px;
  double part; /* 0 … 1 of the way */
} ExmChartEase;

struct _ExmCurveChart
{
  GtkWidget parent_instance;

  ExmChartData *data;         /* (owned) (nullable) */
  ExmChartLanes *other_lanes; /* (owned) (nullable): shown in place of the data's */
  ExmChartRange *range;       /* (owned) */
  guint lines[2];             /* head and tail */
  guint hover;
  gboolean pointed; /* the pointer is over the chart: the bubble tells the line */
  double pointer_x;
  double pointer_y;
  gboolean busy;
  guint busy_timer;
  guint busy_stage; /* 0 nothing said, 1 words, 2 and a spinner */
  gboolean folded;
  guint shows;
  GPtrArray *lane_ids; /* (owned) (element-type utf8): in the order of their choosing */
  GArray *lanes;       /* (owned) (element-type guint): those of them that there are */

  GtkWidget *flags[2]; /* (owned) */
  GtkWidget *notice;   /* (owned): what is said while busy */
  GtkWidget *spinner;  /* (unowned): in it */
  GskRenderNode
      *picture; /* (owned) (nullable): what moves with neither pointer nor flags */
  double gutter;
  ExmChartDrag drag;
  gboolean put_back; /* the press under way was the second of a double click */
  ExmChartEase ease;
  guint ghosts[2]; /* lines where the flags stood, %EXM_NONE for none */
  guint ghost_source;
};

enum
{
  EXM_CHART_BOUNDARY_MOVING,
  EXM_CHART_BOUNDARY_MOVED,
  EXM_CHART_LINE_HOVERED,
  EXM_CHART_LINE_ACTIVATED,
  EXM_CHART_LANES_SHOWN_CHANGED,
  EXM_CHART_N_SIGNALS,
};

extern guint exm_curve_chart_signals[EXM_CHART_N_SIGNALS];

/* Adds gestures and keys; exm-curve-chart-input.c. */
void exm_curve_chart_init_input (ExmCurveChart *self);
void exm_curve_chart_bind_keys (GtkWidgetClass *widget_class);

/* Ends what is under way, as Esc does; exm-curve-chart-drag.c. */
void exm_curve_chart_cancel_drag (ExmCurveChart *self);
void exm_curve_chart_begin_flag (ExmCurveChart *self, gboolean tail, double px);
void exm_curve_chart_drag_flag (ExmCurveChart *self, double px, gboolean magnets);
void exm_curve_chart_drop_flag (ExmCurveChart *self);
void exm_curve_chart_step_flag (ExmCurveChart *self, gboolean tail, int n);
void exm_curve_chart_stop_ease (ExmCurveChart *self);
void exm_curve_chart_drop_ghost (ExmCurveChart *self);

/* Updates the words of the flag's widget, and whether it is there; exm-curve-chart.c. */
void exm_curve_chart_update_flag (ExmCurveChart *self, guint side);

/* Returns: #ExmChartShows, as far as there are data for them */
guint exm_curve_chart_get_shows (ExmCurveChart *self);

/* Geometry of the chart as it is now. */
void exm_curve_chart_get_axis (ExmCurveChart *self, ExmChartAxis *axis);
void exm_curve_chart_get_rows (ExmCurveChart *self, ExmChartRows *rows);

/* Pixels of a flag's line. */
double exm_curve_chart_get_flag_px (ExmCurveChart *self, gboolean tail);

/* The picture is made anew. */
void exm_curve_chart_redraw (ExmCurveChart *self);

void exm_curve_chart_set_hover (ExmCurveChart *self, guint line, gboolean by_pointer);

G_END_DECLS
