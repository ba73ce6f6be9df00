/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The writing side of the store: exemplar.db and pages.db in one folder. It belongs to
 * the thread that opened it; any number of processes may have one open. Every function
 * that changes something returns once the change is durable, unless a group is open, and
 * leaves nothing behind when it fails. Errors are %EXM_STORE_ERROR. Times are Unix time
 * in microseconds, 0 for never. */

#pragma once

#include "store/db/exm-packed-page.h"
#include "store/db/exm-store-error.h"
#include "store/db/exm-store-folder.h"
#include "store/db/exm-store-values.h"
#include "store/tables/exm-table-article.h"
#include "task/exm-article.h"
#include "task/exm-task.h"
#include "types/exm-site-stat.h"

G_BEGIN_DECLS

typedef struct _ExmStore ExmStore;

/**
 * ExmStoreOptions:
 * @check: look for damage first, for the process that collects: all of exemplar.db is
 * read
 * @busy_timeout_ms: how long to wait for other processes, 0 for 5 seconds
 * @vfs: (nullable): see ExmDbOptions
 */
typedef struct
{
  gboolean check;
  guint busy_timeout_ms;
  const char *vfs;
} ExmStoreOptions;

/**
 * exm_store_open:
 * @folder: made, for its owner alone, if it is not there
 * @options: (nullable): %NULL for the defaults
 * @notices: (element-type utf8) (nullable): see exm_schema_open()
 * @error: (out): DAMAGED, also where only exemplar.db is missing or empty; READ_ONLY
 * where others may write into the folder
 *
 * Damage changes nothing. A pages.db that is missing is made anew, which is told.
 *
 * Returns: (transfer full): the store
 */
ExmStore *exm_store_open (const char *folder,
                          const ExmStoreOptions *options,
                          GPtrArray *notices,
                          GError **error);

/* @self: (transfer full): the store; a group that is open is dropped */
void exm_store_close (ExmStore *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmStore, exm_store_close)

/**
 * exm_store_begin_group:
 *
 * From now on changes are gathered, to be made durable together: a disk is waited for
 * once. Nothing of it may be reported as done before exm_store_commit_group() returned.
 * Other processes cannot write meanwhile, so a group should not last over 200 ms. Within
 * a group it begins a part, which can be dropped alone.
 */
gboolean exm_store_begin_group (ExmStore *self, GError **error);

/* Pages first. Where it fails, nothing of the group but orphaned pages is stored. A part
 * is durable once its group is. */
gboolean exm_store_commit_group (ExmStore *self, GError **error);

/* Drops the group, or the part that was begun last. */
void exm_store_drop_group (ExmStore *self);

/* Tasks; @uid that does not exist is %EXM_STORE_ERROR_NOT_FOUND everywhere. */

/* @error: (out): CONSTRAINT also where a task of its identity is in the trash */
gboolean
exm_store_add_task (ExmStore *self, const ExmTask *task, gint64 now_usec, GError **error);

/**
 * exm_store_update_task:
 * @version: (out) (optional): the current version; a new one if the definition changed.
 *   A pause is no change of the definition
 */
gboolean exm_store_update_task (
    ExmStore *self, const ExmTask *task, gint64 now_usec, guint *version, GError **error);

/* With its articles, runs, events and what it has seen, at once and for good. Published
 * files stay. See exm-store-trash.h. */
gboolean exm_store_delete_task (ExmStore *self, const char *uid, GError **error);

gboolean
exm_store_set_paused (ExmStore *self, const char *uid, gboolean paused, GError **error);

/* @version: (out) (optional): its current version */
ExmTask *
exm_store_get_task (ExmStore *self, const char *uid, guint *version, GError **error);

ExmTask *exm_store_get_task_version (ExmStore *self,
                                     const char *uid,
                                     guint version,
                                     GError **error);

/* Returns: (transfer full) (element-type ExmTaskInfo): by name */
GPtrArray *exm_store_list_tasks (ExmStore *self, GError **error);

/* Returns: (transfer full) (element-type ExmTaskVersion): newest first */
GPtrArray *exm_store_list_task_versions (ExmStore *self, const char *uid, GError **error);

