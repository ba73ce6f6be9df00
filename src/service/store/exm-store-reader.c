/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-reader.h"

#include "base/exm-said-error.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-search-index.h"
#include "store/exm-store-reading.h"
#include "store/tables/exm-table-backlog.h"
#include "store/tables/exm-table-event.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-label.h"
#include "store/tables/exm-table-line-stat.h"
#include "store/tables/exm-table-page-meta.h"
#include "store/tables/exm-table-page.h"
#include "store/tables/exm-table-publish-queue.h"
#include "store/tables/exm-table-run-page.h"
#include "store/tables/exm-table-run.h"
#include "store/tables/exm-table-setting.h"
#include "store/tables/exm-table-task.h"
#include "store/tables/exm-table-url-seen.h"

#include <glib/gi18n-lib.h>

/* Counting of what a search found is given up after so long. */
#define COUNT_USEC (2 * G_TIME_SPAN_SECOND)

/* State of a thread. It has a reference of its own, so that the last reference to the
 * reader may go away on it. */
typedef struct
{
  char *folder;       /* (owned) */
  GAsyncQueue *queue; /* (owned) (element-type Request) */
  gint closing;       /* atomic */
  GMutex lock;        /* of busy */
  GCancellable *busy; /* (owned) (nullable): of the search under way */

  /* Used by the thread alone. */
  ExmDb *main;           /* (owned) (nullable): until the first query */
  ExmDb *pages;          /* (owned) (nullable): until the first query for a page */
  ExmSearchIndex *index; /* (owned) (nullable): until the first search */
} Inside;

typedef enum
{
  CHANNEL_READ,
  CHANNEL_SEARCH,
  N_CHANNELS
} Channel;

struct _ExmStoreReader
{
  GObject parent_instance;

  Inside *inside[N_CHANNELS];  /* (owned) */
  GMutex lock;                 /* of the fields below */
  GThread *thread[N_CHANNELS]; /* (owned) (nullable): from its first query on */
  gboolean closed;
};

G_DEFINE_FINAL_TYPE (ExmStoreReader, exm_store_reader, G_TYPE_OBJECT)

/* A query on its way through the queue. */
typedef struct
{
  ExmStoreQuery query;       /* with strings of its own */
  GCancellable *cancellable; /* (owned) (nullable) */
  GTask *task;               /* (owned) (nullable): who waits without blocking … */
  GMutex lock;               /* … or the fields below, for who blocks */
  GCond cond;
  gboolean done;
  gboolean stop;    /* no query: the thread is to end */
  gboolean release; /* no query: it is to close its files */
  gpointer result;
  GError *error;  /* (owned) (nullable) */
  Inside *inside; /* (unowned): while it is worked on */
} Request;

static Request *
request_new (const ExmStoreQuery *query, GCancellable *cancellable)
{
  Request *request = g_new0 (Request, 1);

  if (query != NULL)
    request->query = *query;
  request->query.uid = g_strdup (request->query.uid);
  request->query.hash = g_strdup (request->query.hash);
  request->query.url = g_strdup (request->query.url);
  request->query.filter.task_uid = g_strdup (request->query.filter.task_uid);
  request->query.filter.state = g_strdup (request->query.filter.state);
  request->query.filter.tag = g_strdup (request->query.filter.tag);
  request->query.filter.search = g_strdup (request->query.filter.search);
  g_set_object (&request->cancellable, cancellable);
  g_mutex_init (&request->lock);
  g_cond_init (&request->cond);
  return request;
}

static void
request_free (Request *request)
{
  g_free ((char *) request->query.uid);
  g_free ((char *) request->query.hash);
  g_free ((char *) request->query.url);
  g_free ((char *) request->query.filter.task_uid);
  g_free ((char *) request->query.filter.state);
  g_free ((char *) request->query.filter.tag);
  g_free ((char *) request->query.filter.search);
  g_clear_object (&request->cancellable);
  g_clear_object (&request->task);
  g_mutex_clear (&request->lock);
  g_cond_clear (&request->cond);
  g_free (request);
}

static void
clear_inside (Inside *inside)
{
  g_free (inside->folder);
  g_async_queue_unref (inside->queue);
  g_mutex_clear (&inside->lock);
}

