/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal.h"

#include "discover/exm-links.h"
#include "engine/exm-engine.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "setup/exm-declarations.h"
#include "setup/exm-list-candidates.h"
#include "setup/exm-listing.h"
#include "setup/exm-sentences.h"
#include "url/exm-url-filter.h"
#include "url/exm-url-pattern-learn.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A source whose kind is not known yet. */
#define ANY_KIND ((ExmSourceKind) -1)

/* Addresses of a pattern of a source that are looked at. */
#define MAX_GENERATED 1u

/* Pages that are tried as list of the example. */
#define MAX_LISTS 6u

/* Less text than this, in characters, is no article before scripts have run. */
#define BARE_CHARS 200u

/* Sitemaps that are asked for the example. */
#define MAX_SITEMAPS 2u

/* Pages that are tried as example. */
#define MAX_EXAMPLES 5u

/* Sections that are tried where a page lists nothing, and pages of one as example. */
#define MAX_SECTIONS 2u
#define MAX_EXAMPLES_OF_SECTION 2u

/* A proposal that is being made. */
typedef struct
{
  const ExmProposalRequest *request; /* (unowned) */
  const ExmProbeProgress *watch;     /* (unowned) (nullable) */
  ExmProposal *proposal;             /* (unowned) */
  ExmTaskFields *fields;             /* (unowned): the proposal's */
  GPtrArray *articles;               /* (owned) (element-type utf8): of the sources */
  GPtrArray *others;             /* (owned) (element-type utf8): what else these list */
  ExmDeclarations *declarations; /* (owned): of the site */
  ExmTaskRobots *robots;         /* (unowned): the proposal's */
  ExmProbe few;    /* (owned): a list that has the example and few others, or all zero */
  GError *failure; /* (owned) (nullable): of the last article that could not be had */
  GError *not_rendered; /* (owned) (nullable): of the last page that scripts fill in */
} Maker;

static void
maker_clear (Maker *self)
{
  g_ptr_array_unref (self->articles);
  g_ptr_array_unref (self->others);
  exm_declarations_free (self->declarations);
  exm_probe_clear (&self->few);
  g_clear_error (&self->failure);
  g_clear_error (&self->not_rendered);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Maker, maker_clear)

void
exm_proposal_free (ExmProposal *self)
{
  exm_task_fields_clear (&self->fields);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->final_url);
  g_free (self->headers);
  g_free (self->title);
  g_free (self->why);
  g_clear_pointer (&self->robots, exm_task_robots_free);
  g_clear_pointer (&self->known, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->dates, g_hash_table_unref);
  g_clear_pointer (&self->titles, g_hash_table_unref);
  g_free (self);
}

gboolean
exm_proposal_add_source (ExmTaskFields *fields, const char *text)
{
  const char *colon = strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  ExmSourceKind kind = ANY_KIND;
  gboolean said = name != NULL && exm_source_kind_from_name (name, &kind);

  exm_task_fields_add_source (fields, kind, said ? colon + 1 : text);
  return said;
}

static void
set_example (Maker *self, const char *url, const char *http_charset, GBytes *bytes)
{
  ExmTaskExample *example = exm_task_fields_add_example (self->fields, url);

  example->http_charset = g_strdup (http_charset);
  example->region_text = g_strdup (self->request->region_text);
  self->proposal->bytes = g_bytes_ref (bytes);
  self->proposal->final_url = g_strdup (url);
  g_ptr_array_insert (self->proposal->known, 0, g_strdup (url));
}

static void
set_fetched_example (Maker *self, const ExmFetched *fetched)
{
  set_example (self, fetched->final_url, fetched->charset, fetched->body);
  self->proposal->status = fetched->status;
  self->proposal->headers = exm_fetched_write_record (fetched);
}

static GCancellable *
get_cancellable (const Maker *self)
{
  return self->watch != NULL ? self->watch->cancellable : NULL;
}

/* @asked: by the operator; what is found on the way is not looked at against robots.txt.
 */
