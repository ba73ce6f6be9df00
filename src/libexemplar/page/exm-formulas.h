/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Formulas of which the page has the TeX: MathML with an annotation (KaTeX, MediaWiki),
 * and the scripts of MathJax, drawn or not. Lines keep what the page shows of them. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/**
 * exm_formulas_find:
 * @tag: of the element @source
 * @source: an annotation or a script that holds TeX; its element comes last
 *
 * Marks the element that shows the formula as its span. O(depth).
 *
 * Returns: 1 + index of an image that stands for the formula on the event list, 0 where
 *   another element shows it
 */
guint32 exm_formulas_find (ExmEventList *events, ExmTag tag, guint32 source);

/**
 * exm_formulas_see_math:
 * @node: a math element, which comes last
 * @start: its tag in the source
 *
 * Marks it as the span of a formula, which counts where no TeX is found.
 */
void exm_formulas_see_math (ExmEventList *events, guint32 node, gsize start);

/**
 * exm_formulas_settle:
 * @events: after the last line, with all slices
 *
 * Gives the spans of formulas their TeX; those without one are left out. O(spans) where
 * the page has formulas.
 */
void exm_formulas_settle (ExmEventList *events);

G_END_DECLS
