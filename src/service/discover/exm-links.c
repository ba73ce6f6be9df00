/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-links.h"

#include <string.h>

#include "discover/exm-link.h"
#include "discover/exm-links-private.h"
#include "discover/exm-markup.h"
#include "fetch/exm-url.h"
#include "html/exm-tag.h"

/* Blocks around a link by which it is known on other pages. */
#define NEAR_BLOCKS 4u

/* Whether a class attribute or an id is the name of what stands around the article. */
static gboolean
names_frame (const char *names)
{
  static const char *const words[]
      = { "nav",         "navbar",     "menu",     "topnav", "main-menu",
          "mainmenu",    "navigation", "foot",     "footer", "breadcrumb",
          "breadcrumbs", "sidebar",    "sidebar1", "aside",  NULL };
  g_auto (GStrv) all = g_strsplit_set (names, " \t\r\n", -1);

  for (char **name = all; *name != NULL; name++)
    {
      g_autofree char *lower = g_ascii_strdown (*name, -1);
      if (g_strv_contains (words, lower))
        return TRUE;
    }
  return FALSE;
}

/* Whether the element stands in a menu, or beside or below what the page is about: the
 * head of an article is part of it. */
static gboolean
is_frame (const ExmPageText *page, guint32 node)
{
  guint n = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  gboolean in_header = FALSE;

  for (; node < n; node = nodes[node].parent)
    switch (nodes[node].tag)
      {
      case EXM_TAG_NAV:
      case EXM_TAG_FOOTER:
      case EXM_TAG_ASIDE:
        return TRUE;
      case EXM_TAG_HEADER:
        in_header = TRUE;
        break;
      case EXM_TAG_ARTICLE:
      case EXM_TAG_MAIN:
      case EXM_TAG_SECTION:
        in_header = FALSE;
        break;
      case EXM_TAG_BODY:
      case EXM_TAG_HTML:
        return in_header;
      default:
        if ((nodes[node].class_names != 0
             && names_frame (exm_page_text_get_string (page, nodes[node].class_names)))
            || (nodes[node].id != 0
                && names_frame (exm_page_text_get_string (page, nodes[node].id))))
          return TRUE;
        break;
      }
  return in_header;
}

/* Classes by which content management systems tell what a link of a menu or of a list
 * leads to. Those of the one around it count. */
static const struct
{
  const char *name;
  ExmSitemapKind kind;
} kind_classes[] = {
  { "menu-item-object-post", EXM_SITEMAP_KIND_ARTICLE },
  { "menu-item-object-page", EXM_SITEMAP_KIND_OTHER },
  { "menu-item-object-category", EXM_SITEMAP_KIND_OTHER },
  { "menu-item-object-post_tag", EXM_SITEMAP_KIND_OTHER },
  { "menu-item-object-product", EXM_SITEMAP_KIND_OTHER },
  { "menu-item-object-product_cat", EXM_SITEMAP_KIND_OTHER },
  { "page_item", EXM_SITEMAP_KIND_OTHER },
  { "cat-item", EXM_SITEMAP_KIND_OTHER },
};

static ExmSitemapKind
find_kind_of_classes (const char *names)
{
  g_auto (GStrv) all = g_strsplit_set (names, " \t\r\n", -1);

  for (char **name = all; *name != NULL; name++)
    for (gsize i = 0; i < G_N_ELEMENTS (kind_classes); i++)
      if (strcmp (*name, kind_classes[i].name) == 0)
        return kind_classes[i].kind;
  return EXM_SITEMAP_KIND_NONE;
}

/* Elements around a link whose classes are about it; a page's own are farther away. */
#define KIND_ELEMENTS 6u

static ExmSitemapKind
find_kind (const ExmNode *nodes, guint n, const ExmPageText *page, guint32 node)
{
  ExmSitemapKind kind = EXM_SITEMAP_KIND_NONE;

  for (guint i = 0; i < KIND_ELEMENTS && node < n && kind == EXM_SITEMAP_KIND_NONE; i++)
    {
      if (nodes[node].tag == EXM_TAG_BODY)
        break;
      if (nodes[node].class_names != 0)
        kind = find_kind_of_classes (
            exm_page_text_get_string (page, nodes[node].class_names));
      node = nodes[node].parent;
    }
  return kind;
}

/* The blocks around a link that are the same on other pages: the classes of the body
 * often tell the page. */
static guint64
hash_near (const ExmNode *nodes, guint n, guint32 node)
{
  guint64 hash = 0;

  for (guint i = 0; i < NEAR_BLOCKS && node < n && nodes[node].tag != EXM_TAG_BODY; i++)
    {
      hash = hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) + nodes[node].own;
      node = nodes[node].parent;
    }
  return hash;
}

