/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-meta.h"

#include <string.h>

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

void
exm_metadata_read_declared (ExmMetadataReader *self)
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

void
exm_metadata_read_canonical (ExmMetadataReader *self)
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

void
exm_metadata_read_elements (ExmMetadataReader *self, guint anchor)
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
