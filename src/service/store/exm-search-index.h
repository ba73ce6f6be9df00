/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Index of full-text search: search.db, which says which articles have a word, a
 * character or a pair of characters. It is made of the articles alone: it may lag behind
 * them, is never in a backup, and is made anew where it is damaged. Whatever it finds is
 * looked up in exemplar.db, so that it is never wrong.
 *
 * All calls in the thread that opened it; they block. Several processes may have it open
 * and bring it up to date. */

#pragma once

#include "search/exm-search-snippet.h"
#include "store/db/exm-article-filter.h"
#include "store/db/exm-store-error.h"

G_BEGIN_DECLS

typedef struct _ExmSearchIndex ExmSearchIndex;

/* Characters of the body that a hit shows. */
#define EXM_SEARCH_SNIPPET_CHARS 160u

/**
 * ExmSearchHit:
 * @id: of the article
 * @task_uid: (owned): of its task
 * @task_name: (owned): of its task
 * @url: (owned): its address
 * @published: (owned) (nullable): ISO 8601
 * @collected_usec: Unix time in microseconds
 * @title: (owned): with marks; empty where it has none
 * @body: (owned): the place of the body, with marks
 */
typedef struct
{
  gint64 id;
  char *task_uid;
  char *task_name;
  char *url;
  char *published;
  gint64 collected_usec;
  ExmSearchSnippet *title;
  ExmSearchSnippet *body;
} ExmSearchHit;

/**
 * exm_search_index_open:
 * @folder: the data folder
 * @notices: (element-type utf8) (nullable): is given a sentence where a damaged index is
 *   made anew, now or when the damage shows; kept as long as the index is open
 * @error: (out): %EXM_STORE_ERROR: NOT_FOUND without articles' database, READ_ONLY …
 *
 * Returns: (transfer full) (nullable): the index, as far as it is filled
 */
ExmSearchIndex *
exm_search_index_open (const char *folder, GPtrArray *notices, GError **error);

void exm_search_index_close (ExmSearchIndex *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSearchIndex, exm_search_index_close)

/**
 * exm_search_index_update:
 * @n_changed: (out) (optional): articles that differed from what was indexed
 * @cancellable: (nullable): looked at between articles; what was done is kept
 * @error: (out): %EXM_STORE_ERROR, %G_IO_ERROR_CANCELLED
 *
 * Brings the index up to date, some hundred articles a transaction. Cost: some 10 ms for
 * 100,000 articles to find what changed, and less than a millisecond for each that did.
 */
gboolean exm_search_index_update (ExmSearchIndex *self,
                                  guint *n_changed,
                                  GCancellable *cancellable,
                                  GError **error);

/**
 * exm_search_index_find:
 * @query: one that is empty finds nothing
 * @filter: (nullable): which articles, in which order, from which place on; %NULL for
 * all, those that were collected last first
 * @limit: at most so many, 0 for all
 * @messages: (element-type utf8) (nullable): is given a sentence for a task that is not
 *   known
 * @cancellable: (nullable): looked at between articles
 *
 * Finds articles that are indexed and not in the trash. Phrases, and characters in a row
 * that are more than two, are looked for in the articles that have all their parts.
 *
 * Returns: (transfer full) (nullable) (element-type ExmSearchHit): newest first
 */
GPtrArray *exm_search_index_find (ExmSearchIndex *self,
                                  const ExmSearchQuery *query,
                                  const ExmArticleFilter *filter,
                                  guint limit,
                                  GPtrArray *messages,
                                  GCancellable *cancellable,
                                  GError **error);

/**
 * exm_search_index_count:
 * @until_usec: monotonic time when it is given up, 0 for never
 * @n_found: (out): how many articles exm_search_index_find() would find without a limit;
 *   −1 where it was given up
 */
gboolean exm_search_index_count (ExmSearchIndex *self,
                                 const ExmSearchQuery *query,
                                 const ExmArticleFilter *filter,
                                 gint64 until_usec,
                                 gint64 *n_found,
                                 GCancellable *cancellable,
                                 GError **error);

/* Returns: (transfer full) (nullable) (element-type utf8): a sentence for each task of
 * the query that is not known */
GPtrArray *exm_search_index_list_unknown (ExmSearchIndex *self,
                                          const ExmSearchQuery *query,
                                          GError **error);

G_END_DECLS
