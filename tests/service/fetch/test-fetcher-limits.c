/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a fetch ends that would otherwise not: caps on bytes and time, and cancelling. */

#include <string.h>
#include <sys/resource.h>

#include "test-server.h"

#define CAP_BYTES 100000u
#define SHORT_MS 60u

typedef struct
{
  TestServer *server;  /* (owned) */
  ExmFetcher *fetcher; /* (owned): with CAP_BYTES and the usual time */
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  ExmFetchOptions options = test_options ();

  f->server = test_server_new (NULL);
  options.max_bytes = CAP_BYTES;
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

/* The connection is still good for a page afterwards. */
static void
expect_page (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/page");
  g_autoptr (GBytes) body = g_bytes_new_static ("<p>ok", 5);

  test_server_answer (f->server, "/page", 200, "text/html", NULL, NULL, body);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 5);
}

static void
test_exact_size (Fixture *f, gconstpointer data)
{
  g_autofree char *text = g_strnfill (CAP_BYTES + 1, 'a');
  g_autoptr (GBytes) fits = g_bytes_new (text, CAP_BYTES);
  g_autoptr (GBytes) over = g_bytes_new (text, CAP_BYTES + 1);
  g_autofree char *url = test_server_url (f->server, "site.test", "/fits");
  g_autoptr (GError) error = NULL;

  test_server_answer (f->server, "/fits", 200, "text/html", NULL, NULL, fits);
  test_server_answer (f->server, "/over", 200, "text/html", NULL, NULL, over);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, CAP_BYTES);
  expect (f, "/over", EXM_FETCH_ERROR_TOO_LARGE);
  /* Without its length announced. */
  g_autofree char *raw = g_strconcat ("HTTP/1.0 200 OK\r\n\r\n", text, NULL);
  test_server_answer_raw (f->server, "/unannounced", raw);
  expect (f, "/unannounced", EXM_FETCH_ERROR_TOO_LARGE);
  expect_page (f);
}

static void
append_chunk (SoupServerMessage *message)
{
  static char chunk[8192];

  memset (chunk, 'a', sizeof chunk);
  soup_message_body_append (soup_server_message_get_response_body (message),
                            SOUP_MEMORY_STATIC, chunk, sizeof chunk);
}

static void
on_wrote_chunk (SoupServerMessage *message, gpointer data)
{
  append_chunk (message);
  soup_server_message_unpause (message);
}

/* A body without an end; @data is its status. */
static void
on_endless (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, GPOINTER_TO_UINT (data), NULL);
  soup_message_headers_replace (headers, "Content-Type", "text/html");
  soup_message_headers_replace (headers, "Location", "/page");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message),
                                    FALSE);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (on_wrote_chunk), NULL);
  append_chunk (message);
}

static void
test_endless (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/302");

  soup_server_add_handler (f->server->server, "/200", on_endless, GUINT_TO_POINTER (200),
                           NULL);
  soup_server_add_handler (f->server->server, "/404", on_endless, GUINT_TO_POINTER (404),
                           NULL);
  soup_server_add_handler (f->server->server, "/302", on_endless, GUINT_TO_POINTER (302),
                           NULL);
  expect (f, "/200", EXM_FETCH_ERROR_TOO_LARGE);
  expect (f, "/404", EXM_FETCH_ERROR_HTTP);
  expect_page (f);
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 5);
}

static GBytes *
gzip_run (char c, gsize n_bytes)
{
  g_autofree char *run = g_strnfill (65536, c);
  g_autoptr (GConverter) converter
      = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);

  for (gsize n = 0; n < n_bytes; n += 65536)
    g_assert_true (g_output_stream_write_all (stream, run, 65536, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static glong
peak_kib (void)
{
  struct rusage usage;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &usage), ==, 0);
  return usage.ru_maxrss;
}

static void
test_bomb (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) bomb = gzip_run ('a', 128u * 1024u * 1024u);
  g_autofree char *url = test_server_url (f->server, "site.test", "/bomb");
  g_autoptr (GError) error = NULL;

  test_server_answer (f->server, "/bomb", 200, "text/html", "Content-Encoding", "gzip",
                      bomb);
  expect_page (f);
  glong before = peak_kib ();
  g_assert_null (test_fetch (f->fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TOO_LARGE);
  g_test_message ("peak grew by %ld KiB", peak_kib () - before);
  g_assert_cmpint (peak_kib () - before, <, 16 * 1024);
}

static void
test_broken_answers (Fixture *f, gconstpointer data)
{
  g_autofree char *filler = g_strnfill (200000, 'x');
  g_autofree char *header = g_strconcat ("HTTP/1.1 200 OK\r\nX: ", filler, NULL);

  test_server_answer_raw (f->server, "/closed", "");
  test_server_answer_raw (f->server, "/half-header", "HTTP/1.1 200 OK\r\nContent-Ty");
  test_server_answer_raw (f->server, "/nonsense", "SSH-2.0-OpenSSH_9\r\n\r\n");
  test_server_answer_raw (f->server, "/long-header", header);
  expect (f, "/closed", EXM_FETCH_ERROR_FAILED);
  expect (f, "/half-header", EXM_FETCH_ERROR_FAILED);
  expect (f, "/nonsense", EXM_FETCH_ERROR_FAILED);
  expect (f, "/long-header", EXM_FETCH_ERROR_FAILED);
  expect_page (f);
}

static void
test_chunked (Fixture *f, gconstpointer data)
{
  static const char *const answers[] = {
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
    "chunked\r\n\r\n3\r\n<p>\r\n3\r\nall\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    "6;x=y\r\n<p>all\r\n0\r\nX-Trailer: 1\r\n\r\n",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf ("/chunked/%" G_GSIZE_FORMAT, i);
      g_autofree char *url = test_server_url (f->server, "site.test", path);
      test_server_answer_raw (f->server, path, answers[i]);
      g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 6);
    }
}

