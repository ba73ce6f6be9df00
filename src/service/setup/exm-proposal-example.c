/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-proposal-private.h"

#include "discover/exm-links.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-url-key.h"
#include "url/exm-url-shape.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Less text than this, in characters, is no article before scripts have run. */
#define BARE_CHARS 200u

GCancellable *
exm_maker_get_cancellable (const ExmMaker *self)
{
  return self->watch != NULL ? self->watch->cancellable : NULL;
}

/* @asked: by the operator; what is found on the way is not looked at against robots.txt.
 */
gboolean
exm_maker_look_at (
    ExmMaker *self, ExmProbe *look, const char *url, gboolean asked, GError **error)
{
  if (!asked
      && !exm_task_robots_check (self->robots, url, exm_maker_get_cancellable (self),
                                 error))
    return FALSE;
  if (!exm_probe_at (look, url, self->fields, asked, self->watch, error))
    return FALSE;
  return !self->fields->rendered || look->page == NULL
         || exm_probe_render (look, self->request->renderer, self->fields, self->watch,
                              error);
}

/* Runs the scripts of a page that they seem to fill in. */
gboolean
exm_maker_render_scripted (ExmMaker *self, ExmProbe *look)
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
is_article (ExmMaker *self, ExmProbe *look, const char *text)
{
  exm_declarations_tell (self->declarations, look->listing);
  gboolean good = exm_listing_judge (look->listing, text) > 0;
  if ((good && exm_page_text_get_n_chars (look->page) >= BARE_CHARS)
      || !exm_maker_render_scripted (self, look))
    return good;
  exm_declarations_tell (self->declarations, look->listing);
  self->fields->rendered = exm_listing_judge (look->listing, text) > 0;
  return self->fields->rendered;
}

static ExmTaskExample *
set_example (ExmProposal *self, const char *url, const char *http_charset, GBytes *bytes)
{
  ExmTaskExample *example = exm_task_fields_add_example (&self->fields, url);

  example->http_charset = g_strdup (http_charset);
  self->bytes = g_bytes_ref (bytes);
  self->final_url = g_strdup (url);
  g_ptr_array_insert (self->known, 0, g_strdup (url));
  return example;
}

static ExmTaskExample *
set_fetched_example (ExmProposal *self, const ExmFetched *page)
{
  self->status = page->status;
  self->headers = exm_fetched_write_record (page);
  return set_example (self, page->final_url, page->charset, page->body);
}

void
exm_maker_set_example (ExmMaker *self,
                       const char *url,
                       const char *http_charset,
                       GBytes *bytes)
{
  ExmTaskExample *example = set_example (self->proposal, url, http_charset, bytes);

  example->region_text = g_strdup (self->request->region_text);
}

/* The first reading: an example and one page to stand beside it, to be shown while the
 * list of the articles is still looked for.
 *
 * Returns: (transfer full): a proposal without sources and patterns */
static ExmProposal *
make_first (const ExmTaskFields *fields, const ExmFetched *page, const char *beside)
{
  ExmProposal *self = exm_proposal_new_empty ();

  exm_task_fields_init (&self->fields);
  self->fields.rendered = fields->rendered;
  for (guint i = 0; i < fields->private_hosts->len; i++)
    g_ptr_array_add (self->fields.private_hosts,
                     g_strdup (g_ptr_array_index (fields->private_hosts, i)));
  set_fetched_example (self, page);
  if (beside != NULL)
    g_ptr_array_add (self->targets, g_strdup (beside));
  return self;
}

/* @beside: (nullable): address of a page to stand beside it */
static void
tell_first (ExmMaker *self, const ExmFetched *page, const char *beside)
{
  const ExmProposalRequest *request = self->request;

  if (request->first != NULL && !self->has_told_first)
    request->first (make_first (self->fields, page, beside), request->first_data);
  self->has_told_first = TRUE;
}

void
exm_maker_set_fetched_example (ExmMaker *self, const ExmFetched *fetched)
{
  ExmTaskExample *example = set_fetched_example (self->proposal, fetched);

  example->region_text = g_strdup (self->request->region_text);
  tell_first (self, fetched, NULL);
}

gboolean
exm_maker_fetch_example (ExmMaker *self, const char *url, gboolean asked, GError **error)
{
  g_auto (ExmProbe) look = { 0 };

  if (!exm_maker_look_at (self, &look, url, asked, error))
    return FALSE;
  if (look.page == NULL)
    {
      g_set_error (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_PAGE,
                   _ ("%s: a feed or sitemap cannot be the example; give an article"),
                   url);
      return FALSE;
    }
  g_autoptr (ExmFetched) sent = exm_fetched_ref (look.fetched);
  exm_maker_set_fetched_example (self,
                                 is_article (self, &look, NULL) ? look.fetched : sent);
  return TRUE;
}

void
exm_maker_add_urls (GPtrArray *list, const GPtrArray *urls)
{
  for (guint i = 0; i < urls->len; i++)
    g_ptr_array_add (list, g_strdup (g_ptr_array_index (urls, i)));
}

