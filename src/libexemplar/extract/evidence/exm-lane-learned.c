/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* learned: on how many other pages of the task the place of a line held body, and on how
 * many the rest, of those where a body was surely found. The line's evidence moves a part
 * of the way to what they say together. It says nothing beside a mark: the operator knows
 * better. */

/* Evidence that all pages together amount to. */
#define AGREED 4.0f

/* The part of the way. Towards the body less: an element may hold more than body. */
#define PART_IN .3f
#define PART_OUT 1.0f

/* Pages that count against: n pages move it n / (n + 3) of the way, since few may be
 * wrong in the same way. */
#define PRIOR_PAGES 3.0f

/* Returns: (transfer full): what the page itself says of its places */
static GArray *
list_own (const ExmLaneContext *context)
{
  g_autofree guint8 *verdicts = g_new (guint8, context->n_lines + 1);

  for (guint i = 0; i < context->n_lines; i++)
    verdicts[i] = context->before[i] > 0 ? EXM_VERDICT_KEPT : EXM_VERDICT_DROPPED;
  return exm_site_place_list (context->page, verdicts);
}

/* Finds what others say of the place. The page may be one of those that were counted:
 * what it says itself is taken off. */
static gboolean
find_others (const ExmLaneContext *context,
             const GArray *own,
             const ExmLine *line,
             ExmSitePlace *others)
{
  guint64 key = exm_site_place_get_key (context->page, line);
  const ExmSitePlace *all
      = key != 0 ? exm_site_stat_find_place (context->input->site, key) : NULL;

  if (all == NULL)
    return FALSE;
  *others = *all;
  const ExmSitePlace *mine
      = exm_site_place_find ((const ExmSitePlace *) (gpointer) own->data, own->len, key);
  if (mine != NULL)
    {
      others->n_inside -= MIN (others->n_inside, mine->n_inside);
      others->n_outside -= MIN (others->n_outside, mine->n_outside);
    }
  return others->n_inside + others->n_outside > 0;
}

void
exm_lane_learned (const ExmLaneContext *context)
{
  const ExmSiteStat *site = context->input->site;

  if (site == NULL || context->before == NULL || exm_site_stat_get_n_learned (site) == 0
      || exm_lane_has_region (context->input))
    return;
  g_autoptr (GArray) own = list_own (context);
  ExmLane *lane = exm_result_data_add_lane (context->data, "learned");
  for (guint i = 0; i < context->n_lines; i++)
    {
      ExmSitePlace others;
      if ((context->lines[i].flags & EXM_LINE_FLAGGED)
          || !find_others (context, own, &context->lines[i], &others))
        continue;
      float n = (float) (others.n_inside + others.n_outside);
      float says = ((float) others.n_inside - (float) others.n_outside) / n;
      float now = CLAMP (context->before[i], -AGREED, AGREED);
      lane->values[i] = says;
      lane->contributions[i] = (says > 0 ? PART_IN : PART_OUT) * (AGREED * says - now) * n
                               / (n + PRIOR_PAGES);
    }
}
