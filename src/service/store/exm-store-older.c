/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-older.h"

#include "base/exm-fail-point.h"
#include "store/exm-store-private.h"
#include "store/tables/exm-table-backlog.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-run.h"
#include "store/tables/exm-table-task.h"

GPtrArray *
exm_store_list_passed_over (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;

  if (!exm_table_task_find (self->main, uid, &task, error))
    return NULL;
  return exm_table_passed_over_list (self->main, task, error);
}

/* Within a transaction. */
static gboolean
collect_one (ExmStore *self,
             gint64 task,
             const ExmPassedOver *passed,
             guint *n_jobs,
             GError **error)
{
  const ExmJob job = {
    .kind = (char *) "article",
    .url = passed->url,
    .url_key = passed->url_key,
    .due_usec = EXM_JOB_PARKED_USEC,
    .payload = passed->title,
  };
  gboolean taken = FALSE;

  if (!exm_table_passed_over_take (self->main, task, passed->url_key, &taken, error))
    return FALSE;
  if (!taken)
    return TRUE;
  (*n_jobs)++;
  return exm_table_job_insert (self->main, task, &job, error)
         && exm_table_backlog_add (self->main, task, passed->url_key, error);
}

gboolean
exm_store_collect_older (ExmStore *self,
                         const char *uid,
                         const GPtrArray *passed,
                         gint64 now_usec,
                         guint *n_jobs,
                         GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_DISCOVER, error);

  *n_jobs = 0;
  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error))
    return FALSE;
  for (guint i = 0; i < passed->len; i++)
    if (!collect_one (self, task, g_ptr_array_index (passed, i), n_jobs, error))
      return FALSE;
  exm_fail_point ("store.older.middle");
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_count_waiting_older (ExmStore *self,
                               const char *uid,
                               guint *n_jobs,
                               GError **error)
{
  gint64 task = 0;

  return exm_table_task_find (self->main, uid, &task, error)
         && exm_table_passed_over_count_waiting (self->main, task, n_jobs, error);
}

gboolean
exm_store_count_older (ExmStore *self, gint64 run_id, guint *n_older, GError **error)
{
  return exm_table_passed_over_count_jobs (self->main, run_id, n_older, error);
}

gboolean
exm_store_adopt_older (ExmStore *self,
                       const char *uid,
                       gint64 run_id,
                       gint64 now_usec,
                       guint *n_older,
                       GError **error)
{
  gint64 task = 0;
  guint n_before = 0, n_after = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_RUN, error);

  *n_older = 0;
  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error)
      || !exm_table_passed_over_count_jobs (self->main, run_id, &n_before, error)
      || !exm_table_job_unpark (self->main, task, now_usec, error)
      || !exm_table_job_adopt (self->main, task, run_id, error)
      || !exm_table_passed_over_count_jobs (self->main, run_id, &n_after, error))
    return FALSE;
  const ExmRunCounts counts = { .n_older = n_after - n_before };
  if (!exm_table_run_add_counts (self->main, run_id, &counts, error)
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  *n_older = counts.n_older;
  return TRUE;
}

gboolean
exm_store_put_back_older (ExmStore *self, gint64 run_id, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_passed_over_put_back (self->main, run_id, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_mark_backlog (ExmStore *self,
                        const char *uid,
                        const char *url_key,
                        GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_backlog_add (self->main, task, url_key, error)
         && exm_transaction_commit (transaction, error);
}
