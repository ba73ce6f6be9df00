/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Loaders of the workbench: a task with the bytes of its examples, and the page that
 * an article was made of. */

#pragma once

#include "app/analysis/exm-analysis.h"
#include "store/exm-store-reader.h"
#include "task/exm-article.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

/**
 * ExmBenchTask:
 * @task: (owned): its definition
 * @examples: (owned) (element-type GBytes): one an example of @task, %NULL where it is
 * not stored
 * @articles: (owned) (element-type ExmArticleInfo): the newest ones
 */
typedef struct
{
  ExmTask *task;
  GPtrArray *examples;
  GPtrArray *articles;
} ExmBenchTask;

void exm_bench_task_free (ExmBenchTask *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmBenchTask, exm_bench_task_free)

/* Articles of a task that the workbench steps through. */
#define EXM_BENCH_ARTICLES 50u

/**
 * exm_bench_task_load_async:
 * @uid: of the task
 * @callback: called in the caller's main context
 */
void exm_bench_task_load_async (ExmStoreReader *reader,
                                const char *uid,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
ExmBenchTask *exm_bench_task_load_finish (GAsyncResult *result, GError **error);

/**
 * exm_bench_task_set_up:
 *
 * Makes @analysis extract as the task does, with those of its examples whose pages are
 * stored. It has no target then.
 */
void exm_bench_task_set_up (const ExmBenchTask *self, ExmAnalysis *analysis);

/**
 * ExmBenchPage:
 * @bytes: (owned): the page as it came
 * @hash: (owned): of its bytes
 * @url: (owned): where it came from
 * @http_charset: (owned) (nullable): as it was declared
 * @further: (owned) (nullable) (element-type ExmFurtherPage): the pages on which the
 *   article goes on, as far as they are stored
 * @url_key: (owned) (nullable): of the article
 * @labels: (owned) (nullable) (element-type ExmLabel): what was said of it
 * @bias: (owned) (nullable): of what was said of the task's other pages
 * @site: (owned) (nullable): how many of the task's pages had a line
 * @sibling: (owned) (nullable): where the page is an example's own, another page of the
 *   task, to compare it with
 * @sibling_url: (owned) (nullable): where that came from
 * @missing: (owned) (nullable): why the stored page cannot be read; @bytes may be of
 * memory
 * @article_id: the article that was made of it
 * @article: (owned) (nullable): that, as it was when the page was opened
 * @state: of the article
 */
typedef struct
{
  GBytes *bytes;
  char *hash;
  char *url;
  char *http_charset;
  GPtrArray *further;
  char *url_key;
  GArray *labels;
  ExmBias *bias;
  ExmSiteStat *site;
  GBytes *sibling;
  char *sibling_url;
  char *missing;
  gint64 article_id;
  ExmArticle *article;
  ExmArticleState state;
} ExmBenchPage;

void exm_bench_page_free (ExmBenchPage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmBenchPage, exm_bench_page_free)

/**
 * exm_bench_page_load_async:
 * @article_id: of the article
 * @callback: called in the caller's main context
 */
void exm_bench_page_load_async (ExmStoreReader *reader,
                                gint64 article_id,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
/**
 * exm_bench_page_load_lore_async:
 * @uid: of the task
 * @page: (transfer full): a page of it that was fetched, with its address's normal form
 *
 * Completes it with what is stored of that address: the article, if there is one, and
 * what was said of its lines. exm_bench_page_load_finish() gives it back.
 */
void exm_bench_page_load_lore_async (ExmStoreReader *reader,
                                     const char *uid,
                                     ExmBenchPage *page,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer data);

ExmBenchPage *exm_bench_page_load_finish (GAsyncResult *result, GError **error);

/* Makes it the target of @analysis, with what is known of it; none without its bytes. */
void exm_bench_page_show (const ExmBenchPage *self, ExmAnalysis *analysis);

G_END_DECLS
