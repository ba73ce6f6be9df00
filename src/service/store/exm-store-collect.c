/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store's addresses, jobs, pages and articles. */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store.h"

#include "store/exm-store-check.h"
#include "store/exm-store-private.h"
#include "store/exm-store-quarantine.h"
#include "store/exm-store-reading.h"
#include "store/exm-store-times.h"
#include "store/tables/exm-table-backlog.h"
#include "store/tables/exm-table-checksum.h"
#include "store/tables/exm-table-host.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-line-stat.h"
#include "store/tables/exm-table-page-meta.h"
#include "store/tables/exm-table-page.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-run.h"
#include "store/tables/exm-table-task.h"
#include "store/tables/exm-table-url-seen.h"

gboolean
exm_store_discover (ExmStore *self,
                    const char *uid,
                    GPtrArray *found,
                    gboolean skip,
                    gint64 now_usec,
                    guint *n_new,
                    GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_DISCOVER, error);

  *n_new = 0;
  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error))
    return FALSE;
  for (guint i = 0; i < found->len; i++)
    {
      const ExmJob *job = g_ptr_array_index (found, i);
      gboolean is_new = FALSE;
      if (!exm_table_url_seen_insert (self->main, task, job->url_key,
                                      skip ? EXM_URL_SKIPPED : EXM_URL_FOUND, now_usec,
                                      &is_new, error))
        return FALSE;
      if (!is_new)
        continue;
      if (skip ? !exm_table_passed_over_insert (self->main, task, job, error)
               : !exm_table_job_insert (self->main, task, job, error))
        return FALSE;
      if (!skip && job->backlog
          && !exm_table_backlog_add (self->main, task, job->url_key, error))
        return FALSE;
      if (job->feed != NULL
          && !exm_table_feed_item_insert (self->main, task, job->url_key, job->feed,
                                          error))
        return FALSE;
      (*n_new)++;
    }
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_add_job (ExmStore *self, const char *uid, const ExmJob *job, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_job_insert (self->main, task, job, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_retry_page (ExmStore *self,
                      const char *uid,
                      const char *url,
                      const char *url_key,
                      gint64 now_usec,
                      GError **error)
{
  gint64 task = 0, run = 0;
  gboolean found = FALSE;
  g_autoptr (ExmJob) job = exm_job_new ();
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  if (transaction == NULL || !exm_table_task_find (self->main, uid, &task, error)
      || !exm_table_run_find_open (self->main, task, &run, error)
      || !exm_table_job_hasten (self->main, task, url_key, now_usec, &found, error)
      || !exm_table_url_seen_forget_failure (self->main, task, url_key, error)
      || !exm_store_lift_quarantine (self, uid, url_key, error))
    return FALSE;
  job->run_id = run;
  job->kind = g_strdup ("article");
  job->url = g_strdup (url);
  job->url_key = g_strdup (url_key);
  job->due_usec = now_usec;
  if (!found && !exm_table_job_insert (self->main, task, job, error))
    return FALSE;
  return exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_claim_jobs (ExmStore *self,
                      const char *host,
                      const char *owner,
                      gint64 now_usec,
                      gint64 until_usec,
                      guint limit,
                      GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  if (transaction == NULL)
    return NULL;
  g_autoptr (GPtrArray) jobs
      = exm_table_job_claim (self->main, host, owner, now_usec, until_usec, limit, error);
  if (jobs == NULL || !exm_transaction_commit (transaction, error))
    return NULL;
  return g_steal_pointer (&jobs);
}

gboolean
exm_store_renew_job (
    ExmStore *self, gint64 job_id, const char *owner, gint64 until_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL
         && exm_table_job_renew (self->main, job_id, owner, until_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_release_job (ExmStore *self,
                       gint64 job_id,
                       const char *owner,
                       gint64 due_usec,
                       gboolean was_tried,
                       GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL
         && exm_table_job_release (self->main, job_id, owner, due_usec, was_tried, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_release_jobs (ExmStore *self, const char *owner, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_job_release_all (self->main, owner, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_finish_job (ExmStore *self,
                      const ExmJob *job,
                      const char *owner,
                      const ExmUrlSeen *seen,
                      const ExmRunCounts *counts,
                      GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_job_delete (self->main, job->id, owner, error)
         && exm_table_task_find (self->main, job->task_uid, &task, error)
         && (seen == NULL || exm_table_url_seen_put (self->main, task, seen, error))
         && (counts == NULL || job->run_id == 0
             || exm_table_run_add_counts (self->main, job->run_id, counts, error))
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_park_jobs (ExmStore *self, gint64 run_id, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_job_park (self->main, run_id, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_forget_sources (ExmStore *self, const char *uid, GError **error)
{
  gint64 task = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL && exm_table_task_find (self->main, uid, &task, error)
         && exm_table_url_seen_forget_sources (self->main, task, error)
         && exm_transaction_commit (transaction, error);
}

GPtrArray *
exm_store_list_host_jobs (ExmStore *self, gint64 now_usec, GError **error)
{
  return exm_table_job_list_hosts (self->main, now_usec, error);
}

gboolean
exm_store_shift_times (ExmStore *self, gint64 now_usec, gint64 step_usec, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  return transaction != NULL
         && exm_table_job_shift (self->main, now_usec, step_usec, error)
         && exm_table_publish_shift (self->main, now_usec, step_usec, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_limit_times (ExmStore *self,
                       gint64 now_usec,
                       const ExmStoreLimits *limits,
                       guint *n_changed,
                       GError **error)
{
  guint n_jobs = 0, n_publications = 0, n_hosts = 0;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_JOB, error);

  if (transaction == NULL
      || !exm_table_job_limit (self->main, now_usec, limits->job_usec, &n_jobs, error)
      || !exm_table_publish_limit (self->main, now_usec, limits->publication_usec,
                                   &n_publications, error)
      || !exm_table_host_limit (self->main, now_usec, limits->rest_usec,
                                limits->robots_usec, &n_hosts, error)
      || !exm_transaction_commit (transaction, error))
    return FALSE;
  *n_changed = n_jobs + n_publications + n_hosts;
  return TRUE;
}

gboolean
exm_store_count_jobs (ExmStore *self, gint64 run_id, gint64 *n_jobs, GError **error)
{
  return exm_table_job_count (self->main, run_id, n_jobs, error);
}

gboolean
exm_store_count_untried_jobs (ExmStore *self,
                              gint64 run_id,
                              gint64 *n_jobs,
                              GError **error)
{
  return exm_table_job_count_untried (self->main, run_id, n_jobs, error);
}

ExmUrlSeen *
exm_store_get_url_seen (ExmStore *self,
                        const char *uid,
                        const char *url_key,
                        GError **error)
{
  gint64 task = 0;

  if (!exm_table_task_find (self->main, uid, &task, error))
    return NULL;
  return exm_table_url_seen_get (self->main, task, url_key, error);
}

char *
exm_store_find_content (ExmStore *self,
                        const char *uid,
                        const char *content_hash,
                        const char *except_key,
                        GError **error)
{
  gint64 task = 0;

  if (!exm_table_task_find (self->main, uid, &task, error))
    return NULL;
  return exm_table_url_seen_find_content (self->main, task, content_hash, except_key,
                                          error);
}

static gboolean
put_bytes (ExmStore *self, const ExmPackedPage *packed, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->pages, EXM_COMMIT_PAGE, error);

  return transaction != NULL && exm_table_page_put (self->pages, packed, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_put_packed_page (ExmStore *self,
                           const ExmPackedPage *packed,
                           const ExmStoredPage *page,
                           GError **error)
{
  if (!put_bytes (self, packed, error))
    return FALSE;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_PAGE_META, error);
  ExmStoredPage named = *page;
  named.hash = packed->hash;
  return transaction != NULL && exm_table_page_meta_insert (self->main, &named, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_put_page (
    ExmStore *self, GBytes *bytes, const ExmStoredPage *page, char **hash, GError **error)
{
  g_autoptr (ExmPackedPage) packed = exm_packed_page_new (bytes, error);

  if (packed == NULL || !exm_store_put_packed_page (self, packed, page, error))
    return FALSE;
  *hash = g_steal_pointer (&packed->hash);
  return TRUE;
}

ExmStoredPage *
exm_store_get_page_meta (ExmStore *self, const char *hash, GError **error)
{
  return exm_store_get_page_meta_at (self, hash, NULL, error);
}

ExmStoredPage *
exm_store_get_page_meta_at (ExmStore *self,
                            const char *hash,
                            const char *url,
                            GError **error)
{
  return exm_table_page_meta_find (self->main, hash, url, error);
}

GBytes *
exm_store_get_page (ExmStore *self, const char *hash, GError **error)
{
  return exm_table_page_get (self->pages, hash, error);
}

/* Saved searches look at an article once, after it was stored for the first time. */
static gboolean
add_unjudged (ExmStore *self, gint64 article, GError **error)
{
  return exm_db_run (self->main,
                     "INSERT OR IGNORE INTO unjudged (article)"
                     " SELECT a.id FROM article a WHERE a.id = ? AND NOT EXISTS"
                     " (SELECT 1 FROM backlog b WHERE b.task = a.task"
                     "   AND b.url_key = a.url_key)",
                     EXM_VALUES (EXM_INT (article)), error);
}

static gboolean
put_article (ExmStore *self,
             gint64 task,
             const ExmArticleCommit *commit,
             gint64 *article_id,
             GError **error)
{
  const ExmArticleFields *fields = exm_article_get (commit->article);

  if (!exm_table_article_find (self->main, task, fields->url_key, article_id, error))
    return FALSE;
  gboolean is_new = *article_id == 0;
  if (!is_new && !commit->replace)
    return TRUE;
  if (is_new && commit->lines != NULL
      && !exm_table_line_stat_add (self->main, task, commit->lines, error))
    return FALSE;
  if (is_new && commit->places != NULL
      && !exm_table_line_stat_learn (self->main, task, commit->places, 1, error))
    return FALSE;
  if (!exm_table_article_put (self->main, task, commit->article, article_id, error)
      || (is_new && !exm_store_add_unread (self->main, *article_id, error))
      || (is_new && (commit->job == NULL || !commit->job->backlog)
          && !add_unjudged (self, *article_id, error))
      || (commit->joins
          && !exm_table_joined_page_take (self->main, *article_id, commit->job->id,
                                          error)))
    return FALSE;
  const ExmOutputsOf of = { .article_id = *article_id,
                            .article = fields,
                            .deferred = commit->deferred,
                            .due_usec = fields->collected_usec };
  return exm_store_put_outputs (self, &of, commit->outputs, commit->n_outputs, error);
}

gboolean
exm_store_commit_article (ExmStore *self,
                          const ExmArticleCommit *commit,
                          gint64 *article_id,
                          GError **error)
{
  const ExmArticleFields *fields = exm_article_get (commit->article);
  const ExmJob *job = commit->job;
  gint64 task = 0;
  const ExmUrlSeen seen = {
    .url_key = fields->url_key,
    .state = EXM_URL_DONE,
    .first_seen_usec = fields->collected_usec,
    .last_fetched_usec = fields->collected_usec,
    .etag = (char *) commit->etag,
    .last_modified = (char *) commit->last_modified,
    .content_hash = (char *) commit->content_hash,
  };
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL
         && exm_table_task_find (self->main, fields->task_uid, &task, error)
         && put_article (self, task, commit, article_id, error)
         && (job == NULL
             || exm_table_job_delete (self->main, job->id, commit->owner, error))
         && exm_table_url_seen_put (self->main, task, &seen, error)
         && (job == NULL || job->run_id == 0
             || exm_table_run_add_counts (self->main, job->run_id, &commit->counts,
                                          error))
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_replace_article (ExmStore *self,
                           const ExmArticle *article,
                           const char *content_hash,
                           GError **error)
{
  const ExmArticleFields *fields = exm_article_get (article);
  gint64 task = 0, id = 0;
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  if (transaction == NULL
      || !exm_table_task_find (self->main, fields->task_uid, &task, error)
      || !exm_table_article_put (self->main, task, article, &id, error))
    return FALSE;
  g_autoptr (ExmUrlSeen) seen
      = exm_table_url_seen_get (self->main, task, fields->url_key, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (seen != NULL)
    {
      g_free (seen->content_hash);
      seen->content_hash = g_strdup (content_hash);
      if (!exm_table_url_seen_put (self->main, task, seen, error))
        return FALSE;
    }
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_article_page (ExmStore *self,
                            gint64 article_id,
                            const char *page_hash,
                            GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL
         && exm_table_article_set_page (self->main, article_id, page_hash, error)
         && exm_transaction_commit (transaction, error);
}

ExmArticle *
exm_store_get_article (ExmStore *self, gint64 id, GError **error)
{
  return exm_table_article_get (self->main, id, error);
}

gboolean
exm_store_has_article (
    ExmStore *self, const char *uid, const char *url_key, gboolean *has, GError **error)
{
  gint64 n_articles = 0;
  gboolean done = exm_db_query_int (
      self->main,
      "SELECT count(*) FROM article WHERE task = (SELECT id FROM task WHERE uid = ?)"
      " AND url_key = ?",
      EXM_VALUES (EXM_TEXT (uid), EXM_TEXT (url_key)), &n_articles, error);

  *has = n_articles > 0;
  return done;
}

GPtrArray *
exm_store_list_articles (ExmStore *self, const ExmArticleFilter *filter, GError **error)
{
  return exm_table_article_list (self->main, filter, error);
}

gboolean
exm_store_delete_article (ExmStore *self, gint64 id, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  return transaction != NULL && exm_table_article_delete (self->main, id, error)
         && exm_transaction_commit (transaction, error);
}

ExmArticle *
exm_store_get_article_unchecked (ExmStore *self, gint64 id, GError **error)
{
  return exm_table_article_get_unchecked (self->main, id, error);
}

gboolean
exm_store_add_checksums (ExmStore *self, const GArray *sums, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_ARTICLE, error);

  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < sums->len; i++)
    {
      const ExmArticleSum *sum = &g_array_index (sums, ExmArticleSum, i);
      if (!exm_table_checksum_add (self->main, sum->article, sum->checksum, error))
        return FALSE;
    }
  return exm_transaction_commit (transaction, error);
}
