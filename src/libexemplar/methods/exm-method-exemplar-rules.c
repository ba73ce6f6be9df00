/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-lane.h"

/* Every lane's evidence by hand rules, the maximum-weight segment as body, lines that are
 * clearly no article taken out of it. */

/* Lines inside the segment with less evidence than this are trimmed. */
#define TRIM_BELOW -0.5

/* In this order: markers and container look at the evidence of the lanes before them. */
static const ExmLaneFunc lanes[] = {
  exm_lane_novelty, exm_lane_title, exm_lane_prose,   exm_lane_links,
  exm_lane_place,   exm_lane_names, exm_lane_region,  exm_lane_declared,
  exm_lane_bias,    exm_lane_site,  exm_lane_markers, exm_lane_container,
};

static void
add_contributions (ExmResultData *data, guint first_lane)
{
  for (guint k = first_lane; k < data->lanes->len; k++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, k);
      for (guint i = 0; i < data->n_lines; i++)
        data->evidence[i] += lane->contributions[i];
    }
}

void
exm_rules_gather (const ExmMethodInput *input,
                  const ExmAlignment *comparison,
                  ExmResultData *data)
{
  ExmLaneContext context = {
    .input = input,
    .page = exm_prepared_get_page (input->target),
    .example = comparison->example,
    .fs = comparison->fs,
    .bs = comparison->bs,
    .region = &comparison->region,
    .data = data,
  };

  context.lines = exm_page_text_get_lines (context.page, &context.n_lines);
  context.nodes = exm_page_text_get_nodes (context.page, &context.n_nodes);
  for (gsize k = 0; k < G_N_ELEMENTS (lanes); k++)
    {
      guint first = data->lanes->len;
      lanes[k](&context);
      add_contributions (data, first);
    }
}

void
exm_rules_choose (const ExmMethodInput *input, ExmResultData *data)
{
  const ExmPageText *page = exm_prepared_get_page (input->target);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < data->n_lines; i++)
    data->weights[i] = exm_lane_weigh (&lines[i], data->evidence[i], input->sensitivity);
  exm_boundaries_choose (page, data, TRIM_BELOW - input->sensitivity);
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  g_auto (ExmAlignment) comparison = { NULL };

  if (!exm_alignment_init (&comparison, input, error))
    return FALSE;
  exm_rules_gather (input, &comparison, data);
  exm_rules_choose (input, data);
  return TRUE;
}

const ExmMethod exm_method_exemplar_rules = {
  .name = "exemplar-rules",
  .needs = EXM_NEEDS_EXAMPLE,
  .uses_site = TRUE,
  .extract = extract,
};
