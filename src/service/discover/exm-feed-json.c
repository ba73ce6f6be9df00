/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-feed-parsers-private.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "discover/exm-feed-private.h"
#include "discover/exm-markup.h"
#include "fetch/exm-url-display.h"

/* The member as text: a string, or a number where an id is written as one. */
static char *
dup_member (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return NULL;
  if (json_node_get_value_type (node) == G_TYPE_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, json_node_get_int (node));
  const char *text = json_node_get_string (node);
  return text != NULL && *text != '\0' ? g_utf8_make_valid (text, -1) : NULL;
}

static char *
dup_plain (JsonObject *object, const char *name)
{
  g_autofree char *text = dup_member (object, name);
  g_autofree char *plain
      = text != NULL ? exm_markup_collapse (text, strlen (text)) : NULL;

  return plain != NULL && *plain != '\0' ? g_steal_pointer (&plain) : NULL;
}

static char *
dup_markup (JsonObject *object, const char *name)
{
  g_autofree char *text = dup_member (object, name);
  g_autofree char *plain = text != NULL ? exm_markup_to_text (text, strlen (text)) : NULL;

  return plain != NULL && *plain != '\0' ? g_steal_pointer (&plain) : NULL;
}

static char *
dup_address (JsonObject *object, const char *name, const char *base)
{
  g_autofree char *text = dup_member (object, name);

  return text != NULL ? exm_feed_resolve (base, text) : NULL;
}

static JsonObject *
peek_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node)
                                                       : NULL;
}

/* The array that @object has as @name, %NULL for none. @length: (out): 0 for none */
static JsonArray *
peek_array (JsonObject *object, const char *name, guint *length)
{
  JsonNode *node = json_object_get_member (object, name);

  *length = 0;
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  *length = json_array_get_length (json_node_get_array (node));
  return json_node_get_array (node);
}

/* Version 1.1 has a list of authors, 1.0 one author. */
static char *
dup_author (JsonObject *object)
{
  guint n = 0;
  JsonArray *list = peek_array (object, "authors", &n);
  JsonObject *author = peek_object (json_object_get_member (object, "author"));

  if (n > 0)
    author = peek_object (json_array_get_element (list, 0));
  return author != NULL ? dup_plain (author, "name") : NULL;
}

static void
read_facts (ExmFeedItem *item, JsonObject *object, const char *base)
{
  guint n_tags = 0, n_files = 0;
  JsonArray *tags = peek_array (object, "tags", &n_tags);
  JsonArray *files = peek_array (object, "attachments", &n_files);

  for (guint i = 0; i < n_tags; i++)
    {
      JsonNode *tag = json_array_get_element (tags, i);
      if (JSON_NODE_HOLDS_VALUE (tag) && json_node_get_value_type (tag) == G_TYPE_STRING)
        exm_feed_facts_add_category (item->facts, json_node_get_string (tag));
    }
  for (guint i = 0; i < n_files; i++)
    {
      JsonObject *file = peek_object (json_array_get_element (files, i));
      if (file == NULL)
        continue;
      g_autofree char *url = dup_address (file, "url", base);
      g_autofree char *type = dup_member (file, "mime_type");
      g_autofree char *length = dup_member (file, "size_in_bytes");
      exm_feed_facts_add_enclosure (item->facts, url, type, length);
    }
}

static char *
first_of (char *first, char *second)
{
  if (first == NULL)
    return second;
  g_free (second);
  return first;
}

static void
read_item (ExmFeed *feed, JsonNode *node, const char *base)
{
  JsonObject *object = peek_object (node);

  if (object == NULL)
    {
      feed->n_faults++;
      return;
    }
  ExmFeedItem *item = exm_feed_item_new ();
  item->id = dup_member (object, "id");
  item->url = first_of (dup_address (object, "url", base),
                        dup_address (object, "external_url", base));
  if (item->url == NULL && item->id != NULL
      && g_ascii_strncasecmp (item->id, "http", 4) == 0)
    item->url = exm_feed_resolve (base, item->id);
  item->title = dup_plain (object, "title");
  item->author = dup_author (object);
  item->published.text = dup_member (object, "date_published");
  item->updated.text = dup_member (object, "date_modified");
  item->summary = dup_plain (object, "summary");
  item->content = first_of (dup_markup (object, "content_html"),
                            dup_plain (object, "content_text"));
  item->image = first_of (dup_address (object, "image", base),
                          dup_address (object, "banner_image", base));
  read_facts (item, object, base);
  exm_feed_take_item (feed, item);
}

static gboolean
refuse (const char *url, const char *reason, GError **error)
{
  g_autofree char *display = exm_url_to_display (url != NULL ? url : "");

  exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN,
                      /* translators: an address, then a reason */
                      N_ ("%s is not a JSON feed: %s"), display, reason);
  return FALSE;
}

static gboolean
refuse_size (const char *url, GError **error)
{
  g_autofree char *display = exm_url_to_display (url != NULL ? url : "");

  exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_TOO_MUCH,
                      /* translators: an address, then a number */
                      N_ ("The feed %s has more than %u values and is not read."),
                      display, EXM_MAX_JSON_VALUES);
  return FALSE;
}

gboolean
exm_feed_read_json (ExmFeed *feed, GBytes *bytes, const char *url, GError **error)
{
  gsize n = 0;
  const char *raw = g_bytes_get_data (bytes, &n);
  gsize n_mark = n >= 3 && memcmp (raw, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  g_autofree char *text = g_utf8_make_valid (raw + n_mark, (gssize) (n - n_mark));
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) reason = NULL;

  gsize n_text = exm_json_repair_escapes (text, strlen (text));
  n_text = exm_json_trim (text, n_text);
  if (!exm_json_is_shallow (text, n_text, EXM_MAX_JSON_DEPTH))
    return refuse (url, N_ ("its arrays and objects nest too deep."), error);
  if (exm_json_count_values (text, n_text) > EXM_MAX_JSON_VALUES)
    return refuse_size (url, error);
  if (!json_parser_load_from_data (parser, text, (gssize) n_text, &reason))
    return refuse (url, reason->message, error);
  JsonObject *root = peek_object (json_parser_get_root (parser));
  guint n_items = 0;
  JsonArray *items = root != NULL ? peek_array (root, "items", &n_items) : NULL;
  if (items == NULL)
    return refuse (url, N_ ("it has no list named “items”."), error);

  feed->kind = EXM_FEED_JSON;
  feed->title = dup_plain (root, "title");
  feed->language = dup_plain (root, "language");
  for (guint i = 0; i < n_items; i++)
    read_item (feed, json_array_get_element (items, i), url);
  if (feed->n_faults > 0)
    feed->fault = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u of its items is no object.",
                     "%u of its items are no objects.", feed->n_faults),
        feed->n_faults);
  return TRUE;
}
