/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The record of a fetch: complete, without secrets, always JSON. */

#include <json-glib/json-glib.h>
#include <string.h>

#include "base/exm-limits.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-renderer.h"

#include "test-server.h"

typedef struct
{
  TestServer *server;  /* (owned) */
  ExmFetcher *fetcher; /* (owned) */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  ExmFetchOptions options = test_options ();

  f->server = test_server_new (NULL);
  f->fetcher = exm_fetcher_new (&options);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->fetcher);
  test_server_free (f->server);
}

/* Returns: (transfer full): the record of a fetch, which is a JSON object in UTF-8 */
static JsonNode *
fetch_record (Fixture *f, const char *path, const ExmFetchRequest *request, char **text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", path);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, request, NULL, &error);

  g_assert_no_error (error);
  g_autofree char *record = exm_fetched_write_record (fetched);
  g_test_message ("%.2000s", record);
  g_assert_true (g_utf8_validate (record, -1, NULL));
  JsonNode *node = json_from_string (record, &error);
  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
  if (text != NULL)
    *text = g_steal_pointer (&record);
  return node;
}

static JsonObject *
get_exchange (JsonNode *record, guint i)
{
  return json_array_get_object_element (
      json_object_get_array_member (json_node_get_object (record), "exchanges"), i);
}

/* Returns: (transfer none) (nullable): the @nth pair of that name */
static JsonArray *
find_header (JsonObject *exchange, const char *list, const char *name, guint nth)
{
  JsonArray *pairs = json_object_get_array_member (exchange, list);

  for (guint i = 0; i < json_array_get_length (pairs); i++)
    {
      JsonArray *pair = json_array_get_array_element (pairs, i);
      if (g_ascii_strcasecmp (json_array_get_string_element (pair, 0), name) == 0
          && nth-- == 0)
        return pair;
    }
  return NULL;
}

static void
assert_header (JsonObject *exchange,
               const char *list,
               const char *name,
               guint nth,
               const char *value)
{
  JsonArray *pair = find_header (exchange, list, name, nth);

  g_assert_nonnull (pair);
  if (value == NULL)
    g_assert_true (json_array_get_null_element (pair, 1));
  else
    g_assert_cmpstr (json_array_get_string_element (pair, 1), ==, value);
}

static void
test_redirect (Fixture *f, gconstpointer data)
{
  static const char *const headers[] = {
    "Authorization", "Bearer s3cret", "X-Api-Key", "s3cret", "Accept-Language", "de", NULL
  };
  const ExmFetchRequest request = { .headers = headers };
  g_autofree char *text = NULL;

  test_server_answer_raw (f->server, "/from",
                          "HTTP/1.1 301 Moved \"for\" good\r\nLocation: /to?q=1\r\n"
                          "Set-Cookie: id=s3cret; Path=/\r\nSet-Cookie: b=s3cret\r\n"
                          "Content-Length: 0\r\n\r\n");
  test_server_answer_raw (
      f->server, "/to",
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
      "X-Served-By: one\r\nX-Served-By: two\r\nX-Caf\xc3\xa9: t\xc3\xa9\r\n"
      "X-Odd: caf\xe9 \x1b[31m\r\nLink: <a>\r\nLink: <b>\r\n"
      "Content-Length: 5\r\n\r\n<p>ok");
  g_autoptr (JsonNode) record = fetch_record (f, "/from", &request, &text);
  g_assert_null (strstr (text, "s3cret"));
  g_assert_null (strchr (text, '\x1b'));

  JsonObject *first = get_exchange (record, 0);
  g_assert_cmpstr (json_object_get_string_member (first, "request"), ==,
                   "GET /from HTTP/1.1");
  g_assert_cmpstr (json_object_get_string_member (first, "status"), ==,
                   "HTTP/1.1 301 Moved \"for\" good");
  assert_header (first, "request_headers", "Authorization", 0, NULL);
  assert_header (first, "request_headers", "X-Api-Key", 0, NULL);
  assert_header (first, "request_headers", "Accept-Language", 0, "de");
  g_assert_nonnull (find_header (first, "request_headers", "User-Agent", 0));
  g_assert_nonnull (find_header (first, "request_headers", "Host", 0));
  assert_header (first, "headers", "Location", 0, "/to?q=1");
  assert_header (first, "headers", "Set-Cookie", 0, NULL);
  assert_header (first, "headers", "Set-Cookie", 1, NULL);
  g_autofree char *peer = g_strdup_printf ("127.0.0.1:%u", f->server->port);
  g_assert_cmpstr (json_object_get_string_member (first, "peer"), ==, peer);
  g_assert_true (
      g_regex_match_simple ("^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
                            json_object_get_string_member (first, "time"), 0, 0));

  JsonObject *second = get_exchange (record, 1);
  g_assert_cmpstr (json_object_get_string_member (second, "request"), ==,
                   "GET /to?q=1 HTTP/1.1");
  assert_header (second, "request_headers", "Cookie", 0, NULL);
  assert_header (second, "headers", "X-Served-By", 0, "one");
  assert_header (second, "headers", "X-Served-By", 1, "two");
  assert_header (second, "headers", "Link", 1, "<b>");
  assert_header (second, "headers", "X-Odd", 0, "caf\xef\xbf\xbd \x1b[31m");
  g_assert_false (json_object_has_member (second, "left_out"));
  JsonObject *body
      = json_object_get_object_member (json_node_get_object (record), "body");
  g_assert_cmpstr (json_object_get_string_member (body, "stored"), ==, "received");
  g_assert_cmpint (json_object_get_int_member (body, "bytes"), ==, 5);
}

