/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "extract/exm-word-set.h"
#include "extract/exm-words.h"

#include <string.h>

/* An element that holds more of the page than this is its frame: its names say which
 * features the page has. */
#define FRAME_SHARE .6

static void
find_rows (ExmSurvey *self)
{
  self->row_lines = g_new (guint, self->n_lines + 1);
  self->line_rows = g_new (guint, self->n_lines + 1);
  for (guint i = 0; i < self->n_lines; i++)
    {
      gboolean seen = (self->lines[i].flags & EXM_LINE_FLAGGED) == 0;
      self->line_rows[i] = seen ? self->n_rows : EXM_NONE;
      if (!seen)
        continue;
      self->row_lines[self->n_rows++] = i;
      self->page_tokens += self->lines[i].n_tokens;
    }
}

/* Open addressing, since every page needs it: slots hold group + 1. */
static void
find_groups (ExmSurvey *self)
{
  guint mask = 63;
  while (mask < 2 * self->n_rows)
    mask = 2 * mask + 1;
  g_autofree guint *slots = g_new0 (guint, mask + 1u);

  self->groups = g_new0 (ExmGroup, self->n_rows + 1);
  self->row_groups = g_new (guint, self->n_rows + 1);
  for (guint row = 0; row < self->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (self, row);
      guint64 path = self->nodes[line->block].class_path;
      guint slot = (guint) (path ^ path >> 32) & mask;
      while (slots[slot] != 0 && self->groups[slots[slot] - 1].path != path)
        slot = (slot + 1) & mask;
      if (slots[slot] == 0)
        {
          self->groups[self->n_groups].path = path;
          slots[slot] = ++self->n_groups;
        }
      ExmGroup *group = &self->groups[slots[slot] - 1];
      group->n_rows++;
      group->n_tokens += line->n_tokens;
      self->row_groups[row] = slots[slot] - 1;
    }
}

static void
find_words (ExmSurvey *self)
{
  const guint16 *words = exm_prepared_get_words (self->input->target);
  double page_chars = self->n_nodes > 0 ? self->nodes[0].n_chars : 0;

  self->node_words = g_new0 (guint16, self->n_nodes + 1);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const ExmNode *node = &self->nodes[i];
      if (node->first_line == EXM_NONE || node->tag == EXM_TAG_HTML
          || node->tag == EXM_TAG_BODY || node->n_chars > FRAME_SHARE * page_chars)
        continue;
      self->node_words[i] = words[i];
    }
  self->row_words = g_new0 (guint16, self->n_rows + 1);
  for (guint row = 0; row < self->n_rows; row++)
    self->row_words[row] = (guint16) exm_words_classify_line (
        exm_page_text_get_line (self->page, self->row_lines[row]),
        exm_survey_line (self, row)->n_bytes);
}

/* Words of the joined text, row by row. */
static void
find_tokens (ExmSurvey *self)
{
  guint n_codes, n = 0;
  const guint32 *codes = exm_prepared_get_codes (self->input->target, &n_codes);

  /* A word and a pair of characters may end at one place, at the end of a row too. */
  self->tokens = g_new (guint32, (gsize) n_codes + self->n_rows + 2);
  self->first_tokens = g_new (guint, self->n_rows + 1);
  for (guint row = 0; row < self->n_rows; row++)
    {
      const ExmLine *line = exm_survey_line (self, row);
      ExmWordCutter cutter = { 0 };
      guint32 words[2];
      self->first_tokens[row] = n;
      for (guint k = 0; k <= line->n_chars; k++)
        {
          guint32 c = k < line->n_chars ? codes[line->start + k] : 0;
          guint n_words = exm_word_cutter_feed (&cutter, c, words);
          for (guint i = 0; i < n_words; i++)
            self->tokens[n++] = words[i];
        }
    }
  self->first_tokens[self->n_rows] = n;
}

gboolean
exm_survey_init (ExmSurvey *self, const ExmMethodInput *input, GError **error)
{
  memset (self, 0, sizeof *self);
  self->input = input;
  self->page = exm_prepared_get_page (input->target);
  self->lines = exm_page_text_get_lines (self->page, &self->n_lines);
  self->nodes = exm_page_text_get_nodes (self->page, &self->n_nodes);
  self->container = EXM_NONE;
  if (!exm_alignment_init (&self->compared, input, error))
    return FALSE;
  find_rows (self);
  find_groups (self);
  find_words (self);
  find_tokens (self);
  self->rows = g_new0 (float, (gsize) self->n_rows *EXM_N_COLUMNS + 1);
  self->prose = g_new0 (float, self->n_rows + 1);
  self->novelty = g_new0 (float, self->n_rows + 1);
  return TRUE;
}

void
exm_survey_clear (ExmSurvey *self)
{
  g_free (self->row_lines);
  g_free (self->line_rows);
  g_free (self->rows);
  g_free (self->groups);
  g_free (self->row_groups);
  g_free (self->node_words);
  g_free (self->row_words);
  g_free (self->prose);
  g_free (self->first_tokens);
  g_free (self->tokens);
  g_free (self->novelty);
  exm_alignment_clear (&self->compared);
  g_free (self->container_scores);
  memset (self, 0, sizeof *self);
}

static float
get_weight (const ExmSurvey *self, guint row, gboolean weigh)
{
  return weigh ? (float) exm_survey_line (self, row)->n_tokens : 1;
}

void
exm_survey_around (const ExmSurvey *self,
                   const float *values,
                   gboolean weigh,
                   guint reach,
                   ExmColumn column)
{
  double sum = 0, weights = 0;
  guint first = 0, end = 0;

  for (guint row = 0; row < self->n_rows; row++)
    {
      for (; end < self->n_rows && end <= row + reach; end++)
        {
          sum += (double) values[end] * get_weight (self, end, weigh);
          weights += get_weight (self, end, weigh);
        }
      for (; first + reach < row; first++)
        {
          sum -= (double) values[first] * get_weight (self, first, weigh);
          weights -= get_weight (self, first, weigh);
        }
      exm_survey_row (self, row)[column] = weights > 0 ? (float) (sum / weights) : 0;
    }
}

void
exm_survey_group (const ExmSurvey *self,
                  const float *values,
                  gboolean weigh,
                  ExmColumn column)
{
  g_autofree double *sums = g_new0 (double, self->n_groups + 1);

  for (guint row = 0; row < self->n_rows; row++)
    sums[self->row_groups[row]] += (double) values[row] * get_weight (self, row, weigh);
  for (guint row = 0; row < self->n_rows; row++)
    {
      const ExmGroup *group = &self->groups[self->row_groups[row]];
      double weight = weigh ? group->n_tokens : group->n_rows;
      exm_survey_row (self, row)[column]
          = weight > 0 ? (float) (sums[self->row_groups[row]] / weight) : 0;
    }
}

void
exm_survey_shift (const ExmSurvey *self, const float *values, int by, ExmColumn column)
{
  for (guint row = 0; row < self->n_rows; row++)
    {
      gint64 other = (gint64) row + by;
      exm_survey_row (self, row)[column]
          = other >= 0 && other < self->n_rows ? values[other] : 0;
    }
}
