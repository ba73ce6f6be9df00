/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-reader.h"

#include "base/exm-date.h"
#include "metadata/exm-metadata-field.h"
#include "metadata/exm-metadata-json-ld.h"
#include "metadata/exm-metadata-text.h"
#include "metadata/exm-metadata-title.h"

#include <string.h>

/* --- Meta elements --- */

/* A <time> farther from the body's head than this many lines is another article's. */
#define MAX_TIME_DISTANCE 40

typedef struct
{
  ExmOrigin origin;
  ExmField field;
  const char *names; /* (unowned): best first, separated by spaces */
} Rule;

static const Rule rules[] = {
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_TITLE, "og:title" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_AUTHOR, "article:author og:article:author" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_SECTION, "article:section og:article:section" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_PUBLISHED,
    "article:published_time og:article:published_time og:published_time "
    "bytedance:published_time weibo:article:create_at" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_MODIFIED,
    "article:modified_time og:article:modified_time og:updated_time "
    "bytedance:updated_time weibo:article:update_at" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_LANGUAGE, "og:locale" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_CANONICAL, "og:url" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_SITE, "og:site_name" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_IMAGE, "og:image og:image:url og:image:secure_url" },

  { EXM_ORIGIN_MICRODATA, EXM_FIELD_TITLE, "headline" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_AUTHOR, "author creator" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_EDITOR, "editor" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_SECTION, "articlesection" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_PUBLISHED, "datepublished datecreated" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_MODIFIED, "datemodified" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_LANGUAGE, "inlanguage" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_IMAGE, "image thumbnailurl" },

  { EXM_ORIGIN_META, EXM_FIELD_TITLE,
    "articletitle parsely-title sailthru.title twitter:title dc.title dcterms.title "
    "title" },
  { EXM_ORIGIN_META, EXM_FIELD_AUTHOR,
    "parsely-author sailthru.author author article.author dc.creator dcterms.creator "
    "byl" },
  { EXM_ORIGIN_META, EXM_FIELD_EDITOR, "editor contenteditor" },
  { EXM_ORIGIN_META, EXM_FIELD_SOURCE, "contentsource source mediaid" },
  { EXM_ORIGIN_META, EXM_FIELD_SECTION,
    "parsely-section section article.section columnname channel" },
  { EXM_ORIGIN_META, EXM_FIELD_PUBLISHED,
    "parsely-pub-date sailthru.date pubdate publishdate publish_date publish-date "
    "publication_date article.published dc.date.issued dcterms.issued dcterms.created "
    "dc.date dcterms.date citation_publication_date publishtime pubtime _pubtime "
    "firstpublishtime date" },
  { EXM_ORIGIN_META, EXM_FIELD_MODIFIED,
    "lastmod last-modified lastupdated dcterms.modified dc.date.modified "
    "article.updated" },
  { EXM_ORIGIN_META, EXM_FIELD_LANGUAGE,
    "dc.language dcterms.language language "
    "content-language" },
  { EXM_ORIGIN_META, EXM_FIELD_SITE,
    "sitename application-name apple-mobile-web-app-title dc.publisher" },
  { EXM_ORIGIN_META, EXM_FIELD_IMAGE, "twitter:image twitter:image:src thumbnail" },
};

/* First slice of each name, in lower case. Microdata and meta have names of their own. */
typedef struct
{
  GHashTable *meta;      /* (owned): name, unowned → ExmSlice, unowned */
  GHashTable *microdata; /* (owned): the same */
} Index;

static void
index_init (Index *self, const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  self->meta = g_hash_table_new (g_str_hash, g_str_equal);
  self->microdata = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n; i++)
    {
      GHashTable *table = NULL;
      if (slices[i].kind == EXM_SLICE_META)
        table = self->meta;
      else if (slices[i].kind == EXM_SLICE_ITEMPROP)
        table = self->microdata;
      const char *name = exm_page_text_get_string (page, slices[i].name);
      if (table != NULL && *name != '\0' && !g_hash_table_contains (table, name))
        g_hash_table_insert (table, (gpointer) name, (gpointer) &slices[i]);
    }
}

static void
index_clear (Index *self)
{
  g_clear_pointer (&self->meta, g_hash_table_unref);
  g_clear_pointer (&self->microdata, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Index, index_clear)

/* The value of a slice; of a microdata property without one, its line. */
static const char *
get_value (const ExmPageText *page, const ExmSlice *slice)
{
  const char *value = exm_page_text_get_string (page, slice->value);
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  if (*value != '\0' || slice->kind != EXM_SLICE_ITEMPROP || slice->line >= n)
    return value;
  return lines[slice->line].n_chars <= 200 ? exm_page_text_get_line (page, slice->line)
                                           : value;
}

/* O(slices). @self: where to put what is found, in the order OpenGraph, microdata, meta.
 * */
static void
metadata_read_declared (ExmMetadataReader *self)
{
  g_auto (Index) index = { 0 };

  index_init (&index, self->page);
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const Rule *rule = &rules[i];
      GHashTable *table
          = rule->origin == EXM_ORIGIN_MICRODATA ? index.microdata : index.meta;
      g_auto (GStrv) names = g_strsplit (rule->names, " ", -1);
      for (guint k = 0; names[k] != NULL; k++)
        {
          const ExmSlice *slice = g_hash_table_lookup (table, names[k]);
          if (slice != NULL
              && exm_metadata_put (self, rule->field, rule->origin,
                                   get_value (self->page, slice)))
            break;
        }
    }
}

