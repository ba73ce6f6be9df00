/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-held-pages.h"

/* The side of the store that is asked; one of them is %NULL. */
typedef struct
{
  ExmStore *store;        /* (unowned) */
  ExmStoreReader *reader; /* (unowned) */
} Side;

static GPtrArray *
list_joined (const Side *side, gint64 id, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE_PAGES, .id = id };

  return side->store != NULL ? exm_store_list_article_pages (side->store, id, error)
                             : exm_store_reader_read (side->reader, &query, NULL, error);
}

static GBytes *
load_bytes (const Side *side, const char *hash, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE, .hash = hash };

  return side->store != NULL ? exm_store_get_page (side->store, hash, error)
                             : exm_store_reader_read (side->reader, &query, NULL, error);
}

static ExmStoredPage *
load_meta (const Side *side, const char *hash, const char *url, GError **error)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE_META, .hash = hash, .url = url };

  return side->store != NULL ? exm_store_get_page_meta_at (side->store, hash, url, error)
                             : exm_store_reader_read (side->reader, &query, NULL, error);
}

/* Whether the page alone is lost, and others can be read. */
static gboolean
is_lost (const GError *error)
{
  return error->domain == EXM_STORE_ERROR
         && (error->code == EXM_STORE_ERROR_NOT_FOUND
             || error->code == EXM_STORE_ERROR_DAMAGED);
}

/* Adds a page, with how it came where that is known of this address. */
static gboolean
add_page (const Side *side,
          GPtrArray *pages,
          const char *hash,
          const char *url,
          gint64 time_usec,
          GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (GError) unknown = NULL;
  g_autoptr (GBytes) bytes = load_bytes (side, hash, &problem);

  if (bytes == NULL && is_lost (problem))
    {
      g_message ("%s is archived without its page: %s", url, problem->message);
      return TRUE;
    }
  if (bytes == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  g_autoptr (ExmStoredPage) meta = load_meta (side, hash, url, &unknown);
  if (unknown != NULL && !is_lost (unknown))
    {
      g_propagate_error (error, g_steal_pointer (&unknown));
      return FALSE;
    }
  gboolean same
      = meta != NULL
        && (g_strcmp0 (meta->final_url, url) == 0 || g_strcmp0 (meta->url, url) == 0);
  ExmArchivePage *page = g_new0 (ExmArchivePage, 1);
  page->url = g_strdup (same && meta->final_url != NULL ? meta->final_url : url);
  page->record = same ? g_strdup (meta->headers) : NULL;
  page->charset = meta != NULL ? g_strdup (meta->charset) : NULL;
  page->fetched_usec = same ? meta->fetched_usec : time_usec;
  page->bytes = g_steal_pointer (&bytes);
  g_ptr_array_add (pages, page);
  return TRUE;
}

static GPtrArray *
list_pages (const Side *side, const ExmArticle *article, GError **error)
{
  const ExmArticleFields *fields = exm_article_get (article);
  g_autoptr (GPtrArray) joined = list_joined (side, fields->id, error);
  g_autoptr (GPtrArray) pages
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_archive_page_free);
  const char *url = fields->final_url != NULL ? fields->final_url : fields->url;

  if (joined == NULL
      || (joined->len == 0 && fields->page_hash != NULL
          && !add_page (side, pages, fields->page_hash, url, fields->collected_usec,
                        error)))
    return NULL;
  for (guint i = 0; i < joined->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (joined, i);
      if (page->hash != NULL
          && !add_page (side, pages, page->hash, page->url, fields->collected_usec,
                        error))
        return NULL;
    }
  return g_steal_pointer (&pages);
}

static GPtrArray *
list_of_store (const ExmArticle *article, gpointer data, GError **error)
{
  const Side side = { .store = data };

  return list_pages (&side, article, error);
}

static GPtrArray *
list_of_reader (const ExmArticle *article, gpointer data, GError **error)
{
  const Side side = { .reader = data };

  return list_pages (&side, article, error);
}

ExmPageSource
exm_held_pages_get_source (ExmStore *store)
{
  return (ExmPageSource){ list_of_store, store };
}

ExmPageSource
exm_held_pages_get_reader_source (ExmStoreReader *reader)
{
  return (ExmPageSource){ list_of_reader, reader };
}
