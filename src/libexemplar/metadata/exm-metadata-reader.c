/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-reader.h"

#include "base/exm-text.h"
#include "metadata/exm-metadata-author.h"
#include "metadata/exm-metadata-date.h"
#include "metadata/exm-metadata-field.h"
#include "metadata/exm-metadata-image.h"
#include "metadata/exm-metadata-json-ld.h"
#include "metadata/exm-metadata-print.h"
#include "metadata/exm-metadata-section.h"
#include "metadata/exm-metadata-text.h"
#include "metadata/exm-metadata-title.h"
#include "metadata/exm-rights.h"

#include <string.h>

/* --- Meta elements --- */

/* A <time> farther from the body's head than this many lines is another article's. */
#define MAX_TIME_DISTANCE 40

/* Tags farther from the body than this many lines are those of the whole site. */
#define MAX_TAG_DISTANCE 40u

/* Authors of which each has a declaration of his own. */
#define MAX_AUTHORS 12u

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
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_KEYWORDS, "article:tag og:article:tag" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_ABSTRACT, "og:description" },
  { EXM_ORIGIN_OPEN_GRAPH, EXM_FIELD_ACCESS, "article:content_tier" },

  { EXM_ORIGIN_MICRODATA, EXM_FIELD_TITLE, "headline" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_AUTHOR, "author creator" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_EDITOR, "editor" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_SECTION, "articlesection" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_PUBLISHED, "datepublished datecreated" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_MODIFIED, "datemodified" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_LANGUAGE, "inlanguage" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_IMAGE, "image thumbnailurl" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_KEYWORDS, "keywords" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_ABSTRACT, "abstract description" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_PRINT_PAGE, "printpage" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_PRINT_SECTION, "printsection" },
  { EXM_ORIGIN_MICRODATA, EXM_FIELD_LICENSE, "license" },

  { EXM_ORIGIN_META, EXM_FIELD_TITLE,
    "articletitle parsely-title sailthru.title twitter:title dc.title dcterms.title "
    "title" },
  { EXM_ORIGIN_META, EXM_FIELD_AUTHOR,
    "parsely-author sailthru.author author article.author citation_author "
    "citation_authors dc.creator dcterms.creator cxenseparse:author og:author authors "
    "article:author_name author_name byl" },
  { EXM_ORIGIN_META, EXM_FIELD_EDITOR, "editor contenteditor" },
  { EXM_ORIGIN_META, EXM_FIELD_SOURCE, "contentsource source mediaid" },
  { EXM_ORIGIN_META, EXM_FIELD_SECTION,
    "parsely-section section article.section columnname channel" },
  { EXM_ORIGIN_META, EXM_FIELD_PUBLISHED,
    "parsely-pub-date sailthru.date pubdate publishdate publish_date publish-date "
    "publication_date article.published dc.date.issued dcterms.issued dcterms.created "
    "dcterms:created dcterms:issued dc.date dcterms.date citation_publication_date "
    "publishtime pubtime _pubtime "
    "firstpublishtime datepublished date_published publish-time publish_time "
    "article:published article.created og:release_date og:pubdate release_date "
    "cxenseparse:publishtime citation_date citation_online_date datecreated date" },
  { EXM_ORIGIN_META, EXM_FIELD_MODIFIED,
    "lastmod last-modified lastupdated dcterms.modified dc.date.modified "
    "article.updated" },
  { EXM_ORIGIN_META, EXM_FIELD_LANGUAGE,
    "dc.language dcterms.language language "
    "content-language" },
  { EXM_ORIGIN_META, EXM_FIELD_SITE,
    "sitename application-name apple-mobile-web-app-title dc.publisher" },
  { EXM_ORIGIN_META, EXM_FIELD_IMAGE, "twitter:image twitter:image:src thumbnail" },
  { EXM_ORIGIN_META, EXM_FIELD_KEYWORDS,
    "news_keywords keywords parsely-tags sailthru.tags article.tags dc.subject "
    "citation_keywords" },
  { EXM_ORIGIN_META, EXM_FIELD_ABSTRACT,
    "description abstract dc.description dcterms.abstract twitter:description "
    "citation_abstract" },
  { EXM_ORIGIN_META, EXM_FIELD_PRINT_PAGE, "print_page print-page printpage" },
  { EXM_ORIGIN_META, EXM_FIELD_PRINT_SECTION,
    "print_section print-section printsection print_page_section" },
  { EXM_ORIGIN_META, EXM_FIELD_LICENSE, "dcterms.license dc.rights.license license" },
  { EXM_ORIGIN_META, EXM_FIELD_ROBOTS, "robots" },
  { EXM_ORIGIN_META, EXM_FIELD_TDM, "tdm-reservation" },
  { EXM_ORIGIN_META, EXM_FIELD_TDM_POLICY, "tdm-policy" },
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

