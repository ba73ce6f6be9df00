/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include <math.h>

/* repetition: whether a line hangs in one of many like elements side by side, as
 * comments, list entries and appended articles do. A unit is an element that has siblings
 * with its own tag and class names. Of the units around a line two count: the innermost,
 * and the one with most text beside it. Of a unit: how many there are, how much text one
 * has, which one of them this is, how many begin again with a date, byline or reply, how
 * many have a headline; whether the anchor is in this very unit (1), in a sibling (−1) or
 * elsewhere. */

typedef struct
{
  guint parent;
  guint64 own;
  guint first_unit; /* an element */
  guint n;
  guint n_heads;     /* units with a date, byline or reply */
  guint n_headlines; /* units with a heading */
  double n_tokens;
  double n_chars;
  double n_topic;
} Units;

typedef struct
{
  Units *all;   /* (owned) */
  guint *of;    /* (owned): per element, index of its units */
  guint *index; /* (owned): per element, which one of them it is */
  guint n;
} Table;

/* A unit must have this much text on average, and so many must there be. */
#define MIN_UNITS 2u
#define MIN_UNIT_CHARS 8

static void
find_units (const ExmSurvey *survey, Table *table)
{
  guint mask = 63;
  while (mask < 2 * survey->n_nodes)
    mask = 2 * mask + 1;
  g_autofree guint *slots = g_new0 (guint, mask + 1u);

  for (guint i = 0; i < survey->n_nodes; i++)
    {
      const ExmNode *node = &survey->nodes[i];
      guint64 key = (node->own ^ node->parent) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      guint slot = (guint) (key >> 32) & mask;
      if (node->parent == EXM_NONE || node->n_chars == 0)
        {
          table->of[i] = EXM_NONE;
          continue;
        }
      for (; slots[slot] != 0; slot = (slot + 1) & mask)
        {
          const Units *there = &table->all[slots[slot] - 1];
          if (there->parent == node->parent && there->own == node->own)
            break;
        }
      if (slots[slot] == 0)
        {
          table->all[table->n]
              = (Units){ .parent = node->parent, .own = node->own, .first_unit = i };
          slots[slot] = ++table->n;
        }
      Units *units = &table->all[slots[slot] - 1];
      table->of[i] = slots[slot] - 1;
      table->index[i] = units->n++;
      units->n_chars += node->n_chars;
    }
}

/* Pair of a row and an element around it; each element counts a row's key once. */
typedef struct
{
  guint8 *heads;     /* (owned) */
  guint8 *headlines; /* (owned) */
  double *tokens;    /* (owned) */
  double *topic;     /* (owned) */
} Sums;

static void
sum_up (const ExmSurvey *survey, const Sums *sums)
{
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      const float *columns = exm_survey_row (survey, row);
      sums->heads[line->node] |= columns[EXM_COLUMN_DATE] > 0
                                 || columns[EXM_COLUMN_BYLINE] > 0
                                 || columns[EXM_COLUMN_REPLIES] > 0;
      sums->headlines[line->node] |= line->heading > 0;
      sums->tokens[line->node] += line->n_tokens;
      sums->topic[line->node] += (double) columns[EXM_COLUMN_TOPIC] * line->n_tokens;
    }
  for (guint i = survey->n_nodes; i-- > 1;)
    {
      guint parent = survey->nodes[i].parent;
      if (parent == EXM_NONE)
        continue;
      sums->heads[parent] |= sums->heads[i];
      sums->headlines[parent] |= sums->headlines[i];
      sums->tokens[parent] += sums->tokens[i];
      sums->topic[parent] += sums->topic[i];
    }
}

/* For each element the nearest unit around it, and the one with most text in its
 * siblings. */
static void
choose (const ExmSurvey *survey, const Table *table, guint *inner, guint *most)
{
  for (guint i = 0; i < survey->n_nodes; i++)
    {
      guint parent = survey->nodes[i].parent;
      const Units *units = table->of[i] != EXM_NONE ? &table->all[table->of[i]] : NULL;
      inner[i] = parent != EXM_NONE ? inner[parent] : EXM_NONE;
      most[i] = parent != EXM_NONE ? most[parent] : EXM_NONE;
      /* Paragraphs side by side are no units: their parent is. */
      if (units == NULL || units->n < MIN_UNITS || survey->nodes[i].tag == EXM_TAG_P
          || units->n_chars < MIN_UNIT_CHARS * units->n)
        continue;
      inner[i] = i;
      if (most[i] == EXM_NONE
          || units->n_chars * 2 > table->all[table->of[most[i]]].n_chars)
        most[i] = i;
    }
}

static void
measure_row (const ExmSurvey *survey,
             guint row,
             const Table *table,
             const Sums *sums,
             const guint *inner,
             const guint *most)
{
  const ExmLine *line = exm_survey_line (survey, row);
  guint anchor = exm_survey_line (survey, survey->anchor)->node;
  float *columns = exm_survey_row (survey, row);
  guint unit = most[line->node];

  if (inner[line->node] != EXM_NONE)
    {
      const Units *units = &table->all[table->of[inner[line->node]]];
      columns[EXM_COLUMN_INNER_UNITS] = logf ((float) units->n);
      columns[EXM_COLUMN_INNER_TOKENS] = logf (1 + (float) (units->n_tokens / units->n));
    }
  if (unit == EXM_NONE)
    return;
  const Units *units = &table->all[table->of[unit]];
  columns[EXM_COLUMN_UNITS] = logf ((float) units->n);
  columns[EXM_COLUMN_UNIT_TOKENS] = logf (1 + (float) (units->n_tokens / units->n));
  columns[EXM_COLUMN_UNIT_INDEX] = logf (1 + (float) table->index[unit]);
  columns[EXM_COLUMN_UNIT_HEADS] = (float) units->n_heads / (float) units->n;
  columns[EXM_COLUMN_UNIT_HEADLINES] = (float) units->n_headlines / (float) units->n;
  columns[EXM_COLUMN_TOPIC_UNIT]
      = (float) (sums->topic[unit] / MAX (sums->tokens[unit], 1));
  guint there = most[anchor];
  if (there == unit)
    columns[EXM_COLUMN_UNIT_ANCHOR] = 1;
  else if (there != EXM_NONE && table->of[there] == table->of[unit])
    columns[EXM_COLUMN_UNIT_ANCHOR] = -1;
}

void
exm_feature_repetition (ExmSurvey *survey)
{
  guint n = survey->n_nodes + 1;
  g_autofree Units *all = g_new0 (Units, n);
  g_autofree guint *of = g_new0 (guint, n), *index = g_new0 (guint, n);
  g_autofree guint *inner = g_new0 (guint, n), *most = g_new0 (guint, n);
  g_autofree guint8 *heads = g_new0 (guint8, n), *headlines = g_new0 (guint8, n);
  g_autofree double *tokens = g_new0 (double, n), *topic = g_new0 (double, n);
  Table table = { .all = all, .of = of, .index = index };
  const Sums sums = { heads, headlines, tokens, topic };

  find_units (survey, &table);
  sum_up (survey, &sums);
  for (guint i = 0; i < survey->n_nodes; i++)
    if (of[i] != EXM_NONE)
      {
        all[of[i]].n_heads += heads[i];
        all[of[i]].n_headlines += headlines[i];
        all[of[i]].n_tokens += tokens[i];
      }
  choose (survey, &table, inner, most);
  for (guint row = 0; row < survey->n_rows; row++)
    measure_row (survey, row, &table, &sums, inner, most);
}
