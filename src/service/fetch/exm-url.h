/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Web addresses as people paste them and as pages and servers write them, in the one form
 * that is requested, stored and compared. Pure functions, any thread; errors are
 * %EXM_FETCH_ERROR_URL and %EXM_FETCH_ERROR_SCHEME. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bytes of one address. */
#define EXM_MAX_URL_BYTES 65536u

/**
 * exm_url_normalize_input:
 * @text: what was typed or pasted, any bytes
 * @error: where to put an error
 *
 * As browsers do (WHATWG URL standard): white space around it and line breaks inside are
 * dropped, backslashes before the query are slashes, international host names become
 * ASCII (UTS 46), odd forms of IPv4 the usual one, raw spaces and characters outside
 * ASCII are percent-encoded as UTF-8, dot segments resolved, the scheme's own port
 * dropped. A missing scheme is https, and http for IP addresses and localhost; a single
 * word without a scheme is no address. The fragment is kept.
 *
 * Returns: (transfer full) (nullable): an absolute http or https URL, ASCII only
 */
char *exm_url_normalize_input (const char *text, GError **error);

/**
 * exm_url_resolve:
 * @base: a normalised URL
 * @reference: what a page or a Location header says, any bytes
 * @error: where to put an error
 *
 * Bytes outside ASCII are percent-encoded as they are, in whatever charset.
 *
 * Returns: (transfer full) (nullable): an absolute http or https URL, ASCII only
 */
char *exm_url_resolve (const char *base, const char *reference, GError **error);

/**
 * exm_url_parse:
 * @url: a normalised URL
 * @error: where to put an error
 *
 * Returns: (transfer full) (nullable): its parts, path, query and fragment still encoded
 */
GUri *exm_url_parse (const char *url, GError **error);

G_END_DECLS
