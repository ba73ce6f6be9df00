/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-source-reading.h"

#include "discover/exm-feed-reader.h"
#include "discover/exm-links.h"
#include "discover/exm-sitemap.h"
#include "fetch/exm-url-key.h"
#include "jobs/exm-job-kind.h"
#include "jobs/exm-verification.h"
#include "page/exm-page-reader.h"
#include "url/exm-url-filter.h"

#include <string.h>

/* While it runs. */
typedef struct
{
  ExmSourceReading *reading;   /* (unowned) */
  const ExmTaskFields *fields; /* (unowned) */
  ExmUrlFilter *filter;        /* (owned) */
  GHashTable *met;             /* (owned) (element-type utf8): keys of its pages */
  GHashTable *left_out;        /* (owned) (element-type guint64): marks of the others */
  GCancellable *cancellable;   /* (unowned) (nullable) */
} Reader;

void
exm_source_reading_clear (ExmSourceReading *self)
{
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->job, exm_job_unref);
  g_clear_pointer (&self->fetched, exm_fetched_unref);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->old, g_ptr_array_unref);
  g_clear_pointer (&self->more, g_ptr_array_unref);
  g_clear_pointer (&self->left_out, g_array_unref);
}

static ExmJob *
make_job (const ExmSourceReading *reading,
          const char *kind,
          const char *url,
          const char *payload)
{
  g_autofree char *key = exm_url_get_key (url, NULL);
  if (key == NULL)
    return NULL;

  ExmJob *job = exm_job_new ();
  job->run_id = reading->run_id;
  job->kind = g_strdup (kind);
  job->url = g_strdup (url);
  job->url_key = g_steal_pointer (&key);
  job->due_usec = reading->now_usec;
  job->payload = g_strdup (payload);
  job->backlog = reading->first_run && strcmp (kind, EXM_JOB_ARTICLE) == 0;
  return job;
}

/* Notes that the patterns leave out @url. */
static void
leave_out (Reader *self, const char *url)
{
  g_autofree char *key = exm_url_get_page_key (url);
  guint64 mark = key != NULL ? exm_url_get_mark (key) : 0;

  if (key != NULL && g_hash_table_add (self->left_out, g_memdup2 (&mark, sizeof mark)))
    g_array_append_val (self->reading->left_out, mark);
}

/* @date_usec: of the article, or %EXM_DATE_NONE; @feed: (nullable): facts of its feed */
static void
add_article (Reader *self,
             const char *url,
             const char *title,
             gint64 date_usec,
             ExmFeedFacts *feed)
{
  ExmSourceReading *reading = self->reading;
  const ExmTaskFields *fields = self->fields;
  ExmJob *job;

  if (url == NULL)
    return;
  if (exm_url_filter_check (self->filter, url, NULL) != EXM_URL_VERDICT_MATCHED)
    {
      leave_out (self, url);
      return;
    }
  /* Teaser, picture and headline lead to the same page; it counts once. */
  char *key = exm_url_get_page_key (url);
  if (key == NULL || !g_hash_table_add (self->met, key))
    return;
  reading->n_listed++;
  /* Older articles are marked as seen, or the next run would take them. */
  gboolean old = reading->first_run && fields->first_run == EXM_FIRST_RUN_DAYS
                 && date_usec != EXM_DATE_NONE
                 && date_usec < reading->now_usec
                                    - (gint64) fields->first_run_days * G_TIME_SPAN_DAY;
  job = make_job (reading, EXM_JOB_ARTICLE, url, title);
  if (job == NULL)
    return;
  job->published_usec = date_usec != EXM_DATE_NONE ? date_usec : 0;
  job->place = reading->n_listed;
  job->feed = feed != NULL ? exm_feed_facts_ref (feed) : NULL;
  g_ptr_array_add (old ? reading->old : reading->found, job);
}

