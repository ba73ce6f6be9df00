/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Measurements per line: parts of a page that repeat, each with a date or author of its
 * own: comments under an article, articles behind it, entries of a live feed, teasers. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmUnits:
 * @rank: number of the line's unit in its series, from 1; 0 outside of all series
 * @n_units: how many units the series has, 0 outside
 * @share: share of the page's tokens that lies in the series, 0 … 1: nearly all in a live
 *   feed, most where articles follow each other, little in comments and teasers
 * @prose: mean tokens of a unit in running text, as a share of 200, at most 1: near 1 for
 *   articles, little for teasers
 * @title: share of the words of the page's title that the unit has, 0 … 1: the page's own
 *   article has most, those behind it few
 * @resets: lines above it, in its series, with a date or an author: as @rank, but it goes
 *   on inside of units that hold answers
 * @headline: 1 where the unit has a heading of its own, else 0
 *
 * Arrays of one value a line. Where series lie in each other, @rank and what describes
 * units is of the smallest; a line that stands in none has 0 throughout.
 */
typedef struct
{
  guint n_lines;
  guint *rank;
  guint *n_units;
  guint *resets;
  float *share;
  float *prose;
  float *title;
  float *headline;
} ExmUnits;

/**
 * exm_units_measure:
 * @page: a page
 *
 * A line that is short and has a date, a time of day, "3 hours ago", 5分钟前, or opens
 * like "Jane wrote:", is a reset. Resets whose blocks have the same class path, two at
 * least, make a series. Its units are the children of the element around all resets that
 * hold one each; where resets stand side by side in one element, a unit goes from one to
 * the next. No class name is looked at for what it means.
 *
 * Any thread; O(page · log page).
 *
 * Returns: (transfer full): the measurements
 */
ExmUnits *exm_units_measure (const ExmPageText *page);

void exm_units_free (ExmUnits *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmUnits, exm_units_free)

/**
 * exm_line_is_dated:
 * @text: a line
 * @n_bytes: its length
 *
 * Returns: whether it has a date or a time, whatever its language; O(bytes)
 */
gboolean exm_line_is_dated (const char *text, gsize n_bytes);

G_END_DECLS
