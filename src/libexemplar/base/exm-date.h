/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dates as people and machines write them, to ISO 8601 ("2026-11-20" or
 * "2026-11-20T08:30:00", with "Z" or "+08:00" behind it only where the zone is written)
 * or to points in time. In texts years from 1990 to 2100 are dates; 1970 is a clock that
 * was never set. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_date_parse:
 * @text: a value that is meant to be a date: ISO 8601, RFC 5322, seconds or milliseconds
 *   since 1970, or anything that exm_date_find() finds
 * @language: (nullable): as in exm_date_find()
 *
 * Any thread; O(bytes), at most the first 1,000 are read.
 *
 * Returns: (transfer full) (nullable): the date in ISO 8601
 */
char *exm_date_parse (const char *text, const char *language);

/**
 * exm_date_find:
 * @text: UTF-8
 * @language: (nullable): BCP 47: "en" puts the month first in 3/4/2026, others the day;
 *   without it such a date is not found
 * @start: (out) (optional): where it stands in the lower-cased NFKC of @text, in bytes
 *
 * The first date in @text: 2026-11-20, 2026/11/20 08:30, 20.11.2026, 20261120,
 * 2026年11月20日 8时30分, Nov 20, 2026 8:30 pm, 20 novembre 2026, 20 de noviembre de
 * 2026, 20 ноября 2026 … Any thread; O(bytes), at most the first 1,000 are read.
 *
 * Returns: (transfer full) (nullable): the date in ISO 8601
 */
char *exm_date_find (const char *text, const char *language, gsize *start);

/**
 * exm_date_find_value:
 * @start: (out): as in exm_date_find()
 *
 * Finds a date like exm_date_find(), in a text that hardly is anything else: 20.11.26 is
 * one too. O(bytes), at most the first 1,000 are read.
 *
 * Returns: (transfer full) (nullable): the date in ISO 8601
 */
char *exm_date_find_value (const char *text, const char *language, gsize *start);

/**
 * exm_date_from_url:
 * @url: an address
 *
 * The date in the path of an address: /2026/11/20/, /2026-11/20/, /20261120/,
 * /202611/t20261120_1. Of an address inside an address, as archives have it, the inner
 * one counts. Any thread; O(bytes).
 *
 * Returns: (transfer full) (nullable): the date in ISO 8601
 */
char *exm_date_from_url (const char *url);

/* Stands for "no point in time". */
#define EXM_DATE_NONE G_MININT64

/**
 * exm_date_parse_time:
 * @text: (nullable): a value that is meant to be a date, as of a feed or sitemap
 * @zone_minutes: east of Greenwich, for dates that name no zone: −840 … 840
 * @has_zone: (out) (optional): whether @text names its zone
 *
 * Parses like exm_date_parse(), but accepts any year, years of two digits, and a year or
 * month alone. A date without a time is its first moment, and so is one whose time is
 * impossible. CST is China's where @zone_minutes is 480, else America's. O(bytes), at
 * most the first 1,000 are read.
 *
 * Returns: microseconds since 1970, or %EXM_DATE_NONE
 */
gint64 exm_date_parse_time (const char *text, gint zone_minutes, gboolean *has_zone);

/**
 * exm_date_find_time:
 * @text: UTF-8, a line of a page
 * @zone_minutes: as above
 *
 * Finds a date like exm_date_find(), without a language.
 *
 * Returns: microseconds since 1970, or %EXM_DATE_NONE
 */
gint64 exm_date_find_time (const char *text, gint zone_minutes);

/**
 * exm_date_zone_for_language:
 * @language: (nullable): BCP 47
 *
 * Returns: minutes east of Greenwich that a date without a zone most likely means: those
 *   of China for Chinese, else 0
 */
gint exm_date_zone_for_language (const char *language);

G_END_DECLS
