/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-chart-data.h"

#include "kernel/exm-curve.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define SAMPLES_A_WINDOW 16u

G_DEFINE_BOXED_TYPE (ExmChartData,
                     exm_chart_data,
                     exm_chart_data_ref,
                     exm_chart_data_unref)

static void
data_free (void *data)
{
  ExmChartData *self = data;

  g_clear_pointer (&self->fs, exm_chart_series_free);
  g_clear_pointer (&self->bs, exm_chart_series_free);
  g_clear_pointer (&self->c, exm_chart_series_free);
  g_clear_pointer (&self->lanes, exm_chart_lanes_unref);
  g_clear_pointer (&self->seen, g_array_unref);
  g_clear_pointer (&self->trimmed, g_array_unref);
  g_clear_pointer (&self->extrema[0], g_array_unref);
  g_clear_pointer (&self->extrema[1], g_array_unref);
  g_clear_pointer (&self->curves, exm_curves_unref);
  g_free (self->c_samples);
  g_free (self->rows);
  g_free (self->row_of);
}

ExmChartData *
exm_chart_data_ref (ExmChartData *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
exm_chart_data_unref (ExmChartData *self)
{
  g_atomic_rc_box_release_full (self, data_free);
}

static const ExmLine *
get_line (const ExmChartData *self, guint line)
{
  guint n_lines;
  return exm_page_text_get_lines (self->curves->page, &n_lines) + line;
}

static void
find_rows (ExmChartData *self)
{
  guint n = 0;

  exm_page_text_get_lines (self->curves->page, &self->n_lines);
  self->rows = g_new (guint32, self->n_lines + 1);
  self->row_of = g_new (guint32, self->n_lines + 1);
  for (guint i = 0; i < self->n_lines; i++)
    {
      self->row_of[i] = n;
      if (!(get_line (self, i)->flags & EXM_LINE_FLAGGED))
        self->rows[n++] = i;
    }
  self->n_rows = n;
}

static void
sample_c (ExmChartData *self)
{
  const ExmCurves *curves = self->curves;

  if (curves->c == NULL)
    return;
  self->c_samples = g_new (float, curves->n_samples + 1);
  for (gsize k = 0; k < curves->n_samples; k++)
    self->c_samples[k] = (float) exm_curves_get_c (curves, k);
  self->c = exm_chart_series_new (self->c_samples, curves->n_samples);
  for (guint i = 0; i < self->n_lines; i++)
    {
      self->c_least = MIN (self->c_least, curves->c[i]);
      self->c_greatest = MAX (self->c_greatest, curves->c[i]);
    }
}

typedef gboolean (*Choose) (const ExmCurves *curves, guint line);

static gboolean
is_seen (const ExmCurves *curves, guint line)
{
  return curves->seen[line];
}

static gboolean
is_trimmed (const ExmCurves *curves, guint line)
{
  return curves->data->verdicts[line] == EXM_VERDICT_TRIMMED;
}

/* Neighbouring rows become one stretch. */
static GArray *
gather_spans (const ExmChartData *self, Choose choose)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (ExmChartSpan));
  gboolean follows = FALSE;

  for (guint row = 0; row < self->n_rows; row++)
    {
      guint line = self->rows[row];
      gboolean chosen = choose (self->curves, line);
      const ExmChartSpan span = { exm_chart_data_get_start (self, line),
                                  exm_chart_data_get_end (self, line) };
      if (chosen && follows)
        g_array_index (spans, ExmChartSpan, spans->len - 1).end = span.end;
      else if (chosen)
        g_array_append_val (spans, span);
      follows = chosen;
    }
  return spans;
}

/* C(x) runs straight along a line, so that it turns only where weights change sign. */
static void
find_extrema (ExmChartData *self)
{
  const double *weights = self->curves->data->weights;

  for (guint side = 0; side < 2; side++)
    self->extrema[side] = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 row = 0; self->c != NULL && row < self->n_rows; row++)
    {
      if (weights[self->rows[row]] <= 0)
        continue;
      if (row == 0 || weights[self->rows[row - 1]] <= 0)
        g_array_append_val (self->extrema[0], row);
      if (row + 1 == self->n_rows || weights[self->rows[row + 1]] <= 0)
        g_array_append_val (self->extrema[1], row);
    }
}

