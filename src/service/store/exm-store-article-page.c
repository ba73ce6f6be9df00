/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles of several pages: what a job has of them. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-private.h"
#include "store/tables/exm-table-article.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-run.h"

gboolean
exm_store_add_job_pages (ExmStore *self,
                         const ExmJob *job,
                         const GPtrArray *pages,
                         const ExmRunCounts *counts,
                         GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_job_page_add (self->main, job->id, pages, error)
         && (job->run_id == 0
             || exm_table_run_add_counts (self->main, job->run_id, counts, error))
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_job_page (ExmStore *self,
                        const ExmJob *job,
                        const char *hash,
                        const ExmRunCounts *counts,
                        GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL
         && exm_table_job_page_set (self->main, job->id, job->page_number, hash, error)
         && (job->run_id == 0
             || exm_table_run_add_counts (self->main, job->run_id, counts, error))
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_lose_job_page (ExmStore *self, const ExmJob *job, guint number, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL
         && exm_table_job_page_lose (self->main, job->id, number, error)
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_job_pages (ExmStore *self, const ExmJob *job, GError **error)
{
  return exm_table_job_page_list (self->main, job->id, error);
}

GPtrArray *
exm_store_list_article_pages (ExmStore *self, gint64 id, GError **error)
{
  return exm_table_joined_page_list (self->main, id, error);
}

gboolean
exm_store_set_joined_page (
    ExmStore *self, gint64 article, guint number, const char *hash, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL
         && exm_table_joined_page_set (self->main, article, number, hash, error)
         && exm_transaction_commit (transaction, error);
}