/* `<link rel=canonical>`: asked before all else, as JSON-LD often names the site there.
 * */
static void
metadata_read_canonical (ExmMetadataReader *self)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_LINK
        && strcmp (exm_page_text_get_string (self->page, slices[i].name), "canonical")
               == 0
        && exm_metadata_put (self, EXM_FIELD_CANONICAL, EXM_ORIGIN_ELEMENT,
                             exm_page_text_get_string (self->page, slices[i].value)))
      return;
}

static void
read_first (ExmMetadataReader *self, ExmSliceKind kind, ExmField field)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == kind
        && exm_metadata_put (self, field, EXM_ORIGIN_ELEMENT,
                             exm_page_text_get_string (self->page, slices[i].value)))
      return;
}

/* The <time> nearest to @anchor; without one, the first. */
static void
read_time (ExmMetadataReader *self, guint anchor)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);
  const ExmSlice *best = NULL;
  guint best_distance = G_MAXUINT;

  for (guint i = 0; i < n; i++)
    {
      if (slices[i].kind != EXM_SLICE_TIME)
        continue;
      guint distance = i;
      if (anchor != EXM_NONE)
        {
          guint line = MIN (slices[i].line, G_MAXINT);
          /* The head of the body is above it: what follows counts double. */
          distance = line <= anchor ? anchor - line : 2 * (line - anchor);
          if (distance > MAX_TIME_DISTANCE)
            continue;
        }
      if (distance < best_distance)
        {
          best = &slices[i];
          best_distance = distance;
        }
    }
  if (best != NULL)
    exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_ELEMENT,
                      exm_page_text_get_string (self->page, best->value));
}

/* it is the article's `<title>`, `<h1>`, `<time>`, `<html lang>`. O(slices + lines).
 * @self: where to put what is found; @anchor: a line near the body's head, %EXM_NONE if
 * not known: the `<time>` nearest to. */
static void
metadata_read_elements (ExmMetadataReader *self, guint anchor)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);

  read_time (self, anchor);
  read_first (self, EXM_SLICE_TITLE, EXM_FIELD_TITLE);
  read_first (self, EXM_SLICE_LANGUAGE, EXM_FIELD_LANGUAGE);
  for (guint i = 0; i < n; i++)
    if (lines[i].heading == 1 && (lines[i].flags & EXM_LINE_FLAGGED) == 0
        && exm_metadata_put (self, EXM_FIELD_TITLE, EXM_ORIGIN_TEXT,
                             exm_page_text_get_line (self->page, i)))
      return;
}

/* --- All sources --- */

static void
reader_clear (ExmMetadataReader *self)
{
  g_free (self->base);
  g_free (self->language);
  for (guint i = 0; i < G_N_ELEMENTS (self->titles); i++)
    g_free (self->titles[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMetadataReader, reader_clear)

static const char *
get_slice (const ExmPageText *page, ExmSliceKind kind)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == kind)
      return exm_page_text_get_string (page, slices[i].value);
  return NULL;
}

/* Resolves the base of relative addresses of @page: its <base> against its own address.
 */
static char *
dup_base (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  const char *base = get_slice (page, EXM_SLICE_BASE);
  char *resolved = NULL;

  if (base != NULL && *base != '\0')
    resolved = g_uri_resolve_relative (url, base, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (resolved != NULL
      && (g_str_has_prefix (resolved, "http:") || g_str_has_prefix (resolved, "https:")))
    return resolved;
  g_free (resolved);
  return g_strdup (url);
}

/* The language that dates are read in: what <html lang> says, else what the script says.
 */
static char *
dup_date_language (const ExmPageText *page, const char *guess)
{
  const char *value = get_slice (page, EXM_SLICE_LANGUAGE);
  char *language = value == NULL ? NULL : exm_metadata_dup_language (value);

  if (language != NULL && (guess == NULL || exm_metadata_language_fits (language, guess)))
    return language;
  g_free (language);
  return g_strdup (guess);
}

ExmMetadata *
exm_metadata_read (const ExmPageText *page, guint body_first, guint body_last)
{
  return exm_metadata_read_beside (page, body_first, body_last, NULL, NULL);
}

ExmMetadata *
exm_metadata_read_beside (const ExmPageText *page,
                          guint body_first,
                          guint body_last,
                          const char *const *siblings,
                          const char *link)
{
  g_autoptr (ExmMetadata) out = exm_metadata_new ();
  guint anchor = exm_metadata_find_anchor (page, body_first);
  g_auto (ExmMetadataReader) self = {
    .page = page,
    .out = out,
    .base = dup_base (page),
    .guess = exm_metadata_guess_language (page),
    .siblings = siblings,
    .link = link,
  };

  self.language = dup_date_language (page, self.guess);
  metadata_read_canonical (&self);
  exm_metadata_read_json_ld (&self, get_slice (page, EXM_SLICE_TITLE));
  metadata_read_declared (&self);
  metadata_read_elements (&self, anchor);
  exm_metadata_read_text (&self, anchor, body_last);
  exm_metadata_put (&self, EXM_FIELD_LANGUAGE, EXM_ORIGIN_TEXT, self.guess);
  exm_metadata_choose_title (&self, anchor);

  const char *url = exm_page_text_get_url (page);
  g_autofree char *date = url == NULL ? NULL : exm_date_from_url (url);
  exm_metadata_put (&self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_URL, date);
  return g_steal_pointer (&out);
}
