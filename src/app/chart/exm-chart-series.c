/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-series.h"

#include <math.h>

/* Values, or entries of the level below, that one entry stands for. */
#define FAN 8
#define MAX_LEVELS 10

typedef struct
{
  float *least;    /* (owned) */
  float *greatest; /* (owned) */
  gsize n;
} Level;

struct _ExmChartSeries
{
  const float *values; /* (unowned) */
  gsize n;
  Level levels[MAX_LEVELS]; /* level l stands for FAN^(l + 1) values an entry */
  guint n_levels;
};

static void
get_entry (
    const ExmChartSeries *self, guint level, gsize i, float *least, float *greatest)
{
  *least = level == 0 ? self->values[i] : self->levels[level - 1].least[i];
  *greatest = level == 0 ? self->values[i] : self->levels[level - 1].greatest[i];
}

static void
widen (const ExmChartSeries *self,
       guint level,
       gsize first,
       gsize end,
       float *least,
       float *greatest)
{
  for (gsize i = first; i < end; i++)
    {
      float low, high;
      get_entry (self, level, i, &low, &high);
      /* NaN is not there. */
      *least = fminf (*least, low);
      *greatest = fmaxf (*greatest, high);
    }
}

static void
build_level (ExmChartSeries *self, gsize n_below)
{
  guint above = self->n_levels++;
  Level *level = &self->levels[above];

  level->n = (n_below + FAN - 1) / FAN;
  level->least = g_new (float, level->n);
  level->greatest = g_new (float, level->n);
  for (gsize i = 0; i < level->n; i++)
    {
      gsize first = i * FAN, end = MIN (first + FAN, n_below);
      get_entry (self, above, first, &level->least[i], &level->greatest[i]);
      widen (self, above, first + 1, end, &level->least[i], &level->greatest[i]);
    }
}

ExmChartSeries *
exm_chart_series_new (const float *values, gsize n)
{
  ExmChartSeries *self = g_new0 (ExmChartSeries, 1);

  self->values = values;
  self->n = n;
  while (n > FAN && self->n_levels < MAX_LEVELS)
    {
      build_level (self, n);
      n = self->levels[self->n_levels - 1].n;
    }
  return self;
}

void
exm_chart_series_free (ExmChartSeries *self)
{
  for (guint i = 0; i < self->n_levels; i++)
    {
      g_free (self->levels[i].least);
      g_free (self->levels[i].greatest);
    }
  g_free (self);
}

gboolean
exm_chart_series_get_bounds (
    const ExmChartSeries *self, gsize first, gsize end, float *least, float *greatest)
{
  end = MIN (end, self->n);
  if (first >= end)
    return FALSE;
  *least = *greatest = self->values[first];
  for (guint level = 0; first < end; level++)
    {
      if (level == self->n_levels || end - first <= FAN)
        {
          widen (self, level, first, end, least, greatest);
          break;
        }
      /* Samples that do not fill an entry of the level above, at both ends. */
      gsize inner_first = (first + FAN - 1) / FAN, inner_end = end / FAN;
      widen (self, level, first, inner_first * FAN, least, greatest);
      widen (self, level, inner_end * FAN, end, least, greatest);
      first = inner_first;
      end = inner_end;
    }
  return TRUE;
}

void
exm_chart_series_get_envelope (const ExmChartSeries *self,
                               double begin,
                               double end,
                               guint n_columns,
                               float *least,
                               float *greatest)
{
  double step = (end - begin) / MAX (n_columns, 1);

  for (guint column = 0; column < n_columns; column++)
    {
      double first = floor (begin + column * step);
      double last = MAX (floor (begin + (column + 1) * step), first + 1);
      if (last <= 0
          || !exm_chart_series_get_bounds (self, (gsize) MAX (first, 0), (gsize) last,
                                           &least[column], &greatest[column]))
        least[column] = greatest[column] = NAN;
    }
}