/* Sets the dates of those that the patterns take: those beside others say nothing. */
static void
set_dates (Reader *self, const ExmPageText *page, GPtrArray *links)
{
  g_autoptr (GPtrArray) articles = g_ptr_array_new ();

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      if (exm_url_filter_check (self->filter, link->url, NULL) == EXM_URL_VERDICT_MATCHED)
        g_ptr_array_add (articles, g_ptr_array_index (links, i));
    }
  exm_links_set_dates (page, articles);
}

static gboolean
read_list (Reader *self, ExmFetched *fetched, GError **error)
{
  ExmSourceReading *reading = self->reading;
  const ExmTaskFields *fields = self->fields;
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
  if (fields->include->len > 0)
    set_dates (self, page, links);
  for (guint i = 0; i < articles->len && !g_cancellable_is_cancelled (self->cancellable);
       i++)
    {
      const ExmLink *link = g_ptr_array_index (articles, i);
      add_article (self, link->url, link->text, link->date_usec, NULL);
    }
  if (articles->len == 0 && exm_page_asks_verification (page))
    reading->asked_verification = TRUE;
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
read_feed (Reader *self, ExmFetched *fetched, GError **error)
{
  g_autoptr (ExmFeed) feed
      = exm_feed_read (fetched->body, fetched->final_url, fetched->charset, error);

  if (feed == NULL)
    return FALSE;
  for (guint i = 0;
       i < exm_feed_get_n_items (feed) && !g_cancellable_is_cancelled (self->cancellable);
       i++)
    {
      const ExmFeedItem *item = exm_feed_get_item (feed, i);
      add_article (self, item->url, item->title, item->published.usec, item->facts);
    }
  return TRUE;
}

static gboolean
on_sitemap_entry (const ExmSitemapEntry *entry, gpointer data)
{
  Reader *self = data;
  ExmSourceReading *reading = self->reading;
  guint depth = reading->job->payload != NULL ? (guint) atoi (reading->job->payload) : 0;

  if (!entry->is_sitemap)
    add_article (self, entry->url, entry->title,
                 entry->published_usec != EXM_DATE_NONE ? entry->published_usec
                                                        : entry->modified_usec,
                 NULL);
  else if (depth < EXM_SITEMAP_MAX_DEPTH)
    {
      g_autofree char *deeper = g_strdup_printf ("%u", depth + 1);
      ExmJob *job = make_job (reading, EXM_JOB_SITEMAP, entry->url, deeper);
      if (job != NULL)
        g_ptr_array_add (reading->more, job);
    }
  return !g_cancellable_is_cancelled (self->cancellable);
}

static gboolean
read_sitemap (Reader *self, ExmFetched *fetched, GError **error)
{
  g_auto (ExmSitemapReport) report = { 0 };
  return exm_sitemap_read (fetched->body, fetched->final_url, fetched->charset,
                           on_sitemap_entry, self, &report, error);
}

static gboolean
read_kind (Reader *self, GError **error)
{
  const ExmSourceReading *reading = self->reading;
  const char *kind = reading->job->kind;

  if (strcmp (kind, EXM_JOB_FEED) == 0)
    return read_feed (self, reading->fetched, error);
  if (strcmp (kind, EXM_JOB_SITEMAP) == 0)
    return read_sitemap (self, reading->fetched, error);
  return read_list (self, reading->fetched, error);
}

gboolean
exm_source_reading_run (ExmSourceReading *self, GCancellable *cancellable, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (self->task);
  /* One of its own: the task's belongs to the worker's thread. */
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, error);
  g_autoptr (GHashTable) met
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) left_out
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  Reader reader = { .reading = self,
                    .fields = fields,
                    .filter = filter,
                    .met = met,
                    .left_out = left_out,
                    .cancellable = cancellable };

  if (filter == NULL)
    return FALSE;
  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  self->old = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  self->more = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_job_unref);
  self->left_out = g_array_new (FALSE, FALSE, sizeof (guint64));
  /* The parsers look at it between two chunks. */
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  gboolean good = read_kind (&reader, error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (good)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_clear_error (error);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
