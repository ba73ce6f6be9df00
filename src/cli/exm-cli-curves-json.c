/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/exm-cli-curves-json.h"

#include "cli/base/exm-cli-json.h"
#include "cli/base/exm-cli-pair.h"

static void
add_samples (ExmCliJson *json, const ExmCurves *self)
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
add_lines (ExmCliJson *json, const ExmCurves *self)
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
exm_cli_curves_write_json (const ExmCurves *self, const char *name)
{
  ExmCliJson json = { .out = g_string_new (NULL) };
  const ExmResultData *data = self->data;

  exm_cli_json_open (&json, NULL, '{');
  exm_cli_json_string (&json, "page", name);
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
