/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-units.h"

#include <math.h>

/* series: units that begin with a date or an author, one after the other: comments, live
 * feeds, articles below the article, whatever they are called (exm_units_measure());
 * which of them a line is in, what they hold, and whether it is another one than the
 * anchor's. */

void
exm_feature_series (ExmSurvey *survey)
{
  g_autoptr (ExmUnits) units = exm_units_measure (survey->page);
  guint anchor = survey->row_lines[survey->anchor];

  for (guint row = 0; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      guint line = survey->row_lines[row];
      columns[EXM_COLUMN_SERIES_RANK] = logf (1 + (float) units->rank[line]);
      columns[EXM_COLUMN_SERIES_RESETS] = logf (1 + (float) units->resets[line]);
      columns[EXM_COLUMN_SERIES_UNITS] = logf (1 + (float) units->n_units[line]);
      columns[EXM_COLUMN_SERIES_SHARE] = units->share[line];
      columns[EXM_COLUMN_SERIES_PROSE] = units->prose[line];
      columns[EXM_COLUMN_SERIES_TITLE] = units->title[line];
      columns[EXM_COLUMN_SERIES_HEADLINE] = units->headline[line];
      columns[EXM_COLUMN_SERIES_OTHER] = units->rank[line] != units->rank[anchor];
    }
}
