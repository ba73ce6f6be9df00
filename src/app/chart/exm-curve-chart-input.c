/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"
#include "app/chart/exm-lane-words.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Half of the zone in which a flag is taken hold of. */
#define FLAG_REACH 8.0
/* A pointer that went no further has clicked. */
#define CLICK_SLOP 3.0
#define WHEEL_PX 64.0
#define ZOOM_STEP 1.25
#define KEY_PAN 0.1
#define KEY_LINES 10

/* The nearer flag within reach, -1 if there is none. */
static int
find_flag (ExmCurveChart *self, double px, double y)
{
  ExmChartRows rows;
  int found = -1;
  double least = FLAG_REACH;

  exm_curve_chart_get_rows (self, &rows);
  if (self->data == NULL || self->folded || y > rows.plot_bottom)
    return -1;
  for (int side = 0; side < 2; side++)
    {
      if (self->lines[side] == EXM_NONE)
        continue;
      double edge = exm_curve_chart_get_flag_px (self, side == 1);
      /* The pointer's side tells two flags at one place apart. */
      gboolean nearer = fabs (edge - px) < least
                        || (found == 0 && fabs (edge - px) <= least && px > edge);
      if (!nearer)
        continue;
      least = fabs (edge - px);
      found = side;
    }
  return found;
}

static gboolean
is_in_strip (ExmCurveChart *self, double y)
{
  ExmChartRows rows;

  exm_curve_chart_get_rows (self, &rows);
  return self->folded || y >= rows.strip_top - 2;
}

/* Returns: the character of the strip at @px; it always holds all of the page */
static double
strip_to_x (ExmCurveChart *self, double px)
{
  ExmChartAxis axis;

  exm_curve_chart_get_axis (self, &axis);
  return exm_chart_range_get_length (self->range) * (px - axis.left) / axis.width;
}

static guint
find_line (ExmCurveChart *self, double px, double y)
{
  ExmChartAxis axis;

  exm_curve_chart_get_axis (self, &axis);
  if (self->data == NULL || self->data->n_rows == 0 || px < axis.left
      || px > axis.left + axis.width)
    return EXM_NONE;
  double x
      = is_in_strip (self, y) ? strip_to_x (self, px) : exm_chart_axis_to_x (&axis, px);
  return self->data->rows[exm_chart_data_find_row (self->data, x)];
}

