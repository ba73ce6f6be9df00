/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-key.h"
#include "jobs/exm-article-job.h"
#include "jobs/exm-article-pages.h"
#include "resources/exm-article-resources.h"
#include "resources/exm-page-sheets.h"
#include "task/exm-output-rules.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The example's own page waits at least so long for another page of the task. */
#define EXAMPLE_WAIT_USEC (G_USEC_PER_SEC / 4)

/* Attempts at a page that ends in its middle although all that was announced came, before
 * its article is held: it may be so at every attempt. */
#define CUT_ATTEMPTS 2u

/* Articles of one transaction, and how long one waits for others to share its syncs. */
#define GROUP_ARTICLES 32u
#define GROUP_USEC (50 * G_TIME_SPAN_MILLISECOND)

/* The statistics of a task's pages are read again when there are so much more of them:
 * one in eight. */
#define SITE_GROWTH 8u

/* One page on its way through the pool; what the pool touches is immutable or its own. */
typedef struct
{
  ExmCore *core;          /* (unowned): worker thread only */
  ExmCoreTask *task;      /* (unowned): worker thread only */
  ExmTask *definition;    /* (owned) */
  ExmJob *job;            /* (owned) */
  ExmArticlePages *pages; /* (owned) */
  ExmWorkMarks *marks;    /* (owned) */
  ExmArticleJob work;     /* (owned): its fields */
  GPtrArray *wanted; /* (owned) (nullable) (element-type ExmHeldResource): what is kept */
  gboolean wants_icon;   /* the site's is looked for */
  char *icon;            /* (owned) (nullable): the one that the page names */
  ExmPackedPage *packed; /* (owned) (nullable): its bytes, where they came just now */
  ExmRunCounts counts;   /* of what is stored, as far as it succeeds */
  gboolean asks;         /* for further pages; else its job has ended */
  GError *error;         /* (owned) (nullable): why it could not be stored */
  ExmArticle *article;   /* (owned) (nullable): in the group; it has the fields then */
} Page;

static void
page_free (gpointer data)
{
  Page *page = data;

  exm_task_unref (page->definition);
  exm_job_unref (page->job);
  exm_article_pages_free (page->pages);
  exm_article_job_clear (&page->work);
  exm_work_marks_unref (page->marks);
  g_clear_pointer (&page->wanted, g_ptr_array_unref);
  g_free (page->icon);
  g_clear_pointer (&page->packed, exm_packed_page_free);
  g_clear_error (&page->error);
  g_clear_pointer (&page->article, exm_article_unref);
  g_free (page);
}

/* Names the page by its bytes, and compresses them. */
static gboolean
pack (Page *page, GError **error)
{
  if (page->pages->hash != NULL)
    return TRUE;
  page->packed = exm_packed_page_new (page->work.bytes, error);
  if (page->packed == NULL)
    return FALSE;
  page->work.fields.page_hash = g_strdup (page->packed->hash);
  page->work.is_example
      = exm_article_job_is_example (exm_task_get (page->definition), page->packed->hash);
  return TRUE;
}

static void
extract_in_pool (GTask *gtask, gpointer source, gpointer data, GCancellable *cancellable)
{
  Page *page = data;
  GError *error = NULL;
  guint mark = exm_work_marks_begin (page->marks, page->job->id);
  gboolean good
      = pack (page, &error) && exm_article_job_run (&page->work, cancellable, &error);

  exm_work_marks_end (page->marks, mark);
  if (good)
    page->wanted = exm_article_resources_list (page->definition, page->work.fields.html,
                                               page->work.bytes, page->work.url);
  if (good && page->wants_icon)
    page->icon = exm_page_sheets_find_icon (page->work.bytes, page->work.url);
  if (good)
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

GArray *
exm_core_list_outputs (const ExmTask *task,
                       ExmArticleState state,
                       const ExmArticleFields *article,
                       gboolean backlog,
                       GPtrArray *keys)
{
  const ExmTaskFields *fields = exm_task_get (task);
  GArray *outputs = g_array_new (FALSE, FALSE, sizeof (ExmCommitOutput));

  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      if (!output->enabled
          || (article != NULL && !exm_output_rules_take (output, article)))
        continue;
      ExmCommitOutput commit = {
        .skipped = backlog && !exm_output_rules_wants_backlog (output),
        .key = exm_worker_dup_output_key (output),
        .held = state == EXM_ARTICLE_DOES_NOT_FIT || state == EXM_ARTICLE_EMPTY
                || state == EXM_ARTICLE_INCOMPLETE
                || (state == EXM_ARTICLE_UNSURE
                    && (output->hold_unsure || fields->articles_only)),
      };
      g_ptr_array_add (keys, (gpointer) commit.key);
      g_array_append_val (outputs, commit);
    }
  return outputs;
}

