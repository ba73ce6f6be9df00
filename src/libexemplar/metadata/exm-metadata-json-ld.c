/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-json-ld.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "metadata/exm-metadata-author.h"
#include "metadata/exm-metadata-section.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* json-glib reads nested values by recursion: deeper ones never reach it. */
#define MAX_JSON_DEPTH 64
#define MAX_OBJECTS 2000
#define MAX_NAMES 8

/* Fields gathered from all scripts of a page. */
typedef struct
{
  ExmMetadataReader *reader; /* (unowned) */
  GPtrArray *parsers;        /* (owned) (element-type JsonParser): keep @objects alive */
  GPtrArray *objects;        /* (owned) (element-type JsonObject, unowned) */
  GHashTable *by_id;         /* (owned): @id → JsonObject, both unowned */
} Graph;

static gboolean
is_json_space (char c)
{
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Drops a comma that a closing bracket makes one too many. */
static void
drop_comma (GString *out)
{
  gsize n = out->len;
  while (n > 0 && is_json_space (out->str[n - 1]))
    n--;
  if (n > 0 && out->str[n - 1] == ',')
    out->str[n - 1] = ' ';
}

/* Copies the string that begins at @p, without control characters. Returns what follows.
 */
static const char *
mend_string (GString *out, const char *p)
{
  g_string_append_c (out, *p++);
  while (*p != '\0' && *p != '"')
    {
      if (*p == '\\' && p[1] != '\0')
        g_string_append_c (out, *p++);
      g_string_append_c (out, (guchar) *p < 0x20 || *p == 0x7f ? ' ' : *p);
      p++;
    }
  if (*p == '\0')
    return p;
  g_string_append_c (out, *p++);
  return p;
}

/* A copy of @text that is JSON where @text nearly is, or %NULL if it nests too deep. */
static char *
mend (const char *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint depth = 0;
  const char *p = text + strcspn (text, "{[");

  while (*p != '\0')
    {
      if (*p == '"')
        {
          p = mend_string (out, p);
          continue;
        }
      if (*p == '{' || *p == '[')
        depth++;
      if (depth > MAX_JSON_DEPTH)
        return NULL;
      if (*p == '}' || *p == ']')
        {
          drop_comma (out);
          depth -= depth > 0;
        }
      g_string_append_c (out, (guchar) *p < 0x20 ? ' ' : *p);
      p++;
      /* Stop at the end of the value; a comment's end or a semicolon may follow. */
      if (depth == 0)
        break;
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static void
gather (Graph *self, JsonNode *node, guint depth)
{
  if (node == NULL || depth > MAX_JSON_DEPTH || self->objects->len >= MAX_OBJECTS)
    return;
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      for (guint i = 0; i < json_array_get_length (array); i++)
        gather (self, json_array_get_element (array, i), depth + 1);
      return;
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;

  JsonObject *object = json_node_get_object (node);
  JsonNode *id = json_object_get_member (object, "@id");
  g_ptr_array_add (self->objects, object);
  if (id != NULL && json_node_get_value_type (id) == G_TYPE_STRING
      && json_object_get_size (object) > 1)
    g_hash_table_insert (self->by_id, (gpointer) json_node_get_string (id), object);

  static const char *const inner[]
      = { "@graph",    "mainEntity", "mainEntityOfPage", "author",
          "publisher", "image",      "hasPart",          "breadcrumb" };
  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    gather (self, json_object_get_member (object, inner[i]), depth + 1);
}

static const char *
get_string (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node)
      || json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  const char *text = json_node_get_string (node);
  return text != NULL && *text != '\0' ? text : NULL;
}

/* The text of a value: itself, a member of the object it is or names, or that of the
 * first element. */
static const char *
get_text (const Graph *self, JsonNode *node, const char *const *members, guint depth)
{
  if (node == NULL || depth > 4)
    return NULL;
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      if (json_array_get_length (array) == 0)
        return NULL;
      return get_text (self, json_array_get_element (array, 0), members, depth + 1);
    }
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return get_string (node);

  JsonObject *object = json_node_get_object (node);
  const char *id = get_string (json_object_get_member (object, "@id"));
  JsonObject *named = id == NULL ? NULL : g_hash_table_lookup (self->by_id, id);
  /* An object that is nothing but a name stands for the one of that name. */
  if (named != NULL && json_object_get_size (object) == 1)
    object = named;
  for (guint i = 0; members[i] != NULL; i++)
    {
      const char *text = get_text (self, json_object_get_member (object, members[i]),
                                   members, depth + 1);
      if (text != NULL)
        return text;
    }
  if (named == NULL || named == object)
    return NULL;
  for (guint i = 0; members[i] != NULL; i++)
    {
      const char *text = get_string (json_object_get_member (named, members[i]));
      if (text != NULL)
        return text;
    }
  return NULL;
}

static const char *const name_members[] = { "name", "@value", NULL };
static const char *const address_members[] = { "url", "contentUrl", "@id", NULL };

static const char *
get_member (const Graph *self, JsonObject *object, const char *name)
{
  return get_text (self, json_object_get_member (object, name), name_members, 0);
}

/* At most @most names of a member, joined by commas. */
static char *
dup_names (const Graph *self, JsonObject *object, const char *name, guint most)
{
  JsonNode *node = json_object_get_member (object, name);
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return g_strdup (get_text (self, node, name_members, 0));

  JsonArray *array = json_node_get_array (node);
  g_autoptr (GString) names = g_string_new (NULL);
  guint n = MIN (json_array_get_length (array), most);
  for (guint i = 0; i < n; i++)
    {
      const char *text
          = get_text (self, json_array_get_element (array, i), name_members, 0);
      if (text == NULL)
        continue;
      if (names->len > 0)
        g_string_append (names, ", ");
      g_string_append_len (names, text, (gssize) strnlen (text, 200));
    }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* Whether @node, or what it names, is an organisation. */
static gboolean
is_body (const Graph *self, JsonNode *node)
{
  if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      node = json_array_get_length (array) > 0 ? json_array_get_element (array, 0) : NULL;
    }
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  JsonObject *object = json_node_get_object (node);
  const char *id = get_string (json_object_get_member (object, "@id"));
  if (!json_object_has_member (object, "@type") && id != NULL)
    object = g_hash_table_lookup (self->by_id, id);
  const char *type
      = object != NULL ? get_string (json_object_get_member (object, "@type")) : NULL;
  return type != NULL
         && (g_str_has_suffix (type, "Organization")
             || g_str_has_suffix (type, "Business") || strcmp (type, "Corporation") == 0);
}

/* 3 for an article, 1 for a page that may describe one, 0 for all else. */
static guint
rank_type (JsonNode *node)
{
  if (node == NULL)
    return 0;
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      guint best = 0;
      JsonArray *array = json_node_get_array (node);
      for (guint i = 0; i < MIN (json_array_get_length (array), MAX_NAMES); i++)
        {
          JsonNode *element = json_array_get_element (array, i);
          guint rank = JSON_NODE_HOLDS_VALUE (element) ? rank_type (element) : 0;
          best = MAX (best, rank);
        }
      return best;
    }
  const char *type = get_string (node);
  if (type == NULL)
    return 0;
  const char *slash = strrchr (type, '/');
  type = slash != NULL ? slash + 1 : type;
  if (g_str_has_suffix (type, "Article") || g_str_has_suffix (type, "Posting")
      || strcmp (type, "Report") == 0 || strcmp (type, "Review") == 0)
    return strcmp (type, "JobPosting") == 0 ? 0 : 3;
  return strcmp (type, "WebPage") == 0 || strcmp (type, "ItemPage") == 0
         || strcmp (type, "VideoObject") == 0;
}