static gboolean
look_at (Maker *self, ExmProbe *look, const char *url, gboolean asked, GError **error)
{
  if (!asked && !exm_task_robots_check (self->robots, url, get_cancellable (self), error))
    return FALSE;
  if (!exm_probe_at (look, url, self->fields, asked, self->watch, error))
    return FALSE;
  return !self->fields->rendered || look->page == NULL
         || exm_probe_render (look, self->request->renderer, self->fields, self->watch,
                              error);
}

/* Runs the scripts of a page that they seem to fill in. */
static gboolean
render_scripted (Maker *self, ExmProbe *look)
{
  if (self->request->renderer == NULL || self->fields->rendered || look->page == NULL
      || !exm_probe_is_scripted (look->page))
    return FALSE;
  g_clear_error (&self->not_rendered);
  return exm_probe_render (look, self->request->renderer, self->fields, self->watch,
                           &self->not_rendered);
}

/* Judges a page, if need be as it is after its scripts have run: then all of the task's
 * are rendered.
 * @text: (nullable): of the link to it */
static gboolean
is_article (Maker *self, ExmProbe *look, const char *text)
{
  exm_declarations_tell (self->declarations, look->listing);
  gboolean good = exm_listing_judge (look->listing, text) > 0;
  if ((good && exm_page_text_get_n_chars (look->page) >= BARE_CHARS)
      || !render_scripted (self, look))
    return good;
  exm_declarations_tell (self->declarations, look->listing);
  self->fields->rendered = exm_listing_judge (look->listing, text) > 0;
  return self->fields->rendered;
}

static gboolean
fetch_example (Maker *self, const char *url, gboolean asked, GError **error)
{
  g_auto (ExmProbe) look = { 0 };

  if (!look_at (self, &look, url, asked, error))
    return FALSE;
  if (look.page == NULL)
    {
      g_set_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_PAGE,
                   _ ("%s: a feed or sitemap cannot be the example; give an article"),
                   url);
      return FALSE;
    }
  g_autoptr (ExmFetched) sent = exm_fetched_ref (look.fetched);
  set_fetched_example (self, is_article (self, &look, NULL) ? look.fetched : sent);
  return TRUE;
}

/* The address that a page of a file tells of itself. */
static char *
read_canonical (GBytes *bytes)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) prepared = exm_engine_prepare (engine, bytes, NULL, NULL, NULL);

  if (prepared == NULL)
    return NULL;
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata (engine, prepared, NULL);
  return exm_url_normalize_input (exm_metadata_get (metadata, EXM_FIELD_CANONICAL) != NULL
                                      ? exm_metadata_get (metadata, EXM_FIELD_CANONICAL)
                                      : "",
                                  NULL);
}

static gboolean
use_bytes (Maker *self, GError **error)
{
  const ExmProposalRequest *request = self->request;
  g_autofree char *url = request->example_url != NULL
                             ? exm_url_normalize_input (request->example_url, error)
                             : read_canonical (request->example_bytes);

  if (url == NULL && request->example_url == NULL)
    g_set_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ADDRESS,
                 _ ("%s: the page does not tell its address"), request->example_name);
  if (url == NULL)
    return FALSE;
  set_example (self, url, NULL, request->example_bytes);
  return TRUE;
}

static void
add_all (GPtrArray *list, const GPtrArray *urls)
{
  for (guint i = 0; i < urls->len; i++)
    g_ptr_array_add (list, g_strdup (g_ptr_array_index (urls, i)));
}

/* The source is what was looked at. */
static void
take_source (Maker *self, const ExmProbe *look, ExmTaskSource *source)
{
  source->kind = look->kind;
  add_all (self->proposal->known, look->links);
  exm_probe_add_titles (look, self->proposal->titles);
  self->proposal->n_listed += look->links->len;
  exm_probe_copy_dates (look, self->proposal->dates);
  if (*self->fields->name == '\0' && look->title != NULL && *look->title != '\0')
    {
      g_free (self->fields->name);
      self->fields->name = exm_probe_dup_name (look);
    }
}

static void
explain_first (Maker *self, const char *sentence)
{
  g_autofree char *why = g_steal_pointer (&self->proposal->why);

  self->proposal->why = exm_sentences_join (sentence, why);
}