static void
emit_article (const Page *page)
{
  const ExmArticleFields *fields = exm_article_get (page->article);
  const char *title = exm_metadata_get (fields->metadata, EXM_FIELD_TITLE);
  ExmWorkerEvent *event = exm_worker_event_copy (page->task->progress);

  page->task->n_incomplete += fields->state == EXM_ARTICLE_INCOMPLETE;
  event->kind = EXM_WORKER_ARTICLE;
  event->url = g_strdup (fields->url);
  event->message = g_strdup (title);
  event->state = g_strdup (exm_article_state_get_name (fields->state));
  event->confidence = fields->confidence;
  exm_core_emit (page->core, event);
}

/* Counts the fetch that came to an end just now, if there was one. */
static ExmRunCounts
count_fetched (const ExmFetched *fetched)
{
  return (ExmRunCounts){ .n_fetched = fetched != NULL,
                         .n_bytes
                         = fetched != NULL ? g_bytes_get_size (fetched->body) : 0 };
}

/* Notes what is kept with an article that a person need not look at first. Where that
 * fails it is told, and the article goes without. Returns: (transfer full) (element-type
 * ExmJob): what is to be fetched */
static GPtrArray *
want_resources (const Page *page)
{
  ExmCore *self = page->core;
  ExmArticleState state = page->work.fields.state;
  GPtrArray *jobs = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  g_autoptr (GError) error = NULL;

  if ((state != EXM_ARTICLE_GOOD && state != EXM_ARTICLE_UNSURE) || page->wanted->len == 0
      || exm_core_get_resources (self, TRUE) == NULL)
    return jobs;
  exm_core_check_resources (self, FALSE);
  exm_fail_point ("worker.wants.before");
  if (!exm_article_resources_want (self->resources, page->job, page->wanted, jobs,
                                   &error))
    exm_core_problem (self, page->task, page->job->url, error);
  exm_fail_point ("worker.wants.after");
  return jobs;
}

/* Stores the article and the jobs that belong to it. */
static gboolean
commit_with (Page *page,
             const ExmArticleCommit *what,
             const GPtrArray *jobs,
             GError **error)
{
  ExmCore *self = page->core;
  gint64 id = 0;
  gboolean done = exm_store_commit_article (self->store, what, &id, error);

  for (guint i = 0; done && i < jobs->len; i++)
    done = exm_store_add_job (self->store, page->job->task_uid,
                              g_ptr_array_index (jobs, i), error);
  return done;
}

