/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Mail: HTML and plain text of the same, with what mail programs sort and thread by. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "base/exm-said-error.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_BYTES (256u * 1024u)

/* Bytes of text in an encoded word, and of the text below one line of base64. */
#define WORD_BYTES 42u
#define LINE_BYTES 57u

/* Writes @text as encoded words of RFC 2047, none of which ends within a character. */
static void
append_words (GString *out, const char *text)
{
  for (const char *c = text; *c != '\0';)
    {
      const char *end = c;
      while (*end != '\0' && (gsize) (g_utf8_next_char (end) - c) <= WORD_BYTES)
        end = g_utf8_next_char (end);
      g_autofree char *base64 = g_base64_encode ((const guchar *) c, (gsize) (end - c));
      g_string_append_printf (out, "%s=?UTF-8?B?%s?=", c > text ? "\r\n " : "", base64);
      c = end;
    }
}

static void
append_text (GString *out, const char *text)
{
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i += LINE_BYTES)
    {
      g_autofree char *line
          = g_base64_encode ((const guchar *) text + i, MIN (LINE_BYTES, length - i));
      g_string_append_printf (out, "%s\r\n", line);
    }
}

/* One of the forms of a mail. */
static void
append_part (GString *out, const char *boundary, const char *type, const char *text)
{
  g_string_append_printf (out,
                          "--%s\r\nContent-Type: %s; charset=utf-8\r\n"
                          "Content-Transfer-Encoding: base64\r\n\r\n",
                          boundary, type);
  append_text (out, text);
}

/* Names of days and months are English, whatever the language. */
static void
append_date (GString *out, gint64 now_usec)
{
  static const char *const days[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
  static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (now_usec / G_USEC_PER_SEC);

  if (time == NULL)
    return;
  g_string_append_printf (out, "Date: %s, %02d %s %04d %02d:%02d:%02d +0000\r\n",
                          days[g_date_time_get_day_of_week (time) - 1],
                          g_date_time_get_day_of_month (time),
                          months[g_date_time_get_month (time) - 1],
                          g_date_time_get_year (time), g_date_time_get_hour (time),
                          g_date_time_get_minute (time), g_date_time_get_second (time));
}

/* The list is the task: its id keeps mails together when the task has another name. */
static void
append_list_id (GString *out, const ExmMessage *message)
{
  g_string_append (out, "List-Id: ");
  append_words (out, message->task_name);
  g_string_append_printf (out, "\r\n <%s.exemplar.localhost>\r\n",
                          message->task_uid != NULL ? message->task_uid : "test");
}

static gboolean
check_mailbox (const ExmConnection *connection, const char *mailbox, GError **error)
{
  const char *at = strchr (mailbox, '@');
  gboolean good
      = at != NULL && at > mailbox && at[1] != '\0' && strchr (at + 1, '@') == NULL;

  for (const char *c = mailbox; *c != '\0'; c++)
    good = good && g_ascii_isgraph (*c) && strchr ("<>()[]\\,;:\"", *c) == NULL;
  if (good)
    return TRUE;
  exm_said_set_error (
      error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
      /* translators: a name, then an address of mail */
      N_ ("The connection “%s” has an address of mail that cannot be used: "
          "“%s”"),
      connection->name, mailbox);
  return FALSE;
}

/* Makes the sender: whoever signs in, of the server's domain where the name has none. */
static char *
dup_sender (const ExmConnection *connection)
{
  g_autoptr (GUri) uri = exm_connection_parse (connection, NULL);
  const char *encoded = g_uri_get_userinfo (uri);
  g_autofree char *user
      = g_uri_unescape_string (encoded != NULL ? encoded : "exemplar", NULL);

  if (user == NULL || strchr (user, '@') != NULL)
    return g_steal_pointer (&user);
  return g_strdup_printf ("%s@%s", user, g_uri_get_host (uri));
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_auto (GStrv) receivers = g_strsplit (connection->room, ",", -1);
  g_autofree char *sender = dup_sender (connection);
  g_autofree char *title = exm_message_dup_title (message);
  g_autofree char *text = exm_message_write (message, EXM_MESSAGE_PLAIN, MAX_BYTES);
  g_autofree char *html = exm_message_write_html (message, MAX_BYTES);
  /* Base64 has no dash. */
  g_autofree char *boundary = g_strconcat ("exemplar-", message->id, NULL);
  GString *out = request->body;

  if (!check_mailbox (connection, sender != NULL ? sender : "", error))
    return FALSE;
  g_ptr_array_add (request->headers, g_strdup (sender));
  for (guint i = 0; receivers[i] != NULL; i++)
    {
      if (!check_mailbox (connection, g_strstrip (receivers[i]), error))
        return FALSE;
      g_ptr_array_add (request->headers, g_strdup (receivers[i]));
    }
  request->url = g_strdup (connection->address);
  g_string_append_printf (out, "From: Exemplar <%s>\r\nTo: ", sender);
  for (guint i = 0; receivers[i] != NULL; i++)
    g_string_append_printf (out, "%s<%s>", i > 0 ? ",\r\n " : "", receivers[i]);
  g_string_append (out, "\r\nSubject: ");
  append_words (out, title);
  g_string_append (out, "\r\n");
  append_date (out, message->now_usec);
  g_string_append_printf (out, "Message-ID: <%s%s>\r\n", message->id,
                          strrchr (sender, '@'));
  append_list_id (out, message);
  g_string_append_printf (out,
                          "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                          "Content-Type: multipart/alternative; boundary=\"%s\"\r\n\r\n",
                          boundary);
  /* The last is what a mail program shows, if it can. */
  append_part (out, boundary, "text/plain", text);
  append_part (out, boundary, "text/html", html);
  g_string_append_printf (out, "--%s--\r\n", boundary);
  return TRUE;
}

const ExmMessageKind exm_message_mail = {
  .id = "mail",
  .title = N_ ("Mail"),
  .summary = N_ ("mail, of each article or once a day"),
  .address = "smtps://me@example.org@smtp.example.org",
  .secret = N_ ("Password"),
  .room = N_ ("Receivers"),
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .pause_ms = 1100,
  .build = build,
  .send = exm_smtp_send,
};
