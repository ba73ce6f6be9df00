/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-boundaries.h"

#include "exm-segment.h"

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
  data->margin = CLAMP (1 - segment.second_gain / segment.gain, 0, 1);
}