static void
on_motion (ExmCurveChart *self, double x, double y)
{
  if (self->drag.hold == EXM_CHART_HOLDS_FLAG && !self->drag.by_keys)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  gboolean on_flag = find_flag (self, x, y) >= 0;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), on_flag ? "ew-resize" : NULL);
  exm_curve_chart_set_hover (self, find_line (self, x, y), TRUE);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (ExmCurveChart *self)
{
  exm_curve_chart_set_hover (self, EXM_NONE, TRUE);
  self->pointed = FALSE;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, ExmCurveChart *self)
{
  int flag = find_flag (self, x, y);

  /* The second press of a double click holds nothing. */
  if (self->data == NULL || self->put_back)
    return;
  if (flag >= 0)
    {
      exm_curve_chart_begin_flag (self, flag == 1,
                                  exm_curve_chart_get_flag_px (self, flag == 1));
      gtk_widget_grab_focus (self->flags[flag]);
      return;
    }
  exm_curve_chart_drop_flag (self);
  self->drag = (ExmChartDrag){
    .hold = is_in_strip (self, y) ? EXM_CHART_HOLDS_STRIP : EXM_CHART_HOLDS_PAGE,
    .begin_px = x,
    .begin = exm_chart_range_get_begin (self->range),
  };
  gtk_widget_grab_focus (GTK_WIDGET (self));
  double at = strip_to_x (self, x), end = exm_chart_range_get_end (self->range);
  if (self->drag.hold != EXM_CHART_HOLDS_STRIP || self->folded
      || (at >= self->drag.begin && at < end))
    return;
  /* Beside the view box: it comes to the pointer. */
  exm_chart_range_pan (self->range, at - (self->drag.begin + end) / 2);
  self->drag.begin = exm_chart_range_get_begin (self->range);
  self->drag.moved = TRUE;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, ExmCurveChart *self)
{
  ExmChartAxis axis;

  if (self->drag.hold == EXM_CHART_HOLDS_NOTHING || self->drag.by_keys)
    return;
  if (!self->drag.moved && fabs (dx) <= CLICK_SLOP)
    return;
  self->drag.moved = TRUE;
  exm_curve_chart_get_axis (self, &axis);
  double span = axis.end - axis.begin;
  double length = exm_chart_range_get_length (self->range), begin = self->drag.begin;
  switch (self->drag.hold)
    {
    case EXM_CHART_HOLDS_FLAG:
      {
        GdkModifierType state = gtk_event_controller_get_current_event_state (
            GTK_EVENT_CONTROLLER (gesture));
        exm_curve_chart_drag_flag (self, self->drag.begin_px + dx,
                                   !(state & GDK_CONTROL_MASK));
        return;
      }
    case EXM_CHART_HOLDS_PAGE:
      begin -= dx * span / axis.width;
      break;
    case EXM_CHART_HOLDS_STRIP:
      if (self->folded)
        return;
      begin += dx * length / axis.width;
      break;
    case EXM_CHART_HOLDS_NOTHING:
    default:
      return;
    }
  begin = CLAMP (begin, 0, length - span);
  exm_chart_range_set (self->range, begin, begin + span);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, ExmCurveChart *self)
{
  double x, y;

  if (self->drag.hold == EXM_CHART_HOLDS_FLAG && !self->drag.by_keys)
    {
      exm_curve_chart_drop_flag (self);
      return;
    }
  gboolean clicked = self->drag.hold != EXM_CHART_HOLDS_NOTHING && !self->drag.by_keys
                     && !self->drag.moved;
  if (!self->drag.by_keys)
    exm_curve_chart_cancel_drag (self);
  if (!clicked || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  guint line = find_line (self, x, y);
  if (line != EXM_NONE)
    g_signal_emit (self, exm_curve_chart_signals[EXM_CHART_LINE_ACTIVATED], 0, line);
}

/* The system took the pointer away. */
static void
on_drag_cancel (ExmCurveChart *self)
{
  if (!self->drag.by_keys)
    exm_curve_chart_cancel_drag (self);
}

static void
on_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmCurveChart *self)
{
  int flag = find_flag (self, x, y);

  self->put_back = n_press == 2 && flag >= 0;
  if (self->put_back)
    exm_curve_chart_reset_boundary (self, flag == 1);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double dx,
           double dy,
           ExmCurveChart *self)
{
  ExmChartAxis axis;
  GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  gboolean wheel
      = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;

  if (self->data == NULL || self->folded)
    return GDK_EVENT_PROPAGATE;
  exm_curve_chart_get_axis (self, &axis);
  if (state & GDK_CONTROL_MASK)
    {
      exm_chart_range_zoom (self->range, pow (ZOOM_STEP, wheel ? -dy : -dy / WHEEL_PX),
                            exm_chart_axis_to_x (&axis, self->pointer_x));
      return GDK_EVENT_STOP;
    }
  if (exm_chart_range_is_whole (self->range))
    return GDK_EVENT_PROPAGATE;
  exm_chart_range_pan (self->range, (dx + dy) * (wheel ? WHEEL_PX : 1)
                                        * (axis.end - axis.begin) / axis.width);
  return GDK_EVENT_STOP;
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence, ExmCurveChart *self)
{
  exm_curve_chart_cancel_drag (self);
  self->drag.begin
      = exm_chart_range_get_end (self->range) - exm_chart_range_get_begin (self->range);
}

static void
on_pinch (GtkGestureZoom *gesture, double scale, ExmCurveChart *self)
{
  ExmChartAxis axis;
  double x, y;

  if (self->drag.begin <= 0
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  exm_curve_chart_get_axis (self, &axis);
  /* From the span at the beginning: a pinch that goes back ends where it began. */
  double factor = (axis.end - axis.begin) * scale / self->drag.begin;
  exm_chart_range_zoom (self->range, factor, exm_chart_axis_to_x (&axis, x));
}

static void
on_focus_leave (ExmCurveChart *self)
{
  if (self->drag.by_keys)
    exm_curve_chart_drop_flag (self);
}

static void
add_pointer (ExmCurveChart *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (on_drag_cancel), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
  gtk_gesture_group (drag, click);
}

/* The lane whose name stands at a place, %NULL if none does. */
static const char *
find_lane_name (ExmCurveChart *self, double px, double y)
{
  const ExmChartLanes *lanes = exm_curve_chart_get_lanes (self);
  ExmChartAxis axis;
  ExmChartRows rows;

  exm_curve_chart_get_axis (self, &axis);
  exm_curve_chart_get_rows (self, &rows);
  if (lanes == NULL || self->folded || px >= axis.left || y < rows.lanes_top
      || rows.lane_height <= 0)
    return NULL;
  guint at = (guint) ((y - rows.lanes_top) / rows.lane_height);
  return at < self->lanes->len
             ? exm_chart_lanes_get (lanes, g_array_index (self->lanes, guint, at))->id
             : NULL;
}

/* The name of a lane says what it means. */
static gboolean
on_query_tooltip (
    ExmCurveChart *self, int x, int y, gboolean by_keys, GtkTooltip *tooltip)
{
  const char *lane = by_keys ? NULL : find_lane_name (self, x, y);
  const char *meaning = lane != NULL ? exm_lane_explain (lane) : NULL;

  if (meaning == NULL)
    return FALSE;
  /* translators: the name of a lane of the chart, and what it measures */
  g_autofree char *words
      = g_strdup_printf (_ ("%s: %s"), exm_lane_describe (lane), meaning);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

void
exm_curve_chart_init_input (ExmCurveChart *self)
{
  add_pointer (self);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  for (guint side = 0; side < 2; side++)
    {
      GtkEventController *focus = gtk_event_controller_focus_new ();
      g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_focus_leave), self);
      g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
      g_signal_connect_object (self->flags[side], "state-flags-changed",
                               G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
      gtk_widget_add_controller (self->flags[side], focus);
    }
}

static int
get_focused_flag (ExmCurveChart *self)
{
  for (int side = 0; side < 2; side++)
    if (gtk_widget_has_focus (self->flags[side]))
      return side;
  return -1;
}

/* Arrows move the focused flag by lines, or what is seen. */
static gboolean
on_key_step (GtkWidget *widget, GVariant *args, void *user_data)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);
  int flag = get_focused_flag (self), n = g_variant_get_int32 (args);

  if (flag >= 0)
    exm_curve_chart_step_flag (self, flag == 1, n);
  else
    exm_chart_range_pan (self->range, n * KEY_PAN
                                          * (exm_chart_range_get_end (self->range)
                                             - exm_chart_range_get_begin (self->range)));
  return GDK_EVENT_STOP;
}

