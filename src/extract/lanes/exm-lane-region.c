/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-lane.h"

#include "exm-region-model.h"

/* region: what the operator's click on an example teaches: lines that hang where the
 * marked lines hung are body. Soft evidence: a renamed class only takes the gain away.
 * ends: template lines that stood just before and behind the region bound the body. */

#define PATH_GAIN .8f
#define END_COST 1.0f

void
exm_lane_region (const ExmLaneContext *context)
{
  g_autofree float *paths = NULL, *ends = NULL;
  guint first = context->data->lanes->len;
  guint n_regions = 0;

  for (guint k = 0; k < context->input->n_examples; k++)
    n_regions += exm_prepared_get_region (context->input->examples[k]) != NULL;
  if (n_regions == 0)
    return;

  exm_result_data_add_lane (context->data, "region");
  exm_result_data_add_lane (context->data, "ends");
  ExmLane *lane = &g_array_index (context->data->lanes, ExmLane, first);
  ExmLane *bounds = lane + 1;
  paths = g_new0 (float, context->n_lines);
  ends = g_new0 (float, context->n_lines);
  for (guint k = 0; k < context->input->n_examples; k++)
    {
      const ExmPrepared *example = context->input->examples[k];
      if (exm_prepared_get_region (example) == NULL)
        continue;
      g_autoptr (ExmRegionModel) model = exm_region_model_new (example);
      exm_region_model_measure (model, context->input->target, paths, ends);
      for (guint i = 0; i < context->n_lines; i++)
        {
          lane->values[i] += paths[i] / (float) n_regions;
          bounds->values[i] += ends[i] / (float) n_regions;
        }
    }
  for (guint i = 0; i < context->n_lines; i++)
    {
      lane->contributions[i] = PATH_GAIN * lane->values[i];
      bounds->contributions[i] = END_COST * bounds->values[i];
    }
}
