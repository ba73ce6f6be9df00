/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-server.h"

#include "serve/exm-feed-builder.h"
#include "serve/exm-feed-list.h"
#include "serve/exm-feed-page.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>
#include <string.h>

#define RETRY_AFTER_S "30"
#define MAX_TOKEN_CHARS 100u

struct _ExmFeedServer
{
  SoupServer *soup;        /* (owned) */
  ExmFeedBuilder *builder; /* (owned) */
  guint port;
  char *base_url;        /* (owned) */
  char *base_path;       /* (owned): of the base address, without "/" at its end */
  GPtrArray *hosts;      /* (owned) (element-type utf8): that may be asked for */
  GHashTable *exchanges; /* (owned): set of those under way */
};

/* A request that is under way. */
typedef struct
{
  ExmFeedServer *server;      /* (unowned) (nullable): %NULL once it is over */
  SoupServerMessage *message; /* (owned) */
  gboolean finished;          /* the client has it, or went away */
  gboolean building;
} Exchange;

static gboolean
refuse_address (const char *text, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _ ("“%s” is no address to listen at; give an IP address and a port, "
                  "such as 127.0.0.1:8585"),
               text);
  return FALSE;
}

/* Names are not looked up, but "localhost". */
static GInetSocketAddress *
parse_listen (const char *listen, GError **error)
{
  g_autoptr (GSocketConnectable) parsed
      = g_network_address_parse (listen, EXM_FEED_SERVER_PORT, NULL);
  const char *host
      = parsed != NULL ? g_network_address_get_hostname (G_NETWORK_ADDRESS (parsed)) : "";
  g_autoptr (GInetAddress) address = NULL;

  if (g_ascii_strcasecmp (host, "localhost") == 0)
    host = "127.0.0.1";
  address = g_inet_address_new_from_string (host);
  if (address == NULL)
    {
      refuse_address (listen, error);
      return NULL;
    }
  return G_INET_SOCKET_ADDRESS (g_inet_socket_address_new (
      address, g_network_address_get_port (G_NETWORK_ADDRESS (parsed))));
}

static char *
check_base_url (const char *base_url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (base_url, G_URI_FLAGS_ENCODED, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if ((g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0)
      || host == NULL || *host == '\0' || g_uri_get_query (uri) != NULL
      || g_uri_get_fragment (uri) != NULL || g_uri_get_userinfo (uri) != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("“%s” is no base address; give one such as "
                      "https://reader.example/exemplar"),
                   base_url);
      return NULL;
    }
  char *base = g_uri_to_string (uri);
  while (g_str_has_suffix (base, "/"))
    base[strlen (base) - 1] = '\0';
  return base;
}

/* The base address of @options, where the server listens at @address. */
static char *
make_base_url (const ExmFeedServerOptions *options,
               GInetSocketAddress *address,
               GError **error)
{
  GInetAddress *inet = g_inet_socket_address_get_address (address);
  g_autofree char *host = g_inet_address_to_string (inet);
  gboolean is_v6 = g_inet_address_get_family (inet) == G_SOCKET_FAMILY_IPV6;

  if (options->base_url != NULL)
    return check_base_url (options->base_url, error);
  if (g_inet_address_get_is_any (inet))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _ ("%s stands for all addresses of this computer; the one that "
                      "readers use has to be given as the base address"),
                   options->listen);
      return NULL;
    }
  return g_strdup_printf ("http://%s%s%s:%u", is_v6 ? "[" : "", host, is_v6 ? "]" : "",
                          g_inet_socket_address_get_port (address));
}

char *
exm_feed_server_make_base_url (const ExmFeedServerOptions *options, GError **error)
{
  g_autoptr (GInetSocketAddress) address = parse_listen (options->listen, error);

  return address != NULL ? make_base_url (options, address, error) : NULL;
}

static void
list_hosts (ExmFeedServer *self, GInetSocketAddress *address)
{
  GInetAddress *inet = g_inet_socket_address_get_address (address);
  g_autoptr (GUri) uri = g_uri_parse (self->base_url, G_URI_FLAGS_ENCODED, NULL);

  self->hosts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->hosts, g_inet_address_to_string (inet));
  g_ptr_array_add (self->hosts, g_strdup (g_uri_get_host (uri)));
  if (g_inet_address_get_is_loopback (inet))
    g_ptr_array_add (self->hosts, g_strdup ("localhost"));
  self->base_path = g_strdup (g_uri_get_path (uri));
}