/* How surely @object is what the page is about. */
static guint
rate (const Graph *self, JsonObject *object, const char *title)
{
  guint rank = rank_type (json_object_get_member (object, "@type"));
  const char *headline = get_member (self, object, "headline");
  const char *url = exm_page_text_get_url (self->reader->page);
  const char *own
      = get_text (self, json_object_get_member (object, "url"), address_members, 0);

  if (rank == 0)
    return 0;
  rank *= 4;
  if (own != NULL && url != NULL && strcmp (own, url) == 0)
    rank += 2;
  if (headline != NULL && title != NULL)
    {
      g_autofree char *short_form = exm_text_squeeze (headline, strnlen (headline, 1000));
      g_autofree char *long_form = exm_text_squeeze (title, strnlen (title, 4000));
      rank += *short_form != '\0' && strstr (long_form, short_form) != NULL;
    }
  return rank;
}

/* "False", "false", "http://schema.org/False" and the boolean. */
static gboolean
is_false (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  if (json_node_get_value_type (node) == G_TYPE_BOOLEAN)
    return !json_node_get_boolean (node);
  const char *text = get_string (node);
  const char *slash = text != NULL ? strrchr (text, '/') : NULL;
  return text != NULL
         && g_ascii_strcasecmp (slash != NULL ? slash + 1 : text, "false") == 0;
}

