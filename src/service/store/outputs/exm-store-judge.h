/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved searches and new articles: each article waits until the searches have looked at
 * it, and what came of that is stored with the end of its wait, all or nothing. Alerts
 * are kept until they were shown. Part of exm-store.h. */

#pragma once

#include "store/exm-store-ask.h"

G_BEGIN_DECLS

/**
 * exm_store_get_unjudged:
 * @limit: at most so many
 * @last: (out): the last of the articles that are judged next, 0 where there is none. Of
 *   those that wait, all up to it are
 * @more: (out): whether others wait behind it
 */
gboolean exm_store_get_unjudged (
    ExmStore *self, guint limit, gint64 *last, gboolean *more, GError **error);

/**
 * exm_store_add_verdict:
 * @article: that @search found
 * @outputs: of the search that take it
 * @alerts: whether the desktop is to tell of it
 *
 * Within a group that exm_store_end_judging() ends, so that none counts twice.
 */
gboolean exm_store_add_verdict (ExmStore *self,
                                gint64 article_id,
                                const ExmArticle *article,
                                const char *search,
                                const ExmCommitOutput *outputs,
                                guint n_outputs,
                                gboolean alerts,
                                gint64 now_usec,
                                GError **error);

/* All up to @last were judged. */
gboolean exm_store_end_judging (ExmStore *self, gint64 last, GError **error);

/**
 * ExmAlert:
 * @search: (owned): name of the saved search
 * @task_uid: (owned): of one of the tasks
 * @task_name: (owned) (nullable): %NULL where there are several
 * @n_articles: that it found, good ones
 */
typedef struct
{
  char *search;
  char *task_uid;
  char *task_name;
  guint n_articles;
} ExmAlert;

/* Returns: (transfer full) (element-type ExmAlert): one a search, not shown yet */
GPtrArray *exm_store_list_alerts (ExmStore *self, GError **error);

/* Alerts of @search were shown. */
gboolean exm_store_end_alerts (ExmStore *self, const char *search, GError **error);

/**
 * exm_store_note_renaming:
 * @new_name: (nullable): %NULL where nothing came of it
 *
 * Before the file of the searches has the new name: who finds none of the old one asks
 * exm_store_get_renaming(), and ends what was begun by exm_store_rename_search().
 */
gboolean exm_store_note_renaming (ExmStore *self,
                                  const char *search,
                                  const char *new_name,
                                  GError **error);

/* Returns: (transfer full) (nullable) (element-type utf8): old names of those under way
 */
GPtrArray *exm_store_list_renamings (ExmStore *self, GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset where there is none */
char *exm_store_get_renaming (ExmStore *self, const char *search, GError **error);

/* The search has another name: what it publishes and alerts of goes with it. Again
 * changes nothing. */
gboolean exm_store_rename_search (ExmStore *self,
                                  const char *search,
                                  const char *new_name,
                                  GError **error);

G_END_DECLS
