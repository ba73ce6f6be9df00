/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-record.h"

#include <inttypes.h>
#include <json-glib/json-glib.h>
#include <string.h>

#include "base/exm-json.h"
#include "base/exm-limits.h"

/* Request headers whose values are no secrets; others may be keys (X-Api-Key …). */
static const char *const harmless[] = {
  "Accept",          "Accept-Encoding",
  "Accept-Language", "Cache-Control",
  "Connection",      "Host",
  "If-None-Match",   "If-Modified-Since",
  "Pragma",          "Range",
  "Referer",         "Upgrade-Insecure-Requests",
  "User-Agent",      NULL,
};

static const char *const response_secrets[] = { "Set-Cookie", "Set-Cookie2", NULL };

static gboolean
is_listed (const char *const *names, const char *name)
{
  for (const char *const *p = names; *p != NULL; p++)
    if (g_ascii_strcasecmp (*p, name) == 0)
      return TRUE;
  return FALSE;
}

static void
append_string (GString *json, const char *bytes)
{
  g_autofree char *text = g_utf8_make_valid (bytes, -1);

  g_string_append_c (json, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      guchar c = (guchar) *p;
      if (c == '"' || c == '\\')
        g_string_append_printf (json, "\\%c", c);
      else if (c < 0x20 || c == 0x7f)
        g_string_append_printf (json, "\\u%04x", c);
      else
        g_string_append_c (json, (char) c);
    }
  g_string_append_c (json, '"');
}

static void
append_member (GString *json, const char *name, const char *value)
{
  g_string_append_printf (json, ",\"%s\":", name);
  append_string (json, value);
}

/* Returns: how many were left out */
static guint
append_headers (GString *json,
                const char *name,
                SoupMessageHeaders *headers,
                gboolean is_request,
                gsize *budget)
{
  SoupMessageHeadersIter iter;
  const char *key, *value;
  guint n_left_out = 0;
  gboolean first = TRUE;

  g_string_append_printf (json, ",\"%s\":[", name);
  soup_message_headers_iter_init (&iter, headers);
  while (soup_message_headers_iter_next (&iter, &key, &value))
    {
      g_autoptr (GString) pair = g_string_new (first ? "[" : ",[");
      gboolean secret
          = is_request ? !is_listed (harmless, key) : is_listed (response_secrets, key);
      append_string (pair, key);
      g_string_append_c (pair, ',');
      if (secret)
        g_string_append (pair, "null");
      else
        append_string (pair, value);
      g_string_append_c (pair, ']');
      if (pair->len > *budget)
        {
          n_left_out++;
          continue;
        }
      *budget -= pair->len;
      g_string_append_len (json, pair->str, (gssize) pair->len);
      first = FALSE;
    }
  g_string_append_c (json, ']');
  return n_left_out;
}

static const char *
get_version (SoupMessage *message)
{
  switch (soup_message_get_http_version (message))
    {
    case SOUP_HTTP_1_0:
      return "HTTP/1.0";
    case SOUP_HTTP_2_0:
      return "HTTP/2";
    case SOUP_HTTP_1_1:
    default:
      return "HTTP/1.1";
    }
}

static char *
make_request_line (SoupMessage *message)
{
  GUri *uri = soup_message_get_uri (message);
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);
  /* libsoup speaks HTTP/1.1 unless both sides chose HTTP/2, whatever is answered. */
  gboolean is_2 = soup_message_get_http_version (message) == SOUP_HTTP_2_0;

  return g_strdup_printf ("%s %s%s%s %s", soup_message_get_method (message),
                          *path != '\0' ? path : "/", query != NULL ? "?" : "",
                          query != NULL ? query : "", is_2 ? "HTTP/2" : "HTTP/1.1");
}

static char *
make_status_line (SoupMessage *message)
{
  const char *phrase = soup_message_get_reason_phrase (message);
  gboolean has_phrase = phrase != NULL && *phrase != '\0'
                        && soup_message_get_http_version (message) != SOUP_HTTP_2_0;

  return g_strdup_printf ("%s %u%s%.200s", get_version (message),
                          soup_message_get_status (message), has_phrase ? " " : "",
                          has_phrase ? phrase : "");
}

static char *
describe_peer (GSocketAddress *peer)
{
  if (G_IS_INET_SOCKET_ADDRESS (peer))
    {
      GInetSocketAddress *inet = G_INET_SOCKET_ADDRESS (peer);
      GInetAddress *address = g_inet_socket_address_get_address (inet);
      g_autofree char *text = g_inet_address_to_string (address);
      gboolean is_6 = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6;
      return g_strdup_printf ("%s%s%s:%u", is_6 ? "[" : "", text, is_6 ? "]" : "",
                              g_inet_socket_address_get_port (inet));
    }
  if (peer != NULL && g_socket_address_get_family (peer) == G_SOCKET_FAMILY_UNIX)
    return g_strdup ("unix");
  return NULL;
}

/* To the millisecond. */
static char *
describe_time (gint64 usec)
{
  g_autoptr (GDateTime) second = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  g_autofree char *text
      = second != NULL ? g_date_time_format (second, "%Y-%m-%dT%H:%M:%S") : NULL;

  return g_strdup_printf ("%s.%03dZ", text != NULL ? text : "1970-01-01T00:00:00",
                          (int) (usec % G_USEC_PER_SEC / 1000));
}

