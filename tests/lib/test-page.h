/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Small pages for tests: HTML in, page text out, every rule of it checked. */

#pragma once

#include "extract/exm-prepared.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * test_page_read_bytes:
 * @bytes: (array length=n_bytes): a page in UTF-8
 *
 * Aborts the test if the page cannot be read or its text breaks a rule.
 *
 * Returns: (transfer full): the page text
 */
ExmPageText *test_page_read_bytes (const char *bytes, gsize n_bytes);

ExmPageText *test_page_read (const char *html);

/**
 * test_page_assert_valid:
 *
 * Aborts the test if exm_page_text_validate() finds a broken rule, or the counts of
 * elements and source lines do not add up to those of the lines.
 */
void test_page_assert_valid (const ExmPageText *page);

/**
 * test_page_join:
 *
 * Returns: (transfer full): all lines, flagged ones too, joined by "|"
 */
char *test_page_join (const ExmPageText *page);

/**
 * test_page_assert_reads:
 * @expected: what test_page_join() gives
 */
void test_page_assert_reads (const char *html, const char *expected);

/**
 * test_page_find_line:
 *
 * Returns: the first line whose text is @text; aborts the test if there is none
 */
const ExmLine *test_page_find_line (const ExmPageText *page, const char *text);

/**
 * test_page_repeat:
 *
 * Returns: (transfer full): @before, @n times @unit, @after
 */
char *test_page_repeat (const char *before, const char *unit, guint n, const char *after);

/**
 * test_page_prepare:
 * @region_text: (nullable): the body; aborts the test if it is not on the page
 *
 * Returns: (transfer full): the page, ready to be compared
 */
ExmPrepared *test_page_prepare (const char *html, const char *region_text);

G_END_DECLS
