/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/boundaries/exm-boundaries.h"

#include "kernel/exm-segment.h"

void
exm_boundaries_set (const ExmPageText *page, ExmResultData *data, guint head, guint tail)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  data->head = head;
  data->tail = tail;
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean inside = i >= head && i <= tail;
      if (!inside)
        data->verdicts[i] = EXM_VERDICT_DROPPED;
      else if (lines[i].flags & EXM_LINE_FLAGGED)
        data->verdicts[i] = EXM_VERDICT_TRIMMED;
      else
        data->verdicts[i] = EXM_VERDICT_KEPT;
    }
}

void
exm_boundaries_keep (const ExmPageText *page, ExmResultData *data, const guint8 *kept)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint head = EXM_NONE, tail = EXM_NONE;
  double n_tokens = 0, n_kept = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      n_tokens += lines[i].n_tokens;
      if (!kept[i])
        continue;
      n_kept += lines[i].n_tokens;
      head = MIN (head, i);
      tail = i;
    }
  if (head == EXM_NONE)
    return;
  exm_boundaries_set (page, data, head, tail);
  for (guint i = head; i <= tail; i++)
    if (!kept[i])
      data->verdicts[i] = EXM_VERDICT_TRIMMED;
  data->margin = n_kept / MAX (n_tokens, 1);
}

/* Mean weight of a token inside from which the evidence is full. */
#define FULL_STRENGTH 1.6

static double
measure_strength (const ExmPageText *page, const ExmResultData *data, double gain)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double n_tokens = 0;

  for (guint i = data->head; i <= data->tail; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      n_tokens += lines[i].n_tokens;
  return CLAMP (gain / MAX (n_tokens, 1) / FULL_STRENGTH, 0, 1);
}

void
exm_boundaries_choose (const ExmPageText *page, ExmResultData *data, double trim_below)
{
  ExmSegment segment = { 0 };

  exm_segment_max (data->weights, data->n_lines, NULL, &segment);
  if (!segment.found)
    return;
  exm_boundaries_set (page, data, (guint) segment.head, (guint) segment.tail);
  for (guint i = data->head; i <= data->tail; i++)
    if (data->evidence[i] < trim_below)
      data->verdicts[i] = EXM_VERDICT_TRIMMED;
  data->strength = measure_strength (page, data, segment.gain);
  data->margin = CLAMP (1 - segment.second_gain / segment.gain, 0, 1);
}

double
exm_boundaries_compare (const ExmPageText *page,
                        const ExmResultData *a,
                        const ExmResultData *b)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double n_both = 0, n_sum = 0;

  for (guint i = 0; i < n_lines; i++)
    {
      gboolean in_a = a->verdicts[i] == EXM_VERDICT_KEPT;
      gboolean in_b = b->verdicts[i] == EXM_VERDICT_KEPT;
      n_both += in_a && in_b ? lines[i].n_tokens : 0;
      n_sum += (in_a + in_b) * (double) lines[i].n_tokens;
    }
  return n_sum > 0 ? 2 * n_both / n_sum : 1;
}
