/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A dialogue with a mail server (RFC 5321), encrypted from its first byte or by STARTTLS.
 * A mail goes to all its receivers or to none. Until the dot behind it goes out, the
 * server may not deliver it: what fails before can be sent again. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define SMTPS_PORT 465
#define SMTP_PORT 587

/* Bytes of a reply, and characters shown of one. */
#define MAX_REPLY_BYTES 16384u
#define MAX_SHOWN_CHARS 300

/* One dialogue. */
typedef struct
{
  const ExmConnection *connection; /* (unowned) */
  GUri *uri;                       /* (owned) */
  GSocketConnection *plain;        /* (owned) (nullable) */
  GIOStream *stream;               /* (owned) (nullable): plain or encrypted */
  GTlsDatabase *database;          /* (unowned) (nullable) */
  GCancellable *cancellable;       /* (unowned) (nullable) */
  gint64 deadline_usec;            /* of the monotonic clock */
  GString *unread;                 /* (owned): behind the reply */
  GString *reply;                  /* (owned): all lines of the last one */
  char *token;                     /* (owned) (nullable): of who signs in */
  guint code;
  gboolean is_encrypted;
  gboolean asked; /* the dot may have gone out */
} Smtp;

static void
smtp_clear (Smtp *self)
{
  g_clear_object (&self->stream);
  g_clear_object (&self->plain);
  g_clear_pointer (&self->uri, g_uri_unref);
  g_string_free (self->unread, TRUE);
  g_string_free (self->reply, TRUE);
  g_free (self->token);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Smtp, smtp_clear)

/* Says what the end of a dialogue means. @why: a text of ours or of the system */
static gboolean
break_off (const Smtp *self, const char *why, GError **error)
{
  const char *host = g_uri_get_host (self->uri);

  if (!self->asked)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                        /* translators: a host, then why */
                        N_ ("%s cannot be reached: %s"), host, why);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        /* translators: a host, then why */
                        N_ ("The message was sent to %s, and no answer was seen: %s"),
                        host, why);
  return FALSE;
}

