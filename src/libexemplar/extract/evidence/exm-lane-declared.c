/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#include "extract/exm-declared.h"

/* declared: the page's JSON-LD has the article's body (articleBody), and the line stands
 * in it, or does not. A hint: such bodies stop early, or hold captions. */

#define GAIN .5f
#define COST .5f

void
exm_lane_declared (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "declared");
  g_autofree float *values = exm_declared_measure (context->page);

  for (guint i = 0; i < context->n_lines; i++)
    {
      lane->values[i] = values[i];
      lane->contributions[i] = values[i] * (values[i] > 0 ? GAIN : COST);
    }
}
