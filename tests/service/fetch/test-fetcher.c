/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers to a fetch: bodies, types, redirects, errors of servers and of the network. */

#include "config.h"

#include <string.h>

#include "test-server.h"

#define PAGE "<!DOCTYPE html><title>x</title><p>A page."

/* @text as brotli -q 11 makes it of BROTLI_TEXT_START and twenty repetitions. */
static const guint8 brotli_bytes[]
    = { 0x1b, 0xda, 0x01, 0x30, 0x8c, 0x54, 0xb5, 0xbf, 0x7e, 0xe1, 0xf1, 0x81,
        0x53, 0x69, 0x6c, 0xe0, 0x90, 0x03, 0x87, 0x6f, 0x07, 0x4a, 0x28, 0xd1,
        0x84, 0x35, 0xd8, 0x80, 0x03, 0x0a, 0xa7, 0xd1, 0xc7, 0x6d, 0xd0, 0x67,
        0xa1, 0xe6, 0x42, 0xea, 0x8f, 0xb4, 0xc9, 0xce, 0x34, 0x44, 0x0f, 0x06 };
#define BROTLI_TEXT_START "<!DOCTYPE html><p>中文 brotli</p><p>again and again</p>"
#define BROTLI_TEXT_BYTES 475

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
  options.contact = "https://desk.example/\r\nX-Injected: 1";
  options.max_redirects = 3;
  f->fetcher = exm_fetcher_new (&options);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->fetcher);
  test_server_free (f->server);
}

static ExmFetched *
fetch (Fixture *f, const char *path, const ExmFetchRequest *request, GError **error)
{
  g_autofree char *url = test_server_url (f->server, "site.test", path);

  return test_fetch (f->fetcher, url, request, NULL, error);
}

static void
answer (Fixture *f, const char *path, guint status, const char *type, const char *text)
{
  g_autoptr (GBytes) body = g_bytes_new (text, strlen (text));

  test_server_answer (f->server, path, status, type, NULL, NULL, body);
}

static void
redirect (Fixture *f, const char *path, guint status, const char *location)
{
  g_autoptr (GBytes) body = g_bytes_new_static ("moved", 5);

  test_server_answer (f->server, path, status, "text/html", "Location", location, body);
}

static void
assert_body (ExmFetched *fetched, const char *text)
{
  gsize n_bytes;
  const char *bytes = g_bytes_get_data (fetched->body, &n_bytes);

  g_assert_cmpmem (bytes, n_bytes, text, strlen (text));
}

static void
test_plain (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) body = g_bytes_new_static (PAGE, strlen (PAGE));
  g_autofree char *url = test_server_url (f->server, "site.test", "/a");

  test_server_answer (f->server, "/a", 200, "Text/HTML; charset=\"GB2312\"", "ETag",
                      "W/\"1\"", body);
  g_autoptr (ExmFetched) fetched = fetch (f, "/a#part", NULL, &error);
  g_assert_no_error (error);
  assert_body (fetched, PAGE);
  g_assert_cmpstr (fetched->url, ==, url);
  g_assert_cmpstr (fetched->final_url, ==, url);
  g_assert_cmpuint (fetched->status, ==, 200);
  g_assert_cmpstr (fetched->reason, ==, "OK");
  g_assert_cmpstr (fetched->content_type, ==, "text/html");
  g_assert_cmpstr (fetched->charset, ==, "GB2312");
  g_assert_cmpstr (fetched->etag, ==, "W/\"1\"");
  g_assert_null (fetched->last_modified);
  g_assert_cmpint (fetched->retry_after_s, ==, -1);
  g_assert_cmpuint (fetched->hops->len, ==, 0);
  g_assert_cmpuint (fetched->wire_bytes, ==, strlen (PAGE));
  g_assert_cmpint (fetched->elapsed_usec, >, 0);
}

static void
on_echo (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer data)
{
  SoupMessageHeadersIter iter;
  const char *name, *value;
  SoupMessageBody *body = soup_server_message_get_response_body (message);

  soup_message_headers_iter_init (&iter,
                                  soup_server_message_get_request_headers (message));
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      char *line = g_strdup_printf ("%s: %s\n", name, value);
      soup_message_body_append_take (body, (guchar *) line, strlen (line));
    }
  soup_server_message_set_status (message, 200, NULL);
}

static gboolean
has_line (ExmFetched *fetched, const char *line)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (fetched->body, NULL),
                                     g_bytes_get_size (fetched->body));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  return g_strv_contains ((const char *const *) lines, line);
}

