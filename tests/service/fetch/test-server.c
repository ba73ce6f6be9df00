/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-server.h"

#include <string.h>

#define PAGE "<!DOCTYPE html><p>A page."

typedef struct
{
  guint status;
  char *type;   /* (owned) (nullable) */
  char *header; /* (owned) (nullable) */
  char *value;  /* (owned) (nullable) */
  GBytes *body; /* (owned) */
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_free (answer->type);
  g_free (answer->header);
  g_free (answer->value);
  g_bytes_unref (answer->body);
  g_free (answer);
}

static void
on_request_read (SoupServer *server, SoupServerMessage *message, gpointer data)
{
  TestServer *self = data;
  const char *path = g_uri_get_path (soup_server_message_get_uri (message));
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->hits, path));

  self->version = soup_server_message_get_http_version (message);
  g_hash_table_replace (self->hits, g_strdup (path), GUINT_TO_POINTER (n + 1));
  g_hash_table_add (self->clients,
                    g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (
                        soup_server_message_get_remote_address (message))));
}

TestServer *
test_server_new (GTlsCertificate *certificate)
{
  TestServer *self = g_new0 (TestServer, 1);
  g_autoptr (GError) error = NULL;

  self->hits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->clients = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->server = soup_server_new ("tls-certificate", certificate, NULL);
  g_signal_connect (self->server, "request-read", G_CALLBACK (on_request_read), self);
  SoupServerListenOptions options = SOUP_SERVER_LISTEN_IPV4_ONLY;
  if (certificate != NULL)
    options |= SOUP_SERVER_LISTEN_HTTPS;
  soup_server_listen_local (self->server, 0, options, &error);
  g_assert_no_error (error);
  GSList *uris = soup_server_get_uris (self->server);
  self->port = g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return self;
}

void
test_server_free (TestServer *self)
{
  soup_server_disconnect (self->server);
  g_object_unref (self->server);
  g_hash_table_unref (self->hits);
  g_hash_table_unref (self->clients);
  g_free (self);
}

static void
on_answer (SoupServer *server,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  Answer *answer = data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_server_message_set_status (message, answer->status, NULL);
  if (answer->header != NULL)
    soup_message_headers_append (headers, answer->header, answer->value);
  if (answer->type != NULL)
    soup_message_headers_replace (headers, "Content-Type", answer->type);
  if (g_bytes_get_size (answer->body) > 0)
    soup_message_body_append_bytes (soup_server_message_get_response_body (message),
                                    answer->body);
}

void
test_server_answer (TestServer *self,
                    const char *path,
                    guint status,
                    const char *type,
                    const char *header,
                    const char *value,
                    GBytes *body)
{
  Answer *answer = g_new0 (Answer, 1);

  answer->status = status;
  answer->type = g_strdup (type);
  answer->header = g_strdup (header);
  answer->value = g_strdup (value);
  answer->body = body != NULL ? g_bytes_ref (body) : g_bytes_new_static ("", 0);
  soup_server_add_handler (self->server, path, on_answer, answer, answer_free);
}

static void
on_answer_raw (SoupServer *server,
               SoupServerMessage *message,
               const char *path,
               GHashTable *query,
               gpointer data)
{
  GBytes *bytes = data;
  g_autoptr (GIOStream) stream = soup_server_message_steal_connection (message);
  g_autoptr (GError) error = NULL;

  g_output_stream_write_all (g_io_stream_get_output_stream (stream),
                             g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                             NULL, NULL, &error);
  g_assert_no_error (error);
  g_io_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
}

void
test_server_answer_raw_bytes (TestServer *self, const char *path, GBytes *bytes)
{
  soup_server_add_handler (self->server, path, on_answer_raw, g_bytes_ref (bytes),
                           (GDestroyNotify) g_bytes_unref);
}

void
test_server_answer_raw (TestServer *self, const char *path, const char *bytes)
{
  g_autoptr (GBytes) copy = g_bytes_new (bytes, strlen (bytes));

  test_server_answer_raw_bytes (self, path, copy);
}

static void
on_answer_chunked (SoupServer *server,
                   SoupServerMessage *message,
                   const char *path,
                   GHashTable *query,
                   gpointer data)
{
  GBytes *body = data;
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  SoupMessageBody *out = soup_server_message_get_response_body (message);
  gsize n = g_bytes_get_size (body), step = MAX (n / 7, 1);

  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_headers_append (headers, "Content-Type", "text/html");
  soup_message_headers_append (headers, "Content-Encoding",
                               g_object_get_data (G_OBJECT (server), path));
  for (gsize i = 0; i < n; i += step)
    {
      g_autoptr (GBytes) piece = g_bytes_new_from_bytes (body, i, MIN (step, n - i));
      soup_message_body_append_bytes (out, piece);
    }
  soup_message_body_complete (out);
}

