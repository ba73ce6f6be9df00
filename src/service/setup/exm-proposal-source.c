/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal-private.h"

#include "discover/exm-links.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "page/exm-page-reader.h"
#include "setup/exm-list-candidates.h"
#include "setup/exm-sentences.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n-lib.h>

/* Pages that are tried as list of the example. */
#define MAX_LISTS 6u

/* Sitemaps that are asked for the example. */
#define MAX_SITEMAPS 2u

/* The source is what was looked at. */
void
exm_maker_take_source (ExmMaker *self, const ExmProbe *look, ExmTaskSource *source)
{
  source->kind = look->kind;
  exm_maker_add_urls (self->proposal->known, look->links);
  exm_probe_add_titles (look, self->proposal->titles);
  self->proposal->n_listed += look->links->len;
  exm_probe_copy_dates (look, self->proposal->dates);
  if (*self->fields->name == '\0' && look->title != NULL && *look->title != '\0')
    {
      g_free (self->fields->name);
      self->fields->name = exm_probe_dup_name (look);
    }
}

void
exm_maker_explain_first (ExmMaker *self, const char *sentence)
{
  g_autofree char *why = g_steal_pointer (&self->proposal->why);

  self->proposal->why = exm_sentences_join (sentence, why);
}

/* Returns: (transfer full): why @n_articles items of a feed are articles, and @n_left are
 * none */
static char *
describe_feed (guint n_articles, guint n_left)
{
  g_autofree char *first = g_strdup_printf (
      ngettext ("The feed lists %u article.", "The feed lists %u articles.", n_articles),
      n_articles);
  g_autofree char *left = g_strdup_printf (
      ngettext ("Left out: %u address that is built in another way.",
                "Left out: %u addresses that are built in another way.", n_left),
      n_left);

  return exm_sentences_join (first, n_left > 0 ? left : NULL);
}

/* "/blog/one" and "/news/two" */
static gboolean
is_as_deep (const char *a, const char *b)
{
  g_auto (GStrv) shape_a = exm_url_shape_new (a);
  g_auto (GStrv) shape_b = exm_url_shape_new (b);

  return shape_a != NULL && shape_b != NULL
         && g_strv_length (shape_a) == g_strv_length (shape_b);
}

static void
explain_feed (ExmMaker *self, guint n_articles, guint n_left)
{
  g_free (self->proposal->why);
  self->proposal->why = describe_feed (n_articles, n_left);
}

/* Takes all that a feed or sitemap lists for articles. */
void
exm_maker_take_articles (ExmMaker *self, const ExmProbe *look)
{
  exm_maker_add_urls (self->articles, look->articles);
  if (self->fields->include->len == 0 && look->kind == EXM_SOURCE_FEED)
    explain_feed (self, look->articles->len, 0);
}

/* Takes the items of a feed that nobody named for articles, but for those that lie in
 * other depths of the site than the example: some feeds have all its pages. */
static void
take_items (ExmMaker *self, const GPtrArray *items)
{
  const char *example = self->proposal->final_url;
  guint n_alike = 0, n_left = 0;

  for (guint i = 0; i < items->len; i++)
    n_alike += exm_url_is_built_as (g_ptr_array_index (items, i), example);
  for (guint i = 0; i < items->len; i++)
    {
      const char *url = g_ptr_array_index (items, i);
      gboolean is_taken = n_alike < EXM_LIST_LEAST || is_as_deep (url, example);
      g_ptr_array_add (is_taken ? self->articles : self->others, g_strdup (url));
      n_left += !is_taken;
    }
  if (self->fields->include->len == 0)
    explain_feed (self, items->len - n_left, n_left);
}

gboolean
exm_maker_use_feed (ExmMaker *self)
{
  const GPtrArray *items;
  const ExmProbe *look = exm_declarations_get_feed (self->declarations, &items);

  if (look == NULL || items->len < EXM_LIST_LEAST)
    return FALSE;
  exm_maker_take_source (
      self, look,
      exm_task_fields_add_source (self->fields, look->kind, look->fetched->url));
  take_items (self, items);
  return TRUE;
}

static void
use_list_page (ExmMaker *self, const ExmProbe *look)
{
  exm_maker_take_source (self, look,
                         exm_task_fields_add_source (self->fields, EXM_SOURCE_LIST,
                                                     look->fetched->final_url));
  exm_maker_set_articles (self, look->listing, self->proposal->final_url);
}

/* A list page is most often a folder of its articles' address, and linked from them. One
 * that lists few is kept for use_few(). */
