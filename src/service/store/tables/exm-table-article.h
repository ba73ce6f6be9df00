/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table article. */

#pragma once

#include "store/db/exm-article-filter.h"
#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-trash.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

/**
 * exm_table_article_put:
 * @article: a new article, or other content for the same address of the same task
 * @id: (out): its row, the same as before where there was one
 */
gboolean exm_table_article_put (
    ExmDb *db, gint64 task, const ExmArticle *article, gint64 *id, GError **error);

/* @id: (out): the article of the address, 0 if there is none. */
gboolean exm_table_article_find (
    ExmDb *db, gint64 task, const char *url_key, gint64 *id, GError **error);

/**
 * exm_table_article_get:
 * @error: (out): %EXM_STORE_ERROR_NOT_FOUND; %EXM_STORE_ERROR_CHECKSUM if it is not what
 *   was stored
 */
ExmArticle *exm_table_article_get (ExmDb *db, gint64 id, GError **error);

/* The same, whatever became of its bytes: to extract its page again. */
ExmArticle *exm_table_article_get_unchecked (ExmDb *db, gint64 id, GError **error);

/* Returns: (transfer full) (element-type ExmArticleInfo): newest first, by the order of
 * the filter */
GPtrArray *
exm_table_article_list (ExmDb *db, const ExmArticleFilter *filter, GError **error);

/* Returns: (transfer full) (nullable): rows of the identity and the time of order of the
 * articles of @filter, whose limit is not looked at */
ExmStatement *
exm_table_article_walk (ExmDb *db, const ExmArticleFilter *filter, GError **error);

/**
 * exm_table_article_count_matches:
 * @filter: its place and limit are not looked at
 * @n_articles: (out): how many it lets through. Cost: those of the task, or all
 */
gboolean exm_table_article_count_matches (ExmDb *db,
                                          const ExmArticleFilter *filter,
                                          gint64 *n_articles,
                                          GError **error);

/**
 * exm_table_article_count_daily:
 * @first_usec: when the first of %EXM_DAILY_DAYS days begins, Unix time
 *
 * Returns: (transfer full) (element-type ExmDailyCount): of days with articles. Cost: the
 *   articles of these days, by an index alone
 */
GPtrArray *exm_table_article_count_daily (ExmDb *db, gint64 first_usec, GError **error);

gboolean
exm_table_article_set_state (ExmDb *db, gint64 id, ExmArticleState state, GError **error);

/* A person calls the article's body right, as it is now. @usec: about when */
gboolean exm_table_article_call_right (ExmDb *db, gint64 id, gint64 usec, GError **error);

/* The same taken back. */
gboolean exm_table_article_forget_right (ExmDb *db, gint64 id, GError **error);

gboolean
exm_table_article_set_page (ExmDb *db, gint64 id, const char *page_hash, GError **error);

gboolean exm_table_article_delete (ExmDb *db, gint64 id, GError **error);

gboolean exm_table_article_count (ExmDb *db, ExmStoreStats *stats, GError **error);

/* The table article_former: what an article was before it was extracted again, one row an
 * article. */

/**
 * exm_table_former_keep:
 * @id: of an article
 * @now_usec: Unix time
 *
 * Keeps what it is now, in place of what was kept before. One that was begun stays:
 * exm_table_former_seal() did not follow, and the article is still what it was.
 */
gboolean exm_table_former_keep (ExmDb *db, gint64 id, gint64 now_usec, GError **error);

/* Notes what was made of it: whatever else it is later was another one’s doing. */
gboolean exm_table_former_seal (ExmDb *db, gint64 id, GError **error);

/**
 * exm_table_former_get:
 * @changed: (out): whether the article, what was said of its page, or the word that it is
 *   right, is another one since
 * @approved_usec: (out): when a person had called it right, 0 for never
 *
 * Returns: (transfer full) (nullable): the article as it was; %NULL with @error unset if
 *   nothing is kept
 */
ExmArticle *exm_table_former_get (
    ExmDb *db, gint64 id, gboolean *changed, gint64 *approved_usec, GError **error);

/* @begun: also one that is not sealed */
gboolean exm_table_former_forget (ExmDb *db, gint64 id, gboolean begun, GError **error);

/* Forgets what was kept before @usec, of @limit articles at most. */
gboolean exm_table_former_drop (ExmDb *db, gint64 usec, guint limit, GError **error);

/* The table joined_page: the pages of an article of several. */

/* The pages of @job become those of @article, but for the one that has all. */
gboolean
exm_table_joined_page_take (ExmDb *db, gint64 article, gint64 job, GError **error);

/* A page that was missing came. */
gboolean exm_table_joined_page_set (
    ExmDb *db, gint64 article, guint number, const char *hash, GError **error);

/* Returns: (transfer full) (element-type ExmArticlePage): by number; none where the
 * article is one page */
GPtrArray *exm_table_joined_page_list (ExmDb *db, gint64 article, GError **error);

G_END_DECLS
