/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal-private.h"

#include "discover/exm-links.h"
#include "engine/exm-engine.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "metadata/exm-completeness.h"
#include "setup/exm-list-candidates.h"
#include "url/exm-url-filter.h"
#include "url/exm-url-pattern-learn.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A source whose kind is not known yet. */
#define ANY_KIND ((ExmSourceKind) -1)

/* Addresses of a pattern of a source that are looked at. */
#define MAX_GENERATED 1u

/* Pages that are tried as example. */
#define MAX_EXAMPLES 5u

/* Sections that are tried where a page lists nothing, and pages of one as example. */
#define MAX_SECTIONS 2u
#define MAX_EXAMPLES_OF_SECTION 2u

static void
maker_clear (ExmMaker *self)
{
  g_ptr_array_unref (self->articles);
  g_ptr_array_unref (self->others);
  exm_declarations_free (self->declarations);
  exm_probe_clear (&self->few);
  g_free (self->guessed);
  exm_probe_clear (&self->guess);
  g_clear_error (&self->failure);
  g_clear_error (&self->not_rendered);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMaker, maker_clear)

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
use_bytes (ExmMaker *self, GError **error)
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
  exm_maker_set_example (self, url, NULL, request->example_bytes);
  return TRUE;
}

/* Looks at the sources that were given without a kind. */
static gboolean
look_at_sources (ExmMaker *self, GError **error)
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
      if (!exm_maker_look_at (self, &look, g_ptr_array_index (urls, 0), TRUE, error))
        return FALSE;
      exm_maker_take_source (self, &look, source);
      exm_maker_take_articles (self, &look);
    }
  return TRUE;
}

static gboolean
use_newest_item (ExmMaker *self,
                 const ExmProbe *look,
                 ExmUrlFilter *filter,
                 GError **error)
{
  for (guint i = 0; i < look->articles->len; i++)
    {
      const char *url = g_ptr_array_index (look->articles, i);
      if (exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED)
        return exm_maker_fetch_example (self, url, FALSE, error);
    }
  g_propagate_error (error, exm_refusal_new (look->fetched->final_url, look->page,
                                             self->fields->rendered));
  return FALSE;
}

/* The example that the operator gave tells which of the links are articles. */
static void
use_given_example (ExmMaker *self, ExmListing *listing)
{
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, NULL);

  if (page != NULL)
    exm_listing_compare (listing, page);
  exm_listing_keep_to_example (listing);
  exm_maker_set_articles (self, listing,
                          self->request->example != NULL ? self->request->example
                                                         : self->proposal->final_url);
}

/* The page lists nothing that can be read; its feed does. */
static gboolean
use_feed_instead (ExmMaker *self)
{
  const GPtrArray *items;
  const ExmProbe *look = exm_declarations_get_feed (self->declarations, &items);
  guint n = look != NULL && items->len >= EXM_LIST_LEAST ? items->len : 0;

  for (guint i = 0; i < MIN (n, MAX_EXAMPLES) && self->fields->examples->len == 0; i++)
    exm_maker_fetch_example (self, g_ptr_array_index (items, i), FALSE, NULL);
  return self->fields->examples->len > 0 && exm_maker_use_feed (self);
}

/* Whether it is a list of articles; then it is the source, and one of them the example.
 */
static gboolean
try_section (ExmMaker *self, const ExmProbe *front, const char *url, ExmUrlFilter *filter)
{
  g_auto (ExmProbe) look = { 0 };

  if (!exm_maker_look_at (self, &look, url, FALSE, NULL) || look.page == NULL
      || exm_url_is_same_page (look.fetched->final_url, front->fetched->final_url))
    return FALSE;
  exm_declarations_read (self->declarations, look.page);
  exm_declarations_tell (self->declarations, look.listing);
  exm_listing_compare (look.listing, front->page);
  g_autoptr (GPtrArray) articles = exm_listing_choose (look.listing, NULL);
  if (articles->len < EXM_LIST_LEAST
      || !exm_maker_use_newest (self, look.listing, filter, MAX_EXAMPLES_OF_SECTION))
    return FALSE;
  exm_maker_take_source (
      self, &look,
      exm_task_fields_add_source (self->fields, look.kind, look.fetched->final_url));
  exm_maker_explain_first (
      self, _ ("The page that you gave lists no articles; another page of the "
               "site, to which it links, does."));
  return TRUE;
}

