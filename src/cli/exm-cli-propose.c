/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "exm-cli-propose.h"

#include "exm-cli-look.h"
#include "exm-cli-page.h"
#include "exm-links.h"
#include "exm-url-filter.h"
#include "exm-url-key.h"
#include "exm-url.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

/* A source whose kind is not known yet. */
#define ANY_KIND ((ExmSourceKind) -1)

/* Addresses of a pattern of a source that are looked at. */
#define MAX_GENERATED 1u

void
exm_cli_proposal_clear (ExmCliProposal *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->final_url, g_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->known, g_ptr_array_unref);
}

gboolean
exm_cli_proposal_add_source (ExmTaskFields *fields, const char *text)
{
  const char *colon = strchr (text, ':');
  g_autofree char *name = colon != NULL ? g_strndup (text, (gsize) (colon - text)) : NULL;
  ExmSourceKind kind = ANY_KIND;
  gboolean said = name != NULL && exm_source_kind_from_name (name, &kind);

  exm_task_fields_add_source (fields, kind, said ? colon + 1 : text);
  return said;
}

static void
set_example (ExmCliProposal *self, const ExmFetched *fetched)
{
  ExmTaskExample *example
      = exm_task_fields_add_example (self->fields, fetched->final_url);

  example->http_charset = g_strdup (fetched->charset);
  example->region_text = g_strdup (self->region_text);
  self->bytes = g_bytes_ref (fetched->body);
  self->final_url = g_strdup (fetched->final_url);
  self->status = fetched->status;
  g_ptr_array_insert (self->known, 0, g_strdup (fetched->final_url));
}

static gboolean
fetch_example (ExmCliProposal *self, const char *url, gboolean asked, GError **error)
{
  g_auto (ExmCliLook) look = { 0 };

  if (!exm_cli_look_at (&look, url, self->fields, asked, error))
    return FALSE;
  if (look.page == NULL)
    {
      g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                   _ ("%s: a feed or sitemap cannot be the example; give an article"),
                   url);
      return FALSE;
    }
  set_example (self, look.fetched);
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
load_example (ExmCliProposal *self, const char *path, GError **error)
{
  g_autoptr (ExmCliPage) page = exm_cli_page_load (path, error);
  g_autofree char *url = NULL;

  if (page == NULL)
    return FALSE;
  url = self->example_url != NULL ? exm_url_normalize_input (self->example_url, error)
                                  : read_canonical (page->bytes);
  if (url == NULL && self->example_url == NULL)
    g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
                 _ ("%s: the page does not tell its address; give it with "
                    "--example-url"),
                 page->name);
  if (url == NULL)
    return FALSE;
  ExmTaskExample *example = exm_task_fields_add_example (self->fields, url);
  example->region_text = g_strdup (self->region_text);
  self->bytes = g_bytes_ref (page->bytes);
  self->final_url = g_strdup (url);
  g_ptr_array_insert (self->known, 0, g_strdup (url));
  return TRUE;
}

/* Whether it is to be fetched: what has a scheme, or no file of that name. */
static gboolean
is_address (const char *text)
{
  return strstr (text, "://") != NULL
         || (strcmp (text, "-") != 0 && !g_file_test (text, G_FILE_TEST_EXISTS));
}

static void
add_known (ExmCliProposal *self, GPtrArray *urls)
{
  for (guint i = 0; i < urls->len; i++)
    g_ptr_array_add (self->known, g_strdup (g_ptr_array_index (urls, i)));
  self->n_listed += urls->len;
}

static void
use_title (ExmCliProposal *self, const ExmCliLook *look)
{
  const char *title = look->title;

  if (*self->fields->name != '\0' || title == NULL || *title == '\0')
    return;
  g_free (self->fields->name);
  self->fields->name = g_strdup (title);
}

/* The source is what was looked at. */
static void
take_source (ExmCliProposal *self, const ExmCliLook *look, ExmTaskSource *source)
{
  source->kind = look->kind;
  add_known (self, look->links);
  use_title (self, look);
}

/* Looks at the sources that were given without a kind. */
static gboolean
look_at_sources (ExmCliProposal *self, GError **error)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  for (guint i = 0; i < self->fields->sources->len; i++)
    {
      ExmTaskSource *source = &g_array_index (self->fields->sources, ExmTaskSource, i);
      g_auto (ExmCliLook) look = { 0 };
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
      if (!exm_cli_look_at (&look, g_ptr_array_index (urls, 0), self->fields, TRUE,
                            error))
        return FALSE;
      take_source (self, &look, source);
    }
  return TRUE;
}