/* Adds what the pool found to the group. */
static gboolean
commit (Page *page, GError **error)
{
  g_autofree char *content_hash = NULL;
  ExmArticleState state = page->work.fields.state;
  gsize n_text = page->work.fields.text != NULL ? strlen (page->work.fields.text) : 0;
  const ExmFetched *fetched = page->pages->fetched;
  ExmRunCounts *counts = &page->counts;
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) outputs = exm_core_list_outputs (
      page->task->task, state, &page->work.fields, page->job->backlog, keys);
  g_autoptr (GPtrArray) jobs = want_resources (page);

  counts->n_articles = 1;
  counts->n_flagged = state != EXM_ARTICLE_GOOD;
  counts->n_backlog = page->job->backlog;
  counts->n_backlog_flagged = page->job->backlog && state != EXM_ARTICLE_GOOD;
  /* A part is no twin of the whole, which is still to come from somewhere. */
  if (n_text > 0 && state != EXM_ARTICLE_INCOMPLETE)
    content_hash
        = g_compute_checksum_for_string (G_CHECKSUM_SHA256, page->work.fields.text, -1);
  page->article = exm_article_new (&page->work.fields);
  const ExmArticleCommit what = {
    .article = page->article,
    .content_hash = content_hash,
    .etag = fetched != NULL ? fetched->etag : NULL,
    .last_modified = fetched != NULL ? fetched->last_modified : NULL,
    .outputs = (const ExmCommitOutput *) (gpointer) outputs->data,
    .n_outputs = outputs->len,
    .deferred = exm_core_makes_two_passes (page->task) || jobs->len > 0,
    .job = page->job,
    .owner = EXM_CORE_OWNER,
    .counts = *counts,
    .lines = page->work.lines,
    .places = page->work.places,
    .joins = page->job->n_pages > 0 && !page->work.took_all,
  };
  exm_fail_point ("worker.article.before");
  return commit_with (page, &what, jobs, error);
}

