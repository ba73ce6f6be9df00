/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-methods.h"

#include "extract/exm-lane.h"
#include "methods/exm-judge.h"

#include <string.h>

/* The default method, and the same without an example: columns of all lanes, a trained
 * net that makes evidence of them, the hand rules' evidence added where there is an
 * example, the body that the sum makes likeliest. Which net
 * it is depends on what is known: the page alone, an example, an example with a marked
 * body. */

/* The evidence of the line in the middle between the page's body and the rest of it: what
 * lanes add is told from there, so that a line's reasons are what sets it apart here. */
#define PRIOR_LANE "prior"

/* Lanes beside the net, for evidence that columns of a line cannot hold. They carry the
 * operator's rulings on other pages, lines that all pages of the task have, and two kinds
 * of pages too rare to learn: articles in a row and galleries. Net and hand rules
 * together say more of a line than the hand rules alone, for which the amounts of these
 * lanes were made; both must be outweighed. */
static const struct
{
  ExmLaneFunc func;
  float gain;
} task_lanes[] = {
  { exm_lane_bias, 2.5f },     { exm_lane_learned, 1.0f }, { exm_lane_site, 2.5f },
  { exm_lane_appended, 2.5f }, { exm_lane_gallery, 2.5f },
};

/* @evidence: of each row, before these lanes */
static void
add_task_lanes (const ExmMethodInput *input,
                const ExmFeatures *features,
                const float *evidence,
                ExmResultData *data)
{
  ExmLaneContext context = {
    .input = input,
    .page = exm_prepared_get_page (input->target),
    .data = data,
  };

  g_autofree float *before = g_new0 (float, features->n_lines + 1);
  for (guint row = 0; row < features->n_rows; row++)
    before[features->lines[row]] = evidence[row];
  context.before = before;
  context.lines = exm_page_text_get_lines (context.page, &context.n_lines);
  context.nodes = exm_page_text_get_nodes (context.page, &context.n_nodes);
  for (gsize k = 0; k < G_N_ELEMENTS (task_lanes); k++)
    {
      guint n_before = data->lanes->len;
      task_lanes[k].func (&context);
      for (guint n = n_before; n < data->lanes->len; n++)
        for (guint i = 0; i < data->n_lines; i++)
          g_array_index (data->lanes, ExmLane, n).contributions[i] *= task_lanes[k].gain;
    }
}

/* Returns: (transfer full): what these lanes add to each row; they are added */
static float *
weigh_task_lanes (const ExmMethodInput *input,
                  const ExmFeatures *features,
                  float *evidence)
{
  float *told = g_new0 (float, features->n_rows + 1);
  ExmResultData task;

  exm_result_data_init (&task, "", features->n_lines);
  add_task_lanes (input, features, evidence, &task);
  for (guint k = 0; k < task.lanes->len; k++)
    for (guint row = 0; row < features->n_rows; row++)
      told[row]
          += g_array_index (task.lanes, ExmLane, k).contributions[features->lines[row]];
  for (guint row = 0; row < features->n_rows; row++)
    evidence[row] += told[row];
  exm_result_data_clear (&task);
  return told;
}

static ExmVariant
get_variant (const ExmFeatures *features)
{
  if (features->has_region)
    return EXM_VARIANT_REGION;
  return features->has_example ? EXM_VARIANT_BARE : EXM_VARIANT_SINGLE;
}

/* Lanes in the order of the columns, after the prior; the first column of each is the
 * value that is shown. Returns for each column its lane. */
static void
add_lanes (const ExmNet *net, ExmResultData *data, guint lane_of[EXM_N_COLUMNS])
{
  gboolean used[EXM_N_COLUMNS] = { FALSE };

  for (guint i = 0; i < net->n_inputs; i++)
    used[net->columns[i]] = TRUE;
  exm_result_data_add_lane (data, PRIOR_LANE);
  for (guint c = 0; c < EXM_N_COLUMNS; c++)
    {
      guint k = 0;
      lane_of[c] = 0;
      if (!used[c])
        continue;
      for (k = 0; k < data->lanes->len; k++)
        if (g_str_equal (g_array_index (data->lanes, ExmLane, k).id, exm_columns[c].lane))
          break;
      if (k == data->lanes->len)
        exm_result_data_add_lane (data, exm_columns[c].lane);
      lane_of[c] = k;
    }
}

