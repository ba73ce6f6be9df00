/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers that stand beside the lines of code. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_gutter_mark:
 * @parts: (inout): lines that are written, elements whose counts are not
 *
 * Marks runs of numbers as %EXM_LINE_GUTTER where the element around them is named for
 * it, as highlighters do: "gutter", "lineno", "line-numbers". O(lines · depth of those
 * that are numbers).
 */
void exm_gutter_mark (ExmPageTextParts *parts);

/**
 * exm_gutter_mark_listings:
 * @parts: a page with its numbers marked and its elements complete
 *
 * Flags the lines beside numbers in a row of a table as code. Linear; any thread.
 */
void exm_gutter_mark_listings (ExmPageTextParts *parts);

G_END_DECLS
