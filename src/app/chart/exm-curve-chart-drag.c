/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"

#include "app/chart/exm-chart-snap.h"

/* How far C(x)'s turning points draw a flag. */
#define MAGNET_PX 8.0
#define EASE_USEC (120 * 1000)
/* A flag that was stepped stays where it is after such a pause. */
#define SETTLE_MS 600
#define GHOST_SECONDS 2

static void
emit (ExmCurveChart *self, guint signal, gboolean tail)
{
  g_signal_emit (self, exm_curve_chart_signals[signal], 0, tail,
                 self->lines[tail ? 1 : 0]);
}

static gboolean
on_ease_tick (GtkWidget *widget, GdkFrameClock *clock, void *user_data)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (self->ease.start_usec == 0)
    self->ease.start_usec = now;
  double t = (double) (now - self->ease.start_usec) / EASE_USEC;
  double rest = 1 - CLAMP (t, 0, 1);
  self->ease.part = 1 - rest * rest * rest;
  gtk_widget_queue_draw (widget);
  if (t < 1)
    return G_SOURCE_CONTINUE;
  self->ease.tick = 0;
  return G_SOURCE_REMOVE;
}

void
exm_curve_chart_stop_ease (ExmCurveChart *self)
{
  if (self->ease.tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->ease.tick);
  self->ease.tick = 0;
}

static void
start_ease (ExmCurveChart *self, gboolean tail, double from_px)
{
  gboolean animations = FALSE;

  exm_curve_chart_stop_ease (self);
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations",
                &animations, NULL);
  if (!animations)
    return;
  self->ease = (ExmChartEase){ .tail = tail, .from_px = from_px };
  self->ease.tick
      = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_ease_tick, NULL, NULL);
}

static guint
get_other (ExmCurveChart *self, gboolean tail)
{
  return self->lines[tail ? 0 : 1];
}

void
exm_curve_chart_begin_flag (ExmCurveChart *self, gboolean tail, double px)
{
  if (self->drag.hold == EXM_CHART_HOLDS_FLAG)
    exm_curve_chart_drop_flag (self);
  exm_curve_chart_stop_ease (self);
  exm_curve_chart_set_hover (self, EXM_NONE, TRUE);
  self->drag = (ExmChartDrag){
    .hold = EXM_CHART_HOLDS_FLAG,
    .tail = tail,
    .origin = self->lines[tail ? 1 : 0],
    .px = px,
    .begin_px = px,
  };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
move_flag (ExmCurveChart *self, gboolean tail, guint line)
{
  if (line == self->lines[tail ? 1 : 0])
    return;
  exm_curve_chart_set_boundary (self, tail, line);
  emit (self, EXM_CHART_BOUNDARY_MOVING, tail);
}

void
exm_curve_chart_drag_flag (ExmCurveChart *self, double px, gboolean magnets)
{
  ExmChartAxis axis;
  gboolean tail = self->drag.tail;

  exm_curve_chart_get_axis (self, &axis);
  self->drag.px = CLAMP (px, axis.left, axis.left + axis.width);
  double reach = magnets ? MAGNET_PX * (axis.end - axis.begin) / axis.width : 0;
  guint line
      = exm_chart_snap (self->data, tail, exm_chart_axis_to_x (&axis, self->drag.px),
                        reach, get_other (self, tail));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  move_flag (self, tail, line);
}

static ExmChartDrag
take_drag (ExmCurveChart *self)
{
  ExmChartDrag drag = self->drag;

  g_clear_handle_id (&self->drag.settle, g_source_remove);
  self->drag = (ExmChartDrag){ .hold = EXM_CHART_HOLDS_NOTHING };
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return drag;
}

void
exm_curve_chart_drop_flag (ExmCurveChart *self)
{
  if (self->drag.hold != EXM_CHART_HOLDS_FLAG)
    return;
  const ExmChartDrag drag = take_drag (self);
  if (!drag.by_keys)
    start_ease (self, drag.tail, drag.px);
  if (self->lines[drag.tail ? 1 : 0] != drag.origin)
    emit (self, EXM_CHART_BOUNDARY_MOVED, drag.tail);
}

void
exm_curve_chart_cancel_drag (ExmCurveChart *self)
{
  const ExmChartDrag drag = take_drag (self);

  if (drag.hold == EXM_CHART_HOLDS_FLAG)
    move_flag (self, drag.tail, drag.origin);
}

static gboolean
on_settled (void *user_data)
{
  ExmCurveChart *self = user_data;

  self->drag.settle = 0;
  exm_curve_chart_drop_flag (self);
  return G_SOURCE_REMOVE;
}

gboolean
exm_curve_chart_holds_flag (ExmCurveChart *self)
{
  return self->drag.hold == EXM_CHART_HOLDS_FLAG;
}

void
exm_curve_chart_settle_flag (ExmCurveChart *self)
{
  if (self->drag.by_keys)
    exm_curve_chart_drop_flag (self);
}

void
exm_curve_chart_step_flag (ExmCurveChart *self, gboolean tail, int n)
{
  guint line = self->lines[tail ? 1 : 0];

  if (self->data == NULL || line == EXM_NONE)
    return;
  if (self->drag.hold != EXM_CHART_HOLDS_FLAG || self->drag.tail != tail)
    exm_curve_chart_begin_flag (self, tail, exm_curve_chart_get_flag_px (self, tail));
  self->drag.by_keys = TRUE;
  g_clear_handle_id (&self->drag.settle, g_source_remove);
  self->drag.settle = g_timeout_add (SETTLE_MS, on_settled, self);
  move_flag (self, tail,
             exm_chart_snap_step (self->data, tail, line, n, get_other (self, tail)));
}

void
exm_curve_chart_reset_boundary (ExmCurveChart *self, gboolean tail)
{
  if (self->data == NULL)
    return;
  /* Steps before it belong to the same move. */
  if (self->drag.hold == EXM_CHART_HOLDS_FLAG)
    take_drag (self);
  guint ours = tail ? self->data->tail : self->data->head;
  if (self->lines[tail ? 1 : 0] == ours)
    return;
  double from_px = self->lines[tail ? 1 : 0] != EXM_NONE
                       ? exm_curve_chart_get_flag_px (self, tail)
                       : 0;
  exm_curve_chart_set_boundary (self, tail, ours);
  start_ease (self, tail, from_px);
  emit (self, EXM_CHART_BOUNDARY_MOVED, tail);
}

void
exm_curve_chart_drop_ghost (ExmCurveChart *self)
{
  g_clear_handle_id (&self->ghost_source, g_source_remove);
  self->ghosts[0] = self->ghosts[1] = EXM_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_ghost_over (void *user_data)
{
  ExmCurveChart *self = user_data;

  self->ghost_source = 0;
  exm_curve_chart_drop_ghost (self);
  return G_SOURCE_REMOVE;
}

void
exm_curve_chart_show_ghost (ExmCurveChart *self, guint head, guint tail)
{
  exm_curve_chart_drop_ghost (self);
  self->ghosts[0] = head;
  self->ghosts[1] = tail;
  self->ghost_source = g_timeout_add_seconds (GHOST_SECONDS, on_ghost_over, self);
}
