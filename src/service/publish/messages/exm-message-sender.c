/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-sender.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <libsoup/soup.h>
#include <math.h>
#include <string.h>

/* Read of an answer, and shown of it. */
#define MAX_ANSWER_BYTES (64u * 1024u)
#define MAX_SHOWN_CHARS 300

/* One message on its way. */
typedef struct
{
  const ExmMessageKind *kind;      /* (unowned) */
  const ExmConnection *connection; /* (unowned) */
  GMainContext *context;           /* (owned) */
  SoupSession *session;            /* (owned) */
  SoupMessage *message;            /* (owned) */
  GCancellable *cancellable;       /* (owned): of the caller's, and of the time-out */
  GInputStream *stream;            /* (owned) (nullable) */
  GByteArray *answer;              /* (owned) */
  GError *error;                   /* (owned) (nullable) */
  gboolean asked;                  /* its head may have gone out */
  gboolean bad_certificate;
  gboolean late;
  gboolean done;
} Sending;

static void
sending_clear (Sending *self)
{
  soup_session_abort (self->session);
  g_clear_object (&self->stream);
  g_clear_object (&self->message);
  g_clear_object (&self->session);
  g_clear_object (&self->cancellable);
  g_byte_array_unref (self->answer);
  g_clear_error (&self->error);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_unref (self->context);
}

static void
on_starting (SoupMessage *message, gpointer data)
{
  ((Sending *) data)->asked = TRUE;
}

static gboolean
on_certificate (SoupMessage *message,
                GTlsCertificate *certificate,
                GTlsCertificateFlags faults,
                gpointer data)
{
  ((Sending *) data)->bad_certificate = TRUE;
  return FALSE;
}

static gboolean
on_late (gpointer data)
{
  Sending *self = data;

  self->late = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_caller_cancelled (GCancellable *cancellable, gpointer own)
{
  g_cancellable_cancel (own);
}

static void read_more (Sending *self);

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Sending *self = data;
  g_autoptr (GBytes) bytes
      = g_input_stream_read_bytes_finish (G_INPUT_STREAM (source), result, &self->error);
  gsize n_bytes = bytes != NULL ? g_bytes_get_size (bytes) : 0;

  if (n_bytes > 0)
    g_byte_array_append (self->answer, g_bytes_get_data (bytes, NULL), (guint) n_bytes);
  if (n_bytes == 0 || self->answer->len >= MAX_ANSWER_BYTES)
    self->done = TRUE;
  else
    read_more (self);
}

static void
read_more (Sending *self)
{
  g_input_stream_read_bytes_async (self->stream, MAX_ANSWER_BYTES - self->answer->len,
                                   G_PRIORITY_DEFAULT, self->cancellable, on_read, self);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  Sending *self = data;

  self->stream = soup_session_send_finish (SOUP_SESSION (source), result, &self->error);
  if (self->stream != NULL)
    read_more (self);
  else
    self->done = TRUE;
}

static SoupMessage *
new_message (const ExmMessageRequest *request)
{
  SoupMessage *message = soup_message_new (
      request->method != NULL ? request->method : SOUP_METHOD_POST, request->url);

  if (message == NULL)
    return NULL;
  g_autoptr (GBytes) body = g_bytes_new (request->body->str, request->body->len);
  soup_message_set_request_body_from_bytes (message, "application/json; charset=utf-8",
                                            body);
  for (guint i = 0; i + 1 < request->headers->len; i += 2)
    soup_message_headers_replace (soup_message_get_request_headers (message),
                                  g_ptr_array_index (request->headers, i),
                                  g_ptr_array_index (request->headers, i + 1));
  /* A connection that was kept may be closed when it is written to, after which nobody
   * knows whether that arrived. */
  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_NEW_CONNECTION
                                       | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE);
  return message;
}

