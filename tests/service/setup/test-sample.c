/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Discovery on every list page of the sample site, in both layouts. */

#include "demo/exm-sample-page.h"
#include "discover/exm-feed-reader.h"
#include "discover/exm-links.h"
#include "setup/exm-listing.h"
#include "discover/exm-sitemap.h"
#include "fetch/exm-robots.h"
#include "page/exm-page-reader.h"

#include <string.h>

#define BASE "https://sample.example"

typedef struct
{
  ExmSampleSite *site; /* (owned) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  g_autofree char *data_dir
      = g_test_build_filename (G_TEST_DIST, "..", "data", "sample", NULL);
  g_autoptr (GError) error = NULL;

  self->site = exm_sample_site_load (data_dir, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  exm_sample_site_free (self->site);
}

static GBytes *
render (Fixture *self, const char *path, gboolean redesign)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSamplePage) page
      = exm_sample_page_render (self->site, path, redesign, BASE, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (page->status, ==, 200);
  return exm_sample_page_encode (page, NULL);
}

static ExmPageText *
read_page (Fixture *self, const char *path, gboolean redesign)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = render (self, path, redesign);
  g_autofree char *url = g_strconcat (BASE, path, NULL);
  const ExmPageHints hints = { .url = url };
  ExmPageText *page = exm_page_read (bytes, &hints, &error);

  g_assert_no_error (error);
  return page;
}

/* Addresses of the section's articles. */
static GHashTable *
list_articles (Fixture *self, const ExmSampleSection *section)
{
  GHashTable *urls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer path = NULL, route = NULL;

  g_hash_table_iter_init (&iter, self->site->routes);
  while (g_hash_table_iter_next (&iter, &path, &route))
    if (((ExmSampleRoute *) route)->kind == EXM_SAMPLE_ROUTE_ARTICLE
        && ((ExmSampleRoute *) route)->section == section)
      g_hash_table_add (urls, g_strconcat (BASE, (char *) path, NULL));
  g_assert_cmpuint (g_hash_table_size (urls), ==, section->articles->len);
  return urls;
}

static const ExmSampleArticle *
find_article (Fixture *self, const char *url)
{
  const ExmSampleRoute *route = exm_sample_site_find (self->site, url + strlen (BASE));

  g_assert_nonnull (route);
  return g_ptr_array_index (route->section->articles, route->index);
}

static void
check_feeds (const ExmPageText *page,
             const GPtrArray *links,
             const ExmSampleSection *section)
{
  g_auto (GStrv) feeds = exm_links_find_feeds (page, links);
  g_autofree char *expected = g_strconcat (BASE "/", section->name, "/feed.xml", NULL);

  g_assert_cmpuint (g_strv_length (feeds), ==, 1);
  g_assert_cmpstr (feeds[0], ==, expected);
}

/* All that is found are articles, under their titles; the page's own ones are among it.
 */
static void
check_articles (Fixture *self,
                const ExmPageText *page,
                const GPtrArray *links,
                const char *example,
                GHashTable *articles,
                GHashTable *found)
{
  g_autoptr (GPtrArray) list = exm_links_find_articles (page, links, example);

  g_assert_cmpuint (list->len, >, 0);
  for (guint i = 0; i < list->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (list, i);
      g_assert_true (g_hash_table_contains (articles, link->url));
      g_assert_nonnull (strstr (link->text, find_article (self, link->url)->title));
      g_hash_table_add (found, g_strdup (link->url));
    }
}

static void
check_page_lists (const ExmPageText *page,
                  const ExmSampleSection *section,
                  guint number,
                  GHashTable *found)
{
  guint first = number * EXM_SAMPLE_PER_PAGE;

  for (guint i = first; i < MIN (first + EXM_SAMPLE_PER_PAGE, section->articles->len);
       i++)
    {
      const ExmSampleArticle *article = g_ptr_array_index (section->articles, i);
      g_autofree char *url = g_strconcat (BASE, article->path, NULL);
      g_assert_true (g_hash_table_contains (found, url));
    }
}

static void
walk_section (Fixture *self,
              const ExmSampleSection *section,
              gboolean redesign,
              gboolean with_example)
{
  g_autoptr (GHashTable) articles = list_articles (self, section);
  g_autoptr (GHashTable) found
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *path = exm_sample_section_dup_list_path (section, 0);
  GHashTableIter iter;
  gpointer example = NULL;
  guint n_pages = 0;

  g_hash_table_iter_init (&iter, articles);
  g_hash_table_iter_next (&iter, &example, NULL);
  while (path != NULL)
    {
      g_autofree char *expected = exm_sample_section_dup_list_path (section, n_pages);
      g_test_message ("%s, layout %d, example %d", path, redesign, with_example);
      g_assert_cmpstr (path, ==, expected);
      g_autoptr (ExmPageText) page = read_page (self, path, redesign);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      check_feeds (page, links, section);
      check_articles (self, page, links, with_example ? example : NULL, articles, found);
      check_page_lists (page, section, n_pages, found);
      g_autoptr (ExmListing) listing = exm_listing_new (page);
      g_assert_cmpfloat (exm_listing_judge (listing, NULL), <, 0);
      g_autofree char *next = exm_links_find_next (page, links);
      g_free (path);
      path = next != NULL ? g_strdup (next + strlen (BASE)) : NULL;
      n_pages++;
    }
  g_assert_cmpuint (n_pages, ==, exm_sample_section_count_pages (section));
  g_assert_cmpuint (g_hash_table_size (found), ==, g_hash_table_size (articles));
}

static void
test_sections (Fixture *self, gconstpointer unused)
{
  g_assert_cmpuint (self->site->sections->len, ==, 4);
  for (guint i = 0; i < self->site->sections->len; i++)
    for (guint mode = 0; mode < 4; mode++)
      walk_section (self, g_ptr_array_index (self->site->sections, i), mode & 1,
                    (mode & 2) != 0);
}

/* Articles are no lists. A scripted page says nothing before its script has run, and a
 * note of two sentences is less than the list beside it. */
static void
test_articles_are_no_lists (Fixture *self, gconstpointer unused)
{
  GHashTableIter iter;
  gpointer path = NULL, value = NULL;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->site->routes);
  while (g_hash_table_iter_next (&iter, &path, &value))
    {
      const ExmSampleRoute *route = value;
      if (route->kind != EXM_SAMPLE_ROUTE_ARTICLE || route->section->scripted)
        continue;
      for (guint redesign = 0; redesign < 2; redesign++)
        {
          g_autoptr (ExmPageText) page = read_page (self, path, redesign == 1);
          g_autoptr (ExmListing) listing = exm_listing_new (page);
          g_test_message ("%s, layout %u", (char *) path, redesign);
          g_assert_cmpfloat (exm_listing_judge (listing, NULL), >, 0);
          n++;
        }
    }
  g_assert_cmpuint (n, >=, 70);
}