/* Makes a new version that is defined as @version was. */
gboolean exm_store_restore_task (
    ExmStore *self, const char *uid, guint version, gint64 now_usec, GError **error);

/* Schedule; a task that is paused is not due. Cost: O(log tasks) */

gboolean exm_store_set_next_due (ExmStore *self,
                                 const char *uid,
                                 gint64 next_usec,
                                 GError **error);

/* @next_usec: (out): when the first task is due, 0 if none is */
gboolean exm_store_get_next_due (ExmStore *self, gint64 *next_usec, GError **error);

/* Returns: (transfer full) (element-type utf8): uids, the longest due first */
GPtrArray *
exm_store_list_due (ExmStore *self, gint64 now_usec, guint limit, GError **error);

/* Runs */

/* @run_id: (out): the new run; jobs of the task that belong to none, parked or not,
 * become its own */
gboolean exm_store_start_run (
    ExmStore *self, const char *uid, gint64 now_usec, gint64 *run_id, GError **error);

gboolean exm_store_add_run_counts (ExmStore *self,
                                   gint64 run_id,
                                   const ExmRunCounts *counts,
                                   GError **error);

/* @state: "done", "failed" or "stopped"; @message: (nullable): in words; @said:
 * (nullable): the same for exm_said_to_words(), by which it is read. What its task
 * still has deferred of its articles is published. */
gboolean exm_store_finish_run (ExmStore *self,
                               gint64 run_id,
                               const char *state,
                               const char *message,
                               const char *said,
                               gint64 now_usec,
                               GError **error);

/**
 * exm_store_list_open_runs:
 *
 * After a crash, the runs that were under way: their jobs are still there.
 *
 * Returns: (transfer full) (element-type ExmRun): newest first
 */
GPtrArray *exm_store_list_open_runs (ExmStore *self, GError **error);

/* Ends all open runs as "interrupted". */
gboolean exm_store_close_open_runs (ExmStore *self, gint64 now_usec, GError **error);

/* Addresses and jobs */

/**
 * exm_store_discover:
 * @found: (element-type ExmJob): addresses that a source listed; of each, all but id,
 *   task_uid and attempts is looked at
 * @skip: mark them as seen, to be fetched only by exm_store_collect_older() (the first
 *   run of a task)
 * @n_new: (out): how many were not known
 *
 * In one transaction, every address that is new is marked as seen and gets its job. What
 * a feed tells of it is kept, for the article that comes of it.
 */
gboolean exm_store_discover (ExmStore *self,
                             const char *uid,
                             GPtrArray *found,
                             gboolean skip,
                             gint64 now_usec,
                             guint *n_new,
                             GError **error);

/* A job whatever was seen, e.g. for a source; nothing happens if there is one already. */
gboolean
exm_store_add_job (ExmStore *self, const char *uid, const ExmJob *job, GError **error);

/**
 * exm_store_retry_page:
 * @url: an address of the task that failed, or is to be tried again later
 * @url_key: its normal form
 *
 * The page is due now: in the run that is under way, or in the next one.
 */
gboolean exm_store_retry_page (ExmStore *self,
                               const char *uid,
                               const char *url,
                               const char *url_key,
                               gint64 now_usec,
                               GError **error);

/**
 * exm_store_list_host_jobs:
 *
 * Cost: O(hosts · log jobs)
 *
 * Returns: (transfer full) (element-type ExmHostJob): for each host with free jobs the
 *   one that is due first, whether that is now or later; by time
 */
GPtrArray *exm_store_list_host_jobs (ExmStore *self, gint64 now_usec, GError **error);

/**
 * exm_store_claim_jobs:
 * @host: whose jobs, as exm_store_list_host_jobs() names it
 * @owner: who works on them; another one may have them after @until_usec
 *
 * Returns: (transfer full) (element-type ExmJob): jobs that are due and free, by time
 */
GPtrArray *exm_store_claim_jobs (ExmStore *self,
                                 const char *host,
                                 const char *owner,
                                 gint64 now_usec,
                                 gint64 until_usec,
                                 guint limit,
                                 GError **error);

