/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-method-trial-run.h"

/* Characters of the body that a row shows. */
#define EXCERPT_CHARS 90

void
exm_method_trial_run_free (gpointer data)
{
  ExmMethodTrialRun *run = data;

  exm_analysis_job_free (run->job);
  g_clear_pointer (&run->lanes, exm_chart_lanes_unref);
  g_clear_pointer (&run->example, exm_result_unref);
  g_free (run->excerpt);
  g_free (run);
}

static void
describe (ExmMethodTrialRun *run, const ExmPageText *page, const ExmResultData *data)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autoptr (GString) excerpt = g_string_new (NULL);
  guint n_excerpt = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      run->n_chars += lines[i].n_chars + (run->n_lines > 0);
      run->n_lines++;
      if (n_excerpt >= EXCERPT_CHARS)
        continue;
      const char *text = exm_page_text_get_line (page, i);
      guint n = MIN (lines[i].n_chars, EXCERPT_CHARS - n_excerpt);
      if (n_excerpt > 0)
        g_string_append_c (excerpt, ' ');
      g_string_append_len (excerpt, text, g_utf8_offset_to_pointer (text, n) - text);
      n_excerpt += n;
    }
  run->excerpt = g_strdup (excerpt->str);
}

void
exm_method_trial_run_in_thread (GTask *task,
                                gpointer source,
                                gpointer data,
                                GCancellable *cancellable)
{
  ExmMethodTrialRun *run = data;
  GError *error = NULL;
  ExmResult *result = NULL;

  if (exm_analysis_job_read (run->job, cancellable, &error))
    result = exm_analysis_job_extract_target (run->job, cancellable, &error);
  if (result == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const ExmPageText *page = exm_prepared_get_page (run->job->input.target->prepared);
  describe (run, page, exm_result_get (result));
  run->lanes = exm_chart_lanes_new (page, result);
  if (run->wants_example)
    run->example = exm_analysis_job_look_back (run->job, cancellable);
  g_task_return_pointer (task, result, (GDestroyNotify) exm_result_unref);
}