static gboolean
fail (const Smtp *self, const GError *cause, GError **error)
{
  g_autofree char *why = exm_connection_hide (self->connection, cause->message);

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return break_off (self, N_ ("it took too long"), error);
  if (!g_error_matches (cause, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
    return break_off (self, why, error);
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                      N_ ("%s cannot prove that it is %s (its certificate is not "
                          "valid); nothing was sent."),
                      self->connection->name, g_uri_get_host (self->uri));
  return FALSE;
}

/* No step takes longer than what is left of the whole. */
static gboolean
set_time (const Smtp *self, GError **error)
{
  gint64 left_usec = self->deadline_usec - g_get_monotonic_time ();

  if (left_usec <= 0)
    return break_off (self, N_ ("it took too long"), error);
  g_socket_set_timeout (g_socket_connection_get_socket (self->plain),
                        (guint) ((left_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC));
  return TRUE;
}

static gboolean
write_all (const Smtp *self, const char *text, GError **error)
{
  GOutputStream *out = g_io_stream_get_output_stream (self->stream);
  g_autoptr (GError) cause = NULL;

  if (!set_time (self, error))
    return FALSE;
  return g_output_stream_write_all (out, text, strlen (text), NULL, self->cancellable,
                                    &cause)
         || fail (self, cause, error);
}

static gboolean
read_more (const Smtp *self, GError **error)
{
  GInputStream *in = g_io_stream_get_input_stream (self->stream);
  g_autoptr (GError) cause = NULL;
  char bytes[1024];

  if (!set_time (self, error))
    return FALSE;
  gssize n = g_input_stream_read (in, bytes, sizeof bytes, self->cancellable, &cause);
  if (n < 0)
    return fail (self, cause, error);
  if (n == 0)
    return break_off (self, N_ ("the server ended the connection"), error);
  g_string_append_len (self->unread, bytes, n);
  return TRUE;
}

/* Moves a whole line of the server to the reply; whether it is the last of it. */
static gboolean
take_line (Smtp *self, const char *end)
{
  gsize length = (gsize) (end - self->unread->str) + 1;
  gboolean is_last = length < 4 || self->unread->str[3] != '-';

  self->code = (guint) g_ascii_strtoull (self->unread->str, NULL, 10);
  g_string_append_len (self->reply, self->unread->str, (gssize) length);
  g_string_erase (self->unread, 0, (gssize) length);
  return is_last;
}

static gboolean
read_reply (Smtp *self, GError **error)
{
  g_string_truncate (self->reply, 0);
  self->code = 0;
  while (self->reply->len + self->unread->len < MAX_REPLY_BYTES)
    {
      const char *end = memchr (self->unread->str, '\n', self->unread->len);
      if (end != NULL && take_line (self, end))
        return TRUE;
      if (end == NULL && !read_more (self, error))
        return FALSE;
    }
  return break_off (self, N_ ("its answer does not end"), error);
}

static char *
dup_shown_reply (const Smtp *self)
{
  g_autofree char *text = g_utf8_make_valid (self->reply->str, (gssize) self->reply->len);
  g_autofree char *known = exm_connection_hide (self->connection, text);
  g_autoptr (GString) shown = g_string_new (known);
  if (self->token != NULL)
    g_string_replace (shown, self->token, "…", 0);
  const char *hidden = shown->str;
  g_autofree char *start
      = g_utf8_substring (hidden, 0, MIN (g_utf8_strlen (hidden, -1), MAX_SHOWN_CHARS));

  return g_strstrip (g_steal_pointer (&start));
}

/* Whether the server answers what was expected: 2 for 2xx, 3 for "go on". */
static gboolean
expect (Smtp *self, guint kind, GError **error)
{
  if (!read_reply (self, error))
    return FALSE;
  if (self->code / 100 == kind)
    return TRUE;
  g_autofree char *said = dup_shown_reply (self);
  if (self->asked && self->code / 100 != 4 && self->code / 100 != 5)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        N_ ("%s gave an answer that cannot be understood: %s"),
                        g_uri_get_host (self->uri), said);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        /* translators: a host, a number, what the host said */
                        N_ ("%s did not take the message (status %u): %s"),
                        g_uri_get_host (self->uri), self->code, said);
  return FALSE;
}

static gboolean
say (Smtp *self, const char *line, guint kind, GError **error)
{
  g_autofree char *whole = g_strconcat (line, "\r\n", NULL);

  return write_all (self, whole, error) && expect (self, kind, error);
}

