/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-exchange.h"

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

/* The longest rest that a service may ask for, microseconds. */
#define MAX_REST_USEC (6 * G_TIME_SPAN_HOUR)

/* One message on its way. */
typedef struct
{
  GMainContext *context;     /* (owned) */
  SoupSession *session;      /* (owned) */
  SoupMessage *message;      /* (owned) */
  GCancellable *cancellable; /* (owned): of the caller's, and of the time-out */
  GInputStream *stream;      /* (owned) (nullable) */
  GByteArray *answer;        /* (owned) */
  GError *error;             /* (owned) (nullable) */
  gboolean asked;            /* its head may have gone out */
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

static gint64
limit_rest (double seconds)
{
  if (!isfinite (seconds) || seconds <= 0)
    return 0;
  return (gint64) (MIN (seconds, (double) MAX_REST_USEC / G_USEC_PER_SEC)
                   * G_USEC_PER_SEC);
}

/* Seconds that a service asks for, in its header. */
static double
read_retry_after (const char *header)
{
  if (header == NULL || g_ascii_isdigit (*header))
    return header != NULL ? g_ascii_strtod (header, NULL) : 0;
  g_autoptr (GDateTime) date = soup_date_time_new_from_http_string (header);
  return date != NULL
             ? (double) (g_date_time_to_unix (date) - g_get_real_time () / G_USEC_PER_SEC)
             : 0;
}

/* Seconds that a service asks for, in its answer. */
static double
find_rest (JsonObject *object)
{
  JsonNode *parameters
      = object != NULL ? json_object_get_member (object, "parameters") : NULL;
  double seconds = 0;

  if (find_number (object, "retry_after_ms", &seconds))
    return seconds / 1000;
  if (!find_number (object, "retry_after", &seconds) && parameters != NULL
      && JSON_NODE_HOLDS_OBJECT (parameters))
    find_number (json_node_get_object (parameters), "retry_after", &seconds);
  return seconds;
}

static char *
shorten (const ExmMessageExchange *self, const char *text)
{
  g_autofree char *hidden = exm_connection_hide (self->connection, text);
  g_autofree char *start
      = g_utf8_substring (hidden, 0, MIN (g_utf8_strlen (hidden, -1), MAX_SHOWN_CHARS));

  return g_strstrip (g_steal_pointer (&start));
}

static char *
dup_host (const ExmMessageExchange *self)
{
  return exm_connection_dup_host (self->connection, self->kind->standard_address);
}

static gboolean
refuse (const ExmMessageExchange *self,
        const ExmMessageAnswer *answer,
        const char *detail,
        GError **error)
{
  g_autofree char *host = dup_host (self);
  g_autofree char *said = shorten (self, detail);

  /* A gateway that lost the service tells nothing of what became of the message. */
  if (!answer->is_of_question
      && (answer->status == SOUP_STATUS_BAD_GATEWAY
          || answer->status == SOUP_STATUS_GATEWAY_TIMEOUT))
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        N_ ("%s gave no answer of its own (status %u)."), host,
                        answer->status);
  else if (SOUP_STATUS_IS_REDIRECTION (answer->status))
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        N_ ("%s sends elsewhere (status %u), where no secret is sent: "
                            "enter the new address."),
                        host, answer->status);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        /* translators: a host, a number, what the host said */
                        N_ ("%s did not take the message (status %u): %s"), host,
                        answer->status, said);
  return FALSE;
}

