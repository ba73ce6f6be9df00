/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"
#include "html/exm-tag.h"

#include <string.h>

/* site: how many of the task's other pages had the line. What most of them have is
 * template, even if the example has not got it: an appeal for donations that came later,
 * a notice, an author's box. A line that the operator marked as body stays one; what was
 * ruled of a line holds for all pages. Says nothing else as long as there are no or few
 * such pages.
 *
 * Notices and forms repeat most of their own sentences: where most of a body is of such
 * lines, those that look like body by themselves, beside new ones in elements of one
 * kind, stay. */

/* Costs of a line that is on all pages, and of one ruled to be noise. */
#define EVERYWHERE_COST 3.0f

/* Fewer pages may be a series of articles, or one article twice. */
#define LEAST_PAGES 5u

/* Share of the pages from which a line is taken for template, and for nothing else. */
#define SHARED_FROM .3f
#define SHARED_FULL .8f

static gboolean
looks_like_body (const ExmLaneContext *context, guint i)
{
  const ExmLine *line = &context->lines[i];

  return context->before != NULL && context->before[i] > 0
         && 2 * line->n_link_chars <= line->n_chars;
}

/* The element that holds the line's block; %EXM_NONE if there is none. */
static guint
get_parent (const ExmLaneContext *context, guint i)
{
  guint block = context->lines[i].block;

  return block < context->n_nodes ? context->nodes[block].parent : EXM_NONE;
}

/* Keys say nothing of digits: a line with a date or a price in it may be another one on
 * each page. */
static gboolean
is_new (const ExmLaneContext *context, const ExmLane *lane, guint i)
{
  const char *text = exm_page_text_get_line (context->page, i);

  return lane->values[i] <= SHARED_FROM || strpbrk (text, "0123456789") != NULL;
}

/* Lines of body in the blocks that one element holds. */
typedef struct
{
  guint64 kind;     /* of the block of a new one */
  gboolean has_new; /* one that other pages have not got, or with other numbers */
  double n_shared;  /* tokens of lines whose keys other pages have */
  double n_own;     /* tokens of the others */
} Among;

/* @n_tokens: (out): tokens of all such lines
 * Returns: (transfer full) (array length=n_nodes) */
static Among *
count_lines (const ExmLaneContext *context, const ExmLane *lane, double *n_tokens)
{
  Among *among = g_new0 (Among, context->n_nodes + 1);

  *n_tokens = 0;
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      guint parent = get_parent (context, i);
      if (parent == EXM_NONE || (line->flags & EXM_LINE_FLAGGED)
          || !looks_like_body (context, i))
        continue;
      Among *at = &among[parent];
      *n_tokens += line->n_tokens;
      if (lane->values[i] > SHARED_FROM)
        at->n_shared += line->n_tokens;
      else
        at->n_own += line->n_tokens;
      if (!is_new (context, lane, i))
        continue;
      at->kind = context->nodes[line->block].own;
      at->has_new = TRUE;
    }
  return among;
}

/* Tells whether a line that other pages have stands beside new ones in a body that is
 * mostly of such lines: a list of prices has the keys of last month's, and is new. A few
 * in an article are appeals, wherever they stand; so is an element of such lines that
 * holds the lesser part of what looks like body (@n_tokens). */
static gboolean
is_among_new (const ExmLaneContext *context, const Among *among, double n_tokens, guint i)
{
  guint parent = get_parent (context, i);

  if (parent == EXM_NONE || !looks_like_body (context, i))
    return FALSE;
  const Among *at = &among[parent];
  return at->has_new && at->n_shared > at->n_own
         && 2 * (at->n_shared + at->n_own) > n_tokens
         && at->kind == context->nodes[context->lines[i].block].own;
}

/* Subheadings and labels may recur in all bodies: 配料, Ingredients. Lines up to this
 * long count as such where the pages agree on their place. */
#define LABEL_LENGTH 25u
#define AGREED_SHARE .9
#define LEAST_AGREED 3u

static gboolean
is_label_of_bodies (const ExmLaneContext *context, const ExmLine *line)
{
  const ExmSiteStat *site = context->input->site;

  if (exm_site_stat_get_n_learned (site) == 0
      || (line->length >= LABEL_LENGTH
          && exm_tag_get_heading_level (context->nodes[line->block].tag) == 0))
    return FALSE;
  const ExmSitePlace *place
      = exm_site_stat_find_place (site, exm_site_place_get_key (context->page, line));
  guint n = place != NULL ? place->n_inside + place->n_outside : 0;
  return n >= LEAST_AGREED && place->n_inside >= AGREED_SHARE * n;
}

/* Computes the cost of a line found on @share of the other pages. */
static float
get_cost (const ExmLaneContext *context, const ExmLine *line, float share)
{
  ExmLineLabel ruling = exm_site_stat_get_ruling (context->input->site, line->key);

  if (ruling == EXM_LINE_LABEL_NOISE)
    return EVERYWHERE_COST;
  if (ruling == EXM_LINE_LABEL_BODY || exm_lane_is_marked (context, line->key)
      || (share > SHARED_FROM && is_label_of_bodies (context, line)))
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
  double n_tokens;
  g_autofree Among *among = count_lines (context, lane, &n_tokens);
  for (guint i = 0; i < context->n_lines; i++)
    if (lane->contributions[i] < 0 && is_among_new (context, among, n_tokens, i)
        && exm_site_stat_get_ruling (site, context->lines[i].key) != EXM_LINE_LABEL_NOISE)
      lane->contributions[i] = 0;
}
