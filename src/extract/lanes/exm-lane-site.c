/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-lane.h"

/* site: how many of the task's other pages had the line. What most of them have is
 * template, even if the example has not got it: an appeal for donations that came later,
 * a notice, an author's box. A line that the operator marked as body stays one. Says
 * nothing as long as there are no or few such pages. */

/* What a line on all pages loses. */
#define EVERYWHERE_COST 3.0f

/* Fewer pages may be a series of articles, or one article twice. */
#define LEAST_PAGES 5u

/* Share of the pages from which a line is taken for template, and for nothing else. */
#define SHARED_FROM .3f
#define SHARED_FULL .8f

void
exm_lane_site (const ExmLaneContext *context)
{
  const ExmSiteStat *site = context->input->site;
  guint n_pages = site != NULL ? exm_site_stat_get_n_pages (site) : 0;

  if (n_pages < LEAST_PAGES)
    return;
  ExmLane *lane = exm_result_data_add_lane (context->data, "site");
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      /* The page itself may be among them. */
      guint n_having = exm_site_stat_count (site, line->key);
      float share = n_having > 1 ? (float) (n_having - 1) / (float) (n_pages - 1) : 0;
      lane->values[i] = share;
      if (!exm_lane_is_marked (context, line->key))
        lane->contributions[i]
            = -EVERYWHERE_COST
              * CLAMP ((share - SHARED_FROM) / (SHARED_FULL - SHARED_FROM), 0, 1);
    }
}