/* By which function a result is freed that nobody takes. */
static GDestroyNotify
get_destroy (ExmReadKind kind)
{
  switch (kind)
    {
    case EXM_READ_TASK:
      return (GDestroyNotify) exm_task_unref;
    case EXM_READ_TRASH_TWINS:
      return (GDestroyNotify) exm_trash_twins_unref;
    case EXM_READ_ARTICLE:
      return (GDestroyNotify) exm_article_unref;
    case EXM_READ_PAGE:
      return (GDestroyNotify) g_bytes_unref;
    case EXM_READ_PAGE_META:
      return (GDestroyNotify) exm_stored_page_unref;
    case EXM_READ_SETTING:
    case EXM_READ_ARTICLE_COUNT:
      return g_free;
    case EXM_READ_STATS:
      return (GDestroyNotify) exm_store_stats_unref;
    case EXM_READ_SITE_STAT:
      return (GDestroyNotify) exm_site_stat_unref;
    case EXM_READ_TASKS:
    case EXM_READ_TRASH:
    case EXM_READ_VERSIONS:
    case EXM_READ_ARTICLES:
    case EXM_READ_ARTICLE_PAGES:
    case EXM_READ_PUBLICATIONS:
    case EXM_READ_PAGE_VERSIONS:
    case EXM_READ_RUNS:
    case EXM_READ_RUN_PAGES:
    case EXM_READ_ADDRESSES:
    case EXM_READ_PASSED_OVER:
    case EXM_READ_LABELS:
    case EXM_READ_SITE_LINES:
    case EXM_READ_EVENTS:
    case EXM_READ_DAILY:
    case EXM_READ_TAGS:
    case EXM_READ_UNKNOWN_TASKS:
    default:
      return (GDestroyNotify) g_ptr_array_unref;
    }
}

static ExmDb *
open_file (Inside *inside, const ExmSchema *schema, const char *name, GError **error)
{
  const ExmDbOptions options = { .read_only = TRUE };
  g_autofree char *path = g_build_filename (inside->folder, name, NULL);

  ExmStoreFiles files;

  exm_store_files_find (inside->folder, &files);
  if (!exm_store_folder_check (inside->folder, error)
      || !exm_store_files_are_complete (inside->folder, &files, error))
    return NULL;
  if (!files.has_main && !files.has_empty_main)
    {
      g_autofree char *folder = g_filename_display_name (inside->folder);
      exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                          N_ ("There are no tasks in %s yet: add one first."), folder);
      return NULL;
    }
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autofree char *file = g_filename_display_name (path);
      exm_said_set_error (
          error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
          N_ ("%s is missing: pages that were stored cannot be read. The worker makes a "
              "new one when it runs next; articles are kept."),
          file);
      return NULL;
    }
  return exm_schema_open (schema, path, &options, EXM_SCHEMA_CHECK_NONE, NULL, error);
}

static gboolean
is_over (gpointer data)
{
  Request *request = data;

  return g_cancellable_is_cancelled (request->cancellable)
         || g_atomic_int_get (&request->inside->closing);
}

static gint64 *
read_count (ExmDb *db, const ExmArticleFilter *filter, GError **error)
{
  g_autofree gint64 *count = g_new0 (gint64, 1);

  return exm_table_article_count_matches (db, filter, count, error)
             ? g_steal_pointer (&count)
             : NULL;
}

static gpointer
read_twins (ExmDb *db, const char *uid, GError **error)
{
  gint64 task = 0;

  return exm_table_trash_find (db, uid, &task, error)
             ? exm_table_trash_find_twins (db, task, error)
             : NULL;
}