/* Whether the request names a host of ours. Its port is not looked at: a container or a
 * proxy may have another one. */
static gboolean
is_for_us (const ExmFeedServer *self, SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *given = soup_message_headers_get_one (headers, "Host");
  g_autoptr (GSocketConnectable) parsed
      = given != NULL ? g_network_address_parse (given, 80, NULL) : NULL;
  const char *host = parsed != NULL
                         ? g_network_address_get_hostname (G_NETWORK_ADDRESS (parsed))
                         : NULL;

  for (guint i = 0; host != NULL && i < self->hosts->len; i++)
    if (g_ascii_strcasecmp (host, g_ptr_array_index (self->hosts, i)) == 0)
      return TRUE;
  return FALSE;
}

static void
answer_text (SoupServerMessage *message, guint status, const char *text)
{
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/plain; charset=utf-8",
                                    SOUP_MEMORY_STATIC, text, strlen (text));
}

/* The same for whatever is not there. */
static void
answer_not_found (SoupServerMessage *message)
{
  answer_text (message, SOUP_STATUS_NOT_FOUND, "Not found\n");
}

static void
answer_later (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_replace (headers, "Retry-After", RETRY_AFTER_S);
  answer_text (message, SOUP_STATUS_SERVICE_UNAVAILABLE, "Try again later\n");
}

/* Whether @list has the tag, compared weakly (RFC 9110, section 13.1.2). */
static gboolean
has_tag (const char *list, const char *etag)
{
  const char *opaque = g_str_has_prefix (etag, "W/") ? etag + 2 : etag;

  return strcmp (list, "*") == 0 || strstr (list, opaque) != NULL;
}

/* When it changed, as HTTP knows it; %NULL where more may come in the same second. */
static GDateTime *
make_date (const ExmFeedAnswer *answer)
{
  gint64 age = g_get_real_time () - answer->changed_usec;

  if (answer->changed_usec <= 0 || age < 2 * G_TIME_SPAN_SECOND)
    return NULL;
  return g_date_time_new_from_unix_utc (answer->changed_usec / G_USEC_PER_SEC);
}

/* Whether the client has it; its tag, where it gives one, decides alone. */
static gboolean
is_fresh (SoupMessageHeaders *headers, const ExmFeedAnswer *answer, GDateTime *date)
{
  const char *tags = soup_message_headers_get_list (headers, "If-None-Match");
  const char *since = soup_message_headers_get_one (headers, "If-Modified-Since");

  if (tags != NULL)
    return has_tag (tags, answer->etag);
  if (since == NULL || date == NULL)
    return FALSE;
  g_autoptr (GDateTime) time = soup_date_time_new_from_http_string (since);
  return time != NULL && g_date_time_to_unix (date) <= g_date_time_to_unix (time);
}

static void
answer_feed (SoupServerMessage *message, const ExmFeedAnswer *answer)
{
  SoupMessageHeaders *asked = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autoptr (GDateTime) date = make_date (answer);

  soup_message_headers_replace (headers, "ETag", answer->etag);
  soup_message_headers_replace (headers, "Vary", "Accept-Encoding");
  if (date != NULL)
    {
      g_autofree char *text = soup_date_time_to_string (date, SOUP_DATE_HTTP);
      soup_message_headers_replace (headers, "Last-Modified", text);
    }
  if (is_fresh (asked, answer, date))
    {
      soup_server_message_set_status (message, SOUP_STATUS_NOT_MODIFIED, NULL);
      return;
    }
  if (answer->gzip)
    soup_message_headers_replace (headers, "Content-Encoding", "gzip");
  soup_message_headers_replace (headers, "Content-Type", answer->media_type);
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_body_append_bytes (soup_server_message_get_response_body (message),
                                  answer->body);
}

static void
exchange_free (Exchange *self)
{
  g_object_unref (self->message);
  g_free (self);
}

/* Once the client has it, or went away, and nothing is built for it any more. */
static void
end_if_over (Exchange *self)
{
  if (!self->finished || self->building)
    return;
  if (self->server != NULL)
    g_hash_table_remove (self->server->exchanges, self);
  exchange_free (self);
}