static ExmLink *
link_new (const ExmPageText *page, const ExmSpan *span, const ExmLine *line, char *url)
{
  guint n_nodes = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const char *text = exm_page_text_get_line (page, span->line);
  ExmLink *link = g_new0 (ExmLink, 1);

  link->url = url;
  link->text = exm_markup_collapse (text + span->start, span->end - span->start);
  link->line = span->line;
  if (line->block < n_nodes)
    {
      link->class_path = nodes[line->block].class_path;
      link->block_path = nodes[line->block].block_path;
    }
  link->near_path = hash_near (nodes, n_nodes, line->block);
  link->heading = line->heading > 0;
  link->frame = is_frame (page, line->node);
  link->kind = find_kind (nodes, n_nodes, page, line->node);
  link->date_usec = EXM_DATE_NONE;
  return link;
}

/* A link goes on in another line: its heading is what it is called. */
static void
link_continue (ExmLink *link, const ExmPageText *page, const ExmSpan *span)
{
  guint n_lines = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const char *text = exm_page_text_get_line (page, span->line);

  if (lines[link->line].heading > 0 || lines[span->line].heading == 0)
    return;
  g_free (link->text);
  link->text = exm_markup_collapse (text + span->start, span->end - span->start);
  link->heading = TRUE;
}

GPtrArray *
exm_links_new (const ExmPageText *page)
{
  GPtrArray *links = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_link_free);
  g_autofree char *base = exm_link_dup_base (page);
  g_autofree char *own = g_strdup (exm_page_text_get_url (page));
  guint n_spans = 0, n_lines = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint32 last_value = 0;
  ExmLink *last = NULL;

  if (own != NULL)
    own[strcspn (own, "#")] = '\0';
  for (guint i = 0; i < n_spans && base != NULL && links->len < EXM_LINKS_MAX; i++)
    {
      const ExmSpan *span = &spans[i];
      if (span->kind != EXM_SPAN_LINK || span->start >= span->end || span->value == 0
          || (lines[span->line].flags & EXM_LINE_FLAGGED))
        continue;
      if (span->value == last_value)
        {
          if (last != NULL)
            link_continue (last, page, span);
          continue;
        }
      last_value = span->value;
      last = NULL;
      g_autofree char *url
          = exm_link_resolve (base, exm_page_text_get_string (page, span->value));
      if (url == NULL || g_strcmp0 (url, own) == 0)
        continue;
      last = link_new (page, span, &lines[span->line], g_steal_pointer (&url));
      g_ptr_array_add (links, last);
    }
  if (base != NULL)
    exm_links_add_bare (page, base, links);
  return links;
}

static gboolean
has_word (const char *words, const char *word)
{
  g_auto (GStrv) all = g_strsplit_set (words, " \t\r\n", -1);

  return g_strv_contains ((const char *const *) all, word);
}

static gboolean
is_feed_type (const char *name)
{
  return strstr (name, "rss+xml") != NULL || strstr (name, "atom+xml") != NULL
         || strstr (name, "rdf+xml") != NULL || strstr (name, "feed+json") != NULL;
}

static gboolean
looks_like_feed (const char *url)
{
  static const char *const ends[]
      = { "/feed", "/feed/",     "/rss",       "/rss/",     ".rss",     "/atom",
          ".atom", "/atom.xml",  "/rss.xml",   "/feed.xml", "/feeds/",  "/index.rdf",
          ".rdf",  "/feed.json", "/index.xml", "feed=rss2", "feed=atom" };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (url, ends[i]))
      return TRUE;
  return FALSE;
}

static void
add_declared_feeds (const ExmPageText *page, GPtrArray *feeds, GPtrArray *of_comments)
{
  g_autofree char *base = exm_link_dup_base (page);
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n && base != NULL; i++)
    {
      const char *name = exm_page_text_get_string (page, slices[i].name);
      if (slices[i].kind != EXM_SLICE_LINK || !has_word (name, "alternate")
          || !is_feed_type (name))
        continue;
      g_autofree char *url
          = exm_link_resolve (base, exm_page_text_get_string (page, slices[i].value));
      if (url != NULL)
        exm_link_add_once (strstr (url, "comment") != NULL ? of_comments : feeds, url);
    }
}

char **
exm_links_find_feeds (const ExmPageText *page, const GPtrArray *links)
{
  GPtrArray *feeds = g_ptr_array_new ();
  g_autoptr (GPtrArray) of_comments = g_ptr_array_new_with_free_func (g_free);

  add_declared_feeds (page, feeds, of_comments);
  gboolean declared = feeds->len > 0;
  for (guint i = 0; !declared && i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      if (looks_like_feed (link->url) && strstr (link->url, "comment") == NULL)
        exm_link_add_once (feeds, link->url);
    }
  for (guint i = 0; i < of_comments->len; i++)
    exm_link_add_once (feeds, g_ptr_array_index (of_comments, i));
  g_ptr_array_add (feeds, NULL);
  return (char **) g_ptr_array_free (feeds, FALSE);
}
