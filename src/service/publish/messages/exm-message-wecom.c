/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The robot of a group in WeCom (企业微信). */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>

/* The most that it takes as Markdown. */
#define MAX_BYTES 4096u

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_autofree char *text = exm_message_write (message, EXM_MESSAGE_MARKDOWN, MAX_BYTES);

  request->url = g_strdup (connection->address);
  g_string_append (request->body, "{\"msgtype\":\"markdown\",\"markdown\":{\"content\":");
  exm_quote_json (request->body, text);
  g_string_append (request->body, "}}");
  return TRUE;
}

const ExmMessageKind exm_message_wecom = {
  .id = "wecom",
  .title = N_ ("WeCom"),
  .summary = N_ ("the robot of a WeCom group"),
  .address = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .code = "errcode",
  .detail = "errmsg",
  .busy = { 45009, 45033 },
  .pause_ms = 3100, /* 20 a minute */
  .build = build,
};