static void
measure_likeness (ExmChartData *self)
{
  const ExmCurves *curves = self->curves;
  double sums[3] = { 0 };
  guint counts[3] = { 0 };

  for (gsize i = 0; curves->fs != NULL && i < curves->n_samples; i++)
    {
      guint line = curves->line_of[i];
      guint part = line < self->head ? 0 : line <= self->tail ? 1 : 2;
      if (isnan (curves->fs[i]) || isnan (curves->bs[i]))
        continue;
      sums[part] += ((double) curves->fs[i] + (double) curves->bs[i]) / 2;
      counts[part]++;
    }
  for (guint part = 0; part < 3; part++)
    self->likeness[part] = counts[part] > 0 ? sums[part] / counts[part] : (double) NAN;
}

char *
exm_chart_data_describe (const ExmChartData *self)
{
  char *words[3];

  if (self->fs == NULL || self->head == EXM_NONE)
    return NULL;
  for (guint part = 0; part < 3; part++)
    words[part] = isnan (self->likeness[part])
                      ? g_strdup ("–")
                      : g_strdup_printf ("%.0f%%", 100 * self->likeness[part]);
  /* translators: three shares such as “94%”, or a dash where nothing was measured */
  char *sentence = g_strdup_printf (
      _ ("Similarity to the example: %s before the body, %s in it, %s behind it"),
      words[0], words[1], words[2]);
  for (guint part = 0; part < 3; part++)
    g_free (words[part]);
  return sentence;
}

ExmChartData *
exm_chart_data_new (ExmPrepared *target,
                    ExmPrepared *example,
                    ExmResult *result,
                    ExmCurvesPair *pair,
                    guint window,
                    gboolean literal,
                    const ExmChartSpan *part,
                    GCancellable *cancellable,
                    GError **error)
{
  const ExmCurvesOptions options = {
    .literal = literal,
    .window = window,
    /* Neighbours differ by 2 in the window's width, and wide windows cost most. */
    .stride = literal ? 1 : MAX (EXM_CURVE_GRID_STRIDE, window / SAMPLES_A_WINDOW),
    .pair = pair,
    .begin = part != NULL ? (gsize) MAX (part->begin, 0) : 0,
    .end = part != NULL ? (gsize) MAX (part->end, 0) : 0,
  };
  g_autoptr (ExmCurves) curves
      = exm_curves_new (target, example, result, &options, cancellable, error);

  if (curves == NULL)
    return NULL;
  ExmChartData *self = g_atomic_rc_box_new0 (ExmChartData);
  self->curves = g_steal_pointer (&curves);
  self->head = self->curves->data->head;
  self->tail = self->head != EXM_NONE ? self->curves->data->tail : EXM_NONE;
  find_rows (self);
  measure_likeness (self);
  if (self->curves->fs != NULL)
    {
      self->fs = exm_chart_series_new (self->curves->fs, self->curves->n_samples);
      self->bs = exm_chart_series_new (self->curves->bs, self->curves->n_samples);
    }
  sample_c (self);
  self->lanes = exm_chart_lanes_new (self->curves->page, result);
  self->seen = gather_spans (self, is_seen);
  self->trimmed = gather_spans (self, is_trimmed);
  find_extrema (self);
  return self;
}

double
exm_chart_data_get_start (const ExmChartData *self, guint line)
{
  return get_line (self, line)->start;
}

double
exm_chart_data_get_end (const ExmChartData *self, guint line)
{
  const ExmLine *l = get_line (self, line);
  return (double) l->start + (l->flags & EXM_LINE_FLAGGED ? 0 : l->n_chars);
}

double
exm_chart_data_get_edge (const ExmChartData *self, guint line, gboolean tail)
{
  return tail ? exm_chart_data_get_end (self, line)
              : exm_chart_data_get_start (self, line);
}

guint
exm_chart_data_find_row (const ExmChartData *self, double x)
{
  guint first = 0, end = self->n_rows;

  /* The last row that starts at or before x. */
  while (end - first > 1)
    {
      guint middle = first + (end - first) / 2;
      if (exm_chart_data_get_start (self, self->rows[middle]) <= x)
        first = middle;
      else
        end = middle;
    }
  return first;
}

double
exm_chart_data_get_c_at_edge (const ExmChartData *self, guint line, gboolean tail)
{
  const ExmCurves *curves = self->curves;

  if (curves->c == NULL)
    return 0;
  return tail ? curves->c[line] : curves->c[line] - curves->data->weights[line];
}

char *
exm_chart_data_dup_line_text (const ExmChartData *self, guint line, guint n_chars)
{
  const char *text = exm_page_text_get_line (self->curves->page, line);

  if (get_line (self, line)->n_chars <= n_chars)
    return g_strdup (text);
  g_autofree char *cut = g_utf8_substring (text, 0, n_chars);
  return g_strconcat (cut, "…", NULL);
}
