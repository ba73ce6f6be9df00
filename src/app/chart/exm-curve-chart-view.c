/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-curve-chart-private.h"

#define BODY_MARGIN 0.12

static void
find_lanes (ExmCurveChart *self)
{
  const ExmChartLanes *lanes = exm_curve_chart_get_lanes (self);

  g_array_set_size (self->lanes, 0);
  for (guint i = 0; lanes != NULL && i < lanes->lanes->len; i++)
    if (exm_curve_chart_get_lane_shown (self, exm_chart_lanes_get (lanes, i)->id))
      g_array_append_val (self->lanes, i);
  exm_curve_chart_measure_gutter (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  exm_curve_chart_redraw (self);
}

static gboolean
is_same_page (const ExmChartData *a, const ExmChartData *b)
{
  if (a == NULL || b == NULL)
    return FALSE;
  return a->curves->page == b->curves->page
         || (a->n_lines == b->n_lines && a->curves->n_chars == b->curves->n_chars
             && g_strcmp0 (exm_page_text_get_url (a->curves->page),
                           exm_page_text_get_url (b->curves->page))
                    == 0);
}

static void
show_new_page (ExmCurveChart *self)
{
  const ExmChartData *data = self->data;

  exm_chart_range_set_length (self->range, (double) data->curves->n_chars);
  if (data->head == EXM_NONE)
    return;
  double body = exm_chart_data_get_end (data, data->tail)
                - exm_chart_data_get_start (data, data->head);
  if (body < EXM_CHART_SMALL_BODY * (double) data->curves->n_chars)
    exm_curve_chart_fit_body (self);
}

void
exm_curve_chart_set_data (ExmCurveChart *self, ExmChartData *data)
{
  g_return_if_fail (EXM_IS_CURVE_CHART (self));

  if (self->data == data)
    return;
  gboolean same = is_same_page (self->data, data);
  gboolean dragged = same && self->drag.hold == EXM_CHART_HOLDS_FLAG;
  if (!same)
    {
      exm_curve_chart_cancel_drag (self);
      exm_curve_chart_drop_ghost (self);
      exm_curve_chart_set_hover (self, EXM_NONE, FALSE);
    }
  exm_curve_chart_stop_ease (self);
  g_autoptr (ExmChartData) old = g_steal_pointer (&self->data);
  self->data = data != NULL ? exm_chart_data_ref (data) : NULL;
  for (guint side = 0; side < 2; side++)
    {
      guint line = data == NULL ? EXM_NONE : side == 1 ? data->tail : data->head;
      if (!dragged || self->drag.tail != (side == 1))
        exm_curve_chart_set_boundary (self, side == 1, line);
    }
  exm_curve_chart_update_flag (self, 0);
  exm_curve_chart_update_flag (self, 1);
  find_lanes (self);
  if (!same && data != NULL)
    show_new_page (self);
}

ExmChartData *
exm_curve_chart_get_data (ExmCurveChart *self)
{
  g_return_val_if_fail (EXM_IS_CURVE_CHART (self), NULL);

  return self->data;
}

ExmChartLanes *
exm_curve_chart_get_lanes (ExmCurveChart *self)
{
  g_return_val_if_fail (EXM_IS_CURVE_CHART (self), NULL);

  if (self->data == NULL)
    return NULL;
  /* The data may be those of the page before. */
  if (self->other_lanes != NULL && self->other_lanes->n_rows == self->data->n_rows)
    return self->other_lanes;
  return self->data->lanes;
}

void
exm_curve_chart_set_lanes (ExmCurveChart *self, ExmChartLanes *lanes)
{
  g_return_if_fail (EXM_IS_CURVE_CHART (self));

  if (lanes == self->other_lanes)
    return;
  if (lanes != NULL)
    exm_chart_lanes_ref (lanes);
  g_clear_pointer (&self->other_lanes, exm_chart_lanes_unref);
  self->other_lanes = lanes;
  find_lanes (self);
}

ExmChartRange *
exm_curve_chart_get_range (ExmCurveChart *self)
{
  g_return_val_if_fail (EXM_IS_CURVE_CHART (self), NULL);

  return self->range;
}

guint
exm_curve_chart_get_head (ExmCurveChart *self)
{
  return self->lines[0];
}

guint
exm_curve_chart_get_tail (ExmCurveChart *self)
{
  return self->lines[1];
}

gboolean
exm_curve_chart_get_lane_shown (ExmCurveChart *self, const char *id)
{
  return g_ptr_array_find_with_equal_func (self->lane_ids, id, g_str_equal, NULL);
}

void
exm_curve_chart_set_lane_shown (ExmCurveChart *self, const char *id, gboolean shown)
{
  guint i;

  g_return_if_fail (EXM_IS_CURVE_CHART (self));
  gboolean is_shown
      = g_ptr_array_find_with_equal_func (self->lane_ids, id, g_str_equal, &i);
  if (is_shown == shown)
    return;
  if (shown)
    g_ptr_array_add (self->lane_ids, g_strdup (id));
  else
    g_ptr_array_remove_index (self->lane_ids, i);
  find_lanes (self);
  g_signal_emit (self, exm_curve_chart_signals[EXM_CHART_LANES_SHOWN_CHANGED], 0);
}

void
exm_curve_chart_fit_body (ExmCurveChart *self)
{
  g_return_if_fail (EXM_IS_CURVE_CHART (self));

  if (self->data == NULL || self->lines[0] == EXM_NONE || self->lines[1] == EXM_NONE)
    {
      exm_curve_chart_fit_all (self);
      return;
    }
  double begin = exm_chart_data_get_start (self->data, self->lines[0]);
  double end = exm_chart_data_get_end (self->data, self->lines[1]);
  double margin = MAX ((end - begin) * BODY_MARGIN, EXM_CHART_RANGE_LEAST);
  exm_chart_range_set (self->range, MAX (begin - margin, 0), end + margin);
}

void
exm_curve_chart_fit_all (ExmCurveChart *self)
{
  g_return_if_fail (EXM_IS_CURVE_CHART (self));

  exm_chart_range_set (self->range, 0, exm_chart_range_get_length (self->range));
}

void
exm_curve_chart_zoom (ExmCurveChart *self, double factor)
{
  g_return_if_fail (EXM_IS_CURVE_CHART (self));

  exm_chart_range_zoom (
      self->range, factor,
      (exm_chart_range_get_begin (self->range) + exm_chart_range_get_end (self->range))
          / 2);
}

GtkWidget *
exm_curve_chart_get_flag (ExmCurveChart *self, gboolean tail)
{
  g_return_val_if_fail (EXM_IS_CURVE_CHART (self), NULL);

  return self->flags[tail ? 1 : 0];
}
