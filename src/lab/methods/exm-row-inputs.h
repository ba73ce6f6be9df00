/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inputs of the nets of bp-net and density-net for each row of a page. */

#pragma once

#include "extract/net/exm-method-model.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* Measures of a single row. */
typedef enum
{
  EXM_ROW_TEXT,    /* y: length of its text, log (1 + y) / 10 */
  EXM_ROW_BYTES,   /* z: bytes of source that it takes, likewise */
  EXM_ROW_DENSITY, /* p = y / z, at most 1 */
  EXM_ROW_TITLE,   /* s: share of the title's words that it has */
  EXM_N_ROW_FACTS
} ExmRowFact;

/**
 * ExmRowInputs:
 * @layout: what the net looks at
 * @n_rows: rows with text
 * @lines: (owned): the line of each
 * @facts: (owned): %EXM_N_ROW_FACTS of each
 * @values: (owned): the layout's inputs of each: the facts of the row before, of the row
 *   and of the one behind, 0 where there is none; density-net knows no title
 */
typedef struct
{
  const ExmModelLayout *layout;
  guint n_rows;
  guint *lines;
  float *facts;
  float *values;
} ExmRowInputs;

/**
 * exm_row_inputs_measure:
 * @self: (out caller-allocated)
 *
 * Rows are those of exm_source_rows_new() that have text. Lengths are in bytes of UTF-8,
 * about: a CJK character counts 3. The title is cut by exm_headline_dup_cut(); each of
 * its words counts as often as it stands there, words that say nothing do not, and of
 * scripts without spaces two characters are a word. Any thread; O(page).
 */
void exm_row_inputs_measure (ExmRowInputs *self,
                             const ExmModelLayout *layout,
                             const ExmPageText *page);

void exm_row_inputs_clear (ExmRowInputs *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmRowInputs, exm_row_inputs_clear)

G_END_DECLS
