/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "exm-cli-curve-data.h"

#include "exm-cli-json.h"
#include "exm-similarity.h"

#include <string.h>

void
exm_cli_curves_clear (ExmCliCurves *self)
{
  g_free (self->fs);
  g_free (self->bs);
  g_free (self->line_of);
  g_free (self->c);
  g_free (self->seen);
}

static gboolean
measure_tracked (ExmCliCurves *self, const ExmCurveText *text, GError **error)
{
  g_autoptr (ExmCurveTrack) track = NULL;
  ExmKernelStatus status = exm_curve_track_new (text, NULL, NULL, NULL, &track);

  if (status == EXM_KERNEL_OK)
    status = exm_curve_tracked (text, track, self->window, self->stride, self->fs,
                                self->bs, NULL, NULL);
  return exm_similarity_check (status, error);
}

static gboolean
measure_literal (ExmCliCurves *self, const ExmCurveText *text, GError **error)
{
  g_autofree float *fs = g_new (float, self->n_chars + 1);
  g_autofree float *bs = g_new (float, self->n_chars + 1);
  ExmKernelStatus status = exm_curve_literal (text, self->window, fs, bs, NULL, NULL);

  for (gsize k = 0; status == EXM_KERNEL_OK && k < self->n_samples; k++)
    {
      self->fs[k] = fs[k * self->stride];
      self->bs[k] = bs[k * self->stride];
    }
  return exm_similarity_check (status, error);
}

/* The line feed between two lines belongs to the one before it. */
static void
find_lines (ExmCliCurves *self)
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
judge_lines (ExmCliCurves *self, const ExmPrepared *example)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  double sum = 0;

  self->seen = g_new0 (guint8, n_lines + 1);
  if (has_weights (self->data))
    self->c = g_new0 (double, n_lines + 1);
  for (guint i = 0; i < n_lines; i++)
    {
      self->seen[i] = !(lines[i].flags & EXM_LINE_FLAGGED)
                      && exm_prepared_count_key (example, lines[i].key) > 0;
      sum += self->data->weights[i];
      if (self->c != NULL)
        self->c[i] = sum;
    }
}

gboolean
exm_cli_curves_measure (ExmCliCurves *self,
                        const ExmCliFound *found,
                        const ExmPrepared *example,
                        GError **error)
{
  g_autoptr (ExmCurveText) text
      = exm_similarity_pair (found->target, example, NULL, error);

  if (text == NULL)
    return FALSE;
  self->name = found->name;
  self->page = exm_prepared_get_page (found->target);
  self->data = exm_result_get (found->result);
  self->n_chars = exm_curve_text_get_length (text);
  self->n_samples = exm_curve_n_samples (self->n_chars, self->stride);
  self->fs = g_new0 (float, self->n_samples + 1);
  self->bs = g_new0 (float, self->n_samples + 1);
  find_lines (self);
  judge_lines (self, example);
  return self->tracked ? measure_tracked (self, text, error)
                       : measure_literal (self, text, error);
}

double
exm_cli_curves_get_c (const ExmCliCurves *self, gsize k)
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
exm_cli_curves_write_csv (const ExmCliCurves *self)
{
  GString *out = g_string_new ("x,fs,bs,line,c\n");

  for (gsize k = 0; k < self->n_samples; k++)
    {
      g_string_append_printf (out, "%" G_GSIZE_FORMAT ",", k * self->stride);
      exm_cli_append_number (out, (double) self->fs[k]);
      g_string_append_c (out, ',');
      exm_cli_append_number (out, (double) self->bs[k]);
      g_string_append_printf (out, ",%u,", self->line_of[k]);
      if (self->c != NULL)
        exm_cli_append_number (out, exm_cli_curves_get_c (self, k));
      g_string_append_c (out, '\n');
    }
  return out;
}

static void
add_samples (ExmCliJson *json, const ExmCliCurves *self)
{
  exm_cli_json_open (json, "x", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_integer (json, NULL, (gint64) (k * self->stride));
  exm_cli_json_close (json, ']');
  exm_cli_json_open (json, "fs", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_number (json, NULL, (double) self->fs[k]);
  exm_cli_json_close (json, ']');
  exm_cli_json_open (json, "bs", '[');
  for (gsize k = 0; k < self->n_samples; k++)
    exm_cli_json_number (json, NULL, (double) self->bs[k]);
  exm_cli_json_close (json, ']');
}

static void
add_lines (ExmCliJson *json, const ExmCliCurves *self)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);

  exm_cli_json_open (json, "lines", '[');
  for (guint i = 0; i < n_lines; i++)
    {
      exm_cli_json_open (json, NULL, '{');
      exm_cli_json_string (json, "text", exm_page_text_get_line (self->page, i));
      exm_cli_json_integer (json, "start", lines[i].start);
      exm_cli_json_integer (json, "n_chars",
                            lines[i].flags & EXM_LINE_FLAGGED ? 0 : lines[i].n_chars);
      exm_cli_json_string (json, "verdict",
                           exm_cli_verdict_get_name (self->data->verdicts[i]));
      exm_cli_json_boolean (json, "seen", self->seen[i]);
      if (self->c != NULL)
        exm_cli_json_number (json, "c", self->c[i]);
      else
        exm_cli_json_null (json, "c");
      exm_cli_json_close (json, '}');
    }
  exm_cli_json_close (json, ']');
}

GString *
exm_cli_curves_write_json (const ExmCliCurves *self)
{
  ExmCliJson json = { .out = g_string_new (NULL) };
  const ExmResultData *data = self->data;

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "page", self->name);
  exm_cli_json_string (&json, "url", exm_page_text_get_url (self->page));
  exm_cli_json_string (&json, "method", data->method);
  exm_cli_json_boolean (&json, "tracked", self->tracked);
  exm_cli_json_integer (&json, "window", self->window);
  exm_cli_json_integer (&json, "stride", (gint64) self->stride);
  exm_cli_json_integer (&json, "n_chars", (gint64) self->n_chars);
  exm_cli_json_line (&json, "head", data->head);
  exm_cli_json_line (&json, "tail", data->head != EXM_NONE ? data->tail : EXM_NONE);
  exm_cli_json_number (&json, "confidence", data->confidence);
  exm_cli_json_boolean (&json, "fits", data->fits);
  exm_cli_json_number (&json, "template_similarity", data->template_similarity);
  add_samples (&json, self);
  add_lines (&json, self);
  exm_cli_json_close (&json, '}');
  g_string_append_c (json.out, '\n');
  return json.out;
}
