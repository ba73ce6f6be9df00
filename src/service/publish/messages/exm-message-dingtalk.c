/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The robot of a group in DingTalk (钉钉), signed where it has a secret: HMAC-SHA256 of
 * "timestamp\nsecret" with the secret as key, the time in milliseconds. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The most that it takes as a message. */
#define MAX_BYTES 18000u

static char *
sign_url (const ExmConnection *connection, gint64 now_usec)
{
  if (connection->secret == NULL)
    return g_strdup (connection->address);
  gint64 now_ms = now_usec / 1000;
  g_autofree char *text
      = g_strdup_printf ("%" G_GINT64_FORMAT "\n%s", now_ms, connection->secret);
  g_autofree char *signature = exm_message_sign (connection->secret, text);
  g_autofree char *escaped = g_uri_escape_string (signature, NULL, FALSE);

  return g_strdup_printf (
      "%s%ctimestamp=%" G_GINT64_FORMAT "&sign=%s", connection->address,
      strchr (connection->address, '?') != NULL ? '&' : '?', now_ms, escaped);
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_autofree char *title = exm_message_dup_title (message);
  g_autofree char *text = exm_message_write (message, EXM_MESSAGE_MARKDOWN, MAX_BYTES);

  request->url = sign_url (connection, message->now_usec);
  g_string_append (request->body, "{\"msgtype\":\"markdown\",\"markdown\":{\"title\":");
  exm_quote_json (request->body, title);
  g_string_append (request->body, ",\"text\":");
  exm_quote_json (request->body, text);
  g_string_append (request->body, "}}");
  return TRUE;
}

const ExmMessageKind exm_message_dingtalk = {
  .id = "dingtalk",
  .title = N_ ("DingTalk"),
  .summary = N_ ("the robot of a DingTalk group"),
  .address = "https://oapi.dingtalk.com/robot/send?access_token=…",
  .secret = N_ ("Signing secret"),
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .code = "errcode",
  .detail = "errmsg",
  .busy = { 130101, 410100, -1 },
  .pause_ms = 3100, /* 20 a minute */
  .build = build,
};