/* Until the answer is there, or nothing more can be waited for. */
static void
run (Sending *self, guint timeout_ms, GCancellable *cancellable)
{
  g_autoptr (GSource) timer = g_timeout_source_new (timeout_ms);
  gulong handler
      = cancellable != NULL
            ? g_cancellable_connect (cancellable, G_CALLBACK (on_caller_cancelled),
                                     g_object_ref (self->cancellable), g_object_unref)
            : 0;

  g_source_set_callback (timer, on_late, self, NULL);
  g_source_attach (timer, self->context);
  g_signal_connect (self->message, "starting", G_CALLBACK (on_starting), self);
  g_signal_connect (self->message, "accept-certificate", G_CALLBACK (on_certificate),
                    self);
  soup_session_send_async (self->session, self->message, G_PRIORITY_DEFAULT,
                           self->cancellable, on_sent, self);
  while (!self->done)
    g_main_context_iteration (self->context, TRUE);
  g_source_destroy (timer);
  g_cancellable_disconnect (cancellable, handler);
}

/* The object of an answer; (transfer none) (nullable). */
static JsonObject *
parse_answer (JsonParser *parser, const char *text)
{
  if (!exm_json_is_shallow (text, strlen (text), EXM_MAX_JSON_DEPTH)
      || !json_parser_load_from_data (parser, text, -1, NULL))
    return NULL;
  JsonNode *root = json_parser_get_root (parser);
  return root != NULL && JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root)
                                                       : NULL;
}

/* A member that is a number or a truth value; %FALSE where there is none. */
static gboolean
find_number (JsonObject *object, const char *name, double *value)
{
  JsonNode *node
      = object != NULL && name != NULL ? json_object_get_member (object, name) : NULL;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  GType type = json_node_get_value_type (node);
  if (type == G_TYPE_BOOLEAN)
    *value = json_node_get_boolean (node);
  else if (type == G_TYPE_INT64 || type == G_TYPE_DOUBLE)
    *value = json_node_get_double (node);
  else
    return FALSE;
  return TRUE;
}

static const char *
find_text (JsonObject *object, const char *name)
{
  JsonNode *node
      = object != NULL && name != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_VALUE (node)
                 && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Seconds that a service asks for, in its header or in its answer. */
static gint64
find_rest (const Sending *self, JsonObject *object)
{
  const char *header = soup_message_headers_get_one (
      soup_message_get_response_headers (self->message), "Retry-After");
  JsonNode *parameters
      = object != NULL ? json_object_get_member (object, "parameters") : NULL;
  double seconds = 0;

  if (header != NULL && g_ascii_isdigit (*header))
    seconds = g_ascii_strtod (header, NULL);
  else if (header != NULL)
    {
      g_autoptr (GDateTime) date = soup_date_time_new_from_http_string (header);
      if (date != NULL)
        seconds
            = (double) (g_date_time_to_unix (date) - g_get_real_time () / G_USEC_PER_SEC);
    }
  else if (find_number (object, "retry_after_ms", &seconds))
    seconds /= 1000;
  else if (!find_number (object, "retry_after", &seconds) && parameters != NULL
           && JSON_NODE_HOLDS_OBJECT (parameters))
    find_number (json_node_get_object (parameters), "retry_after", &seconds);
  if (!isfinite (seconds) || seconds <= 0)
    return 0;
  return (gint64) (MIN (seconds, (double) EXM_MESSAGE_MAX_REST_USEC / G_USEC_PER_SEC)
                   * G_USEC_PER_SEC);
}

static char *
shorten (const Sending *self, const char *text)
{
  g_autofree char *hidden = exm_connection_hide (self->connection, text);
  g_autofree char *start
      = g_utf8_substring (hidden, 0, MIN (g_utf8_strlen (hidden, -1), MAX_SHOWN_CHARS));

  return g_strstrip (g_steal_pointer (&start));
}

static gboolean
refuse (const Sending *self, const ExmSent *sent, const char *detail, GError **error)
{
  g_autofree char *host
      = exm_connection_dup_host (self->connection, self->kind->standard_address);
  g_autofree char *said = shorten (self, detail);

  /* A gateway that lost the service tells nothing of what became of the message. */
  if (sent->status == SOUP_STATUS_BAD_GATEWAY
      || sent->status == SOUP_STATUS_GATEWAY_TIMEOUT)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        N_ ("%s gave no answer of its own (status %u)."), host,
                        sent->status);
  else if (SOUP_STATUS_IS_REDIRECTION (sent->status))
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        N_ ("%s sends elsewhere (status %u), where no secret is sent: "
                            "enter the new address."),
                        host, sent->status);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        /* translators: a host, a number, what the host said */
                        N_ ("%s did not take the message (status %u): %s"), host,
                        sent->status, said);
  return FALSE;
}

