/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-date.h"

#include <stdlib.h>
#include <string.h>

#define MAX_OFFSET_DIGITS 6

static const struct
{
  const char *name; /* (unowned) */
  int first, last;
} fields[] = {
  [EXM_URL_DATE_YEAR] = { "yyyy", EXM_MIN_URL_YEAR, EXM_MAX_URL_YEAR },
  [EXM_URL_DATE_SHORT_YEAR] = { "yy", 0, 99 },
  [EXM_URL_DATE_MONTH] = { "MM", 1, 12 },
  [EXM_URL_DATE_SHORT_MONTH] = { "M", 1, 12 },
  [EXM_URL_DATE_DAY] = { "dd", 1, 31 },
  [EXM_URL_DATE_SHORT_DAY] = { "d", 1, 31 },
  [EXM_URL_DATE_HOUR] = { "HH", 0, 23 },
  [EXM_URL_DATE_SHORT_HOUR] = { "H", 0, 23 },
};

G_STATIC_ASSERT (G_N_ELEMENTS (fields) == EXM_N_URL_DATE_FIELDS);

gsize
exm_url_date_field_read (const char *text, ExmUrlDateField *field)
{
  /* The longer of two that begin alike stands first. */
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_has_prefix (text, fields[i].name))
      {
        *field = i;
        return strlen (fields[i].name);
      }
  return 0;
}

const char *
exm_url_date_field_get_name (ExmUrlDateField field)
{
  return fields[field].name;
}

/* "-3d"; its bytes, or 0. */
static gsize
read_offset (const char *text, int *number, char *unit)
{
  gsize n_sign = *text == '-' || *text == '+' ? 1 : 0;
  gsize n_digits = strspn (text + n_sign, "0123456789");
  char last = text[n_sign + n_digits];

  if (n_digits == 0 || n_digits > MAX_OFFSET_DIGITS || last == '\0'
      || strchr ("hdwmy", last) == NULL)
    return 0;
  *number = atoi (text);
  *unit = last;
  return n_sign + n_digits + 1;
}

gsize
exm_url_dates_read (const char *text, ExmUrlDates *dates)
{
  gsize length = read_offset (text, &dates->from, &dates->unit);
  char unit = dates->unit;

  if (length == 0)
    return 0;
  dates->to = dates->from;
  if (g_str_has_prefix (text + length, ".."))
    {
      gsize n_second = read_offset (text + length + 2, &dates->to, &unit);
      if (n_second == 0 || unit != dates->unit)
        return 0;
      length += 2 + n_second;
    }
  return text[length] == ':' ? length + 1 : 0;
}

guint
exm_url_date_field_match (ExmUrlDateField field, const char *text, guint lengths[2])
{
  guint n_name = strlen (fields[field].name);
  guint longest = MAX (n_name, 2);
  guint n_lengths = 0;
  int value = 0;

  for (guint i = 0; i < longest && g_ascii_isdigit (text[i]); i++)
    {
      value = value * 10 + (text[i] - '0');
      gboolean padded = n_name == 1 && i > 0 && text[0] == '0';
      if (i + 1 >= n_name && !padded && value >= fields[field].first
          && value <= fields[field].last)
        lengths[n_lengths++] = i + 1;
    }
  return n_lengths;
}

static int
get_value (ExmUrlDateField field, GDateTime *date)
{
  switch (field)
    {
    case EXM_URL_DATE_YEAR:
      return g_date_time_get_year (date);
    case EXM_URL_DATE_SHORT_YEAR:
      return g_date_time_get_year (date) % 100;
    case EXM_URL_DATE_MONTH:
    case EXM_URL_DATE_SHORT_MONTH:
      return g_date_time_get_month (date);
    case EXM_URL_DATE_DAY:
    case EXM_URL_DATE_SHORT_DAY:
      return g_date_time_get_day_of_month (date);
    case EXM_URL_DATE_HOUR:
    case EXM_URL_DATE_SHORT_HOUR:
    default:
      return g_date_time_get_hour (date);
    }
}

void
exm_url_date_field_append (ExmUrlDateField field, GDateTime *date, GString *out)
{
  g_string_append_printf (out, "%0*d", (int) strlen (fields[field].name),
                          get_value (field, date));
}

GDateTime *
exm_url_dates_get (const ExmUrlDates *self, GDateTime *base, guint index)
{
  int offset
      = self->from <= self->to ? self->from + (int) index : self->from - (int) index;
  g_autoptr (GDateTime) date = NULL;

  switch (self->unit)
    {
    case 'h':
      date = g_date_time_add_hours (base, offset);
      break;
    case 'w':
      date = g_date_time_add_weeks (base, offset);
      break;
    case 'm':
      date = g_date_time_add_months (base, offset);
      break;
    case 'y':
      date = g_date_time_add_years (base, offset);
      break;
    default:
      date = g_date_time_add_days (base, offset);
      break;
    }
  if (date == NULL || g_date_time_get_year (date) < EXM_MIN_URL_YEAR
      || g_date_time_get_year (date) > EXM_MAX_URL_YEAR)
    return NULL;
  return g_steal_pointer (&date);
}
