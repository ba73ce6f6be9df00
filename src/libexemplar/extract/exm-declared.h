/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A measurement per line: what the page's JSON-LD says of it. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_declared_measure:
 * @page: a page
 *
 * Compares each line with the body that the page's JSON-LD declares (articleBody), where
 * there is one that the page shows: a body of which less than a third stands in the lines
 * is a summary or another article's and says nothing.
 *
 * A hint, no rule: such a body often stops early or holds captions and boxes. Any thread;
 * O(page) where there is such a body, else O(slices).
 *
 * Returns: (transfer full) (array): for each line −1 (not in the body) … 1 (in it), and
 *   0 where nothing is known: no such body, a flagged line, a line of a few characters
 */
float *exm_declared_measure (const ExmPageText *page);

G_END_DECLS
