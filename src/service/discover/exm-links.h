/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links of a page to articles, to the next list page, to feeds. Pure functions
 * of a page text, any thread. */

#pragma once

#include "discover/exm-link.h"

G_BEGIN_DECLS

/* Links of one page that are looked at. */
#define EXM_LINKS_MAX 20000u

/**
 * exm_links_new:
 * @page: a page text that knows its address
 *
 * Links to web addresses in lines that a reader sees, in the page's order, then those
 * without text to other addresses that have a name or a picture; links to the page itself
 * and to other things than web addresses are left out. Linear.
 *
 * Returns: (transfer full) (element-type ExmLink): the links
 */
GPtrArray *exm_links_new (const ExmPageText *page);

/**
 * exm_links_set_dates:
 * @page: a list page
 * @articles: (element-type ExmLink): links of one list, in the page's order
 *
 * Dates come from the line, or from the lines before or behind, whichever the list does
 * more often.
 */
void exm_links_set_dates (const ExmPageText *page, GPtrArray *articles);

/**
 * exm_links_find_next:
 * @page: a list page
 * @links: (element-type ExmLink): its links
 *
 * The page of older entries: rel=next; a link that says so in English or Chinese, or
 * with an arrow alone; the number after the one in a row of numbers that is no link.
 *
 * Returns: (transfer full) (nullable): its address, on the same host; %NULL on the last
 *   page
 */
char *exm_links_find_next (const ExmPageText *page, const GPtrArray *links);

/**
 * exm_links_find_feeds:
 * @page: any page
 * @links: (element-type ExmLink): its links
 *
 * Lists what the page declares as its feeds; if it declares none, links whose address
 * looks like a feed's. Feeds of comments come last.
 *
 * Returns: (transfer full): addresses, %NULL-terminated, each once
 */
char **exm_links_find_feeds (const ExmPageText *page, const GPtrArray *links);

/**
 * exm_links_find_articles:
 * @page: a list page
 * @links: (element-type ExmLink): its links
 * @example_url: (nullable): an article of the site, normalised
 *
 * The links whose addresses have the shape of the example's (exm_url_shape_compare());
 * without an example that of the list which is most like a list of articles: many links
 * of one shape and class path with long texts. Each address once, with the text of its
 * first link, or of a later one where that is a heading or the first one's is "2" or
 * "more". Dates come from the line, or from the
 * lines before or behind, whichever the list does more often.
 *
 * Returns: (transfer full) (element-type ExmLink): copies, in the page's order
 */
GPtrArray *exm_links_find_articles (const ExmPageText *page,
                                    const GPtrArray *links,
                                    const char *example_url);

/**
 * exm_link_is_paging:
 *
 * Returns: whether it leads to another page of the same list
 */
gboolean exm_link_is_paging (const ExmLink *link);

/**
 * exm_links_get_longest_prose:
 *
 * Returns: characters of the longest run of prose that no line of links interrupts
 */
guint exm_links_get_longest_prose (const ExmPageText *page);

/**
 * exm_links_weigh_text:
 * @text: of a link
 *
 * Returns: its length, where a CJK character counts 3 and a Korean one 2 so that scripts
 *   compare; long texts are not counted to their end
 */
guint exm_links_weigh_text (const char *text);

G_END_DECLS
