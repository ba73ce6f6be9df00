/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* links: the share of a line's characters that are links. A few links in a paragraph are
 * prose; a line that is one link is navigation, unless it stands among prose. */

#define LINK_COST 2.6f

/* Share that running text may have for nothing. */
#define FREE_SHARE .2f

void
exm_lane_links (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "links");

  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      float share = (float) line->n_link_chars / (float) MAX (line->n_chars, 1);
      lane->values[i] = share;
      lane->contributions[i]
          = -LINK_COST * MAX (share - FREE_SHARE, 0) / (1 - FREE_SHARE);
    }
}
