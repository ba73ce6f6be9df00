/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-response-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-http-header.h"
#include "fetch/exm-url.h"

#define MAX_HEADER_BYTES 1024u
#define MAX_REASON_CHARS 80

static char *
dup_header (SoupMessage *message, const char *name)
{
  const char *value
      = soup_message_headers_get_one (soup_message_get_response_headers (message), name);

  if (value == NULL || strlen (value) > MAX_HEADER_BYTES
      || !g_utf8_validate (value, -1, NULL))
    return NULL;
  return g_strdup (value);
}

/* The server's own clock, where it tells: Retry-After dates are read by it. */
static gint64
server_time_s (SoupMessage *message)
{
  g_autofree char *value = dup_header (message, "Date");
  g_autoptr (GDateTime) date
      = value != NULL ? soup_date_time_new_from_http_string (value) : NULL;

  return date != NULL ? g_date_time_to_unix (date) : g_get_real_time () / G_USEC_PER_SEC;
}

static char *
dup_reason (SoupMessage *message)
{
  const char *phrase = soup_message_get_reason_phrase (message);

  if (phrase == NULL || *phrase == '\0')
    phrase = soup_status_get_phrase (soup_message_get_status (message));
  g_autofree char *valid = g_utf8_make_valid (phrase, -1);
  for (char *p = valid; *p != '\0'; p++)
    if ((guchar) *p < 0x20 || *p == 0x7f)
      *p = ' ';
  return g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MAX_REASON_CHARS));
}

void
exm_fetched_read_headers (ExmFetched *out, SoupMessage *message)
{
  g_autofree char *type = dup_header (message, "Content-Type");
  g_autofree char *retry_after = dup_header (message, "Retry-After");
  g_autofree char *mitigated = dup_header (message, "cf-mitigated");

  g_free (out->reason);
  g_free (out->content_type);
  g_free (out->charset);
  g_free (out->etag);
  g_free (out->last_modified);
  out->status = soup_message_get_status (message);
  out->reason = dup_reason (message);
  out->content_type = exm_http_parse_content_type (type, &out->charset);
  out->challenged = g_strcmp0 (mitigated, "challenge") == 0;
  out->etag = dup_header (message, "ETag");
  out->last_modified = dup_header (message, "Last-Modified");
  out->retry_after_s = exm_http_parse_retry_after (retry_after, server_time_s (message));
}

goffset
exm_message_get_announced_bytes (SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  if (soup_message_headers_get_encoding (headers) != SOUP_ENCODING_CONTENT_LENGTH)
    return -1;
  return soup_message_headers_get_content_length (headers);
}

GUri *
exm_message_follow (SoupMessage *message,
                    ExmFetched *out,
                    guint max_redirects,
                    GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *location = soup_message_headers_get_one (headers, "Location");
  g_autofree char *base = g_uri_to_string (soup_message_get_uri (message));
  g_autoptr (GError) failure = NULL;

  if (location == NULL)
    {
      g_propagate_error (
          error,
          exm_fetch_error_new (EXM_FETCH_ERROR_REDIRECT, out,
                               N_ ("%s redirects (status %u) without saying where to."),
                               out->final_url, out->status));
      return NULL;
    }
  exm_fetched_add_hop (out, out->final_url, out->status);
  if (out->hops->len > max_redirects)
    {
      g_propagate_error (error,
                         exm_fetch_error_new (EXM_FETCH_ERROR_REDIRECT, out,
                                              N_ ("%s redirects more than %u times."),
                                              out->url, max_redirects));
      return NULL;
    }
  g_autofree char *next = exm_url_resolve (base, location, &failure);
  GUri *uri = next != NULL ? exm_url_parse (next, &failure) : NULL;
  if (uri == NULL)
    g_propagate_error (error, exm_fetch_error_new (failure->code, out,
                                                   N_ ("%s redirects to “%s”: %s"),
                                                   out->final_url, location,
                                                   exm_said_from_error (failure)));
  return uri;
}
