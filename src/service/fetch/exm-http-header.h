/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Header fields of HTTP as servers really send them. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_http_parse_content_type:
 * @value: (nullable): the value of Content-Type
 * @charset: (out) (transfer full) (nullable) (optional): its charset parameter as
 * written, without quotes; %NULL where there is none
 *
 * Lenient: any case, white space around every part, single and double quotes, a missing
 * semicolon. The first charset wins.
 *
 * Returns: (transfer full) (nullable): the essence in lower case ("text/html"), %NULL
 *   where the value has none
 */
char *exm_http_parse_content_type (const char *value, char **charset);

/**
 * exm_http_parse_retry_after:
 * @value: (nullable): the value of Retry-After: seconds or a date
 * @now_unix_s: the time that a date is counted from, seconds since 1970
 *
 * Returns: seconds to wait, 0 for a date in the past, at most %G_MAXINT32; −1 where there
 *   is none or it cannot be read
 */
gint64 exm_http_parse_retry_after (const char *value, gint64 now_unix_s);

/**
 * exm_http_header_is_valid:
 * @name: a field name
 * @value: a field value
 *
 * Returns: whether both may be sent: a token, and no line breaks or other control
 *   characters that would end the field (RFC 9110, section 5)
 */
gboolean exm_http_header_is_valid (const char *name, const char *value);

/**
 * exm_http_status_is_redirect:
 * @status: an HTTP status
 *
 * Returns: whether it sends a GET to its Location: 301, 302, 303, 307, 308
 */
gboolean exm_http_status_is_redirect (guint status);

/**
 * exm_http_status_is_refusal:
 * @status: an HTTP status
 *
 * Returns: whether sites, and services that protect them, say so that they do not let
 *   somebody in, often on a page that asks for more: 401, 403, 405, 412, 429, 503, 521
 */
gboolean exm_http_status_is_refusal (guint status);

/**
 * exm_http_status_explain:
 * @status: an HTTP status
 *
 * Returns: (nullable): what an answer with it means to whoever asked for a page, in
 * English words, marked for translators, that stand behind the number; %NULL for one that
 * few servers use
 */
const char *exm_http_status_explain (guint status);

G_END_DECLS
