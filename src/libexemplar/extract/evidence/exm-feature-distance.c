/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include <math.h>

/* distance: how far a line is from the anchor paragraph: in tokens, in lines, in steps
 * through the elements; whether it hangs where the anchor hangs; how many headings lie
 * between them; where on the page it stands. */

/* Signed logarithm. */
static float
squash (double x)
{
  return (float) (x < 0 ? -log1p (-x) : log1p (x));
}

/* Steps up from the line to the element that holds the anchor too, and down from there.
 */
static void
measure_steps (const ExmNode *nodes, guint line, guint anchor, float *columns)
{
  guint up = 0, down = 0, a = line, b = anchor;

  while (a != b)
    {
      gboolean first = nodes[a].depth >= nodes[b].depth;
      guint *deeper = first ? &a : &b;
      if (nodes[*deeper].parent == EXM_NONE)
        break;
      *deeper = nodes[*deeper].parent;
      up += first;
      down += !first;
    }
  columns[EXM_COLUMN_ANCHOR_STEPS] = logf (1 + (float) up);
  columns[EXM_COLUMN_ANCHOR_STEPS_DOWN] = logf (1 + (float) down);
}

void
exm_feature_distance (ExmSurvey *survey)
{
  double tokens = 0, anchor_tokens = 0;
  float n_headings = 0;

  if (survey->n_rows == 0)
    return;
  const ExmLine *anchor = exm_survey_line (survey, survey->anchor);
  const ExmNode *block = &survey->nodes[anchor->block];
  for (guint row = 0; row < survey->anchor; row++)
    anchor_tokens += exm_survey_line (survey, row)->n_tokens;
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      const ExmNode *here = &survey->nodes[line->block];
      float *columns = exm_survey_row (survey, row);
      n_headings += row > survey->anchor && line->heading > 0;
      columns[EXM_COLUMN_DISTANCE] = squash (tokens - anchor_tokens);
      columns[EXM_COLUMN_BEFORE_ANCHOR] = row < survey->anchor;
      columns[EXM_COLUMN_DISTANCE_LINES] = squash ((double) row - survey->anchor);
      columns[EXM_COLUMN_ANCHOR_PATH] = here->class_path == block->class_path;
      columns[EXM_COLUMN_ANCHOR_TAGS] = here->block_path == block->block_path;
      columns[EXM_COLUMN_ANCHOR_PARENT] = here->parent == block->parent;
      columns[EXM_COLUMN_ANCHOR_DEPTH] = (float) here->depth - (float) block->depth;
      columns[EXM_COLUMN_HEADINGS_SINCE] = logf (1 + n_headings);
      columns[EXM_COLUMN_POSITION] = (float) (tokens / MAX (survey->page_tokens, 1));
      columns[EXM_COLUMN_FROM_START] = squash (row);
      measure_steps (survey->nodes, line->block, anchor->block, columns);
      tokens += line->n_tokens;
    }
}