static void
test_request_headers (Fixture *f, gconstpointer data)
{
  static const char *const headers[] = {
    "Accept-Language", "zh-CN", "Authorization", "Basic eDp5", "X-Desk", "7", NULL
  };
  const ExmFetchRequest request = { .headers = headers, .if_none_match = "\"e\"" };
  g_autoptr (GError) error = NULL;
  g_autofree char *elsewhere = test_server_url (f->server, "other.test", "/echo");

  soup_server_add_handler (f->server->server, "/echo", on_echo, NULL, NULL);
  redirect (f, "/away", 302, elsewhere);
  redirect (f, "/here", 302, "/echo");

  g_autoptr (ExmFetched) here = fetch (f, "/here", &request, &error);
  g_assert_no_error (error);
  g_assert_true (has_line (here, "User-Agent: Exemplar/" EXM_VERSION
                                 " (+https://desk.example/X-Injected: 1)"));
  g_assert_true (has_line (here, "Accept-Language: zh-CN"));
  g_assert_true (has_line (here, "If-None-Match: \"e\""));
  g_assert_true (has_line (here, "Authorization: Basic eDp5"));
  g_assert_true (has_line (here, "X-Desk: 7"));

  /* A secret is for the host it was given for, and any name may be that of one. */
  g_autoptr (ExmFetched) away = fetch (f, "/away", &request, &error);
  g_assert_no_error (error);
  g_assert_true (has_line (away, "Accept-Language: zh-CN"));
  g_assert_false (has_line (away, "X-Desk: 7"));
  g_assert_false (has_line (away, "Authorization: Basic eDp5"));
}

static void
test_bad_headers (Fixture *f, gconstpointer data)
{
  static const char *const split[] = { "X-Desk", "a\r\nHost: b", NULL };
  static const char *const odd[] = { "X-Desk", NULL };
  const ExmFetchRequest requests[]
      = { { .headers = split }, { .headers = odd }, { .if_none_match = "a\nb" } };

  for (gsize i = 0; i < G_N_ELEMENTS (requests); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (fetch (f, "/a", &requests[i], &error));
      g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_REQUEST);
    }
  g_assert_cmpuint (test_server_get_hits (f->server, "/a"), ==, 0);
}

