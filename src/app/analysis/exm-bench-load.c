/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-bench-load.h"

#include "fetch/exm-url-key.h"
#include "jobs/exm-article-job.h"

typedef struct
{
  ExmStoreReader *reader; /* (owned) */
  char *uid;              /* (owned) (nullable) */
  gint64 id;
  ExmBenchPage *page; /* (owned) (nullable): that is to be completed */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->reader);
  g_free (request->uid);
  g_clear_pointer (&request->page, exm_bench_page_free);
  g_free (request);
}

/* @page: (transfer full) (nullable) */
static void
start (ExmStoreReader *reader,
       const char *uid,
       gint64 id,
       ExmBenchPage *page,
       GTaskThreadFunc func,
       GCancellable *cancellable,
       GAsyncReadyCallback callback,
       gpointer data)
{
  Request *request = g_new0 (Request, 1);
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  request->reader = g_object_ref (reader);
  request->uid = g_strdup (uid);
  request->id = id;
  request->page = page;
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, request, request_free);
  /* The reader has a thread of its own; several answers are waited for here. */
  g_task_run_in_thread (task, func);
}

void
exm_bench_task_free (ExmBenchTask *self)
{
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->articles, g_ptr_array_unref);
  g_free (self);
}

void
exm_bench_page_free (ExmBenchPage *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->hash);
  g_free (self->url);
  g_free (self->http_charset);
  g_clear_pointer (&self->further, g_ptr_array_unref);
  g_free (self->url_key);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->bias, exm_bias_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->sibling, g_bytes_unref);
  g_free (self->sibling_url);
  g_free (self->missing);
  g_clear_pointer (&self->article, exm_article_unref);
  g_free (self);
}

static void
unref_bytes (gpointer bytes)
{
  if (bytes != NULL)
    g_bytes_unref (bytes);
}

static GBytes *
read_bytes (ExmStoreReader *reader, const char *hash, GCancellable *cancellable)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = hash };

  return hash != NULL ? exm_store_reader_read_or_report (reader, &query, cancellable)
                      : NULL;
}

static void
run_load_task (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  const ExmStoreQuery task_query = { .kind = EXM_READ_TASK, .uid = request->uid };
  const ExmStoreQuery articles_query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = request->uid, .limit = EXM_BENCH_ARTICLES },
  };
  g_autoptr (ExmBenchTask) bench = g_new0 (ExmBenchTask, 1);
  GError *error = NULL;

  bench->task = exm_store_reader_read (request->reader, &task_query, cancellable, &error);
  if (bench->task != NULL)
    bench->articles
        = exm_store_reader_read (request->reader, &articles_query, cancellable, &error);
  if (bench->articles == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const GArray *examples = exm_task_get (bench->task)->examples;
  bench->examples = g_ptr_array_new_with_free_func (unref_bytes);
  for (guint i = 0; i < examples->len; i++)
    g_ptr_array_add (bench->examples,
                     read_bytes (request->reader,
                                 g_array_index (examples, ExmTaskExample, i).page_hash,
                                 cancellable));
  g_task_return_pointer (task, g_steal_pointer (&bench),
                         (GDestroyNotify) exm_bench_task_free);
}

void
exm_bench_task_load_async (ExmStoreReader *reader,
                           const char *uid,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  start (reader, uid, 0, NULL, run_load_task, cancellable, callback, data);
}

ExmBenchTask *
exm_bench_task_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
exm_bench_task_set_up (const ExmBenchTask *self, ExmAnalysis *analysis)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  exm_analysis_clear (analysis);
  exm_analysis_set_method (analysis, fields->method, fields->parameters);
  exm_analysis_set_models (analysis, fields->models);
  exm_analysis_set_sensitivity (analysis, fields->sensitivity);
  for (guint i = 0; i < self->examples->len; i++)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints
          = { example->url, example->http_charset, example->charset };
      GBytes *bytes = g_ptr_array_index (self->examples, i);
      if (bytes != NULL)
        exm_analysis_add_example (analysis, bytes, &hints, example->region_text);
    }
}

static gboolean
is_of_example (const Request *request,
               const char *uid,
               GCancellable *cancellable,
               const char *url_key)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
  g_autoptr (ExmTask) task
      = exm_store_reader_read_or_report (request->reader, &query, cancellable);
  const GArray *examples = task != NULL ? exm_task_get (task)->examples : NULL;

  for (guint i = 0; examples != NULL && i < examples->len; i++)
    {
      g_autofree char *key
          = exm_url_get_key (g_array_index (examples, ExmTaskExample, i).url, NULL);
      if (!exm_article_job_compares (key, FALSE, url_key))
        return TRUE;
    }
  return FALSE;
}

/* The one that the worker takes, where it can be read. */
static void
load_sibling (const Request *request,
              const char *uid,
              GCancellable *cancellable,
              ExmBenchPage *bench)
{
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLES, .filter = exm_article_job_get_sibling_filter (uid) };
  g_autoptr (GPtrArray) list
      = exm_store_reader_read_or_report (request->reader, &query, cancellable);

  for (guint i = 0; list != NULL && bench->sibling == NULL && i < list->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i);
      const ExmStoreQuery one = { .kind = EXM_READ_ARTICLE, .id = info->id };
      g_autoptr (ExmArticle) article
          = exm_store_reader_read_or_report (request->reader, &one, cancellable);
      const ExmArticleFields *fields = article != NULL ? exm_article_get (article) : NULL;
      if (fields == NULL || g_strcmp0 (fields->url_key, bench->url_key) == 0)
        continue;
      bench->sibling = read_bytes (request->reader, fields->page_hash, cancellable);
      bench->sibling_url = g_strdup (fields->final_url);
    }
}

