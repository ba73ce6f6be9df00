/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-job-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "base/exm-sniff.h"
#include "fetch/exm-address.h"
#include "fetch/exm-content-type.h"
#include "fetch/exm-fetch-arrival-private.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-fetch-record.h"
#include "fetch/exm-fetch-response-private.h"
#include "fetch/exm-http-header.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"

/* Microseconds of a time-out. */
#define USEC(ms) ((gint64) (ms) *1000)
#define ACCEPT_PAGES "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
#define CHUNK_BYTES (64u * 1024u)
/* Most bytes read of the page of a refusal. */
#define REFUSAL_BYTES (256u * 1024u)

typedef struct
{
  GTask *task;                      /* (unowned): owns the job as its data */
  const ExmFetchSessions *sessions; /* (unowned) */
  const ExmFetchOptions *options;   /* (unowned) */
  ExmFetchRequest *request;         /* (owned) */

  GCancellable *cancel;   /* (owned): of every operation below; not the caller's */
  GSource *caller_cancel; /* (owned) (nullable) */
  GSource *timer;         /* (owned) (nullable) */
  GError *failure;        /* (owned) (nullable): why @cancel was cancelled */
  gint64 started_usec;
  gint64 progress_usec;

  GUri *first_uri;          /* (owned) (nullable) */
  GUri *uri;                /* (owned) (nullable): of this hop */
  GHashTable *seen;         /* (owned) (element-type utf8): URLs asked for */
  SoupMessage *message;     /* (owned) (nullable) */
  GInputStream *stream;     /* (owned) (nullable) */
  GSocketAddress *peer;     /* (owned) (nullable): of this hop */
  gint64 asked_usec;        /* when its request went out, Unix time */
  ExmFetchArrival *arrival; /* (owned) (nullable): while a body is read */
  guint8 *chunk;            /* (owned): CHUNK_BYTES */
  GByteArray *body;         /* (owned) */
  gsize n_surplus;          /* bytes behind the end of compressed data */
  gboolean sniffed;
  ExmFetched *out; /* (owned) (nullable): until it is returned */
} Job;

static void start_hop (Job *job);

static ExmFetchRequest *
copy_request (const ExmFetchRequest *request)
{
  ExmFetchRequest *self = g_new0 (ExmFetchRequest, 1);

  if (request == NULL)
    return self;
  self->headers = (const char *const *) g_strdupv ((char **) request->headers);
  self->if_none_match = g_strdup (request->if_none_match);
  self->if_modified_since = g_strdup (request->if_modified_since);
  self->operator_host = g_strdup (request->operator_host);
  self->any_type = request->any_type;
  return self;
}

static void
free_request (ExmFetchRequest *self)
{
  g_strfreev ((char **) self->headers);
  g_free ((char *) self->if_none_match);
  g_free ((char *) self->if_modified_since);
  g_free ((char *) self->operator_host);
  g_free (self);
}

static gboolean
check_header (const char *name, const char *value, GError **error)
{
  if (value != NULL && exm_http_header_is_valid (name, value))
    return TRUE;
  g_propagate_error (
      error, exm_fetch_error_new (EXM_FETCH_ERROR_REQUEST, NULL,
                                  N_ ("The header “%s” cannot be sent: its name or value "
                                      "has characters that are not allowed."),
                                  name));
  return FALSE;
}

static gboolean
check_request (const ExmFetchRequest *self, GError **error)
{
  for (const char *const *p = self->headers; p != NULL && *p != NULL; p += 2)
    if (!check_header (p[0], p[1], error))
      return FALSE;
  if (self->if_none_match != NULL
      && !check_header ("If-None-Match", self->if_none_match, error))
    return FALSE;
  return self->if_modified_since == NULL
         || check_header ("If-Modified-Since", self->if_modified_since, error);
}

static gboolean
is_conditional (const ExmFetchRequest *self)
{
  return self->if_none_match != NULL || self->if_modified_since != NULL;
}

static gboolean
is_same_origin (GUri *a, GUri *b)
{
  return g_str_equal (g_uri_get_scheme (a), g_uri_get_scheme (b))
         && exm_host_equal (g_uri_get_host (a), g_uri_get_host (b))
         && g_uri_get_port (a) == g_uri_get_port (b);
}

/* Any header may hold a key (X-Api-Key …): but for what kinds of answers are liked, they
 * stay with whom they were meant for. */
