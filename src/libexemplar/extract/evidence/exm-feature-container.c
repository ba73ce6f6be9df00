/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-words.h"

#include <math.h>

/* container: the element that the article's paragraphs share. Each paragraph of new text,
 * those about the page's topic most, gives its weight to its block's parent and half to
 * the grandparent; the element with the most, less its share of links, holds the article.
 * Its best paragraph is the anchor. Values: inside it or not, and how much such text the
 * elements around a line hold. */

/* Tokens above which a paragraph proves no more. */
#define ENOUGH_TOKENS 80

/* Share of a paragraph's weight that counts among comments, and in other noise. */
#define AMONG_COMMENTS .1
#define AMONG_NOISE .3

/* How much more a paragraph counts that is wholly made of words that the page declares to
 * be about: a menu's teasers are longer than a short article. */
#define DECLARED_GAIN 4

/* Elements around a line that the widest column looks at. */
#define N_AROUND 4

static double
weigh (const ExmSurvey *survey, guint row, const guint16 *words)
{
  const ExmLine *line = exm_survey_line (survey, row);
  const float *columns = exm_survey_row (survey, row);
  double links = (double) line->n_link_chars / MAX (line->n_chars, 1);
  double declared
      = (double) columns[EXM_COLUMN_TOPIC] + (double) columns[EXM_COLUMN_DESCRIPTION];
  double weight = MIN (line->n_tokens, ENOUGH_TOKENS) * (double) survey->novelty[row]
                  * (double) survey->prose[row] * (1 - MIN (links, 1))
                  * (1 + DECLARED_GAIN * declared);

  if (words[line->node] & EXM_WORDS_COMMENT)
    return weight * AMONG_COMMENTS;
  return words[line->node] & EXM_WORDS_NOISE ? weight * AMONG_NOISE : weight;
}

/* The names of all elements around each. */
static guint16 *
dup_words_around (const ExmSurvey *survey)
{
  guint16 *words = g_new0 (guint16, survey->n_nodes + 1);

  for (guint i = 0; i < survey->n_nodes; i++)
    {
      guint parent = survey->nodes[i].parent;
      words[i] = survey->node_words[i];
      if (parent != EXM_NONE)
        words[i] |= words[parent];
    }
  return words;
}

static guint
get_parent (const ExmSurvey *survey, guint node)
{
  guint parent = survey->nodes[node].parent;
  return parent != EXM_NONE ? parent : node;
}

void
exm_survey_anchor (ExmSurvey *self)
{
  g_autofree guint16 *words = dup_words_around (self);
  double most = 0;

  self->container_scores = g_new0 (double, self->n_nodes + 1);
  for (guint row = 0; row < self->n_rows; row++)
    {
      double weight = weigh (self, row, words);
      guint parent = get_parent (self, exm_survey_line (self, row)->block);
      self->container_scores[parent] += weight;
      self->container_scores[get_parent (self, parent)] += weight / 2;
    }
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const ExmNode *node = &self->nodes[i];
      double links = (double) node->n_link_chars / MAX (node->n_chars, 1);
      self->container_scores[i] *= 1 - MIN (links, 1);
      if (self->container_scores[i] > most)
        {
          most = self->container_scores[i];
          self->container = i;
        }
    }
  most = -1;
  for (guint row = 0; row < self->n_rows && self->container != EXM_NONE; row++)
    {
      guint block = exm_survey_line (self, row)->block, parent = get_parent (self, block);
      double weight = weigh (self, row, words);
      if (parent != self->container && get_parent (self, parent) != self->container)
        continue;
      if (weight > most)
        {
          most = weight;
          self->anchor = row;
        }
    }
}

void
exm_feature_container (ExmSurvey *survey)
{
  g_autofree guint8 *inside = g_new0 (guint8, survey->n_nodes + 1);
  double best = 1, all = 1;

  for (guint i = 0; i < survey->n_nodes; i++)
    {
      guint parent = survey->nodes[i].parent;
      inside[i] = i == survey->container || (parent != EXM_NONE && inside[parent]);
      best = MAX (best, survey->container_scores[i]);
      all += survey->container_scores[i];
    }
  for (guint row = 0; row < survey->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (survey, row);
      float *columns = exm_survey_row (survey, row);
      guint node = get_parent (survey, line->block);
      double score = survey->container_scores[node];
      columns[EXM_COLUMN_CONTAINER] = inside[line->node];
      columns[EXM_COLUMN_CONTAINER_SCORE] = (float) (score / best);
      columns[EXM_COLUMN_CONTAINER_SHARE] = (float) (score / all);
      node = get_parent (survey, node);
      columns[EXM_COLUMN_CONTAINER_PARENT]
          = (float) (survey->container_scores[node] / best);
      double wide = score;
      for (guint k = 0; k < N_AROUND; k++, node = get_parent (survey, node))
        wide = MAX (wide, survey->container_scores[node]);
      columns[EXM_COLUMN_CONTAINER_WIDE] = (float) (wide / best);
      columns[EXM_COLUMN_PAGE_BEST] = logf ((float) best);
    }
}