/* The status is good: what does the answer say? */
static gboolean
judge_answer (const ExmMessageExchange *self,
              const ExmMessageAnswer *answer,
              JsonObject *object,
              ExmSent *sent,
              GError **error)
{
  const ExmMessageKind *kind = self->kind;
  const char *detail = find_text (object, kind->detail);
  double code = 0;

  if (kind->code == NULL)
    return TRUE;
  if (!find_number (object, kind->code, &code))
    {
      g_autofree char *host = dup_host (self);
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
  return refuse (self, answer, words, error);
}

gboolean
exm_message_exchange_judge (ExmMessageExchange *self,
                            const ExmMessageAnswer *answer,
                            ExmSent *sent,
                            GError **error)
{
  g_autofree char *text
      = g_utf8_make_valid (answer->bytes->str, (gssize) answer->bytes->len);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonObject *object = parse_answer (parser, text);
  const char *detail = find_text (object, self->kind->detail);

  exm_sent_clear (sent);
  sent->status = answer->status;
  sent->answer = shorten (self, text);
  if (SOUP_STATUS_IS_SUCCESSFUL (answer->status))
    return judge_answer (self, answer, object, sent, error);
  sent->rest_usec
      = answer->rest_usec > 0 ? answer->rest_usec : limit_rest (find_rest (object));
  return refuse (self, answer, detail != NULL ? detail : sent->answer, error);
}

static gboolean
fail (const ExmMessageExchange *self,
      const Sending *sending,
      gboolean may_repeat,
      GError **error)
{
  g_autofree char *host = dup_host (self);
  g_autofree char *why = shorten (self, sending->error->message);

  if (sending->bad_certificate)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                        N_ ("%s cannot prove that it is %s (its certificate is not "
                            "valid); nothing was sent."),
                        self->connection->name, host);
  else if (!sending->asked || may_repeat)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                        /* translators: a host, then why */
                        N_ ("%s cannot be reached: %s"), host,
                        sending->late ? N_ ("it took too long") : why);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        /* translators: a host, then why */
                        N_ ("The message was sent to %s, and no answer was seen: %s"),
                        host, sending->late ? N_ ("it took too long") : why);
  return FALSE;
}

static void
take_answer (Sending *sending, gboolean may_repeat, ExmMessageAnswer *answer)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (sending->message);

  answer->status = soup_message_get_status (sending->message);
  /* An empty array has no bytes at all. */
  answer->bytes = g_string_new_len (
      sending->answer->len > 0 ? (const char *) sending->answer->data : "",
      sending->answer->len);
  answer->location = g_strdup (soup_message_headers_get_one (headers, "Location"));
  answer->rest_usec = limit_rest (
      read_retry_after (soup_message_headers_get_one (headers, "Retry-After")));
  answer->is_whole = sending->error == NULL && sending->answer->len < MAX_ANSWER_BYTES;
  answer->is_of_question = may_repeat;
}

/* Nothing was sent any more: the time of the whole was over. */
static void
say_late (const ExmMessageExchange *self, GError **error)
{
  g_autofree char *host = dup_host (self);

  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                      /* translators: a host, then why */
                      N_ ("%s cannot be reached: %s"), host, N_ ("it took too long"));
}

void
exm_message_answer_clear (ExmMessageAnswer *self)
{
  if (self->bytes != NULL)
    g_string_free (self->bytes, TRUE);
  g_free (self->location);
  *self = (ExmMessageAnswer){ 0 };
}

gboolean
exm_message_exchange_ask (ExmMessageExchange *self,
                          const ExmMessageRequest *request,
                          gboolean may_repeat,
                          ExmMessageAnswer *answer,
                          GError **error)
{
  gboolean good = FALSE;
  gint64 left_usec
      = self->until_usec - g_get_monotonic_time () - (may_repeat ? self->kept_usec : 0);
  Sending sending = {
    .context = g_main_context_ref_thread_default (),
    .session = soup_session_new_with_options ("user-agent", "Exemplar/" EXM_VERSION,
                                              "timeout", 0, "max-conns", 1, NULL),
    .message = new_message (request),
    .cancellable = g_cancellable_new (),
    .answer = g_byte_array_new (),
  };

  *answer = (ExmMessageAnswer){ 0 };
  if (self->database != NULL)
    soup_session_set_tls_database (sending.session, self->database);
  if (sending.message == NULL)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                        N_ ("The address of the connection “%s” cannot be used"),
                        self->connection->name);
  else if (left_usec <= 0)
    say_late (self, error);
  else
    {
      run (&sending, (guint) (left_usec / G_TIME_SPAN_MILLISECOND), self->cancellable);
      good = sending.stream != NULL;
      if (good)
        take_answer (&sending, may_repeat, answer);
      else
        fail (self, &sending, may_repeat, error);
    }
  sending_clear (&sending);
  return good;
}