static void
test_dates (Fixture *self, gconstpointer unused)
{
  /* the app's lists carry no dates, nor do some of the second layout */
  static const struct
  {
    const char *path; /* (unowned) */
    gboolean redesign;
  } cases[] = {
    { "/news/", FALSE },
    { "/zh/", FALSE },
    { "/blog/", FALSE },
    { "/blog/", TRUE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = read_page (self, cases[i].path, cases[i].redesign);
      g_autoptr (GPtrArray) links = exm_links_new (page);
      g_autoptr (GPtrArray) list = exm_links_find_articles (page, links, NULL);
      guint n_dated = 0;
      for (guint k = 0; k < list->len; k++)
        {
          const ExmLink *link = g_ptr_array_index (list, k);
          const ExmSampleArticle *article = find_article (self, link->url);
          if (link->date_usec == EXM_DATE_NONE)
            continue;
          n_dated++;
          gint64 published = g_date_time_to_unix (article->date) * G_USEC_PER_SEC;
          g_assert_cmpint (ABS (link->date_usec - published), <=, G_TIME_SPAN_DAY);
        }
      g_test_message ("%s: %u of %u", cases[i].path, n_dated, list->len);
      g_assert_cmpuint (n_dated, >=, EXM_SAMPLE_PER_PAGE);
    }
}

static void
test_feeds (Fixture *self, gconstpointer unused)
{
  for (guint i = 0; i < self->site->sections->len; i++)
    {
      const ExmSampleSection *section = g_ptr_array_index (self->site->sections, i);
      g_autofree char *path = g_strconcat ("/", section->name, "/feed.xml", NULL);
      g_autoptr (GBytes) bytes = render (self, path, FALSE);
      g_autoptr (GHashTable) articles = list_articles (self, section);
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmFeed) feed = exm_feed_read (bytes, BASE, NULL, &error);
      g_assert_no_error (error);
      g_assert_null (exm_feed_get_fault (feed, NULL));
      g_assert_cmpstr (exm_feed_get_title (feed), ==, section->title);
      g_assert_cmpuint (exm_feed_get_n_items (feed), >=, EXM_SAMPLE_PER_PAGE);
      for (guint k = 0; k < exm_feed_get_n_items (feed); k++)
        {
          const ExmFeedItem *item = exm_feed_get_item (feed, k);
          g_assert_true (g_hash_table_contains (articles, item->url));
          const ExmSampleArticle *article = find_article (self, item->url);
          g_assert_cmpstr (item->title, ==, article->title);
          g_assert_cmpstr (item->author, ==, article->author);
          g_assert_cmpint (item->published.usec, ==,
                           g_date_time_to_unix (article->date) * G_USEC_PER_SEC);
          g_assert_true (item->published.has_zone);
        }
    }
}

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  g_assert_cmpint (entry->modified_usec, !=, EXM_DATE_NONE);
  g_ptr_array_add (data, g_strdup (entry->url));
  return TRUE;
}

