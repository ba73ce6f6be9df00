/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies that did not come whole are never taken for whole ones, in whatever way libsoup
 * says "end". */

#include <string.h>

#include "fetch/exm-chunk-check.h"
#include "fetch/exm-fetch-record.h"

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

static void
expect (Fixture *f, const char *path, int code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", path);

  g_test_message ("%s", path);
  g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, code);
}

static void
expect_size (Fixture *f, const char *path, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", path);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (fetched->incomplete);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, n_bytes);
}

static GBytes *
gzip_run (char c, gsize n_bytes)
{
  g_autofree char *run = g_strnfill (n_bytes, c);
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  g_assert_true (g_output_stream_write_all (stream, run, n_bytes, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
#define CHUNKED HEAD "Transfer-Encoding: chunked\r\n"

typedef struct
{
  const char *bytes, *told; /* (unowned) */
  gsize n_kept;
} Incomplete;

static const Incomplete incomplete[] = {
  { HEAD "Content-Length: 100\r\n\r\n<p>half", "7 of 100 bytes", 7 },
  { HEAD "Content-Length: 100\r\n\r\n", "0 of 100 bytes", 0 },
  /* libsoup takes less than was announced where the connection is not kept. */
  { HEAD "Connection: close\r\nContent-Length: 100\r\n\r\n<p>half", "7 of 100 bytes", 7 },
  { "HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\n<p>half", "7 of 9 bytes", 7 },
  { CHUNKED "\r\n5\r\n<p>ab\r\n", "the connection ended after 5 bytes", 5 },
  { CHUNKED "\r\nff\r\n<p>ab", "the connection ended after 5 bytes", 5 },
  { CHUNKED "Connection: close\r\n\r\n5\r\n<p>ab\r\n",
    "the connection ended after 5 bytes", 5 },
  { CHUNKED "\r\n", "the connection ended after 0 bytes", 0 },
  /* Sizes that libsoup takes for the last chunk's. */
  { CHUNKED "\r\nffffffffffffffff\r\n<p>all", "makes no sense, after 0 bytes", 0 },
  { CHUNKED "\r\n-5\r\n<p>ab\r\n0\r\n\r\n", "makes no sense, after 0 bytes", 0 },
  { CHUNKED "\r\n5\r\n<p>ab\r\n-5\r\n<p>ab\r\n0\r\n\r\n", "makes no sense, after 5 bytes",
    5 },
  { CHUNKED "\r\nsize\r\n<p>ab\r\n0\r\n\r\n", "makes no sense, after 0 bytes", 0 },
  /* More in the chunk than its size says: libsoup drops the rest of the line. */
  { CHUNKED "\r\n5\r\n<p>abcdef\r\n0\r\n\r\n", "makes no sense, after 5 bytes", 5 },
  { "HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\nContent-Length: 7\r\n"
    "Content-Range: bytes 0-6/100\r\n\r\n<p>half",
    "7 of 100 bytes", 7 },
  { "HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\nContent-Length: 7\r\n"
    "\r\n<p>half",
    "status 206", 7 },
};

static void
test_answers (Fixture *f, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (incomplete); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf ("/incomplete/%" G_GSIZE_FORMAT, i);
      g_autofree char *url = test_server_url (f->server, "site.test", path);
      g_test_message ("%s", incomplete[i].bytes);
      test_server_answer_raw (f->server, path, incomplete[i].bytes);
      g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
      g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TRUNCATED);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "Page arrived incomplete: http"));
      g_assert_nonnull (strstr (error->message, incomplete[i].told));
      ExmFetched *kept = exm_fetch_error_get_fetched (error);
      g_assert_cmpuint (g_bytes_get_size (kept->body), ==, incomplete[i].n_kept);
      g_assert_nonnull (kept->incomplete);
      g_autofree char *record = exm_fetched_write_record (kept);
      g_autofree char *said = exm_fetch_record_dup_incomplete (record);
      g_assert_cmpstr (said, ==, kept->incomplete);
    }
  /* The fetcher is still good for a page. */
  test_server_answer_page (f->server, "/page");
  g_autofree char *page = test_server_url (f->server, "site.test", "/page");
  test_expect (f->fetcher, page, NULL, TEST_FETCHED);
}

