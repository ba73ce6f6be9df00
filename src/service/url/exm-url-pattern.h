/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* URL patterns: which addresses are articles, and which list pages there are. One parsed
 * definition both recognises addresses and makes them.
 *
 *   (*)                in the host and the path: one or more characters up to the next
 *                      "/"; in the query: up to the next "&"
 *   (**)               any characters, or none
 *   [1-20] [20-1]      numbers, up or down; [001-100] of three digits, [0-100:10] in tens
 *   [a-e] [A-Z:5]      letters, likewise
 *   {news,sport}       one of these; {,index.html} with nothing for one
 *   {yyyy} {MM} {dd}   the date of the run in the zone of the task: yyyy, yy, MM, M, dd,
 *                      d, HH, H, also together: {yyyyMMdd}, {yyyy/MM/dd}
 *   {-1d:yyyyMMdd}     another date: a day ago; h hours, d days, w weeks, m months, y
 * years
 *   {-3d..0d:yyyy/MM}  a run of dates, {0d..-3d:…} the newest first. A pattern has one
 *                      date: the other date elements follow the one with the colon
 *   re:https?://…      a regular expression (PCRE2) that the whole address matches
 *   \[ \{ \* \\        these characters themselves
 *
 * What matches an address: http and https are the same, the case of the host and the form
 * of escapes do not matter, Chinese may be written as it is; user names are left out, and
 * the fragment unless the pattern has a "#"; tracking parameters (see
 * exm_url_without_tracking()) may be there in addition. A date element matches any date
 * from 1900 to 2199, whatever the date of the run. A pattern without a scheme is https. A
 * regular expression is tried on the address as it is requested and, where it has
 * escapes, as it is read.
 *
 * Immutable, reference counted, usable from any thread. */

#pragma once

#include "url/exm-url-pattern-error.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Bytes of one pattern; parts (wildcards, ranges and the texts between) and alternatives
 * of one pattern; dates of one run of dates. */
#define EXM_MAX_URL_PATTERN_BYTES 8192u
#define EXM_MAX_URL_PATTERN_PARTS 128u
#define EXM_MAX_URL_PATTERN_CHOICES 1000u
#define EXM_MAX_URL_PATTERN_DATES 10000u

typedef struct _ExmUrlPattern ExmUrlPattern;

/**
 * exm_url_pattern_new:
 * @text: the pattern, any bytes; white space around it is dropped
 * @error: where to put an error; positions are characters of @text, from 1
 *
 * Returns: (transfer full) (nullable): the pattern
 */
ExmUrlPattern *exm_url_pattern_new (const char *text, GError **error);

/**
 * exm_url_pattern_propose:
 * @urls: (element-type utf8): normalised URLs; the first is an article for sure, others
 *   may be anything, such as the links of its list page
 * @error: where to put an error
 *
 * Guesses the pattern of the addresses that are shaped as the first one: dates become
 * date elements, numbers and titles (*). A directory stays as it is unless most links of
 * that shape have another one there. The pattern matches the first address. Linear in
 * @urls.
 *
 * Returns: (transfer full) (nullable): the pattern; %NULL where the first is no web
 * address or longer than a pattern may be
 */
ExmUrlPattern *exm_url_pattern_propose (GPtrArray *urls, GError **error);

/**
 * exm_url_pattern_new_literal:
 * @url: a normalised URL
 *
 * Returns: (transfer full) (nullable): the pattern of this address alone; %NULL where it
 *   is no web address
 */
ExmUrlPattern *exm_url_pattern_new_literal (const char *url);

/**
 * exm_url_pattern_new_below:
 * @url: a normalised URL
 *
 * Returns: (transfer full) (nullable): the pattern of all that lies in the directory of
 *   @url or below it, "/tag/(**)" of "/tag/sea/"; %NULL where that is the whole site
 */
ExmUrlPattern *exm_url_pattern_new_below (const char *url);

void exm_url_pattern_unref (ExmUrlPattern *self);

/**
 * exm_url_pattern_get_text:
 *
 * Returns: (transfer none): the pattern in its normal form: a pattern of this text is
 *   equal
 */
const char *exm_url_pattern_get_text (ExmUrlPattern *self);

/**
 * exm_url_pattern_matches:
 * @url: an absolute URL, best normalised; one of over %EXM_MAX_URL_BYTES matches nothing
 * @error: where to put %EXM_URL_PATTERN_ERROR_TOO_COMPLEX, which only a regular
 *   expression can give
 *
 * At most characters × parts steps (characters × alternatives for these).
 *
 * Returns: whether it matches; as g_regex_match_full(), %FALSE with @error set where that
 *   could not be found out
 */
gboolean exm_url_pattern_matches (ExmUrlPattern *self, const char *url, GError **error);

/**
 * exm_url_pattern_get_captures:
 * @url: as for exm_url_pattern_matches()
 * @error: likewise
 *
 * Gives the wildcards further left as little as they can take, where a text can be shared
 * out in several ways.
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): what each (*) and (**),
 *   or each group of the regular expression, caught, escapes as in the address; %NULL
 *   where it does not match
 */
char **
exm_url_pattern_get_captures (ExmUrlPattern *self, const char *url, GError **error);

/**
 * exm_url_pattern_can_generate:
 *
 * Returns: whether it has neither (*) nor (**) and is no regular expression
 */
gboolean exm_url_pattern_can_generate (ExmUrlPattern *self);

/**
 * exm_url_pattern_count:
 *
 * Returns: how many addresses it makes, before equal ones are left out: 0 where it
 *   cannot, G_MAXUINT64 for that or more
 */
guint64 exm_url_pattern_count (ExmUrlPattern *self);

/**
 * exm_url_pattern_generate:
 * @now_usec: the time of the run, µs since 1970
 * @zone: the zone that its dates are read in
 * @max: how many combinations to make at most
 * @error: where to put an error
 *
 * The first @max combinations in the order in which they are written, the last element
 * changing fastest; equal addresses once. All are normalised, and match the pattern.
 *
 * Returns: (transfer full) (nullable) (element-type utf8): addresses; the array frees
 *   them
 */
GPtrArray *exm_url_pattern_generate (
    ExmUrlPattern *self, gint64 now_usec, GTimeZone *zone, guint max, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmUrlPattern, exm_url_pattern_unref)

G_END_DECLS
