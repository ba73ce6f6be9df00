/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Mail over TLS, from the first byte and by STARTTLS; certificates that prove nothing;
 * servers that do not encrypt, or that somebody on the way speaks for. A program of its
 * own: see tests/service/fetch/meson.build. */

#include "publish-fixture.h"
#include "publish/messages/exm-message-sender.h"

#include <glib/gstdio.h>
#include <string.h>

/* Made for these tests: self-signed, for 127.0.0.1, until the year 2126. */
static const char certificate_pem[]
    = "-----BEGIN CERTIFICATE-----\n"
      "MIIBjzCCATagAwIBAgIUdlwy1ANT0x1dlz4vUmES1qGj8zgwCgYIKoZIzj0EAwIw\n"
      "FDESMBAGA1UEAwwJbWFpbC50ZXN0MCAXDTI2MTEyNzE0MzczMloYDzIxMjYxMTAz\n"
      "MTQzNzMyWjAUMRIwEAYDVQQDDAltYWlsLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO\n"
      "PQMBBwNCAAQ0EnNwv9AM/xzQE80NAtVSvc62ZNLkUz3l1ddKzcVstaL2qS2UgzAz\n"
      "R8NnE9jU3RP0VUPkQ36YnhpUr4uNLXVoo2QwYjAdBgNVHQ4EFgQUOpSK6mlhT9kf\n"
      "D+YjueIylKkqPJYwHwYDVR0jBBgwFoAUOpSK6mlhT9kfD+YjueIylKkqPJYwDwYD\n"
      "VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC\n"
      "IE2AsF5/TBdabYRDcJNkxdaN2qJUK1Ro4sTucEneCbv8AiAmmTNNvxXuqrFr+Gxw\n"
      "uYfWy2RbkTdzjKACJMCFp4rKsQ==\n"
      "-----END CERTIFICATE-----\n";

static const char key_pem[]
    = "-----BEGIN PRIVATE KEY-----\n"
      "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzFvJgREM2hz7WjWt\n"
      "RrN+dZPOvWscFxM9wJe5pSl4MLOhRANCAAQ0EnNwv9AM/xzQE80NAtVSvc62ZNLk\n"
      "Uz3l1ddKzcVstaL2qS2UgzAzR8NnE9jU3RP0VUPkQ36YnhpUr4uNLXVo\n"
      "-----END PRIVATE KEY-----\n";

/* How the server behaves. */
typedef enum
{
  SMTPS,
  STARTTLS,
  INJECTED, /* answers come along with that to STARTTLS, unencrypted */
  STRIPPED, /* STARTTLS is refused although it was offered */
  ENDLESS,  /* a reply that does not end */
  SILENT,   /* says nothing */
  DREAMING, /* encrypted; the sender is stopped once it has the mail */
} Manner;

/* A mail server, which lives until the program ends, as its threads may. */
typedef struct
{
  Manner manner;
  GSocketService *service;      /* (owned) */
  GTlsCertificate *certificate; /* (owned) */
  GTlsDatabase *database;       /* (owned): that trusts it */
  GCancellable *cancellable;    /* (owned): of the sender */
  guint16 port;
  int n_mails;     /* (atomic) */
  int n_passwords; /* (atomic): that came unencrypted */
} Server;

static gboolean
put (GIOStream *stream, const char *text)
{
  return g_output_stream_write_all (g_io_stream_get_output_stream (stream), text,
                                    strlen (text), NULL, NULL, NULL);
}

