/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* New articles, as saved searches see them: which of those that were not judged yet are
 * found by which search that alerts or publishes. Each is judged once, after it is
 * indexed; see exm-store-judge.h. Any thread. */

#pragma once

#include "store/exm-search-index.h"

G_BEGIN_DECLS

/**
 * ExmNewArticle:
 * @id: of the article
 * @task_uid: (owned): of its task
 * @task_name: (owned): of its task
 * @search: (owned): name of the saved search that found it
 * @alerts: whether that one alerts
 */
typedef struct
{
  gint64 id;
  char *task_uid;
  char *task_name;
  char *search;
  gboolean alerts;
} ExmNewArticle;

/**
 * exm_new_articles_judge:
 * @folder: the data folder, which has the saved searches
 * @index: brought up to date after @last was stored; of the thread that calls
 * @last: the last article that is judged
 * @found: (element-type ExmNewArticle): is given what each search found, by search
 *
 * Backlog is never judged. Lines of the file that cannot be read are told where the
 * searches are listed. Cost: one search for each that alerts or publishes.
 */
gboolean exm_new_articles_judge (const char *folder,
                                 ExmSearchIndex *index,
                                 gint64 last,
                                 GPtrArray *found,
                                 GCancellable *cancellable,
                                 GError **error);

/* Returns: (transfer full): for exm_new_articles_judge() */
GPtrArray *exm_new_articles_new (void);

G_END_DECLS