/* @other: (out): the same text is under another address of the task: the same article */
static gboolean
find_twin (Page *page, char **other, GError **error)
{
  g_autoptr (GError) problem = NULL;

  *other = NULL;
  if (page->work.fields.text == NULL || *page->work.fields.text == '\0'
      || page->work.fields.state == EXM_ARTICLE_INCOMPLETE)
    return TRUE;
  g_autofree char *hash
      = g_compute_checksum_for_string (G_CHECKSUM_SHA256, page->work.fields.text, -1);
  *other = exm_store_find_content (page->core->store, page->job->task_uid, hash,
                                   page->job->url_key, &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
finish_twin (Page *page, GError **error)
{
  ExmCore *self = page->core;
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();

  seen->url_key = g_strdup (page->job->url_key);
  seen->state = EXM_URL_DONE;
  seen->last_fetched_usec = exm_core_now (self);
  return exm_store_finish_job (self->store, page->job, EXM_CORE_OWNER, seen,
                               &page->counts, error);
}

static gboolean
store_page (Page *page, GError **error)
{
  g_autofree char *twin = NULL;

  if (!find_twin (page, &twin, error))
    return FALSE;
  return twin != NULL ? finish_twin (page, error) : commit (page, error);
}

static GError *
make_cut_error (const Page *page)
{
  return exm_fetch_error_new (EXM_FETCH_ERROR_TRUNCATED, page->pages->fetched,
                              /* translators: a URL, then the cause */
                              N_ ("Page arrived incomplete: %s (%s). Try again later."),
                              page->job->url, page->work.incomplete);
}

/* A page that has all the others is the article's then. */
static void
name_all (Page *page)
{
  ExmArticleFields *fields = &page->work.fields;

  g_free (fields->final_url);
  fields->final_url = g_strdup (page->pages->all->url);
  g_free (fields->page_hash);
  fields->page_hash = g_strdup (page->pages->all_hash);
}

/* Notes which pages are to be fetched. */
static gboolean
ask_further (Page *page, GError **error)
{
  g_autoptr (GPtrArray) wanted
      = exm_article_pages_list_wanted (page->pages, &page->work.pages);

  page->asks = wanted->len > 0;
  if (!page->asks)
    return TRUE;
  exm_fail_point ("worker.further.before");
  return exm_store_add_job_pages (page->core->store, page->job, wanted, &page->counts,
                                  error);
}

static void
fill_meta (ExmStoredPage *page, const ExmFetched *fetched, gint64 fetched_usec)
{
  page->url = g_strdup (fetched->url);
  page->final_url = g_strdup (fetched->final_url);
  page->status = fetched->status;
  page->charset = g_strdup (fetched->charset);
  page->headers = exm_fetched_write_record (fetched);
  page->fetched_usec = fetched_usec;
}

/* Stores the bytes that came, if they came just now. */
static gboolean
put_page (Page *page, GError **error)
{
  g_autoptr (ExmStoredPage) meta = exm_stored_page_new ();

  if (page->packed == NULL)
    return TRUE;
  page->pages->hash = g_strdup (page->packed->hash);
  fill_meta (meta, page->pages->fetched, page->work.fields.collected_usec);
  return exm_store_put_packed_page (page->core->store, page->packed, meta, error);
}

/* Asks for what the article still lacks, or stores it. */
static gboolean
go_on (Page *page, GError **error)
{
  page->counts = count_fetched (page->pages->fetched);
  /* The clock may have been set back: what is due then would wait. */
  page->work.fields.collected_usec
      = MIN (page->work.fields.collected_usec, exm_core_now (page->core));
  if (!put_page (page, error))
    return FALSE;
  if (page->work.took_all)
    name_all (page);
  else if (!ask_further (page, error))
    return FALSE;
  return page->asks || store_page (page, error);
}

/* Adds the page to the group, all of it or nothing. */
static gboolean
add_to_group (Page *page, GError **error)
{
  ExmStore *store = page->core->store;

  if (!exm_store_begin_group (store, error))
    return FALSE;
  if (go_on (page, error))
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

/* Tells what the group has stored of the page, and ends its work. */
static void
end_page (Page *page)
{
  ExmCore *self = page->core;
  ExmCoreTask *task = page->task;

  if (page->error != NULL)
    exm_core_fail_job (self, task, page->job, page->error);
  else
    {
      exm_fail_point (page->asks ? "worker.further.after" : "worker.article.after");
      exm_core_count (self, task, &page->counts);
      if (page->article != NULL)
        emit_article (page);
      if (page->asks)
        exm_core_release_job (self, task, page->job, exm_core_now (self), FALSE);
      exm_core_clear_suspect (self, page->job);
    }
  exm_core_end_work (self, task, page->job);
}

/* Returns: whether all of @group is durable but pages that have an error */
static gboolean
store_group (ExmCore *self, const GPtrArray *group, GError **error)
{
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  for (guint i = 0; i < group->len; i++)
    {
      Page *page = g_task_get_task_data (g_ptr_array_index (group, i));
      if (!add_to_group (page, &page->error))
        g_assert (page->error != NULL);
    }
  return exm_store_commit_group (self->store, error);
}

/* Makes all durable that waits in the group, and tells of it then. */
static void
commit_group (ExmCore *self)
{
  g_autoptr (GPtrArray) group = g_steal_pointer (&self->finished);
  g_autoptr (GError) error = NULL;

  self->finished = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean stored = store_group (self, group, &error);
  for (guint i = 0; i < group->len; i++)
    {
      Page *page = g_task_get_task_data (g_ptr_array_index (group, i));
      if (!stored && page->error == NULL)
        page->error = g_error_copy (error);
      end_page (page);
    }
}

/* With nothing else under way there is nothing to wait for; nor with a clock that was set
 * back. */
gboolean
exm_core_commit_finished (ExmCore *self)
{
  gint64 wait_usec = self->finished_until_usec - exm_core_now (self);

  if (self->finished->len == 0
      || (self->finished->len < self->finished_most
          && self->finished->len < self->n_active && wait_usec > 0
          && wait_usec <= GROUP_USEC && !self->stopping))
    return FALSE;
  commit_group (self);
  return TRUE;
}

/* Returns: how many articles may wait with one of @task. What a page is compared with is
 * no older than it is where statistics are read again when they have grown. */
static guint
get_most (const ExmCoreTask *task)
{
  guint n_pages = task->site != NULL ? exm_site_stat_get_n_pages (task->site) : 0;

  return CLAMP (n_pages / SITE_GROWTH, 1, GROUP_ARTICLES);
}

/* Has the extracted page stored together with others. */
static void
add_finished (ExmCore *self, GTask *gtask)
{
  const Page *page = g_task_get_task_data (gtask);

  if (self->finished->len == 0)
    {
      self->finished_most = GROUP_ARTICLES;
      self->finished_until_usec = exm_core_now (self) + GROUP_USEC;
      exm_core_wake_by (self, self->finished_until_usec);
    }
  self->finished_most = MIN (self->finished_most, get_most (page->task));
  g_ptr_array_add (self->finished, g_object_ref (gtask));
  if (exm_core_commit_finished (self) && !self->stopping)
    exm_core_step (self);
}

/* Keeps the page that nothing was extracted from, and fails its job. */
static void
fail_page (const Page *page, const GError *error)
{
  ExmCore *self = page->core;
  const ExmArticlePages *pages = page->pages;
  g_autofree char *hash = NULL;
  g_autoptr (GError) failure = NULL;

  if (pages->hash == NULL && !self->stopping
      && !exm_core_store_page (self, pages->fetched, &hash, &failure))
    error = failure;
  exm_core_fail_job (self, page->task, page->job, error);
  exm_core_end_job (self, page->task, page->job);
}

/* The icon of its site is for later; who runs once has no later. */
static void
add_icon (const Page *page)
{
  ExmCore *self = page->core;
  gint64 now_usec = exm_core_now (self);
  gint64 due_usec = now_usec + (self->once ? 0 : EXM_CORE_ICON_WAIT_USEC);

  if (exm_icon_queue_add (self->icons, page->task->task, page->job->host, page->job->url,
                          page->icon, now_usec, due_usec))
    exm_core_wake_by (self, due_usec);
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Page *page = g_task_get_task_data (G_TASK (result));
  ExmCore *self = page->core;
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);

  exm_core_end_alone (self, page->job);
  if (good && page->wants_icon)
    add_icon (page);
  if (good && page->work.cut && page->pages->fetched != NULL
      && page->job->attempts < CUT_ATTEMPTS)
    {
      good = FALSE;
      error = make_cut_error (page);
    }
  if (good)
    add_finished (self, G_TASK (result));
  else
    fail_page (page, error);
}

gboolean
exm_core_store_page (ExmCore *self,
                     const ExmFetched *fetched,
                     char **hash,
                     GError **error)
{
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();

  fill_meta (page, fetched, exm_core_now (self));
  return exm_store_put_page (self->store, fetched->body, page, hash, error);
}

/* Chooses for @work what a page is compared with: the examples, but never itself. The
 * example is an article too, and as good a target as any for another page of its section;
 * only where its body was marked, nothing says more of it than the mark. Parses nothing.
 * Returns: %FALSE with @error unset while there is no other page yet */
static gboolean
choose_examples (ExmCore *self,
                 ExmCoreTask *task,
                 const ExmJob *job,
                 ExmArticleJob *work,
                 GError **error)
{
  gint64 n_untried = 0;

  work->examples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_example_source_unref);

  for (guint i = 0; i < task->examples->len; i++)
    {
      ExmExampleSource *example = g_ptr_array_index (task->examples, i);
      if (exm_article_job_compares (g_ptr_array_index (task->example_keys, i),
                                    exm_example_source_is_marked (example), job->url_key))
        g_ptr_array_add (work->examples, exm_example_source_ref (example));
    }
  if (work->examples->len > 0 || task->examples->len == 0)
    return TRUE;
  work->siblings = exm_article_job_list_siblings (self->store, self->engine,
                                                  job->task_uid, job->url_key, error);
  if (work->siblings == NULL)
    return FALSE;
  /* The only page is compared with itself, which says what is the matter. */
  work->fallback = g_ptr_array_ref (task->examples);
  return work->siblings->len > 0
         || (exm_store_count_untried_jobs (self->store, task->run_id, &n_untried, error)
             && task->n_active <= 1 && n_untried == 0
             && !exm_core_has_taken (self, task));
}

gboolean
exm_core_must_wait (ExmCore *self, ExmCoreTask *task, const ExmJob *job)
{
  if (strcmp (job->kind, EXM_JOB_ARTICLE) != 0)
    return FALSE;
  g_autoptr (GError) error = NULL;
  ExmArticleJob work = { 0 };
  gboolean ready = choose_examples (self, task, job, &work, &error);
  exm_article_job_clear (&work);
  if (error != NULL)
    exm_core_problem (self, task, job->url, error);
  return !ready;
}

void
exm_core_reschedule (ExmCore *self, ExmCoreTask *task, ExmJob *job)
{
  const ExmTaskFields *fields = exm_task_get (task->task);
  gint64 wait = MAX (EXAMPLE_WAIT_USEC, (gint64) fields->delay_ms * 1000);

  exm_core_end_alone (self, job);
  exm_core_release_job (self, task, job, exm_core_now (self) + wait, FALSE);
}

/* Adds the knowledge of the task, from its operator and from its pages. A page is
 * extracted without it rather than not at all. The first page of a task without examples
 * has a site of no pages. */
static void
add_knowledge (ExmCore *self, ExmCoreTask *task, ExmArticleJob *work, const char *url_key)
{
  const char *uid = work->fields.task_uid;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) labels = exm_store_list_labels (self->store, uid, &error);

  if (labels != NULL)
    exm_article_job_take_labels (work, labels, url_key);
  if (error == NULL && (task->site == NULL || task->n_since_site >= task->site_lasts))
    {
      g_clear_pointer (&task->site, exm_site_stat_unref);
      task->site = exm_store_get_site_stat (self->store, uid, &error);
      task->n_since_site = 0;
      task->site_lasts
          = task->site != NULL ? exm_site_stat_get_n_pages (task->site) / SITE_GROWTH : 0;
    }
  if (error != NULL)
    exm_core_problem (self, task, work->url, error);
  if (task->site != NULL
      && (exm_site_stat_get_n_pages (task->site) > 0 || task->examples->len == 0
          || exm_site_stat_is_ruled (task->site)))
    work->site = exm_site_stat_ref (task->site);
  task->n_since_site++;
  task->least_site = MIN (
      task->least_site, task->site != NULL ? exm_site_stat_get_n_pages (task->site) : 0);
}