/* Until the end of the dialogue, or of its unencrypted part. */
static gboolean
converse (Server *self, GIOStream *stream, gboolean encrypted)
{
  g_autoptr (GDataInputStream) lines
      = g_data_input_stream_new (g_io_stream_get_input_stream (stream));
  gboolean in_mail = FALSE;

  g_data_input_stream_set_newline_type (lines, G_DATA_STREAM_NEWLINE_TYPE_CR_LF);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  for (;;)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      if (line == NULL || strcmp (line, "QUIT") == 0)
        return FALSE;
      if (g_str_has_prefix (line, "AUTH") && !encrypted)
        g_atomic_int_inc (&self->n_passwords);
      if (in_mail && strcmp (line, ".") != 0)
        continue;
      if (in_mail)
        g_atomic_int_inc (&self->n_mails);
      if (in_mail && self->manner == DREAMING)
        g_cancellable_cancel (self->cancellable);
      if (g_str_has_prefix (line, "EHLO"))
        put (stream, encrypted ? "250-m\r\n250 AUTH PLAIN\r\n"
                               : "250-m\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n");
      else if (strcmp (line, "STARTTLS") == 0 && self->manner == STRIPPED)
        put (stream, "454 not now\r\n");
      else if (strcmp (line, "STARTTLS") == 0)
        return put (stream, self->manner == INJECTED
                                ? "220 go\r\n250-m\r\n250 AUTH LOGIN\r\n"
                                : "220 go\r\n");
      else if (strcmp (line, "DATA") == 0)
        put (stream, "354 go on\r\n");
      else if (!in_mail || self->manner != DREAMING)
        put (stream, "250 fine\r\n");
      in_mail = strcmp (line, "DATA") == 0;
    }
}

static gboolean
on_run (GThreadedSocketService *service,
        GSocketConnection *connection,
        GObject *source,
        gpointer data)
{
  Server *self = data;
  g_autoptr (GIOStream) encrypted
      = g_tls_server_connection_new (G_IO_STREAM (connection), self->certificate, NULL);

  while (self->manner == ENDLESS && put (G_IO_STREAM (connection), "220-more\r\n"))
    ;
  if (self->manner == SILENT)
    return converse (self, G_IO_STREAM (connection), FALSE);
  if (self->manner != SMTPS && self->manner != DREAMING
      && (!put (G_IO_STREAM (connection), "220 m\r\n")
          || !converse (self, G_IO_STREAM (connection), FALSE)))
    return TRUE;
  if (!g_tls_connection_handshake (G_TLS_CONNECTION (encrypted), NULL, NULL))
    return TRUE;
  if (self->manner != STARTTLS && self->manner != INJECTED)
    put (encrypted, "220 m\r\n");
  converse (self, encrypted, TRUE);
  return TRUE;
}

