/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Addresses of pages that may list an article. */

#pragma once

#include "setup/exm-listing.h"

G_BEGIN_DECLS

/**
 * exm_list_candidates_new:
 * @article: its address
 * @links: (element-type ExmLink): of its page
 *
 * Folders of its address that it links to come first, then a few pages beside it, then
 * the other folders. Pure; any thread.
 *
 * Returns: (transfer full) (element-type utf8): addresses, each once, likely ones first
 */
GPtrArray *exm_list_candidates_new (const char *article, const GPtrArray *links);

/**
 * exm_list_sections_new:
 * @front: address of a page that lists no article itself, as the front of a shop
 * @links: (element-type ExmLink): of this page
 *
 * Pages of the same host whose address or short link text says news, blog, articles or
 * the like in one of many languages come first, then those whose address says that they
 * list. Pure; any thread. Linear in the links.
 *
 * Returns: (transfer full) (element-type utf8): addresses, each once, likely ones first
 */
GPtrArray *exm_list_sections_new (const char *front, const GPtrArray *links);

/* Returns: (transfer full) (element-type utf8): exm_url_get_page_key() of those of the
 * links of a page that stand around it with short texts, as in menus */
GHashTable *exm_list_menu_new (const GPtrArray *links);

/* Articles that a list should have. */
#define EXM_LIST_LEAST 3u

/* How well a page serves as the list of an example. Three articles, or all there are: one
 * that has fewer, the example among them, is better than none. */
typedef enum
{
  EXM_LIST_HAS_NONE,
  EXM_LIST_HAS_FEW,
  EXM_LIST_HAS_OTHERS, /* like the example */
  EXM_LIST_HAS_EXAMPLE,
} ExmListRank;

ExmListRank exm_list_rank (ExmListing *listing, const char *example);

G_END_DECLS
