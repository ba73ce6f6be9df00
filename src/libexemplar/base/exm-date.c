/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-date.h"

#include "base/exm-date-private.h"

#include <stdio.h>
#include <string.h>

#define CHINA_MINUTES 480

gint
exm_date_zone_for_language (const char *language)
{
  if (language != NULL && g_ascii_strncasecmp (language, "zh", 2) == 0
      && !g_ascii_isalpha (language[2]))
    return CHINA_MINUTES;
  return 0;
}

static char *
format_zone (const ExmDate *date)
{
  guint minutes = (guint) ABS (date->zone_minutes);

  if (!date->has_zone)
    return g_strdup ("");
  if (minutes == 0)
    return g_strdup ("Z");
  return g_strdup_printf ("%c%02u:%02u", date->zone_minutes < 0 ? '-' : '+', minutes / 60,
                          minutes % 60);
}

static char *
format (const ExmDate *date)
{
  g_autofree char *zone = format_zone (date);

  if (date->hour < 0)
    return g_strdup_printf ("%04d-%02d-%02d", date->year, date->month, date->day);
  return g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d%s", date->year, date->month,
                          date->day, date->hour, date->minute, date->second, zone);
}

char *
exm_date_find (const char *text, const char *language, gsize *start)
{
  const ExmDateManner manner = {
    .language = language,
    .zone_minutes = exm_date_zone_for_language (language),
  };
  g_autofree char *folded = exm_date_fold (text);
  ExmDate date;
  gsize at;

  if (!exm_date_read (folded, &manner, &date, &at))
    return NULL;
  if (start != NULL)
    *start = at;
  return format (&date);
}

char *
exm_date_find_value (const char *text, const char *language, gsize *start)
{
  const ExmDateManner manner = {
    .language = language,
    .zone_minutes = exm_date_zone_for_language (language),
    .has_short_years = TRUE,
  };
  g_autofree char *folded = exm_date_fold (text);
  ExmDate date;

  return exm_date_read (folded, &manner, &date, start) ? format (&date) : NULL;
}

/* Seconds or milliseconds since 1970. */
static GDateTime *
read_clock (const char *text)
{
  guint n = 0;

  while (g_ascii_isspace (*text))
    text++;
  while (g_ascii_isdigit (text[n]) && n < 14)
    n++;
  if ((n != 10 && n != 13) || text[n] != '\0')
    return NULL;
  gint64 seconds = g_ascii_strtoll (text, NULL, 10) / (n == 13 ? 1000 : 1);
  g_autoptr (GDateTime) when = g_date_time_new_from_unix_utc (seconds);
  gint year = when != NULL ? g_date_time_get_year (when) : 0;
  return year >= EXM_DATE_MIN_YEAR && year <= EXM_DATE_MAX_YEAR ? g_steal_pointer (&when)
                                                                : NULL;
}

char *
exm_date_parse (const char *text, const char *language)
{
  g_autoptr (GDateTime) clock = read_clock (text);

  if (clock != NULL)
    return g_date_time_format (clock, "%Y-%m-%dT%H:%M:%SZ");
  return exm_date_find (text, language, NULL);
}

static gint64
to_usec (const ExmDate *date, gint zone_minutes)
{
  g_autoptr (GDateTime) when
      = g_date_time_new_utc (date->year, date->month, date->day, MAX (date->hour, 0),
                             date->minute, date->second);

  if (when == NULL)
    return EXM_DATE_NONE;
  gint64 minutes = date->has_zone ? date->zone_minutes : zone_minutes;
  return (g_date_time_to_unix (when) - 60 * minutes) * G_USEC_PER_SEC + date->usec;
}