static void
on_finished (SoupServerMessage *message, Exchange *self)
{
  self->finished = TRUE;
  g_signal_handlers_disconnect_by_data (message, self);
  end_if_over (self);
}

static void
on_built (GObject *source, GAsyncResult *result, gpointer data)
{
  Exchange *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFeedAnswer) answer = exm_feed_builder_build_finish (result, &error);

  self->building = FALSE;
  if (self->finished)
    {
      end_if_over (self);
      return;
    }
  if (answer != NULL)
    answer_feed (self->message, answer);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    answer_not_found (self->message);
  else
    {
      g_message ("%s", error->message);
      answer_later (self->message);
    }
  soup_server_message_unpause (self->message);
}

static gboolean
accepts_gzip (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *given = soup_message_headers_get_list (headers, "Accept-Encoding");
  GSList *codings = given != NULL ? soup_header_parse_quality_list (given, NULL) : NULL;
  gboolean accepted = FALSE;

  for (const GSList *l = codings; l != NULL; l = l->next)
    accepted = accepted || g_ascii_strcasecmp (l->data, "gzip") == 0;
  soup_header_free_list (codings);
  return accepted;
}

static void
parse_query (GHashTable *query, ExmFeedRequest *request)
{
  const char *n = query != NULL ? g_hash_table_lookup (query, "n") : NULL;
  const char *before = query != NULL ? g_hash_table_lookup (query, "before") : NULL;
  guint64 newest = 0;
  g_auto (GStrv) parts = before != NULL ? g_strsplit (before, "-", 2) : NULL;

  request->newest = EXM_FEED_PAGE_ARTICLES;
  if (n != NULL && g_ascii_string_to_unsigned (n, 10, 1, G_MAXUINT, &newest, NULL))
    request->newest = (guint) MIN (newest, EXM_FEED_PAGE_MAX);
  if (parts == NULL || g_strv_length (parts) != 2
      || !g_ascii_string_to_signed (parts[0], 10, 0, G_MAXINT64, &request->before_usec,
                                    NULL)
      || !g_ascii_string_to_signed (parts[1], 10, 0, G_MAXINT64, &request->before_id,
                                    NULL))
    request->before_usec = request->before_id = 0;
}

/* Whether the path is one that a feed may have: /feeds/TOKEN/FILE, behind the path of the
 * base address or not. */
static gboolean
parse_path (const ExmFeedServer *self, const char *path, ExmFeedRequest *request)
{
  static const char *const files[]
      = { EXM_FEED_FILE_ATOM, EXM_FEED_FILE_JSON, EXM_FEED_FILE_LIST, NULL };
  g_auto (GStrv) parts = NULL;

  if (*self->base_path != '\0' && g_str_has_prefix (path, self->base_path))
    path += strlen (self->base_path);
  parts = g_strsplit (path, "/", 5);
  if (g_strv_length (parts) != 4 || *parts[0] != '\0' || strcmp (parts[1], "feeds") != 0
      || strlen (parts[2]) > MAX_TOKEN_CHARS || !g_strv_contains (files, parts[3]))
    return FALSE;
  request->token = g_steal_pointer (&parts[2]);
  request->file = g_steal_pointer (&parts[3]);
  g_free (parts[0]);
  g_free (parts[1]);
  g_free (g_steal_pointer (&parts));
  return TRUE;
}

static void
start_exchange (ExmFeedServer *self,
                SoupServerMessage *message,
                const ExmFeedRequest *request)
{
  Exchange *exchange = g_new0 (Exchange, 1);

  exchange->server = self;
  exchange->message = g_object_ref (message);
  exchange->building = TRUE;
  g_hash_table_add (self->exchanges, exchange);
  g_signal_connect (message, "finished", G_CALLBACK (on_finished), exchange);
  soup_server_message_pause (message);
  exm_feed_builder_build_async (self->builder, request, on_built, exchange);
}

static void
add_headers (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);

  soup_message_headers_replace (headers, "Cache-Control", "private, no-cache");
  soup_message_headers_replace (headers, "Referrer-Policy", "no-referrer");
  soup_message_headers_replace (headers, "X-Content-Type-Options", "nosniff");
}

