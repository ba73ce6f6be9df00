/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-prose.h"

#include <math.h>
#include <string.h>

/* prose: how far a line, its neighbours and its class path are running text: sentences
 * that end, punctuation, a capital at the start.
 * length: how long they are (a CJK character counts 3), and how much of the page hangs
 * where this line hangs. */

#define REACH 3
#define REACH_LENGTH 5

/* A line is short up to this length, long from that. */
#define SHORT_LENGTH 45u
#define LONG_LENGTH 240u

static gboolean
ends_with (const char *text, gsize n_bytes, const char *const *ends, gsize n_ends)
{
  for (gsize i = 0; i < n_ends; i++)
    {
      gsize n = strlen (ends[i]);
      if (n_bytes >= n && memcmp (text + n_bytes - n, ends[i], n) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
measure_form (const ExmSurvey *survey, guint row)
{
  static const char *const colons[] = { ":", "：" };
  static const char *const dots[] = { "...", "…", "»", ">", "[…]" };
  const ExmLine *line = exm_survey_line (survey, row);
  const char *text = exm_page_text_get_line (survey->page, survey->row_lines[row]);
  float *columns = exm_survey_row (survey, row);
  gunichar first = g_utf8_get_char (text);

  columns[EXM_COLUMN_MARKS] = (float) line->n_marks / (float) MAX (line->n_tokens, 1);
  columns[EXM_COLUMN_ENDS_COLON]
      = ends_with (text, line->n_bytes, colons, G_N_ELEMENTS (colons));
  columns[EXM_COLUMN_ENDS_DOTS]
      = ends_with (text, line->n_bytes, dots, G_N_ELEMENTS (dots));
  columns[EXM_COLUMN_QUOTES] = first == '"' || first == 0x201c || first == 0x201e
                               || first == 0xab || first == 0x300c || first == 0x2018;
  columns[EXM_COLUMN_STARTS_UPPER] = g_unichar_isupper (first) != 0;
  columns[EXM_COLUMN_STARTS_LOWER] = g_unichar_islower (first) != 0;
  columns[EXM_COLUMN_SHORT] = line->length <= SHORT_LENGTH;
  columns[EXM_COLUMN_LONG] = line->length >= LONG_LENGTH;
}

void
exm_feature_prose (ExmSurvey *survey)
{
  g_autofree float *ends = g_new0 (float, survey->n_rows + 1);
  g_autofree float *lengths = g_new0 (float, survey->n_rows + 1);

  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      const ExmGroup *group = &survey->groups[survey->row_groups[row]];
      const char *text = exm_page_text_get_line (survey->page, survey->row_lines[row]);
      survey->prose[row] = exm_prose_measure (line, text);
      ends[row] = exm_prose_ends (text, line->n_bytes);
      lengths[row] = logf (1 + (float) line->length);
      measure_form (survey, row);
      float *columns = exm_survey_row (survey, row);
      columns[EXM_COLUMN_GROUP_LINES] = logf ((float) group->n_rows);
      columns[EXM_COLUMN_GROUP_SHARE]
          = (float) (group->n_tokens / MAX (survey->page_tokens, 1));
    }
  exm_survey_shift (survey, survey->prose, 0, EXM_COLUMN_PROSE);
  exm_survey_shift (survey, survey->prose, -1, EXM_COLUMN_PROSE_BEFORE);
  exm_survey_shift (survey, survey->prose, 1, EXM_COLUMN_PROSE_BEHIND);
  exm_survey_around (survey, survey->prose, FALSE, REACH, EXM_COLUMN_PROSE_AROUND);
  exm_survey_group (survey, survey->prose, FALSE, EXM_COLUMN_PROSE_GROUP);
  exm_survey_shift (survey, ends, 0, EXM_COLUMN_ENDS_SENTENCE);
  exm_survey_group (survey, ends, FALSE, EXM_COLUMN_ENDS_GROUP);
  exm_survey_shift (survey, lengths, 0, EXM_COLUMN_LENGTH);
  exm_survey_shift (survey, lengths, -1, EXM_COLUMN_LENGTH_BEFORE);
  exm_survey_shift (survey, lengths, 1, EXM_COLUMN_LENGTH_BEHIND);
  exm_survey_shift (survey, lengths, -2, EXM_COLUMN_LENGTH_BEFORE_2);
  exm_survey_shift (survey, lengths, 2, EXM_COLUMN_LENGTH_BEHIND_2);
  exm_survey_group (survey, lengths, FALSE, EXM_COLUMN_LENGTH_GROUP);
  exm_survey_around (survey, lengths, FALSE, REACH_LENGTH, EXM_COLUMN_LENGTH_AROUND);
}
