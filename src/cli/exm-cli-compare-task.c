/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "exm-cli-compare.h"

#include "exm-cli-data.h"
#include "exm-url-key.h"

#include <string.h>

/* An example of the task. */
typedef struct
{
  ExmPrepared *page; /* (owned) */
  char *url_key;     /* (owned) (nullable) */
  gboolean marked;   /* its body */
} Example;

typedef struct
{
  ExmEngine *engine;      /* (unowned) */
  ExmStoreReader *reader; /* (owned) */
  GPtrArray *articles;    /* (owned) (element-type ExmArticleInfo): last one first */
  GPtrArray *labels;      /* (owned) (element-type ExmStoredLabel) */
  GPtrArray *examples;    /* (owned) (element-type Example) */
  ExmArticle *sibling;    /* (owned) (nullable): an example for the example's own page */
} Stored;

static void
example_free (gpointer data)
{
  Example *example = data;

  exm_prepared_unref (example->page);
  g_free (example->url_key);
  g_free (example);
}

static void
stored_free (gpointer data)
{
  Stored *self = data;

  g_clear_pointer (&self->articles, g_ptr_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->sibling, exm_article_unref);
  g_clear_object (&self->reader);
  g_free (self);
}

static GBytes *
read_page (const Stored *self, const char *hash, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = hash };

  if (hash != NULL)
    return exm_store_reader_read (self->reader, &query, NULL, error);
  g_set_error_literal (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                       _ ("The page is not stored"));
  return NULL;
}

static ExmPrepared *
prepare_article (const Stored *self, const ExmArticleFields *fields, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE_META, .hash = fields->page_hash };
  g_autoptr (GBytes) bytes = read_page (self, fields->page_hash, error);

  if (bytes == NULL)
    return NULL;
  g_autoptr (ExmStoredPage) meta
      = exm_store_reader_read (self->reader, &query, NULL, NULL);
  const ExmPageHints hints = {
    .url = fields->final_url,
    .http_charset = meta != NULL ? meta->charset : NULL,
  };
  return exm_engine_prepare (self->engine, bytes, &hints, NULL, error);
}

/* The examples but for the page itself, unless its body was marked, as when it was
 * collected; for the page of the only example another article. */
static gboolean
add_examples (const Stored *self,
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

/* Any thread. */
static gboolean
load (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const Stored *self = data;
  const ExmArticleInfo *info = g_ptr_array_index (self->articles, index);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
  g_autoptr (ExmArticle) article
      = exm_store_reader_read (self->reader, &query, NULL, error);
  g_autoptr (GArray) own = NULL;

  if (article == NULL)
    return FALSE;
  const ExmArticleFields *fields = exm_article_get (article);
  exm_stored_labels_split (self->labels, fields->url_key, &own, &page->bias);
  if (own->len > 0)
    page->body = g_strdup (fields->text);
  page->target = prepare_article (self, fields, error);
  if (page->target == NULL)
    return FALSE;
  page->examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  return add_examples (self, fields->url_key, page->examples, error);
}

static char *
get_name (guint index, gpointer data)
{
  const Stored *self = data;
  const ExmArticleInfo *info = g_ptr_array_index (self->articles, index);

  return g_strdup (info->url);
}

static gboolean
load_examples (Stored *self, const ExmTaskFields *fields)
{
  self->examples = g_ptr_array_new_with_free_func (example_free);
  for (guint i = 0; i < fields->examples->len; i++)
    {
      const ExmTaskExample *from = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints = {
        .url = from->url,
        .http_charset = from->http_charset,
        .override_charset = from->charset,
      };
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = read_page (self, from->page_hash, &error);
      ExmPrepared *page = bytes != NULL ? exm_engine_prepare (self->engine, bytes, &hints,
                                                              from->region_text, &error)
                                        : NULL;
      if (page == NULL)
        {
          exm_cli_complain ("%s: %s", from->url, error->message);
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

/* The newest @limit articles of the task. */
static gboolean
list_articles (Stored *self, const char *uid, guint limit)
{
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES, .filter = { .task_uid = uid } };

  self->articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_info_unref);
  for (guint n = G_MAXUINT; n > 0 && (limit == 0 || self->articles->len < limit);)
    {
      g_autoptr (GPtrArray) part = exm_cli_data_read (self->reader, &query);
      if (part == NULL)
        return FALSE;
      n = part->len;
      for (guint i = 0; i < n && (limit == 0 || self->articles->len < limit); i++)
        g_ptr_array_add (self->articles,
                         exm_article_info_ref (g_ptr_array_index (part, i)));
      if (n == 0)
        break;
      const ExmArticleInfo *last = g_ptr_array_index (part, n - 1);
      query.filter.before_usec = last->collected_usec;
      query.filter.before_id = last->id;
    }
  return TRUE;
}

/* An article that is no example's page. */
static void
find_sibling (Stored *self)
{
  for (guint i = 0; self->sibling == NULL && i < self->articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (self->articles, i);
      const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = info->id };
      g_autoptr (ExmArticle) article
          = exm_store_reader_read (self->reader, &query, NULL, NULL);
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

/* Whether any of the pages has been corrected. */
static gboolean
is_any_corrected (const Stored *self)
{
  g_autoptr (GHashTable) corrected = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < self->labels->len; i++)
    {
      const ExmStoredLabel *label = g_ptr_array_index (self->labels, i);
      g_hash_table_add (corrected, label->url_key);
    }
  for (guint i = 0; i < self->articles->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (self->articles, i);
      g_autofree char *key = exm_url_get_key (info->url, NULL);
      if (key != NULL && g_hash_table_contains (corrected, key))
        return TRUE;
    }
  return FALSE;
}

gboolean
exm_cli_pages_open_task (ExmCliPages *self,
                         const char *data,
                         const char *called,
                         guint limit)
{
  g_autoptr (ExmStoreReader) reader = exm_cli_data_open_reader (data);
  g_autofree char *uid
      = reader != NULL ? exm_cli_data_find_task_to_read (reader, called) : NULL;
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
  const ExmStoreQuery labels = { .kind = EXM_READ_LABELS, .uid = uid };
  const ExmStoreQuery site = { .kind = EXM_READ_SITE_STAT, .uid = uid };
  g_autoptr (ExmTask) task = uid != NULL ? exm_cli_data_read (reader, &query) : NULL;

  if (task == NULL)
    return FALSE;
  Stored *stored = g_new0 (Stored, 1);
  stored->engine = self->engine;
  stored->reader = g_object_ref (reader);
  self->data = stored;
  self->free_data = stored_free;
  self->load = load;
  self->get_name = get_name;
  self->name = g_strdup (exm_task_get (task)->name);
  self->sensitivity = exm_task_get (task)->sensitivity;
  stored->labels = exm_cli_data_read (reader, &labels);
  self->site = stored->labels != NULL ? exm_cli_data_read (reader, &site) : NULL;
  if (self->site == NULL || !load_examples (stored, exm_task_get (task))
      || !list_articles (stored, uid, limit))
    return FALSE;
  find_sibling (stored);
  self->n = stored->articles->len;
  self->reference
      = is_any_corrected (stored) ? EXM_COMPARED_WITH_KNOWN : EXM_COMPARED_WITH_DEFAULT;
  if (self->n == 0)
    exm_cli_complain (_ ("The task has no articles yet"));
  return self->n > 0;
}