static void
on_request (SoupServer *soup,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  ExmFeedServer *self = data;
  const char *method = soup_server_message_get_method (message);
  ExmFeedRequest request = { 0 };

  add_headers (message);
  if (!is_for_us (self, message))
    {
      answer_text (message, SOUP_STATUS_MISDIRECTED_REQUEST, "Not served here\n");
      return;
    }
  if (method != SOUP_METHOD_GET && method != SOUP_METHOD_HEAD)
    {
      soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                    "Allow", "GET, HEAD");
      answer_text (message, SOUP_STATUS_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
      return;
    }
  if (!parse_path (self, path, &request))
    {
      answer_not_found (message);
      return;
    }
  parse_query (query, &request);
  request.gzip = accepts_gzip (message);
  if (g_hash_table_size (self->exchanges) < EXM_FEED_SERVER_REQUESTS)
    start_exchange (self, message, &request);
  else
    answer_later (message);
  g_free (request.token);
  g_free (request.file);
}

static void
on_started (SoupServer *soup, SoupServerMessage *message, gpointer data)
{
  GSocket *socket = soup_server_message_get_socket (message);

  if (socket != NULL)
    g_socket_set_timeout (socket, EXM_FEED_SERVER_IDLE_S);
}

/* Returns: (transfer full) (nullable): where @soup listens */
static GInetSocketAddress *
listen_at (SoupServer *soup, GInetSocketAddress *address, GError **error)
{
  GInetAddress *inet = g_inet_socket_address_get_address (address);
  g_autofree char *host = g_inet_address_to_string (inet);
  guint port = g_inet_socket_address_get_port (address);

  if (!soup_server_listen (soup, G_SOCKET_ADDRESS (address), 0, error))
    {
      /* translators: an IP address, a port, the cause */
      g_prefix_error (error, _ ("%s, port %u: "), host, port);
      return NULL;
    }
  g_autoptr (GSList) sockets = soup_server_get_listeners (soup);
  return G_INET_SOCKET_ADDRESS (g_socket_get_local_address (sockets->data, error));
}

ExmFeedServer *
exm_feed_server_new (const ExmFeedServerOptions *options, GError **error)
{
  g_autoptr (GInetSocketAddress) asked = parse_listen (options->listen, error);
  g_autofree char *base_url = NULL;
  g_autoptr (SoupServer) soup = NULL;

  if (asked == NULL)
    return NULL;
  base_url = make_base_url (options, asked, error);
  if (base_url == NULL)
    return NULL;
  soup = soup_server_new ("server-header", "Exemplar", NULL);
  g_autoptr (GInetSocketAddress) address = listen_at (soup, asked, error);
  if (address == NULL)
    return NULL;

  ExmFeedServer *self = g_new0 (ExmFeedServer, 1);
  self->port = g_inet_socket_address_get_port (address);
  self->base_url = make_base_url (options, address, NULL);
  list_hosts (self, address);
  self->exchanges = g_hash_table_new (NULL, NULL);
  self->builder = exm_feed_builder_new (options->folder, self->base_url);
  self->soup = g_steal_pointer (&soup);
  g_signal_connect (self->soup, "request-started", G_CALLBACK (on_started), NULL);
  soup_server_add_handler (self->soup, NULL, on_request, self, NULL);
  return self;
}

/* Leaves an exchange to itself: the answer that is still built for it comes later, and
 * ends it. */
static void
leave (Exchange *exchange)
{
  exchange->server = NULL;
  exchange->finished = TRUE;
  g_signal_handlers_disconnect_by_data (exchange->message, exchange);
  end_if_over (exchange);
}

void
exm_feed_server_free (ExmFeedServer *self)
{
  g_autoptr (GList) exchanges = g_hash_table_get_keys (self->exchanges);

  g_hash_table_remove_all (self->exchanges);
  for (const GList *l = exchanges; l != NULL; l = l->next)
    leave (l->data);
  soup_server_remove_handler (self->soup, NULL);
  soup_server_disconnect (self->soup);
  exm_feed_builder_free (self->builder);
  g_object_unref (self->soup);
  g_hash_table_unref (self->exchanges);
  g_ptr_array_unref (self->hosts);
  g_free (self->base_path);
  g_free (self->base_url);
  g_free (self);
}

const char *
exm_feed_server_get_base_url (const ExmFeedServer *self)
{
  return self->base_url;
}

guint
exm_feed_server_get_port (const ExmFeedServer *self)
{
  return self->port;
}
