/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Formulas that stand in the text of a page as TeX between marks, which a script of the
 * page would have drawn: \(…\), \[…\], $$…$$, and $…$ where the page says so. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_tex_marks_find:
 * @parts: (inout): with its lines and spans
 *
 * Adds a span for each formula, in place of those inside of it. Pages that do not name
 * MathJax or KaTeX, and have no elements named "math", have none. O(text), and O(source)
 * where the text has such marks.
 */
void exm_tex_marks_find (ExmPageTextParts *parts);

G_END_DECLS