static GBytes *
gzip (const char *bytes, gsize n_bytes)
{
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (g_output_stream_write_all (stream, bytes, n_bytes, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static void
test_encodings (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strnfill (300000, 'a');
  g_autoptr (GBytes) gzipped = gzip (text, strlen (text));
  g_autoptr (GBytes) brotli = g_bytes_new_static (brotli_bytes, sizeof brotli_bytes);

  test_server_answer (f->server, "/gz", 200, "text/html", "Content-Encoding", "gzip",
                      gzipped);
  test_server_answer (f->server, "/br", 200, "text/html", "Content-Encoding", "br",
                      brotli);
  g_autoptr (ExmFetched) gz = fetch (f, "/gz", NULL, &error);
  g_assert_no_error (error);
  assert_body (gz, text);
  g_assert_cmpuint (gz->wire_bytes, ==, g_bytes_get_size (gzipped));

  g_autoptr (ExmFetched) br = fetch (f, "/br", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (br->body), ==, BROTLI_TEXT_BYTES);
  g_assert_cmpmem (g_bytes_get_data (br->body, NULL), strlen (BROTLI_TEXT_START),
                   BROTLI_TEXT_START, strlen (BROTLI_TEXT_START));
}

/* Servers that say "gzip" and send something else. */
static void
test_false_encodings (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) plain = g_bytes_new_static (PAGE, strlen (PAGE));
  g_autoptr (GBytes) gzipped = gzip (PAGE, strlen (PAGE));
  g_autoptr (GByteArray) longer = g_byte_array_new ();

  g_byte_array_append (longer, g_bytes_get_data (gzipped, NULL),
                       g_bytes_get_size (gzipped));
  g_byte_array_append (longer, (const guint8 *) "rest", 4);
  g_autoptr (GBytes) padded = g_bytes_new (longer->data, longer->len);
  test_server_answer (f->server, "/plain", 200, "text/html", "Content-Encoding", "gzip",
                      plain);
  test_server_answer (f->server, "/none", 200, "text/html", "Content-Encoding", "gzip",
                      NULL);
  test_server_answer (f->server, "/more", 200, "text/html", "Content-Encoding", "gzip",
                      padded);
  g_autoptr (ExmFetched) said = fetch (f, "/plain", NULL, &error);
  g_assert_no_error (error);
  assert_body (said, PAGE);
  g_autoptr (ExmFetched) none = fetch (f, "/none", NULL, &error);
  g_assert_no_error (error);
  assert_body (none, "");
  g_autoptr (ExmFetched) more = fetch (f, "/more", NULL, &error);
  g_assert_no_error (error);
  assert_body (more, PAGE);
}

static void
test_empty (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  answer (f, "/empty", 200, "text/html", "");
  answer (f, "/none", 204, NULL, "");
  g_autoptr (ExmFetched) empty = fetch (f, "/empty", NULL, &error);
  g_assert_no_error (error);
  assert_body (empty, "");
  g_autoptr (ExmFetched) none = fetch (f, "/none", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->status, ==, 204);
}

static void
test_not_modified (Fixture *f, gconstpointer data)
{
  const ExmFetchRequest request
      = { .if_modified_since = "Sun, 06 Nov 1994 08:49:37 GMT" };
  g_autoptr (GError) error = NULL;

  answer (f, "/same", 304, NULL, "");
  g_autoptr (ExmFetched) fetched = fetch (f, "/same", &request, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (fetched->status, ==, 304);
  g_assert_null (fetch (f, "/same", NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
}

static void
test_redirects (Fixture *f, gconstpointer data)
{
  static const guint statuses[] = { 301, 302, 303, 307, 308 };

  answer (f, "/end/新", 200, "text/html", PAGE);
  for (gsize i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf ("/go/%u", statuses[i]);
      g_autofree char *url = test_server_url (f->server, "site.test", path);
      redirect (f, path, statuses[i], "../end/%E6%96%B0#x");
      g_autoptr (ExmFetched) fetched = fetch (f, path, NULL, &error);
      g_assert_no_error (error);
      assert_body (fetched, PAGE);
      g_assert_cmpstr (fetched->url, ==, url);
      g_assert_true (g_str_has_suffix (fetched->final_url, "/end/%E6%96%B0"));
      g_assert_cmpuint (fetched->hops->len, ==, 1);
      const ExmFetchHop *hop = &g_array_index (fetched->hops, ExmFetchHop, 0);
      g_assert_cmpstr (hop->url, ==, url);
      g_assert_cmpuint (hop->status, ==, statuses[i]);
    }
}

static void
test_bad_redirects (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *path; /* (unowned) */
    int code;
    guint n_hops;
  } cases[] = {
    { "/loop", EXM_FETCH_ERROR_REDIRECT, 2 },
    { "/self", EXM_FETCH_ERROR_REDIRECT, 1 },
    { "/many/0", EXM_FETCH_ERROR_REDIRECT, 4 },
    { "/nowhere", EXM_FETCH_ERROR_REDIRECT, 0 },
    { "/file", EXM_FETCH_ERROR_SCHEME, 1 },
    { "/data", EXM_FETCH_ERROR_SCHEME, 1 },
    { "/broken", EXM_FETCH_ERROR_URL, 1 },
  };

  redirect (f, "/loop", 302, "/loop2");
  redirect (f, "/loop2", 302, "/loop");
  redirect (f, "/self", 301, "/self#again");
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *from = g_strdup_printf ("/many/%u", i);
      g_autofree char *to = g_strdup_printf ("/many/%u", i + 1);
      redirect (f, from, 302, to);
    }
  answer (f, "/nowhere", 302, "text/html", PAGE);
  redirect (f, "/file", 302, "file:///etc/passwd");
  redirect (f, "/data", 302, "data:text/html,<p>x");
  redirect (f, "/broken", 302, "http://a b/");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_test_message ("%s", cases[i].path);
      g_assert_null (fetch (f, cases[i].path, NULL, &error));
      g_assert_error (error, EXM_FETCH_ERROR, cases[i].code);
      g_assert_cmpuint (exm_fetch_error_get_fetched (error)->hops->len, ==,
                        cases[i].n_hops);
    }
  g_assert_cmpuint (test_server_get_hits (f->server, "/many/3"), ==, 1);
  g_assert_cmpuint (test_server_get_hits (f->server, "/many/4"), ==, 0);
}

static void
on_cookie_wall (SoupServer *server,
                SoupServerMessage *message,
                const char *path,
                GHashTable *query,
                gpointer data)
{
  SoupMessageHeaders *in = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *out = soup_server_message_get_response_headers (message);

  if (soup_message_headers_get_one (in, "Cookie") != NULL)
    {
      soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC, PAGE,
                                        strlen (PAGE));
      soup_server_message_set_status (message, 200, NULL);
      return;
    }
  soup_message_headers_append (out, "Set-Cookie", "visitor=1; Path=/");
  soup_server_message_set_redirect (message, 302, path);
}

static void
test_cookie_wall (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  soup_server_add_handler (f->server->server, "/wall", on_cookie_wall, NULL, NULL);
  g_autoptr (ExmFetched) fetched = fetch (f, "/wall", NULL, &error);
  g_assert_no_error (error);
  assert_body (fetched, PAGE);
}

static void
test_http_errors (Fixture *f, gconstpointer data)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) later = g_date_time_add_seconds (now, 300);
  g_autofree char *date = soup_date_time_to_string (later, SOUP_DATE_HTTP);
  g_autoptr (GError) missing = NULL;
  g_autoptr (GError) broken = NULL;
  g_autoptr (GError) busy = NULL;
  g_autoptr (GError) closed = NULL;

  answer (f, "/404", 404, "text/html", PAGE);
  answer (f, "/500", 500, "text/html", PAGE);
  test_server_answer (f->server, "/503", 503, NULL, "Retry-After", "120", NULL);
  test_server_answer (f->server, "/429", 429, NULL, "Retry-After", date, NULL);

  g_assert_null (fetch (f, "/404", NULL, &missing));
  g_assert_error (missing, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_autofree char *url = test_server_url (f->server, "site.test", "/404");
  g_autofree char *message
      = g_strdup_printf ("%s: the server answered 404 (there is no such page).", url);
  g_assert_cmpstr (missing->message, ==, message);
  g_assert_cmpuint (exm_fetch_error_get_fetched (missing)->status, ==, 404);
  g_assert_cmpint (exm_fetch_error_get_fetched (missing)->retry_after_s, ==, -1);

  g_assert_null (fetch (f, "/500", NULL, &broken));
  g_assert_error (broken, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_assert_null (fetch (f, "/503", NULL, &busy));
  g_assert_cmpint (exm_fetch_error_get_fetched (busy)->retry_after_s, ==, 120);
  g_assert_null (fetch (f, "/429", NULL, &closed));
  /* The date is counted from the server's clock, which may have ticked. */
  g_assert_cmpint (exm_fetch_error_get_fetched (closed)->retry_after_s, <=, 300);
  g_assert_cmpint (exm_fetch_error_get_fetched (closed)->retry_after_s, >, 200);

  /* A copy carries the answer too. */
  g_autoptr (GError) copy = g_error_copy (busy);
  g_clear_error (&busy);
  g_assert_cmpuint (exm_fetch_error_get_fetched (copy)->status, ==, 503);
}

/* Reads the page of a refusal, but not without end; the status counts, whether all of it
 * comes or not. */
static void
test_refusals (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) large = g_string_new (PAGE);
  g_autoptr (GError) refused = NULL, long_one = NULL, cut = NULL;
  const gsize most = 256 * 1024;
  gsize size = 0;

  while (large->len < 4 * most)
    g_string_append (large, "<p>Not now.</p>");
  answer (f, "/403", 403, "text/html", PAGE);
  answer (f, "/long", 403, "text/html", large->str);
  test_server_answer_raw (f->server, "/cut",
                          "HTTP/1.1 503 Busy\r\nContent-Type: text/html\r\n"
                          "Content-Length: 9000\r\n\r\n<p>Are you a person?");

  g_assert_null (fetch (f, "/403", NULL, &refused));
  g_assert_error (refused, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  GBytes *said = exm_fetch_error_get_fetched (refused)->body;
  g_assert_cmpmem (g_bytes_get_data (said, &size), g_bytes_get_size (said), PAGE,
                   strlen (PAGE));
  g_assert_null (fetch (f, "/long", NULL, &long_one));
  g_assert_error (long_one, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  said = exm_fetch_error_get_fetched (long_one)->body;
  g_assert_cmpmem (g_bytes_get_data (said, &size), g_bytes_get_size (said), large->str,
                   most);
  g_assert_null (fetch (f, "/cut", NULL, &cut));
  g_assert_error (cut, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_assert_cmpuint (exm_fetch_error_get_fetched (cut)->status, ==, 503);
  g_assert_cmpuint (g_bytes_get_size (exm_fetch_error_get_fetched (cut)->body), >, 0);
}

static void
test_types (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *type, *body, *what; /* (unowned) (nullable): what is NULL for a page */
  } cases[] = {
    { "text/html", "%PDF-1.4 \xe2\xe3", "a PDF document" },
    { "application/pdf", "%PDF-1.4 \xe2\xe3", "a PDF document" },
    { "text/html", "\x89PNG\r\n\x1a\n", "an image" },
    { "image/png", "\x89PNG\r\n\x1a\n", "an image" },
    { "text/plain", "\x1\x2\x3\x4\x5", "binary data" },
    { "application/octet-stream", "\x1f\x8b\x08\x01", "a compressed file" },
    { NULL, "\xff\xd8\xff\xe0", "an image" },
    { "application/json", "{}", "application/json" },
    { "video/mp4", "", "a video" },
    { NULL, PAGE, NULL },
    { "application/octet-stream", PAGE, NULL },
    { "application/octet-stream", "\xd6\xd0\xce\xc4", NULL },
    { "application/xhtml+xml", PAGE, NULL },
    { "application/rss+xml", "<?xml version='1.0'?><rss/>", NULL },
    { "text/plain", "Plain.", NULL },
  };
  const ExmFetchRequest any = { .any_type = TRUE };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf ("/type/%" G_GSIZE_FORMAT, i);
      answer (f, path, 200, cases[i].type, cases[i].body);
      g_autoptr (ExmFetched) page = fetch (f, path, NULL, &error);
      g_test_message ("%s %s", path, error != NULL ? error->message : "is a page");
      if (cases[i].what != NULL)
        {
          g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_NOT_HTML);
          g_assert_nonnull (strstr (error->message, cases[i].what));
        }
      else
        g_assert_no_error (error);
      g_clear_error (&error);
      g_autoptr (ExmFetched) taken = fetch (f, path, &any, &error);
      g_assert_no_error (error);
      assert_body (taken, cases[i].body);
    }
}

