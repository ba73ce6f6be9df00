/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources that belong to articles: which ones a task keeps, the jobs that fetch them,
 * how much an article may have, and what becomes of those whose article is gone. In the
 * thread that opened the stores. */

#pragma once

#include "resources/exm-resource-error.h"
#include "resources/exm-resource-url.h"
#include "store/exm-resource-store.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

/* Most that one article may keep, bytes, and how many. */
#define EXM_ARTICLE_MAX_KEPT_BYTES (48u * 1024u * 1024u)
#define EXM_ARTICLE_MAX_KEPT 200u

/* @kind: (out): of the resource that @job asks for. Returns: whether it does */
gboolean exm_article_resources_find_kind (const ExmJob *job, ExmResourceKind *kind);

/* Returns: (transfer full) (element-type ExmHeldResource): resources that @task keeps of
 * an article; @html: (nullable): its body; @page: its page; @base_url: of that. Any
 * thread but the worker's */
GPtrArray *exm_article_resources_list (const ExmTask *task,
                                       const char *html,
                                       GBytes *page,
                                       const char *base_url);

/**
 * exm_article_resources_want:
 * @article: its job
 * @wanted: (element-type ExmHeldResource): what it needs
 * @jobs: (element-type ExmJob): gets those of what is not there yet
 *
 * Notes what an article needs. Before it is stored: wants of an article that is not there
 * are dropped by exm_article_resources_check().
 */
gboolean exm_article_resources_want (ExmResourceStore *store,
                                     const ExmJob *article,
                                     const GPtrArray *wanted,
                                     GPtrArray *jobs,
                                     GError **error);

/* The same of an article that is stored: it keeps what it had, which it needs until the
 * new one is stored, or where the old one comes back. */
gboolean exm_article_resources_want_more (ExmResourceStore *store,
                                          const ExmJob *article,
                                          const GPtrArray *wanted,
                                          GPtrArray *jobs,
                                          GError **error);

/**
 * exm_article_resources_want_imports:
 * @job: asks for a style sheet
 * @imports: (element-type ExmHeldResource): what that asks for
 * @all: (out): whether no article has too many now
 *
 * The same of all articles that want the sheet, before that is held.
 */
gboolean exm_article_resources_want_imports (ExmResourceStore *store,
                                             const ExmJob *job,
                                             const GPtrArray *imports,
                                             gboolean *all,
                                             GError **error);

/* @jobs: (element-type ExmJob): gets those of what articles want that have what @job asks
 * for */
gboolean exm_article_resources_list_jobs (ExmResourceStore *store,
                                          const ExmJob *job,
                                          GPtrArray *jobs,
                                          GError **error);

/* Adds @job to the store of articles. */
typedef gboolean (*ExmArticleResourcesJobFunc) (const ExmJob *job,
                                                gpointer data,
                                                GError **error);

/**
 * exm_article_resources_fall_back:
 * @job: what it asks for cannot be had
 * @add_job: called before the want changes, so that no kill leaves a want without a job
 *
 * Lets pictures that were wanted from a wider source be wanted from the address that
 * their article shows. All others still want what @job asks for.
 */
gboolean exm_article_resources_fall_back (ExmResourceStore *store,
                                          const ExmJob *job,
                                          ExmArticleResourcesJobFunc add_job,
                                          gpointer data,
                                          GError **error);

/* @error: (out): %EXM_RESOURCE_ERROR_TOO_MANY where no article that wants what @job asks
 * for has room for so many bytes */
gboolean exm_article_resources_check_room (ExmResourceStore *store,
                                           const ExmJob *job,
                                           gsize n_bytes,
                                           GError **error);

/**
 * exm_article_resources_check:
 * @store: of resources
 * @articles: the store of articles, also of those in the trash
 * @sweep: drops what is held for articles that are gone; cost: the number of those that
 *   hold something. Without it, an article is about to want something
 * @lost: (out): whether @store is another file than the one that was used last, told
 *   once: what that one held is gone
 */
gboolean exm_article_resources_check (ExmResourceStore *store,
                                      ExmStore *articles,
                                      gboolean sweep,
                                      gboolean *lost,
                                      GError **error);

G_END_DECLS