void
test_server_answer_chunked (TestServer *self,
                            const char *path,
                            const char *coding,
                            GBytes *body)
{
  g_object_set_data_full (G_OBJECT (self->server), path, g_strdup (coding), g_free);
  soup_server_add_handler (self->server, path, on_answer_chunked, g_bytes_ref (body),
                           (GDestroyNotify) g_bytes_unref);
}

guint
test_server_count_clients (TestServer *self)
{
  return g_hash_table_size (self->clients);
}

char *
test_server_url (TestServer *self, const char *host, const char *path)
{
  return g_strdup_printf ("%s://%s:%u%s",
                          soup_server_is_https (self->server) ? "https" : "http", host,
                          self->port, path);
}

guint
test_server_get_hits (TestServer *self, const char *path)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->hits, path));
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  GAsyncResult **done = data;

  *done = g_object_ref (result);
}

ExmFetched *
test_fetch (ExmFetcher *fetcher,
            const char *url,
            const ExmFetchRequest *request,
            GCancellable *cancellable,
            GError **error)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  g_autoptr (GAsyncResult) result = NULL;

  exm_fetcher_fetch_async (fetcher, url, request, cancellable, on_fetched, &result);
  /* A callback inside the call that starts it would surprise every caller. */
  g_assert_null (result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  return exm_fetcher_fetch_finish (fetcher, result, error);
}

ExmFetchOptions
test_options (void)
{
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;

  options.proxy = "direct://";
  options.allow_private = TRUE;
  return options;
}

ExmFetchOptions
test_strict_options (void)
{
  ExmFetchOptions options = test_options ();

  options.allow_private = FALSE;
  return options;
}

void
test_server_answer_page (TestServer *self, const char *path)
{
  g_autoptr (GBytes) body = g_bytes_new_static (PAGE, strlen (PAGE));

  test_server_answer (self, path, 200, "text/html", NULL, NULL, body);
}

void
test_assert_page (ExmFetched *fetched)
{
  g_assert_cmpmem (g_bytes_get_data (fetched->body, NULL),
                   g_bytes_get_size (fetched->body), PAGE, strlen (PAGE));
}

void
test_expect (ExmFetcher *fetcher, const char *url, const char *operator_host, int code)
{
  const ExmFetchRequest request = { .operator_host = operator_host };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched = test_fetch (fetcher, url, &request, NULL, &error);

  g_test_message ("%s: %s", url, error != NULL ? error->message : "fetched");
  if (code != TEST_FETCHED)
    {
      g_assert_error (error, EXM_FETCH_ERROR, code);
      g_assert_null (fetched);
      return;
    }
  g_assert_no_error (error);
  test_assert_page (fetched);
}

#define TEST_TYPE_RESOLVER (test_resolver_get_type ())
G_DECLARE_FINAL_TYPE (TestResolver, test_resolver, TEST, RESOLVER, GResolver)

struct _TestResolver
{
  GResolver parent_instance;
};

G_DEFINE_FINAL_TYPE (TestResolver, test_resolver, G_TYPE_RESOLVER)

static GList *
look_up (const char *name, GResolverNameLookupFlags flags, GError **error)
{
  if (g_str_has_suffix (name, ".missing")
      || (flags & G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY) != 0)
    {
      g_set_error (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "no %s", name);
      return NULL;
    }
  return g_list_append (NULL, g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4));
}

static void
test_resolver_lookup_async (GResolver *resolver,
                            const char *name,
                            GResolverNameLookupFlags flags,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, data);
  GError *error = NULL;
  GList *addresses = look_up (name, flags, &error);

  if (addresses == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, addresses, (GDestroyNotify) g_resolver_free_addresses);
}

static GList *
test_resolver_lookup_finish (GResolver *resolver, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_resolver_class_init (TestResolverClass *klass)
{
  GResolverClass *resolver_class = G_RESOLVER_CLASS (klass);

  resolver_class->lookup_by_name_with_flags_async = test_resolver_lookup_async;
  resolver_class->lookup_by_name_with_flags_finish = test_resolver_lookup_finish;
}

static void
test_resolver_init (TestResolver *self)
{
}

void
test_resolver_install (void)
{
  g_autoptr (GResolver) resolver = g_object_new (TEST_TYPE_RESOLVER, NULL);

  g_resolver_set_default (resolver);
}
