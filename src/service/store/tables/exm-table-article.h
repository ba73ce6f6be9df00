/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table article. */

#pragma once

#include "store/db/exm-db.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-trash.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

#define EXM_SQL_ARTICLE_IS_BACKLOG                                                       \
  " EXISTS (SELECT 1 FROM backlog b WHERE b.task = a.task AND b.url_key = a.url_key)"
/* Newest first, a page of a list by the place where the last one ended. */
#define EXM_SQL_ARTICLE_LIST_COLUMNS                                                     \
  "SELECT a.id, t.uid, a.collected, a.state, a.confidence, a.url, a.title, a.author,"    \
  " a.published, a.site, a.reason, a.n_chars, a.excerpt, a.source, a.section,"           \
  " a.template_similarity, t.name," EXM_SQL_ARTICLE_IS_BACKLOG                           \
  " FROM article a JOIN task t ON t.id = a.task"
#define EXM_SQL_ARTICLE_MATCHES                                                          \
  " (?1 IS NULL OR a.state = ?1) AND (?2 = 0 OR a.state <> 'good')"                      \
  " AND (?3 IS NULL OR ifnull(a.title, a.url) LIKE ?3 ESCAPE '\\')"
#define EXM_SQL_ARTICLE_LIST                                                             \
  EXM_SQL_ARTICLE_LIST_COLUMNS                                                           \
  " WHERE (a.collected, a.id) < (?5, ?6) AND " EXM_SQL_NOT_TRASHED (                     \
      "a.task") " AND" EXM_SQL_ARTICLE_MATCHES                                           \
                " ORDER BY a.collected DESC, a.id DESC LIMIT ?4"
#define EXM_SQL_ARTICLE_LIST_TASK                                                        \
  EXM_SQL_ARTICLE_LIST_COLUMNS                                                           \
  " WHERE a.task = ?7 AND (a.collected, a.id) < (?5, ?6) AND" EXM_SQL_ARTICLE_MATCHES    \
  " ORDER BY a.collected DESC, a.id DESC LIMIT ?4"
/* Whose body a person called right, or corrected. */
#define EXM_SQL_ARTICLE_IS_KNOWN                                                         \
  " (a.id IN (SELECT article FROM approval) OR EXISTS (SELECT 1 FROM label l"            \
  " WHERE l.task = a.task AND l.url_key = a.url_key AND l.undone IS NULL))"
#define EXM_SQL_ARTICLE_LIST_KNOWN                                                       \
  EXM_SQL_ARTICLE_LIST_COLUMNS                                                           \
  " WHERE a.task = ?7 AND (a.collected, a.id) < (?5, ?6) AND" EXM_SQL_ARTICLE_MATCHES    \
  " AND" EXM_SQL_ARTICLE_IS_KNOWN " ORDER BY a.collected DESC, a.id DESC LIMIT ?4"

/**
 * ExmArticleFilter:
 * @task_uid: (nullable): only articles of this task
 * @state: (nullable): only those in this state, see exm_article_state_get_name()
 * @to_review: only those that are not good enough to publish
 * @known: only those whose body a person called right, or corrected; lists need @task_uid
 *   for it
 * @search: (nullable): only those with this in their title, or in their address where
 *   they have none; the case of ASCII letters does not matter
 * @before_usec: with @before_id, the last article of the page before; 0 for the newest
 * @before_id: see @before_usec
 * @limit: at most so many, 0 for the usual page
 */
typedef struct
{
  const char *task_uid;
  const char *state;
  gboolean to_review;
  gboolean known;
  const char *search;
  gint64 before_usec;
  gint64 before_id;
  guint limit;
} ExmArticleFilter;

/* Rows of one page of a list. */
#define EXM_STORE_PAGE_ROWS 200u

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

/* Returns: (transfer full) (element-type ExmArticleInfo): newest first */
GPtrArray *
exm_table_article_list (ExmDb *db, const ExmArticleFilter *filter, GError **error);

/**
 * exm_table_article_count_matches:
 * @filter: its place and limit are not looked at
 * @n_articles: (out): how many it lets through. Cost: those of the task, or all
 */
gboolean exm_table_article_count_matches (ExmDb *db,
                                          const ExmArticleFilter *filter,
                                          gint64 *n_articles,
                                          GError **error);

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
