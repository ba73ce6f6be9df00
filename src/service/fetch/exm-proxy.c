/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-proxy.h"

#include "fetch/exm-address.h"

#include <string.h>

#define NAME "exemplar"

/* Without a byte in either direction, a connection is given up. */
#define IDLE_SECONDS 60u

/* RFC 1928 and RFC 1929. */
#define SOCKS_VERSION 5
#define AUTH_VERSION 1
#define METHOD_PASSWORD 2
#define METHOD_NONE 0xff
#define COMMAND_CONNECT 1
#define ADDRESS_IPV4 1
#define ADDRESS_NAME 3
#define ADDRESS_IPV6 4

typedef enum
{
  REPLY_DONE = 0,
  REPLY_NOT_ALLOWED = 2,
  REPLY_UNREACHABLE = 4,
  REPLY_NO_COMMAND = 7,
  REPLY_NO_ADDRESS = 8,
} Reply;

struct _ExmProxy
{
  GObject parent_instance;

  GSocketService *service;   /* (owned) */
  GSocketClient *client;     /* (owned) */
  GCancellable *cancellable; /* (owned): ends every connection */
  char **private_hosts;      /* (owned) */
  char *token;               /* (owned) */
  char *uri;                 /* (owned) */
  guint n_connections;
  guint n_refused;
};

G_DEFINE_FINAL_TYPE (ExmProxy, exm_proxy, G_TYPE_OBJECT)

typedef struct Peer Peer;
typedef void (*ReadFunc) (Peer *peer);

/* A connection to us, and from us. */
struct Peer
{
  ExmProxy *proxy;         /* (owned) */
  GSocketConnection *near; /* (owned) */
  GSocketConnection *far;  /* (owned) (nullable) */
  guint8 bytes[512];       /* what was read last */
  gsize n_bytes;
  ReadFunc next; /* what to do with it */
  char *host;    /* (owned) (nullable) */
  guint n_splices;
};

static void
peer_free (Peer *peer)
{
  peer->proxy->n_connections--;
  g_io_stream_close_async (G_IO_STREAM (peer->near), G_PRIORITY_DEFAULT, NULL, NULL,
                           NULL);
  if (peer->far != NULL)
    g_io_stream_close_async (G_IO_STREAM (peer->far), G_PRIORITY_DEFAULT, NULL, NULL,
                             NULL);
  g_object_unref (peer->near);
  g_clear_object (&peer->far);
  g_object_unref (peer->proxy);
  g_free (peer->host);
  g_free (peer);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;
  gsize n_read = 0;

  if (!g_input_stream_read_all_finish (G_INPUT_STREAM (source), result, &n_read, NULL)
      || n_read < peer->n_bytes)
    peer_free (peer);
  else
    peer->next (peer);
}

static void
read_bytes (Peer *peer, gsize n, ReadFunc next)
{
  peer->n_bytes = n;
  peer->next = next;
  g_input_stream_read_all_async (g_io_stream_get_input_stream (G_IO_STREAM (peer->near)),
                                 peer->bytes, n, G_PRIORITY_DEFAULT,
                                 peer->proxy->cancellable, on_read, peer);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL)
      || peer->next == NULL)
    peer_free (peer);
  else
    peer->next (peer);
}

/* @next: (nullable): %NULL to end the connection then */
static void
write_bytes (Peer *peer, gsize n, ReadFunc next)
{
  peer->next = next;
  g_output_stream_write_all_async (
      g_io_stream_get_output_stream (G_IO_STREAM (peer->near)), peer->bytes, n,
      G_PRIORITY_DEFAULT, peer->proxy->cancellable, on_written, peer);
}

static void
on_spliced (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;

  g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, NULL);
  /* One side has said all it has to say: the other one is told so. */
  GSocketConnection *other
      = source == G_OBJECT (g_io_stream_get_output_stream (G_IO_STREAM (peer->far)))
            ? peer->far
            : peer->near;
  g_socket_shutdown (g_socket_connection_get_socket (other), FALSE, TRUE, NULL);
  if (--peer->n_splices == 0)
    peer_free (peer);
}

