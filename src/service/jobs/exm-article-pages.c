/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-article-pages.h"

#include "base/exm-said-error.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#include <glib/gi18n-lib.h>

void
exm_article_pages_free (ExmArticlePages *self)
{
  g_clear_pointer (&self->fetched, exm_fetched_unref);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->url);
  g_free (self->charset);
  g_free (self->incomplete);
  g_free (self->record);
  g_free (self->hash);
  g_ptr_array_unref (self->further);
  g_clear_pointer (&self->all, exm_further_page_unref);
  g_free (self->all_hash);
  g_array_unref (self->numbers);
  g_free (self);
}

static ExmArticlePages *
new_empty (void)
{
  ExmArticlePages *self = g_new0 (ExmArticlePages, 1);

  self->further = exm_further_page_list_new ();
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

ExmArticlePages *
exm_article_pages_new (ExmFetched *fetched)
{
  ExmArticlePages *self = new_empty ();

  self->fetched = exm_fetched_ref (fetched);
  self->bytes = g_bytes_ref (fetched->body);
  self->url = g_strdup (fetched->final_url);
  self->charset = g_strdup (fetched->charset);
  self->incomplete = g_strdup (fetched->incomplete);
  self->record = exm_fetched_write_record (fetched);
  return self;
}

/* @meta: (out) (nullable): how it came, where that is known */
static GBytes *
read_page (ExmStore *store, const char *hash, ExmStoredPage **meta, GError **error)
{
  g_autoptr (GError) problem = NULL;

  *meta = exm_store_get_page_meta (store, hash, &problem);
  if (problem == NULL)
    return exm_store_get_page (store, hash, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

static gboolean
load_page (ExmArticlePages *self,
           ExmStore *store,
           const ExmArticlePage *page,
           GError **error)
{
  g_autoptr (ExmStoredPage) meta = NULL;
  g_autoptr (GBytes) bytes = read_page (store, page->hash, &meta, error);

  if (bytes == NULL)
    return FALSE;
  const char *charset = meta != NULL ? meta->charset : NULL;
  if (page->number == EXM_ARTICLE_PAGE_ALL)
    {
      self->all = exm_further_page_new (page->url, charset, bytes);
      self->all_hash = g_strdup (page->hash);
    }
  else if (page->number > 1)
    g_ptr_array_add (self->further, exm_further_page_new (page->url, charset, bytes));
  else
    {
      self->bytes = g_steal_pointer (&bytes);
      self->url = g_strdup (page->url);
      self->charset = g_strdup (charset);
      self->hash = g_strdup (page->hash);
      self->incomplete
          = meta != NULL ? exm_fetch_record_dup_incomplete (meta->headers) : NULL;
      self->record = meta != NULL ? g_strdup (meta->headers) : NULL;
    }
  return TRUE;
}

ExmArticlePages *
exm_article_pages_load (ExmStore *store, const ExmJob *job, GError **error)
{
  g_autoptr (GPtrArray) pages = exm_store_list_job_pages (store, job, error);
  g_autoptr (ExmArticlePages) self = new_empty ();

  if (pages == NULL)
    return NULL;
  for (guint i = 0; i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      g_array_append_val (self->numbers, page->number);
      if (page->hash != NULL && !load_page (self, store, page, error))
        return NULL;
    }
  if (self->bytes != NULL)
    return g_steal_pointer (&self);
  exm_said_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                      N_ ("The page of %s is not stored"), job->url);
  return NULL;
}

GPtrArray *
exm_article_pages_load_further (ExmStore *store, const GPtrArray *pages, GError **error)
{
  g_autoptr (ExmArticlePages) self = new_empty ();

  for (guint i = 0; i < pages->len; i++)
    {
      const ExmArticlePage *page = g_ptr_array_index (pages, i);
      if (page->number > 1 && page->hash != NULL && !load_page (self, store, page, error))
        return NULL;
    }
  return g_ptr_array_ref (self->further);
}

static void
add_page (GPtrArray *list, guint number, const char *url, const char *hash)
{
  ExmArticlePage *page = exm_article_page_new ();

  page->number = number;
  page->url = g_strdup (url);
  page->hash = g_strdup (hash);
  g_ptr_array_add (list, page);
}

/* Adds a page to be fetched, if its address is one of the article's host. */
static void
add_wanted (GPtrArray *list, const ExmArticlePages *pages, guint number, const char *url)
{
  g_autofree char *normal = url != NULL ? exm_url_resolve (pages->url, url, NULL) : NULL;

  for (guint i = 0; i < pages->numbers->len; i++)
    if (g_array_index (pages->numbers, guint, i) == number)
      return;
  if (normal != NULL && exm_url_is_same_host (normal, pages->url))
    add_page (list, number, normal, NULL);
}

GPtrArray *
exm_article_pages_list_wanted (const ExmArticlePages *pages, const ExmFurtherPages *found)
{
  g_autoptr (GPtrArray) list
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_page_unref);

  if (found->number != 1 || found->ends)
    return g_steal_pointer (&list);
  /* One page may have all: the others are asked for only if it does not. */
  if (pages->numbers->len == 0 && found->all != NULL)
    add_wanted (list, pages, EXM_ARTICLE_PAGE_ALL, found->all);
  if (list->len > 0)
    {
      add_page (list, 1, pages->url, pages->hash);
      return g_steal_pointer (&list);
    }
  for (guint i = 0; i < found->urls->len && i < EXM_MAX_FURTHER_PAGES; i++)
    add_wanted (list, pages, i + 2, g_ptr_array_index (found->urls, i));
  if (list->len > 0 && pages->numbers->len == 0)
    add_page (list, 1, pages->url, pages->hash);
  return g_steal_pointer (&list);
}