static gpointer
read_of_task (ExmDb *db, const ExmStoreQuery *query, GError **error)
{
  guint limit = query->limit != 0 ? query->limit : EXM_STORE_PAGE_ROWS;
  gint64 task = 0;

  if (query->uid != NULL && !exm_table_task_find (db, query->uid, &task, error))
    return NULL;
  if (query->kind == EXM_READ_RUNS)
    return exm_table_run_list (db, task, query->id,
                               query->failed_only ? EXM_RUNS_FAILED : EXM_RUNS_ALL, limit,
                               error);
  if (query->kind == EXM_READ_ADDRESSES)
    return exm_table_url_seen_list (db, task, limit, error);
  if (query->kind == EXM_READ_PASSED_OVER)
    return exm_table_passed_over_list (db, task, error);
  if (query->kind == EXM_READ_LABELS)
    return exm_table_label_list (db, task, error);
  if (query->kind == EXM_READ_SITE_STAT)
    return exm_table_line_stat_get (db, task, error);
  if (query->kind == EXM_READ_SITE_LINES)
    return exm_table_line_stat_list (db, task, query->filter.search, query->offset, limit,
                                     error);
  return exm_table_event_list (db, task, query->id, limit, error);
}

static gpointer
check_found (gpointer value, const char *what, const GError *inner, GError **error)
{
  if (value == NULL && inner == NULL)
    exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                        /* translators: a name of a setting or a page */
                        N_ ("Nothing is stored under %s."), what);
  else if (value == NULL)
    g_propagate_error (error, g_error_copy (inner));
  return value;
}

static ExmStoreStats *
read_stats (Inside *inside, GError **error)
{
  g_autoptr (ExmStoreStats) stats = exm_store_stats_new ();
  gint64 n_jobs = 0;

  if (!exm_table_task_count (inside->main, stats, error)
      || !exm_table_article_count (inside->main, stats, error)
      || !exm_table_job_count (inside->main, 0, &n_jobs, error)
      || !exm_table_publish_count (inside->main, stats, error)
      || !exm_table_page_count (inside->pages, stats, error))
    return NULL;
  stats->n_jobs = (guint64) n_jobs;
  return g_steal_pointer (&stats);
}

static gpointer
read_one (Inside *inside, const ExmStoreQuery *query, GError **error)
{
  ExmDb *db = inside->main;
  g_autoptr (GError) inner = NULL;

  switch (query->kind)
    {
    case EXM_READ_TASKS:
      return exm_table_task_list (db, error);
    case EXM_READ_TRASH:
      return exm_table_trash_list (db, error);
    case EXM_READ_TRASH_TWINS:
      return read_twins (db, query->uid, error);
    case EXM_READ_TASK:
      return exm_table_task_read (db, query->uid, query->version, NULL, error);
    case EXM_READ_VERSIONS:
      return exm_table_task_list_versions (db, query->uid, error);
    case EXM_READ_ARTICLES:
      return exm_table_article_list (db, &query->filter, error);
    case EXM_READ_ARTICLE_COUNT:
      return read_count (db, &query->filter, error);
    case EXM_READ_ARTICLE:
      return query->unchecked ? exm_table_article_get_unchecked (db, query->id, error)
                              : exm_table_article_get (db, query->id, error);
    case EXM_READ_ARTICLE_PAGES:
      return exm_table_joined_page_list (db, query->id, error);
    case EXM_READ_PUBLICATIONS:
      return exm_table_publish_list (db, query->id, error);
    case EXM_READ_PAGE:
      return exm_table_page_get (inside->pages, query->hash, error);
    case EXM_READ_PAGE_META:
      return check_found (exm_table_page_meta_find (db, query->hash, query->url, &inner),
                          query->hash, inner, error);
    case EXM_READ_PAGE_VERSIONS:
      return exm_table_page_meta_list_versions (db, query->hash, error);
    case EXM_READ_SETTING:
      return check_found (exm_table_setting_get (db, query->hash, &inner), query->hash,
                          inner, error);
    case EXM_READ_STATS:
      return read_stats (inside, error);
    case EXM_READ_DAILY:
      return exm_table_article_count_daily (db, query->id, error);
    case EXM_READ_TAGS:
      return exm_store_list_tags (db, error);
    case EXM_READ_RUN_PAGES:
      return exm_table_run_page_list (
          db, query->id, query->offset,
          query->limit != 0 ? query->limit : EXM_STORE_PAGE_ROWS, error);
    case EXM_READ_RUNS:
    case EXM_READ_ADDRESSES:
    case EXM_READ_PASSED_OVER:
    case EXM_READ_LABELS:
    case EXM_READ_SITE_STAT:
    case EXM_READ_SITE_LINES:
    case EXM_READ_EVENTS:
    case EXM_READ_UNKNOWN_TASKS:
    default:
      return read_of_task (db, query, error);
    }
}