void
exm_fetched_add_exchange (ExmFetched *self,
                          SoupMessage *message,
                          GSocketAddress *peer,
                          gboolean via_proxy,
                          gint64 time_usec)
{
  SoupMessageHeaders *response = soup_message_get_response_headers (message);
  g_autofree char *time = describe_time (time_usec);
  g_autofree char *peer_text = describe_peer (peer);
  g_autofree char *request = make_request_line (message);
  g_autofree char *status = make_status_line (message);
  const char *encoding = soup_message_headers_get_list (response, "Content-Encoding");
  gsize budget = EXM_MAX_EXCHANGE_BYTES;

  if (self->exchanges == NULL)
    self->exchanges = g_string_new (NULL);
  GString *json = self->exchanges;
  g_string_append_printf (json, "%s{\"time\":\"%s\"", json->len > 0 ? "," : "", time);
  append_member (json, "url", self->final_url);
  if (peer_text != NULL)
    append_member (json, "peer", peer_text);
  else
    g_string_append (json, ",\"peer\":null");
  if (via_proxy)
    g_string_append (json, ",\"proxy\":true");
  append_member (json, "request", request);
  guint n_left_out = append_headers (
      json, "request_headers", soup_message_get_request_headers (message), TRUE, &budget);
  append_member (json, "status", status);
  n_left_out += append_headers (json, "headers", response, FALSE, &budget);
  if (n_left_out > 0)
    g_string_append_printf (json, ",\"left_out\":%u", n_left_out);
  g_string_append_c (json, '}');

  self->is_chunked
      = soup_message_headers_get_encoding (response) == SOUP_ENCODING_CHUNKED;
  g_free (self->content_encoding);
  self->content_encoding = encoding != NULL && strlen (encoding) < 100
                               ? g_ascii_strdown (encoding, -1)
                               : NULL;
}

static void
append_body (GString *json, const ExmFetched *self)
{
  gboolean is_decoded = self->n_decoded > 0 && self->content_encoding != NULL;
  const char *stored = self->is_rendered                ? "rendered"
                       : is_decoded || self->is_chunked ? "decoded"
                                                        : "received";

  g_string_append_printf (json, ",\"body\":{\"stored\":\"%s\",\"removed\":[", stored);
  if (is_decoded)
    append_string (json, self->content_encoding);
  if (self->is_chunked)
    g_string_append_printf (json, "%s\"chunked\"", is_decoded ? "," : "");
  g_string_append_printf (json, "],\"bytes\":%" PRIu64 "}", self->wire_bytes);
}

char *
exm_fetched_write_record (const ExmFetched *self)
{
  if (self->exchanges == NULL)
    return NULL;
  GString *json = g_string_new ("{\"version\":1,\"exchanges\":[");
  g_string_append_len (json, self->exchanges->str, (gssize) self->exchanges->len);
  g_string_append_c (json, ']');
  append_body (json, self);
  if (self->incomplete != NULL)
    append_member (json, "incomplete", self->incomplete);
  g_string_append_c (json, '}');
  return g_string_free (json, FALSE);
}

/* @parser: keeps what is returned. Returns: (nullable): %NULL where it is no record */
static JsonObject *
parse_record (JsonParser *parser, const char *record)
{
  if (!exm_json_is_shallow (record, strlen (record), EXM_MAX_JSON_DEPTH)
      || !json_parser_load_from_data (parser, record, -1, NULL))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root)
                                                       : NULL;
}

char *
exm_fetch_record_dup_incomplete (const char *record)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();

  /* Most pages came whole, and need no parser. */
  if (record == NULL || strstr (record, "\"incomplete\":") == NULL)
    return NULL;
  JsonObject *object = parse_record (parser, record);
  JsonNode *node = object != NULL ? json_object_get_member (object, "incomplete") : NULL;
  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_dup_string (node)
             : NULL;
}

/* The array @member of @object, or %NULL. */
static JsonArray *
get_array (JsonObject *object, const char *member)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, member) : NULL;

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* The string at @index of @pair, or %NULL. */
static const char *
get_string (JsonArray *pair, guint index)
{
  JsonNode *node = json_array_get_element (pair, index);

  return json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node)
                                                          : NULL;
}

void
exm_fetch_record_foreach_header (const char *record,
                                 ExmFetchHeaderFunc func,
                                 gpointer data)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject *object = record != NULL ? parse_record (parser, record) : NULL;
  JsonArray *exchanges = get_array (object, "exchanges");
  guint n = exchanges != NULL ? json_array_get_length (exchanges) : 0;
  JsonNode *last = n > 0 ? json_array_get_element (exchanges, n - 1) : NULL;

  if (last == NULL || !JSON_NODE_HOLDS_OBJECT (last))
    return;
  JsonArray *headers = get_array (json_node_get_object (last), "headers");
  n = headers != NULL ? json_array_get_length (headers) : 0;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (headers, i);
      JsonArray *pair = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      if (pair == NULL || json_array_get_length (pair) != 2)
        continue;
      const char *name = get_string (pair, 0);
      const char *value = get_string (pair, 1);
      if (name != NULL && value != NULL)
        func (name, value, data);
    }
}
