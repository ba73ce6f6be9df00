/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The date elements of URL patterns: their names, what they match and what they print.
 * Pure functions, any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Years that a date element may name: other numbers are no years. */
#define EXM_MIN_URL_YEAR 1900
#define EXM_MAX_URL_YEAR 2199

/* In the order of exm_url_date_field_get_name(). */
typedef enum
{
  EXM_URL_DATE_YEAR,
  EXM_URL_DATE_SHORT_YEAR,
  EXM_URL_DATE_MONTH,
  EXM_URL_DATE_SHORT_MONTH,
  EXM_URL_DATE_DAY,
  EXM_URL_DATE_SHORT_DAY,
  EXM_URL_DATE_HOUR,
  EXM_URL_DATE_SHORT_HOUR,
} ExmUrlDateField;

#define EXM_N_URL_DATE_FIELDS (EXM_URL_DATE_SHORT_HOUR + 1)

/**
 * ExmUrlDates:
 * @from: the first date, in units from the run; negative before it
 * @to: the last one
 * @unit: 'h', 'd', 'w', 'm' (months) or 'y'
 */
typedef struct
{
  int from;
  int to;
  char unit;
} ExmUrlDates;

/**
 * exm_url_date_field_read:
 * @text: what may begin with the name of a field
 * @field: (out): the longest one
 *
 * Returns: bytes of the name, 0 where there is none
 */
gsize exm_url_date_field_read (const char *text, ExmUrlDateField *field);

const char *exm_url_date_field_get_name (ExmUrlDateField field);

/**
 * exm_url_dates_read:
 * @text: what may begin "-1d:" or "-3d..0d:"
 * @dates: (out): what it says
 *
 * Returns: bytes up to and with the colon, 0 where it is nothing of that kind
 */
gsize exm_url_dates_read (const char *text, ExmUrlDates *dates);

/**
 * exm_url_date_field_match:
 * @text: what may begin with a value of the field
 * @lengths: (out): bytes of the values that it begins with
 *
 * "12" begins with the short months 1 and 12.
 *
 * Returns: how many lengths there are, 0 to 2
 */
guint
exm_url_date_field_match (ExmUrlDateField field, const char *text, guint lengths[2]);

void exm_url_date_field_append (ExmUrlDateField field, GDateTime *date, GString *out);

/**
 * exm_url_dates_get:
 * @base: the run
 * @index: which date, from 0 to the distance of @from and @to
 *
 * Months are of the calendar: a month before 31 March is the last day of February.
 *
 * Returns: (transfer full) (nullable): the date, %NULL beyond the years above
 */
GDateTime *exm_url_dates_get (const ExmUrlDates *self, GDateTime *base, guint index);

G_END_DECLS