/* Damage of the one file keeps nobody from reading the other. */
static gboolean
open_files (Inside *inside, ExmReadKind kind, GError **error)
{
  gboolean of_pages = kind == EXM_READ_PAGE || kind == EXM_READ_STATS;

  if (inside->main == NULL)
    inside->main = open_file (inside, &exm_schema_main, EXM_STORE_MAIN_FILE, error);
  if (inside->main != NULL && of_pages && inside->pages == NULL)
    inside->pages = open_file (inside, &exm_schema_pages, EXM_STORE_PAGES_FILE, error);
  return inside->main != NULL && (!of_pages || inside->pages != NULL);
}

static void
set_watch (Inside *inside, ExmDbWatchFunc func, gpointer data, gint64 until_usec)
{
  exm_db_set_watch (inside->main, func, data, until_usec);
  if (inside->pages != NULL)
    exm_db_set_watch (inside->pages, func, data, until_usec);
}

/* Full-text search */

static char *
write_ids (const GPtrArray *hits)
{
  GString *ids = g_string_new ("[");

  for (guint i = 0; i < hits->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (hits, i);
      g_string_append_printf (ids, "%s%" G_GINT64_FORMAT, i > 0 ? "," : "", hit->id);
    }
  g_string_append_c (ids, ']');
  return g_string_free (ids, FALSE);
}

static void
take_marks (ExmArticleInfo *info, const GPtrArray *hits)
{
  for (guint i = 0; i < hits->len; i++)
    {
      const ExmSearchHit *hit = g_ptr_array_index (hits, i);
      if (hit->id != info->id)
        continue;
      if (hit->title->marks->len > 0)
        info->found_title
            = exm_search_snippet_write (hit->title, EXM_FOUND_BEGIN, EXM_FOUND_END);
      if (hit->body->marks->len > 0)
        info->found_text
            = exm_search_snippet_write (hit->body, EXM_FOUND_BEGIN, EXM_FOUND_END);
    }
}

static GPtrArray *
list_found (Inside *inside,
            const ExmSearchQuery *words,
            const ExmArticleFilter *filter,
            GCancellable *cancellable,
            GError **error)
{
  ExmArticleFilter only = *filter;
  g_autoptr (GPtrArray) hits = exm_search_index_find (
      inside->index, words, filter,
      filter->limit != 0 ? filter->limit : EXM_STORE_PAGE_ROWS, NULL, cancellable, error);

  if (hits == NULL)
    return NULL;
  g_autofree char *ids = write_ids (hits);
  only.ids = ids;
  GPtrArray *infos = exm_table_article_list (inside->main, &only, error);
  for (guint i = 0; infos != NULL && i < infos->len; i++)
    take_marks (g_ptr_array_index (infos, i), hits);
  return infos;
}

static gpointer
search (Inside *inside, Request *request, GError **error)
{
  const ExmArticleFilter *filter = &request->query.filter;
  g_autoptr (ExmSearchQuery) words
      = exm_search_query_new (filter->search != NULL ? filter->search : "");
  g_autofree gint64 *n_found = g_new0 (gint64, 1);

  if (inside->index == NULL)
    inside->index = exm_search_index_open (inside->folder, NULL, error);
  if (inside->index == NULL)
    return NULL;
  if (request->query.kind == EXM_READ_UNKNOWN_TASKS)
    return exm_search_index_list_unknown (inside->index, words, error);
  if (request->query.kind == EXM_READ_ARTICLES)
    return list_found (inside, words, filter, request->cancellable, error);
  return exm_search_index_count (inside->index, words, filter,
                                 g_get_monotonic_time () + COUNT_USEC, n_found,
                                 request->cancellable, error)
             ? g_steal_pointer (&n_found)
             : NULL;
}

static void
set_busy (Inside *inside, GCancellable *cancellable)
{
  g_mutex_lock (&inside->lock);
  g_set_object (&inside->busy, cancellable);
  g_mutex_unlock (&inside->lock);
}

