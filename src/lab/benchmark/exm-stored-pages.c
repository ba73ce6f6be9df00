/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "lab/benchmark/exm-stored-pages.h"

#include "base/exm-said-error.h"
#include "fetch/exm-url-key.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* An example of the task. */
typedef struct
{
  ExmPrepared *page; /* (owned) */
  char *url_key;     /* (owned) (nullable) */
  gboolean marked;   /* its body */
} Example;

struct _ExmStoredPages
{
  ExmEngine *engine;      /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  ExmTask *task;          /* (owned) (nullable) */
  ExmSiteStat *site;      /* (owned) (nullable) */
  GPtrArray *articles;    /* (owned) (element-type ExmArticleInfo): last one first */
  GHashTable *known;      /* (owned) (element-type gint64): articles with known bodies */
  GPtrArray *labels;      /* (owned) (element-type ExmStoredLabel) */
  GPtrArray *examples;    /* (owned) (element-type Example) */
  ExmArticle *sibling;    /* (owned) (nullable): an example for the example's own page */
};

static void
example_free (gpointer data)
{
  Example *example = data;

  exm_prepared_unref (example->page);
  g_free (example->url_key);
  g_free (example);
}

void
exm_stored_pages_free (ExmStoredPages *self)
{
  g_clear_pointer (&self->articles, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->sibling, exm_article_unref);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_object (&self->reader);
  g_clear_object (&self->engine);
  g_free (self);
}

static GBytes *
read_page (const ExmStoredPages *self, const char *hash, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = hash };

  if (hash != NULL)
    return exm_store_reader_read (self->reader, &query, NULL, error);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                      N_ ("The page is not stored"));
  return NULL;
}

/* Returns: (transfer full) (nullable) (element-type ExmFurtherPage): the pages on which
 * an article goes on; %NULL with @error */
static GPtrArray *
load_further (const ExmStoredPages *self, gint64 id, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_PAGES, .id = id };
  g_autoptr (GPtrArray) pages = exm_store_reader_read (self->reader, &query, NULL, error);
  g_autoptr (GPtrArray) further = exm_further_page_list_new ();

  for (guint i = 0; pages != NULL && i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      if (page->number < 2 || page->hash == NULL)
        continue;
      g_autoptr (GBytes) bytes = read_page (self, page->hash, error);
      if (bytes == NULL)
        return NULL;
      g_ptr_array_add (further, exm_further_page_new (page->url, NULL, bytes));
    }
  return pages != NULL ? g_steal_pointer (&further) : NULL;
}

static ExmPrepared *
prepare_article (const ExmStoredPages *self,
                 const ExmArticleFields *fields,
                 GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE_META, .hash = fields->page_hash };
  g_autoptr (GBytes) bytes = read_page (self, fields->page_hash, error);

  if (bytes == NULL)
    return NULL;
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmStoredPage) meta
      = exm_store_reader_read (self->reader, &query, NULL, &problem);
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  g_autoptr (GPtrArray) further = load_further (self, fields->id, error);
  if (further == NULL)
    return NULL;
  const ExmPageHints hints = {
    .url = fields->final_url,
    .http_charset = meta != NULL ? meta->charset : NULL,
    .further = further,
  };
  return exm_engine_prepare (self->engine, bytes, &hints, NULL, error);
}

/* The examples but for the page itself, unless its body was marked, as when it was
 * collected; for the page of the only example another article. */
static gboolean
add_examples (const ExmStoredPages *self,
              const char *url_key,
              GPtrArray *examples,
              GError **error)
{
  for (guint i = 0; i < self->examples->len; i++)
    {
      const Example *example = g_ptr_array_index (self->examples, i);
      if (example->marked || g_strcmp0 (example->url_key, url_key) != 0)
        g_ptr_array_add (examples, exm_prepared_ref (example->page));
    }
  if (examples->len > 0 || self->examples->len == 0 || self->sibling == NULL)
    return TRUE;
  ExmPrepared *sibling = prepare_article (self, exm_article_get (self->sibling), error);
  if (sibling != NULL)
    g_ptr_array_add (examples, sibling);
  return sibling != NULL;
}

gboolean
exm_stored_pages_load (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const ExmStoredPages *self = data;
  const ExmArticleInfo *info = g_ptr_array_index (self->articles, index);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (self->reader, &query, NULL, error);
  g_autoptr (GArray) own = NULL;

  if (article == NULL)
    return FALSE;
  const ExmArticleFields *fields = exm_article_get (article);
  exm_stored_labels_split (self->labels, fields->url_key, &own, &page->bias);
  if (g_hash_table_contains (self->known, &info->id))
    page->body = g_strdup (fields->text);
  page->target = prepare_article (self, fields, error);
  if (page->target == NULL)
    return FALSE;
  page->examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  return add_examples (self, fields->url_key, page->examples, error);
}

static gboolean
load_examples (ExmStoredPages *self, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  self->examples = g_ptr_array_new_with_free_func (example_free);
  for (guint i = 0; i < fields->examples->len; i++)
    {
      const ExmTaskExample *from = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints = {
        .url = from->url,
        .http_charset = from->http_charset,
        .override_charset = from->charset,
      };
      g_autoptr (GBytes) bytes = read_page (self, from->page_hash, error);
      ExmPrepared *page = bytes != NULL ? exm_engine_prepare (self->engine, bytes, &hints,
                                                              from->region_text, error)
                                        : NULL;
      if (page == NULL)
        {
          exm_said_prefix_error (error, "%s: ", from->url);
          return FALSE;
        }
      Example *example = g_new0 (Example, 1);
      example->page = page;
      example->url_key = exm_url_get_key (from->url, NULL);
      example->marked = from->region_text != NULL;
      g_ptr_array_add (self->examples, example);
    }
  return TRUE;
}

