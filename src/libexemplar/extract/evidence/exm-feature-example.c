/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-prose.h"

#include <math.h>

/* example: what hangs on the example where this line hangs: nothing (a place of its own),
 * labels, or the prose of the example's own article. template: where the lines lie that
 * both pages have, seen from this one and from the anchor. */

typedef struct
{
  guint64 key;
  double tokens;
  double prose;
} Place;

/* An open table of places, by hash. */
typedef struct
{
  Place *slots; /* (owned) */
  guint mask;
} Places;

static Place *
find_place (const Places *places, guint64 key)
{
  guint slot = (guint) (key ^ key >> 32) & places->mask;

  key += key == 0;
  while (places->slots[slot].key != 0 && places->slots[slot].key != key)
    slot = (slot + 1) & places->mask;
  return &places->slots[slot];
}

static void
places_init (Places *places, guint n)
{
  places->mask = 63;
  while (places->mask < 2 * n)
    places->mask = 2 * places->mask + 1;
  places->slots = g_new0 (Place, places->mask + 1u);
}

static void
add_line (const Places *places, guint64 key, double tokens, double prose)
{
  Place *place = find_place (places, key);

  place->key = key + (key == 0);
  place->tokens += tokens;
  place->prose += prose;
}

/* Finds the element with most new prose of the example, most likely its article. */
static guint64
find_best (const Places *places, double *most)
{
  guint64 best = 0;

  *most = 0;
  for (guint i = 0; i <= places->mask; i++)
    if (places->slots[i].prose > *most)
      {
        *most = places->slots[i].prose;
        best = places->slots[i].key;
      }
  return best;
}

static void
learn (const ExmSurvey *survey, const Places *paths, const Places *owns)
{
  const ExmPageText *page = exm_prepared_get_page (survey->compared.example);
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  for (guint i = 0; i < n_lines; i++)
    {
      const ExmLine *line = &lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      gboolean known = exm_prepared_count_key (survey->input->target, line->key) > 0;
      double links = (double) line->n_link_chars / MAX (line->n_chars, 1);
      double prose
          = known ? 0 : exm_prose_measure (line, exm_page_text_get_line (page, i));
      prose *= line->n_tokens * (1 - links);
      add_line (paths, nodes[line->block].class_path, line->n_tokens, prose);
      add_line (owns, nodes[line->block].own, line->n_tokens, prose);
    }
}

static void
measure_template (ExmSurvey *survey)
{
  guint last = EXM_NONE, next = EXM_NONE;

  for (guint row = 0; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      last = columns[EXM_COLUMN_KNOWN] > 0 ? row : last;
      columns[EXM_COLUMN_TEMPLATE_LAST]
          = last == EXM_NONE ? 5 : logf (1 + (float) (row - last));
    }
  for (guint row = survey->n_rows; row-- > 0;)
    {
      float *columns = exm_survey_row (survey, row);
      next = columns[EXM_COLUMN_KNOWN] > 0 ? row : next;
      columns[EXM_COLUMN_TEMPLATE_NEXT]
          = next == EXM_NONE ? 5 : logf (1 + (float) (next - row));
    }
  float n_since = 0;
  for (guint row = survey->anchor; row < survey->n_rows; row++)
    {
      float *columns = exm_survey_row (survey, row);
      n_since += columns[EXM_COLUMN_KNOWN];
      columns[EXM_COLUMN_TEMPLATE_SINCE] = logf (1 + n_since);
    }
  n_since = 0;
  for (guint row = survey->anchor; row-- > 0;)
    {
      float *columns = exm_survey_row (survey, row);
      n_since += columns[EXM_COLUMN_KNOWN];
      columns[EXM_COLUMN_TEMPLATE_SINCE] = -logf (1 + n_since);
    }
}

void
exm_feature_example (ExmSurvey *survey)
{
  Places paths, owns;
  double most, most_own;
  guint n_lines;

  if (survey->compared.example == NULL)
    return;
  exm_page_text_get_lines (exm_prepared_get_page (survey->compared.example), &n_lines);
  places_init (&paths, n_lines);
  places_init (&owns, n_lines);
  learn (survey, &paths, &owns);
  guint64 best = find_best (&paths, &most);
  guint64 best_own = find_best (&owns, &most_own);
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmNode *block = &survey->nodes[exm_survey_line (survey, row)->block];
      float *columns = exm_survey_row (survey, row);
      const Place *place = find_place (&paths, block->class_path);
      columns[EXM_COLUMN_PLACE_THERE] = place->key != 0;
      columns[EXM_COLUMN_PLACE_TOKENS] = logf (1 + (float) place->tokens);
      columns[EXM_COLUMN_PLACE_PROSE] = logf (1 + (float) place->prose);
      columns[EXM_COLUMN_PLACE_BEST] = best != 0 && place->key == best;
      columns[EXM_COLUMN_OWN_BEST]
          = best_own != 0 && find_place (&owns, block->own)->key == best_own;
    }
  g_free (paths.slots);
  g_free (owns.slots);
  measure_template (survey);
}