static void
explain_feed (Maker *self, guint n_articles, guint n_left)
{
  g_free (self->proposal->why);
  self->proposal->why = exm_sentences_new_of_feed (n_articles, n_left);
}

/* Takes all that a feed or sitemap lists for articles. */
static void
take_articles (Maker *self, const ExmProbe *look)
{
  add_all (self->articles, look->articles);
  if (self->fields->include->len == 0 && look->kind == EXM_SOURCE_FEED)
    explain_feed (self, look->articles->len, 0);
}

/* Looks at the sources that were given without a kind. */
static gboolean
look_at_sources (Maker *self, GError **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  for (guint i = 0; i < self->fields->sources->len; i++)
    {
      ExmTaskSource *source = &g_array_index (self->fields->sources, ExmTaskSource, i);
      g_auto (ExmProbe) look = { 0 };
      g_autoptr (ExmUrlPattern) pattern = NULL;

      if (source->kind != ANY_KIND)
        continue;
      pattern = exm_url_pattern_new (source->pattern, error);
      g_autoptr (GPtrArray) urls
          = pattern != NULL ? exm_url_pattern_generate (pattern, g_get_real_time (), zone,
                                                        MAX_GENERATED, error)
                            : NULL;
      if (urls == NULL || urls->len == 0)
        {
          g_prefix_error (error, _ ("Source “%s”: "), source->pattern);
          return FALSE;
        }
      if (!look_at (self, &look, g_ptr_array_index (urls, 0), TRUE, error))
        return FALSE;
      take_source (self, &look, source);
      take_articles (self, &look);
    }
  return TRUE;
}

static gboolean
refuse_list (Maker *self, const char *url, const ExmPageText *page, GError **error)
{
  g_propagate_error (error, exm_refusal_new (url, page, self->fields->rendered));
  return FALSE;
}

/* Takes the items of a feed that nobody named for articles, but for those that lie in
 * other depths of the site than the example: some feeds have all its pages. */
static void
take_items (Maker *self, const GPtrArray *items)
{
  const char *example = self->proposal->final_url;
  guint n_alike = 0, n_left = 0;

  for (guint i = 0; i < items->len; i++)
    n_alike += exm_url_is_built_as (g_ptr_array_index (items, i), example);
  for (guint i = 0; i < items->len; i++)
    {
      const char *url = g_ptr_array_index (items, i);
      gboolean is_taken = n_alike < EXM_LIST_LEAST || exm_url_is_as_deep (url, example);
      g_ptr_array_add (is_taken ? self->articles : self->others, g_strdup (url));
      n_left += !is_taken;
    }
  if (self->fields->include->len == 0)
    explain_feed (self, items->len - n_left, n_left);
}

static gboolean
use_feed (Maker *self)
{
  const GPtrArray *items;
  const ExmProbe *look = exm_declarations_get_feed (self->declarations, &items);

  if (look == NULL || items->len < EXM_LIST_LEAST)
    return FALSE;
  take_source (self, look,
               exm_task_fields_add_source (self->fields, look->kind, look->fetched->url));
  take_items (self, items);
  return TRUE;
}

static void
set_articles (Maker *self, ExmListing *listing, const char *example)
{
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, example);
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);

  add_all (self->articles, articles);
  add_all (self->others, others);
  if (self->fields->include->len == 0 && articles->len > 0)
    {
      g_free (self->proposal->why);
      self->proposal->why = exm_listing_explain (listing);
    }
}

/* Whether what is at @url is an article: then it is the example. */
static gboolean
try_example (Maker *self, ExmListing *listing, const char *url, gboolean *good)
{
  g_auto (ExmProbe) look = { 0 };

  *good = FALSE;
  g_clear_error (&self->failure);
  if (!look_at (self, &look, url, FALSE, &self->failure) || look.page == NULL)
    return FALSE;
  *good = is_article (self, &look, exm_listing_get_text (listing, url));
  exm_listing_compare (listing, look.page);
  if (*good)
    set_fetched_example (self, look.fetched);
  return TRUE;
}

