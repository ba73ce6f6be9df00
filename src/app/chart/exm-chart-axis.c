/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-axis.h"

double
exm_chart_axis_to_px (const ExmChartAxis *self, double x)
{
  return self->left + self->width * (x - self->begin) / (self->end - self->begin);
}

double
exm_chart_axis_to_x (const ExmChartAxis *self, double px)
{
  return self->begin + (self->end - self->begin) * (px - self->left) / self->width;
}

guint
exm_chart_axis_step (double room, guint n, double span)
{
  guint step = 1;

  for (guint i = 0; n > 0 && span * step < room * n && step < G_MAXUINT / 4; i++)
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}
