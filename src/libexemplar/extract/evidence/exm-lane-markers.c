/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#include "extract/exm-words.h"

/* markers: a line such as "Comments (12)" or 相关新闻 closes the article: what follows it
 * belongs to readers and to other articles. It counts only behind the anchor, the line
 * with the most evidence, so that a menu's "Comments" above the article does no harm. */

#define NOISE_COST .8f
#define COMMENT_COST 1.6f

static guint
find_anchor (const ExmLaneContext *context)
{
  guint anchor = 0;
  double most = 0;

  for (guint i = 0; i < context->n_lines; i++)
    {
      double weight = exm_lane_weigh (&context->lines[i], context->data->evidence[i],
                                      context->input->sensitivity);
      if (weight > most)
        {
          most = weight;
          anchor = i;
        }
    }
  return anchor;
}

void
exm_lane_markers (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "markers");
  float cost = 0;

  for (guint i = find_anchor (context) + 1; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      guint words = line->flags & EXM_LINE_FLAGGED
                        ? 0
                        : exm_words_classify_line (
                            exm_page_text_get_line (context->page, i), line->n_bytes);
      if (words & EXM_WORDS_COMMENT)
        cost = COMMENT_COST;
      else if (words & EXM_WORDS_NOISE)
        cost = MAX (cost, NOISE_COST);
      lane->values[i] = cost / COMMENT_COST;
      lane->contributions[i] = -cost;
    }
}
