/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-task-fetch.h"

#include "fetch/exm-address.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"

#include <string.h>

ExmFetched *
exm_fetch_named (const ExmFetchOptions *options,
                 const char *url,
                 const ExmFetchRequest *request,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GError) failed = NULL;
  ExmFetched *fetched
      = exm_fetcher_fetch_sync (options, url, request, cancellable, &failed);

  if (fetched != NULL)
    return fetched;
  /* Some errors of the fetcher speak of the host alone. */
  g_autofree char *shown = exm_url_to_display (url);
  if (strstr (failed->message, shown) == NULL)
    g_prefix_error (&failed, "%s: ", shown);
  g_propagate_error (error, g_steal_pointer (&failed));
  return NULL;
}

static char *
get_host (const char *url, GError **error)
{
  g_autofree char *normal = exm_url_normalize_input (url, error);
  g_autoptr (GUri) uri = normal != NULL ? exm_url_parse (normal, error) : NULL;

  return uri != NULL ? g_strdup (g_uri_get_host (uri)) : NULL;
}

static gboolean
names_host (const ExmTaskFields *fields, const char *host)
{
  for (guint i = 0; i < fields->private_hosts->len; i++)
    if (exm_host_equal (g_ptr_array_index (fields->private_hosts, i), host))
      return TRUE;
  return FALSE;
}

ExmFetched *
exm_task_fetch (const ExmTaskFields *fields,
                const char *url,
                gboolean any_type,
                GCancellable *cancellable,
                GError **error)
{
  g_autofree char *host = get_host (url, error);
  ExmFetchOptions options = EXM_FETCH_OPTIONS_INIT;
  g_auto (GStrv) headers = exm_task_fields_dup_headers (fields);
  ExmFetchRequest request
      = { .headers = (const char *const *) headers, .any_type = any_type };

  if (host == NULL)
    return NULL;
  options.user_agent = fields->user_agent;
  options.timeout_ms = fields->timeout_ms;
  request.operator_host = names_host (fields, host) ? host : NULL;
  return exm_fetch_named (&options, url, &request, cancellable, error);
}

ExmFetched *
exm_task_fetch_asked (ExmTaskFields *fields,
                      const char *url,
                      gboolean any_type,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GError) refused = NULL;
  ExmFetched *fetched = exm_task_fetch (fields, url, any_type, cancellable, &refused);

  if (fetched != NULL)
    return fetched;
  g_autofree char *host = get_host (url, NULL);
  if (host == NULL || names_host (fields, host)
      || !g_error_matches (refused, EXM_FETCH_ERROR, EXM_FETCH_ERROR_PRIVATE))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return NULL;
    }
  g_ptr_array_add (fields->private_hosts, g_steal_pointer (&host));
  fetched = exm_task_fetch (fields, url, any_type, cancellable, error);
  if (fetched == NULL)
    g_ptr_array_remove_index (fields->private_hosts, fields->private_hosts->len - 1);
  return fetched;
}
