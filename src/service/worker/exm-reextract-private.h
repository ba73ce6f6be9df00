/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The steps of extracting a stored article anew, for those who are on the worker's thread
 * already. */

#pragma once

#include "jobs/exm-article-job.h"
#include "worker/exm-core.h"
#include "worker/exm-reextract.h"

G_BEGIN_DECLS

/**
 * ExmReextract:
 * @article_id: of the article
 * @work: (owned): its fields
 * @before: (owned) (nullable): its fields until now
 * @definition: (owned) (nullable): its task
 * @wanted: (owned) (nullable) (element-type ExmHeldResource): what it needs now
 * @jobs: (owned) (element-type ExmJob): for what of that is not there yet
 * @keeps_former: what the article was can be taken back
 * @state: the article's, once it is stored the new one
 * @changed: once it is stored, whether its text is another one
 *
 * An article on its way: it belongs to one thread after the other.
 */
typedef struct
{
  gint64 article_id;
  ExmArticleJob work;
  ExmMetadata *before;
  ExmTask *definition;
  GPtrArray *wanted;
  GPtrArray *jobs;
  gboolean keeps_former;
  ExmArticleState state;
  gboolean changed;
} ExmReextract;

/* @site: (nullable): of the task's pages; %NULL: as they are stored. Transfer full. */
ExmReextract *exm_reextract_new (ExmEngine *engine, gint64 article_id, ExmSiteStat *site);

void exm_reextract_free (gpointer self);

/* Returns: the article as one that comes, for exm_core_check_aside(); its strings are
 * those of @self */
ExmJob exm_reextract_as_job (const ExmReextract *self);

/* Reads what the work needs; an #ExmWorkerWrite. exm_reextract_run() follows, on the
 * pool. */
gboolean
exm_reextract_gather (ExmStore *store, gint64 now_usec, gpointer self, GError **error);

/* As exm_reextract_gather(), of an article that need not be stored. @fields: of which its
 * task, addresses, page and time are looked at, and its title where it has one */
gboolean exm_reextract_gather_fields (ExmStore *store,
                                      ExmReextract *self,
                                      const ExmArticleFields *fields,
                                      GError **error);

/* As exm_article_job_run(), and lists what the article needs now. */
gboolean
exm_reextract_run (ExmReextract *self, GCancellable *cancellable, GError **error);

/* Notes the pictures that the article did not have, before exm_reextract_store() adds
 * their jobs. Where that fails it is told, and the article goes without. @task:
 * (nullable): at work, whose run they belong to; %NULL: to the next one */
void exm_reextract_want (ExmReextract *self, ExmCore *core, ExmCoreTask *task);

/* Stores what came of it, unless what is said of the page has changed; an
 * #ExmWorkerWrite. Within a group. */
gboolean
exm_reextract_store (ExmStore *store, gint64 now_usec, gpointer self, GError **error);

G_END_DECLS
