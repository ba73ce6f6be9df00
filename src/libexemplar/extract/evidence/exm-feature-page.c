/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "base/exm-text.h"

#include <math.h>

/* page: what kind of page it is, the same on every line: how long, how much prose and
 * links, in which script; page-example: how much of it the example has, how alike the two
 * are in structure and in size. */

static float
get_cjk_share (const ExmSurvey *survey)
{
  guint n_codes, n_cjk = 0;
  const guint32 *codes = exm_prepared_get_codes (survey->input->target, &n_codes);

  for (guint i = 0; i < n_codes; i++)
    n_cjk += codes[i] >= 0x2e80 && exm_char_is_cjk (codes[i]);
  return (float) n_cjk / (float) MAX (n_codes, 1);
}

static void
measure_example (const ExmSurvey *survey, double n_new, guint n_known, float *facts)
{
  guint n_target, n_example;

  if (survey->compared.example == NULL)
    return;
  exm_prepared_get_codes (survey->input->target, &n_target);
  exm_prepared_get_codes (survey->compared.example, &n_example);
  facts[EXM_COLUMN_PAGE_NOVEL] = (float) (n_new / MAX (survey->page_tokens, 1));
  facts[EXM_COLUMN_PAGE_KNOWN] = (float) n_known / (float) MAX (survey->n_rows, 1);
  facts[EXM_COLUMN_PAGE_ALIKE] = (float) exm_prepared_compare_template (
      survey->input->target, survey->compared.example);
  facts[EXM_COLUMN_PAGE_SIZE] = logf ((float) (n_target + 1u) / (float) (n_example + 1u));
}

void
exm_feature_page (ExmSurvey *survey)
{
  static const ExmColumn columns[] = {
    EXM_COLUMN_PAGE_TOKENS, EXM_COLUMN_PAGE_LINES, EXM_COLUMN_PAGE_PROSE,
    EXM_COLUMN_PAGE_LINKS,  EXM_COLUMN_PAGE_CJK,   EXM_COLUMN_PAGE_NOVEL,
    EXM_COLUMN_PAGE_KNOWN,  EXM_COLUMN_PAGE_ALIKE, EXM_COLUMN_PAGE_SIZE,
  };
  float facts[EXM_N_COLUMNS] = { 0 };
  double n_prose = 0, n_links = 0, n_chars = 0, n_new = 0;
  guint n_known = 0;

  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      n_prose += (double) survey->prose[row] * line->n_tokens;
      n_new += (double) survey->novelty[row] * line->n_tokens;
      n_links += line->n_link_chars;
      n_chars += line->n_chars;
      n_known += exm_survey_row (survey, row)[EXM_COLUMN_KNOWN] > 0;
    }
  facts[EXM_COLUMN_PAGE_TOKENS] = logf (1 + (float) survey->page_tokens);
  facts[EXM_COLUMN_PAGE_LINES] = logf (1 + (float) survey->n_rows);
  facts[EXM_COLUMN_PAGE_PROSE] = (float) (n_prose / MAX (survey->page_tokens, 1));
  facts[EXM_COLUMN_PAGE_LINKS] = (float) (n_links / MAX (n_chars, 1));
  facts[EXM_COLUMN_PAGE_CJK] = get_cjk_share (survey);
  measure_example (survey, n_new, n_known, facts);
  for (guint row = 0; row < survey->n_rows; row++)
    for (gsize k = 0; k < G_N_ELEMENTS (columns); k++)
      exm_survey_row (survey, row)[columns[k]] = facts[columns[k]];
}