static gboolean
is_for_everybody (const char *name)
{
  return g_ascii_strcasecmp (name, "Accept") == 0
         || g_ascii_strcasecmp (name, "Accept-Language") == 0;
}

/* @first: the address asked for at first: headers that may be secrets go to its origin
 * alone */
static void
apply_request (const ExmFetchRequest *self, SoupMessage *message, GUri *first)
{
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  gboolean same_origin = is_same_origin (soup_message_get_uri (message), first);

  soup_message_headers_replace (headers, "Accept", self->any_type ? "*/*" : ACCEPT_PAGES);
  if (self->if_none_match != NULL)
    soup_message_headers_replace (headers, "If-None-Match", self->if_none_match);
  if (self->if_modified_since != NULL)
    soup_message_headers_replace (headers, "If-Modified-Since", self->if_modified_since);
  for (const char *const *p = self->headers; p != NULL && *p != NULL; p += 2)
    if (same_origin || is_for_everybody (p[0]))
      soup_message_headers_replace (headers, p[0], p[1]);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  free_request (job->request);
  g_clear_object (&job->cancel);
  g_clear_error (&job->failure);
  g_clear_pointer (&job->first_uri, g_uri_unref);
  g_clear_pointer (&job->uri, g_uri_unref);
  g_hash_table_unref (job->seen);
  g_free (job->chunk);
  g_byte_array_unref (job->body);
  g_clear_pointer (&job->out, exm_fetched_unref);
  g_free (job);
}

static const char *
shown_url (Job *job)
{
  return job->out->final_url;
}

/* Lets go of this hop. libsoup does not read a rest of the body when it closes: the
 * connection is dropped instead. */
