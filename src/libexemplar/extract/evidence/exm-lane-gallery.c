/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* gallery: on a page whose prose is mostly captions, the captions are the article. On
 * others nothing is said: there a caption is what the net and the operator's mark make
 * of it. With a body marked on an example, the operator has answered already. */

#define CAPTION_GAIN 2.0f

/* Fewer are an article with pictures. */
#define LEAST_CAPTIONS 4u

static gboolean
is_prose (const ExmLine *line)
{
  return (line->flags & EXM_LINE_FLAGGED) == 0 && line->n_marks > 0
         && 2 * line->n_link_chars < line->n_chars;
}

/* Lines that an example has are of the template. */
static gboolean
is_new (const ExmMethodInput *input, guint64 key)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_count_key (input->examples[i], key) > 0)
      return FALSE;
  return TRUE;
}

void
exm_lane_gallery (const ExmLaneContext *context)
{
  guint n_captions = 0;
  guint64 n_caption_tokens = 0, n_other_tokens = 0;

  if (exm_lane_has_region (context->input))
    return;
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      if (!is_prose (line) || !is_new (context->input, line->key))
        continue;
      gboolean caption = (line->flags & EXM_LINE_CAPTION) != 0;
      n_captions += caption;
      *(caption ? &n_caption_tokens : &n_other_tokens) += line->n_tokens;
    }
  if (n_captions < LEAST_CAPTIONS || n_caption_tokens <= n_other_tokens)
    return;
  ExmLane *lane = exm_result_data_add_lane (context->data, "gallery");
  for (guint i = 0; i < context->n_lines; i++)
    if ((context->lines[i].flags & EXM_LINE_CAPTION) && is_prose (&context->lines[i])
        && is_new (context->input, context->lines[i].key))
      {
        lane->values[i] = 1;
        lane->contributions[i] = CAPTION_GAIN;
      }
}