/* Half the mean of the lines that are kept, half that of the others. */
static float *
dup_base (const ExmNet *net, const ExmFeatures *features, const ExmResultData *data)
{
  float *base = g_new0 (float, net->n_inputs + 1);
  g_autofree float *inputs = g_new (float, net->n_inputs + 1);
  guint n[2] = { 0, 0 };

  for (guint row = 0; row < features->n_rows; row++)
    n[data->verdicts[features->lines[row]] == EXM_VERDICT_KEPT]++;
  for (guint row = 0; row < features->n_rows; row++)
    {
      gboolean kept = data->verdicts[features->lines[row]] == EXM_VERDICT_KEPT;
      float share = .5f / (float) n[kept] * (n[!kept] == 0 ? 2 : 1);
      exm_net_normalize (net, features->rows + (gsize) row * EXM_N_COLUMNS, inputs);
      for (guint i = 0; i < net->n_inputs; i++)
        base[i] += share * inputs[i];
    }
  return base;
}

static void
explain (const ExmNet *net, const ExmFeatures *features, ExmResultData *data)
{
  g_autofree float *contributions = g_new (float, net->n_inputs + 1);
  g_autofree float *base = dup_base (net, features, data);
  guint lane_of[EXM_N_COLUMNS];
  guint first_of[EXM_N_COLUMNS] = { 0 };

  add_lanes (net, data, lane_of);
  for (guint c = EXM_N_COLUMNS; c-- > 0;)
    first_of[lane_of[c]] = c;
  for (guint row = 0; row < features->n_rows; row++)
    {
      const float *columns = features->rows + (gsize) row * EXM_N_COLUMNS;
      guint line = features->lines[row];
      float prior = exm_net_explain (net, base, columns, contributions);
      for (guint k = 1; k < data->lanes->len; k++)
        g_array_index (data->lanes, ExmLane, k).values[line] = columns[first_of[k]];
      for (guint i = 0; i < net->n_inputs; i++)
        g_array_index (data->lanes, ExmLane, lane_of[net->columns[i]]).contributions[line]
            += contributions[i];
      if (lane_of[EXM_COLUMN_INCLUSION] > 0)
        g_array_index (data->lanes, ExmLane, lane_of[EXM_COLUMN_INCLUSION])
            .contributions[line]
            += exm_features_get_inclusion (features, row);
      ExmLane *lane = &g_array_index (data->lanes, ExmLane, 0);
      lane->values[line] = lane->contributions[line] = prior;
    }
}

static ExmLane *
ensure_lane (ExmResultData *data, const char *id)
{
  for (guint k = 0; k < data->lanes->len; k++)
    if (g_str_equal (g_array_index (data->lanes, ExmLane, k).id, id))
      return &g_array_index (data->lanes, ExmLane, k);
  return exm_result_data_add_lane (data, id);
}

/* Adds what the hand rules' lanes say; what was cut off their sum goes to the prior. */
static void
explain_rules (const ExmFeatures *features, ExmResultData *data)
{
  const ExmResultData *said = &features->said;

  for (guint k = 0; k < said->lanes->len; k++)
    {
      const ExmLane *from = &g_array_index (said->lanes, ExmLane, k);
      guint n_before = data->lanes->len;
      ExmLane *to = ensure_lane (data, from->id);
      for (guint row = 0; row < features->n_rows; row++)
        {
          guint line = features->lines[row];
          to->contributions[line] += from->contributions[line];
          if (data->lanes->len > n_before)
            to->values[line] = from->values[line];
        }
    }
  ExmLane *prior = ensure_lane (data, PRIOR_LANE);
  for (guint row = 0; row < features->n_rows; row++)
    prior->contributions[features->lines[row]]
        += features->rules[row] - (float) said->evidence[features->lines[row]];
}

/* Returns: (transfer full): of each row, without the lanes of the task */
static float *
dup_evidence (const ExmFeatures *features, const ExmNet *net, gboolean with_example)
{
  float *evidence = g_new (float, features->n_rows + 1);

  exm_net_run (net, features->rows, features->n_rows, EXM_N_COLUMNS, evidence);
  if (with_example)
    exm_features_add_beside (features, evidence);
  return evidence;
}

