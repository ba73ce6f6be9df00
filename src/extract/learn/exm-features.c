/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-features.h"

#include "exm-methods.h"
#include "exm-opinions.h"
#include "exm-survey.h"

const ExmColumnInfo exm_columns[EXM_N_COLUMNS] = {
#define EXM_COLUMN_INFO(ID, name, lane, need) { name, lane, EXM_KNOWN_##need },
  EXM_COLUMNS (EXM_COLUMN_INFO)
#undef EXM_COLUMN_INFO
};

ExmColumn
exm_column_find (const char *name)
{
  for (guint i = 0; i < EXM_N_COLUMNS; i++)
    if (g_str_equal (exm_columns[i].name, name))
      return i;
  return EXM_N_COLUMNS;
}

/* Half a point for the body, as where the hand rules choose lines by themselves. */
#define RULES_PRIOR 0.5f

/* What other pages of the task say is weighed by the method itself. */
static void
ask_rules (const ExmSurvey *survey, ExmFeatures *features)
{
  ExmMethodInput alone = *survey->input;
  ExmResultData *data = &features->said;

  alone.bias = NULL;
  alone.site = NULL;
  exm_result_data_init (data, "", features->n_lines);
  exm_rules_gather (&alone, &survey->compared, data);
  features->rules = g_new (float, features->n_rows + 1);
  for (guint row = 0; row < features->n_rows; row++)
    features->rules[row] = CLAMP (data->evidence[features->lines[row]] + RULES_PRIOR,
                                  -EXM_RULES_MOST, EXM_RULES_MOST);
}

/* What the operator's taste counts: most bodies that a net learns from have headlines and
 * captions out, and it would overrule who wants them in. */
#define TASTE_GAIN 4.0f

float
exm_features_get_taste (const ExmFeatures *features, guint row)
{
  return TASTE_GAIN * features->rows[(gsize) row * EXM_N_COLUMNS + EXM_COLUMN_TASTE];
}

void
exm_features_add_beside (const ExmFeatures *features, float *evidence)
{
  for (guint row = 0; features->has_example && row < features->n_rows; row++)
    evidence[row] += exm_features_get_taste (features, row) + features->rules[row];
}

gboolean
exm_features_measure (const ExmMethodInput *input, ExmFeatures *features, GError **error)
{
  /* In this order: the anchor needs novelty and prose; units need dates, replies and
   * topics. */
  static void (*const lanes[]) (ExmSurvey * survey) = {
    exm_feature_example,   exm_feature_form,       exm_feature_links,
    exm_feature_tag,       exm_feature_place,      exm_feature_names,
    exm_feature_title,     exm_feature_comments,   exm_feature_markers,
    exm_feature_container, exm_feature_repetition, exm_feature_distance,
    exm_feature_page,      exm_feature_series,     exm_feature_region,
  };
  ExmSurvey survey;

  if (!exm_survey_init (&survey, input, error))
    return FALSE;
  exm_feature_novelty (&survey);
  exm_feature_prose (&survey);
  exm_survey_anchor (&survey);
  for (gsize i = 0; survey.n_rows > 0 && i < G_N_ELEMENTS (lanes); i++)
    lanes[i](&survey);

  *features = (ExmFeatures){
    .n_lines = survey.n_lines,
    .n_rows = survey.n_rows,
    .rows = g_steal_pointer (&survey.rows),
    .lines = g_steal_pointer (&survey.row_lines),
    .has_example = survey.compared.example != NULL,
  };
  for (guint i = 0; i < input->n_examples; i++)
    features->has_region |= exm_prepared_get_region (input->examples[i]) != NULL;
  if (features->has_example)
    ask_rules (&survey, features);
  exm_opinions_gather (input, features);
  if (input->brief && features->has_example)
    exm_result_data_clear (&features->said);
  exm_survey_clear (&survey);
  return TRUE;
}

void
exm_features_clear (ExmFeatures *features)
{
  g_clear_pointer (&features->rows, g_free);
  g_clear_pointer (&features->lines, g_free);
  g_clear_pointer (&features->rules, g_free);
  while (features->n_opinions > 0)
    g_clear_pointer (&features->opinions[--features->n_opinions], g_free);
  exm_result_data_clear (&features->said);
}
