/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-lanes.h"

#include <string.h>

/* Evidence that fills half a lane. */
#define FULL_EVIDENCE 2.0

static void
lane_clear (gpointer data)
{
  ExmChartLane *lane = data;

  g_clear_pointer (&lane->series, exm_chart_series_free);
  g_free (lane->values);
}

static gboolean
is_flat (const float *values, guint n)
{
  guint i = 0;

  while (i < n && values[i] == 0)
    i++;
  return i == n;
}

static float *
take_rows (const ExmLine *lines, guint n_lines, const float *of_lines, guint n_rows)
{
  float *values = g_new (float, n_rows + 1);
  guint row = 0;

  for (guint i = 0; i < n_lines; i++)
    if (!(lines[i].flags & EXM_LINE_FLAGGED))
      values[row++] = of_lines[i];
  return values;
}

/* Methods of others measure in units of their own: words, characters of a block. The
 * greatest on the page fills the lane. */
static double
find_full (const float *values, guint n)
{
  float greatest = 0;

  for (guint i = 0; i < n; i++)
    greatest = MAX (greatest, ABS (values[i]));
  return greatest > 0 ? (double) greatest : 1;
}

ExmChartLanes *
exm_chart_lanes_new (const ExmPageText *page, ExmResult *result)
{
  ExmChartLanes *self = g_atomic_rc_box_new0 (ExmChartLanes);
  const GArray *lanes = exm_result_get (result)->lanes;
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  self->result = exm_result_ref (result);
  for (guint i = 0; i < n_lines; i++)
    self->n_rows += !(lines[i].flags & EXM_LINE_FLAGGED);
  self->lanes = g_array_sized_new (FALSE, FALSE, sizeof (ExmChartLane), lanes->len);
  g_array_set_clear_func (self->lanes, lane_clear);
  for (guint l = 0; l < lanes->len; l++)
    {
      const ExmLane *from = &g_array_index (lanes, ExmLane, l);
      gboolean is_evidence
          = !is_flat (from->contributions, n_lines) || is_flat (from->values, n_lines);
      ExmChartLane lane = { .id = from->id, .is_evidence = is_evidence };
      lane.values = take_rows (
          lines, n_lines, is_evidence ? from->contributions : from->values, self->n_rows);
      lane.full = is_evidence ? FULL_EVIDENCE : find_full (lane.values, self->n_rows);
      lane.series = exm_chart_series_new (lane.values, self->n_rows);
      g_array_append_val (self->lanes, lane);
    }
  return self;
}

static void
lanes_free (void *data)
{
  ExmChartLanes *self = data;

  g_array_unref (self->lanes);
  exm_result_unref (self->result);
}

ExmChartLanes *
exm_chart_lanes_ref (ExmChartLanes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
exm_chart_lanes_unref (ExmChartLanes *self)
{
  g_atomic_rc_box_release_full (self, lanes_free);
}

const ExmChartLane *
exm_chart_lanes_get (const ExmChartLanes *self, guint index)
{
  g_return_val_if_fail (index < self->lanes->len, NULL);

  return &g_array_index (self->lanes, ExmChartLane, index);
}

gboolean
exm_chart_lanes_are_alike (const ExmChartLanes *self, const ExmChartLanes *other)
{
  if (other == NULL || self->lanes->len != other->lanes->len
      || strcmp (exm_result_get (self->result)->method,
                 exm_result_get (other->result)->method)
             != 0)
    return FALSE;
  for (guint i = 0; i < self->lanes->len; i++)
    if (strcmp (g_array_index (self->lanes, ExmChartLane, i).id,
                g_array_index (other->lanes, ExmChartLane, i).id)
        != 0)
      return FALSE;
  return TRUE;
}
