/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Contents of the sample site: sections, articles, images, templates of both layouts, and
 * the table of its addresses. Read once, then immutable; may be used from any thread. */

#pragma once

#include "demo/exm-sample-article.h"

#include <glib.h>

G_BEGIN_DECLS

/* Articles on one list page. */
#define EXM_SAMPLE_PER_PAGE 5u

/* One section, as its group in `site.ini` describes it. */
typedef struct
{
  char *name;          /* (owned): first segment of its paths */
  char *title;         /* (owned) */
  char *tagline;       /* (owned) */
  char *language;      /* (owned) */
  char *zone;          /* (owned): such as "+08:00" */
  char *encoding;      /* (owned): in which its pages are sent */
  char *feed;          /* (owned): template of its feed */
  char *article_path;  /* (owned): pattern, with strftime-like and {} parts */
  char *page_path;     /* (owned): pattern of the list pages after the first */
  gboolean scripted;   /* its articles are built by a script */
  GPtrArray *articles; /* (owned) (element-type ExmSampleArticle): newest first */
} ExmSampleSection;

/* Kind of page at an address. */
typedef enum
{
  EXM_SAMPLE_ROUTE_HOME,
  EXM_SAMPLE_ROUTE_LIST,
  EXM_SAMPLE_ROUTE_ARTICLE,
  EXM_SAMPLE_ROUTE_API,
  EXM_SAMPLE_ROUTE_FEED,
  EXM_SAMPLE_ROUTE_SECTION_MAP,
  EXM_SAMPLE_ROUTE_SITEMAP,
  EXM_SAMPLE_ROUTE_ROBOTS,
  EXM_SAMPLE_ROUTE_PRIVATE,
  EXM_SAMPLE_ROUTE_IMAGE,
} ExmSampleRouteKind;

/* One address; @index is an article's place in its section, or a list page from 0. */
typedef struct
{
  ExmSampleRouteKind kind;
  const ExmSampleSection *section; /* (unowned) (nullable) */
  guint index;
  const char *text; /* (unowned) (nullable): of an image */
} ExmSampleRoute;

/* The whole site. */
typedef struct
{
  GPtrArray *sections;    /* (owned) (element-type ExmSampleSection) */
  GHashTable *images;     /* (owned): SVG text by file name */
  GHashTable *layouts[2]; /* (owned): templates as first laid out, and redesigned */
  GHashTable *routes;     /* (owned) (element-type utf8 ExmSampleRoute): by path */
} ExmSampleSite;

/**
 * exm_sample_site_load:
 * @data_dir: folder with `site.ini`, `img`, `templates` and a folder a section
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the site
 */
ExmSampleSite *exm_sample_site_load (const char *data_dir, GError **error);

/**
 * exm_sample_site_free:
 * @site: (transfer full): a site
 */
void exm_sample_site_free (ExmSampleSite *site);

/**
 * exm_sample_site_find:
 * @site: a site
 * @path: an address without host and query
 *
 * Returns: (transfer none) (nullable): what stands there
 */
const ExmSampleRoute *exm_sample_site_find (const ExmSampleSite *site, const char *path);

/**
 * exm_sample_section_count_pages:
 * @section: a section
 *
 * Returns: how many list pages it has
 */
guint exm_sample_section_count_pages (const ExmSampleSection *section);

/**
 * exm_sample_section_dup_list_path:
 * @section: a section
 * @page: a list page, from 0
 *
 * Returns: (transfer full): its path
 */
char *exm_sample_section_dup_list_path (const ExmSampleSection *section, guint page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSampleSite, exm_sample_site_free)

G_END_DECLS