static gint64
find_time (const char *text, const ExmDateManner *manner, gboolean *has_zone)
{
  ExmDate date;
  gsize at;

  if (has_zone != NULL)
    *has_zone = FALSE;
  /* Most lines hold no digit, not even a full-width one. */
  if (text == NULL || strpbrk (text, "0123456789\xef") == NULL)
    return EXM_DATE_NONE;
  g_autofree char *folded = exm_date_fold (text);
  if (!exm_date_read (folded, manner, &date, &at))
    return EXM_DATE_NONE;
  if (has_zone != NULL)
    *has_zone = date.has_zone;
  return to_usec (&date, manner->zone_minutes);
}

gint64
exm_date_parse_time (const char *text, gint zone_minutes, gboolean *has_zone)
{
  const ExmDateManner manner = { .zone_minutes = zone_minutes, .is_value = TRUE };
  g_autoptr (GDateTime) clock = text != NULL ? read_clock (text) : NULL;

  if (clock == NULL)
    return find_time (text, &manner, has_zone);
  if (has_zone != NULL)
    *has_zone = TRUE;
  return g_date_time_to_unix (clock) * G_USEC_PER_SEC;
}

gint64
exm_date_find_time (const char *text, gint zone_minutes)
{
  const ExmDateManner manner = { .zone_minutes = zone_minutes };

  return find_time (text, &manner, NULL);
}

static gboolean
is_url_mark (char c)
{
  return c == '/' || c == '-' || c == '_' || c == '.';
}

static gboolean
is_url_date (const ExmDate *date)
{
  return date->year >= EXM_DATE_MIN_YEAR && date->year <= EXM_DATE_MAX_YEAR
         && date->month >= 1 && date->month <= 12 && date->day >= 1
         && g_date_valid_dmy ((GDateDay) date->day, (GDateMonth) date->month,
                              (GDateYear) date->year);
}

/* @n digits. */
static gboolean
read_number (const char **p, guint n, gint *value)
{
  *value = 0;
  for (; n > 0; n--, (*p)++)
    {
      if (!g_ascii_isdigit (**p))
        return FALSE;
      *value = *value * 10 + (**p - '0');
    }
  return TRUE;
}

static gboolean
holds_host (const char *p)
{
  gsize n = strcspn (p, "/?#");

  return p[n] == '/' && memchr (p, '.', n) != NULL;
}

/* Reads /2026/1/2/ and /20-11-2026 from @p on, which follows a slash. */
static gboolean
read_folders (const char *p, ExmDate *date)
{
  int end = 0;

  if (sscanf (p, "%4d/%2d/%2d%n", &date->year, &date->month, &date->day, &end) != 3
      && sscanf (p, "%2d-%2d-%4d%n", &date->day, &date->month, &date->year, &end) != 3)
    return FALSE;
  return g_ascii_isdigit (*p) && (p[end] == '/' || p[end] == '\0' || p[end] == '.')
         && is_url_date (date);
}

char *
exm_date_from_url (const char *url)
{
  const char *path = g_strrstr (url, "://");
  path = strchr (path == NULL ? url : path + 3, '/');

  for (const char *p = path; p != NULL && *p != '\0' && *p != '?' && *p != '#'; p++)
    {
      ExmDate date = { .hour = -1 };
      const char *q = p;
      if (*p == '/' && read_folders (p + 1, &date))
        return format (&date);
      date = (ExmDate){ .hour = -1 };
      if (!g_ascii_isdigit (*p) || (p > path && g_ascii_isdigit (p[-1]))
          || !read_number (&q, 4, &date.year))
        continue;
      q += is_url_mark (*q);
      if (!read_number (&q, 2, &date.month))
        continue;
      q += is_url_mark (*q);
      if (!read_number (&q, 2, &date.day))
        continue;
      const char *after = q;
      while (g_ascii_isdigit (*after))
        after++;
      /* The time at which an archive kept the address that follows. */
      if (after - q == 6 && *after == '/' && holds_host (after + 1))
        continue;
      if ((after == q || after - q == 6) && is_url_date (&date))
        return format (&date);
    }
  return NULL;
}