/* The newest article of a list is the example. */
static gboolean
use_newest (Maker *self, ExmListing *listing, const ExmUrlFilter *filter, guint max)
{
  guint n_tried = 0;

  for (guint round = 0; round < max; round++)
    {
      g_autoptr (GPtrArray) articles = exm_listing_choose (listing, NULL);
      gboolean again = FALSE;
      for (guint i = 0; i < articles->len && !again && n_tried < max; i++)
        {
          const char *url = g_ptr_array_index (articles, i);
          gboolean good;
          if (exm_url_filter_check ((ExmUrlFilter *) filter, url, NULL)
              != EXM_URL_VERDICT_MATCHED)
            continue;
          n_tried++;
          again = try_example (self, listing, url, &good) && !good;
          if (good)
            {
              set_articles (self, listing, url);
              return TRUE;
            }
          if (again)
            exm_listing_refuse (listing, url);
        }
      if (!again)
        return FALSE;
    }
  return FALSE;
}

static gboolean
use_newest_item (Maker *self, const ExmProbe *look, ExmUrlFilter *filter, GError **error)
{
  for (guint i = 0; i < look->articles->len; i++)
    {
      const char *url = g_ptr_array_index (look->articles, i);
      if (exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED)
        return fetch_example (self, url, FALSE, error);
    }
  return refuse_list (self, look->fetched->final_url, look->page, error);
}

static void
use_list_page (Maker *self, const ExmProbe *look)
{
  take_source (self, look,
               exm_task_fields_add_source (self->fields, EXM_SOURCE_LIST,
                                           look->fetched->final_url));
  set_articles (self, look->listing, self->proposal->final_url);
}

/* A list page is most often a folder of its articles' address, and linked from them. One
 * that lists few is kept for use_few(). */
