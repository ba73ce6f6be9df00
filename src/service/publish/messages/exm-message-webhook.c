/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* JSON of all that is known of articles, for programs; signed over its bytes. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-writer.h"
#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message.h"
#include "task/exm-output-format.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
add_header (ExmMessageRequest *request, const char *name, const char *value)
{
  g_ptr_array_add (request->headers, g_strdup (name));
  g_ptr_array_add (request->headers, g_strdup (value));
}

static void
append_articles (GString *body, const ExmMessage *message)
{
  g_string_append (body, ",\"articles\":[");
  for (guint i = 0; i < message->articles->len; i++)
    {
      g_autofree char *line = exm_article_write (g_ptr_array_index (message->articles, i),
                                                 EXM_OUTPUT_JSON_LINES);
      g_string_append (body, i > 0 ? ",{\"delivery\":" : "{\"delivery\":");
      exm_quote_json (body, g_ptr_array_index (message->deliveries, i));
      /* Behind its "{". */
      g_string_append_printf (body, ",%s", g_strchomp (line) + 1);
    }
  g_string_append_c (body, ']');
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  GString *body = request->body;

  request->url = g_strdup (connection->address);
  g_string_append (body, "{\"event\":");
  exm_quote_json (body, message->is_test ? "test" : "articles");
  g_string_append (body, ",\"delivery\":");
  exm_quote_json (body, message->id);
  g_string_append (body, ",\"task_name\":");
  exm_quote_json (body, message->task_name);
  append_articles (body, message);
  g_string_append (body, "}\n");
  add_header (request, "X-Exemplar-Delivery", message->id);
  if (connection->secret == NULL)
    return TRUE;
  g_autofree char *hmac = g_compute_hmac_for_string (
      G_CHECKSUM_SHA256, (const guchar *) connection->secret, strlen (connection->secret),
      body->str, (gssize) body->len);
  g_autofree char *signature = g_strconcat ("sha256=", hmac, NULL);
  add_header (request, "X-Exemplar-Signature", signature);
  return TRUE;
}

const ExmMessageKind exm_message_webhook = {
  .id = "webhook",
  .title = N_ ("Webhook"),
  .summary = N_ ("signed JSON with all that is known, for programs"),
  .address = "https://example.com/hook",
  .secret = N_ ("Signing secret"),
  .guarantee = EXM_GUARANTEE_DELIVERY_ID,
  .build = build,
};
