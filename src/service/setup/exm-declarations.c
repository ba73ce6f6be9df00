/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-declarations.h"

#include "discover/exm-links.h"
#include "discover/exm-sitemap-kind.h"
#include "discover/exm-sitemap.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"

#include <string.h>

/* Feeds of a page that are asked. */
#define MAX_FEEDS 2u

/* Sitemaps of robots.txt that are read, and those of an index, of each kind. */
#define MAX_ROOTS 2u
#define MAX_OF_KIND 2u

struct _ExmDeclarations
{
  ExmTaskFields *fields;         /* (unowned) */
  ExmTaskRobots *robots;         /* (unowned) */
  const ExmProbeProgress *watch; /* (unowned) (nullable) */
  GHashTable *feed;  /* (owned) (nullable) (element-type utf8): keys of items */
  GPtrArray *items;  /* (owned) (nullable) (element-type utf8) */
  ExmProbe look;     /* at the feed that has these */
  char *feeds_of;    /* (owned) (nullable): page whose feeds were asked last */
  GHashTable *asked; /* (owned) (element-type utf8): feeds, whatever they answered */
  GHashTable *kinds; /* (owned) (nullable): of pages, by key */
  char *kinds_of;    /* (owned) (nullable): site whose sitemaps were read */
};

/* A sitemap of an index. */
typedef struct
{
  char *url; /* (owned) */
  gint64 modified_usec;
  guint index;
  ExmSitemapKind kind;
} Part;

/* A reading of a site's sitemaps. */
typedef struct
{
  ExmDeclarations *owner; /* (unowned) */
  GArray *parts;          /* (unowned) (element-type Part) */
  GHashTable *kinds;      /* (unowned) */
  ExmSitemapKind kind;    /* of the sitemap that is read */
} Reading;

ExmDeclarations *
exm_declarations_new (ExmTaskFields *fields,
                      ExmTaskRobots *robots,
                      const ExmProbeProgress *watch)
{
  ExmDeclarations *self = g_new0 (ExmDeclarations, 1);

  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->fields = fields;
  self->robots = robots;
  self->watch = watch;
  return self;
}

void
exm_declarations_free (ExmDeclarations *self)
{
  g_clear_pointer (&self->feed, g_hash_table_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  exm_probe_clear (&self->look);
  g_free (self->feeds_of);
  g_hash_table_unref (self->asked);
  g_clear_pointer (&self->kinds, g_hash_table_unref);
  g_free (self->kinds_of);
  g_free (self);
}

static GCancellable *
get_cancellable (const ExmDeclarations *self)
{
  return self->watch != NULL ? self->watch->cancellable : NULL;
}

static gboolean
look_at (ExmDeclarations *self, ExmProbe *look, const char *url)
{
  return exm_task_robots_check (self->robots, url, get_cancellable (self), NULL)
         && exm_probe_at (look, url, self->fields, FALSE, self->watch, NULL);
}

/* Items on the page's own host. */
static GPtrArray *
list_own_items (const ExmPageText *page, const ExmProbe *look)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < look->articles->len; i++)
    {
      const char *url = g_ptr_array_index (look->articles, i);
      if (exm_url_is_same_host (url, exm_page_text_get_url (page)))
        g_ptr_array_add (items, g_strdup (url));
    }
  return items;
}

static void
part_clear (gpointer data)
{
  g_free (((Part *) data)->url);
}

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  Reading *self = data;
  ExmSitemapKind kind
      = entry->published_usec != EXM_DATE_NONE ? EXM_SITEMAP_KIND_ARTICLE : self->kind;

  if (entry->is_sitemap)
    {
      Part part = { .modified_usec = entry->modified_usec,
                    .index = self->parts->len,
                    .kind = exm_sitemap_kind_from_name (entry->url) };
      if (part.kind == EXM_SITEMAP_KIND_NONE || self->kind != EXM_SITEMAP_KIND_NONE)
        return TRUE;
      part.url = g_strdup (entry->url);
      g_array_append_val (self->parts, part);
    }
  else if (kind != EXM_SITEMAP_KIND_NONE)
    {
      char *key = exm_url_get_page_key (entry->url);
      if (key != NULL)
        g_hash_table_insert (self->kinds, key, GINT_TO_POINTER (kind));
    }
  return TRUE;
}

static void
read_one (Reading *self, const char *url, ExmSitemapKind kind)
{
  const ExmDeclarations *owner = self->owner;
  g_auto (ExmSitemapReport) report = { 0 };

  if (!exm_task_robots_check (owner->robots, url, get_cancellable (owner), NULL))
    return;
  if (owner->watch != NULL && owner->watch->func != NULL)
    owner->watch->func (url, owner->watch->data);
  g_autoptr (ExmFetched) fetched
      = exm_task_fetch (owner->fields, url, TRUE, get_cancellable (owner), NULL);
  self->kind = kind;
  if (fetched != NULL)
    exm_sitemap_read (fetched->body, fetched->final_url, fetched->charset, on_entry, self,
                      &report, NULL);
}

