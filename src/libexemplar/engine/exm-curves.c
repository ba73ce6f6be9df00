/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-curves.h"

#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "extract/exm-similarity.h"

#include <math.h>

#define TRACKED_STRIDE 4

static void
curves_free (void *curves)
{
  ExmCurves *self = curves;

  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  g_free (self->fs);
  g_free (self->bs);
  g_free (self->line_of);
  g_free (self->c);
  g_free (self->seen);
}

void
exm_curves_unref (ExmCurves *self)
{
  g_atomic_rc_box_release_full (self, curves_free);
}

/* The line feed between two lines belongs to the one before it. */
static void
find_lines (ExmCurves *self)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  gsize k = 0;

  self->line_of = g_new0 (guint32, self->n_samples + 1);
  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      gsize end = (gsize) lines[i].start + lines[i].n_chars;
      for (; k < self->n_samples && k * self->stride <= end; k++)
        self->line_of[k] = i;
    }
}

static gboolean
has_weights (const ExmResultData *data)
{
  for (guint i = 0; i < data->n_lines; i++)
    if (data->weights[i] != 0)
      return TRUE;
  return FALSE;
}

static void
judge_lines (ExmCurves *self, const ExmPrepared *example)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  double sum = 0;

  self->seen = g_new0 (guint8, n_lines + 1);
  if (has_weights (self->data))
    self->c = g_new0 (double, n_lines + 1);
  for (guint i = 0; i < n_lines; i++)
    {
      self->seen[i] = !(lines[i].flags & EXM_LINE_FLAGGED) && example != NULL
                      && exm_prepared_count_key (example, lines[i].key) > 0;
      sum += self->data->weights[i];
      if (self->c != NULL)
        self->c[i] = sum;
    }
}

/* The samples of the characters that are wanted, and one on either side, so that a line
 * that is drawn leaves the picture. */
static ExmCurvePart
find_part (const ExmCurves *self, const ExmCurvesOptions *options)
{
  ExmCurvePart part = { 0, self->n_samples };

  if (options->begin < options->end)
    {
      gsize end = options->end / self->stride + 2;
      part.first = options->begin / self->stride;
      part.first = MIN (part.first - (part.first > 0), self->n_samples);
      part.n = MAX (MIN (end, self->n_samples), part.first) - part.first;
    }
  return part;
}

static gboolean
measure (ExmCurves *self,
         ExmCurvesPair *pair,
         const ExmCurvesOptions *options,
         GCancellable *cancellable,
         GError **error)
{
  const ExmCurvePart part = find_part (self, options);

  self->fs = g_new (float, self->n_samples + 1);
  self->bs = g_new (float, self->n_samples + 1);
  for (gsize k = 0; part.n < self->n_samples && k < self->n_samples; k++)
    self->fs[k] = self->bs[k] = NAN;
  return exm_curves_pair_measure (pair, !self->tracked, self->window, self->stride, &part,
                                  self->fs + part.first, self->bs + part.first,
                                  cancellable, error);
}

ExmCurves *
exm_curves_new (ExmPrepared *target,
                ExmPrepared *example,
                ExmResult *result,
                const ExmCurvesOptions *options,
                GCancellable *cancellable,
                GError **error)
{
  /* The kernel asks only now and then. */
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_autoptr (ExmCurves) self = g_atomic_rc_box_new0 (ExmCurves);
  self->page = exm_page_text_ref (exm_prepared_get_page (target));
  self->result = exm_result_ref (result);
  self->data = exm_result_get (result);
  self->tracked = !options->literal;
  self->window = options->window != 0 ? options->window : EXM_DEFAULT_WINDOW;
  self->stride = options->stride != 0 ? options->stride
                 : self->tracked      ? TRACKED_STRIDE
                                      : 1;
  self->n_chars = exm_page_text_get_n_chars (self->page);
  self->n_samples = exm_curve_n_samples (self->n_chars, self->stride);
  find_lines (self);
  judge_lines (self, example);
  if (example == NULL)
    return g_steal_pointer (&self);
  g_autoptr (ExmCurvesPair) pair = options->pair != NULL
                                       ? exm_curves_pair_ref (options->pair)
                                       : exm_curves_pair_new (target, example);
  if (!measure (self, pair, options, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

double
exm_curves_get_c (const ExmCurves *self, gsize k)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  guint32 i = self->line_of[k];
  gsize into = k * self->stride - lines[i].start + 1;

  if (into >= lines[i].n_chars)
    return self->c[i];
  return self->c[i]
         - self->data->weights[i] * (1 - (double) into / (double) lines[i].n_chars);
}

GString *
exm_curves_write_csv (const ExmCurves *self)
{
  GString *out = g_string_new ("x,fs,bs,line,c\n");

  for (gsize k = 0; k < self->n_samples; k++)
    {
      g_string_append_printf (out, "%" G_GSIZE_FORMAT ",", k * self->stride);
      if (self->fs != NULL && !isnan (self->fs[k]))
        exm_text_append_number (out, (double) self->fs[k]);
      g_string_append_c (out, ',');
      if (self->bs != NULL && !isnan (self->bs[k]))
        exm_text_append_number (out, (double) self->bs[k]);
      g_string_append_printf (out, ",%u,", self->line_of[k]);
      if (self->c != NULL)
        exm_text_append_number (out, exm_curves_get_c (self, k));
      g_string_append_c (out, '\n');
    }
  return out;
}
