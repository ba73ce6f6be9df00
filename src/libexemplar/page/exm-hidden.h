/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages whose body is hidden until a script shows it. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* Returns: whether @line is a paragraph of running text, mostly outside of links */
gboolean exm_line_is_prose (const ExmLine *line);

/**
 * exm_parts_count_prose:
 * @parts: with its lines
 * @flags: lines with one of these are counted; 0: lines that are not flagged
 *
 * Returns: tokens in paragraphs of running text; O(lines)
 */
guint exm_parts_count_prose (const ExmPageTextParts *parts, guint16 flags);

/**
 * exm_parts_place_lines:
 * @parts: (inout): with all lines
 *
 * Sets the positions of all lines in the joined text again. O(lines).
 */
void exm_parts_place_lines (ExmPageTextParts *parts);

/**
 * exm_hidden_reveal:
 * @parts: (inout): with lines and elements, whose ranges and counts are not set yet
 * @images: (element-type ExmSpan): images of flagged lines, in their order; those of
 *   lines that are revealed become spans
 *
 * Decides once for a page whether what is hidden (hidden, noscript or template) is its
 * body: where there is more prose in it than in what is shown, those outermost hidden
 * elements that hold prose count as shown. Their lines get %EXM_LINE_REVEALED in place of
 * what hid them. O(lines), and O(elements) where something is revealed.
 *
 * Returns: whether anything was revealed
 */
gboolean exm_hidden_reveal (ExmPageTextParts *parts, const ExmSpans *images);

G_END_DECLS