static gboolean
is_search (const ExmStoreQuery *query)
{
  return query->kind == EXM_READ_UNKNOWN_TASKS
         || ((query->kind == EXM_READ_ARTICLES || query->kind == EXM_READ_ARTICLE_COUNT)
             && query->filter.search != NULL && *query->filter.search != '\0');
}

static gpointer
search_until_closed (Inside *inside, Request *request, GError **error)
{
  if (request->cancellable == NULL)
    request->cancellable = g_cancellable_new ();
  set_busy (inside, request->cancellable);
  gpointer result
      = !g_atomic_int_get (&inside->closing) ? search (inside, request, error) : NULL;
  set_busy (inside, NULL);
  if (result == NULL && *error == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED,
                         _ ("The program is being closed."));
  return result;
}

static gpointer
answer (Inside *inside, Request *request, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (request->cancellable, error))
    return NULL;
  if (g_atomic_int_get (&inside->closing))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CLOSED,
                           _ ("The program is being closed."));
      return NULL;
    }
  if (!open_files (inside, request->query.kind, error))
    return NULL;
  if (is_search (&request->query))
    return exm_db_check_version (inside->main, error)
               ? search_until_closed (inside, request, error)
               : NULL;
  gint64 until = g_get_monotonic_time () + EXM_STORE_READ_MS * (gint64) 1000;
  request->inside = inside;
  set_watch (inside, is_over, request, until);
  gpointer result = exm_db_check_version (inside->main, error)
                        ? read_one (inside, &request->query, error)
                        : NULL;
  set_watch (inside, NULL, NULL, 0);
  return result;
}

static void
finish_request (Request *request, gpointer result, GError *error)
{
  if (request->task != NULL)
    {
      if (error != NULL)
        g_task_return_error (request->task, error);
      else
        g_task_return_pointer (request->task, result, get_destroy (request->query.kind));
      request_free (request);
      return;
    }
  g_mutex_lock (&request->lock);
  request->result = result;
  request->error = error;
  request->done = TRUE;
  g_cond_signal (&request->cond);
  g_mutex_unlock (&request->lock);
}

static void
close_files (Inside *inside)
{
  g_clear_pointer (&inside->main, exm_db_close);
  g_clear_pointer (&inside->pages, exm_db_close);
  g_clear_pointer (&inside->index, exm_search_index_close);
}

static gpointer
run_thread (gpointer data)
{
  Inside *inside = data;

  for (;;)
    {
      Request *request = g_async_queue_pop (inside->queue);
      GError *error = NULL;
      if (request->stop)
        {
          request_free (request);
          break;
        }
      if (request->release)
        close_files (inside);
      gpointer result = request->release ? NULL : answer (inside, request, &error);
      finish_request (request, result, error);
    }
  close_files (inside);
  g_atomic_rc_box_release_full (inside, (GDestroyNotify) clear_inside);
  return NULL;
}

static void
exm_store_reader_finalize (GObject *object)
{
  ExmStoreReader *self = EXM_STORE_READER (object);

  exm_store_reader_close (self);
  for (guint i = 0; i < N_CHANNELS; i++)
    g_atomic_rc_box_release_full (self->inside[i], (GDestroyNotify) clear_inside);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (exm_store_reader_parent_class)->finalize (object);
}

static void
exm_store_reader_class_init (ExmStoreReaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_store_reader_finalize;
}

static void
exm_store_reader_init (ExmStoreReader *self)
{
  g_mutex_init (&self->lock);
  for (guint i = 0; i < N_CHANNELS; i++)
    {
      self->inside[i] = g_atomic_rc_box_new0 (Inside);
      self->inside[i]->queue = g_async_queue_new ();
      g_mutex_init (&self->inside[i]->lock);
    }
}

ExmStoreReader *
exm_store_reader_new (const char *folder)
{
  ExmStoreReader *self = g_object_new (EXM_TYPE_STORE_READER, NULL);

  for (guint i = 0; i < N_CHANNELS; i++)
    self->inside[i]->folder = g_strdup (folder);
  return self;
}

