/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/boundaries/exm-features.h"

#include "extract/evidence/exm-survey.h"
#include "extract/exm-methods.h"

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

/* Asks the hand rules, without other pages of the task: the method weighs those itself.
 */
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

/* Gain of the operator's preferences: most bodies in training leave out headlines and
 * captions, and the net would overrule who wants them in. */
#define INCLUSION_GAIN 4.0f

float
exm_features_get_inclusion (const ExmFeatures *features, guint row)
{
  return INCLUSION_GAIN
         * features->rows[(gsize) row * EXM_N_COLUMNS + EXM_COLUMN_INCLUSION];
}

void
exm_features_add_beside (const ExmFeatures *features, float *evidence)
{
  for (guint row = 0; features->has_example && row < features->n_rows; row++)
    evidence[row] += exm_features_get_inclusion (features, row) + features->rules[row];
}

/* Tried on the bodies that the folds found: the mean of the F1s says nothing that other
 * signs do not, how many are .9 or better does, and this is the same without a step. */
static double
sharpen (double f1)
{
  double square = f1 * f1, fourth = square * square;
  return fourth * fourth;
}

static void
add_secondary_method (ExmFeatures *features, const ExmResultData *data)
{
  guint8 *kept = g_new (guint8, features->n_rows + 1);

  for (guint row = 0; row < features->n_rows; row++)
    kept[row] = data->verdicts[features->lines[row]] == EXM_VERDICT_KEPT;
  features->secondary_methods[features->n_secondary_methods++] = kept;
}

/* Asks the two methods of boilerpipe, and with an example line-statistics and the hand
 * rules: by the pages alone, as when the weights of the confidence were found. Takes
 * about half a millisecond. */
static void
gather_secondary_methods (const ExmMethodInput *input, ExmFeatures *features)
{
  const ExmMethodInput asked = {
    .target = input->target,
    .examples = input->examples,
    .n_examples = input->n_examples,
    .brief = TRUE,
  };

  const ExmMethod *statistics = &exm_method_line_statistics;
  ExmResultData data[2];

  exm_result_data_init (&data[0], exm_method_boilerpipe_article.name, features->n_lines);
  exm_result_data_init (&data[1], exm_method_boilerpipe_default.name, features->n_lines);
  exm_boilerpipe_choose (exm_prepared_get_page (input->target), &data[0], &data[1]);
  for (gsize i = 0; i < G_N_ELEMENTS (data); i++)
    {
      add_secondary_method (features, &data[i]);
      exm_result_data_clear (&data[i]);
    }
  if (!features->has_example)
    return;
  exm_result_data_init (&data[0], statistics->name, features->n_lines);
  if (statistics->extract (&asked, &data[0], NULL))
    add_secondary_method (features, &data[0]);
  exm_result_data_clear (&data[0]);
  exm_rules_choose (&asked, &features->said);
  add_secondary_method (features, &features->said);
}

double
exm_secondary_methods_measure (const ExmPageText *page,
                               const ExmFeatures *features,
                               const ExmResultData *data,
                               double *n_close)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double sum = 0;
  guint n = features->n_secondary_methods;

  *n_close = 0;
  for (guint i = 0; i < n; i++)
    {
      double n_both = 0, n_sum = 0;
      for (guint row = 0; row < features->n_rows; row++)
        {
          guint line = features->lines[row];
          gboolean in_this = data->verdicts[line] == EXM_VERDICT_KEPT;
          gboolean in_other = features->secondary_methods[i][row];
          n_both += in_this && in_other ? lines[line].n_tokens : 0;
          n_sum += (in_this + in_other) * (double) lines[line].n_tokens;
        }
      double f1 = n_sum > 0 ? 2 * n_both / n_sum : 1;
      sum += f1;
      *n_close += sharpen (f1);
    }
  return sum / MAX (n, 1);
}

gboolean
exm_features_measure (const ExmMethodInput *input, ExmFeatures *features, GError **error)
{
  /* In this order: the anchor needs novelty, prose and topics; the headline needs the
   * anchor; units need dates, replies and topics. */
  static void (*const lanes[]) (ExmSurvey * survey) = {
    exm_feature_example,   exm_feature_form,       exm_feature_links,
    exm_feature_tag,       exm_feature_place,      exm_feature_names,
    exm_feature_headline,  exm_feature_comments,   exm_feature_markers,
    exm_feature_container, exm_feature_repetition, exm_feature_distance,
    exm_feature_page,      exm_feature_series,     exm_feature_region,
  };
  ExmSurvey survey;

  if (!exm_survey_init (&survey, input, error))
    return FALSE;
  exm_feature_novelty (&survey);
  exm_feature_prose (&survey);
  if (survey.n_rows > 0)
    exm_feature_title (&survey);
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
  gather_secondary_methods (input, features);
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
  while (features->n_secondary_methods > 0)
    g_clear_pointer (&features->secondary_methods[--features->n_secondary_methods],
                     g_free);
  exm_result_data_clear (&features->said);
}
