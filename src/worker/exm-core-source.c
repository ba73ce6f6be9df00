/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-core.h"

#include "exm-feed.h"
#include "exm-links.h"
#include "exm-sitemap.h"
#include "exm-url-key.h"
#include "exm-verification.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* What a source's addresses become. */
typedef struct
{
  ExmCore *core;     /* (unowned) */
  ExmCoreTask *task; /* (unowned) */
  const ExmJob *job; /* (unowned) */
  GPtrArray *found;  /* (owned) (element-type ExmJob): articles */
  GPtrArray *old;  /* (owned) (element-type ExmJob): articles the first run passes over */
  GPtrArray *more; /* (owned) (element-type ExmJob): further pages of the source */
  gint64 now_usec;
} Reading;

static ExmJob *
make_job (const Reading *reading, const char *kind, const char *url, const char *payload)
{
  g_autofree char *key = exm_url_get_key (url, NULL);
  if (key == NULL)
    return NULL;

  ExmJob *job = exm_job_new ();
  job->run_id = reading->task->run_id;
  job->kind = g_strdup (kind);
  job->url = g_strdup (url);
  job->url_key = g_steal_pointer (&key);
  job->due_usec = reading->now_usec;
  job->payload = g_strdup (payload);
  return job;
}

/* @date_usec: of the article, or %EXM_DATE_NONE */
static void
add_article (Reading *reading, const char *url, const char *title, gint64 date_usec)
{
  const ExmTaskFields *fields = exm_task_get (reading->task->task);
  ExmJob *job;

  if (url == NULL
      || exm_url_filter_check (reading->task->filter, url, NULL)
             != EXM_URL_VERDICT_MATCHED)
    return;
  reading->task->n_listed++;
  /* What is too old for the first run is marked as seen, or the next run would take it.
   */
  gboolean old = reading->task->first_run && fields->first_run == EXM_FIRST_RUN_DAYS
                 && date_usec != EXM_DATE_NONE
                 && date_usec < reading->now_usec
                                    - (gint64) fields->first_run_days * G_TIME_SPAN_DAY;
  job = make_job (reading, EXM_JOB_ARTICLE, url, title);
  if (job != NULL)
    g_ptr_array_add (old ? reading->old : reading->found, job);
}

static gboolean
read_list (Reading *reading, ExmFetched *fetched, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (reading->task->task);
  const ExmPageHints hints
      = { .url = fetched->final_url, .http_charset = fetched->charset };
  g_autoptr (ExmPageText) page = exm_page_read (fetched->body, &hints, error);
  const char *example = NULL;
  guint n_more = reading->job->payload != NULL ? (guint) atoi (reading->job->payload) : 0;

  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  if (fields->examples->len > 0)
    example = g_array_index (fields->examples, ExmTaskExample, 0).url;
  /* Patterns that the operator gave say what an article is; without them the links that
   * are built as the example's address are. */
  g_autoptr (GPtrArray) articles = fields->include->len > 0
                                       ? g_ptr_array_ref (links)
                                       : exm_links_find_articles (page, links, example);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (articles, i);
      add_article (reading, link->url, link->text, link->date_usec);
    }
  if (articles->len == 0 && exm_page_asks_verification (page))
    reading->task->asked_verification = TRUE;
  g_autofree char *next = n_more > 0 ? exm_links_find_next (page, links) : NULL;
  if (next != NULL)
    {
      g_autofree char *left = g_strdup_printf ("%u", n_more - 1);
      ExmJob *job = make_job (reading, EXM_JOB_LIST, next, left);
      if (job != NULL)
        g_ptr_array_add (reading->more, job);
    }
  return TRUE;
}

static gboolean
read_feed (Reading *reading, ExmFetched *fetched, GError **error)
{
  g_autoptr (ExmFeed) feed
      = exm_feed_read (fetched->body, fetched->final_url, fetched->charset, error);

  if (feed == NULL)
    return FALSE;
  for (guint i = 0; i < exm_feed_get_n_items (feed); i++)
    {
      const ExmFeedItem *item = exm_feed_get_item (feed, i);
      add_article (reading, item->url, item->title, item->published.usec);
    }
  return TRUE;
}

static gboolean
on_sitemap_entry (const ExmSitemapEntry *entry, gpointer data)
{
  Reading *reading = data;
  guint depth = reading->job->payload != NULL ? (guint) atoi (reading->job->payload) : 0;

  if (!entry->is_sitemap)
    add_article (reading, entry->url, entry->title,
                 entry->published_usec != EXM_DATE_NONE ? entry->published_usec
                                                        : entry->modified_usec);
  else if (depth < EXM_SITEMAP_MAX_DEPTH)
    {
      g_autofree char *deeper = g_strdup_printf ("%u", depth + 1);
      ExmJob *job = make_job (reading, EXM_JOB_SITEMAP, entry->url, deeper);
      if (job != NULL)
        g_ptr_array_add (reading->more, job);
    }
  return TRUE;
}

static gboolean
read_sitemap (Reading *reading, ExmFetched *fetched, GError **error)
{
  g_auto (ExmSitemapReport) report = { 0 };
  return exm_sitemap_read (fetched->body, fetched->final_url, fetched->charset,
                           on_sitemap_entry, reading, &report, error);
}

