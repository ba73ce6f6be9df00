/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-sender.h"

#include "publish/messages/exm-message-exchange.h"

#include <glib/gi18n-lib.h>

/* As #ExmMessageKind's @deliver, of one request. */
static gboolean
deliver (ExmMessageExchange *exchange,
         const ExmMessageRequest *request,
         ExmSent *sent,
         GError **error)
{
  g_auto (ExmMessageAnswer) answer = { 0 };

  return exm_message_exchange_ask (exchange, request, FALSE, &answer, error)
         && exm_message_exchange_judge (exchange, &answer, sent, error);
}

gboolean
exm_message_send (const ExmMessageKind *kind,
                  const ExmMessage *message,
                  const ExmConnection *connection,
                  GTlsDatabase *database,
                  guint timeout_ms,
                  GCancellable *cancellable,
                  ExmSent *sent,
                  GError **error)
{
  g_auto (ExmMessageRequest) request = {
    .headers = g_ptr_array_new_with_free_func (g_free),
    .body = g_string_new (NULL),
  };

  *sent = (ExmSent){ 0 };
  if (!exm_message_check (kind, connection, error))
    return FALSE;
  if (kind->store != NULL)
    return kind->store (kind, message, connection, cancellable, sent, error);
  if (kind->deliver == NULL && !kind->build (kind, message, connection, &request, error))
    return FALSE;
  if (kind->send != NULL)
    return kind->send (connection, &request, database, timeout_ms, cancellable, sent,
                       error);
  g_autoptr (GMainContext) context = g_main_context_new ();
  ExmMessageExchange exchange = {
    .kind = kind,
    .connection = connection,
    .database = database,
    .cancellable = cancellable,
    .until_usec = g_get_monotonic_time () + timeout_ms * G_TIME_SPAN_MILLISECOND,
    .kept_usec = timeout_ms * G_TIME_SPAN_MILLISECOND / 3,
  };
  g_main_context_push_thread_default (context);
  gboolean good = kind->deliver != NULL ? kind->deliver (&exchange, message, sent, error)
                                        : deliver (&exchange, &request, sent, error);
  g_main_context_pop_thread_default (context);
  return good;
}

static ExmArticle *
new_sample (gint64 now_usec)
{
  g_auto (ExmArticleFields) fields = {
    .url = g_strdup ("https://example.com/sample"),
    .url_key = g_strdup ("https://example.com/sample"),
    .collected_usec = now_usec,
    .metadata = exm_metadata_new (),
    .text = g_strdup (_ ("The text of an article would begin here.")),
    .confidence = 1,
    .template_similarity = 1,
  };

  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_ELEMENT,
                    _ ("Sample article"));
  return exm_article_new (&fields);
}

gboolean
exm_message_send_test (const ExmMessageKind *kind,
                       const ExmConnection *connection,
                       gint64 now_usec,
                       GCancellable *cancellable,
                       ExmSent *sent,
                       GError **error)
{
  g_autoptr (GPtrArray) articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  g_autoptr (GPtrArray) deliveries = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *id = g_uuid_string_random ();
  const ExmMessage message = {
    .task_name = "Exemplar",
    .articles = articles,
    .deliveries = deliveries,
    .id = id,
    .now_usec = now_usec,
    .is_test = TRUE,
  };

  g_ptr_array_add (articles, new_sample (now_usec));
  g_ptr_array_add (deliveries, g_strdup (id));
  return exm_message_send (kind, &message, connection, NULL, EXM_MESSAGE_TIMEOUT_MS,
                           cancellable, sent, error);
}