/* @plain: (out) (nullable) (array length=n_rows): evidence without the lanes of the task
 */
static void
judge (const ExmMethodInput *input,
       const ExmFeatures *features,
       const ExmNet *net,
       gboolean with_example,
       float *plain,
       ExmResultData *data)
{
  g_autofree float *evidence = dup_evidence (features, net, with_example);

  if (plain != NULL)
    memcpy (plain, evidence, features->n_rows * sizeof *plain);
  g_autofree float *told = weigh_task_lanes (input, features, evidence);
  exm_choose_lines (exm_prepared_get_page (input->target), features, evidence, told,
                    input->sensitivity, data);
}

void
exm_method_exemplar_judge (const ExmMethodInput *input,
                           const ExmFeatures *features,
                           const ExmWeightsParts *parts,
                           ExmResultData *data,
                           double signs[EXM_N_SIGNS],
                           float *alone)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  ExmVariant variant = get_variant (features);
  ExmResultData single;

  judge (input, features, parts->nets[variant], features->has_example,
         variant == EXM_VARIANT_SINGLE ? alone : NULL, data);
  if (variant == EXM_VARIANT_SINGLE)
    exm_confidence_measure (page, features, data, data, signs);
  else
    {
      exm_result_data_init (&single, data->method, data->n_lines);
      judge (input, features, parts->nets[EXM_VARIANT_SINGLE], FALSE, alone, &single);
      exm_confidence_measure (page, features, data, &single, signs);
      exm_result_data_clear (&single);
    }
  data->confidence
      = data->head == EXM_NONE ? 0 : exm_confidence_weigh (signs, parts->signs[variant]);
}

/* Returns: (transfer full): places of the body that the page's own evidence tells: what a
 * page teaches does not depend on what it was taught, so that the order of pages does not
 * matter */
static GArray *
list_places (const ExmMethodInput *input,
             const ExmFeatures *features,
             const ExmWeightsParts *parts)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  g_autofree float *evidence = dup_evidence (
      features, parts->nets[get_variant (features)], features->has_example);
  ExmResultData own;

  exm_result_data_init (&own, "", features->n_lines);
  exm_choose_lines (page, features, evidence, NULL, 0, &own);
  GArray *places = exm_site_place_list (page, own.verdicts);
  exm_result_data_clear (&own);
  return places;
}

/* A page that is a little likelier something else is an article under long comments, or a
 * list of few lines: the choice for articles errs less there. */
#define OTHER_KIND_FROM .65

/* Tells whether a page is extracted as what else it is than an article. */
static gboolean
is_chosen_by_kind (const ExmFeatures *features, const ExmResultData *data)
{
  double article = 0;

  if (features->has_example || data->kind.shown == EXM_SHOWN_ARTICLE)
    return FALSE;
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    if (exm_page_kind_get_shown (k) == EXM_SHOWN_ARTICLE)
      article += data->kind.chances[k];
  return 1 - article >= OTHER_KIND_FROM;
}

void
exm_method_exemplar_judge_kind (const ExmMethodInput *input,
                                ExmFeatures *features,
                                const ExmKindModel *model,
                                const float *alone,
                                ExmResultData *data)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);

  exm_kind_model_ask (model, page, features, alone, &data->kind);
  if (!is_chosen_by_kind (features, data))
    return;
  g_autofree float *evidence = g_new (float, features->n_rows + 1);
  exm_net_run (model->net, features->rows, features->n_rows, EXM_N_COLUMNS, evidence);
  g_autofree float *told = weigh_task_lanes (input, features, evidence);
  exm_choose_anywhere (page, features, evidence, input->sensitivity, data);
  if (data->head == EXM_NONE)
    data->confidence = 0;
}

/* The net whose evidence chose the body. */
static const ExmNet *
get_net (const ExmFeatures *features,
         const ExmWeightsParts *parts,
         const ExmKindModel *kinds,
         const ExmResultData *data)
{
  if (is_chosen_by_kind (features, data))
    return kinds->net;
  return parts->nets[get_variant (features)];
}