/* The page lists nothing, as the front of a shop; a section that it links to may. */
static gboolean
use_section (ExmMaker *self, const ExmProbe *front, ExmUrlFilter *filter)
{
  if (front->page == NULL || exm_maker_is_waiting (self)
      || exm_completeness_find_password (front->page) > 0)
    return FALSE;
  g_autoptr (GError) failure = g_steal_pointer (&self->failure);
  gboolean was_read = self->was_read;
  g_autoptr (GPtrArray) links = exm_links_new (front->page);
  g_autoptr (GPtrArray) urls = exm_list_sections_new (front->fetched->final_url, links);
  for (guint i = 0; i < MIN (urls->len, MAX_SECTIONS); i++)
    if (try_section (self, front, g_ptr_array_index (urls, i), filter))
      return TRUE;
  /* The page itself is refused, not one of these. */
  g_clear_error (&self->failure);
  self->failure = g_steal_pointer (&failure);
  self->was_read = was_read;
  return FALSE;
}

/* Finds another source of what a list has that robots.txt forbids. */
static gboolean
use_other_list (ExmMaker *self, const ExmProbe *look, const ExmUrlFilter *filter)
{
  if (look->listing == NULL
      || (self->fields->examples->len == 0
          && !exm_maker_use_newest (self, look->listing, filter, MAX_EXAMPLES)))
    return use_feed_instead (self);
  const ExmPageHints hints = { .url = self->proposal->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->proposal->bytes, &hints, NULL);
  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_ptr_array_set_size (self->articles, 0);
  g_ptr_array_set_size (self->others, 0);
  return exm_maker_use_feed_or_folder (self, page, links);
}

/* Makes a list, feed or sitemap that the operator named the source. */
static gboolean
use_list (ExmMaker *self, const ExmProbe *look, GError **error)
{
  ExmListing *listing = look->listing;
  const char *url = look->fetched->final_url;
  gboolean has_example = self->fields->examples->len > 0;
  g_autoptr (GError) forbidden = NULL;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (self->fields->include, self->fields->exclude, error);

  if (filter == NULL)
    return FALSE;
  gboolean is_allowed = exm_task_robots_check (
      self->robots, url, exm_maker_get_cancellable (self), &forbidden);
  if (is_allowed && listing == NULL && !has_example
      && !use_newest_item (self, look, filter, error))
    return FALSE;
  if (is_allowed
      && (listing == NULL || has_example
          || exm_maker_use_newest (self, listing, filter, MAX_EXAMPLES)))
    {
      exm_maker_take_source (self, look,
                             exm_task_fields_add_source (self->fields, look->kind, url));
      if (listing == NULL)
        exm_maker_take_articles (self, look);
      else if (has_example)
        use_given_example (self, listing);
      return TRUE;
    }
  if (is_allowed && (use_feed_instead (self) || use_section (self, look, filter)))
    return TRUE;
  if (!is_allowed && use_other_list (self, look, filter))
    {
      exm_maker_explain_first (
          self,
          _ ("robots.txt forbids the list that you gave; another place lists the same."));
      return TRUE;
    }
  if (!is_allowed)
    {
      g_propagate_error (error, g_steal_pointer (&forbidden));
      return FALSE;
    }
  g_autoptr (GError) refusal = exm_refusal_new (url, look->page, self->fields->rendered);
  gboolean is_unread
      = self->failure != NULL && !self->was_read
        && g_error_matches (refusal, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE);
  g_propagate_error (error, is_unread ? exm_refusal_new_unread (url, self->failure)
                                      : g_steal_pointer (&refusal));
  return FALSE;
}