/* The newest @limit articles of the task; with @known those whose body is known.
 *
 * Returns: (transfer full) (nullable) (element-type ExmArticleInfo) */
static GPtrArray *
list_articles (const ExmStoredPages *self,
               const char *uid,
               gboolean known,
               guint limit,
               GError **error)
{
  ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = { .task_uid = uid, .known = known },
  };
  g_autoptr (GPtrArray) all
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_info_unref);

  for (guint n = G_MAXUINT; n > 0 && (limit == 0 || all->len < limit);)
    {
      g_autoptr (GPtrArray) part
          = exm_store_reader_read (self->reader, &query, NULL, error);
      if (part == NULL)
        return NULL;
      n = part->len;
      for (guint i = 0; i < n && (limit == 0 || all->len < limit); i++)
        g_ptr_array_add (all, exm_article_info_ref (g_ptr_array_index (part, i)));
      if (n == 0)
        break;
      const ExmArticleInfo *last = g_ptr_array_index (part, n - 1);
      query.filter.before_usec = last->collected_usec;
      query.filter.before_id = last->id;
    }
  return g_steal_pointer (&all);
}

static gboolean
is_known (const ExmStoredPages *self, const ExmArticleInfo *info)
{
  return g_hash_table_contains (self->known, &info->id);
}

/* Which articles there are, and of which the body is known. */
static gboolean
gather_articles (ExmStoredPages *self,
                 const char *uid,
                 gboolean only_known,
                 guint limit,
                 GError **error)
{
  g_autoptr (GPtrArray) known = list_articles (self, uid, TRUE, 0, error);

  if (known == NULL)
    return FALSE;
  self->known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < known->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (known, i);
      g_hash_table_add (self->known, g_memdup2 (&info->id, sizeof info->id));
    }
  self->articles = only_known ? g_steal_pointer (&known)
                              : list_articles (self, uid, FALSE, limit, error);
  return self->articles != NULL;
}

/* An article that is no example's page. */
static void
find_sibling (ExmStoredPages *self)
{
  for (guint i = 0; self->sibling == NULL && i < self->articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (self->articles, i);
      const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
      g_autoptr (ExmArticle) article
          = exm_store_reader_read_or_report (self->reader, &query, NULL);
      gboolean is_example = article == NULL;
      for (guint k = 0; !is_example && k < self->examples->len; k++)
        {
          const Example *example = g_ptr_array_index (self->examples, k);
          is_example
              = g_strcmp0 (exm_article_get (article)->url_key, example->url_key) == 0;
        }
      if (!is_example)
        self->sibling = g_steal_pointer (&article);
    }
}

static gpointer
read_of (const ExmStoredPages *self, ExmReadKind kind, const char *uid, GError **error)
{
  const ExmStoreQuery query = { .kind = kind, .uid = uid };

  return exm_store_reader_read (self->reader, &query, NULL, error);
}

static gboolean
gather (ExmStoredPages *self, const char *uid, GError **error)
{
  self->task = read_of (self, EXM_READ_TASK, uid, error);
  if (self->task == NULL)
    return FALSE;
  self->labels = read_of (self, EXM_READ_LABELS, uid, error);
  if (self->labels == NULL)
    return FALSE;
  self->site = read_of (self, EXM_READ_SITE_STAT, uid, error);
  return self->site != NULL && load_examples (self, error);
}

static ExmStoredPages *
make (ExmEngine *engine,
      ExmStoreReader *reader,
      const char *uid,
      gboolean only_known,
      guint limit,
      GError **error)
{
  g_autoptr (ExmStoredPages) self = g_new0 (ExmStoredPages, 1);

  self->engine = g_object_ref (engine);
  self->reader = g_object_ref (reader);
  if (!gather (self, uid, error)
      || !gather_articles (self, uid, only_known, limit, error))
    return NULL;
  find_sibling (self);
  return g_steal_pointer (&self);
}

ExmStoredPages *
exm_stored_pages_new (ExmEngine *engine,
                      ExmStoreReader *reader,
                      const char *uid,
                      guint limit,
                      GError **error)
{
  return make (engine, reader, uid, FALSE, limit, error);
}

ExmStoredPages *
exm_stored_pages_new_known (ExmEngine *engine,
                            ExmStoreReader *reader,
                            const char *uid,
                            GError **error)
{
  return make (engine, reader, uid, TRUE, 0, error);
}

guint
exm_stored_pages_get_n (const ExmStoredPages *self)
{
  return self->articles->len;
}

ExmTask *
exm_stored_pages_get_task (const ExmStoredPages *self)
{
  return self->task;
}

GPtrArray *
exm_stored_pages_dup_examples (const ExmStoredPages *self)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);

  for (guint i = 0; i < self->examples->len; i++)
    {
      const Example *example = g_ptr_array_index (self->examples, i);
      g_ptr_array_add (pages, exm_prepared_ref (example->page));
    }
  return pages;
}

const ExmSiteStat *
exm_stored_pages_get_site (const ExmStoredPages *self)
{
  return self->site;
}

const char *
exm_stored_pages_get_url (const ExmStoredPages *self, guint index)
{
  const ExmArticleInfo *info = g_ptr_array_index (self->articles, index);

  return info->url;
}

ExmComparedReference
exm_stored_pages_get_reference (const ExmStoredPages *self)
{
  for (guint i = 0; i < self->articles->len; i++)
    if (is_known (self, g_ptr_array_index (self->articles, i)))
      return EXM_COMPARED_WITH_KNOWN;
  return EXM_COMPARED_WITH_DEFAULT;
}
