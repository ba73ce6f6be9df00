/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one reader of written dates, between its parts. */

#pragma once

#include "base/exm-date.h"

G_BEGIN_DECLS

/* Earliest year believed in texts; 1970 is a clock that was never set. */
#define EXM_DATE_MIN_YEAR 1990
#define EXM_DATE_MAX_YEAR 2100

/**
 * ExmDate:
 * @hour: −1 if no time is written
 * @has_zone: whether the zone is written
 * @zone_minutes: it, east of Greenwich
 */
typedef struct
{
  gint year;
  gint month;
  gint day;
  gint hour;
  gint minute;
  gint second;
  gint usec;
  gboolean has_zone;
  gint zone_minutes;
} ExmDate;

/**
 * ExmDateManner:
 * @language: (nullable): BCP 47, for the order of day and month
 * @zone_minutes: what a date without a zone means, for zones of one name in two places
 * @is_value: the text is nothing but a date: any year, years of two digits, a year or
 *   month alone
 * @has_short_years: 20.11.26 is a date of this century
 */
typedef struct
{
  const char *language;
  gint zone_minutes;
  gboolean is_value;
  gboolean has_short_years;
} ExmDateManner;

/* Returns: (transfer full): the beginning of @text as exm_date_read() wants it */
char *exm_date_fold (const char *text);

/**
 * exm_date_read:
 * @date: (out): the first date in @folded
 * @start: (out): where it stands
 *
 * Returns: whether there is one; O(bytes)
 */
gboolean exm_date_read (const char *folded,
                        const ExmDateManner *manner,
                        ExmDate *date,
                        gsize *start);

G_END_DECLS