static GBytes *
gzip (const char *text)
{
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (
      g_output_stream_write_all (stream, text, strlen (text), NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
test_body (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) packed = gzip ("<p>Compressed, and in chunks");

  test_server_answer_chunked (f->server, "/gz", "gzip", packed);
  g_autoptr (JsonNode) record = fetch_record (f, "/gz", NULL, NULL);
  JsonObject *body
      = json_object_get_object_member (json_node_get_object (record), "body");
  g_assert_cmpstr (json_object_get_string_member (body, "stored"), ==, "decoded");
  JsonArray *removed = json_object_get_array_member (body, "removed");
  g_assert_cmpuint (json_array_get_length (removed), ==, 2);
  g_assert_cmpstr (json_array_get_string_element (removed, 0), ==, "gzip");
  g_assert_cmpstr (json_array_get_string_element (removed, 1), ==, "chunked");
  g_assert_cmpint (json_object_get_int_member (body, "bytes"), ==,
                   (gint64) g_bytes_get_size (packed));
}

static void
test_capped (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) raw = g_string_new ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
                                          "Content-Length: 5\r\n");
  g_autofree char *value = g_strnfill (1000, '\x01');
  g_autofree char *text = NULL;

  for (guint i = 0; i < 60; i++)
    g_string_append_printf (raw, "X-Long: %.*s\r\n", i < 59 ? 1000 : 1, value);
  g_string_append (raw, "\r\n<p>ok");
  test_server_answer_raw (f->server, "/long", raw->str);
  g_autoptr (JsonNode) record = fetch_record (f, "/long", NULL, &text);
  g_assert_cmpuint (strlen (text), <, EXM_MAX_EXCHANGE_BYTES + 1000);
  JsonObject *exchange = get_exchange (record, 0);
  g_assert_cmpint (json_object_get_int_member (exchange, "left_out"), >, 40);
  assert_header (exchange, "headers", "Content-Type", 0, "text/html");
}

/* A rendered part is still a part. */
static void
test_rendered (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/part");
  g_autoptr (GBytes) html = g_bytes_new_static ("<p>rendered", 11);
  const ExmRendered rendered = { .html = html, .url = url };

  test_server_answer_raw (f->server, "/part",
                          "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                          "Content-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>half");
  g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
  g_autoptr (ExmFetched) page
      = exm_fetched_new_rendered (exm_fetch_error_get_fetched (error), &rendered);
  g_autofree char *record = exm_fetched_write_record (page);
  g_assert_nonnull (strstr (record, "\"stored\":\"rendered\""));
  g_assert_nonnull (strstr (record, "\"status\":\"HTTP/1.1 200 OK\""));
  g_autofree char *incomplete = exm_fetch_record_dup_incomplete (record);
  g_assert_cmpstr (incomplete, ==, page->incomplete);
  g_assert_nonnull (incomplete);
}

static void
test_no_record (void)
{
  static const char *const odd[] = {
    "",
    "{",
    "[]",
    "{\"incomplete\":1}",
    "{\"x\":{\"incomplete\":\"y\"}}",
    "\"incomplete\":",
  };
  g_autoptr (ExmFetched) fetched = exm_fetched_new ("http://site.test/");

  g_assert_null (exm_fetched_write_record (fetched));
  g_assert_null (exm_fetch_record_dup_incomplete (NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
    g_assert_null (exm_fetch_record_dup_incomplete (odd[i]));
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_resolver_install ();
  add ("/record/redirect", test_redirect);
  add ("/record/body", test_body);
  add ("/record/capped", test_capped);
  add ("/record/rendered", test_rendered);
  g_test_add_func ("/record/none", test_no_record);
  return g_test_run ();
}
