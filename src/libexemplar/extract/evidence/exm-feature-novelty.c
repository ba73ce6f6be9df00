/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

/* known: the line occurs on an example, letter for letter but for digits; in the order of
 * the example too; and so do those around it and those that hang where it hangs.
 * fs, bs: mean similarity of the windows over the line, tracked from head and tail.
 * novelty: how much of the line is text that the example has not got, by either; the mean
 * over its neighbours, its class path and the elements around it. A line that the
 * operator marked as body on an example is new, even if every page has it; so is a
 * sentence that examples have as a link alone, since they quote it. */

/* Unrelated text of one language reaches .5; from .8 on it is the same text. */
#define SIMILAR_FROM .5f
#define SIMILAR_FULL .8f

/* Similarity per character from which a line counts as found again. */
#define SIMILAR_CHARACTER .6f

/* Rows to each side that are a row's surroundings. */
#define REACH 5

typedef struct
{
  float *known;
  float *ordered;
} Found;

static gboolean
is_marked (const ExmMethodInput *input, guint64 key)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_count_key_inside (input->examples[i], key) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_known (const ExmMethodInput *input, const ExmLine *line, const char *text)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_knows_line (input->examples[i], line, text))
      return TRUE;
  return FALSE;
}

/* Tells of a line that no example knows whether one has it as a link. */
static gboolean
is_quoted (const ExmMethodInput *input, const ExmLine *line)
{
  for (guint i = 0; i < input->n_examples; i++)
    if (exm_prepared_count_key (input->examples[i], line->key) > 0)
      return TRUE;
  return FALSE;
}

typedef struct
{
  guint64 key;
  guint line;
} Place;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *x = a, *y = b;
  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* The example's lines by their keys. */
static Place *
dup_places (const ExmPrepared *example, guint *n)
{
  const ExmLine *lines = exm_page_text_get_lines (exm_prepared_get_page (example), n);
  Place *places = g_new (Place, *n + 1);

  for (guint i = 0; i < *n; i++)
    places[i] = (Place){ lines[i].key, i };
  qsort (places, *n, sizeof *places, compare_places);
  return places;
}