static void
end_hop (Job *job)
{
  if (job->message != NULL)
    g_signal_handlers_disconnect_by_data (job->message, job);
  g_clear_pointer (&job->arrival, exm_fetch_arrival_free);
  g_clear_object (&job->peer);
  if (job->stream != NULL)
    g_input_stream_close_async (job->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  g_clear_object (&job->stream);
  g_clear_object (&job->message);
}

static void
clear_source (GSource **source)
{
  if (*source == NULL)
    return;
  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

/* Returns from the fetch; @error is taken, %NULL for success. @job is gone afterwards. */
static void
job_end (Job *job, GError *error)
{
  GTask *task = job->task;

  clear_source (&job->timer);
  clear_source (&job->caller_cancel);
  end_hop (job);
  if (job->out != NULL)
    job->out->elapsed_usec = g_get_monotonic_time () - job->started_usec;

  if (job->failure != NULL)
    {
      g_clear_error (&error);
      error = g_steal_pointer (&job->failure);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_steal_pointer (&job->out),
                           (GDestroyNotify) exm_fetched_unref);
  g_object_unref (task);
}

/* Stops whatever is under way; it then comes back with an error, and @failure is told
 * instead of that. Taken: @failure. */
static void
job_stop (Job *job, GError *failure)
{
  if (job->failure == NULL)
    job->failure = failure;
  else
    g_error_free (failure);
  g_cancellable_cancel (job->cancel);
}

static gboolean
on_caller_cancelled (GCancellable *cancellable, gpointer data)
{
  Job *job = data;

  job_stop (job, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                                      _ ("The fetch was cancelled.")));
  return G_SOURCE_REMOVE;
}

static void
set_timer (Job *job)
{
  gint64 deadline = job->started_usec + USEC (job->options->timeout_ms);
  gint64 idle = job->progress_usec + USEC (job->options->idle_timeout_ms);

  g_source_set_ready_time (job->timer, MIN (deadline, idle));
}

static void
note_progress (Job *job)
{
  job->progress_usec = g_get_monotonic_time ();
  set_timer (job);
}

static gboolean
on_timer (gpointer data)
{
  Job *job = data;
  gint64 now = g_get_monotonic_time ();

  if (now - job->started_usec >= USEC (job->options->timeout_ms))
    job_stop (job,
              exm_fetch_error_new (EXM_FETCH_ERROR_TIMED_OUT, job->out,
                                   /* translators: a URL, then seconds */
                                   N_ ("%s was not complete after %.1f seconds."),
                                   shown_url (job), job->options->timeout_ms / 1000.0));
  else
    job_stop (job, exm_fetch_error_new (EXM_FETCH_ERROR_TIMED_OUT, job->out,
                                        N_ ("%s sent nothing for %.1f seconds."),
                                        shown_url (job),
                                        job->options->idle_timeout_ms / 1000.0));
  return G_SOURCE_REMOVE;
}

static gboolean
dispatch_timer (GSource *source, GSourceFunc callback, gpointer data)
{
  return callback (data);
}

static void
start_sources (Job *job)
{
  static GSourceFuncs timer_funcs = { .dispatch = dispatch_timer };
  GMainContext *context = g_main_context_get_thread_default ();
  GCancellable *caller = g_task_get_cancellable (job->task);

  /* Above the priority of the transfer, which may be ready all the time. */
  job->timer = g_source_new (&timer_funcs, sizeof (GSource));
  g_source_set_priority (job->timer, G_PRIORITY_HIGH);
  g_source_set_callback (job->timer, on_timer, job, NULL);
  set_timer (job);
  g_source_attach (job->timer, context);

  if (caller == NULL)
    return;
  job->caller_cancel = g_cancellable_source_new (caller);
  g_source_set_priority (job->caller_cancel, G_PRIORITY_HIGH);
  g_source_set_callback (job->caller_cancel, G_SOURCE_FUNC (on_caller_cancelled), job,
                         NULL);
  g_source_attach (job->caller_cancel, context);
}

static gboolean
may_be_private (Job *job)
{
  return job->options->allow_private
         || exm_host_equal (g_uri_get_host (job->uri), job->request->operator_host);
}

static GError *
private_error (Job *job, const char *address)
{
  return exm_fetch_error_new (
      EXM_FETCH_ERROR_PRIVATE, job->out,
      /* translators: a URL, then a host or an IP address */
      N_ ("%s was not fetched: %s belongs to this computer or its "
          "network, and was not asked for by you."),
      shown_url (job), address);
}

static void
check_remote (Job *job, GSocketAddress *address)
{
  g_autofree char *text = NULL;

  if (may_be_private (job) || G_IS_PROXY_ADDRESS (address))
    return;
  if (address != NULL && !exm_socket_address_is_private (address))
    return;
  if (G_IS_INET_SOCKET_ADDRESS (address))
    text = g_inet_address_to_string (
        g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  job_stop (job, private_error (job, text != NULL ? text : g_uri_get_host (job->uri)));
}

/* Right after connecting: nothing of TLS is sent to a private address either. */
static void
on_message_network_event (SoupMessage *message,
                          GSocketClientEvent event,
                          GIOStream *connection,
                          gpointer data)
{
  Job *job = data;

  note_progress (job);
  if (event != G_SOCKET_CLIENT_CONNECTED || !G_IS_SOCKET_CONNECTION (connection))
    return;
  g_autoptr (GSocketAddress) address
      = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  check_remote (job, address);
}

/* The second line: connections that were opened for another message pass here too, over
 * HTTP/1 before the request is written. */
static void
on_message_starting (SoupMessage *message, gpointer data)
{
  Job *job = data;

  note_progress (job);
  g_set_object (&job->peer, soup_message_get_remote_address (message));
  job->asked_usec = g_get_real_time ();
  check_remote (job, job->peer);
}

static GError *
transport_error (Job *job, const GError *error)
{
  return exm_fetch_error_from_transport (
      error, job->out, g_uri_get_host (job->uri), job->options->proxy,
      soup_message_get_tls_peer_certificate_errors (job->message));
}

static void
store_body (Job *job)
{
  gsize n_decoded = job->body->len;

  g_bytes_unref (job->out->body);
  job->out->body = g_byte_array_free_to_bytes (job->body);
  job->body = g_byte_array_new ();
  job->out->wire_bytes = exm_fetch_arrival_get_wire_bytes (job->arrival, n_decoded);
  job->out->n_decoded = exm_fetch_arrival_get_codings (job->arrival);
}

/* @ended: the stream said "end"; else it was cut off */
static void
finish_body (Job *job, gboolean ended)
{
  g_autofree char *problem
      = exm_fetch_arrival_find_problem (job->arrival, job->body->len, ended);

  store_body (job);
  if (problem == NULL)
    {
      job_end (job, NULL);
      return;
    }
  job->out->incomplete = g_steal_pointer (&problem);
  job_end (job, exm_fetch_error_new (
                    EXM_FETCH_ERROR_TRUNCATED, job->out,
                    /* translators: a URL, then "7 of 100 bytes" or another cause */
                    N_ ("Page arrived incomplete: %s (%s). Try again later."),
                    shown_url (job), job->out->incomplete));
}

/* A decoder stops at the end of its data, which may be before the end of the body. */
static void
on_surplus (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  GInputStream *raw = G_INPUT_STREAM (source);
  gssize n = g_input_stream_read_finish (raw, result, NULL);

  job->n_surplus += (gsize) MAX (n, 0);
  if (n <= 0 || job->n_surplus > job->options->max_bytes)
    {
      finish_body (job, n >= 0);
      return;
    }
  note_progress (job);
  g_input_stream_read_async (raw, job->chunk, CHUNK_BYTES, G_PRIORITY_DEFAULT,
                             job->cancel, on_surplus, job);
}

static void read_more (Job *job);

/* Takes the page of a refusal, which may want to know first whether we are a person. The
 * status is the answer in any case, however much of the page comes. */
static void
take_refusal (Job *job, gssize n)
{
  if (n > 0)
    {
      g_byte_array_append (job->body, job->chunk,
                           MIN ((guint) n, REFUSAL_BYTES - job->body->len));
      note_progress (job);
      if (job->body->len < REFUSAL_BYTES)
        {
          read_more (job);
          return;
        }
    }
  /* Only whoever asked may say otherwise. */
  if (!g_error_matches (job->failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_clear_error (&job->failure);
  store_body (job);
  job_end (job, exm_fetch_error_from_status (job->out, shown_url (job)));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (exm_http_status_is_refusal (job->out->status))
    {
      take_refusal (job, n);
      return;
    }
  if (n < 0)
    {
      if (exm_error_is_early_end (error))
        finish_body (job, FALSE);
      else
        job_end (job, transport_error (job, error));
      return;
    }
  if ((gsize) n > job->options->max_bytes - job->body->len)
    {
      job_end (job, exm_fetch_error_too_large (job->out, job->options->max_bytes));
      return;
    }
  g_byte_array_append (job->body, job->chunk, (guint) n);
  note_progress (job);

  if (!job->request->any_type && !job->sniffed
      && (n == 0 || job->body->len >= EXM_SNIFF_BYTES))
    {
      ExmSniffed sniffed = exm_sniff (job->body->data, job->body->len);
      job->sniffed = TRUE;
      if (!exm_sniffed_is_page (sniffed))
        {
          job_end (job,
                   exm_fetch_error_not_html (job->out, exm_sniffed_describe (sniffed)));
          return;
        }
    }
  if (n > 0)
    {
      read_more (job);
      return;
    }
  GInputStream *raw = exm_fetch_arrival_get_raw (job->arrival);
  if (raw != job->stream)
    g_input_stream_read_async (raw, job->chunk, CHUNK_BYTES, G_PRIORITY_DEFAULT,
                               job->cancel, on_surplus, job);
  else
    finish_body (job, TRUE);
}

static void
read_more (Job *job)
{
  g_input_stream_read_async (job->stream, job->chunk, CHUNK_BYTES, G_PRIORITY_DEFAULT,
                             job->cancel, on_read, job);
}

static void
start_body (Job *job)
{
  job->arrival = exm_fetch_arrival_new (job->message, job->stream);
  read_more (job);
}

/* Makes @job->uri that of the next hop. */
static GError *
take_redirect (Job *job)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (job->message);
  gboolean sets_cookie = soup_message_headers_get_one (headers, "Set-Cookie") != NULL;
  GError *error = NULL;
  g_autoptr (GUri) uri
      = exm_message_follow (job->message, job->out, job->options->max_redirects, &error);

  if (uri == NULL)
    return error;
  g_autofree char *key = g_uri_to_string_partial (uri, G_URI_HIDE_FRAGMENT);
  /* The second time round with a cookie is how some sites let visitors in. */
  if (!g_hash_table_add (job->seen, g_strdup (key)) && !sets_cookie)
    return exm_fetch_error_new (EXM_FETCH_ERROR_REDIRECT, job->out,
                                N_ ("%s redirects in a loop, back to %s."), job->out->url,
                                key);
  g_uri_unref (job->uri);
  job->uri = g_steal_pointer (&uri);
  return NULL;
}

static void
handle_response (Job *job)
{
  ExmFetched *out = job->out;
  gboolean conditional = is_conditional (job->request);
  SoupMessageHeaders *headers = soup_message_get_response_headers (job->message);

  if (exm_http_status_is_redirect (out->status))
    {
      GError *error = take_redirect (job);
      end_hop (job);
      if (error != NULL)
        job_end (job, error);
      else
        start_hop (job);
    }
  else if (out->status == SOUP_STATUS_NOT_MODIFIED && conditional)
    job_end (job, NULL);
  else if (exm_http_status_is_refusal (out->status)
           && exm_content_type_may_be_page (out->content_type))
    start_body (job);
  else if (out->status < 200 || out->status > 299)
    job_end (job, exm_fetch_error_from_status (out, shown_url (job)));
  else if (!job->request->any_type && !exm_content_type_may_be_page (out->content_type))
    job_end (job, exm_fetch_error_not_html (
                      job->out, exm_content_type_describe (out->content_type)));
  else if (soup_message_headers_get_one (headers, "Content-Encoding") == NULL
           && exm_message_get_announced_bytes (job->message) > 0
           && (guint64) exm_message_get_announced_bytes (job->message)
                  > job->options->max_bytes)
    job_end (job, exm_fetch_error_too_large (job->out, job->options->max_bytes));
  else
    start_body (job);
}

static void
on_sent (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  job->stream = soup_session_send_finish (SOUP_SESSION (source), result, &error);
  if (job->stream == NULL)
    {
      job_end (job, transport_error (job, error));
      return;
    }
  note_progress (job);
  exm_fetched_read_headers (job->out, job->message);
  exm_fetched_add_exchange (job->out, job->message, job->peer,
                            job->options->proxy != NULL || G_IS_PROXY_ADDRESS (job->peer),
                            job->asked_usec);
  handle_response (job);
}

static void
start_hop (Job *job)
{
  const char *host = g_uri_get_host (job->uri);

  g_free (job->out->final_url);
  job->out->final_url
      = g_uri_to_string_partial (job->uri, G_URI_HIDE_USERINFO | G_URI_HIDE_FRAGMENT);
  if (!may_be_private (job) && exm_host_is_private_literal (host))
    {
      job_end (job, private_error (job, host));
      return;
    }

  job->message = soup_message_new_from_uri (SOUP_METHOD_GET, job->uri);
  soup_message_add_flags (job->message,
                          SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_COLLECT_METRICS);
  apply_request (job->request, job->message, job->first_uri);
  g_signal_connect (job->message, "network-event", G_CALLBACK (on_message_network_event),
                    job);
  g_signal_connect (job->message, "starting", G_CALLBACK (on_message_starting), job);
  soup_session_send_async (may_be_private (job) ? job->sessions->open
                                                : job->sessions->closed,
                           job->message, G_PRIORITY_DEFAULT, job->cancel, on_sent, job);
}

static GError *
set_up_url (Job *job, const char *text)
{
  const char *proxy = job->options->proxy;
  GError *error = NULL;

  if (proxy != NULL && !g_uri_is_valid (proxy, G_URI_FLAGS_NONE, NULL))
    {
      g_autofree char *display = exm_url_to_display (proxy);
      return exm_fetch_error_new (EXM_FETCH_ERROR_REQUEST, NULL,
                                  N_ ("“%s” is not the address of a proxy."), display);
    }
  g_autofree char *url = exm_url_normalize_input (text, &error);

  if (url == NULL)
    return error;
  job->uri = exm_url_parse (url, &error);
  if (job->uri == NULL)
    return error;
  job->first_uri = g_uri_ref (job->uri);
  g_hash_table_add (job->seen, g_uri_to_string_partial (job->uri, G_URI_HIDE_FRAGMENT));
  g_autofree char *shown
      = g_uri_to_string_partial (job->uri, G_URI_HIDE_USERINFO | G_URI_HIDE_FRAGMENT);
  job->out = exm_fetched_new (shown);
  return NULL;
}

void
exm_fetch_job_start (GTask *task,
                     const ExmFetchSessions *sessions,
                     const ExmFetchOptions *options,
                     const char *url,
                     const ExmFetchRequest *request)
{
  Job *job = g_new0 (Job, 1);

  g_task_set_task_data (task, job, job_free);
  job->task = task;
  job->sessions = sessions;
  job->options = options;
  job->cancel = g_cancellable_new ();
  job->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  job->chunk = g_malloc (CHUNK_BYTES);
  job->body = g_byte_array_new ();
  job->started_usec = g_get_monotonic_time ();
  job->progress_usec = job->started_usec;
  job->request = copy_request (request);

  GError *error = NULL;
  if (check_request (job->request, &error))
    error = set_up_url (job, url);
  if (error != NULL || g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      /* The task itself says "cancelled" where that is the reason. */
      job_end (job, error);
      return;
    }
  start_sources (job);
  start_hop (job);
}
