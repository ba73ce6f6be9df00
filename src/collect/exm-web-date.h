/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dates of feeds, sitemaps and lists as points in time. Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Stands for "no date". */
#define EXM_WEB_DATE_NONE G_MININT64

/**
 * exm_web_date_parse:
 * @text: (nullable): what stands where a date should
 * @zone_minutes: east of Greenwich, for dates that name no zone: −840 … 840
 * @has_zone: (out) (optional): whether @text names its zone
 *
 * RFC 822 and its successors (weekday or not, two-digit years, named zones), ISO 8601 and
 * RFC 3339 in any length from the year on, and what feeds write instead: a space for the
 * T, slashes, dots, 2026年11月20日, month names in English and Chinese on either side of
 * the day. A date without a time is its first moment. CST is China's where @zone_minutes
 * is 480, else America's. Reads at most 200 bytes.
 *
 * Returns: microseconds since 1970, or %EXM_WEB_DATE_NONE
 */
gint64
exm_web_date_parse (const char *text, gint zone_minutes, gboolean *has_zone);

/**
 * exm_web_date_find:
 * @text: UTF-8, a line of a page
 * @zone_minutes: as above
 *
 * The first full date (year, month and day) in a line, and the time that follows it.
 * Reads at most 1,000 bytes.
 *
 * Returns: microseconds since 1970, or %EXM_WEB_DATE_NONE
 */
gint64
exm_web_date_find (const char *text, gint zone_minutes);

/**
 * exm_web_zone_for_language:
 * @language: (nullable): BCP 47
 *
 * Returns: minutes east of Greenwich that a date without a zone most likely means: those
 *   of China for Chinese, else 0
 */
gint
exm_web_zone_for_language (const char *language);

G_END_DECLS