static void
test_until_close (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/old");

  test_server_answer_raw (f->server, "/old",
                          "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>all");
  g_autoptr (ExmFetched) fetched = test_fetch (f->fetcher, url, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (fetched->body), ==, 6);
}

static void
on_never (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer data)
{
  soup_server_message_pause (message);
}

static void
expect_timeout (
    Fixture *f, const char *path, guint timeout_ms, guint idle_ms, const char *told)
{
  ExmFetchOptions options = test_options ();
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", path);

  options.timeout_ms = timeout_ms;
  options.idle_timeout_ms = idle_ms;
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  g_assert_null (test_fetch (fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TIMED_OUT);
  g_assert_nonnull (strstr (error->message, told));
  g_assert_finalize_object (fetcher);
}

static void
test_never (Fixture *f, gconstpointer data)
{
  soup_server_add_handler (f->server->server, "/never", on_never, NULL, NULL);
  expect_timeout (f, "/never", SHORT_MS, 60000, "was not complete after 0.1 seconds");
  expect_timeout (f, "/never", 60000, SHORT_MS, "sent nothing for 0.1 seconds");
}

static gboolean
on_drip (gpointer data)
{
  GIOStream *stream = data;

  return g_output_stream_write_all (g_io_stream_get_output_stream (stream), "a", 1, NULL,
                                    NULL, NULL);
}

/* The header at once, then one byte a tick; @data is the tick in ms, 0 for never. */
static void
on_slow (SoupServer *server,
         SoupServerMessage *message,
         const char *path,
         GHashTable *query,
         gpointer data)
{
  static const char header[] = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
  GIOStream *stream = soup_server_message_steal_connection (message);

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (stream),
                                            header, strlen (header), NULL, NULL, NULL));
  guint tick_ms = GPOINTER_TO_UINT (data);
  if (tick_ms > 0)
    g_timeout_add_full (G_PRIORITY_DEFAULT, tick_ms, on_drip, g_object_ref (stream),
                        g_object_unref);
  g_object_set_data_full (G_OBJECT (server), path, stream, g_object_unref);
}

static void
test_slow (Fixture *f, gconstpointer data)
{
  soup_server_add_handler (f->server->server, "/drip", on_slow, GUINT_TO_POINTER (5),
                           NULL);
  soup_server_add_handler (f->server->server, "/hang", on_slow, GUINT_TO_POINTER (0),
                           NULL);
  /* Every byte is progress, so the idle time never runs out. */
  expect_timeout (f, "/drip", 4 * SHORT_MS, 60000, "was not complete after 0.2 seconds");
  expect_timeout (f, "/hang", 60000, SHORT_MS, "sent nothing for 0.1 seconds");
}

static void
test_endless_in_time (Fixture *f, gconstpointer data)
{
  soup_server_add_handler (f->server->server, "/200", on_endless, GUINT_TO_POINTER (200),
                           NULL);
  ExmFetchOptions options = test_options ();
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/200");

  options.max_bytes = G_MAXSIZE / 2;
  options.timeout_ms = SHORT_MS;
  ExmFetcher *fetcher = exm_fetcher_new (&options);
  g_assert_null (test_fetch (fetcher, url, NULL, NULL, &error));
  g_assert_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TIMED_OUT);
  g_assert_finalize_object (fetcher);
}

static void
on_cancel (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  soup_server_message_pause (message);
  g_cancellable_cancel (data);
}

static void
on_cancel_chunk (SoupServerMessage *message, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
on_cancel_in_body (SoupServer *server,
                   SoupServerMessage *message,
                   const char *path,
                   GHashTable *query,
                   gpointer data)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  g_signal_connect (message, "wrote-chunk", G_CALLBACK (on_cancel_chunk), data);
  append_chunk (message);
}

static gpointer
cancel_in_thread (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

static void
on_cancel_elsewhere (SoupServer *server,
                     SoupServerMessage *message,
                     const char *path,
                     GHashTable *query,
                     gpointer data)
{
  soup_server_message_pause (message);
  g_thread_unref (g_thread_new ("cancel", cancel_in_thread, data));
}

static void
test_cancel (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *path; /* (unowned) */
    SoupServerCallback handler;
  } cases[] = {
    { "/waiting", on_cancel },
    { "/body", on_cancel_in_body },
    { "/thread", on_cancel_elsewhere },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *url = test_server_url (f->server, "site.test", cases[i].path);
      soup_server_add_handler (f->server->server, cases[i].path, cases[i].handler,
                               cancellable, NULL);
      g_assert_null (test_fetch (f->fetcher, url, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      soup_server_remove_handler (f->server->server, cases[i].path);
    }
  expect_page (f);
}

static void
test_cancelled_before (Fixture *f, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *url = test_server_url (f->server, "site.test", "/page");

  g_cancellable_cancel (cancellable);
  g_assert_null (test_fetch (f->fetcher, url, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (test_server_get_hits (f->server, "/page"), ==, 0);
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
  add ("/limits/exact-size", test_exact_size);
  add ("/limits/endless", test_endless);
  add ("/limits/bomb", test_bomb);
  add ("/limits/broken-answers", test_broken_answers);
  add ("/limits/chunked", test_chunked);
  add ("/limits/until-close", test_until_close);
  add ("/limits/never", test_never);
  add ("/limits/slow", test_slow);
  add ("/limits/endless-in-time", test_endless_in_time);
  add ("/limits/cancel", test_cancel);
  add ("/limits/cancelled-before", test_cancelled_before);
  return g_test_run ();
}
