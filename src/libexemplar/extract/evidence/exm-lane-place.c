/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* place: what the elements around a line are called by HTML itself: nav, header, footer,
 * aside, form, button against the body; article and main for it. */

#define OUTSIDE_COST 1.2f
#define ARTICLE_GAIN .3f

/* An element that holds more of the page than this is its frame: it says nothing. */
#define FRAME_SHARE .7

/* −1 outside the body, 1 inside an article, 0 unknown; from the root down. A header or
 * footer of an article is the article's own. */
static void
measure_nodes (const ExmLaneContext *context, gint8 *places)
{
  double page_chars = context->n_nodes > 0 ? context->nodes[0].n_chars : 0;

  for (guint i = 0; i < context->n_nodes; i++)
    {
      const ExmNode *node = &context->nodes[i];
      gint8 outer = node->parent != EXM_NONE ? places[node->parent] : 0;
      gboolean frame = node->n_chars > FRAME_SHARE * page_chars;

      places[i] = outer;
      switch (node->tag)
        {
        case EXM_TAG_ARTICLE:
        case EXM_TAG_MAIN:
          if (outer == 0)
            places[i] = 1;
          break;
        case EXM_TAG_HEADER:
        case EXM_TAG_FOOTER:
          if (outer == 0 && !frame)
            places[i] = -1;
          break;
        case EXM_TAG_NAV:
        case EXM_TAG_ASIDE:
        case EXM_TAG_FORM:
        case EXM_TAG_BUTTON:
        case EXM_TAG_FIGCAPTION:
        case EXM_TAG_ADDRESS:
          if (!frame)
            places[i] = -1;
          break;
        default:
          break;
        }
    }
}

void
exm_lane_place (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "place");
  g_autofree gint8 *places = g_new0 (gint8, MAX (context->n_nodes, 1));

  measure_nodes (context, places);
  for (guint i = 0; i < context->n_lines; i++)
    {
      gint8 place = places[context->lines[i].node];
      lane->values[i] = place;
      lane->contributions[i] = place < 0 ? -OUTSIDE_COST : place * ARTICLE_GAIN;
    }
}