static void
server_init (Server *self, Manner manner)
{
  g_autofree char *pem = g_strconcat (certificate_pem, key_pem, NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("exm-ca-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_assert_true (g_close (fd, NULL));
  g_assert_true (g_file_set_contents (path, certificate_pem, -1, NULL));
  *self = (Server){ .manner = manner,
                    .service = g_threaded_socket_service_new (4),
                    .cancellable = g_cancellable_new () };
  self->certificate = g_tls_certificate_new_from_pem (pem, -1, &error);
  g_assert_no_error (error);
  self->database = g_tls_file_database_new (path, &error);
  g_assert_no_error (error);
  /* It is read when it is first needed. */
  g_object_set_data_full (G_OBJECT (self->database), "path", g_strdup (path), g_free);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), any,
                                 G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                 &bound, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  g_signal_connect (self->service, "run", G_CALLBACK (on_run), self);
}

static void
server_clear (Server *self)
{
  const char *path = g_object_get_data (G_OBJECT (self->database), "path");

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
}

/* Connections are accepted here while another thread sends. */
static gpointer
accept_connections (gpointer data)
{
  while (g_atomic_int_get ((int *) data) == 0)
    g_main_context_iteration (NULL, TRUE);
  return NULL;
}

/* Returns: what became of a message of the kind, −1 for taken */
static int
send_by (const Server *self, const char *kind, const char *scheme, gboolean trusted)
{
  g_autofree char *address
      = g_strdup_printf (strcmp (kind, "mail") == 0 || strcmp (kind, "wordpress") == 0
                             ? "%s://me@example.org@127.0.0.1:%u"
                             : "%s://127.0.0.1:%u",
                         scheme, self->port);
  const ExmConnection connection = { .name = (char *) "desk",
                                     .address = address,
                                     .secret = (char *) "hush-hush",
                                     .room = (char *) "you@example.org" };
  g_autoptr (GPtrArray) articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  g_autoptr (GPtrArray) deliveries = g_ptr_array_new ();
  const ExmMessage message = { .task_name = "News",
                               .articles = articles,
                               .deliveries = deliveries,
                               .id = "id0",
                               .now_usec = G_USEC_PER_SEC };
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  int done = 0;

  g_ptr_array_add (articles, make_article ("https://a.example/1", "A title", "Text."));
  g_ptr_array_add (deliveries, (gpointer) "id0");
  GThread *thread = g_thread_new ("accept", accept_connections, &done);
  gboolean good = exm_message_send (exm_message_kind_find (kind), &message, &connection,
                                    trusted ? self->database : NULL,
                                    self->manner == SILENT ? 300 : 30000,
                                    self->cancellable, &sent, &error);
  g_atomic_int_set (&done, 1);
  g_main_context_wakeup (NULL);
  g_thread_join (thread);
  g_assert_true (good == (error == NULL));
  if (good)
    return -1;
  g_assert_true (error->domain == EXM_MESSAGE_ERROR);
  g_assert_null (strstr (error->message, "hush-hush"));
  if (!trusted)
    g_assert_nonnull (strstr (error->message, "certificate is not valid"));
  return error->code;
}

static Server servers[16];
static guint n_servers;

static void
check (Manner manner, const char *scheme, gboolean trusted, int expected, int n_mails)
{
  Server *server = &servers[n_servers++];

  server_init (server, manner);
  g_assert_cmpint (send_by (server, "mail", scheme, trusted), ==, expected);
  g_assert_cmpint (g_atomic_int_get (&server->n_mails), ==, n_mails);
  g_assert_cmpint (g_atomic_int_get (&server->n_passwords), ==, 0);
  server_clear (server);
}

static void
test_encrypted (void)
{
  check (SMTPS, "smtps", TRUE, -1, 1);
  check (STARTTLS, "smtp", TRUE, -1, 1);
}

static void
test_certificates (void)
{
  Server *server = &servers[n_servers++];

  check (SMTPS, "smtps", FALSE, EXM_MESSAGE_ERROR_NOT_ASKED, 0);
  check (STARTTLS, "smtp", FALSE, EXM_MESSAGE_ERROR_NOT_ASKED, 0);
  /* So it is where HTTP is spoken. */
  server_init (server, SMTPS);
  g_assert_cmpint (send_by (server, "webhook", "https", FALSE), ==,
                   EXM_MESSAGE_ERROR_NOT_ASKED);
  g_assert_cmpint (send_by (server, "form", "https", FALSE), ==,
                   EXM_MESSAGE_ERROR_NOT_ASKED);
  g_assert_cmpint (send_by (server, "wordpress", "https", FALSE), ==,
                   EXM_MESSAGE_ERROR_NOT_ASKED);
  server_clear (server);
}

static void
test_on_the_way (void)
{
  check (INJECTED, "smtp", TRUE, -1, 1);
  check (STRIPPED, "smtp", TRUE, EXM_MESSAGE_ERROR_REFUSED, 0);
  check (ENDLESS, "smtp", TRUE, EXM_MESSAGE_ERROR_NOT_ASKED, 0);
}

/* Nothing was sent before the dot; behind it nobody knows. */
static void
test_silence (void)
{
  check (SILENT, "smtp", TRUE, EXM_MESSAGE_ERROR_NOT_ASKED, 0);
  check (DREAMING, "smtps", TRUE, EXM_MESSAGE_ERROR_UNANSWERED, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/publish/mail/encrypted", test_encrypted);
  g_test_add_func ("/publish/mail/certificates", test_certificates);
  g_test_add_func ("/publish/mail/on-the-way", test_on_the_way);
  g_test_add_func ("/publish/mail/silence", test_silence);
  return g_test_run ();
}