/* All authors of the best name of @rule: each has a declaration of its own. What an
 * element shows as its text is left to exm_metadata_choose_author(). */
static void
put_authors (ExmMetadataReader *self, const Rule *rule)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);
  ExmSliceKind kind
      = rule->origin == EXM_ORIGIN_MICRODATA ? EXM_SLICE_ITEMPROP : EXM_SLICE_META;
  g_auto (GStrv) names = g_strsplit (rule->names, " ", -1);
  /* Whoever answers an article or a post has an element of his own too. */
  guint most = rule->origin == EXM_ORIGIN_MICRODATA ? 1 : MAX_AUTHORS;

  for (guint k = 0; names[k] != NULL; k++)
    {
      g_autoptr (GString) all = g_string_new (NULL);
      for (guint i = 0, n_found = 0; i < n && n_found < most; i++)
        {
          const char *value = exm_page_text_get_string (self->page, slices[i].value);
          if (slices[i].kind != kind || *value == '\0'
              || strcmp (exm_page_text_get_string (self->page, slices[i].name), names[k])
                     != 0
              || strstr (all->str, value) != NULL)
            continue;
          g_string_append_printf (all, "%s%s", n_found++ > 0 ? ", " : "", value);
        }
      if (all->len > 0 && exm_metadata_add_author (self, rule->origin, all->str, FALSE))
        return;
    }
}

/* All keywords of the best name of @rule: of some, each has a declaration of its own. */
static void
put_keywords (ExmMetadataReader *self, const Rule *rule, GHashTable *table)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);
  g_auto (GStrv) names = g_strsplit (rule->names, " ", -1);

  for (guint k = 0; names[k] != NULL; k++)
    {
      g_autoptr (GString) all = g_string_new (NULL);
      const ExmSlice *first = g_hash_table_lookup (table, names[k]);
      guint i = first != NULL ? (guint) (first - slices) : n;
      for (; i < n; i++)
        if (slices[i].kind == first->kind
            && strcmp (exm_page_text_get_string (self->page, slices[i].name), names[k])
                   == 0)
          g_string_append_printf (all, "%s, ", get_value (self->page, &slices[i]));
      if (exm_metadata_put (self, rule->field, rule->origin, all->str))
        return;
    }
}

/* Behind a label as sharers show it: "Written by" and, in the next declaration, a name.
 */
static void
put_labelled (ExmMetadataReader *self, GHashTable *meta)
{
  static const char *const bys[]
      = { " by", " von", " par", " por", " da", " door", NULL };
  static const char *const labels[] = { "twitter:label1", "twitter:label2" };
  static const char *const values[] = { "twitter:data1", "twitter:data2" };

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const ExmSlice *label = g_hash_table_lookup (meta, labels[i]);
      const ExmSlice *value = g_hash_table_lookup (meta, values[i]);
      const char *text
          = label != NULL ? exm_page_text_get_string (self->page, label->value) : "";
      gboolean says_by = strcmp (text, "作者") == 0 || strcmp (text, "著者") == 0
                         || strcmp (text, "Автор") == 0;
      for (guint k = 0; bys[k] != NULL && !says_by; k++)
        says_by = g_str_has_suffix (text, bys[k]);
      if (says_by && value != NULL)
        exm_metadata_add_author (self, EXM_ORIGIN_META,
                                 exm_page_text_get_string (self->page, value->value),
                                 FALSE);
    }
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
      if (rule->field == EXM_FIELD_AUTHOR)
        {
          put_authors (self, rule);
          continue;
        }
      GHashTable *table
          = rule->origin == EXM_ORIGIN_MICRODATA ? index.microdata : index.meta;
      if (rule->field == EXM_FIELD_KEYWORDS)
        {
          put_keywords (self, rule, table);
          continue;
        }
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
  put_labelled (self, index.meta);
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

/* Reads the links of rel=tag near the body. Those that say "category" name the section.
 */
