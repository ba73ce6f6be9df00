/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

/* links: the share of a line's characters that are links; of its neighbours, its class
 * path, the elements around it. A few links in a paragraph are prose; a line that is one
 * link is navigation, unless it stands among prose. */

#define REACH 3

/* A line that is links but for a few marks. */
#define ALL_LINKS .9f

static float
get_share (guint n_links, guint n_chars)
{
  return MIN ((float) n_links / (float) MAX (n_chars, 1), 1);
}

void
exm_feature_links (ExmSurvey *survey)
{
  g_autofree float *shares = g_new0 (float, survey->n_rows + 1);

  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      float *columns = exm_survey_row (survey, row);
      guint parent = survey->nodes[line->block].parent;
      parent = parent == EXM_NONE ? line->block : parent;
      guint grandparent = survey->nodes[parent].parent;
      grandparent = grandparent == EXM_NONE ? parent : grandparent;
      const ExmNode *around = &survey->nodes[parent];
      const ExmNode *wide = &survey->nodes[grandparent];
      shares[row] = get_share (line->n_link_chars, line->n_chars);
      columns[EXM_COLUMN_LINKS_ALL] = shares[row] > ALL_LINKS;
      columns[EXM_COLUMN_LINKS_PARENT]
          = get_share (around->n_link_chars, around->n_chars);
      columns[EXM_COLUMN_LINKS_GRANDPARENT]
          = get_share (wide->n_link_chars, wide->n_chars);
    }
  exm_survey_shift (survey, shares, 0, EXM_COLUMN_LINKS);
  exm_survey_shift (survey, shares, -1, EXM_COLUMN_LINKS_BEFORE);
  exm_survey_shift (survey, shares, 1, EXM_COLUMN_LINKS_BEHIND);
  exm_survey_shift (survey, shares, -2, EXM_COLUMN_LINKS_BEFORE_2);
  exm_survey_shift (survey, shares, 2, EXM_COLUMN_LINKS_BEHIND_2);
  exm_survey_around (survey, shares, TRUE, REACH, EXM_COLUMN_LINKS_AROUND);
  exm_survey_group (survey, shares, TRUE, EXM_COLUMN_LINKS_GROUP);
}
