/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-lane.h"

#define MAX_EVIDENCE 3.0

/* Without evidence a line of new text is more likely body than not. */
#define PRIOR 0.5

double
exm_lane_weigh (const ExmLine *line, double evidence, double sensitivity)
{
  if (line->flags & EXM_LINE_FLAGGED)
    return 0;
  return line->n_tokens
         * CLAMP (evidence + PRIOR + sensitivity, -MAX_EVIDENCE, MAX_EVIDENCE);
}

gboolean
exm_lane_has_region (const ExmMethodInput *input)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_get_region (input->examples[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
exm_lane_is_marked (const ExmLaneContext *context, guint64 key)
{
  const ExmMethodInput *input = context->input;

  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_count_key_inside (input->examples[i], key) > 0)
      return TRUE;
  return FALSE;
}