static void
read_tags (ExmMetadataReader *self, guint anchor, guint body_last)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);
  g_autoptr (GString) tags = g_string_new (NULL);
  guint first
      = anchor == EXM_NONE || anchor < MAX_TAG_DISTANCE ? 0 : anchor - MAX_TAG_DISTANCE;
  guint end = body_last == EXM_NONE ? EXM_NONE : body_last + MAX_TAG_DISTANCE;

  for (guint i = 0; i < n; i++)
    {
      if (slices[i].kind != EXM_SLICE_REL || slices[i].line < first
          || slices[i].line > end)
        continue;
      const char *name = exm_page_text_get_string (self->page, slices[i].name);
      const char *value = exm_page_text_get_string (self->page, slices[i].value);
      if (!exm_text_has_word (name, "tag"))
        continue;
      if (exm_text_has_word (name, "category"))
        exm_metadata_put (self, EXM_FIELD_SECTION, EXM_ORIGIN_ELEMENT, value);
      else
        g_string_append_printf (tags, "%s, ", value);
    }
  exm_metadata_put (self, EXM_FIELD_KEYWORDS, EXM_ORIGIN_ELEMENT, tags->str);
}

/* --- All sources --- */

/* Whether the page declares a type that is no article, and nothing of an article. */
static gboolean
says_other (const ExmPageText *page)
{
  static const char *const articles[]
      = { "\"Article\"", "Article\"", "Posting\"", "\"QAPage\"", "\"Report\"" };
  static const char *const others[]
      = { "\"Product\"", "\"ItemList\"", "\"CollectionPage\"", "\"Service\"",
          "\"LocalBusiness\"" };
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  gboolean is_other = FALSE, is_offer = FALSE, is_review = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const char *name = exm_page_text_get_string (page, slices[i].name);
      const char *value = exm_page_text_get_string (page, slices[i].value);
      if (slices[i].kind == EXM_SLICE_META && strcmp (name, "og:type") == 0)
        {
          if (g_str_has_prefix (value, "article") || strstr (value, "news") != NULL
              || strstr (value, "blog") != NULL)
            return FALSE;
          is_other = TRUE;
        }
      else if (slices[i].kind == EXM_SLICE_META
               && strcmp (name, "article:published_time") == 0)
        return FALSE;
      else if (slices[i].kind == EXM_SLICE_ITEMPROP && strcmp (name, "articlebody") == 0)
        return FALSE;
      if (slices[i].kind != EXM_SLICE_JSON_LD)
        continue;
      for (gsize k = 0; k < G_N_ELEMENTS (articles); k++)
        if (strstr (value, articles[k]) != NULL)
          return FALSE;
      for (gsize k = 0; k < G_N_ELEMENTS (others); k++)
        is_other = is_other || strstr (value, others[k]) != NULL;
      /* Customers review what is offered. */
      is_offer = is_offer || strstr (value, "\"Product\"") != NULL;
      is_review = is_review || strstr (value, "\"Review\"") != NULL;
    }
  return is_other && (is_offer || !is_review);
}

static void
reader_clear (ExmMetadataReader *self)
{
  g_free (self->base);
  g_free (self->language);
  for (guint i = 0; i < G_N_ELEMENTS (self->titles); i++)
    {
      g_free (self->titles[i]);
      g_free (self->authors[i]);
      g_free (self->bodies[i]);
    }
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
    .is_other = says_other (page),
  };

  self.language = dup_date_language (page, self.guess);
  metadata_read_canonical (&self);
  exm_metadata_read_json_ld (&self, get_slice (page, EXM_SLICE_TITLE));
  metadata_read_declared (&self);
  metadata_read_elements (&self, anchor);
  exm_metadata_read_text (&self, anchor, body_last);
  read_tags (&self, anchor, body_last);
  exm_metadata_read_print (&self, anchor, body_last);
  exm_metadata_put (&self, EXM_FIELD_LANGUAGE, EXM_ORIGIN_TEXT, self.guess);
  exm_metadata_choose_title (&self, anchor);
  exm_metadata_choose_author (&self, anchor, body_last);
  exm_metadata_choose_date (&self, anchor, body_last);
  exm_metadata_choose_section (&self, anchor);
  exm_metadata_choose_image (&self, body_first, body_last);
  exm_rights_choose_license (&self, body_first, body_last);
  return g_steal_pointer (&out);
}
