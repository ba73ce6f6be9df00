/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-fetch-error.h"

#include "base/exm-said-error.h"
#include "fetch/exm-http-header.h"

#include <glib/gi18n-lib.h>

#include "fetch/exm-url-display.h"

/* GLib's accessor may return NULL for errors of other domains; it is only called for
 * ours, which gcc cannot see. */
#pragma GCC diagnostic ignored "-Wnull-dereference"

typedef struct
{
  ExmFetched *fetched; /* (owned) (nullable) */
  char *said;          /* (owned) (nullable) */
} ExmFetchErrorPrivate;

static void
exm_fetch_error_private_init (ExmFetchErrorPrivate *priv)
{
  priv->fetched = NULL;
  priv->said = NULL;
}

static void
exm_fetch_error_private_copy (const ExmFetchErrorPrivate *source,
                              ExmFetchErrorPrivate *copy)
{
  copy->fetched = source->fetched != NULL ? exm_fetched_ref (source->fetched) : NULL;
  copy->said = g_strdup (source->said);
}

static void
exm_fetch_error_private_clear (ExmFetchErrorPrivate *priv)
{
  g_clear_pointer (&priv->fetched, exm_fetched_unref);
  g_clear_pointer (&priv->said, g_free);
}

G_DEFINE_EXTENDED_ERROR (ExmFetchError, exm_fetch_error)

static const char *
get_said (const GError *error)
{
  return exm_fetch_error_get_private (error)->said;
}

GError *
exm_fetch_error_new_valist (ExmFetchErrorCode code,
                            ExmFetched *fetched,
                            const char *format,
                            va_list arguments)
{
  static gsize told = FALSE;
  g_autofree char *said = exm_said_new_valist (format, arguments);
  g_autofree char *words = exm_said_to_words (said);
  GError *error = g_error_new_literal (EXM_FETCH_ERROR, code, words);

  if (fetched != NULL)
    exm_fetch_error_get_private (error)->fetched = exm_fetched_ref (fetched);
  exm_fetch_error_get_private (error)->said = g_steal_pointer (&said);
  if (g_once_init_enter (&told))
    {
      exm_said_add_getter (EXM_FETCH_ERROR, get_said);
      g_once_init_leave (&told, TRUE);
    }
  return error;
}

GError *
exm_fetch_error_new (ExmFetchErrorCode code, ExmFetched *fetched, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  GError *error = exm_fetch_error_new_valist (code, fetched, format, arguments);
  va_end (arguments);
  return error;
}

ExmFetched *
exm_fetch_error_get_fetched (const GError *error)
{
  if (error->domain != EXM_FETCH_ERROR)
    return NULL;
  return exm_fetch_error_get_private (error)->fetched;
}

static const char *
describe_certificate (GTlsCertificateFlags flags)
{
  if (flags & G_TLS_CERTIFICATE_EXPIRED)
    return N_ ("it has expired");
  if (flags & G_TLS_CERTIFICATE_NOT_ACTIVATED)
    return N_ ("it is not valid yet; check this computer's clock");
  if (flags & G_TLS_CERTIFICATE_BAD_IDENTITY)
    return N_ ("it was issued for another host");
  if (flags & G_TLS_CERTIFICATE_REVOKED)
    return N_ ("it was revoked");
  if (flags & G_TLS_CERTIFICATE_UNKNOWN_CA)
    return N_ ("it was not issued by an authority that this computer trusts");
  return N_ ("it is not secure");
}

static GError *
from_tls (const GError *error,
          ExmFetched *fetched,
          const char *host,
          GTlsCertificateFlags tls_flags)
{
  if (tls_flags != 0)
    /* translators: the first %s is a host name, the second says what is wrong with its
     * certificate: "it has expired" */
    return exm_fetch_error_new (EXM_FETCH_ERROR_TLS, fetched,
                                N_ ("The certificate of %s cannot be trusted: %s."), host,
                                describe_certificate (tls_flags));
  return exm_fetch_error_new (EXM_FETCH_ERROR_TLS, fetched,
                              N_ ("No secure connection to %s could be made: %s"), host,
                              error->message);
}

static gboolean
is_unreachable (const GError *error)
{
  return error->domain == G_IO_ERROR
         && (error->code == G_IO_ERROR_CONNECTION_REFUSED
             || error->code == G_IO_ERROR_HOST_UNREACHABLE
             || error->code == G_IO_ERROR_NETWORK_UNREACHABLE
             || error->code == G_IO_ERROR_HOST_NOT_FOUND);
}

