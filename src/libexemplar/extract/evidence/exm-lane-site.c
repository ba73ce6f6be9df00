/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* site: how many of the task's other pages had the line. What most of them have is
 * template, even if the example has not got it: an appeal for donations that came later,
 * a notice, an author's box. A line that the operator marked as body stays one; what was
 * ruled of a line holds for all pages. Says nothing else as long as there are no or few
 * such pages. */

/* Costs of a line that is on all pages, and of one ruled to be noise. */
#define EVERYWHERE_COST 3.0f

/* Fewer pages may be a series of articles, or one article twice. */
#define LEAST_PAGES 5u

/* Share of the pages from which a line is taken for template, and for nothing else. */
#define SHARED_FROM .3f
#define SHARED_FULL .8f

/* Computes the cost of a line found on @share of the other pages. */
static float
get_cost (const ExmLaneContext *context, const ExmLine *line, float share)
{
  ExmLineLabel ruling = exm_site_stat_get_ruling (context->input->site, line->key);

  if (ruling == EXM_LINE_LABEL_NOISE)
    return EVERYWHERE_COST;
  if (ruling == EXM_LINE_LABEL_BODY || exm_lane_is_marked (context, line->key))
    return 0;
  return EVERYWHERE_COST
         * CLAMP ((share - SHARED_FROM) / (SHARED_FULL - SHARED_FROM), 0, 1);
}

void
exm_lane_site (const ExmLaneContext *context)
{
  const ExmSiteStat *site = context->input->site;
  guint n_pages = site != NULL ? exm_site_stat_get_n_pages (site) : 0;

  if (site == NULL || (n_pages < LEAST_PAGES && !exm_site_stat_is_ruled (site)))
    return;
  ExmLane *lane = exm_result_data_add_lane (context->data, "site");
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      /* The page itself may be among them. */
      guint n_having = n_pages >= LEAST_PAGES ? exm_site_stat_count (site, line->key) : 0;
      lane->values[i] = n_having > 1 ? (float) (n_having - 1) / (float) (n_pages - 1) : 0;
      lane->contributions[i] = -get_cost (context, line, lane->values[i]);
    }
}
