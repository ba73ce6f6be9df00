/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-said.h"
#include "cli/base/exm-cli-output.h"
#include "fetch/exm-fetch-record.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

static const char *
get_string (JsonObject *object, const char *name)
{
  return json_object_get_string_member_with_default (object, name, NULL);
}

static JsonArray *
get_array (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static void
append_headers (GString *out, char side, JsonArray *pairs)
{
  for (guint i = 0; pairs != NULL && i < json_array_get_length (pairs); i++)
    {
      JsonNode *node = json_array_get_element (pairs, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      if (pair == NULL || json_array_get_length (pair) < 2)
        continue;
      const char *name = json_node_get_string (json_array_get_element (pair, 0));
      const char *value = json_array_get_null_element (pair, 1)
                              /* translators: in place of a password or key */
                              ? _ ("(not kept)")
                              : json_node_get_string (json_array_get_element (pair, 1));
      g_string_append_printf (out, "%c %s: %s\n", side, name != NULL ? name : "",
                              value != NULL ? value : "");
    }
}

static void
append_exchange (JsonArray *list, guint i, JsonNode *node, gpointer data)
{
  GString *out = data;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return;
  JsonObject *exchange = json_node_get_object (node);
  const char *time = get_string (exchange, "time"), *url = get_string (exchange, "url");
  const char *peer = get_string (exchange, "peer");
  const char *request = get_string (exchange, "request");
  const char *status = get_string (exchange, "status");
  gint64 left_out = json_object_get_int_member_with_default (exchange, "left_out", 0);
  gboolean proxy = json_object_get_boolean_member_with_default (exchange, "proxy", FALSE);
  /* translators: %s is the address of a proxy */
  g_autofree char *whom
      = g_strdup_printf (proxy ? _ ("proxy %s") : "%s", peer != NULL ? peer : "?");
  g_string_append_printf (out, "%s%s %s (%s)\n", i > 0 ? "\n" : "",
                          time != NULL ? time : "", url != NULL ? url : "", whom);
  g_string_append_printf (out, "> %s\n", request != NULL ? request : "");
  append_headers (out, '>', get_array (exchange, "request_headers"));
  g_string_append_printf (out, "< %s\n", status != NULL ? status : "");
  append_headers (out, '<', get_array (exchange, "headers"));
  if (left_out > 0)
    g_string_append_printf (out,
                            ngettext ("%u header was too much",
                                      "%u headers were too much", (gulong) left_out),
                            (guint) left_out);
  if (left_out > 0)
    g_string_append_c (out, '\n');
}

static void
append_body (GString *out, JsonObject *record)
{
  JsonNode *node = json_object_get_member (record, "body");
  const char *stored = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                           ? get_string (json_node_get_object (node), "stored")
                           : NULL;

  if (stored == NULL)
    return;
  gint64 n
      = json_object_get_int_member_with_default (json_node_get_object (node), "bytes", 0);
  g_string_append_c (out, '\n');
  if (strcmp (stored, "received") == 0)
    g_string_append_printf (out, _ ("%" PRId64 " bytes, stored as they came"), n);
  else if (strcmp (stored, "decoded") == 0)
    g_string_append_printf (out, _ ("%" PRId64 " bytes, stored decoded"), n);
  else
    g_string_append_printf (out, _ ("%" PRId64 " bytes, stored as rendered"), n);
  g_string_append_c (out, '\n');
}

static void
append_incomplete (GString *out, const char *record)
{
  g_autofree char *said = exm_fetch_record_dup_incomplete (record);
  g_autofree char *words = exm_said_to_words (said);

  if (words == NULL)
    return;
  g_string_append_printf (out, _ ("Page arrived incomplete (%s)"), words);
  g_string_append_c (out, '\n');
}

/* Returns: (transfer full) (nullable): @record to be read; %NULL if it is none */
static char *
describe (const char *record)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  GString *out;

  if (!exm_json_is_shallow (record, strlen (record), EXM_MAX_JSON_DEPTH)
      || !json_parser_load_from_data (parser, record, -1, NULL)
      || !JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)))
    return NULL;
  JsonObject *object = json_node_get_object (json_parser_get_root (parser));
  JsonArray *exchanges = get_array (object, "exchanges");
  out = g_string_new (NULL);
  if (exchanges != NULL)
    json_array_foreach_element (exchanges, append_exchange, out);
  append_body (out, object);
  append_incomplete (out, record);
  return g_string_free (out, FALSE);
}

gboolean
exm_cli_articles_print_headers (ExmStoreReader *reader, gint64 id, gboolean as_json)
{
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };
  g_autoptr (ExmArticle) article = exm_cli_data_read (reader, &query);

  if (article == NULL)
    return FALSE;
  const char *hash = exm_article_get (article)->page_hash;
  const ExmStoreQuery meta_query = { .kind = EXM_READ_PAGE_META, .hash = hash };
  g_autoptr (ExmStoredPage) page
      = hash != NULL ? exm_cli_data_read (reader, &meta_query) : NULL;
  if (hash != NULL && page == NULL)
    return FALSE;
  g_autofree char *text = page == NULL || page->headers == NULL ? NULL
                          : as_json ? g_strconcat (page->headers, "\n", NULL)
                                    : describe (page->headers);
  if (text == NULL)
    {
      exm_cli_complain (_ ("No headers of the page of article %" PRId64
                           " are stored: it was fetched by an older version, or from a "
                           "file. Fetch it again."),
                        id);
      return FALSE;
    }
  return exm_cli_print (text);
}