static gboolean
is_part (JsonObject *object)
{
  const char *type = get_string (json_object_get_member (object, "@type"));

  return json_object_has_member (object, "cssSelector")
         || g_strcmp0 (type, "WebPageElement") == 0;
}

static gboolean
is_article (JsonObject *object)
{
  return rank_type (json_object_get_member (object, "@type")) == 3;
}

/* Whether the article, or a part of it, is not free to read. */
static gboolean
is_paid (const Graph *self)
{
  for (guint i = 0; i < self->objects->len; i++)
    {
      JsonObject *object = self->objects->pdata[i];
      if ((is_article (object) || is_part (object))
          && is_false (json_object_get_member (object, "isAccessibleForFree")))
        return TRUE;
    }
  return FALSE;
}

static void
put_object (Graph *self, JsonObject *object, gboolean is_own)
{
  static const struct
  {
    ExmField field;
    const char *member; /* (unowned) */
  } texts[] = {
    { EXM_FIELD_LANGUAGE, "inLanguage" },
    { EXM_FIELD_PUBLISHED, "datePublished" },
    { EXM_FIELD_PUBLISHED, "dateCreated" },
    { EXM_FIELD_MODIFIED, "dateModified" },
    { EXM_FIELD_SECTION, "articleSection" },
    { EXM_FIELD_SOURCE, "sourceOrganization" },
    { EXM_FIELD_SITE, "publisher" },
    { EXM_FIELD_ABSTRACT, "abstract" },
    { EXM_FIELD_ABSTRACT, "description" },
    { EXM_FIELD_PRINT_PAGE, "printPage" },
    { EXM_FIELD_PRINT_SECTION, "printSection" },
  };
  ExmMetadataReader *reader = self->reader;

  if (is_own)
    {
      g_autofree char *authors = dup_names (self, object, "author", MAX_NAMES);
      g_autofree char *creators = dup_names (self, object, "creator", MAX_NAMES);
      g_autofree char *editors = dup_names (self, object, "editor", MAX_NAMES);
      exm_metadata_add_author (reader, EXM_ORIGIN_JSON_LD, authors,
                               is_body (self, json_object_get_member (object, "author")));
      exm_metadata_add_author (
          reader, EXM_ORIGIN_JSON_LD, creators,
          is_body (self, json_object_get_member (object, "creator")));
      exm_metadata_put (reader, EXM_FIELD_EDITOR, EXM_ORIGIN_JSON_LD, editors);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (is_own || !reader->is_other || texts[i].field != EXM_FIELD_PUBLISHED)
      exm_metadata_put (reader, texts[i].field, EXM_ORIGIN_JSON_LD,
                        get_member (self, object, texts[i].member));
  g_autofree char *keywords = dup_names (self, object, "keywords", EXM_KEYWORDS_MAX);
  exm_metadata_put (reader, EXM_FIELD_KEYWORDS, EXM_ORIGIN_JSON_LD, keywords);
  exm_metadata_put (
      reader, EXM_FIELD_LICENSE, EXM_ORIGIN_JSON_LD,
      get_text (self, json_object_get_member (object, "license"), address_members, 0));
  if (is_paid (self))
    exm_metadata_put (reader, EXM_FIELD_ACCESS, EXM_ORIGIN_JSON_LD, EXM_ACCESS_PAID);
  else if (json_object_has_member (object, "isAccessibleForFree"))
    exm_metadata_put (reader, EXM_FIELD_ACCESS, EXM_ORIGIN_JSON_LD, EXM_ACCESS_FREE);
  reader->is_page_day = !is_own;
  static const char *const images[] = { "image", "thumbnailUrl" };
  for (guint i = 0; i < G_N_ELEMENTS (images); i++)
    exm_metadata_put (
        reader, EXM_FIELD_IMAGE, EXM_ORIGIN_JSON_LD,
        get_text (self, json_object_get_member (object, images[i]), address_members, 0));
}

/* The path of the first BreadcrumbList: the section, where no article declares one. */
static void
put_path (const Graph *self)
{
  for (guint i = 0; i < self->objects->len; i++)
    {
      JsonObject *object = self->objects->pdata[i];
      const char *type = get_string (json_object_get_member (object, "@type"));
      JsonNode *node = json_object_get_member (object, "itemListElement");
      if (type == NULL || !g_str_has_suffix (type, "BreadcrumbList") || node == NULL
          || !JSON_NODE_HOLDS_ARRAY (node))
        continue;
      g_autoptr (GPtrArray) crumbs = exm_crumbs_new ();
      JsonArray *array = json_node_get_array (node);
      for (guint k = 0; k < MIN (json_array_get_length (array), MAX_NAMES); k++)
        {
          static const char *const names[] = { "name", "item", NULL };
          JsonNode *step = json_array_get_element (array, k);
          if (!JSON_NODE_HOLDS_OBJECT (step))
            continue;
          JsonNode *item = json_object_get_member (json_node_get_object (step), "item");
          const char *name = get_text (self, step, names, 0);
          if (name != NULL && strstr (name, "://") == NULL)
            exm_crumbs_add (crumbs, name, get_text (self, item, address_members, 0));
        }
      exm_metadata_put_crumbs (self->reader, EXM_ORIGIN_JSON_LD, crumbs);
      return;
    }
}

static void
parse_all (Graph *self)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->reader->page, &n);
  gsize n_left = EXM_MAX_JSON_VALUES;

  for (guint i = 0; i < n; i++)
    {
      if (slices[i].kind != EXM_SLICE_JSON_LD)
        continue;
      g_autofree char *json
          = mend (exm_page_text_get_string (self->reader->page, slices[i].value));
      gsize n_values = json != NULL ? exm_json_count_values (json, strlen (json)) : 0;
      if (json == NULL || n_values > n_left)
        continue;
      n_left -= n_values;
      g_autoptr (JsonParser) parser = json_parser_new_immutable ();
      gsize n_bytes = exm_json_repair_escapes (json, strlen (json));
      n_bytes = exm_json_trim (json, n_bytes);
      if (!json_parser_load_from_data (parser, json, (gssize) n_bytes, NULL))
        continue;
      gather (self, json_parser_get_root (parser), 0);
      g_ptr_array_add (self->parsers, g_steal_pointer (&parser));
    }
}

