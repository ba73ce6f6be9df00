/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#include "extract/exm-words.h"

/* names: the class names and ids around a line, as the people who made templates choose
 * them: "entry-content" for the body, "sidebar", "related" against it. comments: the same
 * for readers' comments, which look like prose in every other lane. */

#define NOISE_COST 1.0f
#define BODY_GAIN .5f
#define COMMENT_COST 2.5f

/* An element that holds more of the page than this is its frame: what it is called says
 * which features the page has, not what this line is. */
#define FRAME_SHARE .6

typedef struct
{
  gboolean body;
  gboolean noise;
  gboolean comment;
} Names;

static void
measure_nodes (const ExmLaneContext *context, Names *names)
{
  const guint16 *own = exm_prepared_get_words (context->input->target);
  double page_chars = context->n_nodes > 0 ? context->nodes[0].n_chars : 0;

  for (guint i = 0; i < context->n_nodes; i++)
    {
      const ExmNode *node = &context->nodes[i];
      if (node->parent != EXM_NONE)
        names[i] = names[node->parent];
      if (node->tag == EXM_TAG_HTML || node->tag == EXM_TAG_BODY)
        continue;

      guint words = own[i];
      gboolean frame = node->n_chars > FRAME_SHARE * page_chars;
      names[i].body |= (words & EXM_WORDS_BODY) && !(words & EXM_WORDS_NOISE);
      names[i].noise |= (words & EXM_WORDS_NOISE) && !frame;
      names[i].comment |= (words & EXM_WORDS_COMMENT) && !frame;
    }
}

void
exm_lane_names (const ExmLaneContext *context)
{
  guint first = context->data->lanes->len;
  g_autofree Names *names = g_new0 (Names, MAX (context->n_nodes, 1));

  exm_result_data_add_lane (context->data, "names");
  exm_result_data_add_lane (context->data, "comments");
  ExmLane *lane = &g_array_index (context->data->lanes, ExmLane, first);
  ExmLane *comments = lane + 1;

  measure_nodes (context, names);
  for (guint i = 0; i < context->n_lines; i++)
    {
      const Names *around = &names[context->lines[i].node];
      lane->values[i] = (float) around->body - (float) around->noise;
      lane->contributions[i]
          = (around->body ? BODY_GAIN : 0) - (around->noise ? NOISE_COST : 0);
      comments->values[i] = around->comment;
      comments->contributions[i] = around->comment ? -COMMENT_COST : 0;
    }
}
