/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks, articles and one whole round of collecting, for the tests of the store. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

/* 1 January 2026, 12:00 UTC. */
#define STORE_NOW G_GINT64_CONSTANT (1767268800000000)

#define STORE_OWNER "worker"
#define STORE_HOST "site.example"

/* Returns: (transfer full): a task with the identity 000…@number */
ExmTask *store_task_new (guint number);

/* Returns: (transfer none): that identity; valid until the next call */
const char *store_task_uid (guint number);

/* Returns: (transfer full): page @page of the site of a task, as fetched */
GBytes *store_page_bytes (guint page);

/* Returns: (transfer full): the article on that page */
ExmArticle *store_article_new (const char *uid, guint page, const char *page_hash);

/* Returns: (transfer full): a job for that page */
ExmJob *store_job_new (guint page);

/**
 * store_fill:
 * @store: a store
 * @uid: a task in it
 * @n_pages: collected as new articles, numbered from @first
 *
 * Stores pages and articles with one output each, without jobs.
 */
void store_fill (ExmStore *store, const char *uid, guint first, guint n_pages);

/* Brings the search of the store in @folder up to date. */
void store_fill_index (const char *folder);

/**
 * store_round:
 * @folder: of the store; made if it is not there
 * @vfs: (nullable): see ExmStoreOptions
 * @n_pages: pages of the site
 * @n_committed: (out): articles that were reported as stored
 * @error: (out): what ended it early
 *
 * Does a worker's round, over every place that commits, and goes on where an earlier call
 * ended: task 1, its jobs, pages, articles, publishing into the folder "out" beside, a
 * file a publication.
 */
gboolean store_round (const char *folder,
                      const char *vfs,
                      guint n_pages,
                      guint *n_committed,
                      GError **error);

/**
 * store_check:
 * @folder: of the store
 *
 * Asserts that nothing is half there: the files are sound, each article has its page, its
 * address, its place in the queue and no job, each address without article has its job.
 *
 * Returns: number of articles
 */
guint store_check (const char *folder);

/* Asserts that the folder "out" holds each of @n_pages articles once, and nothing else.
 */
void store_check_published (const char *folder, guint n_pages);

G_END_DECLS