void
exm_maker_set_articles (ExmMaker *self, ExmListing *listing, const char *example)
{
  g_autoptr (GPtrArray) articles = exm_listing_choose (listing, example);
  g_autoptr (GPtrArray) others = exm_listing_get_others (listing);

  exm_maker_add_urls (self->articles, articles);
  exm_maker_add_urls (self->others, others);
  if (self->fields->include->len == 0 && articles->len > 0)
    {
      g_free (self->proposal->why);
      self->proposal->why = exm_listing_explain (listing);
    }
}

/* Returns: (transfer full) (nullable): the first page that @page links to and whose
 * address is built as its own */
static char *
find_beside (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_autofree char *key = exm_url_get_page_key (url);

  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_autofree char *other = exm_url_get_page_key (link->url);
      if (g_strcmp0 (key, other) != 0 && exm_url_is_built_as (link->url, url))
        return g_strdup (link->url);
    }
  return NULL;
}

/* The page itself seems to be an article. */
static void
tell_article (ExmMaker *self, const ExmProbe *look)
{
  g_autofree char *beside = find_beside (look->page);

  tell_first (self, look->fetched, beside);
}

static void
tell_guess (ExmMaker *self, const ExmProbe *list)
{
  const GPtrArray *articles = list->articles;

  if (self->guess.page != NULL
      && exm_page_text_get_n_chars (self->guess.page) >= BARE_CHARS
      && exm_listing_judge (self->guess.listing,
                            exm_listing_get_text (list->listing, self->guessed))
             > 0)
    tell_first (self, self->guess.fetched,
                articles->len > 1 ? g_ptr_array_index (articles, 1) : NULL);
}

void
exm_maker_guess (ExmMaker *self, const ExmProbe *list)
{
  if (list->listing != NULL && !list->is_source && self->request->first != NULL
      && exm_listing_judge (list->listing, NULL) > 0)
    tell_article (self, list);
  if (list->listing == NULL || !list->is_source || list->articles->len == 0
      || !exm_task_robots_check (self->robots, list->fetched->final_url,
                                 exm_maker_get_cancellable (self), NULL))
    return;
  self->guessed = g_strdup (g_ptr_array_index (list->articles, 0));
  if (!exm_maker_look_at (self, &self->guess, self->guessed, FALSE, &self->failure))
    exm_probe_clear (&self->guess);
  else
    tell_guess (self, list);
}

/* As exm_maker_look_at(), or what was seen there. */
static gboolean
look_again (ExmMaker *self, ExmProbe *look, const char *url, GError **error)
{
  if (self->guessed == NULL || strcmp (self->guessed, url) != 0)
    return exm_maker_look_at (self, look, url, FALSE, error);
  g_clear_pointer (&self->guessed, g_free);
  *look = self->guess;
  self->guess = (ExmProbe){ 0 };
  return look->fetched != NULL;
}

/* The guess comes first where it is one of the articles: no other has to be fetched. */
static void
put_guess_first (const ExmMaker *self, GPtrArray *articles)
{
  guint at;

  if (self->guess.fetched == NULL
      || !g_ptr_array_find_with_equal_func (articles, self->guessed, g_str_equal, &at))
    return;
  g_ptr_array_insert (articles, 0, g_strdup (self->guessed));
  g_ptr_array_remove_index (articles, at + 1);
}

/* Whether what is at @url is an article: then it is the example. */
static gboolean
try_example (ExmMaker *self, ExmListing *listing, const char *url, gboolean *good)
{
  g_auto (ExmProbe) look = { 0 };
  g_autoptr (GError) failure = NULL;

  *good = FALSE;
  if (!look_again (self, &look, url, &failure) || look.page == NULL)
    {
      if (failure != NULL && self->failure == NULL)
        self->failure = g_steal_pointer (&failure);
      return FALSE;
    }
  self->was_read = TRUE;
  *good = is_article (self, &look, exm_listing_get_text (listing, url));
  exm_listing_compare (listing, look.page);
  if (*good)
    exm_maker_set_fetched_example (self, look.fetched);
  return TRUE;
}

/* Whether the site wants no more requests for now. */
gboolean
exm_maker_is_waiting (const ExmMaker *self)
{
  return self->failure != NULL && exm_refusal_is_wait (self->failure);
}

/* The newest article of a list is the example. */
gboolean
exm_maker_use_newest (ExmMaker *self,
                      ExmListing *listing,
                      const ExmUrlFilter *filter,
                      guint max)
{
  guint n_tried = 0;

  for (guint round = 0; round < max; round++)
    {
      g_autoptr (GPtrArray) articles = exm_listing_choose (listing, NULL);
      gboolean again = FALSE;
      put_guess_first (self, articles);
      for (guint i = 0;
           i < articles->len && !again && n_tried < max && !exm_maker_is_waiting (self);
           i++)
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
              exm_maker_set_articles (self, listing, url);
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
