/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of sites that do not exist: a template and articles from a seeded vocabulary, so
 * that a test knows which text is the body. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TEST_SITE_ENGLISH,
  TEST_SITE_CHINESE,
} TestSiteLanguage;

typedef enum
{
  TEST_SITE_PLAIN = 0,
  /* Lists of links, teasers and counters differ from page to page, as on real sites. */
  TEST_SITE_DRIFT = 1 << 0,
  /* Readers' comments under the article. */
  TEST_SITE_COMMENTS = 1 << 1,
} TestSiteFlags;

/* One page of a site, and what is body on it. */
typedef struct
{
  char *html; /* (owned) */
  char *body; /* (owned): a paragraph a line */
} TestSitePage;

void test_site_page_clear (TestSitePage *page);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestSitePage, test_site_page_clear)

/**
 * test_site_make_page:
 * @site: chooses names, vocabulary and template
 * @number: chooses the article
 * @n_paragraphs: of its body
 *
 * Returns: (transfer full): page @number of the site, always the same
 */
TestSitePage test_site_make_page (guint site,
                                  guint number,
                                  guint n_paragraphs,
                                  TestSiteLanguage language,
                                  TestSiteFlags flags);

/**
 * test_site_score:
 * @found: what was extracted
 * @expected: the body
 *
 * Returns: F1 of tokens (words, single CJK characters) as multisets
 */
double test_site_score (const char *found, const char *expected);

G_END_DECLS
