/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Places of a query: snippets, which are the place of a text on one line, with
 * marks; and marks in HTML. */

#pragma once

#include "search/exm-search-query.h"

G_BEGIN_DECLS

/* A stretch of a text, in bytes. */
typedef struct
{
  guint start;
  guint end;
} ExmSearchSpan;

/**
 * ExmSearchSnippet:
 * @text: (owned): one line, UTF-8
 * @marks: (owned) (element-type ExmSearchSpan): what was found in @text, in its order,
 *   apart from each other
 */
typedef struct
{
  char *text;
  GArray *marks;
} ExmSearchSnippet;

/**
 * exm_search_snippet_new:
 * @query: terms to mark; those that are not wanted are not
 * @source: (nullable): a body
 * @of_title: whether @source is a title
 * @n_chars: at most about so many characters
 *
 * Returns: (transfer full): around the first place, or the beginning if there is none
 */
ExmSearchSnippet *exm_search_snippet_new (const ExmSearchQuery *query,
                                          const char *source,
                                          gboolean of_title,
                                          guint n_chars);

void exm_search_snippet_free (ExmSearchSnippet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSearchSnippet, exm_search_snippet_free)

/**
 * exm_search_snippet_write:
 * @begin: stands before each mark
 * @end: and this behind it
 *
 * Returns: (transfer full): the text with its marks
 */
char *exm_search_snippet_write (const ExmSearchSnippet *self,
                                const char *begin,
                                const char *end);

/**
 * exm_search_mark_html:
 * @html: (nullable): a fragment that is well formed, as exm_body_write_html() writes it
 *
 * Marks in blocks follow no further than these; cost: O(@html).
 *
 * Returns: (transfer full): the same with each place in an element "mark" of class
 *   "exemplar-found", one for each element that the place lies in
 */
char *exm_search_mark_html (const ExmSearchQuery *query, const char *html);

G_END_DECLS
