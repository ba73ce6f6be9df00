/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* bias: what the operator said of the same line, or of lines that hung in the same place,
 * on other pages of the task. A line that was called noise is out unless nearly
 * everything speaks for it; its place alone only leans. */

#define NOISE_COST 4.0f
#define BODY_GAIN 3.0f
#define PLACE_GAIN 3.0f

/* A place that holds more of the page's text than this is no part of a template that one
 * label could speak for: an advertisement may hang where all paragraphs do. */
#define MAX_SHARE .25

/* Tokens by class path. */
static GHashTable *
count_places (const ExmLaneContext *context, double *n_all)
{
  GHashTable *places = g_hash_table_new (g_int64_hash, g_int64_equal);

  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      const guint64 *path = &context->nodes[line->block].class_path;
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (places, path));
      g_hash_table_insert (places, (gpointer) path,
                           GUINT_TO_POINTER (n + line->n_tokens));
      *n_all += line->n_tokens;
    }
  return places;
}

void
exm_lane_bias (const ExmLaneContext *context)
{
  const ExmBias *bias = context->input->bias;
  double n_all = 0;

  if (bias == NULL)
    return;
  g_autoptr (GHashTable) places = count_places (context, &n_all);
  ExmLane *lane = exm_result_data_add_lane (context->data, "bias");
  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      const guint64 *path = &context->nodes[line->block].class_path;
      float by_key = exm_bias_judge_key (bias, line->key);
      float by_place = exm_bias_judge_place (bias, *path);
      if (by_place != 0
          && GPOINTER_TO_UINT (g_hash_table_lookup (places, path)) > MAX_SHARE * n_all)
        by_place = 0;
      lane->values[i] = by_key != 0 ? by_key : by_place;
      if (by_key != 0)
        lane->contributions[i] = by_key * (by_key > 0 ? BODY_GAIN : NOISE_COST);
      else
        lane->contributions[i] = by_place * PLACE_GAIN;
    }
}
