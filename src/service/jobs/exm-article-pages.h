/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of an article that came until now, and which are still wanted. Belongs to the
 * store's thread. */

#pragma once

#include "fetch/exm-fetched.h"
#include "metadata/exm-further-pages.h"
#include "page/exm-further-page.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/**
 * ExmArticlePages:
 * @fetched: (owned) (nullable): the first page, where it came just now
 * @bytes: (owned): of the first page
 * @url: (owned): of the same, in the end
 * @charset: (owned) (nullable): as it was declared
 * @incomplete: (owned) (nullable): why it did not arrive whole
 * @record: (owned) (nullable): of its fetch
 * @hash: (owned) (nullable): its name in the store, once it is there
 * @further: (owned) (element-type ExmFurtherPage): the pages behind it that came
 * @all: (owned) (nullable): a page that may have all of them
 * @all_hash: (owned) (nullable): its name in the store
 * @numbers: (owned) (element-type guint): of the pages that were asked for
 */
typedef struct
{
  ExmFetched *fetched;
  GBytes *bytes;
  char *url;
  char *charset;
  char *incomplete;
  char *record;
  char *hash;
  GPtrArray *further;
  ExmFurtherPage *all;
  char *all_hash;
  GArray *numbers;
} ExmArticlePages;

/* Returns: (transfer full): of one page, that came just now and is not stored yet */
ExmArticlePages *exm_article_pages_new (ExmFetched *fetched);

/**
 * exm_article_pages_load:
 * @job: with pages in the store
 *
 * Reads the bytes of those that came. Parses nothing.
 *
 * Returns: (transfer full): them, or %NULL with @error
 */
ExmArticlePages *
exm_article_pages_load (ExmStore *store, const ExmJob *job, GError **error);

void exm_article_pages_free (ExmArticlePages *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArticlePages, exm_article_pages_free)

/**
 * exm_article_pages_load_further:
 * @pages: (element-type ExmArticlePage): of a stored article
 *
 * Returns: (transfer full) (element-type ExmFurtherPage): those behind the first that
 *   were collected, with their bytes; %NULL with @error
 */
GPtrArray *
exm_article_pages_load_further (ExmStore *store, const GPtrArray *pages, GError **error);

/**
 * exm_article_pages_list_wanted:
 * @found: what those that came say of pages behind them
 *
 * Pages that were asked for are not asked for again, nor are those of other hosts. Where
 * one page may have all, it is asked for alone at first. Pure.
 *
 * Returns: (transfer full) (element-type ExmArticlePage): what is to be asked for now,
 *   and the first page, if it is not noted yet; empty where nothing is wanted
 */
GPtrArray *exm_article_pages_list_wanted (const ExmArticlePages *pages,
                                          const ExmFurtherPages *found);

G_END_DECLS
