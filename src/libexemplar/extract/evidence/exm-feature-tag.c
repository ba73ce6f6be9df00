/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include <math.h>

/* tag: which element a line stands in, and how many lines stand in the same one.
 * steps: how far it is through the elements to the lines beside it. */

static void
measure_tag (const ExmSurvey *survey, const ExmLine *line, float *columns)
{
  ExmTag block = survey->nodes[line->block].tag, inner = survey->nodes[line->node].tag;

  columns[EXM_COLUMN_TAG_P] = block == EXM_TAG_P;
  columns[EXM_COLUMN_TAG_LI] = block == EXM_TAG_LI;
  columns[EXM_COLUMN_TAG_CELL] = block == EXM_TAG_TD || block == EXM_TAG_TH;
  columns[EXM_COLUMN_TAG_TITLE] = line->heading == 1;
  columns[EXM_COLUMN_TAG_HEADING] = line->heading > 1;
  columns[EXM_COLUMN_TAG_DIV] = block == EXM_TAG_DIV;
  columns[EXM_COLUMN_TAG_LINK] = inner == EXM_TAG_A;
  columns[EXM_COLUMN_TAG_SPAN] = inner == EXM_TAG_SPAN;
  columns[EXM_COLUMN_TAG_EMPHASIS] = inner == EXM_TAG_B || inner == EXM_TAG_STRONG
                                     || inner == EXM_TAG_I || inner == EXM_TAG_EM;
  columns[EXM_COLUMN_TAG_QUOTE] = (line->flags & EXM_LINE_QUOTE) != 0;
  columns[EXM_COLUMN_TAG_CODE] = (line->flags & EXM_LINE_CODE) != 0;
  columns[EXM_COLUMN_TAG_CAPTION] = (line->flags & EXM_LINE_CAPTION) != 0;
  columns[EXM_COLUMN_TAG_DEFINITION] = block == EXM_TAG_DD || block == EXM_TAG_DT;
  columns[EXM_COLUMN_TAG_LIST_ITEM] = (line->flags & EXM_LINE_LIST_ITEM) != 0;
  columns[EXM_COLUMN_DEPTH] = (float) MIN (survey->nodes[line->block].depth, 40);
}

/* Steps up from both blocks to the element that holds them. */
static guint
count_steps (const ExmNode *nodes, guint a, guint b)
{
  guint steps = 0;

  while (a != b)
    {
      guint *deeper = nodes[a].depth >= nodes[b].depth ? &a : &b;
      if (nodes[*deeper].parent == EXM_NONE)
        break;
      *deeper = nodes[*deeper].parent;
      steps++;
    }
  return steps;
}

void
exm_feature_tag (ExmSurvey *survey)
{
  g_autofree float *steps = g_new0 (float, survey->n_rows + 1);
  g_autofree guint *block_lines = g_new0 (guint, survey->n_nodes + 1);

  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      float *columns = exm_survey_row (survey, row);
      measure_tag (survey, line, columns);
      block_lines[line->block]++;
      if (row == 0)
        continue;
      const ExmLine *before = exm_survey_line (survey, row - 1);
      gboolean same = survey->nodes[before->block].own == survey->nodes[line->block].own;
      steps[row]
          = logf (1 + (float) count_steps (survey->nodes, before->block, line->block));
      columns[EXM_COLUMN_SAME_TAG_BEFORE] = same;
      exm_survey_row (survey, row - 1)[EXM_COLUMN_SAME_TAG_BEHIND] = same;
    }
  exm_survey_shift (survey, steps, 0, EXM_COLUMN_STEPS_BEFORE);
  exm_survey_shift (survey, steps, 1, EXM_COLUMN_STEPS_BEHIND);
  for (guint row = 0; row < survey->n_rows; row++)
    exm_survey_row (survey, row)[EXM_COLUMN_BLOCK_LINES]
        = logf ((float) block_lines[exm_survey_line (survey, row)->block]);
}