/* The least example line at or behind @from that has @key; else %EXM_NONE. */
static guint
find_from (const Place *places, guint n, guint64 key, guint from)
{
  const Place wanted = { key, from };
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (compare_places (&places[middle], &wanted) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n && places[low].key == key ? places[low].line : EXM_NONE;
}

/* The longest chain of lines that both pages have in the same order, each target line
 * with the first of its places behind the chain before it: patience sorting. */
static void
measure_order (const ExmSurvey *survey, float *ordered)
{
  guint n_places, n_chain = 0;
  g_autofree Place *places = dup_places (survey->compared.example, &n_places);
  g_autofree guint *ends = g_new (guint, survey->n_rows + 1);   /* example lines */
  g_autofree guint *rows = g_new (guint, survey->n_rows + 1);   /* that end a chain */
  g_autofree guint *before = g_new (guint, survey->n_rows + 1); /* rows */

  for (guint row = 0; row < survey->n_rows; row++)
    {
      guint64 key = exm_survey_line (survey, row)->key;
      guint place = find_from (places, n_places, key, 0);
      if (place == EXM_NONE)
        continue;
      if (n_chain > 0 && place <= ends[n_chain - 1])
        {
          guint later = find_from (places, n_places, key, ends[n_chain - 1] + 1);
          place = later != EXM_NONE ? later : place;
        }
      guint low = 0, high = n_chain;
      while (low < high)
        {
          guint middle = low + (high - low) / 2;
          if (ends[middle] < place)
            low = middle + 1;
          else
            high = middle;
        }
      ends[low] = place;
      rows[low] = row;
      before[row] = low > 0 ? rows[low - 1] : EXM_NONE;
      n_chain = MAX (n_chain, low + 1);
    }
  for (guint row = n_chain > 0 ? rows[n_chain - 1] : EXM_NONE; row != EXM_NONE;
       row = before[row])
    ordered[row] = 1;
}

/* Sums over a line's characters. */
typedef struct
{
  float forward;
  float backward;
  float alike; /* of the better one */
  float n_alike;
} Similar;

static Similar
measure_similar (const ExmSurvey *survey, const ExmLine *line)
{
  const float *fs = survey->compared.fs + line->start,
              *bs = survey->compared.bs + line->start;
  Similar sum = { 0 };

  for (guint k = 0; k < line->n_chars; k++)
    {
      float best = MAX (fs[k], bs[k]);
      sum.forward += fs[k];
      sum.backward += bs[k];
      sum.alike += best;
      sum.n_alike += best >= SIMILAR_CHARACTER;
    }
  return sum;
}

/* Text that the example has as links alone is found again by windows, too: they say
 * nothing of it. */
static Similar
get_unrelated (const ExmLine *line)
{
  float sum = SIMILAR_FROM * (float) line->n_chars;

  return (Similar){ sum, sum, sum, 0 };
}

static void
measure_row (ExmSurvey *survey, guint row, const Found *found)
{
  const ExmLine *line = exm_survey_line (survey, row);
  const char *text = exm_page_text_get_line (survey->page, survey->row_lines[row]);
  float *columns = exm_survey_row (survey, row);
  float n = (float) MAX (line->n_chars, 1);
  gboolean marked = is_marked (survey->input, line->key);
  gboolean there = is_known (survey->input, line, text);
  gboolean quoted = !there && is_quoted (survey->input, line);
  Similar sum = quoted ? get_unrelated (line) : measure_similar (survey, line);

  found->known[row] = !marked && there;
  found->ordered[row] *= found->known[row];
  columns[EXM_COLUMN_FS] = sum.forward / n;
  columns[EXM_COLUMN_BS] = sum.backward / n;
  columns[EXM_COLUMN_ALIKE] = sum.alike / n;
  columns[EXM_COLUMN_ALIKE_SHARE] = sum.n_alike / n;
  float similar = (sum.alike / n - SIMILAR_FROM) / (SIMILAR_FULL - SIMILAR_FROM);
  survey->novelty[row] = marked ? 1 : 1 - MAX (found->known[row], CLAMP (similar, 0, 1));
}

/* The mean of novelty over the text of the elements around a row. */
static void
measure_elements (const ExmSurvey *survey)
{
  g_autofree double *new_tokens = g_new0 (double, survey->n_nodes + 1);
  g_autofree double *tokens = g_new0 (double, survey->n_nodes + 1);

  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      new_tokens[line->block] += (double) survey->novelty[row] * line->n_tokens;
      tokens[line->block] += line->n_tokens;
    }
  for (guint i = survey->n_nodes; i-- > 1;)
    {
      guint parent = survey->nodes[i].parent;
      if (parent == EXM_NONE)
        continue;
      new_tokens[parent] += new_tokens[i];
      tokens[parent] += tokens[i];
    }
  for (guint row = 0; row < survey->n_rows; row++)
    {
      static const ExmColumn columns[]
          = { EXM_COLUMN_NOVEL_PARENT, EXM_COLUMN_NOVEL_GRANDPARENT };
      guint node = exm_survey_line (survey, row)->block;
      for (gsize k = 0; k < G_N_ELEMENTS (columns); k++)
        {
          if (survey->nodes[node].parent != EXM_NONE)
            node = survey->nodes[node].parent;
          exm_survey_row (survey, row)[columns[k]]
              = (float) (new_tokens[node] / MAX (tokens[node], 1));
        }
    }
}

void
exm_feature_novelty (ExmSurvey *survey)
{
  if (survey->compared.example == NULL)
    {
      for (guint row = 0; row < survey->n_rows; row++)
        survey->novelty[row] = 1;
      return;
    }
  g_autofree float *known = g_new0 (float, survey->n_rows + 1);
  g_autofree float *ordered = g_new0 (float, survey->n_rows + 1);
  const Found found = { known, ordered };

  measure_order (survey, ordered);
  for (guint row = 0; row < survey->n_rows; row++)
    measure_row (survey, row, &found);
  exm_survey_shift (survey, known, 0, EXM_COLUMN_KNOWN);
  exm_survey_shift (survey, ordered, 0, EXM_COLUMN_KNOWN_ORDERED);
  exm_survey_shift (survey, known, -1, EXM_COLUMN_KNOWN_BEFORE);
  exm_survey_shift (survey, known, 1, EXM_COLUMN_KNOWN_BEHIND);
  exm_survey_group (survey, known, FALSE, EXM_COLUMN_KNOWN_GROUP);
  exm_survey_around (survey, known, FALSE, REACH, EXM_COLUMN_KNOWN_AROUND);
  exm_survey_shift (survey, survey->novelty, 0, EXM_COLUMN_NOVEL);
  exm_survey_shift (survey, survey->novelty, -1, EXM_COLUMN_NOVEL_BEFORE);
  exm_survey_shift (survey, survey->novelty, 1, EXM_COLUMN_NOVEL_BEHIND);
  exm_survey_shift (survey, survey->novelty, -2, EXM_COLUMN_NOVEL_BEFORE_2);
  exm_survey_shift (survey, survey->novelty, 2, EXM_COLUMN_NOVEL_BEHIND_2);
  exm_survey_group (survey, survey->novelty, TRUE, EXM_COLUMN_NOVEL_GROUP);
  exm_survey_around (survey, survey->novelty, TRUE, REACH, EXM_COLUMN_NOVEL_AROUND);
  measure_elements (survey);
}
