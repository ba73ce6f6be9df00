/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-alignment.h"

#include "extract/exm-similarity.h"

static const ExmPrepared *
find_most_alike (const ExmMethodInput *input)
{
  const ExmPrepared *best = input->n_examples > 0 ? input->examples[0] : NULL;
  double most = -1;

  for (guint i = 0; input->n_examples > 1 && i < input->n_examples; i++)
    {
      double alike = exm_prepared_compare_template (input->examples[i], input->target);
      if (alike > most)
        {
          most = alike;
          best = input->examples[i];
        }
    }
  return best;
}

gboolean
exm_alignment_init (ExmAlignment *self, const ExmMethodInput *input, GError **error)
{
  if (input->comparison != NULL)
    {
      *self = *input->comparison;
      self->borrowed = TRUE;
      return TRUE;
    }
  *self = (ExmAlignment){ .example = find_most_alike (input) };
  if (self->example == NULL)
    return TRUE;
  if (!exm_similarity_tracked (input->target, self->example, input->cancellable,
                               &self->fs, &self->bs, error))
    {
      exm_alignment_clear (self);
      return FALSE;
    }
  g_autoptr (ExmRegionModel) model = exm_region_model_new (input);
  if (model != NULL)
    exm_region_model_measure (model, input->target, &self->region);
  return TRUE;
}

void
exm_alignment_clear (ExmAlignment *self)
{
  if (self->borrowed)
    {
      *self = (ExmAlignment){ NULL };
      return;
    }
  self->example = NULL;
  g_clear_pointer (&self->fs, g_free);
  g_clear_pointer (&self->bs, g_free);
  exm_region_values_clear (&self->region);
}