static void
explain_all (const ExmMethodInput *input,
             const ExmFeatures *features,
             const ExmNet *net,
             ExmResultData *data)
{
  g_autofree float *evidence = dup_evidence (features, net, features->has_example);

  explain (net, features, data);
  if (features->has_example)
    explain_rules (features, data);
  add_task_lanes (input, features, evidence, data);
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmWeightsParts *parts = exm_weights_get (
      input->table != NULL ? input->table : exm_weights_get_shipped ());
  const ExmKindModel *kinds = exm_kind_model_get_shipped ();
  g_auto (ExmFeatures) features = { 0 };
  double signs[EXM_N_SIGNS];

  if (!exm_features_measure (input, &features, error))
    return FALSE;
  g_autofree float *alone = g_new (float, features.n_rows + 1);
  exm_method_exemplar_judge (input, &features, parts, data, signs, alone);
  exm_method_exemplar_judge_kind (input, &features, kinds, alone, data);
  if (input->teaches && data->confidence >= EXM_CONFIDENCE_LOOK
      && !is_chosen_by_kind (&features, data))
    data->places = list_places (input, &features, parts);
  if (!input->brief)
    explain_all (input, &features, get_net (&features, parts, kinds, data), data);
  return TRUE;
}

static gboolean
extract_single (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  ExmMethodInput alone = *input;

  alone.examples = NULL;
  alone.n_examples = 0;
  alone.comparison = NULL;
  return extract (&alone, data, error);
}

/* Empties @data but for the method's name and the kind of the page. */
static void
begin_again (ExmResultData *data)
{
  const char *method = data->method;
  guint n_lines = data->n_lines;
  const ExmKindAnswer kind = data->kind;

  exm_result_data_clear (data);
  exm_result_data_init (data, method, n_lines);
  data->kind = kind;
  data->confidence = data->template_similarity = -1;
}

/* Length of a line of running text, see #ExmLine. */
#define PROSE_LENGTH 60u

/* Tells whether @page has a line of that very text: keys fold numbers. */
static gboolean
has_line (const ExmPageText *page, guint64 key, const char *text)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (lines[i].key == key && strcmp (exm_page_text_get_line (page, i), text) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_in_example (const ExmMethodInput *input, guint64 key, const char *text)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_count_key (input->examples[i], key) > 0
        && has_line (exm_prepared_get_page (input->examples[i]), key, text))
      return TRUE;
  return FALSE;
}

/* Tells whether a body has running text of its own: a page that scripts fill in has a
 * word or two, a template what stands in the example too. */
static gboolean
has_own_prose (const ExmMethodInput *input, const ExmResultData *data)
{
  guint n_lines;
  const ExmPageText *page = exm_prepared_get_page (input->target);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT && lines[i].length >= PROSE_LENGTH
        && !is_in_example (input, lines[i].key, exm_page_text_get_line (page, i)))
      return TRUE;
  return FALSE;
}

/* Asks the page alone where the example leaves nothing, as where two notices differ in
 * their numbers alone; the hand rules where that is not sure either, since the page may
 * be of a kind that no corpus has. What they find is not sure. */
static gboolean
extract_or_ask_others (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  if (!extract (input, data, error))
    return FALSE;
  /* A lower sensitivity may leave nothing. */
  if (data->head != EXM_NONE || input->sensitivity < 0)
    return TRUE;
  begin_again (data);
  if (!extract_single (input, data, error))
    return FALSE;
  if (data->confidence < EXM_CONFIDENCE_LOOK || !has_own_prose (input, data))
    {
      begin_again (data);
      if (!exm_method_exemplar_rules.extract (input, data, error))
        return FALSE;
    }
  data->confidence = 0;
  g_clear_pointer (&data->places, g_array_unref);
  return TRUE;
}

const ExmMethod exm_method_exemplar = {
  .name = "exemplar",
  .needs = EXM_NEEDS_EXAMPLE,
  .uses_site = TRUE,
  .extract = extract_or_ask_others,
};

const ExmMethod exm_method_exemplar_single = {
  .name = "exemplar-single",
  .needs = EXM_NEEDS_NOTHING,
  .uses_site = TRUE,
  .extract = extract_single,
};
