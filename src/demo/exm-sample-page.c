/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-page.h"

#include "demo/exm-sample-template.h"
#include "demo/exm-sample-values.h"

#include <string.h>

typedef struct
{
  const ExmSampleSite *site; /* (unowned) */
  GHashTable *layout;        /* (unowned) */
  const char *base_url;      /* (unowned) */
} Renderer;

void
exm_sample_page_free (ExmSamplePage *page)
{
  g_free (page->content_type);
  g_free (page->text);
  g_free (page->encoding);
  g_clear_pointer (&page->modified, g_date_time_unref);
  g_free (page);
}

static ExmSamplePage *
page_new (const char *content_type, const char *encoding, GDateTime *modified)
{
  ExmSamplePage *page = g_new0 (ExmSamplePage, 1);
  page->status = 200;
  page->content_type = g_strdup (content_type);
  page->encoding = g_strdup (encoding);
  if (modified != NULL)
    page->modified = g_date_time_ref (modified);
  return page;
}

/* Expands @name, or "SECTION-NAME" where a section is given. */
static ExmSamplePage *
expand (const Renderer *self,
        ExmSamplePage *page,
        const ExmSampleSection *section,
        const char *name,
        GVariant *values,
        GError **error)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (values);
  g_autofree char *own = section != NULL ? g_strdup_printf ("%s-%s", section->name, name)
                                         : g_strdup (name);
  page->text = exm_sample_template_expand (self->layout, own, sunk, error);
  if (page->text != NULL)
    return page;
  exm_sample_page_free (page);
  return NULL;
}

static ExmSamplePage *
render_article (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  const ExmSampleSection *section = route->section;
  const ExmSampleArticle *article = g_ptr_array_index (section->articles, route->index);
  gboolean data = route->kind == EXM_SAMPLE_ROUTE_API;
  return expand (self,
                 page_new (data ? "application/json" : "text/html",
                           data ? "UTF-8" : section->encoding, article->date),
                 section, data ? "data.json" : "article.html",
                 exm_sample_values_of_article (section, route->index, self->base_url),
                 error);
}

static ExmSamplePage *
render_list (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  const ExmSampleSection *section = route->section;
  const ExmSampleArticle *newest = g_ptr_array_index (section->articles, 0);
  gboolean list = route->kind == EXM_SAMPLE_ROUTE_LIST;
  gboolean feed = route->kind == EXM_SAMPLE_ROUTE_FEED;
  GVariant *values = exm_sample_values_of_list (
      section, route->index * EXM_SAMPLE_PER_PAGE, list ? EXM_SAMPLE_PER_PAGE : G_MAXUINT,
      feed, self->base_url);
  if (list)
    return expand (self, page_new ("text/html", section->encoding, newest->date), section,
                   "list.html", values, error);
  const char *type = "application/xml";
  if (feed)
    type = g_str_has_prefix (section->feed, "atom") ? "application/atom+xml"
                                                    : "application/rss+xml";
  return expand (self, page_new (type, feed ? section->encoding : "UTF-8", newest->date),
                 NULL, feed ? section->feed : "sitemap.xml", values, error);
}

static ExmSamplePage *
render_route (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  static const struct
  {
    const char *template;
    const char *content_type;
  } plain[] = {
    [EXM_SAMPLE_ROUTE_HOME] = { "home.html", "text/html" },
    [EXM_SAMPLE_ROUTE_SITEMAP] = { "sitemapindex.xml", "application/xml" },
    [EXM_SAMPLE_ROUTE_ROBOTS] = { "robots.txt", "text/plain" },
    [EXM_SAMPLE_ROUTE_PRIVATE] = { "private.html", "text/html" },
  };
  switch (route->kind)
    {
    case EXM_SAMPLE_ROUTE_ARTICLE:
    case EXM_SAMPLE_ROUTE_API:
      return render_article (self, route, error);
    case EXM_SAMPLE_ROUTE_LIST:
    case EXM_SAMPLE_ROUTE_FEED:
    case EXM_SAMPLE_ROUTE_SECTION_MAP:
      return render_list (self, route, error);
    case EXM_SAMPLE_ROUTE_IMAGE:
      {
        ExmSamplePage *page = page_new ("image/svg+xml", "UTF-8", NULL);
        page->text = g_strdup (route->text);
        return page;
      }
    case EXM_SAMPLE_ROUTE_HOME:
    case EXM_SAMPLE_ROUTE_SITEMAP:
    case EXM_SAMPLE_ROUTE_ROBOTS:
    case EXM_SAMPLE_ROUTE_PRIVATE:
    default:
      return expand (self, page_new (plain[route->kind].content_type, "UTF-8", NULL),
                     NULL, plain[route->kind].template,
                     exm_sample_values_of_site (self->site, self->base_url), error);
    }
}

static ExmSamplePage *
render_missing (const Renderer *self, GError **error)
{
  ExmSamplePage *page
      = expand (self, page_new ("text/html", "UTF-8", NULL), NULL, "missing.html",
                exm_sample_values_of_site (self->site, self->base_url), error);
  if (page != NULL)
    page->status = 404;
  return page;
}

ExmSamplePage *
exm_sample_page_render (const ExmSampleSite *site,
                        const char *path,
                        gboolean redesign,
                        const char *base_url,
                        GError **error)
{
  Renderer self = { site, site->layouts[redesign ? 1 : 0], base_url };
  const ExmSampleRoute *route = exm_sample_site_find (site, path);
  ExmSamplePage *page = route != NULL ? render_route (&self, route, error)
                                      : render_missing (&self, error);
  /* A page that looks new is new: its date must not make a client keep the old one. */
  if (page != NULL && page->modified != NULL && redesign)
    {
      GDateTime *earlier = page->modified;
      page->modified = g_date_time_add_hours (earlier, 1);
      g_date_time_unref (earlier);
    }
  return page;
}

GBytes *
exm_sample_page_encode (const ExmSamplePage *page, const char *encoding)
{
  gsize length = 0;
  char *bytes = g_convert_with_fallback (page->text, -1,
                                         encoding != NULL ? encoding : page->encoding,
                                         "UTF-8", "?", NULL, &length, NULL);
  if (bytes == NULL)
    return g_bytes_new_take (g_strdup (page->text), strlen (page->text));
  return g_bytes_new_take (bytes, length);
}