/* @n_kept bytes of @body, of which @n_announced are promised. */
static void
answer_coded (Fixture *f,
              const char *path,
              const char *coding,
              GBytes *body,
              gsize n_kept,
              gsize n_announced)
{
  g_autoptr (GByteArray) raw = g_byte_array_new ();
  g_autofree char *head
      = g_strdup_printf (HEAD "Connection: close\r\nContent-Encoding: %s\r\n"
                              "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n",
                         coding, n_announced);

  g_byte_array_append (raw, (const guint8 *) head, (guint) strlen (head));
  g_byte_array_append (raw, g_bytes_get_data (body, NULL), (guint) n_kept);
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (g_steal_pointer (&raw));
  test_server_answer_raw_bytes (f->server, path, bytes);
}

static void
test_codings (Fixture *f, gconstpointer data)
{
  /* "<p>brotli" three times over, as one piece that is not compressed. */
  static const guint8 brotli[]
      = { 0x0b, 0x0d, 0x80, '<', 'p', '>', 'b', 'r', 'o', 't', 'l',
          'i',  '<',  'p',  '>', 'b', 'r', 'o', 't', 'l', 'i', '<',
          'p',  '>',  'b',  'r', 'o', 't', 'l', 'i', 0x03 };
  g_autoptr (GBytes) gzip = gzip_run ('a', 65536);
  g_autoptr (GBytes) br = g_bytes_new_static (brotli, sizeof brotli);
  gsize n = g_bytes_get_size (gzip), n_br = sizeof brotli;

  answer_coded (f, "/gz", "gzip", gzip, n, n);
  answer_coded (f, "/gz-cut", "gzip", gzip, n / 2, n);
  /* The bytes that were announced are there, but the data goes on. */
  answer_coded (f, "/gz-open", "gzip", gzip, n / 2, n / 2);
  answer_coded (f, "/gz-header", "gzip", gzip, 8, 8);
  /* All data, but not all that was announced: only a length before compression passes. */
  answer_coded (f, "/gz-short", "gzip", gzip, n, n + 7);
  answer_coded (f, "/gz-plain-length", "gzip", gzip, n, 65536);
  answer_coded (f, "/br", "br", br, n_br, n_br);
  answer_coded (f, "/br-cut", "br", br, n_br - 4, n_br);
  answer_coded (f, "/br-open", "br", br, n_br - 1, n_br - 1);
  expect_size (f, "/gz", 65536);
  expect_size (f, "/gz-plain-length", 65536);
  expect_size (f, "/br", 27);
  expect (f, "/gz-cut", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/gz-open", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/gz-header", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/gz-short", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/br-cut", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/br-open", EXM_FETCH_ERROR_TRUNCATED);
}

static void
test_asked_range (Fixture *f, gconstpointer data)
{
  static const char *const headers[] = { "Range", "bytes=0-6", NULL };
  const ExmFetchRequest request = { .headers = headers };
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/range");

  test_server_answer_raw (f->server, "/range",
                          "HTTP/1.1 206 Partial Content\r\nContent-Type: text/html\r\n"
                          "Content-Length: 7\r\nContent-Range: bytes 0-6/100\r\n\r\n"
                          "<p>half");
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, &request, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 7);
}

/* Compressed and in chunks, as most pages come; @data is how many bytes at the end are
 * not sent before the connection closes. */
static void
on_gzip_chunks (SoupServer *server,
                SoupServerMessage *message,
                const char *path,
                GHashTable *query,
                gpointer data)
{
  g_autoptr (GBytes) body = gzip_run ('a', 65536);
  g_autoptr (GIOStream) stream = soup_server_message_steal_connection (message);
  g_autoptr (GString) wire = g_string_new ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                                           "Transfer-Encoding: chunked\r\n\r\n");

  g_string_append_printf (wire, "%" G_GSIZE_MODIFIER "x\r\n", g_bytes_get_size (body));
  g_string_append_len (wire, g_bytes_get_data (body, NULL), g_bytes_get_size (body));
  g_string_append (wire, "\r\n0\r\n\r\n");
  g_string_truncate (wire, wire->len - GPOINTER_TO_UINT (data));
  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (stream),
                                            wire->str, wire->len, NULL, NULL, NULL));
  g_assert_true (g_io_stream_close (stream, NULL, NULL));
}

