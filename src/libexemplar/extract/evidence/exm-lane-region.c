/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* region: what the operator's clicks on the examples teach: lines that hang where the
 * marked lines hung are body. Soft evidence: a renamed class only takes the gain away.
 * ends: template lines that stood just before and behind the region bound the body.
 * preferences: headline, byline, date and captions are in or out as they were there. */

#define PATH_GAIN .8f
#define END_COST 1.0f
#define INCLUSION_GAIN 2.5f

static void
add_lane (const ExmLaneContext *context, const char *id, const float *values, float gain)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, id);

  for (guint i = 0; i < context->n_lines; i++)
    {
      lane->values[i] = values[i];
      lane->contributions[i] = gain * values[i];
    }
}

void
exm_lane_region (const ExmLaneContext *context)
{
  const ExmRegionValues *region = context->region;

  if (region->paths == NULL)
    return;
  add_lane (context, "region", region->paths, PATH_GAIN);
  add_lane (context, "ends", region->ends, END_COST);
  add_lane (context, "taste", region->inclusion, INCLUSION_GAIN);
}
