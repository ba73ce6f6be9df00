/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* container: the element that the article's paragraphs share. Each paragraph that the
 * lanes before speak for gives its weight to its block's parent and half to the
 * grandparent; the element with the most, less its share of links, holds the article. */

#define INSIDE_GAIN .4f
#define OUTSIDE_COST .6f

static guint
find_container (const ExmLaneContext *context)
{
  g_autofree double *scores = g_new0 (double, MAX (context->n_nodes, 1));
  guint best = EXM_NONE;
  double most = 0;

  for (guint i = 0; i < context->n_lines; i++)
    {
      double weight = exm_lane_weigh (&context->lines[i], context->data->evidence[i],
                                      context->input->sensitivity);
      guint block = context->lines[i].block;
      if (weight <= 0)
        continue;
      guint parent = context->nodes[block].parent;
      if (parent == EXM_NONE)
        parent = block;
      scores[parent] += weight;
      if (context->nodes[parent].parent != EXM_NONE)
        scores[context->nodes[parent].parent] += weight / 2;
    }
  for (guint i = 0; i < context->n_nodes; i++)
    {
      const ExmNode *node = &context->nodes[i];
      double links = (double) node->n_link_chars / MAX (node->n_chars, 1);
      double score = scores[i] * (1 - links);
      if (score > most)
        {
          most = score;
          best = i;
        }
    }
  return best;
}

void
exm_lane_container (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "container");
  guint container = find_container (context);

  if (container == EXM_NONE)
    return;
  g_autofree guint8 *inside = g_new0 (guint8, context->n_nodes);
  for (guint i = container; i < context->n_nodes; i++)
    {
      guint parent = context->nodes[i].parent;
      inside[i] = i == container || (parent != EXM_NONE && inside[parent]);
    }
  for (guint i = 0; i < context->n_lines; i++)
    {
      gboolean in = inside[context->lines[i].node];
      lane->values[i] = in;
      lane->contributions[i] = in ? INSIDE_GAIN : -OUTSIDE_COST;
    }
}