static gboolean
use_folder (Maker *self, const ExmPageText *page, const GPtrArray *links)
{
  const char *example = self->proposal->final_url;
  g_autoptr (GPtrArray) urls = exm_list_candidates_new (example, links);
  g_auto (ExmProbe) best = { 0 };
  ExmListRank best_rank = EXM_LIST_HAS_NONE;

  for (guint i = 0; i < urls->len && i < MAX_LISTS && best_rank < EXM_LIST_HAS_EXAMPLE;
       i++)
    {
      g_auto (ExmProbe) look = { 0 };
      if (!look_at (self, &look, g_ptr_array_index (urls, i), FALSE, NULL)
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
use_few (Maker *self)
{
  if (self->few.listing != NULL)
    use_list_page (self, &self->few);
  return self->few.listing != NULL;
}

/* Makes the feed that the example declares the source, or the list page that it stands
 * under. */
static gboolean
use_feed_or_folder (Maker *self, const ExmPageText *page, const GPtrArray *links)
{
  if (exm_declarations_get_feed (self->declarations, NULL) == NULL)
    exm_declarations_read (self->declarations, page);
  if (exm_declarations_is_tracking (self->declarations) && use_folder (self, page, links))
    return TRUE;
  return use_feed (self) || use_folder (self, page, links);
}

/* Makes a sitemap that has the example the source: what is built as its address are
 * articles, but for pages that the menu names. */
static gboolean
use_sitemap (Maker *self, const char *url, GHashTable *menu)
{
  const char *example = self->proposal->final_url;
  g_autofree char *own = exm_url_get_page_key (example);
  g_auto (ExmProbe) look = { 0 };
  gboolean has_example = FALSE;

  if (!look_at (self, &look, url, FALSE, NULL) || !look.is_source
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
      take_source (
          self, &look,
          exm_task_fields_add_source (self->fields, look.kind, look.fetched->url));
      if (self->fields->include->len == 0)
        explain_first (self, _ ("No list page was found; a sitemap of the site lists the "
                                "example, and addresses that are built alike."));
      return TRUE;
    }
  g_ptr_array_set_size (self->articles, 0);
  g_ptr_array_set_size (self->others, 0);
  return FALSE;
}

/* Asks the sitemaps that robots.txt names, or else the one that most sites have. */
static gboolean
use_sitemaps (Maker *self, const GPtrArray *links)
{
  const char *example = self->proposal->final_url;
  g_autoptr (GHashTable) menu = exm_list_menu_new (links);

  if (!exm_task_robots_check (self->robots, example, get_cancellable (self), NULL))
    return FALSE;
  const char *const *sitemaps = exm_task_robots_get_sitemaps (self->robots, example);
  for (guint i = 0; sitemaps[i] != NULL && i < MAX_SITEMAPS; i++)
    if (use_sitemap (self, sitemaps[i], menu))
      return TRUE;
  g_autofree char *usual = exm_url_resolve (example, "/sitemap.xml", NULL);
  return sitemaps[0] == NULL && usual != NULL && use_sitemap (self, usual, menu);
}

static gboolean
find_source (Maker *self, GError **error)
{
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, error);

  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  if (use_feed_or_folder (self, page, links) || use_sitemaps (self, links)
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
    return refuse_list (self, self->proposal->final_url, page, error);
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_ptr_array_add (self->proposal->known, g_strdup (link->url));
    }
  return TRUE;
}

/* The example that the operator gave tells which of the links are articles. */
static void
use_given_example (Maker *self, ExmListing *listing)
{
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, NULL);

  if (page != NULL)
    exm_listing_compare (listing, page);
  exm_listing_keep_to_example (listing);
  set_articles (self, listing,
                self->request->example != NULL ? self->request->example
                                               : self->proposal->final_url);
}

/* The page lists nothing that can be read; its feed does. */
static gboolean
use_feed_instead (Maker *self)
{
  const GPtrArray *items;
  const ExmProbe *look = exm_declarations_get_feed (self->declarations, &items);
  guint n = look != NULL && items->len >= EXM_LIST_LEAST ? items->len : 0;

  for (guint i = 0; i < MIN (n, MAX_EXAMPLES) && self->fields->examples->len == 0; i++)
    fetch_example (self, g_ptr_array_index (items, i), FALSE, NULL);
  return self->fields->examples->len > 0 && use_feed (self);
}

/* Whether it is a list of articles; then it is the source, and one of them the example.
 */
static gboolean
try_section (Maker *self, const ExmProbe *front, const char *url, ExmUrlFilter *filter)
{
  g_auto (ExmProbe) look = { 0 };

  if (!look_at (self, &look, url, FALSE, NULL) || look.page == NULL
      || exm_url_is_same_page (look.fetched->final_url, front->fetched->final_url))
    return FALSE;
  exm_declarations_read (self->declarations, look.page);
  exm_declarations_tell (self->declarations, look.listing);
  exm_listing_compare (look.listing, front->page);
  g_autoptr (GPtrArray) articles = exm_listing_choose (look.listing, NULL);
  if (articles->len < EXM_LIST_LEAST
      || !use_newest (self, look.listing, filter, MAX_EXAMPLES_OF_SECTION))
    return FALSE;
  take_source (
      self, &look,
      exm_task_fields_add_source (self->fields, look.kind, look.fetched->final_url));
  explain_first (self, _ ("The page that you gave lists no articles; another page of the "
                          "site, to which it links, does."));
  return TRUE;
}

/* The page lists nothing, as the front of a shop; a section that it links to may. */
static gboolean
use_section (Maker *self, const ExmProbe *front, ExmUrlFilter *filter)
{
  if (front->page == NULL || self->failure != NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (front->page);
  g_autoptr (GPtrArray) urls = exm_list_sections_new (front->fetched->final_url, links);
  for (guint i = 0; i < MIN (urls->len, MAX_SECTIONS); i++)
    if (try_section (self, front, g_ptr_array_index (urls, i), filter))
      return TRUE;
  g_clear_error (&self->failure);
  return FALSE;
}

/* Finds another source of what a list has that robots.txt forbids. */
static gboolean
use_other_list (Maker *self, const ExmProbe *look, const ExmUrlFilter *filter)
{
  if (look->listing == NULL
      || (self->fields->examples->len == 0
          && !use_newest (self, look->listing, filter, MAX_EXAMPLES)))
    return use_feed_instead (self);
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, NULL);
  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_ptr_array_set_size (self->articles, 0);
  g_ptr_array_set_size (self->others, 0);
  return use_feed_or_folder (self, page, links);
}

/* Makes a list, feed or sitemap that the operator named the source. */
static gboolean
use_list (Maker *self, const ExmProbe *look, GError **error)
{
  ExmListing *listing = look->listing;
  const char *url = look->fetched->final_url;
  gboolean has_example = self->fields->examples->len > 0;
  g_autoptr (GError) forbidden = NULL;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (self->fields->include, self->fields->exclude, error);

  if (filter == NULL)
    return FALSE;
  gboolean is_allowed
      = exm_task_robots_check (self->robots, url, get_cancellable (self), &forbidden);
  if (is_allowed && listing == NULL && !has_example
      && !use_newest_item (self, look, filter, error))
    return FALSE;
  if (is_allowed
      && (listing == NULL || has_example
          || use_newest (self, listing, filter, MAX_EXAMPLES)))
    {
      take_source (self, look,
                   exm_task_fields_add_source (self->fields, look->kind, url));
      if (listing == NULL)
        take_articles (self, look);
      else if (has_example)
        use_given_example (self, listing);
      return TRUE;
    }
  if (is_allowed && (use_feed_instead (self) || use_section (self, look, filter)))
    return TRUE;
  if (!is_allowed && use_other_list (self, look, filter))
    {
      explain_first (
          self,
          _ ("robots.txt forbids the list that you gave; another place lists the same."));
      return TRUE;
    }
  if (is_allowed && self->failure == NULL)
    return refuse_list (self, url, look->page, error);
  g_propagate_error (error, is_allowed ? g_steal_pointer (&self->failure)
                                       : g_steal_pointer (&forbidden));
  return FALSE;
}

/* Makes the example or the source of what the operator named. */
static gboolean
use_look (Maker *self, const ExmProbe *look, GError **error)
{
  if (look->page != NULL)
    {
      exm_declarations_read (self->declarations, look->page);
      exm_declarations_tell (self->declarations, look->listing);
    }
  /* An article beside an example is one more place with links. */
  if (look->listing != NULL && self->fields->examples->len == 0
      && exm_listing_judge (look->listing, NULL) > 0)
    {
      set_fetched_example (self, look->fetched);
      return TRUE;
    }
  return use_list (self, look, error);
}

static gboolean
use_place (Maker *self, GError **error)
{
  g_auto (ExmProbe) look = { 0 };
  g_autoptr (GError) refused = NULL;

  if (!look_at (self, &look, self->request->place, TRUE, error))
    return FALSE;
  if (use_look (self, &look, &refused))
    return TRUE;
  if (!g_error_matches (refused, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  self->fields->rendered = render_scripted (self, &look);
  if (self->fields->rendered)
    return use_look (self, &look, error);
  if (self->not_rendered == NULL)
    g_propagate_error (error, g_steal_pointer (&refused));
  else
    g_set_error (
        error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED,
        /* translators: a page that scripts fill in, and why they cannot be run */
        _ ("%1$s. It could not be rendered: %2$s"), refused->message,
        self->not_rendered->message);
  return FALSE;
}

/* Reads the example: so that it is one, and for its title. */
static gboolean
read_example (Maker *self, GError **error)
{
  const ExmTaskExample *example
      = &g_array_index (self->fields->examples, ExmTaskExample, 0);
  const ExmPageHints hints
      = { .url = self->proposal->final_url, .http_charset = example->http_charset };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) prepared = exm_engine_prepare (
      engine, self->proposal->bytes, &hints, self->request->region_text, error);

  if (prepared == NULL)
    return FALSE;
  guint n_lines;
  exm_page_text_get_lines (exm_prepared_get_page (prepared), &n_lines);
  if (n_lines == 0)
    return refuse_list (self, self->proposal->final_url, exm_prepared_get_page (prepared),
                        error);
  self->proposal->scripted = exm_probe_is_scripted (exm_prepared_get_page (prepared));
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata_beside (
      engine, prepared, NULL, NULL, 0,
      g_hash_table_lookup (self->proposal->titles, self->proposal->final_url));
  self->proposal->title = g_strdup (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  return TRUE;
}

static gboolean
propose_pattern (Maker *self, GError **error)
{
  ExmTaskFields *fields = self->fields;
  ExmProposal *proposal = self->proposal;
  gboolean is_learned = fields->include->len == 0;

  if (is_learned)
    {
      g_autoptr (ExmUrlPattern) pattern
          = self->articles->len == 0 ? exm_url_pattern_propose (proposal->known, error)
                                     : NULL;
      if (pattern != NULL)
        g_ptr_array_add (fields->include, g_strdup (exm_url_pattern_get_text (pattern)));
      else if (self->articles->len == 0
               || !exm_url_patterns_learn (self->articles, self->others, fields->include,
                                           fields->exclude, error))
        return FALSE;
    }
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, error);
  if (filter == NULL)
    return FALSE;
  exm_proposal_count (proposal, filter);
  exm_proposal_add_targets (proposal, filter, self->articles);
  exm_proposal_add_targets (proposal, filter, proposal->known);
  if (proposal->n_matching > 0 || proposal->n_listed == 0 || !is_learned
      || self->request->find_list || fields->sources->len == 0)
    return TRUE;
  g_set_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE,
               /* translators: a pattern of addresses, an address */
               _ ("%1$s lists no address that is built as %2$s"),
               g_array_index (fields->sources, ExmTaskSource, 0).pattern,
               proposal->final_url);
  return FALSE;
}

static gboolean
make (Maker *self, GError **error)
{
  const ExmProposalRequest *request = self->request;
  ExmTaskFields *fields = self->fields;

  if (request->example_bytes != NULL && !use_bytes (self, error))
    return FALSE;
  if (request->example != NULL && !fetch_example (self, request->example, TRUE, error))
    return FALSE;
  if (request->place != NULL && !use_place (self, error))
    return FALSE;
  if (!look_at_sources (self, error) || !read_example (self, error)
      || (fields->sources->len == 0 && !find_source (self, error)))
    return FALSE;
  if (fields->rendered)
    explain_first (self, _ ("Scripts fill these pages in, so they are rendered in a "
                            "browser before they are read."));
  /* A fetch that failed on the way was left out, and said nothing. */
  if (self->watch != NULL
      && g_cancellable_set_error_if_cancelled (self->watch->cancellable, error))
    return FALSE;
  if (*fields->name == '\0')
    {
      g_free (fields->name);
      fields->name = exm_url_get_site (self->proposal->final_url, error);
      if (fields->name == NULL)
        return FALSE;
    }
  return propose_pattern (self, error);
}

ExmProposal *
exm_proposal_new (const ExmProposalRequest *request,
                  ExmTaskFields *fields,
                  const ExmProbeProgress *watch,
                  GError **error)
{
  g_autoptr (ExmProposal) proposal = g_new0 (ExmProposal, 1);
  g_auto (Maker) self = {
    .request = request,
    .watch = watch,
    .proposal = proposal,
    .fields = &proposal->fields,
    .articles = g_ptr_array_new_with_free_func (g_free),
    .others = g_ptr_array_new_with_free_func (g_free),
  };

  self.robots = proposal->robots = exm_task_robots_new (&proposal->fields);
  self.declarations = exm_declarations_new (&proposal->fields, self.robots, watch);
  proposal->fields = *fields;
  *fields = (ExmTaskFields){ 0 };
  proposal->known = g_ptr_array_new_with_free_func (g_free);
  proposal->dates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  proposal->titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  proposal->targets = g_ptr_array_new_with_free_func (g_free);
  GCancellable *cancellable = get_cancellable (&self);
  /* Loops over many links look at it, too. */
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  gboolean good = make (&self, error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  /* A list that was not read to its end may have said that it has no articles. */
  if (!good && g_cancellable_is_cancelled (cancellable))
    {
      g_clear_error (error);
      g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  return good ? g_steal_pointer (&proposal) : NULL;
}