static void
test_sitemaps (Fixture *self, gconstpointer unused)
{
  g_autoptr (ExmSitemapWalk) walk = exm_sitemap_walk_new (10);
  g_autoptr (GBytes) robots_bytes = render (self, "/robots.txt", FALSE);
  g_autoptr (ExmRobots) robots = exm_robots_parse (g_bytes_get_data (robots_bytes, NULL),
                                                   g_bytes_get_size (robots_bytes));
  guint depth = 0, n_pages = 0;

  g_assert_false (exm_robots_allows (robots, "Exemplar", "/private/", NULL));
  g_assert_true (exm_robots_allows (robots, "Exemplar", "/news/", NULL));
  g_assert_nonnull (exm_robots_get_sitemaps (robots)[0]);
  exm_sitemap_walk_add (walk, exm_robots_get_sitemaps (robots)[0], 0);
  for (char *url = exm_sitemap_walk_next (walk, &depth); url != NULL;
       url = exm_sitemap_walk_next (walk, &depth))
    {
      g_autofree char *held = url;
      g_autoptr (GBytes) bytes = render (self, url + strlen (BASE), FALSE);
      g_autoptr (GPtrArray) urls = g_ptr_array_new_with_free_func (g_free);
      g_auto (ExmSitemapReport) report = { 0 };
      g_autoptr (GError) error = NULL;
      g_assert_true (
          exm_sitemap_read (bytes, held, NULL, on_entry, urls, &report, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (report.n_faults + report.n_skipped, ==, 0);
      for (guint i = 0; i < urls->len && report.is_index; i++)
        g_assert_true (
            exm_sitemap_walk_add (walk, g_ptr_array_index (urls, i), depth + 1));
      n_pages += report.is_index ? 0 : report.n_entries;
    }
  g_assert_cmpuint (n_pages, >=, 48);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/discover/sample/sections", test_sections);
  ADD ("/discover/sample/articles-are-no-lists", test_articles_are_no_lists);
  ADD ("/discover/sample/dates", test_dates);
  ADD ("/discover/sample/feeds", test_feeds);
  ADD ("/discover/sample/sitemaps", test_sitemaps);
  return g_test_run ();
}
