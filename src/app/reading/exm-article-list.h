/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The articles of a task or of all, the newest first, as ExmArticleItem. Main thread. */

#pragma once

#include "app/reading/exm-article-item.h"
#include "app/session/exm-paged-list.h"

G_BEGIN_DECLS

#define EXM_TYPE_ARTICLE_LIST (exm_article_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmArticleList, exm_article_list, EXM, ARTICLE_LIST, ExmPagedList)

/* Has the further property "n-matches": articles of the filter, also those that were not
 * read yet. */
ExmArticleList *exm_article_list_new (void);

/**
 * exm_article_list_set_filter:
 * @filter: copied; its place and limit are not looked at
 *
 * Reads anew if something differs from what was asked for before.
 */
void exm_article_list_set_filter (ExmArticleList *self, const ExmArticleFilter *filter);

/* @id: of an article that stays listed though it is read, from the next refresh on; 0 for
 * none */
void exm_article_list_keep (ExmArticleList *self, gint64 id);

/* Returns: the current filter, without a place and a limit. Its strings live until the
 * filter is set again. */
ExmArticleFilter exm_article_list_get_filter (ExmArticleList *self);

/* Returns: %G_MAXUINT where a search would take too long to count */
guint exm_article_list_get_n_matches (ExmArticleList *self);

/* Leaves an article out, from now on or no longer; the store is not touched. */
void exm_article_list_hide (ExmArticleList *self, ExmArticleItem *item);
/* @ids: (element-type gint64): of articles, listed or not */
void exm_article_list_hide_all (ExmArticleList *self, GArray *ids);
void exm_article_list_unhide (ExmArticleList *self, gint64 id);

/* It is being deleted, so that nothing has to be hidden any more once the list is read
 * again. */
void exm_article_list_forget (ExmArticleList *self, gint64 id);

G_END_DECLS