gboolean exm_store_renew_job (
    ExmStore *self, gint64 job_id, const char *owner, gint64 until_usec, GError **error);

/* Gives a job back; @was_tried: it counts as an attempt. LEASE_LOST if it is not ours. */
gboolean exm_store_release_job (ExmStore *self,
                                gint64 job_id,
                                const char *owner,
                                gint64 due_usec,
                                gboolean was_tried,
                                GError **error);

/* Gives back all that @owner holds: at the end, and at the start after a crash. */
gboolean exm_store_release_jobs (ExmStore *self, const char *owner, GError **error);

/**
 * exm_store_finish_job:
 * @seen: (nullable): what is known of the address now
 * @counts: (nullable): added to those of the job's run
 *
 * Ends a job without an article: not changed, failed for good, or a source.
 */
gboolean exm_store_finish_job (ExmStore *self,
                               const ExmJob *job,
                               const char *owner,
                               const ExmUrlSeen *seen,
                               const ExmRunCounts *counts,
                               GError **error);

/**
 * exm_store_park_jobs:
 * @run_id: a run that is stopped
 *
 * Its jobs wait for the task's next run; those that are leased stay as they are.
 */
gboolean exm_store_park_jobs (ExmStore *self, gint64 run_id, GError **error);

/* Reads the lists, feeds and sitemaps of a task in full the next time, changed or not:
 * for when not all that they listed was taken up. */
gboolean exm_store_forget_sources (ExmStore *self, const char *uid, GError **error);

/* @run_id: 0 for the jobs of all runs */
gboolean
exm_store_count_jobs (ExmStore *self, gint64 run_id, gint64 *n_jobs, GError **error);

