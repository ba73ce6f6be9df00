/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Page text from HTML: lines of the markup, then those of embedded documents. */

#pragma once

#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * exm_page_build:
 * @parts: (inout): initialised, with its source set; complete afterwards
 *
 * Builds the lines of a page, as exm_lines_open(), and those that it embeds. The srcdoc
 * of a frame becomes lines where the frame stands. Bodies in JSON-LD become
 * %EXM_SLICE_BODY slices. Where the page has (next to) no prose of its own, the body of
 * its JSON-LD, or else the longest prose among the strings of its scripts, becomes lines:
 * where the page shows its beginning, else at the end; lines of the page that it says
 * again are marked %EXM_LINE_DOUBLE. All these lines are %EXM_LINE_EMBEDDED.
 *
 * O(source).
 */
void exm_page_build (ExmPageTextParts *parts);

G_END_DECLS