static void
test_addresses_refused (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *url; /* (unowned) */
    int code;
  } cases[] = {
    { "", EXM_FETCH_ERROR_URL },
    { "nothing", EXM_FETCH_ERROR_URL },
    { "http://a b/", EXM_FETCH_ERROR_URL },
    { "http://[::1", EXM_FETCH_ERROR_URL },
    { "file:///etc/passwd", EXM_FETCH_ERROR_SCHEME },
    { "data:text/html,x", EXM_FETCH_ERROR_SCHEME },
    { "ftp://a.test/", EXM_FETCH_ERROR_SCHEME },
    { "http://site.missing/", EXM_FETCH_ERROR_DNS },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (test_fetch (f->fetcher, cases[i].url, NULL, NULL, &error));
      g_assert_error (error, EXM_FETCH_ERROR, cases[i].code);
    }
}

static void
test_connection_refused (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TestServer *gone = test_server_new (NULL);
  g_autofree char *url = test_server_url (gone, "gone.test", "/");

  test_server_free (gone);
  g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_CONNECT);
  g_assert_nonnull (strstr (error->message, "gone.test refused the connection"));
}

static void
test_secrets_hidden (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  answer (f, "/404", 404, "text/html", PAGE);
  g_autofree char *url = test_server_url (f->server, "me:secret@site.test", "/404");
  g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP);
  g_assert_null (strstr (error->message, "secret"));
  g_assert_null (strstr (exm_fetch_error_get_fetched (error)->final_url, "secret"));
}

static void
add (const char *path, void (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_resolver_install ();
  add ("/fetcher/plain", test_plain);
  add ("/fetcher/headers", test_request_headers);
  add ("/fetcher/headers/bad", test_bad_headers);
  add ("/fetcher/encodings", test_encodings);
  add ("/fetcher/encodings/false", test_false_encodings);
  add ("/fetcher/empty", test_empty);
  add ("/fetcher/not-modified", test_not_modified);
  add ("/fetcher/redirects", test_redirects);
  add ("/fetcher/redirects/bad", test_bad_redirects);
  add ("/fetcher/redirects/cookie-wall", test_cookie_wall);
  add ("/fetcher/http-errors", test_http_errors);
  add ("/fetcher/refusals", test_refusals);
  add ("/fetcher/types", test_types);
  add ("/fetcher/addresses", test_addresses_refused);
  add ("/fetcher/refused", test_connection_refused);
  add ("/fetcher/secrets", test_secrets_hidden);
  return g_test_run ();
}