/* Knowledge of a page beside its bytes; a page is shown without it rather than not at
 * all. */
static void
load_lore (const Request *request,
           const char *uid,
           GCancellable *cancellable,
           ExmBenchPage *bench)
{
  const ExmStoreQuery label_query = { .kind = EXM_READ_LABELS, .uid = uid },
                      site_query = { .kind = EXM_READ_SITE_STAT, .uid = uid };
  g_autoptr (GPtrArray) stored
      = exm_store_reader_read_or_report (request->reader, &label_query, cancellable);

  bench->site
      = exm_store_reader_read_or_report (request->reader, &site_query, cancellable);
  if (bench->site != NULL && exm_site_stat_get_n_pages (bench->site) == 0)
    g_clear_pointer (&bench->site, exm_site_stat_unref);
  if (stored != NULL)
    exm_stored_labels_split (stored, bench->url_key, &bench->labels, &bench->bias);
  if (is_of_example (request, uid, cancellable, bench->url_key))
    load_sibling (request, uid, cancellable, bench);
}

/* The pages on which the article goes on; one that cannot be read is left out. */
static GPtrArray *
load_further (const Request *request, GCancellable *cancellable)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_PAGES, .id = request->id };
  g_autoptr (GPtrArray) pages
      = exm_store_reader_read_or_report (request->reader, &query, cancellable);
  GPtrArray *further = exm_further_page_list_new ();

  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      if (page->number < 2 || page->hash == NULL)
        continue;
      const ExmStoreQuery meta_query = { .kind = EXM_READ_PAGE_META, .hash = page->hash };
      g_autoptr (GBytes) bytes = read_bytes (request->reader, page->hash, cancellable);
      g_autoptr (ExmStoredPage) meta
          = exm_store_reader_read_or_report (request->reader, &meta_query, cancellable);
      if (bytes != NULL)
        g_ptr_array_add (
            further,
            exm_further_page_new (page->url, meta != NULL ? meta->charset : NULL, bytes));
    }
  return further;
}

static void
run_load_page (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Request *request = data;
  const ExmStoreQuery query
      = { .kind = EXM_READ_ARTICLE, .id = request->id, .unchecked = TRUE };
  g_autoptr (ExmBenchPage) bench = g_new0 (ExmBenchPage, 1);
  g_autoptr (ExmArticle) article = NULL;
  g_autoptr (ExmStoredPage) meta = NULL;
  GError *error = NULL;

  article = exm_store_reader_read (request->reader, &query, cancellable, &error);
  if (article == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  const ExmArticleFields *fields = exm_article_get (article);
  const ExmStoreQuery bytes_query = { .kind = EXM_READ_PAGE, .hash = fields->page_hash },
                      meta_query
                      = { .kind = EXM_READ_PAGE_META, .hash = fields->page_hash };
  bench->hash = g_strdup (fields->page_hash);
  bench->url = g_strdup (fields->final_url != NULL ? fields->final_url : fields->url);
  bench->url_key = g_strdup (fields->url_key);
  load_lore (request, fields->task_uid, cancellable, bench);
  bench->article_id = request->id;
  bench->state = fields->state;
  bench->article = exm_article_ref (article);
  bench->bytes
      = exm_store_reader_read (request->reader, &bytes_query, cancellable, &error);
  /* The knowledge stands without its bytes too. */
  if (bench->bytes == NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  if (bench->bytes == NULL)
    bench->missing = g_strdup (error->message);
  g_clear_error (&error);
  /* A page without what came with it is read by what it says itself. */
  meta = exm_store_reader_read_or_report (request->reader, &meta_query, cancellable);
  bench->http_charset = meta != NULL ? g_strdup (meta->charset) : NULL;
  bench->further = load_further (request, cancellable);
  g_task_return_pointer (task, g_steal_pointer (&bench),
                         (GDestroyNotify) exm_bench_page_free);
}

void
exm_bench_page_load_async (ExmStoreReader *reader,
                           gint64 article_id,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  start (reader, NULL, article_id, NULL, run_load_page, cancellable, callback, data);
}

/* The article of the page's address, if it is one of the newest. */
static void
find_article (const Request *request, GCancellable *cancellable, ExmBenchPage *page)
{
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = request->uid, .limit = EXM_STORE_PAGE_ROWS },
  };
  g_autoptr (GPtrArray) rows
      = exm_store_reader_read_or_report (request->reader, &query, cancellable);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (rows, i);
      g_autofree char *key = exm_url_get_key (info->url, NULL);
      if (g_strcmp0 (key, page->url_key) != 0)
        continue;
      page->article_id = info->id;
      exm_article_state_from_name (info->state, &page->state);
      return;
    }
}

static void
run_load_lore (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Request *request = data;

  load_lore (request, request->uid, cancellable, request->page);
  find_article (request, cancellable, request->page);
  g_task_return_pointer (task, g_steal_pointer (&request->page),
                         (GDestroyNotify) exm_bench_page_free);
}

void
exm_bench_page_load_lore_async (ExmStoreReader *reader,
                                const char *uid,
                                ExmBenchPage *page,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data)
{
  start (reader, uid, 0, page, run_load_lore, cancellable, callback, data);
}

ExmBenchPage *
exm_bench_page_load_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
exm_bench_page_show (const ExmBenchPage *self, ExmAnalysis *analysis)
{
  const ExmPageHints hints = { .url = self->url,
                               .http_charset = self->http_charset,
                               .further = self->further };

  exm_analysis_set_target (analysis, self->bytes, self->bytes != NULL ? &hints : NULL);
  exm_analysis_set_target_lore (analysis, self->labels, self->bias, self->site);
  exm_analysis_set_target_sibling (analysis, self->sibling, self->sibling_url);
}
