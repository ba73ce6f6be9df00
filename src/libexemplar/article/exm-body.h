/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A result as the article a reader wants: plain text, Markdown, HTML. Text of a page
 * never becomes markup or an address of ours. Pure; any thread. */

#pragma once

#include "types/exm-page-text.h"
#include "types/exm-result.h"

G_BEGIN_DECLS

/**
 * exm_body_write_text:
 * @page: the target
 * @result: what was extracted from it
 *
 * Returns: (transfer full): the kept lines, a line each, without a line feed at the end
 */
char *exm_body_write_text (const ExmPageText *page, const ExmResult *result);

/**
 * exm_body_write_markdown:
 *
 * The kept lines as CommonMark: headings, lists in lists with their numbers, quotations,
 * code with its line breaks and language, captions, emphasis; links and images with http,
 * https or mailto addresses, made absolute where the page's address is known. A table of
 * rows of as many cells is written with bars (as in GitHub's dialect), another one as
 * HTML. What is around the whole body is layout and left out. O(page).
 *
 * Returns: (transfer full): Markdown
 */
char *exm_body_write_markdown (const ExmPageText *page, const ExmResult *result);

/**
 * exm_body_write_html:
 *
 * The same as an HTML fragment of a few safe elements, escaped.
 *
 * Returns: (transfer full): HTML
 */
char *exm_body_write_html (const ExmPageText *page, const ExmResult *result);

G_END_DECLS