/* Makes the example or the source of what the operator named. */
static gboolean
use_look (ExmMaker *self, const ExmProbe *look, GError **error)
{
  if (look->page != NULL)
    {
      if (self->fields->examples->len == 0 && self->fields->include->len == 0
          && self->guessed == NULL)
        exm_maker_guess (self, look);
      if (!exm_maker_is_waiting (self))
        exm_declarations_read (self->declarations, look->page);
      exm_declarations_tell (self->declarations, look->listing);
    }
  /* An article beside an example is one more place with links. */
  if (look->listing != NULL && self->fields->examples->len == 0
      && exm_listing_judge (look->listing, NULL) > 0)
    {
      exm_maker_set_fetched_example (self, look->fetched);
      return TRUE;
    }
  return use_list (self, look, error);
}

static gboolean
use_place (ExmMaker *self, GError **error)
{
  g_auto (ExmProbe) look = { 0 };
  g_autoptr (GError) refused = NULL;

  if (!exm_maker_look_at (self, &look, self->request->place, TRUE, error))
    return FALSE;
  if (use_look (self, &look, &refused))
    return TRUE;
  if (!g_error_matches (refused, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }
  self->fields->rendered = exm_maker_render_scripted (self, &look);
  if (self->fields->rendered)
    return use_look (self, &look, error);
  g_propagate_error (error, self->not_rendered != NULL
                                ? exm_refusal_new_unrendered (refused, self->not_rendered)
                                : g_steal_pointer (&refused));
  return FALSE;
}

/* Reads the example: so that it is one, and for its title. */
static gboolean
read_example (ExmMaker *self, GError **error)
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
    {
      g_propagate_error (error, exm_refusal_new (self->proposal->final_url,
                                                 exm_prepared_get_page (prepared),
                                                 self->fields->rendered));
      return FALSE;
    }
  self->proposal->scripted = exm_probe_is_scripted (exm_prepared_get_page (prepared));
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata_beside (
      engine, prepared, NULL, NULL, 0,
      g_hash_table_lookup (self->proposal->titles, self->proposal->final_url));
  self->proposal->title = g_strdup (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  return TRUE;
}

/* Adds those of @urls that @filter takes and that are not there yet. */
static void
add_targets (ExmProposal *self, ExmUrlFilter *filter, const GPtrArray *urls)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_add (known, self->final_url);
  for (guint i = 0; i < self->targets->len; i++)
    g_hash_table_add (known, g_ptr_array_index (self->targets, i));
  for (guint i = 0; i < urls->len; i++)
    {
      char *url = g_ptr_array_index (urls, i);
      if (g_hash_table_add (known, url)
          && exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED)
        g_ptr_array_add (self->targets, g_strdup (url));
    }
}

static gboolean
propose_pattern (ExmMaker *self, GError **error)
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
  add_targets (proposal, filter, self->articles);
  add_targets (proposal, filter, proposal->known);
  if (proposal->n_matching > 0 || proposal->n_listed == 0 || self->request->find_list
      || fields->sources->len == 0)
    return TRUE;
  const char *list = g_array_index (fields->sources, ExmTaskSource, 0).pattern;
  g_propagate_error (error,
                     exm_refusal_new_unmatched (list, proposal->n_listed,
                                                is_learned ? proposal->final_url : NULL));
  return FALSE;
}

static gboolean
make (ExmMaker *self, GError **error)
{
  const ExmProposalRequest *request = self->request;
  ExmTaskFields *fields = self->fields;

  if (request->example_bytes != NULL && !use_bytes (self, error))
    return FALSE;
  if (request->example != NULL
      && !exm_maker_fetch_example (self, request->example, TRUE, error))
    return FALSE;
  if (request->place != NULL && !use_place (self, error))
    return FALSE;
  if (!look_at_sources (self, error) || !read_example (self, error)
      || (fields->sources->len == 0 && !exm_maker_find_source (self, error)))
    return FALSE;
  if (fields->rendered)
    exm_maker_explain_first (self,
                             _ ("Scripts fill these pages in, so they are rendered in a "
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
  g_autoptr (ExmProposal) proposal = exm_proposal_new_empty ();
  g_auto (ExmMaker) self = {
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
  GCancellable *cancellable = exm_maker_get_cancellable (&self);
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
  if (!good && error != NULL)
    exm_refusal_advise (*error, g_get_real_time ());
  return good ? g_steal_pointer (&proposal) : NULL;
}
