/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Filter of articles, and the queries that list and count what it lets through. What it
 * leaves out is passed over in an index. */

#pragma once

#include "store/db/exm-statement.h"

G_BEGIN_DECLS

#define EXM_SQL_ARTICLE_IS_BACKLOG                                                       \
  " EXISTS (SELECT 1 FROM backlog b WHERE b.task = a.task AND b.url_key = a.url_key)"

/* Times that articles are ordered by, newest first. */
typedef enum
{
  EXM_ARTICLE_ORDER_COLLECTED,
  EXM_ARTICLE_ORDER_PUBLISHED, /* as far as their pages say so */
} ExmArticleOrder;

/**
 * ExmArticleFilter:
 * @task_uid: (nullable): only articles of this task
 * @state: (nullable): only those in this state, see exm_article_state_get_name()
 * @to_review: only those that are not good enough to publish
 * @fresh: none that are backlog
 * @known: only those whose body a person called right, or corrected; lists need @task_uid
 *   for it
 * @unread: only those that nobody has read
 * @unjudged_to: only those that no saved search looked at yet, up to this row; 0: any
 * @starred: only those with a star
 * @tag: (nullable): only those with this tag; the case of ASCII letters does not matter
 * @search: (nullable): a query of full-text search, see exm_search_query_new(); looked at
 *   by #ExmStoreReader and #ExmSearchIndex alone
 * @ids: (nullable): only these articles, as an array of JSON
 * @since_usec: only those whose time of @order is not before this one; 0: any
 * @until_usec: only those whose time is before this one; 0: any
 * @also_id: an article that is not left out for being read; 0 for none
 * @order: by which time
 * @before_usec: with @before_id, the last article of the page before; 0 for the newest.
 *   See #ExmArticleInfo.order_usec
 * @before_id: see @before_usec
 * @limit: at most so many, 0 for the usual page
 */
typedef struct
{
  const char *task_uid;
  const char *state;
  gboolean to_review;
  gboolean fresh;
  gboolean known;
  gboolean unread;
  gboolean starred;
  gint64 unjudged_to;
  const char *tag;
  const char *search;
  const char *ids;
  gint64 since_usec;
  gint64 until_usec;
  gint64 also_id;
  ExmArticleOrder order;
  gint64 before_usec;
  gint64 before_id;
  guint limit;
} ExmArticleFilter;

/* Rows of one page of a list. */
#define EXM_STORE_PAGE_ROWS 200u

/* Values of the parameters of a query, at most, with the one that ends them. */
#define EXM_ARTICLE_QUERY_VALUES 16u

typedef struct
{
  GString *sql;                              /* (owned) */
  ExmValue values[EXM_ARTICLE_QUERY_VALUES]; /* of strings of the filter */
  guint n_values;
} ExmArticleQuery;

/**
 * exm_article_filter_make_list:
 * @task: row of the task of @self; 0 for all
 *
 * Returns: (transfer full): query of the columns of #ExmArticleInfo; @self must outlive
 * it
 */
ExmArticleQuery *exm_article_filter_make_list (const ExmArticleFilter *self, gint64 task);

/* The same of the identity and the time of order of all from the place on; the limit is
 * not looked at. */
ExmArticleQuery *exm_article_filter_make_walk (const ExmArticleFilter *self, gint64 task);

/* The same of their number. Place and limit are not looked at. */
ExmArticleQuery *exm_article_filter_make_count (const ExmArticleFilter *self,
                                                gint64 task);

void exm_article_query_free (ExmArticleQuery *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArticleQuery, exm_article_query_free)

G_END_DECLS
