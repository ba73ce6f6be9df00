/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The addresses that a page links to, and which of them are its articles: its feed, the
 * place of the links on it, their texts and how the addresses are built judge together;
 * other pages of the site that were looked at show which links stand on every page. */

#pragma once

#include "types/exm-page-text.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _ExmListing ExmListing;

/**
 * exm_listing_new:
 * @page: any page that knows its address
 *
 * Any thread. Linear in the links. Ends early, with any of them, once the thread's
 * current #GCancellable is cancelled; so does exm_listing_choose().
 *
 * Returns: (transfer full): its links to pages of the same host
 */
ExmListing *exm_listing_new (const ExmPageText *page);

void exm_listing_free (ExmListing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmListing, exm_listing_free)

/**
 * exm_listing_set_declared:
 * @feed: (nullable) (element-type utf8): keys, see exm_url_get_page_key(), of the items
 *   of the feeds that the page declares
 * @kinds: (nullable) (element-type utf8 ExmSitemapKind): by key, as its sitemaps tell
 *
 * Lets feeds and sitemaps say which addresses are articles, and which are not.
 */
void exm_listing_set_declared (ExmListing *self, GHashTable *feed, GHashTable *kinds);

/**
 * exm_listing_judge:
 * @text: (nullable): of the link that led to the page
 *
 * Returns: above 0 if the page itself is an article, below if it lists some
 */
double exm_listing_judge (ExmListing *self, const char *text);

/**
 * exm_listing_compare:
 * @page: another page of the site, best an article
 *
 * Links that stand at the same place there are no news of this page.
 */
void exm_listing_compare (ExmListing *self, const ExmPageText *page);

/**
 * exm_listing_keep_to_example:
 *
 * The operator names the example of the next choice: where its address has a date, as
 * nearly all of its list have, the few without one are none of its kind.
 */
void exm_listing_keep_to_example (ExmListing *self);

/**
 * exm_listing_refuse:
 * @url: of the listing; it was looked at and is no article
 *
 * The next choice takes neither it nor what stands in the same list and is built alike.
 */
void exm_listing_refuse (ExmListing *self, const char *url);

/**
 * exm_listing_choose:
 * @example: (nullable): an article, best one of the listing
 *
 * Chooses the list of links that is most like a list of articles, or that has @example,
 * and what else is built as its addresses; where no list has @example, what is built as
 * its address.
 *
 * Returns: (transfer full) (element-type utf8): addresses of articles, those of the most
 *   frequent kind before the others, the newest first where dates tell, else in the
 *   page's order
 */
GPtrArray *exm_listing_choose (ExmListing *self, const char *example);

/**
 * exm_listing_get_others:
 *
 * Returns: (transfer full) (element-type utf8): what exm_listing_choose() left and does
 *   not look like an article at all
 */
GPtrArray *exm_listing_get_others (ExmListing *self);

/**
 * exm_listing_explain:
 *
 * Returns: (transfer full): why these were chosen, in words for the operator
 */
char *exm_listing_explain (ExmListing *self);

/**
 * exm_listing_get_text:
 *
 * Returns: (transfer none) (nullable): the text of the link to @url, in whatever form;
 *   %NULL if there is none
 */
const char *exm_listing_get_text (ExmListing *self, const char *url);

G_END_DECLS
