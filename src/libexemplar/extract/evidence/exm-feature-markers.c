/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-words.h"

#include <math.h>

/* markers: short lines that open a part beside the article: comments, related articles,
 * share buttons, the author's box, a pay-wall, the small print; and how many of them
 * stand between a line and the anchor, so that a menu's "Comments" above does no harm. */

static const struct
{
  guint words;
  ExmColumn on;
  ExmColumn behind; /* EXM_N_COLUMNS: not counted */
} kinds[] = {
  { EXM_WORDS_COMMENT, EXM_COLUMN_MARKER_COMMENT, EXM_COLUMN_BEHIND_COMMENT },
  { EXM_WORDS_RELATED, EXM_COLUMN_MARKER_RELATED, EXM_COLUMN_BEHIND_RELATED },
  { EXM_WORDS_SHARE, EXM_COLUMN_MARKER_SHARE, EXM_N_COLUMNS },
  { EXM_WORDS_AUTHOR, EXM_COLUMN_MARKER_AUTHOR, EXM_COLUMN_BEHIND_AUTHOR },
  { EXM_WORDS_PAYWALL, EXM_COLUMN_MARKER_PAYWALL, EXM_N_COLUMNS },
  { EXM_WORDS_LEGAL, EXM_COLUMN_MARKER_LEGAL, EXM_COLUMN_BEHIND_LEGAL },
};

void
exm_feature_markers (ExmSurvey *survey)
{
  g_autofree float *any = g_new0 (float, survey->n_rows + 1);

  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      float n_since = 0;
      for (guint row = 0; row < survey->n_rows; row++)
        {
          float *columns = exm_survey_row (survey, row);
          gboolean here = (survey->row_words[row] & kinds[k].words) != 0;
          columns[kinds[k].on] = here;
          any[row] = MAX (any[row], here);
          if (kinds[k].behind == EXM_N_COLUMNS || row <= survey->anchor)
            continue;
          n_since += here;
          columns[kinds[k].behind] = logf (1 + n_since);
        }
    }
  exm_survey_shift (survey, any, -1, EXM_COLUMN_MARKER_BEFORE);
  exm_survey_shift (survey, any, 1, EXM_COLUMN_MARKER_BEHIND);
}
