/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-snap.h"

#include <math.h>

static double
get_edge (const ExmChartData *data, guint row, gboolean tail)
{
  return exm_chart_data_get_edge (data, data->rows[row], tail);
}

guint
exm_chart_snap_to_line (const ExmChartData *data, gboolean tail, double x)
{
  if (data->n_rows == 0)
    return EXM_NONE;
  guint row = exm_chart_data_find_row (data, x), best = row;
  /* The edge of the line that holds x, or that of a neighbour. */
  for (guint i = row > 0 ? row - 1 : 0; i < MIN (row + 2, data->n_rows); i++)
    if (fabs (get_edge (data, i, tail) - x) < fabs (get_edge (data, best, tail) - x))
      best = i;
  return data->rows[best];
}

guint
exm_chart_snap_to_extremum (const ExmChartData *data,
                            gboolean tail,
                            double x,
                            double reach)
{
  const GArray *extrema = data->extrema[tail ? 1 : 0];
  guint first = 0, end = extrema->len, best = EXM_NONE;
  double best_c = 0;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;
      if (get_edge (data, g_array_index (extrema, guint32, middle), tail) < x - reach)
        first = middle + 1;
      else
        end = middle;
    }
  for (guint i = first; i < extrema->len; i++)
    {
      guint line = data->rows[g_array_index (extrema, guint32, i)];
      if (exm_chart_data_get_edge (data, line, tail) > x + reach)
        break;
      double c = exm_chart_data_get_c_at_edge (data, line, tail);
      if (best == EXM_NONE || (tail ? c > best_c : c < best_c))
        {
          best = line;
          best_c = c;
        }
    }
  return best;
}

static guint
keep_order (gboolean tail, guint line, guint other)
{
  if (other == EXM_NONE || line == EXM_NONE)
    return line;
  return tail ? MAX (line, other) : MIN (line, other);
}

guint
exm_chart_snap (
    const ExmChartData *data, gboolean tail, double x, double reach, guint other)
{
  guint line = reach > 0 ? exm_chart_snap_to_extremum (data, tail, x, reach) : EXM_NONE;

  if (line == EXM_NONE)
    line = exm_chart_snap_to_line (data, tail, x);
  return keep_order (tail, line, other);
}

guint
exm_chart_snap_step (
    const ExmChartData *data, gboolean tail, guint line, int n, guint other)
{
  if (data->n_rows == 0 || line >= data->n_lines)
    return line;
  gint64 row = (gint64) MIN (data->row_of[line], data->n_rows - 1) + n;
  row = CLAMP (row, 0, (gint64) data->n_rows - 1);
  return keep_order (tail, data->rows[row], other);
}