/* Whether the answer to EHLO names what the server can. */
static gboolean
offers (const Smtp *self, const char *keyword, const char *value)
{
  g_auto (GStrv) lines = g_strsplit (self->reply->str, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words
          = g_strsplit_set (strlen (lines[i]) > 4 ? lines[i] + 4 : "", " =\r", -1);
      if (words[0] == NULL || g_ascii_strcasecmp (words[0], keyword) != 0)
        continue;
      if (value == NULL)
        return TRUE;
      for (guint k = 1; words[k] != NULL; k++)
        if (g_ascii_strcasecmp (words[k], value) == 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
greet (Smtp *self, GError **error)
{
  return say (self, "EHLO [127.0.0.1]", 2, error);
}

static gboolean
encrypt (Smtp *self, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GSocketConnectable) host
      = g_network_address_new (g_uri_get_host (self->uri), SMTPS_PORT);
  g_autoptr (GIOStream) encrypted
      = g_tls_client_connection_new (G_IO_STREAM (self->plain), host, &cause);

  if (encrypted == NULL)
    return fail (self, cause, error);
  if (self->database != NULL)
    g_tls_connection_set_database (G_TLS_CONNECTION (encrypted), self->database);
  if (!set_time (self, error))
    return FALSE;
  if (!g_tls_connection_handshake (G_TLS_CONNECTION (encrypted), self->cancellable,
                                   &cause))
    return fail (self, cause, error);
  g_set_object (&self->stream, encrypted);
  self->is_encrypted = TRUE;
  /* Drops answers that somebody on the way put behind the server's. */
  g_string_truncate (self->unread, 0);
  return TRUE;
}

static gboolean
connect (Smtp *self, guint timeout_ms, GError **error)
{
  gboolean at_once = strcmp (g_uri_get_scheme (self->uri), "smtps") == 0;
  int port = g_uri_get_port (self->uri);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) cause = NULL;

  g_socket_client_set_timeout (client, (timeout_ms + 999) / 1000);
  self->plain = g_socket_client_connect_to_host (client, g_uri_get_host (self->uri),
                                                 (guint16) (port > 0  ? port
                                                            : at_once ? SMTPS_PORT
                                                                      : SMTP_PORT),
                                                 self->cancellable, &cause);
  if (self->plain == NULL)
    return fail (self, cause, error);
  self->stream = G_IO_STREAM (g_object_ref (self->plain));
  if ((at_once && !encrypt (self, error)) || !expect (self, 2, error)
      || !greet (self, error))
    return FALSE;
  if (!at_once && offers (self, "STARTTLS", NULL)
      && (!say (self, "STARTTLS", 2, error) || !encrypt (self, error)
          || !greet (self, error)))
    return FALSE;
  if (self->is_encrypted || exm_message_is_local_host (g_uri_get_host (self->uri)))
    return TRUE;
  exm_said_set_error (
      error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
      N_ ("%s does not encrypt: others could read the password on the way. "
          "Nothing was sent."),
      g_uri_get_host (self->uri));
  return FALSE;
}

/* Signs in by one of the two ways that all servers have. */
static gboolean
sign_in (Smtp *self, GError **error)
{
  const char *encoded = g_uri_get_userinfo (self->uri);
  const char *password = self->connection->secret;

  if (password == NULL)
    return TRUE;
  g_autofree char *user = g_uri_unescape_string (encoded != NULL ? encoded : "", NULL);
  gsize n_user = user != NULL ? strlen (user) : 0;
  if (!offers (self, "AUTH", "PLAIN"))
    {
      g_autofree char *name = g_base64_encode ((const guchar *) user, n_user);
      self->token = g_base64_encode ((const guchar *) password, strlen (password));
      return say (self, "AUTH LOGIN", 3, error) && say (self, name, 3, error)
             && say (self, self->token, 2, error);
    }
  g_autoptr (GByteArray) both = g_byte_array_new ();
  g_byte_array_append (both, (const guint8 *) "", 1);
  g_byte_array_append (both, (const guint8 *) user, (guint) n_user);
  g_byte_array_append (both, (const guint8 *) "", 1);
  g_byte_array_append (both, (const guint8 *) password, (guint) strlen (password));
  self->token = g_base64_encode (both->data, both->len);
  g_autofree char *line = g_strconcat ("AUTH PLAIN ", self->token, NULL);
  return say (self, line, 2, error);
}

/* The first address is the sender's. */
static gboolean
say_addresses (Smtp *self, const GPtrArray *addresses, GError **error)
{
  for (guint i = 0; i < addresses->len; i++)
    {
      g_autofree char *line
          = g_strdup_printf ("%s:<%s>", i == 0 ? "MAIL FROM" : "RCPT TO",
                             (const char *) g_ptr_array_index (addresses, i));
      if (!say (self, line, 2, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_smtp_send (const ExmConnection *connection,
               const ExmMessageRequest *request,
               GTlsDatabase *database,
               guint timeout_ms,
               GCancellable *cancellable,
               ExmSent *sent,
               GError **error)
{
  g_auto (Smtp) self = {
    .connection = connection,
    .uri = exm_connection_parse (connection, NULL),
    .database = database,
    .cancellable = cancellable,
    .deadline_usec
    = g_get_monotonic_time () + timeout_ms * (gint64) G_TIME_SPAN_MILLISECOND,
    .unread = g_string_new (NULL),
    .reply = g_string_new (NULL),
  };

  gboolean good = connect (&self, timeout_ms, error) && sign_in (&self, error)
                  && say_addresses (&self, request->headers, error)
                  && say (&self, "DATA", 3, error)
                  && write_all (&self, request->body->str, error);
  self.asked = good;
  good = good && say (&self, ".", 2, error);
  sent->status = self.code;
  sent->answer = dup_shown_reply (&self);
  /* It need not be answered. */
  if (good)
    write_all (&self, "QUIT\r\n", NULL);
  return good;
}
