/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#include "extract/exm-prose.h"

/* prose: running text speaks for the body, a few words without a full stop against it:
 * menu entries, captions, bylines, buttons. Headings are left alone: they stand in bodies
 * and between them. */

#define PARAGRAPH_GAIN .6f
#define LABEL_COST .9f

void
exm_lane_prose (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "prose");

  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      float value = exm_prose_measure (line, exm_page_text_get_line (context->page, i));
      lane->values[i] = value;
      if (line->heading == 0)
        lane->contributions[i] = value * PARAGRAPH_GAIN - (1 - value) * LABEL_COST;
    }
}