/* The one that changed last comes first, or the last one, to which systems add. */
static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const Part *left = a;
  const Part *right = b;

  if (left->modified_usec != right->modified_usec)
    return left->modified_usec > right->modified_usec ? -1 : 1;
  return left->index > right->index ? -1 : 1;
}

static gboolean
has_kind (const GArray *parts, ExmSitemapKind kind)
{
  for (guint i = 0; i < parts->len; i++)
    if (g_array_index (parts, Part, i).kind == kind)
      return TRUE;
  return FALSE;
}

static void
read_parts (Reading *self, ExmSitemapKind kind)
{
  guint n = 0;

  for (guint i = 0; i < self->parts->len && n < MAX_OF_KIND; i++)
    {
      const Part *part = &g_array_index (self->parts, Part, i);
      if (part->kind != kind)
        continue;
      read_one (self, part->url, kind);
      n++;
    }
}

/* Kinds of the site's pages, by key; %NULL where nothing is told. */
static GHashTable *
read_kinds (ExmDeclarations *owner, const char *const *sitemaps)
{
  g_autoptr (GHashTable) kinds
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) parts = g_array_new (FALSE, TRUE, sizeof (Part));
  Reading self = { .owner = owner, .parts = parts, .kinds = kinds };

  g_array_set_clear_func (parts, part_clear);
  for (guint i = 0; sitemaps[i] != NULL && i < MAX_ROOTS && parts->len == 0; i++)
    read_one (&self, sitemaps[i], EXM_SITEMAP_KIND_NONE);
  /* Names tell kinds where there are several. */
  if (has_kind (parts, EXM_SITEMAP_KIND_ARTICLE)
      && has_kind (parts, EXM_SITEMAP_KIND_OTHER))
    {
      g_array_sort (parts, compare_parts);
      read_parts (&self, EXM_SITEMAP_KIND_OTHER);
      read_parts (&self, EXM_SITEMAP_KIND_ARTICLE);
    }
  return g_hash_table_size (kinds) > 0 ? g_steal_pointer (&kinds) : NULL;
}

static void
read_sitemaps (ExmDeclarations *self, const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  g_autofree char *site = exm_url_get_site (url, NULL);

  if (self->feed != NULL || g_strcmp0 (self->kinds_of, site) == 0
      || !exm_task_robots_check (self->robots, url, get_cancellable (self), NULL))
    return;
  g_free (self->kinds_of);
  self->kinds_of = g_steal_pointer (&site);
  g_clear_pointer (&self->kinds, g_hash_table_unref);
  self->kinds = read_kinds (self, exm_task_robots_get_sitemaps (self->robots, url));
}

/* "/comments/feed/": what readers say of articles, and of other pages. */
static gboolean
is_of_comments (const char *url)
{
  return strstr (url, "/comments/") != NULL;
}

static void
read_feeds (ExmDeclarations *self, const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);

  if (g_strcmp0 (self->feeds_of, url) == 0)
    return;
  g_free (self->feeds_of);
  self->feeds_of = g_strdup (url);
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_auto (GStrv) feeds = exm_links_find_feeds (page, links);

  for (guint i = 0, n = 0; feeds[i] != NULL && n < MAX_FEEDS; i++)
    {
      g_auto (ExmProbe) look = { 0 };
      if (is_of_comments (feeds[i])
          || !g_hash_table_add (self->asked, g_strdup (feeds[i])))
        continue;
      n++;
      if (!look_at (self, &look, feeds[i]) || !look.is_source
          || look.kind != EXM_SOURCE_FEED || look.links->len == 0)
        continue;
      g_autoptr (GPtrArray) items = list_own_items (page, &look);
      if (items->len > 0 && self->feed == NULL)
        self->feed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint k = 0; k < items->len; k++)
        {
          char *key = exm_url_get_page_key (g_ptr_array_index (items, k));
          if (key != NULL)
            g_hash_table_add (self->feed, key);
        }
      if (items->len > 0 && (self->items == NULL || items->len > self->items->len))
        {
          g_clear_pointer (&self->items, g_ptr_array_unref);
          self->items = g_ptr_array_ref (items);
          exm_probe_clear (&self->look);
          self->look = look;
          look = (ExmProbe){ 0 };
        }
    }
}

void
exm_declarations_read (ExmDeclarations *self, const ExmPageText *page)
{
  read_feeds (self, page);
  read_sitemaps (self, page);
}

void
exm_declarations_tell (ExmDeclarations *self, ExmListing *listing)
{
  exm_listing_set_declared (listing, self->feed, self->kinds);
}

const ExmProbe *
exm_declarations_get_feed (const ExmDeclarations *self, const GPtrArray **items)
{
  if (items != NULL)
    *items = self->items;
  return self->items != NULL ? &self->look : NULL;
}

gboolean
exm_declarations_is_tracking (const ExmDeclarations *self)
{
  guint n = 0;

  for (guint i = 0; self->items != NULL && i < self->items->len; i++)
    {
      const char *url = g_ptr_array_index (self->items, i);
      g_autofree char *plain = exm_url_without_tracking (url);
      n += g_strcmp0 (plain, url) != 0;
    }
  return self->items != NULL && n * 2 > self->items->len;
}
