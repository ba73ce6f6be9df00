/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The robot of a group in Feishu (飞书) or Lark, signed where it has a secret:
 * HMAC-SHA256 of nothing with "timestamp\nsecret" as key, the time in seconds. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>

/* The most that it takes as a message is 20 KB. */
#define MAX_BYTES 12000u

static void
append_signature (GString *body, const ExmConnection *connection, gint64 now_usec)
{
  if (connection->secret == NULL)
    return;
  gint64 now_s = now_usec / G_USEC_PER_SEC;
  g_autofree char *key
      = g_strdup_printf ("%" G_GINT64_FORMAT "\n%s", now_s, connection->secret);
  g_autofree char *signature = exm_message_sign (key, "");

  g_string_append_printf (body, "\"timestamp\":\"%" G_GINT64_FORMAT "\",\"sign\":\"%s\",",
                          now_s, signature);
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_autofree char *text = exm_message_write (message, EXM_MESSAGE_PLAIN, MAX_BYTES);

  request->url = g_strdup (connection->address);
  g_string_append_c (request->body, '{');
  append_signature (request->body, connection, message->now_usec);
  g_string_append (request->body, "\"msg_type\":\"text\",\"content\":{\"text\":");
  /* Its text has tags, as <at user_id="all">. */
  g_autoptr (GString) tame = g_string_new (text);
  g_string_replace (tame, "<", "＜", 0);
  exm_message_cut (tame, MAX_BYTES);
  exm_quote_json (request->body, tame->str);
  g_string_append (request->body, "}}");
  return TRUE;
}

const ExmMessageKind exm_message_feishu = {
  .id = "feishu",
  .title = N_ ("Feishu"),
  .summary = N_ ("the robot of a Feishu or Lark group"),
  .address = "https://open.feishu.cn/open-apis/bot/v2/hook/…",
  .secret = N_ ("Signing secret"),
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .code = "code",
  .detail = "msg",
  .busy = { 11232, 9499 },
  .pause_ms = 700, /* 100 a minute */
  .build = build,
};
