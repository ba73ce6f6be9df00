/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

/* The patent's evidence: what the example page has too is template.
 *
 * known: the line occurs on an example, letter for letter but for digits.
 * fs, bs: mean similarity of the windows over the line to the example, tracked from the
 * head and from the tail; a line is template if either says so, since each is blind just
 * past a boundary, where its windows reach over into the article. */

/* Cost of a line that is certainly template. */
#define TEMPLATE_COST 2.0f

/* Unrelated text of one language reaches .5; from .8 on it is the same text. */
#define SIMILAR_FROM .5f
#define SIMILAR_FULL .8f

/* How a line stands on the examples: a line that the operator marked as body there is
 * body here, even if it is on every page (an editor's note, a signature). */
typedef enum
{
  NOT_THERE,
  IN_LINKS, /* alone, which quote the line */
  IN_TEMPLATE,
  IN_BODY,
} Occurrence;

static Occurrence
find_line (const ExmLaneContext *context, guint i)
{
  Occurrence found = NOT_THERE;
  const ExmLine *line = &context->lines[i];
  const char *text = exm_page_text_get_line (context->page, i);

  for (guint k = 0; k < context->input->n_examples; k++)
    {
      const ExmPrepared *example = context->input->examples[k];
      if (exm_prepared_count_key_inside (example, line->key) > 0)
        return IN_BODY;
      if (exm_prepared_knows_line (example, line, text))
        found = IN_TEMPLATE;
      else if (found == NOT_THERE && exm_prepared_count_key (example, line->key) > 0)
        found = IN_LINKS;
    }
  return found;
}

/* Means of both curves over a line, and of the larger one. */
typedef struct
{
  float fs;
  float bs;
  float larger;
} Means;

static Means
measure_curves (const float *fs, const float *bs, guint n)
{
  double sum_fs = 0, sum_bs = 0, sum_larger = 0;

  for (guint i = 0; i < n; i++)
    {
      sum_fs += fs[i];
      sum_bs += bs[i];
      sum_larger += MAX (fs[i], bs[i]);
    }
  return n > 0 ? (Means){ (float) (sum_fs / n), (float) (sum_bs / n),
                          (float) (sum_larger / n) }
               : (Means){ 0 };
}

void
exm_lane_novelty (const ExmLaneContext *context)
{
  guint first = context->data->lanes->len;

  exm_result_data_add_lane (context->data, "known");
  exm_result_data_add_lane (context->data, "fs");
  exm_result_data_add_lane (context->data, "bs");
  ExmLane *known = &g_array_index (context->data->lanes, ExmLane, first);
  ExmLane *fs = known + 1, *bs = known + 2;

  for (guint i = 0; i < context->n_lines; i++)
    {
      const ExmLine *line = &context->lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      const float *line_fs = context->fs + line->start,
                  *line_bs = context->bs + line->start;
      const Means means = measure_curves (line_fs, line_bs, line->n_chars);
      float is_template
          = CLAMP ((means.larger - SIMILAR_FROM) / (SIMILAR_FULL - SIMILAR_FROM), 0, 1);

      Occurrence found = find_line (context, i);
      known->values[i] = found == IN_TEMPLATE;
      fs->values[i] = means.fs;
      bs->values[i] = means.bs;
      if (found == IN_BODY || found == IN_LINKS)
        continue;
      ExmLane *blamed = fs->values[i] >= bs->values[i] ? fs : bs;
      known->contributions[i] = -TEMPLATE_COST * known->values[i];
      blamed->contributions[i] = -TEMPLATE_COST * MAX (is_template - known->values[i], 0);
    }
}