static void
splice (Peer *peer)
{
  GIOStream *near = G_IO_STREAM (peer->near), *far = G_IO_STREAM (peer->far);

  peer->n_splices = 2;
  g_output_stream_splice_async (g_io_stream_get_output_stream (far),
                                g_io_stream_get_input_stream (near),
                                G_OUTPUT_STREAM_SPLICE_NONE, G_PRIORITY_DEFAULT,
                                peer->proxy->cancellable, on_spliced, peer);
  g_output_stream_splice_async (g_io_stream_get_output_stream (near),
                                g_io_stream_get_input_stream (far),
                                G_OUTPUT_STREAM_SPLICE_NONE, G_PRIORITY_DEFAULT,
                                peer->proxy->cancellable, on_spliced, peer);
}

static void
answer (Peer *peer, Reply reply)
{
  const guint8 bytes[]
      = { SOCKS_VERSION, (guint8) reply, 0, ADDRESS_IPV4, 0, 0, 0, 0, 0, 0 };

  memcpy (peer->bytes, bytes, sizeof bytes);
  peer->proxy->n_refused += reply == REPLY_NOT_ALLOWED;
  write_bytes (peer, sizeof bytes, reply == REPLY_DONE ? splice : NULL);
}

static void
on_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;

  peer->far
      = g_socket_client_connect_to_host_finish (G_SOCKET_CLIENT (source), result, NULL);
  if (peer->far == NULL)
    {
      answer (peer, REPLY_UNREACHABLE);
      return;
    }
  g_autoptr (GSocketAddress) address
      = g_socket_connection_get_remote_address (peer->far, NULL);
  gboolean allowed = exm_host_is_listed (peer->proxy->private_hosts, peer->host)
                     || (address != NULL && !exm_socket_address_is_private (address));
  answer (peer, allowed ? REPLY_DONE : REPLY_NOT_ALLOWED);
}

static void
connect_far (Peer *peer, guint16 port)
{
  ExmProxy *self = peer->proxy;

  if (exm_host_is_private_literal (peer->host)
      && !exm_host_is_listed (self->private_hosts, peer->host))
    {
      answer (peer, REPLY_NOT_ALLOWED);
      return;
    }
  g_socket_client_connect_to_host_async (self->client, peer->host, port,
                                         self->cancellable, on_connected, peer);
}

static guint16
port_at (const guint8 *bytes)
{
  return (guint16) (bytes[0] << 8 | bytes[1]);
}

static void
on_name (Peer *peer)
{
  gsize length = peer->n_bytes - 2;

  /* A name that ends early is another name than the one it looks like. */
  if (memchr (peer->bytes, '\0', length) != NULL
      || !g_utf8_validate_len ((const char *) peer->bytes, length, NULL))
    {
      answer (peer, REPLY_NO_ADDRESS);
      return;
    }
  peer->host = g_strndup ((const char *) peer->bytes, length);
  connect_far (peer, port_at (peer->bytes + length));
}

static void
on_name_length (Peer *peer)
{
  if (peer->bytes[0] == 0)
    answer (peer, REPLY_NO_ADDRESS);
  else
    read_bytes (peer, (gsize) peer->bytes[0] + 2, on_name);
}

static void
on_address (Peer *peer)
{
  gsize length = peer->n_bytes - 2;
  g_autoptr (GInetAddress) address = g_inet_address_new_from_bytes (
      peer->bytes, length == 4 ? G_SOCKET_FAMILY_IPV4 : G_SOCKET_FAMILY_IPV6);

  peer->host = g_inet_address_to_string (address);
  connect_far (peer, port_at (peer->bytes + length));
}

static void
on_request (Peer *peer)
{
  if (peer->bytes[0] != SOCKS_VERSION || peer->bytes[1] != COMMAND_CONNECT)
    answer (peer, REPLY_NO_COMMAND);
  else if (peer->bytes[3] == ADDRESS_NAME)
    read_bytes (peer, 1, on_name_length);
  else if (peer->bytes[3] == ADDRESS_IPV4)
    read_bytes (peer, 4 + 2, on_address);
  else if (peer->bytes[3] == ADDRESS_IPV6)
    read_bytes (peer, 16 + 2, on_address);
  else
    answer (peer, REPLY_NO_ADDRESS);
}

static void
on_let_in (Peer *peer)
{
  read_bytes (peer, 4, on_request);
}

/* The comparison takes as long for any token of the right length. */
static gboolean
is_token (const ExmProxy *self, const guint8 *bytes, gsize length)
{
  guint8 difference = 0;

  if (length != strlen (self->token))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    difference |= bytes[i] ^ (guint8) self->token[i];
  return difference == 0;
}

