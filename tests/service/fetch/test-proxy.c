/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The proxy lets through what may be reached, for who knows its token, and nothing else,
 * whatever it is sent. */

#include "fetch/exm-proxy.h"

#include "test-listen.h"

#include <libsoup/soup.h>
#include <string.h>

typedef struct
{
  SoupServer *server; /* (owned) */
  guint port;
  guint n_requests;
} Fixture;

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  ((Fixture *) data)->n_requests++;
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_STATIC, "reached",
                                    7);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, on_request, self, NULL);
  self->port = test_listen (self->server);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
}

static ExmProxy *
make_proxy (const char *host)
{
  g_autoptr (GError) error = NULL;
  const char *const hosts[] = { host, NULL };
  ExmProxy *proxy = exm_proxy_new (hosts, &error);

  g_assert_no_error (error);
  return proxy;
}

static void
on_answer (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Returns: (transfer full) (nullable): what http://@host:PORT/ says through @proxy_uri */
static char *
get (Fixture *self, const char *proxy_uri, const char *host)
{
  g_autoptr (GProxyResolver) resolver = g_simple_proxy_resolver_new (proxy_uri, NULL);
  g_autoptr (SoupSession) session
      = soup_session_new_with_options ("proxy-resolver", resolver, "timeout", 20, NULL);
  g_autofree char *url = g_strdup_printf ("http://%s:%u/", host, self->port);
  g_autoptr (SoupMessage) message = soup_message_new (SOUP_METHOD_GET, url);
  g_autoptr (GAsyncResult) result = NULL;

  soup_session_send_and_read_async (session, message, 0, NULL, on_answer, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_autoptr (GBytes) bytes = soup_session_send_and_read_finish (session, result, NULL);
  return bytes != NULL
             ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
             : NULL;
}

static void
test_reaches (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmProxy) proxy = make_proxy ("127.0.0.1");
  g_autofree char *text = get (self, exm_proxy_get_uri (proxy), "127.0.0.1");

  g_assert_cmpstr (text, ==, "reached");
  g_assert_cmpuint (exm_proxy_get_n_refused (proxy), ==, 0);
  exm_proxy_stop (proxy);
  g_assert_null (get (self, exm_proxy_get_uri (proxy), "127.0.0.1"));
}

/* By number, by name, and by names for numbers; the host that is allowed is that host. */
static void
test_refuses_private (Fixture *self, gconstpointer data)
{
  static const char *const hosts[]
      = { "127.0.0.1", "localhost", "127.1", "0x7f000001", "[::ffff:127.0.0.1]" };
  g_autoptr (ExmProxy) proxy = make_proxy ("allowed.example");

  for (gsize i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_assert_null (get (self, exm_proxy_get_uri (proxy), hosts[i]));
      g_assert_cmpuint (exm_proxy_get_n_refused (proxy), >=, i + 1);
    }
  g_assert_cmpuint (self->n_requests, ==, 0);
}

/* A name that is no number, and yet leads home: judged by where it led. */
static void
test_refuses_by_remote_end (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmProxy) proxy = make_proxy ("allowed.example");
  const char *host = g_get_host_name ();
  g_autoptr (GResolver) resolver = g_resolver_get_default ();
  GList *found = g_resolver_lookup_by_name (resolver, host, NULL, NULL);

  if (found == NULL)
    host = "localhost.";
  g_resolver_free_addresses (found);
  g_assert_null (get (self, exm_proxy_get_uri (proxy), host));
  g_assert_cmpuint (self->n_requests, ==, 0);
}

static void
test_refuses_strangers (Fixture *self, gconstpointer data)
{
  g_autoptr (ExmProxy) proxy = make_proxy ("127.0.0.1");
  const char *at = strchr (exm_proxy_get_uri (proxy), '@');
  g_autofree char *wrong = g_strdup_printf ("socks5://exemplar:guess%s", at);
  g_autofree char *none = g_strdup_printf ("socks5://%s", at + 1);

  g_assert_null (get (self, wrong, "127.0.0.1"));
  g_assert_null (get (self, none, "127.0.0.1"));
  g_assert_cmpuint (self->n_requests, ==, 0);
  g_autofree char *text = get (self, exm_proxy_get_uri (proxy), "127.0.0.1");
  g_assert_cmpstr (text, ==, "reached");
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  *(gssize *) data = g_input_stream_read_finish (G_INPUT_STREAM (source), result, NULL);
}

/* Reads until the other side has closed the connection. */
static void
read_to_end (GSocketConnection *connection)
{
  GInputStream *stream = g_io_stream_get_input_stream (G_IO_STREAM (connection));
  gssize n = 1;

  while (n > 0)
    {
      char bytes[16];
      n = G_MAXSSIZE;
      g_input_stream_read_async (stream, bytes, sizeof bytes, 0, NULL, on_read, &n);
      while (n == G_MAXSSIZE)
        g_main_context_iteration (NULL, TRUE);
    }
}

/* Ends a connection that speaks no SOCKS, and only that one. */
static void
test_garbage (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *bytes;
    gsize n;
  } sent[] = {
    { "GET / HTTP/1.1\r\n\r\n", 18 },
    { "\x04\x01\x00\x50\x7f\x00\x00\x01\x00", 9 },
    { "\x05\x00", 2 },
    { "\x05\x01\x00", 3 },
    { "\x05\x01\x02\x07\x00", 5 },
    { "\x05\x01\x02\x01\x00\x00", 6 },
  };
  g_autoptr (ExmProxy) proxy = make_proxy ("127.0.0.1");
  g_autoptr (GUri) uri = g_uri_parse (exm_proxy_get_uri (proxy), 0, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (sent); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GSocketClient) client = g_socket_client_new ();
      g_autoptr (GSocketConnection) connection = g_socket_client_connect_to_host (
          client, "127.0.0.1", (guint16) g_uri_get_port (uri), NULL, &error);

      g_assert_no_error (error);
      g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)),
                                 sent[i].bytes, sent[i].n, NULL, NULL, &error);
      g_assert_no_error (error);
      read_to_end (connection);
    }
  g_autofree char *text = get (self, exm_proxy_get_uri (proxy), "127.0.0.1");
  g_assert_cmpstr (text, ==, "reached");
}

int
main (int argc, char **argv)
{
#define ADD(path, func)                                                                  \
  g_test_add ("/collect/proxy/" path, Fixture, NULL, set_up, func, tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("reaches", test_reaches);
  ADD ("refuses-private", test_refuses_private);
  ADD ("refuses-by-remote-end", test_refuses_by_remote_end);
  ADD ("refuses-strangers", test_refuses_strangers);
  ADD ("garbage", test_garbage);
  return g_test_run ();
}