/* Leaves no more new addresses than the run may still take. @cut: (out): whether some
 * were cut off */
static gboolean
cut_found (Reading *reading, gboolean *cut, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (reading->task->task);
  guint room
      = fields->max_articles - MIN (reading->task->progress->n_new, fields->max_articles);
  guint n_new = 0, n_kept = 0;

  for (guint i = 0; i < reading->found->len; i++)
    {
      const ExmJob *job = g_ptr_array_index (reading->found, i);
      g_autoptr (GError) problem = NULL;
      g_autoptr (ExmUrlSeen) seen = exm_store_get_url_seen (
          reading->core->store, fields->uid, job->url_key, &problem);
      if (problem != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (seen == NULL && ++n_new > room)
        continue;
      gpointer *place = &g_ptr_array_index (reading->found, n_kept);
      gpointer *from = &g_ptr_array_index (reading->found, i);
      gpointer kept = *from;
      *from = *place;
      *place = kept;
      n_kept++;
    }
  g_ptr_array_set_size (reading->found, (gint) n_kept);
  *cut = n_new > room;
  return TRUE;
}

/* @skip: (out): whether what the source lists is not wanted: a first run that takes what
 * is new alone */
static gboolean
skips_found (Reading *reading, gboolean *skip, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (reading->task->task);
  const char *key = reading->job->url_key;

  *skip = FALSE;
  if (fields->first_run != EXM_FIRST_RUN_NEW || reading->found->len == 0)
    return TRUE;
  return exm_core_is_first_reading (reading->core, fields->uid, key, skip, error)
         && (!*skip
             || exm_core_end_first_reading (reading->core, fields->uid, key, error));
}

/* Articles and further pages go into the store; then the source is done. In a group. */
static gboolean
store_found (Reading *reading, ExmFetched *fetched, ExmRunCounts *counts, GError **error)
{
  ExmCore *self = reading->core;
  const ExmTaskFields *fields = exm_task_get (reading->task->task);
  g_autoptr (ExmUrlSeen) seen = exm_url_seen_new ();
  guint n_new = 0;
  gboolean skip = FALSE, cut = FALSE;

  if (!skips_found (reading, &skip, error)
      || (fields->max_articles > 0 && !skip && !cut_found (reading, &cut, error)))
    return FALSE;
  if (reading->old->len > 0
      && !exm_store_discover (self->store, fields->uid, reading->old, TRUE,
                              reading->now_usec, &n_new, error))
    return FALSE;
  n_new = 0;
  if (reading->found->len > 0
      && !exm_store_discover (self->store, fields->uid, reading->found, skip,
                              reading->now_usec, &n_new, error))
    return FALSE;
  for (guint i = 0; i < reading->more->len; i++)
    if (!exm_store_add_job (self->store, fields->uid,
                            g_ptr_array_index (reading->more, i), error))
      return FALSE;
  *counts = (ExmRunCounts){
    .n_found = reading->found->len,
    .n_new = skip ? 0 : n_new,
    .n_bytes = g_bytes_get_size (fetched->body),
  };
  seen->url_key = g_strdup (reading->job->url_key);
  seen->state = EXM_URL_SOURCE;
  seen->last_fetched_usec = reading->now_usec;
  seen->etag = g_strdup (fetched->etag);
  seen->last_modified = g_strdup (fetched->last_modified);
  return exm_store_finish_job (self->store, reading->job, EXM_CORE_OWNER, seen, counts,
                               error)
         /* The rest is for the next run, whether the sources change or not. */
         && (!cut || exm_store_forget_sources (self->store, fields->uid, error));
}

/* All or nothing: read a second time after a crash, the source would list nothing new. */
static gboolean
store_reading (Reading *reading, ExmFetched *fetched, GError **error)
{
  ExmCore *self = reading->core;
  ExmRunCounts counts = { 0 };

  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  if (!store_found (reading, fetched, &counts, error)
      || !exm_store_commit_group (self->store, error))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  exm_core_count (self, reading->task, &counts);
  return TRUE;
}

void
exm_core_read_source (ExmCore *self, ExmCoreTask *task, ExmJob *job, ExmFetched *fetched)
{
  Reading reading = {
    .core = self,
    .task = task,
    .job = job,
    .found = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref),
    .old = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref),
    .more = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref),
    .now_usec = exm_core_now (self),
  };
  g_autoptr (GError) error = NULL;
  gboolean good = TRUE;

  if (fetched->status == 304)
    task->n_unchanged++;
  else
    {
      task->n_read++;
      g_free (task->read_url);
      task->read_url = g_strdup (job->url);
      if (strcmp (job->kind, EXM_JOB_FEED) == 0)
        good = read_feed (&reading, fetched, &error);
      else if (strcmp (job->kind, EXM_JOB_SITEMAP) == 0)
        good = read_sitemap (&reading, fetched, &error);
      else
        good = read_list (&reading, fetched, &error);
    }
  if (!good || !store_reading (&reading, fetched, &error))
    exm_core_fail_job (self, task, job, error);
  g_ptr_array_unref (reading.found);
  g_ptr_array_unref (reading.old);
  g_ptr_array_unref (reading.more);
  exm_core_end_job (self, task, job);
}
