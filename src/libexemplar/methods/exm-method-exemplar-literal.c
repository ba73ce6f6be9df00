/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-similarity.h"
#include "kernel/exm-turning.h"

/* The patent as it is written (CN103699591 A): windows of both pages at the same distance
 * from the head, and from the tail; the body lies between the turning points of the two
 * curves. */

/* For the @head the first line whose middle lies at or behind @position of the joined
 * text, else the last line whose middle lies at or before it; %EXM_NONE if no line is
 * seen. */
static guint
find_line (const ExmLine *lines, guint n_lines, gsize position, gboolean head)
{
  guint found = EXM_NONE;

  for (guint i = 0; i < n_lines; i++)
    {
      if ((lines[i].flags & EXM_LINE_FLAGGED) || lines[i].n_chars == 0)
        continue;
      gsize middle = lines[i].start + lines[i].n_chars / 2;
      if (head && middle >= position)
        return i;
      if (!head && middle > position)
        return found;
      found = i;
    }
  return found;
}

static void
copy_to_lane (ExmResultData *data,
              const char *id,
              const ExmLine *lines,
              const float *curve)
{
  ExmLane *lane = exm_result_data_add_lane (data, id);

  for (guint i = 0; i < data->n_lines; i++)
    {
      double sum = 0;
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      for (guint k = 0; k < lines[i].n_chars; k++)
        sum += curve[lines[i].start + k];
      lane->values[i] = (float) (sum / MAX (lines[i].n_chars, 1));
    }
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autoptr (ExmCurveText) text = exm_similarity_pair (input->target, input->examples[0],
                                                       input->cancellable, error);
  ExmTurningPoint head, tail;

  if (text == NULL)
    return FALSE;
  gsize n = exm_curve_text_get_length (text);
  g_autofree float *fs = g_new (float, n + 1);
  g_autofree float *bs = g_new (float, n + 1);
  ExmKernelStatus status = exm_curve_literal (text, input->window, fs, bs,
                                              exm_similarity_stop, input->cancellable);
  if (!exm_similarity_check (status, error))
    return FALSE;

  copy_to_lane (data, "fs", lines, fs);
  copy_to_lane (data, "bs", lines, bs);
  exm_turning_points (fs, bs, n, input->window, &head, &tail);
  gsize first = head.found ? head.position : 0;
  gsize last = tail.found ? tail.position : n - 1;
  if (n == 0 || first > last)
    return TRUE;
  guint first_line = find_line (lines, n_lines, first, TRUE);
  guint last_line = find_line (lines, n_lines, last, FALSE);
  if (last_line == EXM_NONE || first_line > last_line)
    return TRUE;
  exm_boundaries_set (page, data, first_line, last_line);
  /* How far apart the two levels lie is all that the curves say of how sure they are. */
  data->margin = (head.found ? head.high - head.low : 0) / 2
                 + (tail.found ? tail.high - tail.low : 0) / 2;
  return TRUE;
}

const ExmMethod exm_method_exemplar_literal = {
  .name = "exemplar-literal",
  .needs = EXM_NEEDS_EXAMPLE,
  .extract = extract,
};