static gboolean
on_key_home (GtkWidget *widget, GVariant *args, void *user_data)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);
  int flag = get_focused_flag (self);

  if (flag < 0)
    return GDK_EVENT_PROPAGATE;
  exm_curve_chart_reset_boundary (self, flag == 1);
  return GDK_EVENT_STOP;
}

/* Esc and Enter mean nothing here while nothing is on its way. */
static gboolean
on_key_end_move (GtkWidget *widget, GVariant *args, void *user_data)
{
  ExmCurveChart *self = EXM_CURVE_CHART (widget);

  if (self->drag.hold != EXM_CHART_HOLDS_FLAG)
    return GDK_EVENT_PROPAGATE;
  if (g_variant_get_int32 (args) != 0)
    exm_curve_chart_drop_flag (self);
  else
    exm_curve_chart_cancel_drag (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_key_zoom (GtkWidget *widget, GVariant *args, void *user_data)
{
  exm_curve_chart_zoom (EXM_CURVE_CHART (widget),
                        pow (ZOOM_STEP, g_variant_get_int32 (args)));
  return GDK_EVENT_STOP;
}

static gboolean
on_key_fit (GtkWidget *widget, GVariant *args, void *user_data)
{
  if (g_variant_get_int32 (args) != 0)
    exm_curve_chart_fit_body (EXM_CURVE_CHART (widget));
  else
    exm_curve_chart_fit_all (EXM_CURVE_CHART (widget));
  return GDK_EVENT_STOP;
}

void
exm_curve_chart_bind_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType state;
    GtkShortcutFunc func;
    int argument;
  } keys[] = {
    { GDK_KEY_Left, 0, on_key_step, -1 },
    { GDK_KEY_Right, 0, on_key_step, 1 },
    { GDK_KEY_KP_Left, 0, on_key_step, -1 },
    { GDK_KEY_KP_Right, 0, on_key_step, 1 },
    { GDK_KEY_Left, GDK_SHIFT_MASK, on_key_step, -KEY_LINES },
    { GDK_KEY_Right, GDK_SHIFT_MASK, on_key_step, KEY_LINES },
    { GDK_KEY_Home, 0, on_key_home, 0 },
    { GDK_KEY_Escape, 0, on_key_end_move, 0 },
    { GDK_KEY_Return, 0, on_key_end_move, 1 },
    { GDK_KEY_KP_Enter, 0, on_key_end_move, 1 },
    { GDK_KEY_plus, 0, on_key_zoom, 1 },
    { GDK_KEY_equal, 0, on_key_zoom, 1 },
    { GDK_KEY_KP_Add, 0, on_key_zoom, 1 },
    { GDK_KEY_minus, 0, on_key_zoom, -1 },
    { GDK_KEY_KP_Subtract, 0, on_key_zoom, -1 },
    { GDK_KEY_z, 0, on_key_fit, 1 },
    { GDK_KEY_0, 0, on_key_fit, 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (widget_class, keys[i].key, keys[i].state, keys[i].func,
                                  "i", keys[i].argument);
}