static gboolean
use_folder (ExmMaker *self, const ExmPageText *page, const GPtrArray *links)
{
  const char *example = self->proposal->final_url;
  g_autoptr (GPtrArray) urls = exm_list_candidates_new (example, links);
  g_auto (ExmProbe) best = { 0 };
  ExmListRank best_rank = EXM_LIST_HAS_NONE;

  for (guint i = 0; i < urls->len && i < MAX_LISTS && best_rank < EXM_LIST_HAS_EXAMPLE;
       i++)
    {
      g_auto (ExmProbe) look = { 0 };
      if (!exm_maker_look_at (self, &look, g_ptr_array_index (urls, i), FALSE, NULL)
          || look.page == NULL || exm_url_is_same_page (look.fetched->final_url, example))
        continue;
      exm_declarations_tell (self->declarations, look.listing);
      exm_listing_compare (look.listing, page);
      ExmListRank rank = exm_list_rank (look.listing, example);
      if (rank <= best_rank)
        continue;
      best_rank = rank;
      exm_probe_clear (&best);
      best = look;
      look = (ExmProbe){ 0 };
    }
  if (best_rank > EXM_LIST_HAS_FEW)
    {
      use_list_page (self, &best);
      return TRUE;
    }
  exm_probe_clear (&self->few);
  self->few = best;
  best = (ExmProbe){ 0 };
  return FALSE;
}

/* Three listed addresses, or all there are: the last resort. */
static gboolean
use_few (ExmMaker *self)
{
  if (self->few.listing != NULL)
    use_list_page (self, &self->few);
  return self->few.listing != NULL;
}

/* Makes the feed that the example declares the source, or the list page that it stands
 * under. */
gboolean
exm_maker_use_feed_or_folder (ExmMaker *self,
                              const ExmPageText *page,
                              const GPtrArray *links)
{
  if (exm_declarations_get_feed (self->declarations, NULL) == NULL)
    exm_declarations_read (self->declarations, page);
  if (exm_declarations_is_tracking (self->declarations) && use_folder (self, page, links))
    return TRUE;
  return exm_maker_use_feed (self) || use_folder (self, page, links);
}

/* Makes a sitemap that has the example the source: what is built as its address are
 * articles, but for pages that the menu names. */
static gboolean
use_sitemap (ExmMaker *self, const char *url, GHashTable *menu)
{
  const char *example = self->proposal->final_url;
  g_autofree char *own = exm_url_get_page_key (example);
  g_auto (ExmProbe) look = { 0 };
  gboolean has_example = FALSE;

  if (!exm_maker_look_at (self, &look, url, FALSE, NULL) || !look.is_source
      || look.kind != EXM_SOURCE_SITEMAP)
    return FALSE;
  for (guint i = 0; i < look.articles->len; i++)
    {
      const char *entry = g_ptr_array_index (look.articles, i);
      g_autofree char *key = exm_url_get_page_key (entry);
      gboolean is_example = g_strcmp0 (key, own) == 0;
      gboolean is_taken
          = exm_url_is_built_as (entry, example)
            && (is_example || key == NULL || !g_hash_table_contains (menu, key));
      g_ptr_array_add (is_taken ? self->articles : self->others, g_strdup (entry));
      has_example = has_example || is_example;
    }
  if (has_example && self->articles->len >= EXM_LIST_LEAST)
    {
      exm_maker_take_source (
          self, &look,
          exm_task_fields_add_source (self->fields, look.kind, look.fetched->url));
      if (self->fields->include->len == 0)
        exm_maker_explain_first (
            self, _ ("No list page was found; a sitemap of the site lists the "
                     "example, and addresses that are built alike."));
      return TRUE;
    }
  g_ptr_array_set_size (self->articles, 0);
  g_ptr_array_set_size (self->others, 0);
  return FALSE;
}

/* Asks the sitemaps that robots.txt names, or else the one that most sites have. */
static gboolean
use_sitemaps (ExmMaker *self, const GPtrArray *links)
{
  const char *example = self->proposal->final_url;
  g_autoptr (GHashTable) menu = exm_list_menu_new (links);

  if (!exm_task_robots_check (self->robots, example, exm_maker_get_cancellable (self),
                              NULL))
    return FALSE;
  const char *const *sitemaps = exm_task_robots_get_sitemaps (self->robots, example);
  for (guint i = 0; sitemaps[i] != NULL && i < MAX_SITEMAPS; i++)
    if (use_sitemap (self, sitemaps[i], menu))
      return TRUE;
  g_autofree char *usual = exm_url_resolve (example, "/sitemap.xml", NULL);
  return sitemaps[0] == NULL && usual != NULL && use_sitemap (self, usual, menu);
}

gboolean
exm_maker_find_source (ExmMaker *self, GError **error)
{
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, error);

  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  if (exm_maker_use_feed_or_folder (self, page, links) || use_sitemaps (self, links)
      || use_few (self))
    return TRUE;
  if (!self->request->find_list)
    {
      g_set_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE,
                   _ ("%s: it declares no feed, and no page that lists it was found"),
                   self->proposal->final_url);
      return FALSE;
    }
  if (links->len == 0 && exm_probe_is_scripted (page))
    {
      g_propagate_error (error, exm_refusal_new (self->proposal->final_url, page,
                                                 self->fields->rendered));
      return FALSE;
    }
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_ptr_array_add (self->proposal->known, g_strdup (link->url));
    }
  return TRUE;
}
