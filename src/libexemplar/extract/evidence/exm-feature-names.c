/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-words.h"

#include <string.h>

/* names: the class names and ids around a line, as the people who made templates choose
 * them: the nearer an element with a telling name, the more it counts (1 / steps up). The
 * comments' names are part of the lane "comments". */

static const struct
{
  guint words;
  ExmColumn column;
} kinds[] = {
  { EXM_WORDS_BODY | EXM_WORDS_TEXT, EXM_COLUMN_NAMES_BODY },
  { EXM_WORDS_NOISE, EXM_COLUMN_NAMES_NOISE },
  { EXM_WORDS_SHARE, EXM_COLUMN_NAMES_SHARE },
  { EXM_WORDS_RELATED, EXM_COLUMN_NAMES_RELATED },
  { EXM_WORDS_META, EXM_COLUMN_NAMES_META },
  { EXM_WORDS_CAPTION, EXM_COLUMN_NAMES_CAPTION },
  { EXM_WORDS_AD, EXM_COLUMN_NAMES_AD },
  { EXM_WORDS_COMMENT | EXM_WORDS_TALK, EXM_COLUMN_NAMES_COMMENT },
};

#define FAR_AWAY G_MAXUINT8

/* Steps up to the nearest element of each kind, 1 for the element itself; and how many
 * elements around have names that speak for and against the body. */
typedef struct
{
  guint8 steps[G_N_ELEMENTS (kinds)];
  guint8 n_body;
  guint8 n_noise;
} Around;

static void
measure_nodes (const ExmSurvey *survey, Around *around)
{
  for (guint i = 0; i < survey->n_nodes; i++)
    {
      guint parent = survey->nodes[i].parent;
      guint words = survey->node_words[i];
      Around *here = &around[i];
      if (parent != EXM_NONE)
        *here = around[parent];
      else
        memset (here->steps, FAR_AWAY, sizeof here->steps);
      for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
        if (words & kinds[k].words)
          here->steps[k] = 1;
        else if (here->steps[k] < FAR_AWAY - 1)
          here->steps[k]++;
      here->n_body += (words & EXM_WORDS_BODY) && here->n_body < 8;
      here->n_noise += (words & EXM_WORDS_NOISE) && here->n_noise < 8;
    }
}

void
exm_feature_names (ExmSurvey *survey)
{
  g_autofree Around *around = g_new0 (Around, survey->n_nodes + 1);

  measure_nodes (survey, around);
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      const Around *here = &around[line->node];
      float *columns = exm_survey_row (survey, row);
      guint own = survey->node_words[line->block] | survey->node_words[line->node];
      for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
        columns[kinds[k].column]
            = here->steps[k] == FAR_AWAY ? 0 : 1 / (float) here->steps[k];
      columns[EXM_COLUMN_NAMES_OWN_BODY] = (own & EXM_WORDS_BODY) != 0;
      columns[EXM_COLUMN_NAMES_OWN_NOISE] = (own & EXM_WORDS_NOISE) != 0;
      columns[EXM_COLUMN_NAMES_N_BODY] = here->n_body;
      columns[EXM_COLUMN_NAMES_N_NOISE] = here->n_noise;
    }
}
