/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dates as people and machines write them, to ISO 8601: "2026-11-20" or
 * "2026-11-20T08:30:00", with "Z" or "+08:00" behind it only where the zone is written.
 * Years from 1990 to 2100 are dates; 1970 is a clock that was never set. */

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
char *
exm_date_parse (const char *text, const char *language);

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
char *
exm_date_find (const char *text, const char *language, gsize *start);

/**
 * exm_date_from_url:
 * @url: an address
 *
 * The date in the path of an address: /2026/11/20/, /2026-11/20/, /20261120/,
 * /202611/t20261120_1. Any thread; O(bytes).
 *
 * Returns: (transfer full) (nullable): the date in ISO 8601
 */
char *
exm_date_from_url (const char *url);

G_END_DECLS
