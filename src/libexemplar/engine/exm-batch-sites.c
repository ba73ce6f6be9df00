/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-batch-sites.h"

/* Lesson of one page. */
typedef struct
{
  char *rank;     /* (owned) */
  GArray *lines;  /* (owned) (element-type guint64) */
  GArray *places; /* (owned) (nullable) (element-type ExmSitePlace) */
} Page;

typedef struct
{
  GHashTable *pages; /* (owned) (element-type utf8 Page) */
  ExmSiteStat *stat; /* (owned) (nullable): of them, when it was asked for */
} Site;

struct _ExmBatchSites
{
  GMutex lock;
  GHashTable *sites; /* (owned) (element-type utf8 Site) */
};

static void
page_free (gpointer data)
{
  Page *page = data;

  g_free (page->rank);
  g_array_unref (page->lines);
  g_clear_pointer (&page->places, g_array_unref);
  g_free (page);
}

static void
site_free (gpointer data)
{
  Site *site = data;

  g_hash_table_unref (site->pages);
  g_clear_pointer (&site->stat, exm_site_stat_unref);
  g_free (site);
}

ExmBatchSites *
exm_batch_sites_new (void)
{
  ExmBatchSites *self = g_new0 (ExmBatchSites, 1);

  g_mutex_init (&self->lock);
  self->sites = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, site_free);
  return self;
}

void
exm_batch_sites_free (ExmBatchSites *self)
{
  g_hash_table_unref (self->sites);
  g_mutex_clear (&self->lock);
  g_free (self);
}

void
exm_batch_sites_add (ExmBatchSites *self,
                     const char *site,
                     const char *page,
                     const char *rank,
                     const ExmPageText *target,
                     const ExmResult *result)
{
  GArray *places = exm_result_get (result)->places;
  Page *added = g_new (Page, 1);

  *added = (Page){
    .rank = g_strdup (rank),
    .lines = exm_site_line_list_keys (target),
    .places = places != NULL ? g_array_ref (places) : NULL,
  };
  g_mutex_lock (&self->lock);
  Site *of = g_hash_table_lookup (self->sites, site);
  if (of == NULL)
    {
      of = g_new0 (Site, 1);
      of->pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, page_free);
      g_hash_table_insert (self->sites, g_strdup (site), of);
    }
  const Page *before = g_hash_table_lookup (of->pages, page);
  if (before == NULL || g_strcmp0 (rank, before->rank) < 0)
    g_hash_table_insert (of->pages, g_strdup (page), added);
  else
    page_free (added);
  g_mutex_unlock (&self->lock);
}

static ExmSiteStat *
make_stat (GHashTable *pages)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (ExmSitePlace));
  GHashTableIter iter;
  gpointer value;
  guint n_learned = 0;

  g_hash_table_iter_init (&iter, pages);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Page *page = value;
      g_array_append_vals (keys, page->lines->data, page->lines->len);
      if (page->places == NULL)
        continue;
      g_array_append_vals (places, page->places->data, page->places->len);
      n_learned++;
    }
  return exm_site_stat_new_from_keys (g_hash_table_size (pages), keys, n_learned, places);
}

ExmSiteStat *
exm_batch_sites_get (ExmBatchSites *self, const char *site)
{
  ExmSiteStat *stat = NULL;

  g_mutex_lock (&self->lock);
  Site *of = g_hash_table_lookup (self->sites, site);
  if (of != NULL)
    {
      if (of->stat == NULL)
        of->stat = make_stat (of->pages);
      stat = exm_site_stat_ref (of->stat);
    }
  g_mutex_unlock (&self->lock);
  return stat;
}