/* Reservations of the site that has the page; where it was sent on to an origin that was
 * not asked, that of the address. */
static char *
dup_tdmrep (ExmCore *self, const char *final_url, const char *url)
{
  char *found = exm_core_dup_tdmrep (self, final_url);

  return found != NULL ? found : exm_core_dup_tdmrep (self, url);
}

/* Has the article extracted from @pages, which it takes, and ends the job. */
static void
extract (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmArticlePages *pages)
{
  const ExmTaskFields *fields = exm_task_get (task->task);
  g_autoptr (GError) error = NULL;
  ExmArticleJob chosen = { 0 };

  if (!choose_examples (self, task, job, &chosen, &error))
    {
      exm_article_job_clear (&chosen);
      exm_article_pages_free (pages);
      if (error != NULL)
        exm_core_fail_job (self, task, job, error);
      else
        exm_core_reschedule (self, task, job);
      exm_core_end_job (self, task, job);
      return;
    }
  Page *page = g_new0 (Page, 1);
  page->core = self;
  page->task = task;
  page->definition = exm_task_ref (task->task);
  page->job = exm_job_ref (job);
  page->pages = pages;
  page->marks = exm_work_marks_ref (self->marks);
  page->work = (ExmArticleJob){
    .engine = g_object_ref (self->engine),
    .bytes = g_bytes_ref (pages->bytes),
    .url = g_strdup (pages->url),
    .http_charset = g_strdup (pages->charset),
    .incomplete = g_strdup (pages->incomplete),
    .record = g_strdup (pages->record),
    .tdmrep = dup_tdmrep (self, pages->url, job->url),
    .further = g_ptr_array_ref (pages->further),
    .all = pages->all != NULL ? exm_further_page_ref (pages->all) : NULL,
    .title = g_strdup (job->payload),
    .examples = chosen.examples,
    .siblings = chosen.siblings,
    .fallback = chosen.fallback,
    .method = g_strdup (fields->method),
    .parameters = g_strdup (fields->parameters),
    .model = task->model != NULL ? exm_method_model_ref (task->model) : NULL,
    .sensitivity = fields->sensitivity,
    .articles_only = fields->articles_only,
    .is_example
    = pages->hash != NULL && exm_article_job_is_example (fields, pages->hash),
    .fields = {
      .task_uid = g_strdup (fields->uid),
      .task_version = task->version,
      .url = g_strdup (job->url),
      .final_url = g_strdup (pages->url),
      .url_key = g_strdup (job->url_key),
      .page_hash = g_strdup (pages->hash),
      .collected_usec = exm_core_now (self),
    },
  };
  page->wants_icon = pages->fetched != NULL
                     && exm_icon_queue_wants (self->icons, task->task, job->url,
                                              pages->url, exm_core_now (self));
  add_knowledge (self, task, &page->work, job->url_key);
  if (!exm_article_job_compare_end (&page->work, self->store, &error))
    {
      exm_core_problem (self, task, job->url, error);
      g_clear_error (&error);
    }
  exm_core_watch_work (self, job);

  g_autoptr (GTask) gtask
      = g_task_new (NULL, exm_core_get_cancellable (self, job), on_extracted, NULL);
  /* One that does not look at its cancellable may go on alone. */
  g_task_set_return_on_cancel (gtask, TRUE);
  g_task_set_source_tag (gtask, exm_core_read_article);
  g_task_set_task_data (gtask, page, page_free);
  g_task_run_in_thread (gtask, extract_in_pool);
  /* Its host is free meanwhile. */
  exm_core_start_next (self, job->host);
}