/* The status is good: what does the answer say? */
static gboolean
judge_answer (const Sending *self, JsonObject *object, ExmSent *sent, GError **error)
{
  const ExmMessageKind *kind = self->kind;
  const char *detail = find_text (object, kind->detail);
  double code = 0;

  if (kind->code == NULL)
    return TRUE;
  if (!find_number (object, kind->code, &code))
    {
      g_autofree char *host
          = exm_connection_dup_host (self->connection, kind->standard_address);
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                          N_ ("%s gave an answer that cannot be understood: %s"), host,
                          sent->answer);
      return FALSE;
    }
  if ((gint64) code == kind->good)
    return TRUE;
  for (guint i = 0; i < EXM_N_BUSY_CODES && kind->busy[i] != 0; i++)
    if ((gint64) code == kind->busy[i])
      sent->rest_usec = MAX (sent->rest_usec, G_TIME_SPAN_MINUTE);
  g_autofree char *words
      = g_strdup_printf ("%s (%s %" G_GINT64_FORMAT ")", detail != NULL ? detail : "",
                         kind->code, (gint64) code);
  return refuse (self, sent, words, error);
}

static gboolean
judge (const Sending *self, ExmSent *sent, GError **error)
{
  /* An empty array has no bytes at all. */
  const char *bytes = self->answer->len > 0 ? (const char *) self->answer->data : "";
  g_autofree char *text = g_utf8_make_valid (bytes, (gssize) self->answer->len);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject *object = parse_answer (parser, text);
  const char *detail = find_text (object, self->kind->detail);

  sent->status = soup_message_get_status (self->message);
  sent->answer = shorten (self, text);
  if (SOUP_STATUS_IS_SUCCESSFUL (sent->status))
    return judge_answer (self, object, sent, error);
  sent->rest_usec = find_rest (self, object);
  return refuse (self, sent, detail != NULL ? detail : sent->answer, error);
}

static gboolean
fail (const Sending *self, GError **error)
{
  g_autofree char *host
      = exm_connection_dup_host (self->connection, self->kind->standard_address);
  g_autofree char *why = shorten (self, self->error->message);

  if (self->bad_certificate)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                        N_ ("%s cannot prove that it is %s (its certificate is not "
                            "valid); nothing was sent."),
                        self->connection->name, host);
  else if (!self->asked)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                        /* translators: a host, then why */
                        N_ ("%s cannot be reached: %s"), host,
                        self->late ? N_ ("it took too long") : why);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        /* translators: a host, then why */
                        N_ ("The message was sent to %s, and no answer was seen: %s"),
                        host, self->late ? N_ ("it took too long") : why);
  return FALSE;
}

/* As exm_message_send(), in a context of its own. */
static gboolean
send_in (GMainContext *context,
         const ExmMessageKind *kind,
         const ExmConnection *connection,
         const ExmMessageRequest *request,
         GTlsDatabase *database,
         guint timeout_ms,
         GCancellable *cancellable,
         ExmSent *sent,
         GError **error)
{
  gboolean good = FALSE;
  Sending self = {
    .kind = kind,
    .connection = connection,
    .context = g_main_context_ref (context),
    .session = soup_session_new_with_options ("user-agent", "Exemplar/" EXM_VERSION,
                                              "timeout", 0, "max-conns", 1, NULL),
    .message = new_message (request),
    .cancellable = g_cancellable_new (),
    .answer = g_byte_array_new (),
  };

  if (database != NULL)
    soup_session_set_tls_database (self.session, database);
  if (self.message == NULL)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                        N_ ("The address of the connection “%s” cannot be used"),
                        connection->name);
  else
    {
      run (&self, timeout_ms, cancellable);
      /* With its head there is an answer, however much of it comes. */
      good = self.stream == NULL ? fail (&self, error) : judge (&self, sent, error);
    }
  sending_clear (&self);
  return good;
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
  if (!kind->build (kind, message, connection, &request, error))
    return FALSE;
  if (kind->send != NULL)
    return kind->send (connection, &request, database, timeout_ms, cancellable, sent,
                       error);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_main_context_push_thread_default (context);
  gboolean good = send_in (context, kind, connection, &request, database, timeout_ms,
                           cancellable, sent, error);
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
