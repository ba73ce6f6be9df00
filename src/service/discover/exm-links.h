/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the links of a page lead to: articles, the next list page, feeds. Pure functions
 * of a page text, any thread. */

#pragma once

#include "base/exm-date.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/* Links of one page that are looked at. */
#define EXM_LINKS_MAX 20000u

/**
 * ExmLink:
 * @url: (owned): absolute, without fragment
 * @text: (owned): of a link over several lines the heading, else the first line
 * @line: the line where it starts
 * @class_path: of the block that holds it: equal for the links of one list
 * @date_usec: the date that stands beside it, microseconds since 1970, or
 *   %EXM_DATE_NONE; set by exm_links_find_articles()
 */
typedef struct
{
  char *url;
  char *text;
  guint32 line;
  guint64 class_path;
  gint64 date_usec;
} ExmLink;

/**
 * exm_links_new:
 * @page: a page text that knows its address
 *
 * Links to web addresses in lines that a reader sees, in the page's order; links to the
 * page itself, without text, and to other things than web addresses are left out. Linear.
 *
 * Returns: (transfer full) (element-type ExmLink): the links
 */
GPtrArray *exm_links_new (const ExmPageText *page);

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
 * What the page declares as its feeds; if it declares none, links whose address looks
 * like a feed's. Feeds of comments come last.
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
 * exm_links_is_list_page:
 * @page: any page
 *
 * Weighs the largest list of links against the longest run of prose.
 *
 * Returns: 0 (an article) … 1 (a list); .5 where there is neither
 */
double exm_links_is_list_page (const ExmPageText *page);

G_END_DECLS