/* The operator named what lists articles: the newest of them is the example. */
static gboolean
use_newest (ExmCliProposal *self, const ExmCliLook *look, GError **error)
{
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (self->fields->include, self->fields->exclude, error);

  if (filter == NULL)
    return FALSE;
  for (guint i = 0; i < look->articles->len; i++)
    {
      const char *url = g_ptr_array_index (look->articles, i);
      if (exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED)
        return fetch_example (self, url, FALSE, error);
    }
  g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
               _ ("%s: no article was found on it; give one with --example"),
               look->fetched->final_url);
  return FALSE;
}

static gboolean
use_place (ExmCliProposal *self, GError **error)
{
  g_auto (ExmCliLook) look = { 0 };

  if (!exm_cli_look_at (&look, self->place, self->fields, TRUE, error))
    return FALSE;
  /* An article beside an example is one more place with links. */
  if (!look.is_source && self->fields->examples->len == 0)
    {
      set_example (self, look.fetched);
      return TRUE;
    }
  take_source (
      self, &look,
      exm_task_fields_add_source (self->fields, look.kind, look.fetched->final_url));
  return self->fields->examples->len > 0 || use_newest (self, &look, error);
}

/* The feed that the example declares, if it can be had. */
static gboolean
find_source (ExmCliProposal *self, GError **error)
{
  const ExmPageHints hints = { .url = self->final_url };
  g_autoptr (ExmPageText) page = exm_page_read (self->bytes, &hints, error);

  if (page == NULL)
    return FALSE;
  g_autoptr (GPtrArray) links = exm_links_new (page);
  g_auto (GStrv) feeds = exm_links_find_feeds (page, links);
  for (guint i = 0; feeds[i] != NULL; i++)
    {
      g_auto (ExmCliLook) look = { 0 };
      if (!exm_cli_look_at (&look, feeds[i], self->fields, FALSE, NULL)
          || look.kind != EXM_SOURCE_FEED || look.links->len == 0)
        continue;
      take_source (self, &look,
                   exm_task_fields_add_source (self->fields, look.kind, feeds[i]));
      return TRUE;
    }
  g_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD,
               _ ("%s declares no feed; give the page that lists its articles with "
                  "--source, or in its place"),
               self->final_url);
  return FALSE;
}

/* Reads the example: so that it is one, and for its title. */
static gboolean
read_example (ExmCliProposal *self, GError **error)
{
  const ExmTaskExample *example
      = &g_array_index (self->fields->examples, ExmTaskExample, 0);
  const ExmPageHints hints
      = { .url = self->final_url, .http_charset = example->http_charset };
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) prepared
      = exm_engine_prepare (engine, self->bytes, &hints, self->region_text, error);

  if (prepared == NULL)
    return FALSE;
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata (engine, prepared, NULL);
  self->title = g_strdup (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  return TRUE;
}

static gboolean
propose_pattern (ExmCliProposal *self, GError **error)
{
  ExmTaskFields *fields = self->fields;

  if (fields->include->len == 0)
    {
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_propose (self->known, error);
      if (pattern == NULL)
        return FALSE;
      g_ptr_array_add (fields->include, g_strdup (exm_url_pattern_get_text (pattern)));
    }
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (fields->include, fields->exclude, error);
  /* The first is the example's. */
  for (guint i = 1; filter != NULL && i < self->known->len; i++)
    self->n_matching
        += exm_url_filter_check (filter, g_ptr_array_index (self->known, i), NULL)
           == EXM_URL_VERDICT_MATCHED;
  return filter != NULL;
}

gboolean
exm_cli_proposal_make (ExmCliProposal *self, GError **error)
{
  gboolean place_is_file = self->place != NULL && !is_address (self->place);
  const char *example
      = place_is_file && self->example == NULL ? self->place : self->example;

  self->known = g_ptr_array_new_with_free_func (g_free);
  if (example != NULL
      && !(is_address (example) ? fetch_example (self, example, TRUE, error)
                                : load_example (self, example, error)))
    return FALSE;
  if (self->place != NULL && !place_is_file && !use_place (self, error))
    return FALSE;
  if (!look_at_sources (self, error) || !read_example (self, error)
      || (self->fields->sources->len == 0 && !find_source (self, error)))
    return FALSE;
  if (*self->fields->name == '\0')
    {
      g_free (self->fields->name);
      self->fields->name = exm_url_get_site (self->final_url, error);
      if (self->fields->name == NULL)
        return FALSE;
    }
  return propose_pattern (self, error);
}
