/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-features.h"

#include "exm-methods.h"
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

/* What the operator said of other pages is weighed by the method itself. */
static gboolean
ask_rules (const ExmMethodInput *input, ExmFeatures *features, GError **error)
{
  ExmMethodInput unbiased = *input;
  ExmResultData data;

  unbiased.bias = NULL;
  exm_result_data_init (&data, "", features->n_lines);
  gboolean done = exm_rules_gather (&unbiased, &data, error);
  features->rules = g_new (float, features->n_rows + 1);
  for (guint row = 0; done && row < features->n_rows; row++)
    features->rules[row] = CLAMP (data.evidence[features->lines[row]] + RULES_PRIOR,
                                  -EXM_RULES_MOST, EXM_RULES_MOST);
  exm_result_data_clear (&data);
  return done;
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
    .has_example = survey.example != NULL,
  };
  for (guint i = 0; i < input->n_examples; i++)
    features->has_region |= exm_prepared_get_region (input->examples[i]) != NULL;
  exm_survey_clear (&survey);
  if (features->has_example && !ask_rules (input, features, error))
    {
      exm_features_clear (features);
      return FALSE;
    }
  return TRUE;
}

void
exm_features_clear (ExmFeatures *features)
{
  g_clear_pointer (&features->rows, g_free);
  g_clear_pointer (&features->lines, g_free);
  g_clear_pointer (&features->rules, g_free);
}
