/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures of a page that several lanes of the learned evidence share. A row is a line
 * without flags. */

#pragma once

#include "extract/exm-alignment.h"
#include "extract/net/exm-columns.h"

G_BEGIN_DECLS

/* A set of lines that hang under the same class path: paragraphs of one article, entries
 * of one list. */
typedef struct
{
  guint64 path;
  guint n_rows;
  double n_tokens;
} ExmGroup;

/**
 * ExmSurvey:
 * @input: what is asked
 * @page: (unowned): the target
 * @lines: (unowned): its lines
 * @nodes: (unowned): its elements
 * @row_lines: (array length=n_rows): the line of each row
 * @line_rows: (array length=n_lines): the row of each line, %EXM_NONE where flagged
 * @rows: (array length=n_rows): %EXM_N_COLUMNS values each; the lanes fill them
 * @groups: (array length=n_groups): lines by the class path of their blocks
 * @row_groups: (array length=n_rows): index of a row's group
 * @node_words: (array length=n_nodes): #ExmWordClass of an element's own class names and
 *   id; 0 for elements that hold most of the page
 * @row_words: (array length=n_rows): #ExmWordClass of the part that a short line opens
 * @prose: (array length=n_rows): how far a row is a paragraph, 0 … 1
 * @first_tokens: (array length=n_rows + 1): index of each row's first token
 * @tokens: hashes of the page's words; each CJK character with the one before it
 * @novelty: (array length=n_rows): 1 for text that no example has, 0 for template
 * @compared: (owned): with the examples
 * @anchor: row of the paragraph that is surest to be body, by simple rules
 * @container: the element that holds the article's paragraphs, %EXM_NONE if none does
 * @container_scores: (array length=n_nodes): how much such text hangs right under it
 * @page_tokens: tokens of all rows
 */
typedef struct
{
  const ExmMethodInput *input;
  const ExmPageText *page;
  const ExmLine *lines;
  guint n_lines;
  const ExmNode *nodes;
  guint n_nodes;
  guint n_rows;
  guint *row_lines;
  guint *line_rows;
  float *rows;
  ExmGroup *groups;
  guint n_groups;
  guint *row_groups;
  guint16 *node_words;
  guint16 *row_words;
  float *prose;
  guint *first_tokens;
  guint32 *tokens;
  float *novelty;
  ExmAlignment compared;
  guint anchor;
  guint container;
  double *container_scores;
  double page_tokens;
} ExmSurvey;

/**
 * exm_survey_init:
 * @self: (out caller-allocated): to be cleared by exm_survey_clear()
 *
 * Cost: the tracked curves where there is an example, and O(characters + elements).
 *
 * Returns: %FALSE with an error of exm_similarity_tracked()
 */
gboolean exm_survey_init (ExmSurvey *self, const ExmMethodInput *input, GError **error);

void exm_survey_clear (ExmSurvey *self);

/* Finds @container and @anchor; novelty, prose and topics must be there. */
void exm_survey_anchor (ExmSurvey *self);

/* A row's line, its columns, the mean of @values over its group by tokens. */
static inline const ExmLine *
exm_survey_line (const ExmSurvey *self, guint row)
{
  return &self->lines[self->row_lines[row]];
}

static inline float *
exm_survey_row (const ExmSurvey *self, guint row)
{
  return self->rows + (gsize) row * EXM_N_COLUMNS;
}

/**
 * exm_survey_around:
 * @values: (array length=n_rows): of each row
 * @weigh: whether a row counts by its tokens
 * @reach: how many rows to each side
 * @column: gets the mean of @values over the rows around, the row itself included
 */
void exm_survey_around (const ExmSurvey *self,
                        const float *values,
                        gboolean weigh,
                        guint reach,
                        ExmColumn column);

/**
 * exm_survey_group:
 * @column: gets the mean of @values over the row's group, weighted as above
 */
void exm_survey_group (const ExmSurvey *self,
                       const float *values,
                       gboolean weigh,
                       ExmColumn column);

/**
 * exm_survey_shift:
 * @column: gets the value of the row @by rows further on, 0 beyond the ends
 */
void
exm_survey_shift (const ExmSurvey *self, const float *values, int by, ExmColumn column);

/* The lanes. Each fills the columns of its name; they may read those before them. */
void exm_feature_novelty (ExmSurvey *survey);
void exm_feature_example (ExmSurvey *survey);
void exm_feature_prose (ExmSurvey *survey);
void exm_feature_form (ExmSurvey *survey);
void exm_feature_links (ExmSurvey *survey);
void exm_feature_tag (ExmSurvey *survey);
void exm_feature_place (ExmSurvey *survey);
void exm_feature_names (ExmSurvey *survey);
void exm_feature_title (ExmSurvey *survey);
void exm_feature_headline (ExmSurvey *survey);
void exm_feature_comments (ExmSurvey *survey);
void exm_feature_markers (ExmSurvey *survey);
void exm_feature_container (ExmSurvey *survey);
void exm_feature_repetition (ExmSurvey *survey);
void exm_feature_series (ExmSurvey *survey);
void exm_feature_distance (ExmSurvey *survey);
void exm_feature_page (ExmSurvey *survey);
void exm_feature_region (ExmSurvey *survey);

G_END_DECLS
