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

static void
count_lines (GHashTable *counts, const GArray *keys)
{
  for (guint i = 0; i < keys->len; i++)
    {
      const guint64 *key = &g_array_index (keys, guint64, i);
      ExmSiteStatLine *line = g_hash_table_lookup (counts, key);
      if (line == NULL)
        {
          line = g_new0 (ExmSiteStatLine, 1);
          line->key = *key;
          g_hash_table_insert (counts, &line->key, line);
        }
      line->n_pages++;
    }
}

static void
count_places (GHashTable *counts, const GArray *places)
{
  for (guint i = 0; i < places->len; i++)
    {
      const ExmSitePlace *one = &g_array_index (places, ExmSitePlace, i);
      ExmSitePlace *place = g_hash_table_lookup (counts, &one->key);
      if (place == NULL)
        {
          place = g_new0 (ExmSitePlace, 1);
          place->key = one->key;
          g_hash_table_insert (counts, &place->key, place);
        }
      place->n_inside += one->n_inside;
      place->n_outside += one->n_outside;
    }
}

/* Values of @counts, which are @size bytes long each. */
static GArray *
list_values (GHashTable *counts, guint size)
{
  GArray *list = g_array_sized_new (FALSE, FALSE, size, g_hash_table_size (counts));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_array_append_vals (list, value, 1);
  return list;
}

static ExmSiteStat *
make_stat (GHashTable *pages)
{
  g_autoptr (GHashTable) lines
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  g_autoptr (GHashTable) places
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  GHashTableIter iter;
  gpointer value;
  guint n_learned = 0;

  g_hash_table_iter_init (&iter, pages);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Page *page = value;
      count_lines (lines, page->lines);
      if (page->places == NULL)
        continue;
      count_places (places, page->places);
      n_learned++;
    }
  g_autoptr (GArray) line_list = list_values (lines, sizeof (ExmSiteStatLine));
  g_autoptr (GArray) place_list = list_values (places, sizeof (ExmSitePlace));
  return exm_site_stat_new_learned (
      g_hash_table_size (pages), (const ExmSiteStatLine *) (gpointer) line_list->data,
      line_list->len, n_learned, (const ExmSitePlace *) (gpointer) place_list->data,
      place_list->len);
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