/* Those of one run that are not leased and were not tried before. */
gboolean exm_store_count_untried_jobs (ExmStore *self,
                                       gint64 run_id,
                                       gint64 *n_jobs,
                                       GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset if the task has not seen
 * it */
ExmUrlSeen *exm_store_get_url_seen (ExmStore *self,
                                    const char *uid,
                                    const char *url_key,
                                    GError **error);

/* Returns: (transfer full) (nullable): another address of the task whose article has this
 * content; %NULL with @error unset if there is none */
char *exm_store_find_content (ExmStore *self,
                              const char *uid,
                              const char *content_hash,
                              const char *except_key,
                              GError **error);

/* Articles of several pages */

/**
 * exm_store_add_job_pages:
 * @pages: (element-type ExmArticlePage): those that are known stay as they are
 * @counts: added to those of its run
 */
gboolean exm_store_add_job_pages (ExmStore *self,
                                  const ExmJob *job,
                                  const GPtrArray *pages,
                                  const ExmRunCounts *counts,
                                  GError **error);

/* The further page that @job asked for came. @counts: added to those of its run */
gboolean exm_store_set_job_page (ExmStore *self,
                                 const ExmJob *job,
                                 const char *hash,
                                 const ExmRunCounts *counts,
                                 GError **error);

/* Page @number of @job cannot be had. */
gboolean
exm_store_lose_job_page (ExmStore *self, const ExmJob *job, guint number, GError **error);

/* Returns: (transfer full) (element-type ExmArticlePage): by number */
GPtrArray *exm_store_list_job_pages (ExmStore *self, const ExmJob *job, GError **error);

/* Page @number of a stored article, which it lacked, is stored as @hash. */
gboolean exm_store_set_joined_page (
    ExmStore *self, gint64 article, guint number, const char *hash, GError **error);

/* Returns: (transfer full) (element-type ExmArticlePage): by number; none where the
 * article is one page */
GPtrArray *exm_store_list_article_pages (ExmStore *self, gint64 id, GError **error);

/* Pages and articles */

/**
 * exm_store_put_page:
 * @page: how they came; its hash is not looked at
 * @hash: (out) (transfer full): the name of the bytes
 *
 * The bytes are durable before anything refers to them.
 */
gboolean exm_store_put_page (ExmStore *self,
                             GBytes *bytes,
                             const ExmStoredPage *page,
                             char **hash,
                             GError **error);

/* As exm_store_put_page(), of bytes that were packed on another thread. */
gboolean exm_store_put_packed_page (ExmStore *self,
                                    const ExmPackedPage *packed,
                                    const ExmStoredPage *page,
                                    GError **error);

/* @error: DAMAGED if they are not what was stored */
GBytes *exm_store_get_page (ExmStore *self, const char *hash, GError **error);

/* Returns: (transfer full) (nullable): how a page came last; %NULL with @error unset if
 * nothing is known */
ExmStoredPage *exm_store_get_page_meta (ExmStore *self, const char *hash, GError **error);

/* As exm_store_get_page_meta(), of @url where several addresses gave the same bytes. */
ExmStoredPage *exm_store_get_page_meta_at (ExmStore *self,
                                           const char *hash,
                                           const char *url,
                                           GError **error);

/* An output that an article goes to. */
typedef struct
{
  const char *key;  /* (unowned): which output of the task */
  gboolean held;    /* waits for a person */
  gboolean skipped; /* is not sent unless a person asks for it */
} ExmCommitOutput;

/**
 * ExmArticleCommit:
 * @article: its task_uid says whose it is
 * @content_hash: (nullable): see ExmUrlSeen, as are the two below
 * @outputs: where it goes
 * @deferred: but not before exm_store_settle_article(), or the end of the run
 * @job: (nullable): the job that is done with it, leased to @owner
 * @counts: added to those of the job's run
 * @lines: (element-type ExmSiteLine) (nullable): exm_site_line_list() of its page;
 *   counted if the article is a new one
 * @places: (element-type ExmSitePlace) (nullable): what it teaches the others; the same
 * @replace: store it over an article of the same address, which is left alone otherwise
 * @joins: the pages of @job are those that it was joined of
 */
typedef struct
{
  const ExmArticle *article;
  const char *content_hash;
  const char *etag;
  const char *last_modified;
  const ExmCommitOutput *outputs;
  guint n_outputs;
  gboolean deferred;
  const ExmJob *job;
  const char *owner;
  ExmRunCounts counts;
  const GPtrArray *lines;
  const GArray *places;
  gboolean replace;
  gboolean joins;
} ExmArticleCommit;

/**
 * exm_store_commit_article:
 * @article_id: (out): its row
 * @error: (out): LEASE_LOST if the job is not @owner's any more
 *
 * The article, what is known of its address, its place in the queue of each output, the
 * end of the job and the counts of the run: all in one transaction, so that a crash
 * leaves either all or nothing. An output gets an article once, however often it is
 * committed.
 */
gboolean exm_store_commit_article (ExmStore *self,
                                   const ExmArticleCommit *commit,
                                   gint64 *article_id,
                                   GError **error);

/**
 * exm_store_replace_article:
 * @article: of an address that has one
 * @content_hash: (nullable): see ExmUrlSeen
 *
 * Stores it over the one of the same address, which keeps its row. What is known of the
 * address, its publications and all counts stay.
 */
gboolean exm_store_replace_article (ExmStore *self,
                                    const ExmArticle *article,
                                    const char *content_hash,
                                    GError **error);

/* Former articles: as they were before they were extracted or fetched again, for 30 days
 */

/**
 * exm_store_keep_former:
 * @id: of an article
 *
 * Keeps what it is now, in place of what was kept before; unless that was begun and
 * exm_store_seal_former() did not follow.
 */
gboolean
exm_store_keep_former (ExmStore *self, gint64 id, gint64 now_usec, GError **error);

/* Notes what was made of it; whatever else the article is later was changed since. */
gboolean exm_store_seal_former (ExmStore *self, gint64 id, GError **error);

/* Forgets a part of those that were kept more than 30 days ago: some thousand at most. */
gboolean exm_store_drop_formers (ExmStore *self, gint64 now_usec, GError **error);

/**
 * exm_store_get_former:
 * @changed: (out): whether it was changed, corrected or called right since
 * @approved_usec: (out): when a person had called it right before, 0 for never
 *
 * Returns: (transfer full) (nullable): what it was; %NULL with @error unset if nothing is
 *   kept
 */
ExmArticle *exm_store_get_former (
    ExmStore *self, gint64 id, gboolean *changed, gint64 *approved_usec, GError **error);

/* @begun: also where exm_store_seal_former() did not follow */
gboolean
exm_store_forget_former (ExmStore *self, gint64 id, gboolean begun, GError **error);

/* @page_hash: of the page that was fetched in place of one that was lost; the article
 * stays as it is */
gboolean exm_store_set_article_page (ExmStore *self,
                                     gint64 article_id,
                                     const char *page_hash,
                                     GError **error);

ExmArticle *exm_store_get_article (ExmStore *self, gint64 id, GError **error);

/* Returns: (transfer full) (element-type ExmArticleInfo): newest first */
GPtrArray *
exm_store_list_articles (ExmStore *self, const ExmArticleFilter *filter, GError **error);

gboolean exm_store_delete_article (ExmStore *self, gint64 id, GError **error);

/* @has: (out): whether the task, which may be in the trash, has an article of that key */
gboolean exm_store_has_article (
    ExmStore *self, const char *uid, const char *url_key, gboolean *has, GError **error);

/* Labels and statistics of lines */

/**
 * exm_store_put_labels:
 * @url_key: the page's address
 * @page_hash: its bytes
 * @labels: (element-type ExmLabel): what holds of it from now on; what held and is not
 *   among them ends
 * @n_changed: (out) (optional): labels that were added or ended by it
 *
 * The article is left as it is: see exm_worker_reextract().
 */
gboolean exm_store_put_labels (ExmStore *self,
                               const char *uid,
                               const char *url_key,
                               const char *page_hash,
                               const GArray *labels,
                               gint64 now_usec,
                               guint *n_changed,
                               GError **error);

/* Returns: (transfer full) (element-type ExmStoredLabel): those that hold, of all pages
 * of the task, oldest first */
GPtrArray *exm_store_list_labels (ExmStore *self, const char *uid, GError **error);

/* Returns: (transfer full): how many pages of the task had each line, as far as they were
 * committed with their lines; lines of few pages are forgotten. O(lines) */
ExmSiteStat *exm_store_get_site_stat (ExmStore *self, const char *uid, GError **error);

/**
 * exm_store_forget_learned:
 *
 * Forgets where the bodies of the task's pages were; lines and rulings stay.
 */
gboolean exm_store_forget_learned (ExmStore *self, const char *uid, GError **error);

/**
 * exm_store_learn:
 * @site: what was learned of the task
 *
 * Adds it to what is learned: takes back exm_store_forget_learned().
 */
gboolean exm_store_learn (ExmStore *self,
                          const char *uid,
                          const ExmSiteStat *site,
                          GError **error);

/**
 * exm_store_rule_line:
 * @line: key, ruling, and text if it is known
 *
 * Sets the ruling of a line for all pages of the task that are extracted from now on;
 * articles that are there stay as they are.
 */
gboolean exm_store_rule_line (ExmStore *self,
                              const char *uid,
                              const ExmSiteLine *line,
                              GError **error);

/* Publishing: by the process that collects alone */

/**
 * exm_store_list_due_publications:
 * @busy: (nullable): keys of outputs that are left out, with \x1e around each
 *
 * Returns: (transfer full) (element-type ExmPublication): the longest due first
 */
GPtrArray *exm_store_list_due_publications (
    ExmStore *self, gint64 now_usec, guint limit, const char *busy, GError **error);

/* Returns: (transfer full) (element-type ExmPublication): those of one article */
GPtrArray *
exm_store_list_publications (ExmStore *self, gint64 article_id, GError **error);

/* @place: (nullable): where it went; @device: on which file system, 0 if it is not known;
 * NOT_FOUND if it does not wait any more */
gboolean exm_store_set_published (ExmStore *self,
                                  gint64 id,
                                  const char *place,
                                  gint64 device,
                                  gint64 now_usec,
                                  GError **error);

/* The longest pause between two attempts to publish. */
#define EXM_STORE_MAX_PUBLISH_PAUSE_USEC (6 * G_TIME_SPAN_HOUR)

/* Attempts to publish before it is given up: about two days. */
#define EXM_STORE_PUBLISH_ATTEMPTS 16u

/* Returns: how long the next attempt waits after one that failed with @before before it,
 * in microseconds; 0 where there is none any more */
gint64 exm_store_get_publish_pause (gint64 before);

/**
 * exm_store_publish_failed:
 * @message: why, in words
 * @said: (nullable): the same for exm_said_to_words(), by which it is read
 * @for_good: trying again would not help
 * @next_usec: (out) (optional): when it is tried again: after 1 minute, then 2, 4 … up to
 *   6 hours; 0 if not any more
 */
gboolean exm_store_publish_failed (ExmStore *self,
                                   gint64 id,
                                   const char *message,
                                   const char *said,
                                   gboolean for_good,
                                   gint64 now_usec,
                                   gint64 *next_usec,
                                   GError **error);

/* @has: (out): whether an article was published by this output; @device: (out): on which
 * file system the last time, 0 if that is not known */
gboolean exm_store_has_published (ExmStore *self,
                                  const char *output_key,
                                  gboolean *has,
                                  gint64 *device,
                                  GError **error);

/* Publications of an article that are deferred are due now. */
gboolean exm_store_end_deferral (ExmStore *self,
                                 const char *uid,
                                 const char *url_key,
                                 gint64 now_usec,
                                 GError **error);

/* Makes all publications of an output due now that failed after all their attempts or
 * wait for the next one: the output works again. Those that failed for good stay failed.
 * Cost: O(their number). */
gboolean exm_store_revive_publications (ExmStore *self,
                                        const char *output_key,
                                        gint64 now_usec,
                                        GError **error);

/* @busy: (nullable): as above; @next_usec: (out): when the next one is due, 0 if none
 * waits */
gboolean exm_store_get_next_publication (ExmStore *self,
                                         const char *busy,
                                         gint64 *next_usec,
                                         GError **error);

/* Hosts, events, settings, numbers */

gboolean exm_store_put_host (ExmStore *self, const ExmHostRecord *record, GError **error);

/**
 * exm_store_put_tdmrep:
 * @host: an origin
 * @text: (nullable): its tdmrep.json; %NULL: it has none
 * @until_usec: how long that holds, Unix time in microseconds
 *
 * Everything else that is known of the host stays.
 */
gboolean exm_store_put_tdmrep (ExmStore *self,
                               const char *host,
                               const char *text,
                               gint64 until_usec,
                               GError **error);

/* Forgets the hosts of which nothing held after @before_usec. */
gboolean exm_store_prune_hosts (ExmStore *self, gint64 before_usec, GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset if nothing is known */
ExmHostRecord *exm_store_get_host (ExmStore *self, const char *host, GError **error);

/* Events that are kept. */
#define EXM_STORE_MAX_EVENTS 20000u

/* @uid: (nullable): the task that it is about; @said: (nullable): @message for
 * exm_said_to_words(), by which it is read */
gboolean exm_store_add_event (ExmStore *self,
                              const char *uid,
                              ExmEventLevel level,
                              const char *message,
                              const char *said,
                              gint64 now_usec,
                              GError **error);

/* @value: (nullable): %NULL forgets it. Never a secret. */
gboolean exm_store_set_setting (ExmStore *self,
                                const char *key,
                                const char *value,
                                GError **error);

/* Returns: (transfer full) (element-type utf8): the keys of settings that begin with
 * @prefix. Cost: O(settings). */
GPtrArray *exm_store_list_settings (ExmStore *self, const char *prefix, GError **error);

/* Returns: (transfer full) (nullable): %NULL with @error unset if it is not set */
char *exm_store_get_setting (ExmStore *self, const char *key, GError **error);

ExmStoreStats *exm_store_get_stats (ExmStore *self, GError **error);

G_END_DECLS
