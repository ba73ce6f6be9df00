/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors of fetching, in words that a person can act on. */

#pragma once

#include <gio/gio.h>

#include "fetch/exm-fetched.h"

G_BEGIN_DECLS

/**
 * ExmFetchErrorCode:
 * @EXM_FETCH_ERROR_URL: not a web address
 * @EXM_FETCH_ERROR_SCHEME: an address of another kind than http and https
 * @EXM_FETCH_ERROR_REQUEST: a header that cannot be sent, a bad proxy address
 * @EXM_FETCH_ERROR_PRIVATE: an address of this machine or its network, not asked for
 * @EXM_FETCH_ERROR_DNS: the host name was not found
 * @EXM_FETCH_ERROR_CONNECT: the host was found and cannot be reached
 * @EXM_FETCH_ERROR_PROXY: the proxy cannot be reached, or refuses
 * @EXM_FETCH_ERROR_TLS: no secure connection
 * @EXM_FETCH_ERROR_TIMED_OUT: too slow, or no answer
 * @EXM_FETCH_ERROR_REDIRECT: redirected in a loop, too often, or nowhere
 * @EXM_FETCH_ERROR_HTTP: the server answered with an error status
 * @EXM_FETCH_ERROR_NOT_HTML: an answer that is no page
 * @EXM_FETCH_ERROR_TOO_LARGE: more bytes than allowed
 * @EXM_FETCH_ERROR_TRUNCATED: the page arrived incomplete
 * @EXM_FETCH_ERROR_FORBIDDEN: the robots.txt of the site forbids it; nothing was fetched
 * @EXM_FETCH_ERROR_FAILED: anything else that the network or the server did wrong
 */
typedef enum
{
  EXM_FETCH_ERROR_URL,
  EXM_FETCH_ERROR_SCHEME,
  EXM_FETCH_ERROR_REQUEST,
  EXM_FETCH_ERROR_PRIVATE,
  EXM_FETCH_ERROR_DNS,
  EXM_FETCH_ERROR_CONNECT,
  EXM_FETCH_ERROR_PROXY,
  EXM_FETCH_ERROR_TLS,
  EXM_FETCH_ERROR_TIMED_OUT,
  EXM_FETCH_ERROR_REDIRECT,
  EXM_FETCH_ERROR_HTTP,
  EXM_FETCH_ERROR_NOT_HTML,
  EXM_FETCH_ERROR_TOO_LARGE,
  EXM_FETCH_ERROR_TRUNCATED,
  EXM_FETCH_ERROR_FORBIDDEN,
  EXM_FETCH_ERROR_FAILED,
} ExmFetchErrorCode;

#define EXM_FETCH_ERROR (exm_fetch_error_quark ())
GQuark exm_fetch_error_quark (void);

/**
 * exm_fetch_error_new:
 * @code: what went wrong
 * @fetched: (nullable): what was received before; a reference is taken
 * @format: printf format in English, marked for translators; then its arguments, words
 *   in English too
 *
 * Returns: (transfer full): an error of domain %EXM_FETCH_ERROR in the language of this
 *   process, which keeps what it says (exm_said_from_error())
 */
GError *
exm_fetch_error_new (ExmFetchErrorCode code, ExmFetched *fetched, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
GError *exm_fetch_error_new_valist (ExmFetchErrorCode code,
                                    ExmFetched *fetched,
                                    const char *format,
                                    va_list arguments) G_GNUC_PRINTF (3, 0);

/**
 * exm_fetch_error_get_fetched:
 * @error: an error of a fetch
 *
 * Gets the part of the answer that came before the error: redirects, status and
 * Retry-After of %EXM_FETCH_ERROR_HTTP, the bytes so far of %EXM_FETCH_ERROR_TRUNCATED.
 * Copies of the error keep it.
 *
 * Returns: (transfer none) (nullable): %NULL where no request was made, and for errors of
 *   other domains
 */
ExmFetched *exm_fetch_error_get_fetched (const GError *error);

/**
 * exm_fetch_error_from_transport:
 * @error: what GIO or libsoup said
 * @fetched: (nullable): what was received before
 * @host: the host that was asked
 * @proxy: (nullable): the proxy set for it
 * @tls_flags: what is wrong with the server's certificate
 *
 * Returns: (transfer full): @error in the words of this domain; a cancellation is kept as
 *   %G_IO_ERROR_CANCELLED
 */
GError *exm_fetch_error_from_transport (const GError *error,
                                        ExmFetched *fetched,
                                        const char *host,
                                        const char *proxy,
                                        GTlsCertificateFlags tls_flags);

/**
 * exm_fetch_error_from_status:
 * @fetched: what was received, with a status that is no success
 * @url: what was asked for, as it is shown
 *
 * Returns: (transfer full): %EXM_FETCH_ERROR_HTTP with what the status means or, where
 *   that is not known, the phrase that the server sent
 */
GError *exm_fetch_error_from_status (ExmFetched *fetched, const char *url);

/* @max_bytes: that a body may have. Returns: (transfer full): %EXM_FETCH_ERROR_TOO_LARGE
 */
GError *exm_fetch_error_too_large (ExmFetched *fetched, gsize max_bytes);

/* @what: "a PDF document" or a MIME type, for exm_fetch_error_new(). As
 * exm_fetch_error_too_large(). */
GError *exm_fetch_error_not_html (ExmFetched *fetched, const char *what);

G_END_DECLS
