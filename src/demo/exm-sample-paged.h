/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles of one to seven pages, made from their numbers: for tests. Addresses:
 *
 *   /paged/KIND/                      a list of articles
 *   /paged/KIND/2026/NUMBER.html      the first page of one, from 101
 *
 * and its further pages as its kind has them:
 *
 *   rows     NUMBER_2.html, rows of numbers
 *   next     NUMBER_2.html, a link to the next page alone, and rel=next
 *   query    NUMBER.html?page=2, a row with a gap
 *   gb       NUMBER_2.html, GB 18030, 下一页
 *   script   NUMBER_1.html is the second, named by createPageHTML () alone
 *   all      NUMBER_2.html, and NUMBER_all.html with the whole
 *   mixed    by turns as rows, next, query, script and all
 *   loop     the pages behind the second one are the second one again
 *   chain    200 pages, each with a link to the next
 *   other    the third page is of another article */

#pragma once

#include "demo/exm-sample-page.h"

G_BEGIN_DECLS

#define EXM_SAMPLE_PAGED_PREFIX "/paged/"
#define EXM_SAMPLE_PAGED_FIRST 101u
#define EXM_SAMPLE_PAGED_N 12u

/**
 * exm_sample_paged_render:
 * @path: below %EXM_SAMPLE_PAGED_PREFIX
 * @query: (nullable): of the address
 *
 * Pure; any thread.
 *
 * Returns: (transfer full) (nullable): the page, always the same; %NULL for no such page
 */
ExmSamplePage *exm_sample_paged_render (const char *path, const char *query);

/* Returns: how many articles there are of a kind */
guint exm_sample_paged_count (const char *kind);

/**
 * exm_sample_paged_dup_body:
 * @number: of an article
 * @n_pages: (out): of how many pages it is
 *
 * Returns: (transfer full): the truth: the body of all its pages, a line a paragraph
 */
char *exm_sample_paged_dup_body (const char *kind, guint number, guint *n_pages);

G_END_DECLS
