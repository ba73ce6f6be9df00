/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-request-private.h"

#include <glib/gi18n-lib.h>

#include "fetch/exm-address.h"
#include "fetch/exm-http-header.h"

#define ACCEPT_PAGES "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

ExmFetchRequest *
exm_fetch_request_copy (const ExmFetchRequest *request)
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

void
exm_fetch_request_free (ExmFetchRequest *self)
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

gboolean
exm_fetch_request_check (const ExmFetchRequest *self, GError **error)
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

gboolean
exm_fetch_request_is_conditional (const ExmFetchRequest *self)
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

void
exm_fetch_request_apply (const ExmFetchRequest *self, SoupMessage *message, GUri *first)
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