static void
on_password (Peer *peer)
{
  gboolean known = is_token (peer->proxy, peer->bytes, peer->n_bytes);

  peer->bytes[0] = AUTH_VERSION;
  peer->bytes[1] = known ? 0 : 1;
  write_bytes (peer, 2, known ? on_let_in : NULL);
}

static void
on_password_length (Peer *peer)
{
  read_bytes (peer, peer->bytes[peer->n_bytes - 1], on_password);
}

static void
on_user_length (Peer *peer)
{
  if (peer->bytes[0] != AUTH_VERSION)
    peer_free (peer);
  else
    read_bytes (peer, (gsize) peer->bytes[1] + 1, on_password_length);
}

static void
on_method_written (Peer *peer)
{
  read_bytes (peer, 2, on_user_length);
}

static void
on_methods (Peer *peer)
{
  gboolean offered = memchr (peer->bytes, METHOD_PASSWORD, peer->n_bytes) != NULL;

  peer->bytes[0] = SOCKS_VERSION;
  peer->bytes[1] = offered ? METHOD_PASSWORD : METHOD_NONE;
  write_bytes (peer, 2, offered ? on_method_written : NULL);
}

static void
on_greeting (Peer *peer)
{
  if (peer->bytes[0] != SOCKS_VERSION || peer->bytes[1] == 0)
    peer_free (peer);
  else
    read_bytes (peer, peer->bytes[1], on_methods);
}

static gboolean
on_incoming (GSocketService *service,
             GSocketConnection *connection,
             GObject *source,
             gpointer data)
{
  ExmProxy *self = data;

  if (self->n_connections >= EXM_PROXY_MAX_CONNECTIONS)
    return TRUE;
  Peer *peer = g_new0 (Peer, 1);
  self->n_connections++;
  peer->proxy = g_object_ref (self);
  peer->near = g_object_ref (connection);
  g_socket_set_timeout (g_socket_connection_get_socket (connection), IDLE_SECONDS);
  read_bytes (peer, 2, on_greeting);
  return TRUE;
}

void
exm_proxy_stop (ExmProxy *self)
{
  g_return_if_fail (EXM_IS_PROXY (self));

  g_cancellable_cancel (self->cancellable);
  if (self->service == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->service, self);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_clear_object (&self->service);
}

static void
exm_proxy_dispose (GObject *object)
{
  exm_proxy_stop (EXM_PROXY (object));
  G_OBJECT_CLASS (exm_proxy_parent_class)->dispose (object);
}

static void
exm_proxy_finalize (GObject *object)
{
  ExmProxy *self = EXM_PROXY (object);

  g_clear_object (&self->client);
  g_clear_object (&self->cancellable);
  g_strfreev (self->private_hosts);
  g_free (self->token);
  g_free (self->uri);
  G_OBJECT_CLASS (exm_proxy_parent_class)->finalize (object);
}

static void
exm_proxy_class_init (ExmProxyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_proxy_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_proxy_finalize;
}

static void
exm_proxy_init (ExmProxy *self)
{
  self->cancellable = g_cancellable_new ();
  self->client = g_socket_client_new ();
  /* Ignore the system's proxies: they are for programs that ask the net, not for this
   * one. */
  g_socket_client_set_enable_proxy (self->client, FALSE);
  g_socket_client_set_timeout (self->client, IDLE_SECONDS);
}

static char *
make_token (void)
{
  g_autofree char *uuid = g_uuid_string_random ();
  g_autofree char *other = g_uuid_string_random ();

  return g_strconcat (uuid, other, NULL);
}

ExmProxy *
exm_proxy_new (const char *const *private_hosts, GError **error)
{
  g_autoptr (ExmProxy) self = g_object_new (EXM_TYPE_PROXY, NULL);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;

  self->private_hosts = g_strdupv ((char **) private_hosts);
  self->token = make_token ();
  self->service = g_socket_service_new ();
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), any,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                      &bound, error))
    return NULL;
  self->uri
      = g_strdup_printf ("socks5://" NAME ":%s@127.0.0.1:%u", self->token,
                         g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  g_signal_connect (self->service, "incoming", G_CALLBACK (on_incoming), self);
  return g_steal_pointer (&self);
}

const char *
exm_proxy_get_uri (ExmProxy *self)
{
  return self->uri;
}

guint
exm_proxy_get_n_refused (ExmProxy *self)
{
  return self->n_refused;
}