static void
test_gzip_chunks (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/all");
  SoupServer *server = f->server->server;

  soup_server_add_handler (server, "/all", on_gzip_chunks, GUINT_TO_POINTER (0), NULL);
  soup_server_add_handler (server, "/last", on_gzip_chunks, GUINT_TO_POINTER (5), NULL);
  soup_server_add_handler (server, "/cut", on_gzip_chunks, GUINT_TO_POINTER (40), NULL);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 65536);
  expect (f, "/last", EXM_FETCH_ERROR_TRUNCATED);
  expect (f, "/cut", EXM_FETCH_ERROR_TRUNCATED);
}

/* Chunks that are right pass, however they arrive; their connections are used again. */
static void
test_kept_connection (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) body = gzip_run ('a', 100000);

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *url = test_server_url (f->server, "site.test", "/kept");
      if (i == 0)
        test_server_answer_chunked (f->server, "/kept", "gzip", body);
      g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 100000);
      g_assert_cmpuint (fetched->wire_bytes, ==, g_bytes_get_size (body));
    }
  g_assert_cmpuint (test_server_count_clients (f->server), ==, 1);
}

static void
test_check (void)
{
  static const struct
  {
    const char *bytes; /* (unowned) */
    ExmChunkState state;
    guint64 n_bytes;
  } cases[] = {
    { "5\r\nabcde\r\n0\r\n\r\n", EXM_CHUNK_COMPLETE, 5 },
    { "5\nabcde\n0\n\n", EXM_CHUNK_COMPLETE, 5 },
    { " 5 \r\nabcde\r\n00000;last\r\nX: y\r\n\r\n", EXM_CHUNK_COMPLETE, 5 },
    { "A;x=\"\r\n0123456789\r\n1\r\na\r\n0\r\n", EXM_CHUNK_COMPLETE, 11 },
    { "5\r\nabcde\r\n", EXM_CHUNK_IN_SIZE, 5 },
    { "5\r\nabcde", EXM_CHUNK_AFTER_DATA, 5 },
    { "5\r\nabc", EXM_CHUNK_IN_DATA, 3 },
    { "5", EXM_CHUNK_IN_SIZE, 0 },
    { "", EXM_CHUNK_IN_SIZE, 0 },
    { "ffffffffffffffff\r\nabc", EXM_CHUNK_BAD, 0 },
    { "-5\r\nabcde\r\n", EXM_CHUNK_BAD, 0 },
    { "0x5\r\nabcde\r\n", EXM_CHUNK_BAD, 0 },
    { "5 5\r\nabcde\r\n", EXM_CHUNK_BAD, 0 },
    { "\r\n", EXM_CHUNK_BAD, 0 },
    { ";x\r\n", EXM_CHUNK_BAD, 0 },
    { "1\r\nab\r\n", EXM_CHUNK_BAD, 1 },
    { "1\r\na\r\r\n", EXM_CHUNK_BAD, 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize step = 1; step < 40; step += 13)
      {
        ExmChunkCheck check = { 0 };
        const guint8 *bytes = (const guint8 *) cases[i].bytes;
        gsize n = strlen (cases[i].bytes);
        for (gsize at = 0; at < n; at += step)
          exm_chunk_check_feed (&check, bytes + at, MIN (step, n - at));
        g_test_message ("%s", cases[i].bytes);
        g_assert_cmpint (check.state, ==, cases[i].state);
        g_assert_cmpuint (check.n_bytes, ==, cases[i].n_bytes);
      }
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
  add ("/incomplete/answers", test_answers);
  add ("/incomplete/codings", test_codings);
  add ("/incomplete/asked-range", test_asked_range);
  add ("/incomplete/gzip-chunks", test_gzip_chunks);
  add ("/incomplete/kept-connection", test_kept_connection);
  g_test_add_func ("/incomplete/chunk-check", test_check);
  return g_test_run ();
}