static gboolean
is_proxy_problem (const GError *error)
{
  return error->domain == G_IO_ERROR
         && (error->code == G_IO_ERROR_PROXY_FAILED
             || error->code == G_IO_ERROR_PROXY_AUTH_FAILED
             || error->code == G_IO_ERROR_PROXY_NEED_AUTH
             || error->code == G_IO_ERROR_PROXY_NOT_ALLOWED);
}

static GError *
from_proxy (const GError *error, ExmFetched *fetched, const char *host, const char *proxy)
{
  if (proxy == NULL)
    return exm_fetch_error_new (
        EXM_FETCH_ERROR_PROXY, fetched,
        N_ ("The proxy of the system settings cannot be used to reach %s: %s"), host,
        error->message);
  g_autofree char *display = exm_url_to_display (proxy);
  return exm_fetch_error_new (EXM_FETCH_ERROR_PROXY, fetched,
                              /* translators: a proxy's address, a host name, a reason */
                              N_ ("The proxy %s cannot be used to reach %s: %s"), display,
                              host, error->message);
}

static GError *
from_unreachable (const GError *error, ExmFetched *fetched, const char *host)
{
  if (error->code == G_IO_ERROR_CONNECTION_REFUSED)
    return exm_fetch_error_new (
        EXM_FETCH_ERROR_CONNECT, fetched,
        N_ ("%s refused the connection: no web server is listening at this address."),
        host);
  return exm_fetch_error_new (EXM_FETCH_ERROR_CONNECT, fetched,
                              N_ ("%s cannot be reached: %s"), host, error->message);
}

GError *
exm_fetch_error_from_transport (const GError *error,
                                ExmFetched *fetched,
                                const char *host,
                                const char *proxy,
                                GTlsCertificateFlags tls_flags)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_copy (error);
  if (is_proxy_problem (error)
      || (proxy != NULL && (is_unreachable (error) || error->domain == G_RESOLVER_ERROR)))
    return from_proxy (error, fetched, host, proxy);
  if (g_error_matches (error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_TEMPORARY_FAILURE))
    return exm_fetch_error_new (
        EXM_FETCH_ERROR_DNS, fetched,
        N_ ("The address of %s cannot be looked up at the moment; "
            "check the network connection."),
        host);
  if (error->domain == G_RESOLVER_ERROR)
    return exm_fetch_error_new (EXM_FETCH_ERROR_DNS, fetched,
                                N_ ("No host named %s was found; check its spelling."),
                                host);
  if (error->domain == G_TLS_ERROR)
    return from_tls (error, fetched, host, tls_flags);
  if (is_unreachable (error))
    return from_unreachable (error, fetched, host);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return exm_fetch_error_new (EXM_FETCH_ERROR_TIMED_OUT, fetched,
                                N_ ("%s did not answer in time."), host);
  return exm_fetch_error_new (EXM_FETCH_ERROR_FAILED, fetched,
                              N_ ("The page could not be fetched from %s: %s"), host,
                              error->message);
}

GError *
exm_fetch_error_from_status (ExmFetched *fetched, const char *url)
{
  const char *words = exm_http_status_explain (fetched->status);

  /* translators: a URL, an HTTP status, and what it means:
   * "404 (there is no such page)" */
  return exm_fetch_error_new (EXM_FETCH_ERROR_HTTP, fetched,
                              N_ ("%s: the server answered %u (%s)."), url,
                              fetched->status, words != NULL ? words : fetched->reason);
}

GError *
exm_fetch_error_not_html (ExmFetched *fetched, const char *what)
{
  return exm_fetch_error_new (
      EXM_FETCH_ERROR_NOT_HTML, fetched,
      /* translators: a URL, then "a PDF document" or a MIME type */
      N_ ("%s is not a page but %s."), fetched->final_url, what);
}

GError *
exm_fetch_error_too_large (ExmFetched *fetched, gsize max_bytes)
{
  g_autofree char *limit = g_format_size (max_bytes);

  return exm_fetch_error_new (EXM_FETCH_ERROR_TOO_LARGE, fetched,
                              /* translators: an address, a size as "67.1 MB" */
                              N_ ("%s is larger than the limit of %s."),
                              fetched->final_url, limit);
}