void
exm_metadata_read_json_ld (ExmMetadataReader *self, const char *title)
{
  g_autoptr (GPtrArray) parsers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);
  Graph graph = { self, parsers, objects, by_id };
  JsonObject *best = NULL;
  guint best_rank = 0;

  parse_all (&graph);
  for (guint i = 0; i < objects->len; i++)
    {
      guint rank = rate (&graph, objects->pdata[i], title);
      if (rank > best_rank)
        {
          best = objects->pdata[i];
          best_rank = rank;
        }
    }
  if (best == NULL)
    {
      put_path (&graph);
      return;
    }
  gboolean is_own = best_rank >= 12;
  if (is_own)
    {
      exm_metadata_put (self, EXM_FIELD_TITLE, EXM_ORIGIN_JSON_LD,
                        get_member (&graph, best, "headline"));
      exm_metadata_put (self, EXM_FIELD_TITLE, EXM_ORIGIN_JSON_LD,
                        get_member (&graph, best, "name"));
    }
  put_object (&graph, best, is_own);
  if (exm_metadata_get (self->out, EXM_FIELD_SECTION) == NULL)
    put_path (&graph);
}

static guint
read_count (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return 0;
  const char *text = get_string (node);
  gint64 count
      = text != NULL ? g_ascii_strtoll (text, NULL, 10) : json_node_get_int (node);
  return (guint) CLAMP (count, 0, 1000000);
}

static gboolean
mentions_price (const ExmPageText *page)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_JSON_LD
        && strstr (exm_page_text_get_string (page, slices[i].value),
                   "isAccessibleForFree")
               != NULL)
      return TRUE;
  return FALSE;
}

gboolean
exm_metadata_read_paid (const ExmPageText *page, guint *n_words)
{
  g_autoptr (GPtrArray) parsers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);
  ExmMetadataReader reader = { .page = page };
  Graph graph = { &reader, parsers, objects, by_id };

  *n_words = 0;
  if (!mentions_price (page))
    return FALSE;
  parse_all (&graph);
  for (guint i = 0; i < objects->len; i++)
    {
      JsonObject *object = objects->pdata[i];
      if (is_article (object))
        *n_words
            = MAX (*n_words, read_count (json_object_get_member (object, "wordCount")));
    }
  return is_paid (&graph);
}