static void
stop_channel (ExmStoreReader *self, Channel channel)
{
  Inside *inside = self->inside[channel];

  g_mutex_lock (&self->lock);
  self->closed = TRUE;
  GThread *thread = g_steal_pointer (&self->thread[channel]);
  if (thread != NULL)
    {
      Request *request = request_new (NULL, NULL);
      request->stop = TRUE;
      g_atomic_int_set (&inside->closing, TRUE);
      g_async_queue_push (inside->queue, request);
    }
  g_mutex_unlock (&self->lock);
  g_mutex_lock (&inside->lock);
  g_cancellable_cancel (inside->busy);
  g_mutex_unlock (&inside->lock);
  if (thread == g_thread_self ())
    g_thread_unref (thread);
  else if (thread != NULL)
    g_thread_join (thread);
}

void
exm_store_reader_close (ExmStoreReader *self)
{
  for (Channel channel = 0; channel < N_CHANNELS; channel++)
    stop_channel (self, channel);
}

/* Whether the thread will answer: nothing is queued behind its end. */
static gboolean
submit (ExmStoreReader *self, Request *request, Channel channel)
{
  static const char *const names[N_CHANNELS] = { "exm-reader", "exm-search" };

  g_mutex_lock (&self->lock);
  gboolean open = !self->closed;
  if (open && self->thread[channel] == NULL)
    self->thread[channel] = g_thread_new (
        names[channel], run_thread, g_atomic_rc_box_acquire (self->inside[channel]));
  if (open)
    g_async_queue_push (self->inside[channel]->queue, request);
  g_mutex_unlock (&self->lock);
  return open;
}

static Channel
get_channel (const ExmStoreQuery *query)
{
  return is_search (query) ? CHANNEL_SEARCH : CHANNEL_READ;
}

static void
wait_for (Request *request)
{
  g_mutex_lock (&request->lock);
  while (!request->done)
    g_cond_wait (&request->cond, &request->lock);
  g_mutex_unlock (&request->lock);
}

static gboolean
has_begun (ExmStoreReader *self, Channel channel)
{
  g_mutex_lock (&self->lock);
  gboolean begun = self->thread[channel] != NULL;
  g_mutex_unlock (&self->lock);
  return begun;
}

void
exm_store_reader_release (ExmStoreReader *self)
{
  for (Channel channel = 0; channel < N_CHANNELS; channel++)
    {
      if (!has_begun (self, channel))
        continue;
      Request *request = request_new (NULL, NULL);
      request->release = TRUE;
      if (submit (self, request, channel))
        wait_for (request);
      request_free (request);
    }
}

static GError *
closed_error (void)
{
  return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CLOSED,
                              _ ("The program is being closed."));
}

gpointer
exm_store_reader_read (ExmStoreReader *self,
                       const ExmStoreQuery *query,
                       GCancellable *cancellable,
                       GError **error)
{
  Request *request = request_new (query, cancellable);

  if (!submit (self, request, get_channel (query)))
    {
      request_free (request);
      g_propagate_error (error, closed_error ());
      return NULL;
    }
  wait_for (request);
  gpointer result = request->result;
  if (request->error != NULL)
    g_propagate_error (error, request->error);
  request_free (request);
  return result;
}

void
exm_store_reader_read_async (ExmStoreReader *self,
                             const ExmStoreQuery *query,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  Request *request = request_new (query, cancellable);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, exm_store_reader_read_async);
  request->task = g_object_ref (task);
  if (submit (self, request, get_channel (query)))
    return;
  request_free (request);
  g_task_return_error (task, closed_error ());
}

gpointer
exm_store_reader_read_finish (ExmStoreReader *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
report (const GError *error)
{
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CLOSED)
      && !g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    g_message ("%s", error->message);
}

gpointer
exm_store_reader_read_or_report (ExmStoreReader *self,
                                 const ExmStoreQuery *query,
                                 GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  gpointer found = exm_store_reader_read (self, query, cancellable, &error);

  report (error);
  return found;
}

gpointer
exm_store_reader_read_finish_or_report (ExmStoreReader *self, GAsyncResult *result)
{
  g_autoptr (GError) error = NULL;
  gpointer found = exm_store_reader_read_finish (self, result, &error);

  report (error);
  return found;
}