static gboolean
store_further (ExmCore *self, const ExmJob *job, ExmFetched *fetched, GError **error)
{
  const ExmRunCounts counts = count_fetched (fetched);
  g_autofree char *hash = NULL;

  if (!exm_url_is_same_host (fetched->final_url, job->page_url))
    {
      exm_said_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_REDIRECT,
                          /* translators: two addresses */
                          N_ ("%s led to %s, which is no page of its article"),
                          job->page_url, fetched->final_url);
      return FALSE;
    }
  if (!exm_core_store_page (self, fetched, &hash, error))
    return FALSE;
  exm_fail_point ("worker.further-page.before");
  if (!exm_store_set_job_page (self->store, job, hash, &counts, error))
    return FALSE;
  exm_fail_point ("worker.further-page.after");
  return TRUE;
}

/* Stores a further page that @job asked for, and gives the job back for the next one, or
 * for what is to be done with all. */
static void
take_further (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  const ExmRunCounts counts = count_fetched (fetched);
  g_autoptr (GError) error = NULL;

  if (!store_further (self, job, fetched, &error))
    exm_core_fail_job (self, task, job, error);
  else
    {
      exm_core_count (self, task, &counts);
      exm_core_end_alone (self, job);
      exm_core_release_job (self, task, job, exm_core_now (self), FALSE);
    }
  exm_core_end_job (self, task, job);
}

void
exm_core_read_article (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  if (job->page_url != NULL)
    take_further (self, task, job, fetched);
  else
    extract (self, task, job, exm_article_pages_new (fetched));
}

void
exm_core_read_stored_article (ExmCore *self, ExmCoreTask *task, ExmJob *job)
{
  g_autoptr (GError) error = NULL;
  ExmArticlePages *pages = exm_article_pages_load (self->store, job, &error);

  if (pages != NULL)
    {
      extract (self, task, job, pages);
      return;
    }
  exm_core_fail_job (self, task, job, error);
  exm_core_end_job (self, task, job);
}
