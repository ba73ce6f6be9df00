/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-lane.h"

#include <string.h>

/* prose: running text speaks for the body, a few words without a full stop against it:
 * menu entries, captions, bylines, buttons. Headings are left alone: they stand in bodies
 * and between them. */

/* Length (a CJK character counts 3) from which a line is a paragraph, and under which it
 * is a label. */
#define PARAGRAPH_LENGTH 120.0f
#define LABEL_LENGTH 40.0f

#define PARAGRAPH_GAIN .6f
#define LABEL_COST .9f

static gboolean
ends_like_a_sentence (const char *text, gsize n_bytes)
{
  static const char *const ends[]
      = { ".", "!", "?", "。", "！", "？", "…", "”", "」", "\"", "；", "：", ":" };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      gsize n = strlen (ends[i]);
      if (n_bytes >= n && memcmp (text + n_bytes - n, ends[i], n) == 0)
        return TRUE;
    }
  return FALSE;
}

/* 0 for a label, 1 for a paragraph. */
static float
measure (const ExmLaneContext *context, guint i)
{
  const ExmLine *line = &context->lines[i];
  gboolean ends
      = ends_like_a_sentence (exm_page_text_get_line (context->page, i), line->n_bytes);
  float length = (float) line->length;
  float score = (length - LABEL_LENGTH) / (PARAGRAPH_LENGTH - LABEL_LENGTH);

  if (ends)
    score += .5f;
  else if (line->n_marks == 0)
    score -= .5f;
  return CLAMP (score, 0, 1);
}

void
exm_lane_prose (const ExmLaneContext *context)
{
  ExmLane *lane = exm_result_data_add_lane (context->data, "prose");

  for (guint i = 0; i < context->n_lines; i++)
    {
      float value = measure (context, i);
      lane->values[i] = value;
      if (context->lines[i].heading == 0)
        lane->contributions[i] = value * PARAGRAPH_GAIN - (1 - value) * LABEL_COST;
    }
}
